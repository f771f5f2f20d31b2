"""Breadcrumb trails (Uda 3.3 ①): the way from the site's top to this page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from ..page import Kind
from . import _words
from ._addresses import segments
from ._depths import deepens, sinks, starts_home
from ._found import Found, outermost

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

MAX_LINKS = 15
MAX_CHARACTERS = 500
MAX_UNLINKED = 250
"""Characters outside links: the current page's name and the separators."""
MAX_ITEM = 100
MAX_SIGN = 3
"""Characters of an item, and of a separator."""
MAX_WEAK = 2
"""Marked elements without the shape of a trail that a page may have: menus have more "back" links than that."""
MAX_LEAD_PIECES = 4
"""Pieces of text before the first link, or between two, that are read."""
MAX_GROUPS = 2000
MIN_CHAIN = 3
"""Items of a trail without any other sign of being one."""
MAX_IDENTITY = 200

_NO_TRAIL_TAGS = frozenset(("html", "body", "main", "article"))
_LISTS = frozenset(("ol", "ul"))
SEPARATORS = frozenset(">›»＞≫→▶▸❯⟩〉/／\\|⁄•·:≻⇒➔➤")
_STRONG_SEPARATORS = frozenset(">›»＞≫→▶▸❯⟩〉≻⇒➔➤")
_SEPARATOR_ALTS = frozenset(("の中の", "の中の:", ">", "›", "»", "gt"))


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's trails, by the first step that finds each."""
    found = [*marked(candidates, addresses), *labelled(candidates)]
    pictured = not _SEPARATOR_ALTS.isdisjoint(map(str.strip, candidates.page.object_alts))
    before, homes, deepest = candidates.before, candidates.homes, len(addresses.own_path) + 1
    for container, positions in islice(candidates.groups.items(), MAX_GROUPS):
        count, start = len(positions), positions[0]
        if count > MAX_LINKS or (count == 1 and start not in homes and start not in before):
            continue
        parted = count == 1 or may_be_parted(candidates, positions)
        rule = (
            (start in before and led(candidates, positions) and "step2")
            or (parted and separated(candidates, addresses, positions) and "step3")
            or (pictured and parted_by_pictures(candidates, positions) and "step4")
            or (1 < count <= deepest and listed(candidates, addresses, container, positions) and "step5")
        )
        if rule:
            first, last = region_of(candidates, container, positions)
            if candidates.size(first, last)[0] <= MAX_CHARACTERS:
                found.append(_found(candidates, first, last, rule))
    chains = chained(candidates, addresses)
    known = {trail.subtype for trail in found or chains[:1]}
    found += [chain for chain in chains if chain.subtype in known]
    return outermost(found, candidates.page)


def marked(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Uda 3.3 ① Step-1: class or id says so (B-1). The outermost marked element that is short enough counts.

    Where a page has many such elements, only those count that start at the home page or lead deeper and deeper.
    """
    strong, weak = [], []
    end = -1
    for element, _ in candidates.marks.crumbs:
        if element < end or not is_short(candidates, element):
            continue
        end = candidates.page.ends[element]
        found = _found(candidates, element, element, "step1")
        positions = candidates.inside(element)
        if starts_home(candidates, positions[0]) or (len(positions) > 1 and deepens(candidates, addresses, positions)):
            strong.append(found)
        else:
            weak.append(found)
    return strong + weak if len(weak) <= MAX_WEAK else strong


def labelled(candidates: Candidates) -> list[Found]:
    """Beyond the paper: microdata, RDFa or an aria-label says so."""
    return [
        _found(candidates, element, element, "labelled")
        for element in candidates.marks.trails
        if is_short(candidates, element)
    ]


def led(candidates: Candidates, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-2: words like "You are here:" stand before the first link (B-2)."""
    return bool(candidates.before.get(positions[0], 0) & _words.LEAD)


def separated(candidates: Candidates, addresses: Addresses, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-3: signs like ">" between the links (B-3), and addresses that lead deeper (B-6).

    A trail may also start at the home page, since not all sites nest their addresses; one link needs a sign behind it.
    """
    if len(positions) == 1 and not starts_home(candidates, positions[0]):
        return False
    signs = signs_between(candidates, positions)
    if not signs or is_bulleted(candidates, positions[0]):
        return False
    home = starts_home(candidates, positions[0])
    deeper = deepens(candidates, addresses, positions)
    if all(sign in _STRONG_SEPARATORS for sign in signs):
        return home or (deeper and len(positions) > 1) or (len(signs) > 1 and sinks(candidates, addresses, positions))
    return home and deeper and signs[0] in "/／"


def may_be_parted(candidates: Candidates, positions: list[int]) -> bool:
    """Tell whether there is text between the first two of some links: between most links of menus there is none."""
    page, elements = candidates.page, candidates.elements
    low, high = page.piece_ends[elements[positions[0]]], page.piece_starts[elements[positions[1]]]
    return high - low > 1 or (high - low == 1 and not page.pieces[low].isspace())


def signs_between(candidates: Candidates, positions: list[int]) -> list[str]:
    """Return the sign behind each link, the last one's if it has one; [] where other text stands between them."""
    page, elements = candidates.page, candidates.elements
    signs = []
    for before, after in pairwise(positions):
        low, high = page.piece_ends[elements[before]], page.piece_starts[elements[after]]
        if not 0 < high - low <= MAX_LEAD_PIECES:
            return []
        between = (page.pieces[low] if high - low == 1 else "".join(page.pieces[low:high])).strip()
        if not between or len(between) > MAX_SIGN or not SEPARATORS.issuperset(between):
            return []
        signs.append(between[0])
    low = page.piece_ends[elements[positions[-1]]]
    behind = "".join(page.pieces[low : low + 2])[:MAX_ITEM].strip()
    if behind and behind[0] in SEPARATORS:
        signs.append(behind[0])
    return signs


def parted_by_pictures(candidates: Candidates, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-4: pictures whose alternative text is a separator stand between the links (B-4)."""
    page, elements = candidates.page, candidates.elements
    if len(positions) < 2:
        return False
    for before, after in pairwise(positions):
        low = bisect_right(page.objects, elements[before])
        high = bisect_left(page.objects, elements[after])
        if high - low != 1 or page.object_alts[low].strip() not in _SEPARATOR_ALTS:
            return False
    return True


def listed(candidates: Candidates, addresses: Addresses, container: int, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-5: every item of a list is a link, but perhaps the last (B-5), and they lead deeper (B-6).

    Menus have that form, too, so the addresses must also lead to this page.
    """
    page, own, depth = candidates.page, addresses.own_path, -1
    if not 2 <= len(positions) <= len(own) + 1 or page.tags[container] not in _LISTS:
        return False
    for position in positions:
        path = segments(addresses.absolute(candidates.links.hrefs[position]))
        if len(path) <= depth or path != own[: len(path)]:
            return False
        depth = len(path)
    items = sum(page.tags[child] == "li" for child in page.children(container))
    return (
        0 <= items - len(positions) <= 1
        and is_short(candidates, container)
        and all(addresses.is_local(candidates.links.hrefs[position]) for position in positions)
    )


def chained(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Beyond the paper: the home page, then addresses each of which is nested in the next one (signs by style sheet).

    Lists of related pages have that form, too: the caller takes copies of trails found otherwise, or of the first one.
    """
    found = []
    homes = candidates.homes
    for container, positions in candidates.groups.items() if homes else ():
        if positions[0] not in homes or not MIN_CHAIN - 1 <= len(positions) <= MAX_LINKS:
            continue
        if positions[-1] - positions[0] >= len(positions) or not is_short(candidates, container):
            continue
        if len(positions) < MIN_CHAIN and not has_tail(candidates, container, positions[-1]):
            continue
        paths = [segments(addresses.absolute(candidates.links.hrefs[position])) for position in positions]
        pairs = pairwise(paths)
        if all(len(path) < len(deeper) and deeper[: len(path)] == path for path, deeper in pairs):
            found.append(_found(candidates, container, container, "chain"))
    return found


def region_of(candidates: Candidates, container: int, positions: list[int]) -> tuple[int, int]:
    """Uda 3.3 ① Step-6: the element that governs the trail; with its last item, where that is no link."""
    if is_short(candidates, container) and len(candidates.inside(container)) == len(positions):
        return container, container
    first, last = candidates.covering(positions)
    if len(positions) == 1:
        size = candidates.size(first)
        for parent in candidates.page.ancestors(first):
            if len(candidates.inside(parent)) > 1 or not is_short(candidates, parent):
                break
            if candidates.size(parent) != size:
                return parent, parent
    return first, last


def is_short(candidates: Candidates, element: int) -> bool:
    """Tell whether an element has the size of a trail, with a link in it."""
    if candidates.page.tags[element] in _NO_TRAIL_TAGS:
        return False
    positions = candidates.inside(element)
    if not 1 <= len(positions) <= MAX_LINKS:
        return False
    everything, unlinked = candidates.size(element)
    return 0 < everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED


def has_tail(candidates: Candidates, container: int, position: int) -> bool:
    """Tell whether words, not only signs, follow the last link: the name of the current page."""
    page = candidates.page
    start, end = page.piece_ends[candidates.elements[position]], page.piece_ends[container]
    return any(any(map(str.isalpha, piece[:MAX_ITEM])) for piece in page.pieces[start : min(end, start + MAX_LINKS)])


def is_bulleted(candidates: Candidates, position: int) -> bool:
    """Tell whether a sign stands before the first link: signs as bullets of a list."""
    page = candidates.page
    piece = page.piece_starts[candidates.elements[position]] - 1
    return piece >= 0 and not page.linked[piece] and page.pieces[piece].strip() in SEPARATORS


def _found(candidates: Candidates, first: int, last: int, rule: str) -> Found:
    """Name the trail by its items, so that a second copy is recognised."""
    items = [candidates.links.texts[position].casefold() for position in candidates.inside(first, last)]
    return Found(Kind.BREADCRUMB, " > ".join(filter(None, items))[:MAX_IDENTITY], first, last, f"breadcrumb.{rule}")
