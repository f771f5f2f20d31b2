"""The number of the current page, as a list of page numbers shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._steps import MAX_NUMBER, number_of

if TYPE_CHECKING:
    from ..page import Page
    from ._links import Link

_MAX_PIECE = 20
_MAX_PIECES = 12
"""Pieces of text before and behind the links in which the current number is looked for."""


def current_number(page: Page, links: list[Link]) -> int | None:
    """Return the current page's number: marked as such, or an unlinked number beside a linked neighbour."""
    numbers = {number for link in links if (number := number_of(link)) is not None}
    if not numbers:
        return None
    for link in links:
        if "aria-current" in page.attrs[link.element]:
            return number_of(link)
    start, end = page.piece_starts[links[0].element], page.piece_ends[links[-1].element]
    for piece in range(max(start - _MAX_PIECES, 0), min(end + _MAX_PIECES, len(page.pieces))):
        text = page.pieces[piece][:_MAX_PIECE].strip("[]() \t\n\r\xa0")
        if page.linked[piece] or not text.isdecimal() or len(text) > MAX_NUMBER:
            continue
        number = int(text)
        if number not in numbers and (number + 1 in numbers or number - 1 in numbers):
            return number
    return None
