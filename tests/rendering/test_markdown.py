from __future__ import annotations

import re

import pytest
from core_pages import page_of
from markdown_it import MarkdownIt

from scrapy_maincontent.rendering import render

READER = MarkdownIt("commonmark").enable("table")


def markdown_of(markup: str, left_out: tuple[str, ...] = ()) -> str:
    page = page_of(markup)
    rendered = render(page, [text not in left_out for text in page.texts], ("markdown",))
    assert rendered.markdown is not None
    return rendered.markdown


def test_headings_and_paragraphs():
    assert markdown_of("<h1>Otters</h1><p>They are <span>back</span>.</p><h3>Where</h3><p>Here.</p>") == (
        "# Otters\n\nThey are back.\n\n### Where\n\nHere."
    )


def test_inline_markup():
    markup = "<p>It is <b>very <i>wet</i></b>, says <code>x(`)</code> and <a href='/w (1)'>all</a>.</p>"
    assert markdown_of(markup) == "It is **very *wet***, says ``x(`)`` and [all](https://paper.example/w%20%281%29)."


def test_nested_lists_and_numbers():
    markup = "<ul><li>one<ol><li>a<li>b<ul><li>deep</ul></ol><li>two</ul><ol start=9><li>nine<li>ten</ol>"
    assert markdown_of(markup) == "- one\n  1. a\n  2. b\n     - deep\n- two\n\n9. nine\n10. ten"


def test_items_with_paragraphs_and_code():
    markup = '<ol><li><p>one</p><p>more</p><pre class="x"><code class="language-c++">a\n\nb</code></pre><li>two</ol>'
    assert markdown_of(markup) == "1. one\n\n   more\n\n   ```c++\n   a\n\n   b\n   ```\n\n2. two"


@pytest.mark.parametrize(
    "between", ["bare text", "<div>a block</div>", "<img src=/x.png width=600 height=400>", "<hr>"]
)
def test_a_list_behind_something_else_in_a_list_is_no_items(between):
    found = markdown_of(f"<ul><li>fish</li>{between}<ul><li>trout</li></ul><li>frogs</li></ul><p>after</p>")
    assert [word for word in ("fish", "trout", "frogs", "after") if word not in found] == []


@pytest.mark.parametrize("tag", ["ul", "ol"])
def test_a_list_that_stands_in_a_list_belongs_to_the_item_before(tag):
    marks = ("- ", "- ") if tag == "ul" else ("1. ", "2. ")
    indent = " " * len(marks[0])
    nested = f"<{tag}><li>fish</li><ul><li>trout</li></ul><ul><li>eel</li><li>pike</li></ul><li>frogs</li></{tag}>"
    assert markdown_of(nested) == f"{marks[0]}fish\n{indent}- trout\n{indent}* eel\n{indent}* pike\n{marks[1]}frogs"


def test_an_item_that_brings_its_own_number_has_it_once():
    markup = "<ol><li>1. fish</li><li>2) <b>frogs</b></li><li><span>3.</span><p>eels</p></li><li>9. May</li></ol>"
    assert markdown_of(markup) == "1. fish\n2. **frogs**\n3. eels\n4. 9\\. May"


def test_neighbouring_lists_stay_two():
    html = READER.render(markdown_of("<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>"))
    assert (html.count("<ul>"), html.count("<ol>")) == (2, 2)


def test_a_list_may_be_cut():
    assert markdown_of("<ol><li>one<li>two<ul><li>a<li>b</ul><li>three</ol>", ("one", "two", "b")) == "2. - a\n3. three"


def test_a_fence_is_longer_than_the_backticks_in_it():
    assert markdown_of("<pre>```\nx  \n````</pre>") == "`````\n```\nx  \n````\n`````"


def test_quotes_and_breaks():
    markup = "<blockquote><p>The river<br>runs</p><p>on</p><ul><li>a</ul></blockquote><blockquote>Second</blockquote>"
    assert markdown_of(markup) == "> The river\\\n> runs\n>\n> on\n>\n> - a\n\n> Second"


def test_data_tables_are_pipe_tables():
    markup = """<table><caption>Ages</caption><tr><th>Name<th colspan=2>Age<tr><td>Ot|ter<td>12<br>13<td><code>a|b</code>
        <tr><td></td><td>x</table>"""
    assert markdown_of(markup) == (
        "Ages\n\n| Name | Age |  |\n| --- | --- | --- |\n| Ot\\|ter | 12<br>13 | `a\\|b` |\n|  | x |  |"
    )


def test_rows_wider_than_the_first_lose_no_cell():
    html = READER.render(markdown_of("<table><tr><td>a<tr><td>b<td>c<td>d</table>"))
    assert re.findall(r"<t[hd]>(\w)", html) == ["a", "b", "c", "d"]


def test_a_rule_in_a_cell_ends_nothing():
    markup = "<table><tr><th>Mill<th>Year<tr><td>Tide mill<hr>by the river<td>1870<tr><td>Wind mill<td>1901</table>"
    assert markdown_of(f"{markup}<p>Both stand.") == (
        "| Mill | Year |\n| --- | --- |\n| Tide mill<br>by the river | 1870 |\n| Wind mill | 1901 |\n\nBoth stand."
    )


def test_a_list_in_a_cell_stays_in_its_cell():
    markup = "<table><tr><th>a<th>b<tr><td>c<td><ul><li>d<li>e</ul><tr><td>f<td><p>g<p>h</table>"
    assert markdown_of(markup) == "| a | b |\n| --- | --- |\n| c | - d<br>- e |\n| f | g<br>h |"


def test_pictures_and_captions():
    markup = """<figure><img src="o.jpg" alt="An [otter]"><figcaption>An <i>otter</i></figcaption></figure>
        <p>See! <a href="/x">this</a> <img src="i.png" alt=""> now</p><p>Wow!<a href="/y">that</a></p>"""
    assert markdown_of(markup) == (
        "![An \\[otter\\]](https://paper.example/news/o.jpg)\n\nAn *otter*\n\n"
        "See! [this](https://paper.example/x) ![](https://paper.example/news/i.png) now\n\n"
        "Wow\\![that](https://paper.example/y)"
    )


def test_japanese_text_is_marked_only_where_readers_understand_it():
    markup = "<p>今日は<b>雨</b>です。<b>「明日」</b>も<b>（雨）</b>。<ruby>鎌倉<rt>かまくら</rt></ruby>　の川</p>"
    assert markdown_of(markup) == "今日は**雨**です。「明日」も（雨）。鎌倉　の川"


@pytest.mark.parametrize(
    "text",
    [
        "1. not a list",
        "12) neither",
        "- nor this",
        "+ nor this",
        "# no heading",
        "> no quote",
        "=== no line",
        "---",
        "***",
        "~~~ no fence",
        "```no fence",
        "| no | table |",
        "[x]: no definition",
        "a * b * c and *d* and **e** and _f_ and g_h",
        "&amp;amp; &amp;copy; &lt;b&gt; <!-- x -->",
        "\\ \\* \\\\ and \\&amp;",
        "[a](b) ![c](d) `e`",
        "C#, #tag, -5, +5, 1.5",
        "ends with \\",
        "____ and __init__",
    ],
)
@pytest.mark.parametrize(
    "around", ["<p>{}</p>", "<h2>{}</h2>", "<ul><li>{}</ul>", "<p>x<br>{}<br>y</p>", "<p>x <b>{}</b></p>"]
)
def test_special_characters_are_text(text, around):
    page = page_of(around.format(text))
    rendered = render(page, [True] * len(page.texts), ("markdown",))
    html = READER.render(rendered.markdown or "")
    shown = re.sub(r"<[^>]*>", "", html).replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"')
    assert shown.replace("&amp;", "&").split() == "\n".join(page.texts).split()


@pytest.mark.parametrize("heading", ["C #", "C ##", "#", "## #"])
def test_a_hash_at_the_end_of_a_heading_stays(heading):
    assert READER.render(markdown_of(f"<h1>{heading}</h1>")) == f"<h1>{heading}</h1>\n"


def test_plain_words_have_no_backslashes():
    text = "C#, #tag, -5 degrees, snake_case, 3.5 (half) e-mail: a@b.example! {x} 50% ~20 1. 2"
    assert markdown_of(f"<p>{text}</p>") == text


def test_lists_nested_deeper_than_anybody_reads_stay_readable():
    markdown = markdown_of("<ul><li>x" * 100)
    assert max(map(len, markdown.splitlines())) < 40
    assert len(re.findall("x", markdown)) == 100


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<b>「雨」</b>", "**「雨」**"),
        ("<b>「雨」</b>だ", "「雨」だ"),
        ("だ<b>「雨」</b>", "だ「雨」"),
        ("だ <b>「雨」</b> だ", "だ **「雨」** だ"),
        ("<b>雨</b>だ", "**雨**だ"),
        ("<b>a</b><i>b</i>", "ab"),
        ("<b>a</b> <i>b</i>", "**a** *b*"),
        ("<b><i>a</i></b>", "***a***"),
        ("<b>a <i>b</i></b> c", "**a *b*** c"),
        ("<b>a <i>b</i></b>c", "a bc"),
        ("x<sub>2</sub>", "x<sub>2</sub>"),
        ("<code>a</code>", "`a`"),
        ("Ends! <b>so</b>!", "Ends! **so**!"),
        ("a* <b>b</b> c!", "a\\* **b** c!"),
        ("a* b!<a href=/x>c</a>", "a* b\\![c](https://paper.example/x)"),
        ("x<b>€5</b> y", "x€5 y"),
        ("<code>a</code><a href=/x>b</a>", "`a`[b](https://paper.example/x)"),
    ],
)
def test_marks_at_the_ends_of_a_line_and_beside_each_other(markup, expected):
    assert markdown_of(f"<p>{markup}</p>") == expected


# Both sides of each bound.


def test_an_item_that_is_nothing_but_its_number_keeps_it():
    assert markdown_of("<ol><li>1.</li><li>Mill</li></ol>") == "1. 1\\.\n2. Mill"


@pytest.mark.parametrize(
    ("start", "number"), [("999999999", "999999999"), ("1000000000", "1"), ("0", "0"), ("-2", "1"), ("x", "1")]
)
def test_the_number_of_an_item_has_nine_digits_at_most(start, number):
    assert markdown_of(f"<ol start={start}><li>one</ol>") == f"{number}. one"


@pytest.mark.parametrize(("levels", "indent"), [(5, 5), (6, 6), (7, 6)])
def test_quotes_are_nested_six_times_at_most(levels, indent):
    markup = "<blockquote>" * levels + "<p>one<br>two"
    assert markdown_of(markup) == f"{'> ' * indent}one\\\n{'> ' * indent}two"


@pytest.mark.parametrize(("ticks", "fence"), [(0, 3), (2, 3), (3, 4), (5, 6)])
def test_a_fence_has_three_backticks_at_least(ticks, fence):
    assert markdown_of(f"<pre>a {'`' * ticks}</pre>").startswith("`" * fence + "\n")


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("language-c++", "c++"),
        ("lang-py x", "py"),
        (f"lang-{'x' * 32}", "x" * 32),
        (f"lang-{'x' * 33}", ""),
        ("slang-a", ""),
    ],
)
def test_the_language_of_code_has_32_letters(name, language):
    for markup in (f"<pre class='{name}'>a</pre>", f"<pre><code class='{name}'>a</code></pre>"):
        assert markdown_of(markup) == f"```{language}\na\n```"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<b>a <i>b</i></b> <i>c</i>", "**a *b*** *c*"),
        ("<a href=/x><b>a</b> <i>b</i></a> c", "[**a** *b*](https://paper.example/x) c"),
        ("<b><a href=/x>a</a> b</b> c", "**[a](https://paper.example/x) b** c"),
        ("<b>a <b>b</b> c</b> d", "**a b c** d"),
        ("<b>a <b>b <b>c</b> d</b> e</b> f", "**a b c d e** f"),
        ("<i>a <b>b <i>c</i></b></i> d", "*a **b c*** d"),
        (
            "<a href=/x>a <b>b</b></a><a href=/y>c</a>",
            "[a **b**](https://paper.example/x) [c](https://paper.example/y)",
        ),
        ("a<img src=/i.png alt=m>b <b>c</b>", "a![m](https://paper.example/i.png)b **c**"),
        (
            "<b>a</b> <img src=/i.png><img src=/j.png> c",
            "**a** ![](https://paper.example/i.png)![](https://paper.example/j.png) c",
        ),
    ],
)
def test_marks_in_marks(markup, expected):
    assert markdown_of(f"<p>{markup}</p>") == expected


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<p>1. a", "1\\. a"),
        ("<p>1234567890. a", "1234567890. a"),
        ("<p>123456789. a", "123456789\\. a"),
        ("<p># a", "\\# a"),
        ("<p>####### a", "####### a"),
        ("<p>- a", "\\- a"),
        ("<p>-a", "-a"),
        ("<p>=== ", "\\==="),
        ("<h2>a ##</h2>", "## a \\##"),
        ("<h2>a#</h2>", "## a#"),
        ("<p>a_b _c_", "a_b \\_c\\_"),
        ("<p>&amp;amp; & x", "\\&amp; & x"),
    ],
)
def test_what_would_mean_something_in_markdown_is_escaped(markup, expected):
    assert markdown_of(markup) == expected


def test_the_language_of_code_stands_at_its_outer_elements():
    assert markdown_of("<pre><code><span class=lang-py>a</span></code></pre>") == "```\na\n```"


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ("<div class='highlight-python notranslate'><div class=highlight><pre>a</pre></div></div>", "python"),
        ("<div class='highlight highlight-source-js'><pre>a</pre></div>", "js"),
        ("<pre class='brush: css; notranslate'>a</pre>", "css"),
        ("<pre><code class=language-go data-lang=go>a</code></pre>", "go"),
        ("<pre><code data-lang=go>a</code></pre>", "go"),
        ("<div class=sourceCode><pre class='sourceCode bash'>a</pre></div>", "bash"),
        ("<div class=highlight-default><pre>a</pre></div>", ""),
        ("<div class=lang-py><div><div><pre>a</pre></div></div></div>", ""),
    ],
)
def test_the_language_of_code_by_the_habits_of_its_tools(markup, language):
    assert markdown_of(markup) == f"```{language}\na\n```"


def test_what_holds_more_than_code_names_no_language():
    assert markdown_of("<div class=highlight-box><p>b</p><pre>a</pre></div>") == "b\n\n```\na\n```"


def test_a_heading_does_not_link_to_itself():
    own = "<h2 id=wheels><a class=header href=#wheels>Wheels</a></h2><p>They turn.</p>"
    assert markdown_of(own) == "## Wheels\n\nThey turn."
    other = "<h2><a href=/wheels>Wheels</a></h2><p>They turn, see <a href=#x>below</a>.</p>"
    assert "## [Wheels](" in markdown_of(other)
    assert "[below](" in markdown_of(other)


def test_items_of_a_list_in_a_quote_behind_a_paragraph():
    markup = "<p>x</p><blockquote><ul><li>a<li>b</ul></blockquote>"
    assert markdown_of(markup) == "x\n\n> - a\n>\n> - b"


@pytest.mark.parametrize(("span", "cells"), [(2, 2), (32, 32), (33, 32)])
def test_a_wide_cell_is_followed_by_empty_ones(span, cells):
    first = markdown_of(f"<table><tr><td colspan={span}>a<tr><td>b<td>c</table>").split("\n")[0]
    assert first.count("|") == cells + 1


def test_many_short_lines_in_quotes_are_not_lost_in_marks():
    lines = "\n" * 5000 + "end"
    html = f"{'<blockquote>' * 6}<p>The ferry is late again today.</p><pre>start{lines}</pre>{'</blockquote>' * 6}"
    markdown = markdown_of(html)
    assert len(markdown) < 4 * len(html)


@pytest.mark.parametrize(
    ("markup", "found"),
    [
        ('Otters <span style="font-size:11pt;font-weight:700">are back</span> here.', "Otters **are back** here."),
        ('Otters <span style="font-style: italic">are back</span>.', "Otters *are back*."),
        ('Otters <span style="text-decoration:line-through">left</span> came.', "Otters ~~left~~ came."),
        ('<b style="font-weight:normal" id="docs-1">Otters <i>are</i> back.</b>', "Otters *are* back."),
        ('<strong style="color:red">Otters</strong> are back.', "**Otters** are back."),
        ('<span style="font-weight:400">Otters</span> are back.', "Otters are back."),
        ("<b>Ot</b><b>ters</b> are <i>ba</i><i>ck</i>.", "**Otters** are *back*."),
        ("<b>One</b><b> two</b> <i>three</i>", "**One two** *three*"),
        ("<i>See </i><a href=/a><i>this</i></a><i>, too</i>.", "*See* [this](https://paper.example/a), too."),
        ('<a href="/a">one</a><a href="/b">two</a>', "[one](https://paper.example/a) [two](https://paper.example/b)"),
    ],
)
def test_emphasis_may_be_a_style_or_come_in_pieces(markup, found):
    assert markdown_of(f"<p>{markup}</p>") == found


def test_a_paragraph_of_code_whose_lines_are_parted_by_line_breaks_is_a_block():
    code = "<code>def f():<br>&nbsp;&nbsp;&nbsp;&nbsp;return 1</code>"
    assert markdown_of(f"<p>{code}</p>") == "```\ndef f():\n    return 1\n```"
    assert markdown_of(f"<ul><li>{code}</ul>") == "- `def f():`\\\n  `return 1`"
    assert markdown_of(f"<p>Type:<br>{code}</p>") == "Type:\\\n`def f():`\\\n`return 1`"
