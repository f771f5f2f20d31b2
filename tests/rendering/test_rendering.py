from __future__ import annotations

import re
from itertools import compress

import pytest
from core_pages import page_of
from growth import FULL, check_linear
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from scrapy_maincontent.page import Page
from scrapy_maincontent.page.limits import Limits, guard
from scrapy_maincontent.rendering import FORMATS, render
from scrapy_maincontent.rendering.outline import What, cell_span, outline

READER = MarkdownIt("commonmark", {"maxNesting": 1000}).enable("table")
_PARTING = "p li td th h1 h2 h3 h4 h5 h6 br pre blockquote tr caption figcaption dt dd div hr"
_ALLOWED = """
    p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption tr td th pre code blockquote figure figcaption
    a strong em sub sup img br hr kbd mark del ins q
"""
_TAGS = """
    p div ul ol li dl dt dd table tr td th caption thead blockquote pre h1 h2 figure figcaption
    a b i em strong code sub sup span section article font
"""
PARTING, ALLOWED, VOID = frozenset(_PARTING.split()), frozenset(_ALLOWED.split()), frozenset(("br", "hr", "img"))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def shown(html: str) -> str:
    """Return the visible text of a fragment, blanks where an element parts it."""
    root = lxml_html.fragment_fromstring(html, create_parent="div")
    for element in root.iter():
        if element.tag in PARTING:
            element.text = f" {element.text or ''}"
            element.tail = f" {element.tail or ''}"
    return root.text_content()


def test_every_format_comes_from_one_selection():
    page = page_of("<h1>Otters</h1><p>Menu</p><p>They are <b>back</b>.</p>")
    rendered = render(page, [True, False, True], FORMATS)
    assert rendered.text == "Otters\n\nThey are back."
    assert rendered.markdown == "# Otters\n\nThey are **back**."
    assert rendered.html == "<h1>Otters</h1>\n<p>They are <strong>back</strong>.</p>"
    assert rendered.spans == [(0, 6), None, (8, 22)]


def test_only_what_is_asked_for_is_made_and_the_text_is_the_same():
    page = page_of("<p>a <img src=x></p><p>b</p>")
    results = {formats: render(page, [True, True], formats) for formats in ((), ("markdown",), ("html",), FORMATS)}
    assert len({result.text for result in results.values()}) == 1
    assert [result.markdown is not None for result in results.values()] == [False, True, False, True]
    assert [result.html is not None for result in results.values()] == [False, False, True, True]


@pytest.mark.parametrize("formats", [("text", "pdf"), ["Markdown"], "html", "pdf"])
def test_an_unknown_format_is_named_with_what_is_allowed(formats):
    with pytest.raises(ValueError, match=r"(pdf|Markdown|html).*text, markdown, html"):
        render(page_of("<p>a</p>"), [True], formats)


def test_a_selection_of_another_page_is_refused():
    with pytest.raises(ValueError, match="2 values for 1 text blocks"):
        render(page_of("<p>a</p>"), [True, False])


def test_nothing_selected_is_nothing_rendered():
    rendered = render(page_of("<p>a</p><figure><img src=x></figure><p>b</p>"), [False, False], FORMATS)
    assert (rendered.text, rendered.markdown, rendered.html, rendered.spans) == ("", "", "", [None, None])


TAGS = st.sampled_from(_TAGS.split())
TEXTS = st.one_of(
    st.sampled_from(
        [
            "a",
            " b ",
            "one two",
            "x\n  y",
            "　",
            "「雨」",
            "です",
            "*",
            "**",
            "_",
            "`",
            "#",
            "1.",
            "-",
            "&amp;",
            "|",
            "!",
            "[",
            "\\",
        ]
    ),
    st.text(alphabet="ab*_`[]()<>&;!|\\#-+=~.1 \n\t　雨「」é\u2028\u200b", max_size=8).map(
        lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
    ),
)
TOKENS = st.one_of(
    TEXTS,
    TAGS.map(lambda tag: f"<{tag}>"),
    TAGS.map(lambda tag: f"</{tag}>"),
    st.sampled_from(
        [
            "<br>",
            "<hr>",
            "<img src=/i.png alt='x y'>",
            "<img src='javascript:x()'>",
            "<picture><img src=p.png></picture>",
            "<a href=/x>",
            "<a href='javascript:alert(1)'>",
            "<a href=' JAVA\tSCRIPT:alert(1)'>",
            "<td colspan=3 rowspan=x>",
            "<ol start=7>",
            "<pre class=language-c>",
            "<div hidden>",
            "<ruby>雨<rt>あめ</rt></ruby>",
        ]
    ),
)


@given(st.lists(TOKENS, max_size=40).map("".join), st.integers(min_value=0))
def test_any_markup_and_any_selection(markup, chosen):
    page = page_of(f"<body>{guard(markup.encode(), Limits())[0].decode()}</body>")
    main = [bool(chosen >> block & 1) for block in range(len(page.texts))]
    rendered = render(page, main, FORMATS)
    assert rendered.markdown is not None
    assert rendered.html is not None
    for block, span in enumerate(rendered.spans):
        assert (span is not None) == main[block]
        if span is not None:
            assert rendered.text[slice(*span)] == page.texts[block]
    expected = words(" ".join(compress(page.texts, main)))  # the text has the numbers of items, too
    rendered_again = READER.render(rendered.markdown)
    # Code, captions and lines of paragraphs between selected texts are shown, too.
    for written in (words(shown(rendered.html)), words(shown(rendered_again))):
        rest = iter(written)
        assert all(word in rest for word in expected)
        assert set(written) <= set(words(" ".join(page.texts)))
    for mark in "*_`[":
        assert rendered.text.count(mark) <= shown(rendered_again).count(mark) <= "".join(page.texts).count(mark)
    assert "javascript:" not in re.sub(r">[^<]*<", "><", f">{rendered.html}<").lower()
    assert_clean(rendered.html)


HARMLESS = frozenset(("href", "src", "alt", "colspan", "rowspan", "start", "reversed", "value", "class"))


def assert_clean(html: str) -> None:
    """Assert that tags are allowed, well nested and have no attributes but the harmless ones."""
    stack: list[str] = []
    for closing, tag, attributes in re.findall(r"<(/?)(\w+)([^>]*)>", html):
        assert tag in ALLOWED
        if closing:
            assert stack.pop() == tag
        elif tag not in VOID:
            stack.append(tag)
        assert set(re.findall(r' ([\w-]+)="[^"]*"', attributes)) <= HARMLESS
    assert not stack


FLOODS = {
    "lists": lambda n: "<ul><li>x" * 200 + "<p>y</p>" * (30 * n),
    "rows": lambda n: "<table>" + ("<tr>" + "<td>x</td>" * 100 + "</tr>") * (3 * n // 10) + "</table>",
    "tables": lambda n: "<table><tr><td>a<td>b</td>" * n,
    "inline": lambda n: "<b><i><code><a href=/x>" * 60 + "<div>x</div>" * (30 * n),
    "link": lambda n: '<a href="' + "x" * 4000 + '">' + "<div>x</div>" * (30 * n) + "</a>",
    "figures": lambda n: "<figure>" * 200 + "<p>x</p>" * (15 * n) + "<img src=/a.png>" * (15 * n),
    "quoted code": lambda n: "<blockquote><ol start=999><li>" * 50 + "<pre>" + "a\n" * (300 * n) + "</pre>",
    "breaks": lambda n: "<p>" + "a<br>" * (30 * n),
    "marks": lambda n: "<h1>" + "#" * (500 * n) + "x</h1><h2><pre>a" + " " * (500 * n) + "b\nc</pre></h2>",
    "backticks": lambda n: "<p><code>" + "`x" * (250 * n) + "</code>" + "<b>*</b>" * (20 * n),
}


def everything(page):
    return render(page, [True] * len(page.texts), FORMATS)


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    check_linear(lambda n: page_of(FLOODS[name](n)), everything)


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
def test_hostile_pages_cost_what_they_hold(name):
    markup = FLOODS[name](FULL)
    rendered = everything(page_of(markup))
    assert len(rendered.markdown or "") + len(rendered.html or "") < 40 * len(markup)


def images_of(markup: str, left_out: tuple[str, ...] = ()) -> list[str]:
    page = page_of(markup)
    selection = outline(page, [text not in left_out for text in page.texts])
    inner = [number for numbers in selection.inner_images.values() for number in numbers]
    between = [event.number for event in selection.events if event.what is What.IMAGE]
    return [page.object_urls[number] for number in sorted(inner + between)]


ARTICLE = """<img src=logo.png><h1>Otters</h1><img src=lead.jpg><p>They <img src=tail.png> are back.</p>
    <figure><img src=otter.jpg><figcaption>An otter</figcaption></figure><img src=ad.png><p>Buy boats</p>"""


def test_pictures_between_selected_blocks_are_selected():
    assert images_of(ARTICLE, ("Buy boats",)) == ["lead.jpg", "tail.png", "otter.jpg"]


def test_a_picture_in_a_block_goes_with_its_block():
    assert images_of(ARTICLE, ("Buy boats", "They are back.")) == ["otter.jpg"]


def test_a_picture_goes_with_its_caption():
    assert images_of(ARTICLE, ("Otters", "They are back.", "Buy boats")) == ["otter.jpg"]
    assert images_of(ARTICLE, ("They are back.", "An otter", "Buy boats")) == []


def test_a_picture_behind_its_caption_at_the_end_of_a_page():
    assert images_of("<p>a</p><figure><figcaption>b</figcaption><img src=x.png></figure>") == ["x.png"]


@pytest.mark.parametrize(
    ("markup", "left_out", "found"),
    [
        ("<img src=x.png><p>a</p>", (), []),
        ("<p>a</p><img src=x.png>", (), []),
        ("<p>a</p><img src=x.png><p>b</p>", (), ["x.png"]),
        ("<p>a</p><img src=x.png><p>b</p>", ("a",), []),
        ("<p>a</p><img src=x.png><p>b</p>", ("b",), []),
        ("<p>a</p><p><img src=x.png>b</p>", ("a",), []),
    ],
)
def test_a_picture_stands_between_two_selected_blocks(markup, left_out, found):
    assert images_of(markup, left_out) == found


def test_hidden_pictures_and_players_are_left_out():
    assert images_of("<p>a</p><div hidden><img src=x.png></div><iframe src=y></iframe><p>b</p>") == []
    assert images_of("<p>a</p><div hidden><img src=x.png></div><img src=y.png><p>b</p>") == ["y.png"]


@pytest.mark.parametrize(
    ("picture", "is_shown"),
    [
        ("<img src=icon.png>", False),
        ("<img src=x.png class=avatar>", False),
        ("<img src=x.png style='display:none'>", False),
        ("<img src=x.png width=1 height=1>", False),
        ("<img src=x.png width=16 height=16 alt='x²'>", True),
        ("<img src=x.png>", True),
    ],
)
def test_a_text_shows_pictures_and_formulas_but_no_icons(picture, is_shown):
    assert images_of(f"<p>Squares {picture} are even.</p>") == ["x.png"] * is_shown


@pytest.mark.parametrize(("times", "is_shown"), [(7, True), (8, False)])
def test_a_picture_that_a_page_shows_eight_times_is_an_icon(times, is_shown):
    picture, formula = "<img src=x.png>", "<img src=y.png alt='x²'>"
    assert images_of(f"<p>a {picture} b</p>" * times) == ["x.png"] * is_shown * times
    assert images_of(f"<p>a</p>{formula}" * times + "<p>a</p>") == ["y.png"] * is_shown * times
    assert images_of(f"<p>a {formula} b</p>" * times) == ["y.png"] * times


def test_a_formula_stands_in_its_text():
    assert images_of("<p>a</p><img src=x.png width=16 alt='x²'><p>b</p>") == []


@pytest.mark.parametrize("chosen", range(32))
def test_every_selection_is_well_nested_and_opens_an_element_once(chosen):
    page = page_of(
        "<ul><li>a<table><tr><td>b<td>c</table></li>d<li><blockquote>e</blockquote><img src=x></li></ul>", url=None
    )
    assert len(page.texts) == 5
    opened, stack, lines = set(), [], []
    for event in outline(page, [bool(chosen >> block & 1) for block in range(5)]).events:
        if event.what is What.OPEN:
            assert event.number == -1 or event.number not in opened
            opened.add(event.number)
            stack.append((event.tag, event.number))
        elif event.what is What.CLOSE:
            assert stack.pop() == (event.tag, event.number)
        elif event.what is What.LINE:
            lines.append(event.number)
    assert not stack
    assert lines == [block for block in range(5) if chosen >> block & 1]


def html_of(markup: str, left_out: tuple[str, ...] = ()) -> str:
    page = page_of(markup)
    rendered = render(page, [text not in left_out for text in page.texts], ("html",))
    assert rendered.html is not None
    return rendered.html


def test_structure_stays_and_decoration_goes():
    markup = """<div class="a" id="b"><h2 style="color:red" onclick="x()">Otters &amp; herons</h2>
        <p class="lead">They are <span class="x">back</span>.<script>x()</script></p>
        <blockquote><p>At last!</p></blockquote><pre class="code">a &lt; b\n  c</pre></div>"""
    assert html_of(markup) == (
        "<h2>Otters &amp; herons</h2>\n<p>They are back.</p>\n"
        "<blockquote>\n<p>At last!</p>\n</blockquote>\n<pre><code>a &lt; b\n  c</code></pre>"
    )


def test_inline_markup_stays():
    markup = (
        "<p>H<sub>2</sub>O is <b>very <i>wet</i></b>, says <code>x()</code> and <a href='/w?a=1&amp;b=2'>all</a>.</p>"
    )
    assert html_of(markup) == (
        "<p>H<sub>2</sub>O is <strong>very <em>wet</em></strong>, says <code>x()</code> and "
        '<a href="https://paper.example/w?a=1&amp;b=2">all</a>.</p>'
    )


def test_breaks_stay_breaks():
    assert html_of("<p>The <i>river<br>the</i> river</p>") == "<p>The <em>river</em><br><em>the</em> river</p>"


def test_nested_lists():
    assert html_of("<ul><li>one<ol><li>a<li><p>b</p></ol><li>two</ul>") == (
        "<ul>\n<li>one<ol>\n<li>a</li>\n<li><p>b</p>\n</li>\n</ol>\n</li>\n<li>two</li>\n</ul>"
    )


def test_a_list_may_be_cut():
    assert html_of("<ul><li>one<ul><li>a</ul><li>two</ul>", ("one", "two")) == (
        "<ul>\n<li><ul>\n<li>a</li>\n</ul>\n</li>\n</ul>"
    )


def test_items_without_list_are_paragraphs_and_lists_without_items_get_them():
    assert html_of("<li>a</li><ul>b<div>c</div></ul>") == ("<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>")


def test_tables_keep_header_cells_spans_and_empty_cells():
    markup = """<table border=1><tr><th>Name<th colspan="2" rowspan="abc" class=x>Age
        <tr><td></td><td rowspan=3>12<td>13<tr><td colspan=99999>x</table>"""
    assert html_of(markup) == (
        '<table>\n<tr><th>Name</th><th colspan="2">Age</th></tr>\n'
        '<tr><td></td><td rowspan="3">12</td><td>13</td></tr>\n<tr><td colspan="32">x</td></tr>\n</table>'
    )


def test_a_picture_behind_a_list_is_not_in_it():
    assert html_of("<ul><li>a</ul><img src=/x.png><p>b") == (
        '<ul>\n<li>a</li>\n</ul>\n<img src="https://paper.example/x.png" alt="">\n<p>b</p>'
    )


def test_preformatted_lines_in_a_heading_lose_their_marks_and_no_text():
    assert html_of("<h2><pre>a <b>b\nc</b> d</pre></h2>") == "<h2>a b\nc d</h2>"


def test_items_are_counted_as_the_page_counts_them():
    assert html_of("<ol type=a start=2><li>one</ol>") == '<ol start="2" type="a">\n<li>one</li>\n</ol>'
    assert html_of("<ol type=disc reversed><li>one</ol>") == "<ol reversed>\n<li>one</li>\n</ol>"


def test_layout_tables_go():
    assert html_of("<table><tr><td><p>one</p><table><tr><td>a<td>b</table></td></tr></table>") == (
        "<p>one</p>\n<table>\n<tr><td>a</td><td>b</td></tr>\n</table>"
    )
    assert html_of('<table role="presentation"><tr><td>a<td>b</table>') == "<p>a</p>\n<p>b</p>"


@pytest.mark.parametrize("top", ["<tr><td colspan=2>Otters' friends", "<tr><td>a<td>b", ""])
def test_a_table_that_places_the_pages_text_beside_its_menu_goes(top):
    text = "<h2>Back</h2><p>Otters are back in the river after forty years.<p>Nobody knows why they left."
    markup = f"<table>{top}<tr><td><a href=/>Start</a><br><a href=/a>News</a><td>{text}</table>"
    assert html_of(markup).endswith(
        "<h2>Back</h2>\n<p>Otters are back in the river after forty years.</p>\n<p>Nobody knows why they left.</p>"
    )
    assert "<table" not in html_of(markup)


def test_figures_keep_picture_and_caption():
    markup = '<figure><div><img src="o.jpg" alt="An &quot;otter&quot;"></div><figcaption>An <i>otter</i></figcaption></figure>'
    assert html_of(markup) == (
        '<figure>\n<img src="https://paper.example/news/o.jpg" alt="An &quot;otter&quot;">\n'
        "<figcaption>An <em>otter</em></figcaption>\n</figure>"
    )


def test_a_link_around_blocks_is_a_link_in_each():
    assert html_of('<a href="/x"><div>one</div><div>two</div></a>') == (
        '<p><a href="https://paper.example/x">one</a></p>\n<p><a href="https://paper.example/x">two</a></p>'
    )


def test_a_heading_with_blocks_in_it_is_one_heading():
    assert html_of("<h2><div>Otters</div><div>and herons</div></h2>") == "<h2>Otters<br>and herons</h2>"


def test_scripts_in_addresses_go_and_the_text_stays():
    markup = "<p><a href='javascript:x()'>one</a> <a href=' java\nscript:x()'>two</a> <img src='javascript:x()'></p>"
    assert html_of(markup) == "<p>one two</p>"


def test_a_page_shows_20_000_links_and_the_text_of_all():
    markup = "<p>" + "<a href=/x>weir</a> and " * 20_001 + "<b>ford</b> <img src=/i.png alt=mill> end</p>"
    rendered = render(page_of(markup), [True], FORMATS)
    assert rendered.text.count("weir") == 20_001
    assert rendered.markdown is not None
    assert rendered.markdown.count("[weir](https://paper.example/x)") == 20_000
    assert rendered.markdown.endswith(" and weir and ford ![mill](https://paper.example/i.png) end")
    assert rendered.html is not None
    assert rendered.html.count('<a href="https://paper.example/x">weir</a>') == 20_000
    assert rendered.html.endswith(' and weir and ford <img src="https://paper.example/i.png" alt="mill"> end</p>')


def test_links_of_all_blocks_count_together():
    page = page_of("<p><a href=/x>weir</a> and <b>ford</b></p>" * 10_001)
    rendered = render(page, [True] * len(page.texts), FORMATS)
    assert rendered.markdown is not None
    assert rendered.markdown.endswith("[weir](https://paper.example/x) and **ford**\n\nweir and ford")


def test_40_000_containers_and_lines_are_kept():
    page = page_of("<p>mill</p><ul>" + "<li>weir" * 13_334 + "</ul>")
    markdown = render(page, [True] * len(page.texts), FORMATS).markdown
    assert markdown is not None
    assert markdown.count("- weir") == 13_333


def test_behind_40_000_containers_and_lines_blocks_are_paragraphs():
    page = page_of("<ul>" + "<li>weir" * 13_335 + "</ul><img src=/i.png alt=mill><ol><li># <a href=/x>ford</a></ol>")
    rendered = render(page, [True] * len(page.texts), FORMATS)
    assert rendered.text.count("weir") == 13_335
    assert rendered.markdown is not None
    assert rendered.markdown.count("- weir") == 13_334
    assert rendered.markdown.endswith("- weir\n\nweir\n\n\\# ford")
    assert rendered.html is not None
    assert rendered.html.count("<li>") == 13_334
    assert rendered.html.endswith("</ul>\n<p>weir</p>\n<p># ford</p>")


@pytest.mark.parametrize(
    ("rows", "is_table"),
    [
        ("<tr><td>a<td>b", True),
        ("<tr><td>a<tr><td>b", False),
        ("<tr><td>a<tr><th>b<th>c", True),
        ("<tr><td>a<td>b<table><tr><td>c</table>", False),
    ],
)
def test_a_table_has_a_row_of_two_cells_and_no_table_in_it(rows, is_table):
    html = html_of(f"<table>{rows}</table>")
    assert html is not None
    assert ("<table>" in html) == is_table
    assert "<table>" not in (html_of(f"<table role=' Presentation '>{rows}</table>") or "")


@pytest.mark.parametrize(("blocks", "is_link"), [(20, True), (21, False)])
def test_a_link_around_more_than_20_blocks_is_none(blocks, is_link):
    html = html_of(f"<a href=/x>{'<div>weir</div>' * blocks}</a>")
    assert html is not None
    assert html.count("<a ") == blocks * is_link


@pytest.mark.parametrize(
    ("value", "span"),
    [("", 1), ("x", 1), ("-3", 1), ("²", 1), ("0", 1), ("1", 1), ("31", 31), ("32", 32), ("33", 32), ("9" * 5000, 32)],
)
def test_a_cell_spans_1_to_32_columns(value, span):
    page = page_of(f"<table><tr><td colspan='{value}'>x</table>")
    assert cell_span(page, page.tags.index("td"), "colspan") == span
    assert cell_span(page, -1, "colspan") == 1
    assert cell_span(Page(attrs=[{"colspan": value}]), 0, "colspan") == span
