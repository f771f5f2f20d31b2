"""The items of a breadcrumb trail."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from ...page import Kind
from ...words import phrases
from ...words.titles import key
from ._addresses import segments
from ._declared_trails import Crumb, declared_trails
from ._signs import PARTS, STRIPPED
from ._trail_shapes import MAX_LINKS, MAX_UNLINKED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...page import Page, Region

PAGE = "page"
"""Where a visible trail stands."""


def visible_trails(page: Page, regions: Sequence[Region]) -> list[tuple[Crumb, ...]]:
    """Return the items of each breadcrumb region that has any: those from the home page on first, then longer ones.

    A trail's short form for small screens ("back to ...") often stands before it.
    """
    trails = (trail_items(page, region) for region in regions if region.kind == Kind.BREADCRUMB)
    return sorted(filter(None, trails), key=lambda items: (not _is_home(*items[0]), -len(items)))


def chosen_trail(page: Page, visible: Sequence[tuple[Crumb, ...]]) -> tuple[str, tuple[Crumb, ...]]:
    """Return where the page's trail stands, and its items: the best visible one, else the first declared one.

    Of several visible ones, that is the one most like a declared one, else the first of `visible_trails`. What is
    declared is read only where it decides: most pages show one trail.
    """
    if not visible:
        declared = next(iter(declared_trails(page)), None)
        return (PAGE, ()) if declared is None else declared
    if len({_names(trail) for trail in visible}) == 1:
        return PAGE, visible[0]
    declared_names = [set(_names(trail.crumbs)) for trail in declared_trails(page)]
    return PAGE, max(visible, key=lambda trail: max((_likeness(trail, names) for names in declared_names), default=0.0))


def trail_items(page: Page, region: Region) -> tuple[Crumb, ...]:
    """Return a trail's items in order, those that are no links among them, with None for an address.

    What else stands in the region (search, "all activity", a copy for small screens) is none of its items.
    """
    first, last = region.elements
    low = bisect_left(page.links, first)
    elements = page.links[low : low + len(region.links)]
    named = [number for number, (text, _) in enumerate(region.links) if text]
    items: list[Crumb] = []
    for number in _own_links(region, named, [_container(page, elements, element) for element in elements]):
        items.append(Crumb(*region.links[number]))
        start = page.piece_ends[elements[number]]
        end = page.piece_starts[elements[number + 1]] if number + 1 < len(elements) else page.piece_ends[last]
        items += [Crumb(name, None) for name in _unlinked(page, start, end)]
    return tuple(items[:MAX_LINKS])


def _container(page: Page, elements: Sequence[int], link: int) -> int:
    """Return the lowest element that holds another one of some links, too."""
    for parent in page.ancestors(link):
        low = bisect_left(elements, parent)
        if bisect_left(elements, page.ends[parent], low) - low > 1:
            return parent
    return -1


def _own_links(region: Region, named: list[int], containers: Sequence[int]) -> list[int]:
    """Return those links of a region that are its trail: from the home page's on, those beside it or nested in it."""
    home = next((number for number in named if _is_home(*region.links[number])), None)
    groups: dict[int, list[int]] = {}
    for number in named:
        groups.setdefault(containers[number], []).append(number)
    if home is not None:
        beside = [number for number in groups[containers[home]] if number >= home]
        if len(beside) > 1 or containers[home] < 0:
            return beside
        return [number for number in named if number >= home]
    largest = max(groups.values(), key=len, default=[])
    return largest if len(largest) > 1 else named


def _is_home(text: str, url: str | None) -> bool:
    return bool(phrases.SENSES[text[: phrases.MAX_TEXT]] & phrases.HOME) or (url is not None and not segments(url))


def _unlinked(page: Page, start: int, end: int) -> Iterator[str]:
    """Yield the items in a range of pieces without a link: what signs part, up to the end of a text block."""
    block, words = -1, ""
    for piece in range(start, min(end, start + MAX_LINKS)):
        number = bisect_right(page.text_ends, piece)
        for place, part in enumerate(PARTS.split(page.pieces[piece][:MAX_UNLINKED])):
            text = part.strip(STRIPPED)
            if place or (part.strip() and not any(map(str.isalnum, text))):
                if words:
                    yield words
                block, words = -1, ""
            if not any(map(str.isalnum, text)):
                continue
            if block >= 0 and number != block:
                yield words
                return
            block, words = number, f"{words} {text}".strip()
    if words:
        yield words


def _likeness(trail: Sequence[Crumb], declared: set[str]) -> float:
    """Return the share of two trails' names that both have, 0 to 1."""
    names = set(_names(trail))
    return len(names & declared) / len(names | declared)


def _names(trail: Sequence[Crumb]) -> tuple[str, ...]:
    return tuple(key(crumb.name) for crumb in trail)
