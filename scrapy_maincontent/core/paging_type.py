"""What a page's next and previous page belong to: one article in parts, or a list.

Weighed are the page's type, what its head declares, the address and the words of the pager, and where it stands: an
article's pager comes right behind the text, a list's behind entries, each with its heading's link.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..page import HEADINGS, Kind, PagingType
from .navigation._paging_types import PAGES
from .navigation.paging_evidence import MANY, SOME, address_says, leads_to_entries, numbers_say, pagers, words_say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..page import Page, Region

TYPES = {"article": SOME, "documentation": 0, "service": -SOME}
"""What a page's type says; all others are lists, or have a list of reviews."""
MIN_EVIDENCE = 2
CLOSE, FAR = 4, 12
"""Text blocks between the main text and its pager: so few at most, and so many at least in front of a list's."""
MIN_ENTRIES = 3
"""Headings with a link, or blocks of main text that are links, before the pager of a list."""
LINKED = 2
MAX_PIECES = 40
MIN_TEXT = 200
"""Characters of main text before the pager of an article's page."""
_ENTRY_HEADINGS = frozenset(HEADINGS) - {"h1"}
_ARTICLE_TYPES = ('"Article"', '"NewsArticle"', '"BlogPosting"', '"Report"', '"TechArticle"')
_LIST_TYPES = ('"CollectionPage"', '"SearchResultsPage"', '"ItemList"', '"Blog"', '"OfferCatalog"')


def paging_type(
    page: Page, regions: Sequence[Region], main: Sequence[bool], found: Mapping[str, Any]
) -> PagingType | None:
    """Return what the next and the previous page belong to, None where there is neither.

    ``main`` tells for each text block whether it is main content. ``found`` has what is known of the page by the names
    of the result's attributes: ``next_page``, ``previous_page``, ``page_numbers`` and ``page_type``.
    """
    target = found["next_page"] or found["previous_page"]
    if target is None:
        return None
    evidence = TYPES.get(found["page_type"] or "", -MANY) + declared(page)
    evidence += numbers_say((found["page_numbers"] or {}).get("last"))
    evidence += address_says(page.url or "", target) + words_say(regions, target)
    evidence += max([placed(page, region, main) for region in pagers(regions, target)], default=-SOME)
    return PagingType.ARTICLE if evidence >= MIN_EVIDENCE else PagingType.LIST


def typed(regions: Sequence[Region], belongs_to: PagingType | None) -> tuple[Region, ...]:
    """Return the regions, those that lead to pages with what these belong to as their subtype: "article_pages".

    Older and newer entries are a list's on an article's page as well.
    """
    return tuple(
        replace(region, subtype=f"{_kind_of(region, belongs_to)}_{PAGES}")
        if region.kind == Kind.PAGING and region.subtype == PAGES
        else region
        for region in regions
    )


def _kind_of(region: Region, belongs_to: PagingType | None) -> PagingType:
    return PagingType.LIST if belongs_to is None or leads_to_entries(region) else belongs_to


def declared(page: Page) -> int:
    """Return what the head says the page is."""
    said = SOME * (page.metas.get("og:type", "").lower() == "article")
    said += SOME * any(name in text for text in page.json_ld for name in _ARTICLE_TYPES)
    said -= SOME * any(name in text for text in page.json_ld for name in _LIST_TYPES)
    return min(said, SOME)


def placed(page: Page, region: Region, main: Sequence[bool]) -> int:
    """Return what the place of a pager says: right behind the main text, or behind a list's entries."""
    start = min(region.blocks[0], len(main))
    before = [block for block in range(start) if main[block]]
    if sum(len(page.texts[block]) for block in before) < MIN_TEXT:
        return -SOME
    gap = start - before[-1] - 1
    entries = max(
        linked_headings(page, page.owners[before[0]], region.elements[0]),
        sum(is_linked(page, block) for block in before),
    )
    said = SOME * (gap <= CLOSE) - (SOME + SOME) * (gap >= FAR)
    return said + (SOME if entries == 0 else -MANY if entries >= MIN_ENTRIES else 0)


def is_linked(page: Page, block: int) -> bool:
    """Tell whether at least half of a text block stands in links, as a list's entries do."""
    pieces = range(page.text_starts[block], min(page.text_ends[block], page.text_starts[block] + MAX_PIECES))
    linked = sum(len(page.pieces[piece].strip()) for piece in pieces if page.linked[piece])
    return LINKED * linked >= len(page.texts[block])


def linked_headings(page: Page, first: int, last: int) -> int:
    """Return the number of headings below the first rank, between two elements, that have or stand in a link."""
    links, found = page.links, 0
    for element in range(first, last):
        if page.tags[element] in _ENTRY_HEADINGS:
            number = bisect_left(links, element)
            inside = number < len(links) and links[number] < page.ends[element]
            around = number > 0 and page.ends[links[number - 1]] > element
            found += inside or around
    return found
