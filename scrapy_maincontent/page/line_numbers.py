"""Line numbers and copy buttons beside code are taken out of a page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from . import collapse, tagged, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from . import Page


_GUTTER = re.compile(
    r"line-?_?(?:no|num|number)s?(?![a-z])|linenodiv|(?:^|[\s_-])gutter|(?:^|\s)lnt?d?(?=\s|$)|crayon-num|hljs-ln-n|blob-num"
    r"|lineNo|lineNumber",
)
"""Classes of the columns, lines and spans that hold the numbers of lines."""
_NUMBERS = re.compile(r"[\d\s\xa0.:|]*")
_BUTTONS = frozenset(("button", "clipboard-copy"))
_CELLS = frozenset(("td", "th"))
MAX_NUMBERS = 100_000
"""Characters of the longest column of numbers."""


def without_line_numbers(page: Page) -> None:
    """Take line numbers and buttons of code out of a page's texts. Linear; next to nothing for a page without code."""
    codes = tagged(page).get("pre", [])
    if not codes and "1" not in page.texts:
        return
    dropped = {*_gutters(page), *_columns(page, codes), *_buttons(page, codes)}
    pieces = {piece for element in dropped for piece in range(page.piece_starts[element], page.piece_ends[element])}
    if pieces:
        _drop(page, pieces, codes)


def _gutters(page: Page) -> Iterator[int]:
    """Yield the outermost elements that are called a place of line numbers, and hold nothing else."""
    named = sorted(
        {
            element
            for value, elements in page.names.items()
            if ("line" in value or "ln" in value or "gutter" in value or "num" in value) and _GUTTER.search(value)
            for element in elements
        }
    )
    end = -1
    for element in named:
        if element >= end and _is_numbers(page, element):
            end = page.ends[element]
            yield element


def _is_numbers(page: Page, element: int) -> bool:
    pieces = page.pieces[page.piece_starts[element] : page.piece_ends[element]]
    return (
        bool(pieces)
        and all(_NUMBERS.fullmatch(piece) is not None for piece in pieces)
        and sum(map(len, pieces)) <= MAX_NUMBERS
    )


def _columns(page: Page, codes: list[int]) -> Iterator[int]:
    """Yield the cells of rising numbers that stand beside a cell of code."""
    for code in codes:
        cell = page.parents[code]
        if cell < 0 or page.tags[cell] not in _CELLS or not _is_numbers(page, cell):
            continue
        lines = "".join(page.pieces[page.piece_starts[cell] : page.piece_ends[cell]]).split()
        rises = all(line.isdecimal() for line in lines) and [*map(int, lines)] == [
            *range(int(lines[0]), int(lines[0]) + len(lines))
        ]
        beside = page.ends[cell]
        if rises and beside < page.ends[page.parents[cell]] and "pre" in page.tags[beside : page.ends[beside]]:
            yield cell


def _buttons(page: Page, codes: list[int]) -> Iterator[int]:
    if _BUTTONS.isdisjoint(page.tags):
        return
    for element in [element for element, tag in enumerate(page.tags) if tag in _BUTTONS]:
        place = bisect_right(codes, element) - 1
        if place >= 0 and element < page.ends[codes[place]]:
            yield element


def _drop(page: Page, pieces: set[int], codes: list[int]) -> None:
    """Empty these pieces, and leave out the text blocks of which nothing is left."""
    for piece in pieces:
        page.pieces[piece] = ""
    page.made.pop(visible.__name__, None)
    touched = {page.block_at(piece) for piece in pieces}
    empty: set[int] = set()
    for block in touched:
        if block < len(page.texts):
            raw = "".join(page.pieces[page.text_starts[block] : page.text_ends[block]])
            place = bisect_right(codes, page.owners[block]) - 1
            is_code = place >= 0 and page.owners[block] < page.ends[codes[place]]
            page.texts[block] = raw.strip("\r\n").rstrip() if is_code else collapse(raw)
            if not page.texts[block]:
                empty.add(block)
    if empty:
        kept = [block for block in range(len(page.texts)) if block not in empty]
        page.gaps = {place for gap in page.gaps if (place := bisect_left(kept, gap)) < len(kept) and kept[place] == gap}
        columns: tuple[list[Any], ...] = (
            page.texts,
            page.owners,
            page.text_starts,
            page.text_ends,
            page.hidden,
            page.breaks,
        )
        for column in columns:
            column[:] = [column[block] for block in kept]
