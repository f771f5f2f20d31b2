"""What stands in the main text and is none of it: numbers of the lines of code, and words for screen readers alone.

Methods see both, which are signs of what they stand in. Numbers of lines count on in elements of their own, at the
start of each line of a ``pre`` or in a cell beside it; what a program prints has no code beside its numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING

from ..page import Label, collapse

if TYPE_CHECKING:
    from ..methods import Labels
    from ..page import Page


REASON = "line number"
"""Begins the reason of a text block of such numbers."""
MIN_LINES = 2
"""Lines of code that are numbered, at least."""
_MAX_DIGITS = 6
_CELL_LEVELS = 3
"""Elements above a ``pre`` of numbers alone, of which one is the cell beside that of the code."""
_SPOKEN_STEMS = ("sr-only", "visually-hidden", "visuallyhidden", "screen-reader", "screenreader", "assistive-text")
"""Names that frameworks have for what only screen readers show, or their beginnings."""
_SPOKEN = re.compile(rf"(?:^|\s)(?:u-)?(?:{'|'.join(_SPOKEN_STEMS)})(?:-?text|-?only)?(?:\s|$)", re.IGNORECASE)
_SHOWN = "not-sr-only"
_MAX_NAME = 200
"""Characters of a class or an id that are read."""
_TAKEN = "\0"
_GAP = re.compile(rf" ?{_TAKEN}[ {_TAKEN}]*([.,;:!?)]?)")


def without_extras(page: Page, labels: Labels) -> Labels:
    """Return labels by which numbers of lines are not main content; extras within a main text are taken out of it.

    A text block for screen readers alone stays: it may be all that there is of a picture or a folded section.
    """
    numbers = _line_numbers(page)
    extras = numbers | _spoken(page)
    alone = []
    for block in sorted({bisect_right(page.text_ends, piece) for piece in extras}):
        if block == len(page.texts) or labels.labels[block] is not Label.MAIN:
            continue
        own = range(page.text_starts[block], page.text_ends[block])
        rest = "".join(_TAKEN if piece in extras else page.pieces[piece] for piece in own)
        if "\n" in page.texts[block] or not numbers.isdisjoint(own):  # preformatted
            text = rest.replace(_TAKEN, "").strip("\r\n").rstrip()
        else:
            text = collapse(_GAP.sub(lambda gap: gap[1] or " ", collapse(rest)))
        if text and _TAKEN in rest:
            page.texts[block] = text
            for piece in extras.intersection(own):
                page.pieces[piece] = " "
        elif not text and not numbers.isdisjoint(own):
            alone.append(block)
    return labels.without(alone, REASON) if alone else labels


def _line_numbers(page: Page) -> set[int]:
    """Return the pieces of text that are numbers of lines."""
    found: set[int] = set()
    end = 0
    for element in [element for element, tag in enumerate(page.tags) if tag == "pre"] if "pre" in page.tags else ():
        if element < end:
            continue
        end = page.ends[element]
        numbers, pieces, lines = _numbers_in(page, range(*page.blocks_in(element)))
        above = islice(page.ancestors(element), _CELL_LEVELS)
        beside = lines <= len(numbers) if lines else any(page.tags[each] == "td" for each in above)
        if beside and _count_on(numbers):
            found.update(pieces)
    return found


def _count_on(numbers: list[str]) -> bool:
    if len(numbers) < MIN_LINES:
        return False
    first = int(numbers[0][:_MAX_DIGITS])
    return numbers == [str(number) for number in range(first, first + len(numbers))]


def _numbers_in(page: Page, blocks: range) -> tuple[list[str], list[int], int]:
    """Return the numbers that lines begin with, the pieces that they are, and how many lines have something else."""
    numbers, pieces, lines = list[str](), list[int](), 0
    for block in blocks:
        code: list[str] = []
        for piece in range(page.text_starts[block], page.text_ends[block]):
            words = page.pieces[piece].split()
            if words and all(map(str.isdecimal, words)) and (not code or code[-1].endswith("\n")):
                numbers += words
                pieces.append(piece)
            else:
                code.append(page.pieces[piece])
        rest = "".join(code).strip()
        lines += rest.count("\n") + 1 if rest else 0
    return numbers, pieces, lines


def _spoken(page: Page) -> set[int]:
    """Return the pieces of text that only screen readers show."""
    every_name = "\n".join(page.names).lower()
    stems = [stem for stem in _SPOKEN_STEMS if stem in every_name]  # of most pages none or one: no look at each name
    named = {name for stem in stems for name in page.names if stem in name.lower() and _is_spoken(name[:_MAX_NAME])}
    pieces: set[int] = set()
    end = 0
    for element in sorted(element for name in named for element in page.names[name]):
        pieces.update(range(max(page.piece_starts[element], end), page.piece_ends[element]))
        end = max(end, page.piece_ends[element])
    return pieces


def _is_spoken(name: str) -> bool:
    return _SPOKEN.search(name) is not None and _SHOWN not in name
