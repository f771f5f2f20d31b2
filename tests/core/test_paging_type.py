"""Whether next and previous page belong to one article or to a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.extraction import extract

if TYPE_CHECKING:
    from scrapy_maincontent.result import Extraction

SENTENCES = "The mill turned for the first time in forty years, and the whole town stood on the bridge to see it."
STORY = "".join(f"<p>{SENTENCES} {SENTENCES} ({number})</p>" for number in range(8))
CARDS = "".join(
    f'<article><h2><a href="/local/{name}">The {name} and the town</a></h2><p>{SENTENCES}</p></article>'
    for name in ("mill", "weir", "ferry", "harbour", "bridge")
)
ENTRIES = "<ul>{}</ul>".format(
    "".join(f'<li><a href="/local/{name}.html">The {name} and the town</a></li>' for name in ("mill", "weir", "ferry"))
)
AT = "https://paper.example/local/mill"


def read(url: str, content: str, pager: str, head: str = "") -> Extraction:
    return extract(
        f"<!DOCTYPE html><html><head><title>The mill - The Courier</title>{head}</head><body>"
        '<header><a href="/">The Courier</a></header>'
        f"<main><h1>The mill turns again</h1>{content}{pager}</main><footer><p>The Courier, Tarnholm</p></footer>"
        "</body></html>",
        url,
    )


NUMBERS = '<p>Pages: 1 <a href="{0}/2/">2</a> <a href="{0}/3/">3</a></p>'
ARTICLES = {
    "numbers behind the name": (f"{AT}/", NUMBERS.format("/local/mill")),
    "the second page": (
        f"{AT}/2/",
        '<p>Pages: <a href="/local/mill/">1</a> 2 <a href="/local/mill/3/">3</a></p>',
    ),
    "the last page": (f"{AT}/3/", '<p><a href="/local/mill/">1</a> <a href="/local/mill/2/">2</a> 3</p>'),
    "numbered documents": (f"{AT}.html", '<p>Page 1 of 3 <a href="/local/mill-2.html">Next page</a></p>'),
    "a parameter": (
        AT,
        '<div class="pager">Seite 1 von 3 <a href="?page=2">Weiter</a> <a href="?view=all">Auf einer Seite</a></div>',
    ),
    "次ページ": (
        f"{AT}.html",
        '<p><a href="/local/mill_2.html">次ページ</a> <a href="/local/mill_all.html">全文表示</a></p>',
    ),
}
LISTS = {
    "cards": (AT, CARDS, '<p>1 <a href="?page=2">2</a> <a href="?page=3">3</a></p>'),
    "a list of links": ("https://paper.example/local/", ENTRIES, '<p>1 <a href="2.html">2</a></p>'),
    "older entries": ("https://paper.example/notes/", STORY, '<p><a href="/notes/page/2/">Older posts</a></p>'),
    "the site's first page": ("https://paper.example/", STORY, '<p>1 <a href="/2/">2</a> <a href="/3/">3</a></p>'),
    "a tag": (
        "https://paper.example/tag/mill",
        STORY,
        '<p>1 <a href="/tag/mill/2">2</a> <a href="/tag/mill/3">3</a></p>',
    ),
    "a thread": ("https://paper.example/viewtopic.php?t=4", STORY, '<p>1 <a href="?t=4&amp;start=15">2</a></p>'),
    "hundreds of pages": (
        AT,
        STORY,
        '<div class="pager">1 <a href="/local/mill?p=2">2</a> … <a href="/local/mill?p=83">83</a></div>',
    ),
    "more articles below the article": (
        AT,
        f"{STORY}<aside><h2>More articles</h2>{CARDS}</aside>",
        '<div class="pager"><a href="?90c7c550_page=2">Next</a> 1 / 9</div>',
    ),
}


@pytest.mark.parametrize("name", ARTICLES)
def test_pages_of_an_article(name: str) -> None:
    url, pager = ARTICLES[name]
    result = read(url, STORY, pager, '<meta property="og:type" content="article">')
    assert result.next_page or result.previous_page
    assert result.paging_type == "article"
    assert {region.subtype for region in result.regions if region.kind == "paging"} == {"article_pages"}


@pytest.mark.parametrize("name", LISTS)
def test_pages_of_a_list(name: str) -> None:
    url, content, pager = LISTS[name]
    result = read(url, content, pager)
    assert result.more_page
    assert result.paging_type == "list"
    assert "list_pages" in {region.subtype for region in result.regions if region.kind == "paging"}


def test_a_neighbouring_article_is_of_neither_type() -> None:
    pager = '<p><a rel="prev" href="/local/weir">Previous article: The weir</a> <a rel="next" href="/local/ferry">Next article: The ferry</a></p>'
    result = read(AT, STORY, pager)
    assert (result.next_page, result.previous_page, result.paging_type) == (None, None, None)
    assert [region.subtype for region in result.regions if region.kind == "paging"] == ["articles"]


def test_months_are_an_archive() -> None:
    pager = (
        '<p><a rel="prev" href="/local/2024/02/">« February</a> <a rel="next" href="/local/2024/04/">April »</a></p>'
    )
    result = read("https://paper.example/local/2024/03/", CARDS, pager)
    assert (result.next_page, result.previous_page, result.paging_type) == (None, None, None)
    assert [region.subtype for region in result.regions if region.kind == "paging"] == ["archive"]


def test_a_months_own_pages_are_no_archive() -> None:
    result = read(
        "https://paper.example/2024/03/",
        CARDS,
        '<p>1 <a href="/2024/03/page/2/">2</a> <a href="/2024/03/page/3/">3</a></p>',
    )
    assert result.next_page == "https://paper.example/2024/03/page/2/"
    assert result.paging_type == "list"


def test_without_a_next_or_previous_page_there_is_no_type() -> None:
    assert read(AT, STORY, "").paging_type is None


def test_older_stories_in_the_menu_are_a_lists_also_on_an_articles_page() -> None:
    menu = '<ul><li><a href="/">News</a></li><li><a href="/local/page/2/">Older stories</a></li><li><a href="/a">About</a></li></ul>'
    result = read(f"{AT}/", menu + STORY, NUMBERS.format("/local/mill"))
    assert (result.next_page, result.paging_type) == (f"{AT}/2/", "article")
    assert [region.subtype for region in result.regions if region.kind == "paging"] == ["list_pages", "article_pages"]
