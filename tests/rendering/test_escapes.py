"""What is written parses back to the same text, whatever the text."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from core_pages import page_of
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

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
