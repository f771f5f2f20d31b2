"""A page's table of contents: what each entry is called, and which text blocks it leads to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from ..page import HEADINGS, Kind
from ..page.columns import anchors
from .navigation._contents import CONTENTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..page import Page, Region

MIN_ENTRIES = 2
"""Entries of a table whose places are on the page."""
MAX_ENTRIES = 500
"""Entries that are read of one table."""
MAX_TITLE = 300
"""Characters of a title."""
MAX_DEPTH = 100
"""Elements above an entry in which lists are counted."""
MAX_BELOW = 20
"""Elements in, or around, the place of an entry that are looked at for its heading."""

_LISTS = frozenset(("ol", "ul", "dl"))


class _Entry(NamedTuple):
    title: str
    anchor: str
    place: int
    """The element that the entry leads to."""
    start: int
    """The first text block there."""
    depth: int
    """Lists that the entry stands in."""


def toc(page: Page, regions: Sequence[Region]) -> tuple[dict[str, Any], ...]:
    """Return the entries of the page's table of contents in its order; () where it has none.

    An entry is {"title", "anchor", "level", "blocks"}: ``anchor`` is the fragment, ``level`` starts at 1, ``blocks`` is
    [first, end], a half-open range of text blocks: the section with its heading and with the sections nested in it. Of
    several tables the one with most entries counts, of copies the first. Entries whose place is not on the page are
    left out; a table needs `MIN_ENTRIES` others. Skip links and links to the top are no table.
    """
    tables = [region for region in regions if region.kind == Kind.IN_PAGE and region.subtype == CONTENTS]
    if not tables:
        return ()
    places = anchors(page)
    entries = max((_entries(page, table, places) for table in tables), key=len)
    if len(entries) < MIN_ENTRIES:
        return ()
    levels = _levels(page, entries)
    ends = _ends(page, entries, levels)
    return tuple(
        {"title": entry.title, "anchor": entry.anchor, "level": level, "blocks": [entry.start, end]}
        for entry, level, end in zip(entries, levels, ends, strict=True)
    )


def _entries(page: Page, table: Region, places: Mapping[str, int]) -> list[_Entry]:
    """Return a table's entries that lead to different places on the page."""
    first = table.elements[0]
    low = bisect_left(page.links, first)
    found: dict[int, _Entry] = {}
    for element, (text, url) in zip(page.links[low : low + MAX_ENTRIES], table.links, strict=False):
        anchor = url.partition("#")[2]
        place = places.get(anchor, places.get(unquote(anchor), -1)) if anchor else -1
        if place >= 0 and text and place not in found:
            start = bisect_right(page.text_ends, page.piece_starts[place])
            found[place] = _Entry(text[:MAX_TITLE], anchor, place, start, _depth(page, element, first))
    return list(found.values())


def _depth(page: Page, element: int, top: int) -> int:
    depth = 0
    for parent in islice(page.ancestors(element), MAX_DEPTH):
        if parent < top:
            break
        depth += page.tags[parent] in _LISTS
    return depth


def _levels(page: Page, entries: Sequence[_Entry]) -> list[int]:
    """Return how deep each entry is, from 1 on: by nested lists, in a flat list by the ranks of the headings."""
    depths = [entry.depth for entry in entries]
    if len(set(depths)) == 1:
        ranks = [_rank(page, entry.place) for entry in entries]
        depths = ranks if all(ranks) else depths
    steps = {depth: level for level, depth in enumerate(sorted(set(depths)), 1)}
    return [steps[depth] for depth in depths]


def _rank(page: Page, place: int) -> int:
    """Return the rank of the heading that a place is, stands in or begins with; 0 where there is none."""
    around = [place, *islice(page.ancestors(place), MAX_BELOW)]
    below = range(place + 1, min(page.ends[place], place + MAX_BELOW))
    return next((HEADINGS[page.tags[element]] for element in (*around, *below) if page.tags[element] in HEADINGS), 0)


def _ends(page: Page, entries: Sequence[_Entry], levels: Sequence[int]) -> list[int]:
    """Return where each section ends: where the next one of its level, or of a higher one, starts."""
    last = _last_end(page, entries)
    order = sorted(range(len(entries)), key=lambda number: entries[number].start)
    ends = [last] * len(entries)
    open_: list[int] = []
    for number in order:
        while open_ and levels[open_[-1]] >= levels[number]:
            ends[open_.pop()] = entries[number].start
        open_.append(number)
    return [max(end, entry.start) for end, entry in zip(ends, entries, strict=True)]


def _last_end(page: Page, entries: Sequence[_Entry]) -> int:
    """Return where the last section ends: with its element, else before the next heading of its rank, or a higher one.

    It never goes on behind the smallest element that all places stand in.
    """
    final = max(entries, key=lambda entry: entry.place)
    first = min(entry.place for entry in entries)
    around = final.place
    while not around <= first < page.ends[around] and page.parents[around] >= 0:
        around = page.parents[around]
    end = page.blocks_in(around)[1]
    own = page.blocks_in(final.place)
    if page.tags[final.place] not in HEADINGS and own[1] - own[0] > 1 and page.ends[final.place] > final.place + 1:
        return min(own[1], end)
    rank = _rank(page, final.place)
    for element in range(final.place + 1, page.ends[around]):
        if 0 < HEADINGS.get(page.tags[element], 0) <= rank:
            start = bisect_right(page.text_ends, page.piece_starts[element])
            if start > final.start:
                return min(start, end)
    return end
