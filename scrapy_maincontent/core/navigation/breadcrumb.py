"""Breadcrumb trails (Uda 3.3 ①): the way from the site's top to this page."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from ...page import Kind
from ...words import phrases
from ._depths import deepens, leads_here, sinks, starts_home
from ._found import Found, outermost
from ._signs import (
    STRONG_SEPARATORS,
    has_separator_pictures,
    has_sign_behind,
    is_bulleted,
    may_be_parted,
    parted_by_pictures,
    signs_between,
)
from ._trail_shapes import LISTS, MAX_CHARACTERS, MAX_LINKS, boxed, chained, is_short, listed, titled

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

MAX_WEAK = 2
"""Marked elements without the shape of a trail that a page may have: menus have more "back" links than that."""
MIN_STEPS = 2
"""Numbers that follow another one in a list of pages."""
MAX_DIGITS = 6
MAX_GROUPS = 2000
MAX_AHEAD = 2
"""Links before the home page's in one element: "back", or a feed's."""
MAX_IDENTITY = 200
"""Characters of the name by which a second copy of a trail is recognised."""


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's trails, by the first step that finds each."""
    found = [*marked(candidates, addresses), *labelled(candidates)]
    pictured = has_separator_pictures(candidates)
    before, tops, tags = candidates.before, candidates.tops, candidates.page.tags
    deepest = len(addresses.own_path) + 1
    ahead = {position - links for position in tops for links in range(1, MAX_AHEAD + 1)}
    for container, grouped in islice(candidates.groups.items(), MAX_GROUPS):
        positions = from_top(grouped, tops) if grouped[0] in ahead else grouped
        count, start = len(positions), positions[0]
        if count == 1:
            parted = start in tops or start in before or has_sign_behind(candidates, start)
            nested = False
        else:
            parted = count <= MAX_LINKS and may_be_parted(candidates, positions)
            nested = count <= deepest and tags[container] in LISTS
        if not (parted or nested or pictured or start in before) or count > MAX_LINKS:
            continue
        rule = (
            (start in before and led(candidates, positions) and "step2")
            or (parted and separated(candidates, addresses, positions) and "step3")
            or (pictured and parted_by_pictures(candidates, positions) and "step4")
            or (nested and listed(candidates, addresses, container, positions) and "step5")
        )
        if rule:
            first, last = region_of(candidates, container, positions)
            if candidates.size(first, last)[0] <= MAX_CHARACTERS:
                found.append(trail(candidates, first, last, rule))
    shaped = [trail(candidates, box, box, "chain") for box in chained(candidates, addresses)]
    if not found:
        shaped += [trail(candidates, box, box, "titled") for box in titled(candidates)]
        shaped.sort(key=lambda region: region.first)
    known = {region.subtype for region in found or shaped[:1]}
    found += [region for region in shaped if region.subtype in known]
    return outermost(found, candidates.page)


def from_top(positions: list[int], tops: frozenset[int]) -> list[int]:
    """Return an element's links from the home page's on, where only one or two stand before it."""
    if positions[0] not in tops:
        for ahead, position in enumerate(positions[1 : MAX_AHEAD + 1], 1):
            if position in tops:
                return positions[ahead:]
    return positions


def marked(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Uda 3.3 ① Step-1: class or id says so (B-1). The outermost marked element that is short enough counts.

    Where a page has many such elements, only those count that start at the home page or lead deeper and deeper, or that
    words lead in. Beside one of these, others count that have one of its items: a short form of it. Filters of shops
    and links back to a list have such names, too, and page numbers on MyBB. On phpBB a menu has one and stands around
    the trail.
    """
    strong, weak = [], []
    items: set[str] = set()
    end = -1
    for element, _ in candidates.marks.crumbs:
        if element < end or not is_short(candidates, element):
            continue
        positions = candidates.inside(element)
        homes = [position for position in positions if starts_home(candidates, position)]
        if homes and homes[0] - positions[0] > MAX_AHEAD:
            continue
        end = candidates.page.ends[element]
        found = trail(candidates, element, element, "step1")
        texts = [candidates.links.texts[position] for position in positions]
        deeper = len(positions) > 1 and deepens(candidates, addresses, positions)
        if homes or deeper or led(candidates, positions):
            strong.append(found)
            items.update(texts)
        elif not is_numbered(texts):
            weak.append((found, texts))
    if len(weak) > MAX_WEAK:
        return strong
    return strong + [found for found, texts in weak if not strong or not items.isdisjoint(texts)]


def is_numbered(texts: list[str]) -> bool:
    """Tell whether numbers follow each other, as in a list of pages; those of a date do not."""
    numbers = [int(text) for text in texts if text.isdecimal() and len(text) <= MAX_DIGITS]
    return sum(after - before == 1 for before, after in pairwise(numbers)) >= MIN_STEPS


def labelled(candidates: Candidates) -> list[Found]:
    """Beyond the paper: microdata, RDFa or an aria-label says so, of the whole trail or of each item."""
    whole = [element for element in candidates.marks.trails if is_short(candidates, element)]
    positions: list[int] = []
    for item in candidates.marks.trail_items:
        positions += [position for position in candidates.inside(item) if not positions or position > positions[-1]]
    found = [trail(candidates, element, element, "labelled") for element in whole]
    if positions and positions[-1] - positions[0] < min(len(positions), MAX_LINKS):
        first, last = candidates.covering(positions)
        parent = candidates.page.parents[first]
        if is_short(candidates, parent) and len(candidates.inside(parent)) == len(positions):
            first = last = parent
        found.append(trail(candidates, first, last, "labelled"))
    return found


def led(candidates: Candidates, positions: list[int] | range) -> bool:
    """Uda 3.3 ① Step-2: words like "You are here:" stand before the first link (B-2)."""
    return bool(candidates.before.get(positions[0], 0) & phrases.LEAD)


def separated(candidates: Candidates, addresses: Addresses, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-3: signs like ">" between the links (B-3), and addresses that lead deeper (B-6).

    A trail may also start at the home page, since not all sites nest their addresses. A single link needs a sign behind
    it, and leads to the top, or to a folder that this page is in.
    """
    signs = signs_between(candidates, positions)
    if not signs or is_bulleted(candidates, positions[0]):
        return False
    home = starts_home(candidates, positions[0])
    if len(positions) == 1:
        return home or (signs[0] in STRONG_SEPARATORS and leads_here(candidates, addresses, positions[0]))
    deeper = deepens(candidates, addresses, positions)
    if all(sign in STRONG_SEPARATORS for sign in signs):
        return home or (deeper and len(positions) > 1) or (len(signs) > 1 and sinks(candidates, addresses, positions))
    return home and deeper and signs[0] in "/／"


def region_of(candidates: Candidates, container: int, positions: list[int]) -> tuple[int, int]:
    """Uda 3.3 ① Step-6: the element that governs the trail; with its last item, where that is no link."""
    inside = candidates.inside(container)
    ahead = len(inside) - len(positions)
    if 0 <= ahead <= MAX_AHEAD and inside[-1] == positions[-1] and is_short(candidates, container):
        return container, container
    if len(positions) == 1:
        box = boxed(candidates, candidates.elements[positions[0]])
        return box, box
    return candidates.covering(positions)


def trail(candidates: Candidates, first: int, last: int, rule: str) -> Found:
    """Name a trail by its items, so that a second copy is recognised."""
    items = [candidates.links.texts[position].casefold() for position in candidates.inside(first, last)]
    return Found(Kind.BREADCRUMB, " > ".join(filter(None, items))[:MAX_IDENTITY], first, last, f"breadcrumb.{rule}")
