from __future__ import annotations

import numpy as np

from scrapy_maincontent.methods._browser_line import Line
from scrapy_maincontent.methods._lines_blocks import Placed, kinds, main_blocks, title_text
from scrapy_maincontent.methods._lines_diagram import CLASSES

LINES = [
    Line("[1]Home [2]Boats", (0, 1)),
    Line("The crane of the old", (2,)),
    Line("harbour", (2,)),
    Line("", ()),
    Line("   The board met on", (3,)),
    Line("   Tuesday.", (3,)),
    Line("   What it costs", (4,)),
    Line("   More. [3]Share", (5, 6)),
]
TEXTS = [
    "Home",
    "Boats",
    "The crane of the old  harbour",
    "The board met on Tuesday.",
    "What it costs",
    "More.",
    "Share",
]


def numbers(classes):
    return np.array([CLASSES.index(name) for name in classes])


def test_blocks_follow_their_lines():
    placed = Placed.of(LINES, 8)
    classes = numbers("NHNNSEKM")
    assert main_blocks(placed, classes).tolist() == [False, False, False, True, True, True, True, False]
    other = "neither title nor body"
    assert kinds(placed, classes) == [other, other, "title", "body", "subtitle", "body", "body", "on no line"]


def test_half_of_its_lines_make_a_block_main():
    placed = Placed.of([Line("a", (0,)), Line("b", (0,)), Line("c", (0, 1))], 2)
    for classes, main in (("NME", [True, True]), ("NNS", [False, True]), ("SEN", [True, False])):
        assert main_blocks(placed, numbers(classes)).tolist() == main


def test_where_blocks_stand():
    placed = Placed.of(LINES, 8)
    assert placed.first.tolist() == [0, 0, 1, 4, 6, 7, 7, -1]
    assert placed.last.tolist() == [0, 0, 2, 5, 6, 7, 7, -1]
    assert placed.means(np.arange(8.0)).tolist() == [0, 0, 1.5, 4.5, 6, 7, 7, 0]


def test_a_page_without_lines():
    placed = Placed.of([], 2)
    assert main_blocks(placed, numbers("")).tolist() == [False, False]
    assert title_text([], placed, numbers(""), ["a", "b"]) is None


def test_a_wrapped_title_is_taken_whole():
    assert title_text(LINES, Placed.of(LINES, 8), numbers("NHNNSEKM"), TEXTS) == "The crane of the old harbour"


def test_a_title_of_several_blocks_is_one_line():
    assert title_text(LINES, Placed.of(LINES, 8), numbers("HNNNSEKM"), TEXTS) == "Home Boats"


def test_of_a_long_paragraph_the_line_is_the_title():
    lines = [Line(f"  line  {number}", (0,)) for number in range(6)]
    assert title_text(lines, Placed.of(lines, 1), numbers("HNSMME"), ["a long text"]) == "line 0"


def test_a_line_without_blocks_is_no_title():
    assert title_text([Line("[logo.gif]", ())], Placed.of([Line("[logo.gif]", ())], 0), numbers("H"), []) is None
