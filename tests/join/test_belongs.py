from __future__ import annotations

import pytest

from scrapy_maincontent.join.belongs import belongs, canonical, is_first_page, normalised, same_origin, same_site
from scrapy_maincontent.result import Extraction

FIRST = "https://paper.example/local/tide-mill/"
TITLE = "The tide mill grinds again"


def does_belong(
    url: str, title: str | None = "Another headline", first: str = FIRST, paging: str | None = "article"
) -> bool:
    page = Extraction(title=title, paging_type=paging)
    return belongs(page, url, Extraction(title=TITLE, paging_type="article"), first, 2)


@pytest.mark.parametrize(
    "title", [TITLE, TITLE.upper(), f"{TITLE} - page 2", f"Page 2: {TITLE}", "The tide mill grinds again…"]
)
def test_the_same_headline_is_the_same_article(title: str) -> None:
    assert does_belong("https://paper.example/archive?id=77", title)


@pytest.mark.parametrize(
    ("first", "url"),
    [
        (FIRST, f"{FIRST}2/"),
        (FIRST, f"{FIRST}page/2"),
        (FIRST, f"{FIRST}?page=2"),
        (FIRST.rstrip("/"), f"{FIRST}p2"),
        ("https://paper.example/a/mill.html", "https://paper.example/a/mill-2.html"),
        ("https://paper.example/a/mill.html", "https://paper.example/a/mill_p2.html"),
        ("https://paper.example/a/mill-1.html", "https://paper.example/a/mill-2.html"),
        ("https://paper.example/a/mill", "https://paper.example/a/mill,seite-2"),
        (FIRST, f"{FIRST}1"),
        ("https://paper.example/a/mill/1", "https://paper.example/a/mill/2"),
        ("https://paper.example/a/mill/index.html", "https://paper.example/a/mill/index2.html"),
        ("https://paper.example/show.php?id=7", "https://paper.example/show.php?id=7&page=2"),
        ("https://paper.example/show.php?id=7&page=1", "https://paper.example/show.php?id=7&page=2"),
        ("https://paper.example/show.php?id=7", "https://paper.example/show.php?start=10&id=7"),
    ],
)
def test_an_address_with_a_page_number_is_the_same_article(first: str, url: str) -> None:
    assert does_belong(url, first=first)


@pytest.mark.parametrize(
    ("first", "url"),
    [
        (FIRST, "https://paper.example/local/night-ferry/"),
        (FIRST, "https://paper.example/local/night-ferry-2/"),
        (FIRST, f"{FIRST}comments/"),
        ("https://paper.example/show.php?id=7", "https://paper.example/show.php?id=8"),
        ("https://paper.example/docs/index.html", "https://paper.example/docs/install.html"),
        ("https://paper.example/local/", "https://paper.example/local/story-12"),
        ("https://paper.example/", "https://paper.example/2027/05/flood"),
    ],
)
def test_another_headline_at_another_address_is_another_article(first: str, url: str) -> None:
    assert not does_belong(url, first=first)
    assert not does_belong(url, None, first=first)


def test_a_page_of_a_list_belongs_to_no_article() -> None:
    assert not does_belong(f"{FIRST}2/", TITLE, paging="list")


def test_a_page_without_paging_and_headline_is_none_of_the_article() -> None:
    assert not does_belong(f"{FIRST}2/", "Not found", paging=None)
    assert does_belong(f"{FIRST}2/", TITLE, paging=None)


def test_short_headlines_have_to_be_the_same() -> None:
    page, first = Extraction(title="Menu"), Extraction(title="Menu of the week")
    assert not belongs(page, "https://paper.example/x", first, FIRST, 2)


@pytest.mark.parametrize(
    ("previous", "first"), [(None, True), (FIRST, True), (f"{FIRST}#top", True), (f"{FIRST}2/", False)]
)
def test_the_first_page_has_none_before_it(previous: str | None, first: bool) -> None:
    assert is_first_page(Extraction(previous_page=previous), FIRST) is first


@pytest.mark.parametrize(("shown", "first"), [(1, True), (2, False), (None, False)])
def test_the_number_that_a_page_shows_counts_for_more(shown: int | None, first: bool) -> None:
    numbers = {"current": shown, "last": 3, "links": {}}
    assert is_first_page(Extraction(previous_page=f"{FIRST}about", page_numbers=numbers), FIRST) is first


@pytest.mark.parametrize(("shown", "belonging"), [(2, True), (3, False), (None, False)])
def test_a_page_that_shows_the_number_is_that_page(shown: int | None, belonging: bool) -> None:
    numbers = {"current": shown, "last": 3, "links": {}}
    page = Extraction(title="The battery", paging_type="article", page_numbers=numbers)
    assert belongs(page, "https://paper.example/local/battery", Extraction(title=TITLE), FIRST, 2) is belonging


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("http://PAPER.example/x", True),
        ("https://paper.example:8080/", False),
        ("https://www.paper.example/", False),
        ("https://paper.example.org/", False),
        ("https://[broken", False),
        ("", False),
    ],
)
def test_a_site_is_a_host_and_a_port(other: str, same: bool) -> None:
    assert same_site(FIRST, other) is same


def test_files_are_one_site() -> None:
    assert same_site("file:///pages/mill.html", "file:///pages/mill-2.html")
    assert not same_site("file:///pages/mill.html", FIRST)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://mill.example/1", "https://MILL.example:443/2", True),
        ("http://mill.example:80/1", "http://mill.example/2", True),
        ("https://mill.example/1", "http://mill.example/2", False),
        ("https://mill.example/1", "https://mill.example:8443/2", False),
        ("https://mill.example/1", "https://www.mill.example/2", False),
        ("https://mill.example/1", "https://[mill/2", False),
        ("https://[mill/1", "https://[mill/1", False),
    ],
)
def test_credentials_stay_with_scheme_host_and_port(one, other, same):
    assert same_origin(one, other) is same


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("http://paper.example/a/../../private/2", "http://paper.example/private/2"),
        ("http://paper.example/a/./b/..", "http://paper.example/a/"),
        ("http://paper.example/a/.", "http://paper.example/a/"),
        ("http://paper.example/..", "http://paper.example/"),
        ("http://paper.example", "http://paper.example/"),
        ("http://paper.example/a/%2e%2E/.%2e/%2e./%2E/b", "http://paper.example/b"),
        ("http://paper.example/a/...", "http://paper.example/a/..."),
        ("http://paper.example/a/..b/.c", "http://paper.example/a/..b/.c"),
        ("http://paper.example//a//../b", "http://paper.example//a/b"),
        ("http:\\\\paper.example\\a\\..\\b", "http://paper.example/b"),
        ("http://other.example\\@paper.example/a", "http://other.example/@paper.example/a"),
        ("HTTP://Paper.EXAMPLE/A", "http://paper.example/A"),
        ("http://paper.example:80/a", "http://paper.example/a"),
        ("http://paper.example:/a", "http://paper.example/a"),
        ("https://paper.example:0443/a", "https://paper.example/a"),
        ("https://paper.example:80/a", "https://paper.example:80/a"),
        ("http://reader:word@Paper.example:80/a", "http://reader:word@paper.example/a"),
        (" http://paper.example/a?b=../c\\d/../e#f/../g ", "http://paper.example/a?b=../c%5Cd/../e#f/../g"),
        ("file:///home/reader/../page.html", "file:///home/page.html"),
        ("data:text/html,a/../b", "data:text/html,a/../b"),
        ("http://[paper.example/a/../b", "http://[paper.example/a/../b"),
        ("http://paper.example:port/a/../b", "http://paper.example:port/a/../b"),
    ],
)
def test_an_address_is_asked_for_in_its_plain_form(given: str, asked: str) -> None:
    assert normalised(given) == asked
    assert normalised(asked) == asked
    assert canonical(given) == canonical(asked)
