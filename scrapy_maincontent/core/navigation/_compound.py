"""How far a site information region reaches where it is part of a larger list of links (Uda 3.3 ③ (C))."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...page import Kind

if TYPE_CHECKING:
    from ...page import Page, Region

STOPS = frozenset("、，､,。．｡.")
"""Commas and full stops: a text block that has one is prose."""
MIN_LINKED = 0.9
"""Share of a text block's characters that are linked, from which on it consists of links."""
MAX_CHARACTERS = 5000
"""Characters of a text block that is looked at: a longer one is no list."""
MAX_BLOCKS = 50
"""Text blocks that are taken in on each side: a bound for hostile pages, few lists are longer."""


def compound(page: Page, region: Region) -> tuple[int, int]:
    """Return the range of text blocks that a site information region widens to, its own blocks among them.

    Uda 3.3 ③ (C): site information often stands in one list with links to categories, so what is right before and
    after a region belongs to a compound navigation area while it has no comma or full stop and consists of links.
    This is for re-blocking and placement only; the region itself stays small. Regions of other kinds keep their range.

    Nothing else stops it: it takes next to no main text, and stopping at the borders of ``main`` and ``article`` would
    not save what it takes.
    """
    first, end = region.blocks
    if region.kind != Kind.SITE_INFO or first >= end:
        return first, end
    low, high = max(first - MAX_BLOCKS, 0), min(end + MAX_BLOCKS, len(page.texts))
    while first > low and is_link_list(page, first - 1):
        first -= 1
    while end < high and is_link_list(page, end):
        end += 1
    return first, end


def is_link_list(page: Page, block: int) -> bool:
    """Tell whether a text block consists of links, without a comma or full stop."""
    if len(page.texts[block]) > MAX_CHARACTERS or not STOPS.isdisjoint(page.texts[block]):
        return False
    everything = linked = 0
    for piece in range(page.text_starts[block], page.text_ends[block]):
        length = len(page.pieces[piece].strip())
        everything += length
        linked += length * page.linked[piece]
    return linked > 0 and linked >= MIN_LINKED * everything
