"""The items of a breadcrumb trail."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from .breadcrumb import MAX_LINKS, MAX_UNLINKED, SEPARATORS

if TYPE_CHECKING:
    from ..page import Page, Region

_STRIPPED = "".join(sorted(SEPARATORS)) + " \t\n\r\f\xa0\u3000"


def trail_items(page: Page, region: Region) -> tuple[dict[str, str | None], ...]:
    """Return a trail's items as name and absolute address, in order; the last one's is None where it is no link."""
    items: list[dict[str, str | None]] = [{"name": text, "url": url} for text, url in region.links if text]
    first, last = region.elements
    end = page.ends[last]
    number = bisect_left(page.links, end)
    if number == 0 or page.links[number - 1] < first:
        return tuple(items)
    rest = page.pieces[page.piece_ends[page.links[number - 1]] : page.piece_ends[last]]
    name = " ".join("".join(rest[:MAX_LINKS]).split()).strip(_STRIPPED)
    if name and len(name) <= MAX_UNLINKED:
        items.append({"name": name, "url": None})
    return tuple(items)
