"""Structures of invented pages: what is a table, list, code block, quotation or figure, and what only looks like one."""

from __future__ import annotations

import pytest
from core_pages import page_of
from growth import check_linear

from scrapy_maincontent.blocks.structures import line_numbers, link_boxes, linked_share, structures, structures_near

DATA = "<tr><th>Town<th>Rain<tr><td>Bern<td>12<tr><td>Rome<td>3"
LINKS = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("rivers", "lakes", "ponds", "wells"))


def found(markup: str) -> list[tuple[str, str]]:
    page = page_of(f"<body><p>Before it stands a text.</p>{markup}<p>And one stands behind it.</p>")
    return [(each.kind, "|".join(page.texts[each.first : each.end])) for each in structures(page)]


@pytest.mark.parametrize(
    ("markup", "kind", "text"),
    [
        pytest.param(f"<table>{DATA}</table>", "table", "Town|Rain|Bern|12|Rome|3", id="a header row"),
        pytest.param(
            f"<table><caption>Rain in June</caption>{DATA}</table>",
            "table",
            "Rain in June|Town|Rain|Bern|12|Rome|3",
            id="a caption",
        ),
        pytest.param(
            "<table><tr><td>a<td>1<tr><td>b<td>2</table>", "table", "a|1|b|2", id="even rows without a header"
        ),
        pytest.param(
            "<table><tr><th colspan=2>Mosses<tr><td>Groups<td><ul><li>Peat<li>Rock</ul></table>",
            "table",
            "Mosses|Groups|Peat|Rock",
            id="a list in a cell",
        ),
        pytest.param(
            f"<figure><table>{DATA}</table><figcaption>Table 1</figcaption></figure>",
            "table",
            "Town|Rain|Bern|12|Rome|3|Table 1",
            id="a table in a figure, with its caption",
        ),
        pytest.param(
            "<table><tr><th>Jahr<th>Film<tr><td>1931<td><a href=/m>M</a><tr><td>1927<td><a href=/me>Metropolis</a></table>",
            "table",
            "Jahr|Film|1931|M|1927|Metropolis",
            id="a table of linked data",
        ),
        pytest.param(
            "<ul><li>Rim<li>Slope<ul><li>Sedge<li>Grass</ul></ul>", "list", "Rim|Slope|Sedge|Grass", id="nested"
        ),
        pytest.param(
            "<ol><li><p>Knead.<pre>x = 1</pre><li>Wait.</ol>", "list", "Knead.|x = 1|Wait.", id="code in an item"
        ),
        pytest.param("<dl><dt>麹<dd>米を蒸したもの。</dl>", "list", "麹|米を蒸したもの。", id="definitions"),
        pytest.param(
            '<ol class="references"><li><a href="#r1">^</a> Weber, Salz, 1921.<li><a href="#r2">^</a> Roth, Meer, 1930.</ol>',
            "list",
            "^ Weber, Salz, 1921.|^ Roth, Meer, 1930.",
            id="notes",
        ),
        pytest.param("<pre>x = 1\ny = 2</pre>", "code", "x = 1\ny = 2", id="preformatted"),
        pytest.param(
            "<div class=highlight><code>let a;</code><br><code>let b;</code></div>",
            "code",
            "let a;|let b;",
            id="lines of code",
        ),
        pytest.param(
            "<div class=fragment><div class=line>int a;</div><div class=line>int b;</div></div>",
            "code",
            "int a;|int b;",
            id="lines by name",
        ),
        pytest.param(
            "<div class=code-box><pre>ls -l</pre><div class=toolbar><button>Copy</button></div></div>",
            "code",
            "ls -l",
            id="a toolbar",
        ),
        pytest.param(
            "<blockquote><p>So it is.</p><footer>— A miller</footer></blockquote>",
            "quote",
            "So it is.|— A miller",
            id="quote and source",
        ),
        pytest.param(
            "<figure><img src=/x.png><figcaption>A mill.</figcaption></figure>", "figure", "A mill.", id="figure"
        ),
    ],
)
def test_a_structure_is_found_whole(markup: str, kind: str, text: str) -> None:
    assert found(markup) == [(kind, text)]


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param(f"<table role=presentation>{DATA}</table>", id="a table of layout by its role"),
        pytest.param("<table><tr><td>All of a page in one cell.</table>", id="one cell"),
        pytest.param(
            "<table><tr><td><h1>A page</h1><td><form><input></form>Menu<tr><td>a<td>b</table>", id="parts of a page"
        ),
        pytest.param(f"<ul>{LINKS}</ul>", id="links"),
        pytest.param("<ul><li><h3>A card</h3>Text of it<li><h3>Another</h3>Its text</ul>", id="cards with headings"),
        pytest.param(
            "<ul><li><a href=/1>The mill burns</a><p>Nobody was hurt, says the miller.<li><a href=/2>The well is dry</a>"
            "<p>It has not rained for weeks, and more is not in sight.</ul>",
            id="teasers of other pages",
        ),
        pytest.param("<ul role=menu><li>Save<li>Print</ul>", id="a menu"),
    ],
)
def test_what_only_looks_like_one_is_none(markup: str) -> None:
    assert found(markup) == []


def test_a_layout_table_is_looked_into() -> None:
    inner = f"<table>{DATA}</table>"
    assert found(f"<table><tr><td>Menu<td>{inner}<ul><li>One.<li>Two.</ul></table>") == [
        ("table", "Town|Rain|Bern|12|Rome|3"),
        ("list", "One.|Two."),
    ]


NUMBERED = {
    "a column": "<table class=highlighttable><tr><td><pre>1\n2</pre><td><pre>a()\nb()</pre></table>",
    "a cell for each line": "<table class=blob-code><tr><td>7<td>a()<tr><td>8<td>b()</table>",
    "elements": "<div class=crayon-main><div>1</div><div>2</div><div class=crayon-line>a()</div><div class=crayon-line>b()</div></div>",
}


@pytest.mark.parametrize("markup", NUMBERED.values(), ids=NUMBERED.keys())
def test_numbers_of_lines_are_told_from_code(markup: str) -> None:
    page = page_of(markup)
    (code,) = structures(page)
    numbers = {*line_numbers(page, code)}
    assert code.kind == "code"
    kept = [page.texts[block] for block in range(code.first, code.end) if block not in numbers]
    assert "\n".join(kept) == "a()\nb()"


def test_numbers_that_do_not_count_up_are_code() -> None:
    page = page_of("<div class=crayon-main><div>4</div><div>9</div><div class=crayon-line>a()</div></div>")
    assert [*line_numbers(page, structures(page)[0])] == []


@pytest.mark.parametrize(
    "markup",
    [
        pytest.param(f"<ul>{LINKS}</ul>", id="a list of links"),
        pytest.param(f"<table><tr><th>Waters<tr><td><ul>{LINKS}</ul></table>", id="a navigation box"),
        pytest.param("<table role=navigation><tr><td>Part of a series<td>Salt</table>", id="by its role"),
    ],
)
def test_boxes_of_links_are_navigation_as_a_whole(markup: str) -> None:
    page = page_of(markup)
    (box,) = link_boxes(page, 0, len(page.texts))
    assert (box.first, box.end) == (0, len(page.texts))
    assert structures(page) == []


def test_the_linked_share_counts_characters() -> None:
    page = page_of("<ul><li><a href=/x>abcd</a> efgh</ul>")
    assert linked_share(page, page.tags.index("ul")) == pytest.approx(0.5)


def test_structures_near_a_text_are_those_it_holds_and_a_run_behind_it() -> None:
    rows = "<ul><li>One of two.<li>Two of two.</ul>"
    page = page_of(f"{rows}<p>A text.</p>{rows}<p>Next:</p>{rows}" + "<p>Far away.</p>" * 3 + rows)
    text = page.texts.index("A text.")
    assert structures_near(page, text, text + 1, 1) == structures(page)[1:3]
    assert structures_near(page, 0, len(page.texts), 0) == structures(page)


def test_structures_do_not_overlap_and_are_in_order() -> None:
    page = page_of(
        f"<ul><li>a<table>{DATA}</table></ul><pre>b</pre><blockquote><ul><li>c</ul></blockquote>x y z, and more of it."
    )
    places = [place for each in structures(page) for place in (each.first, each.end)]
    assert places == sorted(places)
    assert [each.kind for each in structures(page)] == ["list", "code", "quote"]


@pytest.mark.parametrize(
    "unit",
    [
        f"<table>{DATA}</table>",
        "<ul><li>a<ul><li>b</ul></ul>",
        "<div class=highlight>a<code>b</code></div>",
        "<figure>",
    ],
)
def test_the_work_grows_with_the_page(unit: str) -> None:
    check_linear(lambda count: page_of(unit * count), structures, 300)
