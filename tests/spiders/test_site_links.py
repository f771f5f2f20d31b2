"""Addresses of a site: their one form, traps, days in them; and what links of a page may lead to."""

from __future__ import annotations

import doctest

import pytest
from scrapy.http import HtmlResponse

from scrapy_maincontent.spiders import links as module
from scrapy_maincontent.spiders.links import (
    belongs,
    day_in_path,
    is_headline,
    is_same_page,
    is_trap,
    links,
    month_named,
    page_address,
    shape,
)

HOST = "http://courier.example"


def test_examples() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("/a?utm_source=x&utm_medium=y", "/a"),
        ("/a?id=7&fbclid=1#top", "/a?id=7"),
        ("/a?at_campaign=1&b=2&a=1", "/a?b=2&a=1"),
        ("/a/amp", "/a"),
        ("/a/amp/", "/a/"),
        ("/a?outputType=amp", "/a"),
        ("/a?page=all", "/a"),
        ("/a?page=2", "/a?page=2"),
        ("/a?print", "/a"),
        ("/a/druckversion", "/a"),
        ("/amp", "/amp"),
        ("/print/", "/print/"),
        ("/world/../a", "/a"),
        ("/news/港", "/news/%E6%B8%AF"),
        ("", "/"),
    ],
)
def test_an_address_has_one_form(asked: str, kept: str) -> None:
    assert page_address(HOST + asked) == HOST + kept
    assert page_address(page_address(HOST + asked)) == HOST + kept


def test_sites_hold_hosts_below_them_alone() -> None:
    assert belongs("https://www.courier.example/a", "courier.example")
    assert belongs("http://sport.courier.example/a", "courier.example")
    assert not belongs("http://courier.example/a", "sport.courier.example")
    assert not belongs("http://notcourier.example/a", "courier.example")
    assert not belongs("http://courier.example:8000/a", "courier.example")
    assert is_same_page("https://www.courier.example/A/?utm_source=1", "http://courier.example/a")
    assert not is_same_page(f"{HOST}/a?id=1", f"{HOST}/a?id=2")


@pytest.mark.parametrize(
    "path",
    [
        "/search?q=x",
        "/suche/fähre",
        "/検索/港",
        "/calendar/2026/11",
        "/kalender/2026",
        "/a?month=3",
        "/a?tribe-bar-date=1",
        "/a?s=ferry",
        "/wp-login.php",
        "/konto/login",
        "/a/b/a/b/a/b",
        "/" + "/".join("abcdefghijklmnop"),
        "/a?" + "&".join(f"k{number}=1" for number in range(9)),
        "/paper.pdf",
        "/" + "a" * 2000,
    ],
)
def test_traps(path: str) -> None:
    assert is_trap(HOST + path)


@pytest.mark.parametrize(
    "path", ["/", "/world/ferry", "/2026/11/24/ferry.html", "/story.php?id=7", "/地域/港", "/a.b/c"]
)
def test_no_traps(path: str) -> None:
    assert not is_trap(HOST + path)


def test_other_schemes_are_traps() -> None:
    assert is_trap("mailto:lena@courier.example")
    assert is_trap("http://[broken/")


def test_days_in_addresses() -> None:
    assert day_in_path(f"{HOST}/2026/11/24/ferry") == "2026-11-24"
    assert day_in_path(f"{HOST}/news/20261124/ferry") == "2026-11-24"
    assert day_in_path(f"{HOST}/2026-11/ferry") == "2026-11"
    for other in ("/news/201204", "/ferry-2026-11-24", "/news/2026", "/id/20261324", "/x/12026/11"):
        assert day_in_path(HOST + other) is None, other
    assert month_named(f"{HOST}/sitemap-2026-11.xml") == "2026-11"
    assert month_named(f"{HOST}/sitemap/2026/3") == "2026"
    assert month_named(f"{HOST}/sitemap-12.xml") is None


def test_headlines_are_long_in_any_language() -> None:
    for text in (
        "Ferry landing will be rebuilt",
        "桟橋、ようやく建て直しへ",
        "Anleger wird endlich gebaut",
        "Паром снова ходит через реку",
    ):
        assert is_headline(text), text
    for text in ("Sports", "地域", "1 2 3 4 5 6 7 8 9 10 11 12 13", "World news", "More"):
        assert not is_headline(text), text


def test_shapes_share_numbers() -> None:
    assert shape(f"{HOST}/termine/2026/12/3") == shape(f"{HOST}/termine/2027/1/28")


def test_links_of_a_page() -> None:
    body = """<html><head><link rel="alternate" type="application/rss+xml" href="/rss.xml"><link rel="stylesheet" type="text/css" href="/a.css">
<link rel="alternate" type="application/feed+json" href="/feed.json?x=1"></head><body><a href="/world">World</a>
<a href="/1">Ferry landing will be rebuilt at last</a><a href="/1?utm_source=front">Ferry landing will be rebuilt at last</a>
<a href="/ferry-landing-is-rebuilt.html"><img src="x.png"></a><a href="/s/4711123"><img></a><a href="/search?q=1">Search all stories of the Courier</a>
<a href="http://other.example/x">Something else that happened elsewhere</a><a href="javascript:go()">Go on and on and on</a><a href="/feed">All stories</a>
<a href="/a/b/c/d/e/f">Deep</a><a href="#top">Up</a><a href="http://[x/">Broken</a></body></html>"""
    response = HtmlResponse(f"{HOST}/", body=body.encode(), encoding="utf-8")
    found = [(link.url.removeprefix(HOST), link.kind) for link in links(response, "courier.example")]
    assert found == [
        ("/rss.xml", "feed"),
        ("/feed.json?x=1", "feed"),
        ("/world", "list"),
        ("/1", "article"),
        ("/ferry-landing-is-rebuilt.html", "article"),
        ("/s/4711123", "article"),
        ("/feed", "feed"),
    ]
