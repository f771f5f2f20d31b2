"""Numbers of the lines of code, and words for screen readers alone, which are no part of the text."""

from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.facts.extras import REASON, without_extras
from scrapy_maincontent.methods import Labels
from scrapy_maincontent.page import Label

CODE = ["import mill", "", "def turn(wheel):", "    mill.turn(wheel)"]
TEXT = "\n".join(CODE)
STORY = "<p>After forty years the wheel of the upper mill turns again, and half the village came to see it.</p>" * 4
NUMBERS = ["1\n2\n3\n4\n", "<a href=#1>1</a>\n<a href=#2>2</a>\n<a href=#3>3</a>\n<a href=#4>4</a>\n"]
NUMBERS += ["".join(f"<span class=lnt> {number}\n</span>" for number in range(7, 11)), "1<br>2<br>3<br>4<br>"]


def text_of(body):
    page = page_of(f"<body>{body}</body>")
    count = len(page.texts)
    labels = without_extras(page, Labels.of([True] * count, [1.0] * count, ["x"] * count))
    assert all(
        (reason == f"{REASON}; x") == (label is Label.OTHER)
        for label, reason in zip(labels.labels, labels.reasons, strict=True)
    )
    return [text for text, label in zip(page.texts, labels.labels, strict=True) if label is Label.MAIN]


@pytest.mark.parametrize("numbers", NUMBERS)
def test_a_column_beside_the_code(numbers):
    row = f"<td class=linenos><div><pre>{numbers}</pre></div></td><td class=code><pre>{TEXT}</pre></td>"
    assert text_of(f"<p>Turn:</p><table><tr>{row}</tr></table>") == ["Turn:", TEXT]


@pytest.mark.parametrize("line", ["<span>{}</span>{}\n", "<i> {} </i><b>{}\n</b>", "<a id=x>{}</a>\t{}\n"])
def test_a_number_at_the_start_of_each_line(line):
    lines = "".join(line.format(number, text) for number, text in enumerate(CODE, 9))
    (text,) = text_of(f"<pre><code>{lines}</code></pre>")
    assert [each.lstrip("\t") for each in text.split("\n")] == CODE


def test_an_element_for_each_line():
    lines = "".join(f"<div><div>{number}</div><div>{text}</div></div>" for number, text in enumerate(CODE, 1))
    assert text_of(f"<pre>{lines}</pre>") == [text for text in CODE if text]


@pytest.mark.parametrize(
    "code",
    [
        "1\n2\n3",
        "<span>1</span>\n<span>2</span>\n<span>3</span>",
        "1 mill\n2 wheels\n3 ponds",
        "<b>2</b> mills\n<b>4</b> wheels",
        "<b>1</b> mill\n<b>2</b> wheels\nand a pond",
        "<b>1</b> mill",
    ],
)
def test_numbers_that_a_program_prints_stay(code):
    page = page_of(f"<pre>{code}</pre>")
    assert text_of(f"<pre>{code}</pre>") == page.texts


def test_they_are_neither_in_the_text_nor_in_markdown():
    code = "".join(f"<span class=linenos>{number}</span>{text}\n" for number, text in enumerate(CODE, 1))
    page = f"<h1>The wheel</h1><article>{STORY}<pre>{code}</pre>{STORY}</article>"
    result = extract(page, formats=("text", "markdown"))
    assert f"\n\n{TEXT}\n\n" in result.text
    assert f"```\n{TEXT}\n```" in result.markdown


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('See <a href=/pond>the pond<span class="sr-only">(opens in a new window)</span></a>.', "See the pond."),
        (
            'See <a href=/pond>the pond <span class="visually-hidden">Opens a window</span></a> there.',
            "See the pond there.",
        ),
        (
            '<i class="screen-reader-text">Was</i><s>2 crowns</s><i class="screen-reader-text">Is</i>1 crown',
            "2 crowns 1 crown",
        ),
        ('<span aria-hidden=true>4 wheels</span><b class="u-visually-hidden">four wheels</b>', "4 wheels"),
        ('<b class="sr-only lg:not-sr-only">The pond</b> is clear.', "The pond is clear."),
        ('<b class="visually">The pond</b> is clear.', "The pond is clear."),
        ('<span class="sr-only">A drawing of the wheel</span>', "A drawing of the wheel"),
    ],
)
def test_words_for_screen_readers_within_a_text(body, text):
    assert text_of(f"<p>{body}</p>") == [text]


def test_words_for_screen_readers_do_not_unravel_code():
    assert text_of(f"<pre>{TEXT}\n<b class=sr-only>Copy</b></pre>") == [TEXT]


def test_links_stay_where_words_for_screen_readers_were():
    line = '<p>See <a href="/a">the pond<i class="sr-only"> (new)</i></a> and <b>the wheel</b>, which turns all day long.</p>'
    page = f"<h1>The wheel</h1><article>{STORY}{line}{STORY}</article>"
    markdown = extract(page, "https://mill.example/", formats=("text", "markdown")).markdown
    assert "See [the pond](https://mill.example/a) and **the wheel**, which" in markdown
