"""Breadcrumb regions, and trails declared in JSON-LD or microdata -> the items of the page's trail.

A declared trail decides between several visible ones, goes before one that shares no name with it and leads nowhere,
and is the fallback where none is visible.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ..page import Kind, h1s, microdata
from ..page.head import is_type, objects, plain
from ..words import phrases
from ..words.normalise import key
from .addresses import segments
from .breadcrumb import MAX_LINKS, MAX_UNLINKED, PARTS, STRIPPED, STRONG_SEPARATORS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..page import Page, Region


PAGE, JSON_LD, MICRODATA = "page", "json-ld", "microdata"
"""Where a trail stands: visible on the page, or declared."""

TRAIL_TYPE = "BreadcrumbList"
"""https://schema.org/BreadcrumbList; stands in every script and every element that declares one."""
MAX_ITEMS = 15
"""Items of a trail; what has more is a list of something else."""
MAX_NAME = 250
"""Characters of an item's name."""
MAX_ELEMENTS = 500
"""Elements of a trail in microdata in which names are looked for."""
MOST = 0.5
"""Share of the document's title that is the page's own name."""
MIN_TURNED = 2
"""Different names that two trails must share for one to be the other turned round."""
MAX_TRAILS = 10
MAX_H1S = 4
_TRAILS = frozenset((TRAIL_TYPE,))
_PAGING = phrases.NEXT | phrases.PREVIOUS | phrases.PAGE
"""What leads to other pages of a list or a thread, and is no place that a page stands in."""
_NUMBER = "0123456789 "
_POINTING = "".join(sorted(STRONG_SEPARATORS)) + "<- "


class Crumb(NamedTuple):
    """One item of a trail; ``url`` is absolute, ``None`` where none is given."""

    name: str
    url: str | None


class DeclaredTrail(NamedTuple):
    """A trail that the page declares; ``source`` is `JSON_LD` or `MICRODATA`."""

    source: str
    crumbs: tuple[Crumb, ...]


def visible_trails(page: Page, regions: Sequence[Region]) -> list[tuple[Crumb, ...]]:
    """Return the items of each breadcrumb region that has any: those from the home page on first, then longer ones."""
    trails = (_trail_items(page, region) for region in regions if region.kind == Kind.BREADCRUMB)
    return sorted(filter(None, trails), key=lambda items: (not _is_home(*items[0]), -len(items)))


def chosen_trail(page: Page, visible: Sequence[tuple[Crumb, ...]]) -> tuple[str, tuple[Crumb, ...]]:
    """Return the page's trail and its source: the visible one most like a declared one, else a declared one."""
    if len({_names(trail) for trail in visible}) == 1 and _is_way(visible[0]):
        return PAGE, visible[0]
    declared = declared_trails(page)
    if not visible:
        return declared[0] if declared else (PAGE, ())
    names = [set(_names(trail.crumbs)) for trail in declared]
    best = max(visible, key=lambda trail: max((_likeness(trail, others) for others in names), default=0.0))
    if declared and not _is_way(best) and set().union(*names).isdisjoint(_names(best)):
        return declared[0]
    return PAGE, _from_the_top(best, declared)


def _from_the_top(trail: tuple[Crumb, ...], declared: Sequence[DeclaredTrail]) -> tuple[Crumb, ...]:
    """Return a visible trail, turned round where a declared one has the names of both the other way round."""
    names = _names(trail)
    for other in declared:
        both = [name for name in _names(other.crumbs) if name in names]
        if len({*both}) >= MIN_TURNED and both == [name for name in reversed(names) if name in both]:
            return trail[::-1]
    return trail


def _is_way(trail: Sequence[Crumb]) -> bool:
    """Return True if a trail starts at the home page or leads deeper with each link; items of a menu stand beside."""
    depths = [len(segments(crumb.url)) for crumb in trail if crumb.url is not None]
    return _is_home(*trail[0]) or all(before < after for before, after in pairwise(depths))


def _trail_items(page: Page, region: Region) -> tuple[Crumb, ...]:
    """Return a trail's items in order, without what else stands in the region; the address is None for no link."""
    first, last = region.elements
    elements = page.links_in(first, last)[: len(region.links)]
    named = [number for number, (text, _) in enumerate(region.links) if text]
    items: list[Crumb] = []
    own = _own_links(region, named, [_container(page, elements, element) for element in elements])
    for number in _led(page, region, elements, own):
        name, url = region.links[number]
        items.append(Crumb(_bare(name), url))
        start = page.piece_ends[elements[number]]
        end = page.piece_starts[elements[number + 1]] if number + 1 < len(elements) else page.piece_ends[last]
        items += [Crumb(name, None) for name in _unlinked(page, start, end)]
    return _up_to_page(page, _without_pages(items[:MAX_LINKS]))


def _bare(name: str) -> str:
    """Return an item's name without the signs that point to it or on: "Home >", but not "<table>"."""
    return name if "<" in name and ">" in name else name.strip(_POINTING) or name


def _without_pages(items: list[Crumb]) -> list[Crumb]:
    """Return the items before a word for paging that nothing but numbers follows: "Page 3", "Pages" and "1", "2"."""
    for place, crumb in enumerate(items[1:], 1):
        if _pages(crumb, numbered=place + 1 < len(items)) and all(other.name.isdigit() for other in items[place + 1 :]):
            return items[:place]
    return items


def _pages(crumb: Crumb, *, numbered: bool) -> bool:
    """Return True if an item is a word for paging; the word "Pages" is one where numbers are behind it or in it."""
    words = crumb.name if crumb.url else crumb.name.rstrip(_NUMBER)
    label = phrases.PAGES_LABEL if numbered or words != crumb.name else 0
    whole, rest = (phrases.SENSES[text[: phrases.MAX_TEXT]] for text in (crumb.name, words))
    return bool(whole & _PAGING or rest & label)


def _up_to_page(page: Page, items: list[Crumb]) -> tuple[Crumb, ...]:
    """Return the items up to the page itself, unlinked and named as its headline or title: links behind it edit."""
    if any(crumb.url is None for crumb in items[1:-1]):
        names = {key(page.text_in(element)[: MAX_NAME + 1]) for element in h1s(page)[:MAX_H1S]}
        title = key(page.head_title[: MAX_NAME + 1])
        own = (
            place
            for place, crumb in enumerate(items[1:-1], 2)
            if crumb.url is None and (key(crumb.name) in names or _entitles(key(crumb.name), title))
        )
        items = items[: next(own, None)]
    return tuple(items)


def _entitles(name: str, title: str) -> bool:
    """Return True if a document's title begins with a name, and most of it is this name: the site's may follow."""
    return title.startswith(name) and len(name) >= MOST * len(title) > 0


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


def _led(page: Page, region: Region, elements: Sequence[int], own: list[int]) -> list[int]:
    """Return a trail's links without those before the first one that a pointing sign follows: index, next, previous.

    One to the top of a site, or to less deep a place than the next one's, stays: it only lacks the sign.
    """
    for place, number in enumerate(own[:-1]):
        between = page.pieces[page.piece_ends[elements[number]] : page.piece_starts[elements[number + 1]]]
        if "".join(between[:MAX_LINKS]).lstrip()[:1] in STRONG_SEPARATORS:
            before, first = (region.links[own[at]][1] or "" for at in (max(place - 1, 0), place))
            depth = len(segments(before))
            return own if before != first and (not depth or depth < len(segments(first))) else own[place:]
    return own


def _is_home(text: str, url: str | None) -> bool:
    return bool(phrases.SENSES[text[: phrases.MAX_TEXT]] & phrases.HOME) or (url is not None and not segments(url))


def _unlinked(page: Page, start: int, end: int) -> Iterator[str]:
    """Yield the items in a range of pieces without a link: what signs part, up to the end of a text block."""
    block, words = -1, ""
    for piece in range(start, min(end, start + MAX_LINKS)):
        number = page.block_at(piece)
        for place, part in enumerate(PARTS.split(page.pieces[piece][:MAX_UNLINKED])):
            text = _bare(part.strip(STRIPPED))
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


def declared_trails(page: Page) -> list[DeclaredTrail]:
    """Return the trails that a page declares, those of JSON-LD first; bad ones and empty ones are left out."""
    found = [
        DeclaredTrail(JSON_LD, crumbs)
        for script in page.json_ld
        if TRAIL_TYPE in script
        for value in objects(script)
        if is_type(value, _TRAILS) and (crumbs := _json_crumbs(page, value))
    ]
    found += [DeclaredTrail(MICRODATA, crumbs) for crumbs in _marked_trails(page) if crumbs]
    return found[:MAX_TRAILS]


def _json_crumbs(page: Page, trail: Mapping[str, Any]) -> tuple[Crumb, ...]:
    """Return the items of a BreadcrumbList by their positions; () where one has no name."""
    listed = trail.get("itemListElement")
    entries = [entry for entry in (listed if isinstance(listed, list) else [listed]) if isinstance(entry, dict)]
    if not 0 < len(entries) <= MAX_ITEMS:
        return ()
    ranked = sorted(enumerate(entries), key=lambda pair: (_position(pair[1], pair[0]), pair[0]))
    crumbs = tuple(_json_crumb(page, entry) for _, entry in ranked)
    return crumbs if all(crumb.name for crumb in crumbs) else ()


def _position(entry: Mapping[str, Any], number: int) -> float:
    """Return an item's position, which some write as text; its place in the list where there is none."""
    try:
        position = float(entry["position"])
    except (KeyError, TypeError, ValueError, OverflowError):
        position = math.nan
    return position if math.isfinite(position) else number + 1.0


def _json_crumb(page: Page, entry: Mapping[str, Any]) -> Crumb:
    """Return one ListItem: the name and the address are its own, or those of the item it holds."""
    item = entry.get("item")
    holders = [entry, item] if isinstance(item, dict) else [entry]
    name = next((holder["name"] for holder in holders if isinstance(holder.get("name"), str)), "")
    addresses = [item, *(holder.get(key) for holder in reversed(holders) for key in ("@id", "url"))]
    written = (address.strip() for address in addresses if isinstance(address, str))
    address = next((address for address in written if address and address.isprintable()), None)
    return Crumb(plain(name)[:MAX_NAME], None if address is None else page.absolute(address))


def _marked_trails(page: Page) -> Iterator[tuple[Crumb, ...]]:
    """Yield the items of each microdata trail, in order: the names, and the links that they stand in or hold."""
    end, elements = 0, microdata(page)
    for number, element in enumerate(elements):
        if element >= end and TRAIL_TYPE in page.attrs[element].get("itemtype", ""):
            end = page.ends[element]
            last = bisect_left(elements, min(end, element + MAX_ELEMENTS))
            names = [below for below in elements[number + 1 : last] if page.attrs[below].get("itemprop") == "name"]
            if len(names) <= MAX_ITEMS:
                crumbs = tuple(Crumb(page.text_in(name)[:MAX_NAME], _address(page, element, name)) for name in names)
                yield crumbs if all(crumb.name for crumb in crumbs) else ()


def _address(page: Page, trail: int, name: int) -> str | None:
    """Return the address of the link that a name stands in, or holds, within its trail."""
    element = name
    while element > trail:
        if page.tags[element] == "a":
            break
        element = page.parents[element]
    if element == trail:
        link = page.link_in(name)
        if link is None:
            return None
        element = link
    href = page.attrs[element].get("href", "")
    return page.absolute(href) if href.strip() else None
