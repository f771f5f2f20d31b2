"""Texts of parts of a page, as they would stand in the page's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plain_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .page import Page


def passages(page: Page, groups: Sequence[Sequence[int]]) -> list[str]:
    """Return the text of each group of text blocks; no block may be in two groups, a group's blocks are in order.

    Linear in the page: all groups are rendered together, once.
    """
    chosen = [False] * len(page.texts)
    for group in groups:
        for block in group:
            chosen[block] = True
    text, spans = plain_text(page, chosen)
    return ["\n\n".join(_runs(group, text, spans)).strip() for group in groups]


def _runs(group: Sequence[int], text: str, spans: Sequence[tuple[int, int] | None]) -> list[str]:
    """Return the pieces of the text that a group's runs of consecutive blocks have."""
    runs: list[list[int]] = []
    before = -1
    for block in group:
        span = spans[block]
        assert span is not None
        if runs and block == before + 1:
            runs[-1][1] = span[1]
        else:
            runs.append([*span])
        before = block
    return [text[start:end] for start, end in runs]
