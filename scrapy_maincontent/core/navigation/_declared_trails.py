"""Breadcrumb trails that a page declares, in JSON-LD or in microdata: a check on the visible ones, else a fallback."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, NamedTuple

from ...page.columns import labelled
from ...page.head import is_type, objects, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...page import Page

JSON_LD, MICRODATA = "json-ld", "microdata"
"""Where a declared trail stands."""

TRAIL_TYPE = "BreadcrumbList"
"""https://schema.org/BreadcrumbList; stands in every script and every element that declares one."""
MAX_ITEMS = 15
"""Items of a trail; what has more is a list of something else."""
MAX_NAME = 250
"""Characters of an item's name."""
MAX_ELEMENTS = 500
"""Elements of a trail in microdata in which names are looked for."""
MAX_TRAILS = 10
"""Declared trails of one page that are read."""

_TRAILS = frozenset((TRAIL_TYPE,))


class Crumb(NamedTuple):
    """One item of a trail; ``url`` is absolute, ``None`` where none is given."""

    name: str
    url: str | None


class DeclaredTrail(NamedTuple):
    """A trail that the page declares; ``source`` is `JSON_LD` or `MICRODATA`."""

    source: str
    crumbs: tuple[Crumb, ...]


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
        return float(entry["position"])
    except (KeyError, TypeError, ValueError):
        return float(number + 1)


def _json_crumb(page: Page, entry: Mapping[str, Any]) -> Crumb:
    """Return one ListItem: the name and the address are its own, or those of the item it holds."""
    item = entry.get("item")
    holders = [entry, item] if isinstance(item, dict) else [entry]
    name = next((holder["name"] for holder in holders if isinstance(holder.get("name"), str)), "")
    addresses = [item, *(holder.get(key) for holder in reversed(holders) for key in ("@id", "url"))]
    address = next((address for address in addresses if isinstance(address, str) and address.strip()), None)
    return Crumb(plain(name)[:MAX_NAME], None if address is None else page.absolute(address))


def _marked_trails(page: Page) -> Iterator[tuple[Crumb, ...]]:
    """Yield the items of each microdata trail, in order: the names, and the links that they stand in or hold."""
    end = 0
    for element in labelled(page):
        if element >= end and TRAIL_TYPE in page.attrs[element].get("itemtype", ""):
            end = page.ends[element]
            names = [
                below
                for below in range(element + 1, min(end, element + MAX_ELEMENTS))
                if page.attrs[below].get("itemprop") == "name"
            ]
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
        number = bisect_left(page.links, name)
        if number == len(page.links) or page.links[number] >= page.ends[name]:
            return None
        element = page.links[number]
    href = page.attrs[element].get("href", "")
    return page.absolute(href) if href.strip() else None
