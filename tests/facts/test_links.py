from __future__ import annotations

from core_pages import page_of
from growth import check_linear

from scrapy_maincontent import extract
from scrapy_maincontent.facts.links import MAX_LINKS, alternates, links

URL = "https://valley.example/otters"


def test_the_links_of_the_main_text():
    page = page_of(
        """<nav><a href=/home>Home</a></nav><p>Otters <a href=/river>of the river</a>, <a href="https://lake.example/">of
        the lake</a>, <a href=#note>a note</a>, <a href="mailto:a@x.example">mail</a>, <a href="javascript:x()">x</a></p>""",
        url=URL,
    )
    assert links(page, ["Otters" in text for text in page.texts]) == (
        {"text": "of the river", "url": "https://valley.example/river", "external": False},
        {"text": "of the lake", "url": "https://lake.example/", "external": True},
    )


def test_so_many_links_are_kept():
    page = page_of("<p>" + "<a href=/x>x</a> " * (MAX_LINKS + 1), url=URL)
    assert len(links(page, [True] * len(page.texts))) == MAX_LINKS


def test_versions_in_other_languages():
    head = """<link rel="alternate" hreflang="de-AT" href="/de"><link rel="alternate" hreflang="x-default" href="/">
    <link rel="alternate" hreflang="de-AT" href="/twice"><link rel="help" hreflang="fr" href="/fr">
    <link rel="alternate" hreflang="it" href="javascript:x()"><link rel="alternate" type="application/rss+xml" href="/rss">"""
    assert alternates(page_of(f"<html><head>{head}</head><p>x", url=URL)) == (
        {"language": "de-AT", "url": "https://valley.example/de"},
        {"language": "x-default", "url": "https://valley.example/"},
    )


def test_a_result_has_both():
    text = "The river is clean again, and the <a href=/count>otters know it</a>, say those who count them. " * 3
    result = extract(f"<html><head><link rel=alternate hreflang=de href=/de></head><h1>Otters</h1><p>{text}</p>", URL)
    assert [link["url"] for link in result.links] == ["https://valley.example/count"] * 3
    assert result.as_dict()["alternates"] == [{"language": "de", "url": "https://valley.example/de"}]


def test_the_work_grows_no_faster_than_the_page():
    def make(count: int) -> object:
        return page_of("<p>x <a href=/a>y</a></p>" * count, url=URL)

    check_linear(make, lambda page: links(page, [True] * len(page.texts)))
