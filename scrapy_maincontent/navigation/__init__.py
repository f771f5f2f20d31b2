"""Finding a page's navigation regions (Uda 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..page import Region
from ..page.head import followable
from . import blog_utility, breadcrumb, in_page, paging, site_info
from .addresses import Addresses
from .candidates import Candidates
from .in_page import CONTENTS
from .next_page import page_links
from .site_info import compound
from .trails import Crumb, chosen_trail, declared_trails, visible_trails

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page
    from ..words.class_names import Names
    from .candidates import Found


__all__ = [
    "CONTENTS",
    "Crumb",
    "breadcrumbs",
    "compound",
    "declared_trails",
    "detect",
    "page_links",
    "visible_trails",
]

MAX_REGIONS = 500
"""Regions of one page."""
MAX_REGION_CHARACTERS = 20_000


def detect(page: Page, names: Names | None = None) -> tuple[Region, ...]:
    """Return the page's navigation regions of all five kinds, in document order.

    ``names`` are the page's `read_names`, where another stage needs them, too.
    """
    if not page.links:
        return ()
    candidates, addresses = Candidates(page, names), Addresses(page)
    found = [
        *breadcrumb.find(candidates, addresses),
        *paging.find(candidates, addresses),
        *site_info.find(candidates),
        *blog_utility.find(candidates, addresses),
        *in_page.find(candidates, addresses),
    ]
    found.sort(key=lambda region: (region.first, -region.last))
    return tuple(
        _region(candidates, addresses, region)
        for region in found[:MAX_REGIONS]
        if candidates.size(region.first, region.last)[0] <= MAX_REGION_CHARACTERS
    )


def breadcrumbs(page: Page, regions: Sequence[Region]) -> tuple[dict[str, str | None], ...]:
    """Return the items of the page's trail, in order: "name", absolute "url" and "source".

    The visible trail counts; of several, the one that agrees best with what the page declares, else the first. Where
    none is visible, the declared one is the fallback. ``source`` tells which: "page", "json-ld" or "microdata". The
    current page comes last where the trail names it; its url is None where it is no link.
    So is one that no crawler can follow (a script). () without a trail.
    """
    source, crumbs = chosen_trail(page, visible_trails(page, regions))
    return tuple({"name": crumb.name, "url": followable(crumb.url, page.url), "source": source} for crumb in crumbs)


def _region(candidates: Candidates, addresses: Addresses, found: Found) -> Region:
    """Spell a region out. The xpath of a run of siblings is that of the element they stand in."""
    page, (kind, subtype, first, last, rule) = candidates.page, found
    texts, hrefs = candidates.links.texts, candidates.links.hrefs
    return Region(
        kind=kind,
        subtype=subtype,
        text=_text(page, first, last),
        xpath=page.xpath(first if first == last else page.parents[first]),
        links=tuple([(texts[link], addresses.absolute(hrefs[link])) for link in candidates.inside(first, last)]),
        rule=rule,
        blocks=page.blocks_in(first, last),
        elements=(first, last),
    )


def _text(page: Page, first: int, last: int) -> str:
    """Return a region's text on one line, blanks between its pieces: style sheets part them, as a rule."""
    return " ".join(" ".join(page.pieces[page.piece_starts[first] : page.piece_ends[last]]).split())
