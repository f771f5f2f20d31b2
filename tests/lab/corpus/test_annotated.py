"""Marked elements: which element a path leads to, and which text the marks hold."""

from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.lab.corpus.annotated import MarkError, Marks, locate, marked_shares, marked_text

HTML = """
<html><body>
<div id="top">Home</div>
<div id="story"><h1>Mill</h1><p>It stood idle. <a href="/m">More</a></p><dialog>Subscribe</dialog>
<section><p>Bought by the village.</p><p>Share</p></section></div>
<table><tr><td>Opens</td><td>May</td></tr></table>
<x-card>Card</x-card><g:plus>Plus</g:plus>
</body></html>
"""


@pytest.fixture
def page():
    page = read_page(HTML)
    assert page is not None
    return page


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/html/body/div[2]/h1", "Mill"),
        ("/html[1]/body[1]/div[2]/h1[1]", "Mill"),
        ("/HTML/BODY/DIV[2]/H1", "Mill"),
        (" /html/body/div[1]\n", "Home"),
        ("/html/body/div", "Home"),
        ('//*[@id="story"]/section/p[2]', "Share"),
        ("//*[@id='top']", "Home"),
        ("/html/body/table/tr/td[2]", "May"),
        ("/html/body/table/tbody/tr/td[2]", "May"),
        ("/html/body/x-card", "Card"),
        ('/html/body/*[name()="g:plus"]', "Plus"),
    ],
)
def test_a_path_leads_to_its_element(page, path, text):
    assert page.text_in(locate(page, path)) == text


def test_paths_of_text_blocks_lead_to_their_elements(page):
    for block in extract(HTML).text_blocks:
        assert block.text in page.text_in(locate(page, block.xpath))


@pytest.mark.parametrize(
    "path",
    ["", "/", "//p", "/html/body//p", "html/body", "/html/body/", "/html/body/*", "/html/body/p[last()]",
     "/html/body/div[0]", "/html/body/div/text()", "//*[@id='']", "//*[@class='x']", "/html/body/@id"],
)  # fmt: skip
def test_other_xpaths_are_refused(page, path):
    with pytest.raises(MarkError, match="no location path"):
        locate(page, path)


@pytest.mark.parametrize(
    "path",
    ["/html/body/div[3]", "/html/body/p", "/body", "//*[@id='none']/p", "/html/body/div[2]/tbody", "/html/body/tbody"],
)
def test_a_path_that_leads_nowhere(page, path):
    with pytest.raises(MarkError, match="leads nowhere"):
        locate(page, path)


def marked(page, main, other=()):
    return marked_text(page, Marks(tuple(main), tuple(other))).split("\n")


STORY = "/html/body/div[2]"


def test_a_mark_holds_for_all_text_below_that_is_not_hidden(page):
    assert marked(page, [STORY]) == ["Mill", "It stood idle. More", "Bought by the village.", "Share"]


def test_the_innermost_mark_counts(page):
    section, share = f"{STORY}/section", f"{STORY}/section/p[2]"
    assert marked(page, [STORY], [section]) == ["Mill", "It stood idle. More"]
    assert marked(page, [STORY, share], [section]) == ["Mill", "It stood idle. More", "Share"]


def test_hidden_text_counts_where_it_is_marked_itself(page):
    assert marked(page, [f"{STORY}/dialog"]) == ["Subscribe"]


def test_a_mark_within_a_text_block_holds_for_its_share(page):
    marks = Marks((f"{STORY}/p",), (f"{STORY}/p/a",))
    assert marked_text(page, marks) == "It stood idle."
    shares = dict(zip(page.texts, marked_shares(page, marks), strict=True))
    assert shares.pop("It stood idle. More") == pytest.approx(12 / 16)
    assert set(shares.values()) == {0}


def test_nothing_marked_is_a_page_without_main_content(page):
    assert marked_text(page, Marks(())) == ""
    assert set(marked_shares(page, Marks(()))) == {0}


def test_an_element_marked_as_both_is_refused(page):
    with pytest.raises(MarkError, match="marked as main content and as other"):
        marked_text(page, Marks(("/html/body/div[1]",), ("//*[@id='top']",)))
