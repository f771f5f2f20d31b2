from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.papers.shinnou import is_installed, lynx_lines
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.papers.shinnou.text_browser import browser_lines
from scrapy_maincontent.papers.shinnou.text_browser.screen import WIDTH, Line, columns, columns_of, is_east_asian

RULE = "     " + "_" * 66
WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"

AS_LYNX = {
    "paragraphs": (
        f"<body><p>{WORDS} fifteen</p><p>Next</p>",
        [
            "   one two three four five six seven eight nine ten eleven twelve thirteen",
            "   fourteen fifteen",
            "",
            "   Next",
        ],
    ),
    "line breaks": ("<body><p>a<br>b<br><br><br>c</p>", ["   a", "   b", "   c"]),
    "divisions": ("<body><div>a</div><div>b<div>c</div></div>", ["   a", "", "   b", "   c"]),
    "headings": ("<body><h1>A</h1><h2>B</h2>d<div><h1>E</h1></div>", [" " * 39 + "A", "", "B", "", "   d", "", "E"]),
    "centred and right": (
        "<body><center>abcd</center><p align=right>ab</p><div align=center><p>Text</p></div>",
        [" " * 36 + "abcd", "", " " * 72 + "ab", "", " " * 36 + "Text"],
    ),
    "headings by their rank": ("<body><h3>a</h3><h4>b</h4><p>c", ["  a", "", "    b", "", "   c"]),
    "sections": ("<body><section>a</section><article>b<header>c</header>d</article>", ["   abcd"]),
    "links of the head": (
        "<head><link rel=next href=a><link rel=icon href=b></head><body>a<nav>b</nav><p>c</p>",
        ["   #[1]next", "", "   a", "", "   b", "", "   c"],
    ),
    "rules": ("<body><p>a</p><hr><p>b</p>", ["   a", RULE, "", "   b"]),
    "rules around lists": (
        "<body><ul><li>a<hr></ul><p>b</p><ul><li>c</ul><hr>d",
        ["     * a", "    " + RULE[:-4], "", "   b", "     * c", RULE, "", "   d"],
    ),
    "preformatted": ("<body><p>a</p><pre>\n  b  c\n\n\td</pre>e", ["   a", "  b  c", "", "        d", "", "   e"]),
    "preformatted lines are parted anywhere": (
        f"<body><pre>{'ab cd ' * 20}</pre>",
        [("ab cd " * 20)[:80], ("ab cd " * 20)[80:].rstrip()],
    ),
    "lists": (
        "<body>x<ul><li>a<li>b<ul><li>c<ol><li>d<li>e</ol></ul><li>f</ul><ol>" + "<li>g" * 10 + "</ol>",
        [
            "   x",
            "     * a",
            "     * b",
            "          + c",
            "              1. d",
            "              2. e",
            "     * f",
            "",
            *(f"   {number:2}. g" for number in range(1, 11)),
        ],
    ),
    "blocks in items": (
        "<body><ul><li><div><p>a</p></div><p>b</p><li><h3>c</h3><p>d</p><li></ul>e",
        ["     * a", "       b", "     * c", "       d", "     *", "", "   e"],
    ),
    "terms": (
        "<body><dl><dt>a<dd>b<dt>c<dd>d</dl>e",
        ["   a", "          b", "", "   c", "          d", "", "   e"],
    ),
    "paragraphs and lists of definitions": (
        "<body><dl><dt>a<dd><p>b<p>c<dt>d<dd><ul><li>e</ul></dl>f",
        ["   a", "          b", "", "          c", "", "   d", "", "          + e", "", "   f"],
    ),
    "quotes": ("<body>a<blockquote>b<p>c</p></blockquote>d", ["   a", "", "     b", "", "     c", "", "   d"]),
    "a table": (
        "<body>a<table><tr><th>Name<th>Size<tr><td>long<td>1<tr><td>more<td>22</table>b",
        ["   a", "", "   Name Size", "   long 1", "   more 22", "", "   b"],
    ),
    "pictures": (
        "<body>a<img src=/x/y.jpg>b<img src=z.png alt=''>c<img src=z.png alt='A view'>d",
        ["   a [y.jpg] b c A view d"],
    ),
    "links": (
        "<body><a href=a>one</a> <a href=b></a><a href=c><img src=d.gif alt=''></a><a href=e>two</a><a name=f>x</a>",
        ["   [1]one [2]twox"],
    ),
    "a link after a line break": ("<body>a<br><a href=b>c</a><br>1d", ["   a", "   [1]c", "   1d"]),
    "a list of links": (
        "<body><ul><li><a href=a>b</a><li> <a href=c> d</a></ul>",
        ["     * [1]b", "     * [2]d"],
    ),
    "links around blocks": (
        "<body><ul><li><a href=a><h3>Title</h3></a><li><a href=b><div>Text</div></a></ul><a href=c><p>More</p></a>",
        ["     * [1]", "", "  Title", "     * [2]Text", "", "   [3]", "", "   More"],
    ),
    "fields of a size": (
        "<form>a <input size=5 value=ab> <input type=radio checked> x <input type=checkbox> y</form>",
        ["   a ab___ (*) x [ ] y"],
    ),
    "buttons": ("<body>a<button>Find</button><input type=image alt=Go>", ["   a (BUTTON) Find Go"]),
    "fields": (
        "<form>a <input name=b><input type=checkbox> c <input type=submit value='Go now'><input type=hidden></form>d",
        ["   a ____________________ [ ] c Go now", "   d"],
    ),
    "hidden text": (
        "<body>a<p style='display:none'>b</p><noscript><p>c</p></noscript>",
        ["   a", "", "   b", "", "   c"],
    ),
    "a word longer than the line": (f"<body><p>{'a' * 75}", ["   " + "a" * 71, "   aaaa"]),
    "words across elements": (
        f"<body><p>{'a' * 60} bb<b>bbbb</b><i>bbb cc</i>",
        ["   " + "a" * 60 + " bbbbbbbbb", "   cc"],
    ),
    "full-width characters": (
        f"<body><p>　{'字' * 36}かな</p>",
        ["   　" + "字" * 34, "   字字かな"],
    ),
    "a Japanese list": ("<body><ul><li>項目の一<li>項目（二）</ul>", ["     * 項目の一", "     * 項目（二）"]),
    "signs of Japanese fonts": (
        f"<body><p>かな{'字' * 31}…×字字</p>",
        ["   かな" + "字" * 31 + "…×", "   字字"],
    ),
}
"""Those that lynx 2.9 shows alike."""

OTHERS = {
    "a list in a link": ("<body><div><a href=a> </a><a href=b><ul><li>c</ul></a></div>", ["   [1]", "     * c"]),
    "empty lines of preformatted text": ("<body><pre>a\n\n\n\nb</pre>", ["a", "", "b"]),
    "cells of any width": (
        "<body><table><tr><th>Name<th>Length<tr><td>long name<td align=right>1</table>",
        ["   Name Length", "   long name 1"],
    ),
    "addresses": ("<body>a<address>b<br>c</address>d", ["   a", "", "    b", "    c", "", "   d"]),
    "what has no mark of its own": ("<body>x<sup>2</sup> H<sub>2</sub>O <del>a</del> <q>b</q>", ["   x2 H2O a b"]),
    "what shows nothing": (
        "<body>a<p></p><div><ul></ul></div><iframe src=b.html></iframe><p>&nbsp;</p>b",
        ["   a", "", "   b"],
    ),
    "full-width characters and words": (
        f"<body><p>かな{'字' * 31}abcdef {'字' * 3}",
        ["   かな" + "字" * 31, "   abcdef 字字字"],
    ),
}
"""Those that it shows otherwise."""


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
