"""Numbers of the lines of code: found, and kept out of the text.

They count on in elements of their own, at the start of each line of a ``pre`` or in a cell beside it. What a program
prints is one text, and has no code beside its numbers.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..methods import Labels
    from ..page import Page


REASON = "line number"
"""Begins the reason of a text block of such numbers."""
MIN_LINES = 2
"""Lines of code that are numbered, at least."""
_CODE, _CELL = "pre", "td"
_MAX_DIGITS = 6
_CELL_LEVELS = 3
"""Elements above a ``pre`` of numbers alone, of which one is the cell beside that of the code."""


def without_line_numbers(page: Page, labels: Labels) -> Labels:
    """Return labels by which no line number is main content; out of the text of code they are taken. Linear."""
    alone: list[int] = []
    end = 0
    for element in (element for element, tag in enumerate(page.tags) if tag == _CODE):
        if element < end:
            continue
        end = page.ends[element]
        blocks = range(*page.blocks_in(element))
        numbers, texts = _numbers_and_code(page, blocks)
        lines = sum(text.count("\n") + 1 for text in texts if text)
        above = islice(page.ancestors(element), _CELL_LEVELS)
        if _count_on(numbers) and (len(numbers) >= lines if lines else any(page.tags[each] == _CELL for each in above)):
            for block, text in zip(blocks, texts, strict=True):
                if text:
                    page.texts[block] = text
                else:
                    alone.append(block)
    return labels.without(alone, REASON) if alone else labels


def _numbers_and_code(page: Page, blocks: range) -> tuple[list[str], list[str]]:
    """Return the numbers that lines begin with, and the text of each block without them."""
    numbers, texts = [], []
    for block in blocks:
        code: list[str] = []
        for piece in page.pieces[page.text_starts[block] : page.text_ends[block]]:
            words = piece.split()
            begins = not code or code[-1].endswith("\n")
            if begins and words and all(len(word) <= _MAX_DIGITS and word.isdecimal() for word in words):
                numbers += words
            else:
                code.append(piece)
        texts.append("".join(code).strip("\r\n").rstrip())
    return numbers, texts


def _count_on(numbers: list[str]) -> bool:
    first = int(numbers[0]) if len(numbers) >= MIN_LINES else 0
    return first > 0 and numbers == [str(first + place) for place in range(len(numbers))]
