"""Runs of text pieces -> text blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .whitespace import collapse

if TYPE_CHECKING:
    from .page import Page

Run = tuple[int, int, int, int, int, bool]
"""A run of pieces between two borders: its range, the elements that own, hide and preformat it, and whether a line
break ends it."""
NOWHERE = -1
"""No element."""


def add_blocks(page: Page, runs: list[Run]) -> None:
    """Make a text block of each run that has text."""
    pieces, texts, owners, breaks = page.pieces, page.texts, page.owners, page.breaks
    text_starts, text_ends, hides = page.text_starts, page.text_ends, page.hidden
    broken = NOWHERE  # the element in which a line break ended the run before
    for start, end, innermost, hidden, preformatted, by_break in runs:
        owner = max(innermost, 0)
        if start != end:
            raw = pieces[start] if end == start + 1 else "".join(pieces[start:end])
            text = collapse(raw) if preformatted == NOWHERE else raw.strip("\r\n").rstrip()
            if text:
                texts.append(text)
                owners.append(owner)
                text_starts.append(start)
                text_ends.append(end)
                hides.append(hidden != NOWHERE)
                breaks.append(broken == owner)
                broken = NOWHERE
        if by_break:
            broken = owner
