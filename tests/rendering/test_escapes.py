"""What is written parses back to the same text, whatever the text."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from core_pages import page_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from scrapy_maincontent.page.verse import join_verses
from scrapy_maincontent.rendering import render
from scrapy_maincontent.rendering.tex import formulas

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
WORDS = st.sampled_from(
    [
        "a",
        "b c",
        "x_1",
        "__u32",
        "a[0]",
        "2*3",
        "1.",
        "1. Scope",
        "-",
        "+",
        "#",
        "##",
        ">",
        "|",
        "~~",
        "~",
        "`",
        "``",
        "```",
        "*",
        "**",
        "***",
        "_",
        "__",
        "\\",
        "\\\\",
        "[",
        "]",
        "(",
        ")",
        "](",
        "[x]:",
        "[ ]",
        "[^1]",
        "!",
        "<",
        "<b>",
        "</b>",
        "&",
        "&amp;",
        "&copy;",
        "$",
        "$5",
        "=",
        "===",
        ":",
        "---",
        ":--",
        "é",
        "日本",
        "「",
        "。",
        "http://a.example",
        "\t",
    ]
)
LINES = st.lists(
    st.one_of(WORDS, st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]))),
    min_size=1,
    max_size=8,
)
FRAMES = (
    "<p>{}</p>",
    "<h2>{}</h2>",
    "<ul><li>{}</ul>",
    "<blockquote>{}</blockquote>",
    "<p>x<br>{}<br>y</p>",
    "<p>x <b>{}</b></p>",
)


def shown(markdown: str) -> list[str]:
    return unescape(re.sub(r"<[^>]*>", "", READER.render(markdown))).split()


@given(LINES, st.sampled_from(["", " "]), st.sampled_from(FRAMES))
@example(["*", "a", "*"], "", FRAMES[5])
@example(["\\"], "", FRAMES[4])
@settings(max_examples=400, deadline=None)
def test_a_text_comes_back(words, between, frame):
    text = between.join(words)
    page = page_of(frame.format(escape(text)))
    rendered = render(page, [True] * len(page.texts), ("markdown",))
    assert rendered.markdown is not None
    if not formulas(text):  # they are for other readers
        assert shown(rendered.markdown) == "\n".join(page.texts).split()


@given(LINES, LINES, LINES, st.sampled_from(["b", "i", "a href=/x", "del", "sup", "code"]))
@settings(max_examples=400, deadline=None)
def test_a_text_with_marks_comes_back(before, inside, behind, tag):
    parts = ["".join(words).replace("$", "") for words in (before, inside, behind)]
    first, middle, last = map(escape, parts)
    page = page_of(f"<p>{first}<{tag}>{middle}</{tag.split()[0]}>{last}</p>")
    rendered = render(page, [True] * len(page.texts), ("markdown",))
    assert rendered.markdown is not None
    if not formulas("".join(parts)):
        assert "".join(shown(rendered.markdown)) == "".join("".join(page.texts).split())


TEXTS = LINES.map(lambda words: "".join(words).replace("$", "").replace("\\", "/"))
KINDS = (
    "<p>{}</p>",
    "<p>{} <b>{}</b> <a href=/x>{}</a></p>",
    "<h3>{}</h3>",
    '<pre><code class="language-c">{}\n{}</code></pre>',
    '<div class="line-block"><div class="line">{}</div><div class="line"><br></div><div class="line">{}</div></div>',
    '<div class="poem"><p class="stanza"><span class="verse">{}</span><br>{}</p></div>',
    "<table><tr><th>{}<th>{}<tr><td>{}<td><code>{}</code></table>",
    "<table><tr><td rowspan=2>{}<td>{}<tr><td>{}</table>",
    "<table><tr><td><pre>{}\n{}</pre><td>{}<tr><td>x<td>y</table>",
    "<table><tr><td><img src=/a.png alt=w><td><p>{}</p></table>",
    "<dl><dt>{}<dd>{}<dl><dt>{}<dd>{}</dl></dl>",
    "<figure><img src=/a.png alt=w><figcaption>{}</figcaption></figure>",
    '<div class="admonition note"><p class="admonition-title">{}</p><p>{}</p></div>',
    "<details><summary>{}</summary>{}</details>",
    "<p>{}</p><hr><p>{}</p>",
    "<p>{} <kbd><kbd>{}</kbd>+<kbd>{}</kbd></kbd> <ins>{}</ins> <mark>{}</mark> x<sup>{}</sup></p>",
)
AROUND = (
    "<blockquote>{}</blockquote>",
    "<ul><li>{}<li><p>x</p></ul>",
    "<ol start=7><li><p>x</p>{}</ol>",
    "<section>{}</section>",
    "<dl><dd>{}</dl>",
)
PARTS = st.recursive(
    st.tuples(st.sampled_from(KINDS), st.lists(TEXTS.map(escape), min_size=6, max_size=6)).map(
        lambda drawn: drawn[0].format(*drawn[1])
    ),
    lambda inner: st.tuples(st.sampled_from(AROUND), st.lists(inner, min_size=1, max_size=3)).map(
        lambda drawn: drawn[0].format("".join(drawn[1]))
    ),
    max_leaves=6,
)


@given(st.lists(PARTS, min_size=1, max_size=3))
@settings(deadline=None)
def test_a_document_comes_back(parts):
    page = page_of("".join(parts))
    join_verses(page)
    rendered = render(page, [True] * len(page.texts), ("markdown",))
    assert rendered.markdown is not None
    assert "".join(shown(rendered.markdown)) == "".join("".join(page.texts).split())


@pytest.mark.parametrize(
    "text",
    [
        "a[0] and b[1]",
        "2*3 is 6",
        "__u32 and __u64",
        "int *p",
        "x_y",
        "C:\\temp and \\alpha",
        "3 < 4",
        "a & b",
        "~20",
        "[1] first",
        "costs $5 and not $10",
        "AT&T",
        "f(x) = [0, 1]",
        "a | b",
        "#tag",
        "see `man",
        "50% - 60%",
        "日本*注",
    ],
)
def test_what_means_nothing_has_no_backslash(text):
    page = page_of(f"<p>{escape(text)}</p>")
    assert render(page, [True], ("markdown",)).markdown == text


@pytest.mark.parametrize("text", ["1. Scope", "- x", "> y", "1) z", "+ a"])
def test_a_heading_begins_no_block(text):
    page = page_of(f"<h2>{escape(text)}</h2>")
    assert render(page, [True], ("markdown",)).markdown == f"## {text}"
