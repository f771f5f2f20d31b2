"""Xpaths name their elements, and stay short whatever the page's names and depth are."""

from __future__ import annotations

import lxml.html
import pytest

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.paths import MAX_XPATH, PER_ELEMENT

PROSE = "The ferry landing is rebuilt before the summer, and until then the boats leave from the fish market."
DEEP = [
    "".join(f"<part-of-the-page-{number}>" for number in range(60)),
    "<section>" * 200,
    "<b" + "\"'" * 40 + ">" * 1 + "<div>" * 20,
    "<" + "a" * 5000 + "><div>",
]


@pytest.mark.parametrize("deep", DEEP)
def test_an_element_with_a_long_path_is_named_by_its_number(deep: str) -> None:
    html = f"<html><head><title>T</title></head><body><p>{PROSE}</p>{deep}<p>{PROSE} One.</p><ul><li>Two</ul></body></html>"
    tree = lxml.html.document_fromstring(html)
    for block in extract(html).text_blocks:
        (element,) = tree.xpath(block.xpath)
        assert block.text in " ".join(element.text_content().split())
        assert len(block.xpath) <= MAX_XPATH


def test_the_xpaths_of_many_elements_stay_within_their_page() -> None:
    count = 2000
    html = "<div>" * 200 + f"<p>{PROSE}</p>" + "<p>a</p>" * count
    tree = lxml.html.document_fromstring(html)
    blocks = extract(html).text_blocks
    assert len(blocks) == count + 1
    assert sum(len(block.xpath) for block in blocks) <= PER_ELEMENT * (count + 300) + 50 * count
    for block in (*blocks[:20], *blocks[-20:]):
        assert [element.text for element in tree.xpath(block.xpath)] == [block.text]


def test_names_of_quotes_give_no_page_of_xpaths() -> None:
    nest = "".join(
        f"<x{number}{chr(34) * 200}><ul><li><a href=/{number}>a</a><li><a href=/b>b</a></ul>" for number in range(200)
    )
    html = f"<body>{nest}<p>{PROSE}</p>"
    result = extract(html)
    given = sum(len(region.xpath) for region in result.regions) + sum(len(block.xpath) for block in result.text_blocks)
    assert given <= 2 * len(html) + 1000 * MAX_XPATH
    assert all(len(region.xpath) <= MAX_XPATH for region in result.regions)
