"""What links within the page say of blocks, most of all of those they lead to (Uda 4.2 ⑤)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...navigation.in_page import BODY, CONTENTS, END, TOP, purpose_of
from ._evidence import main, other
from ._targets import Fragments, targets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._evidence import Evidence
    from ._layout import Layout, Spot
    from ._targets import Target

RULES = (
    "in_page.II.above",
    "in_page.II.target",
    "in_page.II.after",
    "in_page.II.last",
    "in_page.III.target",
    "in_page.III.next",
    "in_page.IV.target",
    "in_page.IV.next",
    "in_page.V.target",
    "in_page.V.before",
)

MAX_LINKS = 500
"""Links within the page that are followed."""


def judge(layout: Layout, spots: list[Spot]) -> Iterator[Evidence]:
    """Yield what links to the top (II), the main text (III), contents (IV) and the end (V) say."""
    links = _links(layout, spots)
    found = targets(layout, (fragment for fragments in links.values() for fragment in fragments))
    aims = {purpose: [found[name] for name in names if name in found] for purpose, names in links.items()}
    yield from _from_top(layout, [spot for spot in spots if spot.region.subtype == TOP], aims[TOP])
    yield from _from_content(layout, aims[BODY], "III")
    yield from _from_content(layout, aims[CONTENTS], "IV")
    yield from _from_end(layout, aims[END])


def _links(layout: Layout, spots: list[Spot]) -> dict[str, list[str]]:
    """Return the fragments that links lead to, by purpose.

    The paper has one purpose for a region. A list of skip links is one region with several, so that each link is taken
    by its own words; where they say nothing, a region's only link is taken by the region's subtype. A table of
    contents has one purpose. Links to the page's start are heard in II only.
    """
    local = Fragments(layout.page)
    found: dict[str, list[str]] = {TOP: [], BODY: [], CONTENTS: [], END: []}
    left = MAX_LINKS
    for spot in spots:
        links, subtype = spot.region.links[:left], spot.region.subtype
        left -= len(links)
        for text, url in links:
            fragment = local.of(url)
            purpose = subtype if subtype == CONTENTS else purpose_of(text) or (subtype if len(links) == 1 else "")
            if fragment is not None and purpose in found and (fragment or purpose == TOP):
                found[purpose].append(fragment)
    return found


def _from_top(layout: Layout, spots: list[Spot], aims: list[Target]) -> Iterator[Evidence]:
    """Uda 4.2 ⑤ II: blocks before the target's are not main (``above``), nor is the target's where it ends there.

    Blocks after the region are not main either, with several regions those after the last one; the paper has one
    sentence for each (``after``, ``last``). Of several targets the lowest is asked: all of them say the same together.
    """
    if aims:
        lowest = max(aims)
        yield from other(range(lowest.block), "in_page.II.above")
        if lowest.at_end:
            yield from other((lowest.block,), "in_page.II.target")
    if spots:
        rule = "in_page.II.after" if len(spots) == 1 else "in_page.II.last"
        yield from other(range(spots[-1].last + 1, layout.count), rule)


def _from_content(layout: Layout, aims: list[Target], case: str) -> Iterator[Evidence]:
    """Uda 4.2 ⑤ III and IV: a target's block is main, or the next one where nothing of it is behind the target.

    Where that is a block of navigation (the trail at the top of the main part), the next block of content is meant.
    """
    for word, at_end in (("target", False), ("next", True)):
        starts = {aim.block + at_end for aim in aims if aim.at_end == at_end}
        blocks = {layout.content_from(start) for start in starts}
        yield from main(sorted(block for block in blocks if block is not None), f"in_page.{case}.{word}")


def _from_end(layout: Layout, aims: list[Target]) -> Iterator[Evidence]:
    """Uda 4.2 ⑤ V: a target's block is not main; where nothing of it is behind the target, the block before is main.

    The last part is taken as printed: the block before the target's block, and nothing is said of that one. It may be a
    slip: what ends at the target is the target's own block, and III has "the next block" in this place.
    """
    yield from other(sorted({aim.block for aim in aims if not aim.at_end}), "in_page.V.target")
    blocks = {layout.content_before(aim.block) for aim in aims if aim.at_end}
    yield from main(sorted(block for block in blocks if block is not None), "in_page.V.before")
