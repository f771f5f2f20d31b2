from __future__ import annotations

from pathlib import Path

import pytest
from browser_pages import AS_LYNX, OTHERS

from benchmarks.papers.shinnou import is_installed, lynx_lines
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.methods.text_browser import browser_lines
from scrapy_maincontent.methods.text_browser.screen import WIDTH, Line, columns, columns_of, is_east_asian

SITE = Path(__file__).resolve().parents[2] / "example_project" / "site"
PAGES = AS_LYNX | OTHERS


def shown(html):
    return browser_lines(read_page(html.encode(), encoding="utf-8"))


@pytest.mark.parametrize(("html", "expected"), PAGES.values(), ids=PAGES)
def test_lines_of_a_page(html, expected):
    assert [line.text for line in shown(html)] == expected


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="lynx, the reference, is not installed (apt-get install lynx)")
@pytest.mark.parametrize(("html", "expected"), AS_LYNX.values(), ids=AS_LYNX)
def test_lynx_itself_shows_them(html, expected):
    assert lynx_lines(f"<meta charset=utf-8>{html}".encode()) == expected


def test_lines_know_their_text_blocks():
    lines = shown("<body><p>one <b>two</b><br>three</p><img src=a.jpg alt=view><ul><li>four</ul><hr>")
    assert [line for line in lines if line.text] == [
        Line("   one two", (0,)),
        Line("   three", (1,)),
        Line("   view", ()),
        Line("     * four", (2,)),
        Line("     " + "_" * 66, ()),
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


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "a" * 500_000,
        "<p>" + "字" * 200_000,
        "<p>" + "<b>a</b>字" * 30_000,
        "<pre>" + "字" * 200_000,
        "<pre>" + "\t" * 100_000 + "x",
        "<pre>" + "\n" * 100_000 + "x",
        "<a href=x>" * 20_000 + "x",
        "<ul><li>" * 20_000 + "x",
        "<dl><dd><div>" * 5_000 + "x",
        "<ol>" + "<li>x" * 10_000,
        "<table><tr><td>" * 3_000 + "x",
        "<table>" + "<tr><td>x<td>x" * 5_000,
        "<h1>" * 1_000 + "<div>x" * 5_000,
    ],
    ids=lambda html: html[:12],
)
def test_hostile_pages_keep_to_the_screen_and_lose_nothing(html):
    """What took time by the square of the page's size would not end."""
    page = read_page(html.encode(), encoding="utf-8")
    lines = browser_lines(page)
    east_asian = is_east_asian(page.texts)
    assert max(columns(line.text, east_asian) for line in lines) <= WIDTH
    text = "".join("".join(line.text.split()) for line in lines)
    for char in "ax字":
        assert text.count(char) == sum(block.count(char) for block in page.texts)


def test_an_empty_page_has_no_lines():
    assert shown("<body></body>") == []


@pytest.mark.parametrize(
    ("char", "elsewhere", "in_east_asia"),
    [("a", 1, 1), ("é", 1, 1), ("字", 2, 2), ("Ａ", 2, 2), ("ｱ", 1, 2), ("…", 1, 2), ("Ж", 1, 2)],
)
def test_columns_of_characters(char, elsewhere, in_east_asia):
    assert (columns_of(char, False), columns_of(char, True)) == (elsewhere, in_east_asia)
    assert columns(char * 3 + "x", True) == 3 * in_east_asia + 1


def test_a_page_with_some_characters_of_east_asia_is_set_in_its_fonts():
    assert is_east_asian(["The crane", "港の起重機"])
    assert not is_east_asian(["The crane of the harbour of Yokohama", "港"])
    assert not is_east_asian([])
