"""Lists that show which entries each page has, in place of its number: "1-50", "51-100", "101-150"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...page import Page

_RANGE = re.compile(r"[\[(]?(\d{1,6})\s?[-–—~～]\s?(\d{1,6})[\])]?")
_MAX_TEXT = 17
_MAX_PIECES = 6
"""Pieces of text before and behind a link in which the current page's entries are looked for."""


def range_in(text: str) -> tuple[int, int] | None:
    """Return the first and the last entry that a text names, None where it is something else."""
    if not text[-1:].isdecimal() and text[-1:] not in ("]", ")"):
        return None
    match = _RANGE.fullmatch(text) if len(text) <= _MAX_TEXT else None
    if match is None or int(match[1]) >= int(match[2]):
        return None
    return int(match[1]), int(match[2])


def range_step(page: Page, element: int, text: str) -> int:
    """Return 1 where a link's entries follow those of the current page beside it, -1 where they go before, else 0."""
    entries = range_in(text)
    if entries is None:
        return 0
    start, end = page.piece_starts[element], page.piece_ends[element]
    for piece in range(max(start - _MAX_PIECES, 0), min(end + _MAX_PIECES, len(page.pieces))):
        current = None if page.linked[piece] else range_in(page.pieces[piece].strip()[: _MAX_TEXT + 1])
        if current is None:
            continue
        if current[1] + 1 == entries[0] and current[1] - current[0] >= entries[1] - entries[0]:
            return 1
        if current[0] - 1 == entries[1]:
            return -1
    return 0
