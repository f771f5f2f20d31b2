"""Texts of parts of a page, as they would stand in the page's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rendering.plain_text import ITEM_MARK, plain_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page
    from ..rendering.plain_text import Spans


def passages(page: Page, groups: Sequence[Sequence[int]]) -> list[str]:
    """Return the text of each group of text blocks; no block may be in two groups, a group's blocks are in order.

    A group that is one item of a list, or stands in it, begins without the item's mark. Linear in the page: all
    groups are rendered together, once.
    """
    chosen = [False] * len(page.texts)
    for group in groups:
        for block in group:
            chosen[block] = True
    text, spans = plain_text(page, chosen)
    return ["\n\n".join(_runs(page, group, text, spans)).strip() for group in groups]


def _runs(page: Page, group: Sequence[int], text: str, spans: Spans) -> list[str]:
    """Return the pieces of the text that a group's runs of consecutive blocks have."""
    runs: list[list[int]] = []
    before = -1
    for block in group:
        span = spans[block]
        assert span is not None
        if runs and block == before + 1:
            runs[-1][1] = span[1]
        else:
            start, end = span
            marked = max(start - len(ITEM_MARK), 0)
            if text[marked:start] == ITEM_MARK and (runs or not _one_item(page, group)):
                start = marked
            runs.append([start, end])
        before = block
    return [text[start:end] for start, end in runs]


def _one_item(page: Page, group: Sequence[int]) -> bool:
    """Tell whether all blocks of a group stand in the list item that the first one stands in."""
    item = page.owners[group[0]]
    while page.tags[item] != "li":
        item = page.parents[item]
    return page.owners[group[-1]] < page.ends[item]
