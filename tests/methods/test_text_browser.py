from __future__ import annotations

import time
from pathlib import Path

import pytest
from browser_pages import SHOWN

from benchmarks.papers.shinnou import is_installed, lynx_lines
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.methods._browser import browser_lines

SITE = Path(__file__).resolve().parents[2] / "example_project" / "site"
GENEROUS = 10.0


def shown(html, width=80):
    return browser_lines(read_page(html.encode(), encoding="utf-8"), width)


@pytest.mark.parametrize(("html", "expected"), SHOWN.values(), ids=SHOWN)
def test_lines_are_those_of_lynx(html, expected):
    assert [line.text for line in shown(html)] == expected


@pytest.mark.skipif(not is_installed(), reason="lynx, the reference, is not installed (apt-get install lynx)")
@pytest.mark.parametrize(("html", "expected"), SHOWN.values(), ids=SHOWN)
def test_lynx_itself_shows_them(html, expected):
    assert lynx_lines(f"<meta charset=utf-8>{html}".encode()) == expected


def test_lines_know_their_text_blocks():
    lines = shown("<body><p>one <b>two</b><br>three</p><img src=a.jpg alt=view><ul><li>four</ul><hr>")
    assert [(line.text, line.blocks) for line in lines if line.text] == [
        ("   one two", (0,)),
        ("   three", (1,)),
        ("   view", ()),
        ("     * four", (2,)),
        ("     " + "_" * 66, ()),
    ]


def test_one_line_may_hold_several_blocks_and_one_block_several_lines():
    words = "word " * 20
    lines = shown(f"<body><table><tr><td>a<td>b</table><p>{words}</p>")
    assert [line.blocks for line in lines] == [(0, 1), (), (2,), (2,)]


@pytest.mark.parametrize("file", sorted(SITE.rglob("*.html")), ids=lambda file: str(file.relative_to(SITE)))
def test_every_text_block_of_the_bundled_site_is_shown_in_order(file):
    page = read_page(file.read_bytes())
    blocks = [block for line in browser_lines(page) for block in line.blocks]
    assert blocks == sorted(blocks)
    assert set(blocks) == set(range(len(page.texts)))


@pytest.mark.parametrize("width", [1, 20, 40, 132])
def test_other_widths_keep_the_text(width):
    html = "<body><h1>A title</h1><ul><li>an item of some words<ul><li>日本語の項目</ul></ul><pre>a  b</pre>"
    shown_text = "".join("".join(line.text for line in shown(html, width)).split())
    assert shown_text == "Atitle*anitemofsomewords+日本語の項目ab"


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "a" * 500_000,
        "<p>" + "字" * 200_000,
        "<pre>" + "字" * 200_000,
        "<pre>" + "\t" * 100_000,
        "<a href=x>" * 20_000 + "x",
        "<ul><li>" * 20_000 + "x",
        "<table><tr><td>" * 3_000 + "x",
        "<table>" + "<tr><td rowspan=99999999999><td colspan=99999999999>x" * 5_000,
        "<ol start=99999999999999999999><li>x" + "<hr width=99999999999999999999%>" * 2_000,
        "<h1>" * 1_000 + "<div>x" * 5_000,
    ],
    ids=lambda html: html[:12],
)
def test_hostile_pages_take_linear_time(html):
    page = read_page(html.encode(), encoding="utf-8")
    start = time.process_time()
    browser_lines(page)
    assert time.process_time() - start < GENEROUS


def test_an_empty_page_has_no_lines():
    assert shown("<body></body>") == []
