from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.papers.shinnou.lines import FIGURES, LineFeatures, Sight, line_features, line_figures
from scrapy_maincontent.papers.shinnou.text_browser import browser_lines

WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
FOUR_LINES = ["The crane", "", "   The board met on Tuesday.", "\u3000港の起重機"]
THIRTEEN = tuple(f"f{number}" for number in range(1, 14))


def features(html):
    """Return the features of the lines that show something, by the first word of each."""
    lines = [line.text for line in browser_lines(read_page(html.encode(), encoding="utf-8"))]
    return {line.split()[0]: found for line, found in zip(lines, line_features(lines), strict=True) if line}


def one(line):
    return line_features([line])[0]


def test_there_are_thirteen():
    assert LineFeatures._fields == THIRTEEN


def test_f1_centred():
    found = features("<body><center><p>Middle</p></center><h1>Title</h1><p align=right>Right</p><p>Left</p>")
    assert {word: line.f1 for word, line in found.items()} == {"Middle": 1, "Title": 1, "Right": 0, "Left": 0}


def test_f1_items_and_full_lines_are_not_centred():
    assert one("     * " + "x" * 64).f1 == 0
    assert one("    " + "x" * 72).f1 == 0


def test_f2_right():
    found = features("<body><p align=right>Right</p><p>Left</p><center>Middle</center>")
    assert {word: line.f2 for word, line in found.items()} == {"Right": 1, "Left": 0, "Middle": 0}


@pytest.mark.parametrize("line", ["終わりました。", "It ends.", "「そうです」", "(so it is)", "[spacer.gif]", "Why?"])
def test_f3_ends_with_a_sign(line):
    assert one(f"   {line}").f3 == 1


@pytest.mark.parametrize("line", ["見出し", "A headline", "Home >>", ""])
def test_f3_ends_without(line):
    assert one(f"   {line}").f3 == 0


def test_f4_links():
    found = features("<body><p><a href=a>linked</a></p><p>plain</p><p>Array[x]</p>")
    assert [line.f4 for line in found.values()] == [1, 0, 0]


def test_f5_indented():
    found = features("<body><h2>Title</h2><p>Text</p><p>　段落の始まり</p><ul><li>x</ul><blockquote>Quote</blockquote>")
    assert {word: line.f5 for word, line in found.items()} == {
        "Title": 0,
        "Text": 0,
        "段落の始まり": 1,
        "*": 1,
        "Quote": 1,
    }


@pytest.mark.parametrize("line", ["* item", "+ [3]item", "10. item", "・項目", "■項目", "*[4]item"])
def test_f6_items(line):
    assert one(f"   {line}").f6 == 1


@pytest.mark.parametrize("line", ["item", "10.5 metres", "*emphasis*", "-5", "2027年", "only one"])
def test_f6_no_items(line):
    assert one(f"   {line}").f6 == 0


def test_f7_and_f11_empty_lines_and_rules_are_separators():
    found = line_features(["   a", "   b", "", "   c", "     ______", "   d", "   e"])
    assert [line.f7 for line in found] == [1, 0, 0, 1, 0, 1, 0]
    assert [line.f11 for line in found] == [0, 1, 0, 1, 0, 0, 1]


def test_f8_the_line_before_names_a_photograph():
    found = line_features(["   [boats.jpg]", "   Boats in winter", "   [spacer.gif]", "   Text", "   a.jpgx", "   b"])
    assert [line.f8 for line in found] == [0, 1, 0, 0, 0, 0]


def test_f9_and_f10_full_lines():
    found = features(f"<body><p>{WORDS}</p><p>短い</p>")
    assert {word: (line.f9, line.f10) for word, line in found.items()} == {
        "one": (0, 1),
        "fourteen": (1, 0),
        "短い": (0, 0),
    }


def test_f10_a_line_is_full_whose_next_word_was_too_long_for_it():
    long_word = "a" * 40
    found = features(f"<body><p>some words of a line {long_word} {long_word}</p>")
    assert found["some"].f10 == 1


def test_f10_full_width_lines():
    found = features(f"<body><p>{'字' * 50}</p>")
    assert next(iter(found.values())).f10 == 1


def test_f12_and_f13_count_columns_and_full_width_characters():
    assert (one("   abc").f12, one("   abc").f13) == (6, 0)
    assert (one("   日本語x").f12, one("   日本語x").f13) == (10, 3)
    assert (one("x" * 200).f12, one("字" * 90).f13) == (80, 40)
    assert (one("").f12, one("").f13) == (0, 0)


def test_no_lines_have_no_features():
    assert line_features([]) == []


def test_the_papers_thirteen():
    assert Sight().names == THIRTEEN
    assert Sight().matrix(line_figures(FOUR_LINES)).shape == (4, 13)


def test_the_margin_is_what_is_blank_before_a_line():
    assert line_figures(FOUR_LINES)[:, FIGURES.index("margin")].tolist() == [0, 0, 3, 1]


@pytest.mark.parametrize("margin", [False, True])
def test_the_lines_around_are_seen_beside_a_line(margin):
    sight = Sight(around=1, margin=margin)
    figures = line_figures(FOUR_LINES)
    own = Sight(margin=margin).matrix(figures)
    matrix = sight.matrix(figures)
    before = [sight.names.index(f"{name}@-1") for name in Sight(margin=margin).names]
    behind = [sight.names.index(f"{name}@+1") for name in Sight(margin=margin).names]
    assert len(sight.names) == matrix.shape[1] == 3 * own.shape[1]
    assert np.array_equal(matrix[1:, before], own[:-1])
    assert np.array_equal(matrix[:-1, behind], own[1:])
    assert (matrix[0, before] == -1).all()
    assert (matrix[-1, behind] == -1).all()


def test_a_page_without_lines_has_no_rows():
    assert Sight(around=2).matrix(line_figures([])).shape == (0, 65)


def test_one_line_with_many_around():
    assert Sight(around=5).matrix(line_figures(["a"])).shape == (1, 13 * 11)


def test_nothing_is_seen_of_fewer_than_no_lines():
    with pytest.raises(ValueError, match="around"):
        Sight(around=-1)
