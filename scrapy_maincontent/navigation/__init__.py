"""Page -> navigation regions, breadcrumbs, next page, table of contents (Uda 3.3).

One module for each kind of region: its ``find()`` works on `Candidates`; the first rule that finds a region names it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from ..page import Region
from ..page.head import followable
from . import blog_utility, breadcrumb, in_page, paging, site_info
from .addresses import Addresses
from .candidates import PRINTED, PRODUCT, Candidates
from .entry_lines import is_text
from .next_page import page_links
from .trails import chosen_trail, declared_trails, visible_trails

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page
    from .candidates import DetectorRules, Found


__all__ = ["PRINTED", "PRODUCT", "breadcrumbs", "declared_trails", "detect", "page_links", "visible_trails"]

MAX_REGIONS = 500
"""Regions of one page."""
MAX_REGION_CHARACTERS = 20_000
MIN_PROSE = 360
"""Characters of sentences, some 60 words, that no region holds."""


def detect(page: Page, rules: DetectorRules = PRODUCT) -> tuple[Region, ...]:
    """Return at most `MAX_REGIONS` navigation regions, in document order; those of `PRODUCT` are kept on the page.

    ``rules`` is `PRINTED` for what the paper's steps alone find.
    """
    if rules is not PRODUCT:
        return _detect(page, rules)
    if "regions" not in page.made:
        page.made["regions"] = ()  # where it fails, who asks next goes without regions
        page.made["regions"] = _detect(page, rules)
    regions: tuple[Region, ...] = page.made["regions"]
    return regions


def breadcrumbs(page: Page, regions: Sequence[Region]) -> tuple[dict[str, str | None], ...]:
    """Return the items of the page's trail, in order: "name", absolute "url" and "source".

    The visible trail counts; of several, the one that agrees best with what the page declares, else the first. Where
    none is visible, or only a menu in its place, the declared one is the fallback. ``source`` is "page", "json-ld" or
    "microdata". The current page comes last where the trail names it. "url" is None for an item without a link, or with
    one that no crawler can follow (a script). () without a trail.
    """
    source, crumbs = chosen_trail(page, visible_trails(page, regions))
    return tuple({"name": crumb.name, "url": followable(crumb.url, page.url), "source": source} for crumb in crumbs)


def _detect(page: Page, rules: DetectorRules) -> tuple[Region, ...]:
    if not page.links:
        return ()
    candidates, addresses = Candidates(page, rules), Addresses(page)
    site, lines = site_info.find(candidates), blog_utility.find(candidates, addresses)
    found = [
        *breadcrumb.find(candidates, addresses),
        *paging.find(candidates, addresses),
        *site,
        *(_outside(lines, site, page) if rules.checked else lines),
        *in_page.find(candidates, addresses),
    ]
    if rules.checked:
        found = [region for region in found if not _is_prose(candidates, region)]
    found.sort(key=lambda region: (region.first, -region.last))
    read = _Reader(candidates, addresses)
    return tuple(
        [
            _region(page, read, region)
            for region in found[:MAX_REGIONS]
            if candidates.size(region.first, region.last)[0] <= MAX_REGION_CHARACTERS
        ]
    )


def _is_prose(candidates: Candidates, region: Found) -> bool:
    """Return True if a region holds paragraphs: main text, whatever its links say."""
    page = candidates.page
    if candidates.size(region.first, region.last)[1] < MIN_PROSE:
        return False
    blocks = range(*page.blocks_in(region.first, region.last))
    return sum(len(page.texts[block]) for block in blocks if is_text(candidates, block)) >= MIN_PROSE


def _outside(found: list[Found], others: list[Found], page: Page) -> list[Found]:
    """Return regions without those inside others, both in document order."""
    firsts = [other.first for other in others]
    kept = []
    for region in found:
        number = bisect_right(firsts, region.first) - 1
        if number < 0 or page.ends[others[number].last] <= region.first:
            kept.append(region)
    return kept


def _region(page: Page, read: _Reader, found: Found) -> Region:
    kind, subtype, first, last, rule = found
    blocks, paths = page.blocks_in(first, last), page.paths
    return Region.located(
        _paths=paths, _read=read, kind=kind, subtype=subtype, rule=rule, blocks=blocks, elements=(first, last)
    )


class _Reader:
    """Makes the text and the links of regions, by their elements; it knows the page's lists, which know no region."""

    def __init__(self, candidates: Candidates, addresses: Addresses) -> None:
        page, self._links, self._absolute = candidates.page, candidates.links, addresses.absolute
        self._pieces, self._starts, self._ends, self._after = page.pieces, page.piece_starts, page.piece_ends, page.ends

    def __call__(self, first: int, last: int) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return a region's text and its links."""
        # Blanks between the pieces: style sheets part them, as a rule.
        text = " ".join(" ".join(self._pieces[self._starts[first] : self._ends[last]]).split())
        links = self._links
        low, high = (bisect_left(links.elements, element) for element in (first, self._after[last]))
        texts, urls = links.texts[low:high], map(self._absolute, links.hrefs[low:high])
        return text, tuple(zip(texts, urls, strict=True))
