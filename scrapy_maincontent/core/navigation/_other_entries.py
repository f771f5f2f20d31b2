"""Lines that stand on cards of other entries: below "related posts", beside the text."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates
    from ._found import Found

MAX_LEVELS = 8
"""Elements above a line in which its entry's title is looked for."""
MAX_CARD = 1500
"""Characters of a card: title, teaser and lines."""
MAX_TITLES = 3
"""Headings of a card; an element with more holds several."""
NEAR = 6
"""Text blocks between the page's headline and a line about the page's own entry."""
_ARTICLE = "article"
_ROOTS = frozenset(("html", "body", "main"))


def without_other_entries(candidates: Candidates, addresses: Addresses, found: list[Found]) -> list[Found]:
    """Return lines without those on cards, where the page is about one entry and has lines about it.

    Pages with several entries keep all of their lines.
    """
    cards = [_is_on_card(candidates, addresses, region) for region in found]
    if not any(cards) or all(cards):
        return found
    own = [region for region, is_card in zip(found, cards, strict=True) if not is_card]
    declared = candidates.page.metas.get("og:type", "").strip().lower() == _ARTICLE
    return own if declared or any(_is_near_headline(candidates, region) for region in own) else found


def _is_on_card(candidates: Candidates, addresses: Addresses, region: Found) -> bool:
    """Tell whether the smallest element around a line that has a title has one that leads to another page."""
    page = candidates.page
    for above in islice(page.ancestors(region.first), MAX_LEVELS):
        if page.tags[above] in _ROOTS or candidates.size(above)[0] > MAX_CARD:
            return False
        titles = candidates.headings.inside(above)
        if titles:
            return len(titles) <= MAX_TITLES and _leads_away(candidates, addresses, titles[0])
    return False


def _leads_away(candidates: Candidates, addresses: Addresses, title: int) -> bool:
    """Tell whether a title is in or has a link to another page; the page's headline is no such title."""
    page = candidates.page
    if page.tags[title] == "h1":
        return False
    inside = candidates.inside(title)
    if len(inside):
        href = candidates.links.hrefs[inside.start]
    else:
        link = next((above for above in islice(page.ancestors(title), MAX_LEVELS) if page.tags[above] == "a"), None)
        if link is None:
            return False
        href = page.attrs[link].get("href", "").strip()
    if not href or href.startswith("#"):
        return False
    return addresses.absolute(href).partition("#")[0].rstrip("/") not in _own(candidates, addresses)


def _own(candidates: Candidates, addresses: Addresses) -> frozenset[str]:
    """Return the page's own addresses."""
    canonical = addresses.absolute(candidates.page.head_links.get("canonical", ""))
    return frozenset(address.rstrip("/") for address in (addresses.own, canonical))


def _is_near_headline(candidates: Candidates, region: Found) -> bool:
    """Tell whether a line stands a few text blocks before or after an ``h1``."""
    page = candidates.page
    first, end = page.blocks_in(region.first, region.last)
    owners = page.owners[max(first - NEAR, 0) : end + NEAR]
    return any("h1" in (page.tags[owner], page.tags[page.parents[owner]]) for owner in owners)
