"""What the places of navigation regions say about the blocks around them (Uda 4.2 (1))."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...page import Kind
from . import blog_utility, breadcrumb, in_page, paging, site_info
from ._evidence import Evidence, other
from ._layout import Layout
from .orders import Order, decide

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...page import Block, Page, Region

__all__ = ["RULES", "Evidence", "Order", "decide", "place"]

_KINDS = {
    Kind.BREADCRUMB: (breadcrumb.RULES, breadcrumb.judge),
    Kind.PAGING: (paging.RULES, paging.judge),
    Kind.SITE_INFO: (site_info.RULES, site_info.judge),
    Kind.BLOG_UTILITY: (blog_utility.RULES, blog_utility.judge),
    Kind.IN_PAGE: (in_page.RULES, in_page.judge),
}
"""Each kind's rules, and what judges by them, in the paper's order, ① to ⑤."""

RULES = tuple(rule for kind, (rules, _) in _KINDS.items() for rule in (f"{kind}.region", *rules))
"""The names of all rules, in the paper's order."""


def place(page: Page, blocks: Sequence[Block], regions: Sequence[Region]) -> list[Evidence]:
    """Return what the regions say about the re-blocked blocks, in the order of `RULES` (Uda 4.2 (1)).

    ``blocks`` are all of the page's in document order; their ``regions`` index ``regions``. A rule says one thing of a
    block, and says it once. Many rules may speak of one block: see `decide`.

    These readings hold for all rules:

    - Blocks of navigation are not main (``<kind>.region``). 4.2 takes that for granted: it skips blocks judged to be
      navigation (② II). So no rule calls them main: rules that name a range leave them out, rules that name a single
      block go on in their direction. It holds also where the place of a region says nothing.
    - "Before", "after", "between" and "up to" leave out the region's own block, since ``<kind>.region`` speaks of it.
    """
    if not regions:
        return []
    layout = Layout(page, blocks, regions)
    evidence: list[Evidence] = []
    for kind, (_, judge) in _KINDS.items():
        spots = layout.spots.get(kind)
        if spots:
            evidence += other(dict.fromkeys(spot.first for spot in spots), f"{kind}.region")
            evidence += judge(layout, spots)
    return evidence
