"""Links -> breadcrumb trails, the way from the site's home page to this page (Uda 3.3 ①).

Steps 1 to 6 of the paper, and three rules beyond it: attributes that declare a trail (``labelled``), nested addresses
from the home page on (``chain``), and the page's own name behind the links (``titled``).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from ..page import Kind
from ..words import phrases
from ..words.normalise import key
from .addresses import segments
from .candidates import PRODUCT, ROOTS, Found, outermost

if TYPE_CHECKING:
    from .addresses import Addresses
    from .candidates import Candidates


MAX_LINKS = 15
MAX_CHARACTERS = 500
MAX_UNLINKED = 250
"""Characters outside links: the current page's name and the separators."""
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
LISTS = frozenset(("ol", "ul"))
"""What trails of step 5 are."""


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's trails, by the first step that finds each."""
    rules = candidates.rules
    found = marked(candidates, addresses)
    if rules.further:
        found += _labelled(candidates)
    pictured = not rules.pictures.isdisjoint(map(str.strip, candidates.page.object_alts))
    page, before, tops, tags = candidates.page, candidates.before, candidates.tops, candidates.page.tags
    elements, characters, starts, ends = candidates.elements, candidates.characters, page.piece_starts, page.piece_ends
    deepest = len(addresses.own_path) + 1
    ahead = {position - links for position in tops for links in range(1, MAX_AHEAD + 1)} if rules.checked else set()
    for container, grouped in islice(candidates.groups.items(), MAX_GROUPS):
        positions = _from_top(grouped, tops) if grouped[0] in ahead else grouped
        count, start, nested = len(positions), positions[0], False
        if count > MAX_LINKS:
            continue
        if count == 1:
            parted = start in tops or start in before or _has_sign_behind(candidates, start)
        else:  # menus have no characters between the first two links, or many
            nested = (count <= deepest or not rules.checked) and tags[container] in LISTS
            parted = 0 < characters[starts[elements[positions[1]]]] - characters[ends[elements[start]]] <= MAX_SIGN
        if not (parted or nested or pictured or start in before):
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
    if not rules.further:
        return outermost(found, candidates.page)
    shaped = [trail(candidates, box, box, "chain") for box in _chained(candidates, addresses)]
    if not found:
        shaped += [trail(candidates, box, box, "titled") for box in _titled(candidates, addresses)]
        shaped.sort(key=lambda region: region.first)
    known = {region.subtype for region in found or shaped[:1]}
    found += [region for region in shaped if region.subtype in known]
    return outermost(found, candidates.page)


def _from_top(positions: list[int], tops: frozenset[int]) -> list[int]:
    """Return an element's links from the home page's on, where only one or two stand before it."""
    if positions[0] not in tops:
        for ahead, position in enumerate(positions[1 : MAX_AHEAD + 1], 1):
            if position in tops:
                return positions[ahead:]
    return positions


def marked(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Uda 3.3 ① Step-1: class or id marks a trail (B-1). The outermost marked element that is short enough counts.

    Where a page has many such elements, only those count that start at the home page or lead deeper and deeper, or that
    words lead in. Beside one of these, others count that have one of its items: a short form of it. Filters of shops
    and links back to a list have such names, too, and page numbers on MyBB. On phpBB a menu around the trail has one.
    """
    strong, weak = [], []
    items: set[str] = set()
    end = -1
    for element in _whole_marked(candidates):
        if element < end or not _is_short(candidates, element):
            continue
        positions = candidates.inside(element)
        if not candidates.rules.checked:
            strong.append(trail(candidates, element, element, "step1"))
            end = candidates.page.ends[element]
            continue
        homes = [position for position in positions if position in candidates.tops]
        if homes and homes[0] - positions[0] > MAX_AHEAD:
            continue
        end = candidates.page.ends[element]
        found = trail(candidates, element, element, "step1")
        texts = [candidates.links.texts[position] for position in positions]
        deeper = len(positions) > 1 and deepens(candidates, addresses, positions)
        if homes or deeper or led(candidates, positions):
            strong.append(found)
            items.update(texts)
        elif not _is_numbered(texts):
            weak.append((found, texts))
    if len(weak) > MAX_WEAK:
        return strong
    return strong + [found for found, texts in weak if not strong or not items.isdisjoint(texts)]


def _whole_marked(candidates: Candidates) -> list[int]:
    """Return the marked elements, and in place of several items of one the element that they make up."""
    page, crumbs = candidates.page, [element for element, _ in candidates.marks.crumbs]
    if not candidates.rules.checked:
        return crumbs
    items = Counter(page.parents[element] for element in crumbs if len(candidates.inside(element)) == 1)
    whole = {
        parent
        for parent, count in items.items()
        if 1 < count == len(candidates.inside(parent)) and page.tags[parent] not in ROOTS
    }
    return sorted({page.parents[each] if page.parents[each] in whole else each for each in crumbs})


def _is_numbered(texts: list[str]) -> bool:
    """Return True if numbers follow each other, as in a list of pages; those of a date do not."""
    numbers = [int(text) for text in texts if text.isdecimal() and len(text) <= MAX_DIGITS]
    return sum(after - before == 1 for before, after in pairwise(numbers)) >= MIN_STEPS


def _labelled(candidates: Candidates) -> list[Found]:
    """Beyond the paper: microdata, RDFa or an aria-label marks the whole trail or each item."""
    whole = [element for element in candidates.marks.trails if _is_short(candidates, element)]
    positions: list[int] = []
    for item in candidates.marks.trail_items:
        positions += [position for position in candidates.inside(item) if not positions or position > positions[-1]]
    found = [trail(candidates, element, element, "labelled") for element in whole]
    if positions and positions[-1] - positions[0] < min(len(positions), MAX_LINKS):
        first, last = candidates.covering(positions)
        parent = candidates.page.parents[first]
        if _is_short(candidates, parent) and len(candidates.inside(parent)) == len(positions):
            first = last = parent
        found.append(trail(candidates, first, last, "labelled"))
    return found


def led(candidates: Candidates, positions: list[int] | range) -> bool:
    """Uda 3.3 ① Step-2: words like "You are here:" precede the first link (B-2)."""
    return bool(candidates.before.get(positions[0], 0) & phrases.LEAD)


def separated(candidates: Candidates, addresses: Addresses, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-3: signs like ">" between the links (B-3), and addresses that lead deeper (B-6).

    A trail may also start at the home page, since not all sites nest their addresses. A single link needs a sign behind
    it, and leads to the home page.
    """
    signs, strong = _signs_between(candidates, positions), candidates.rules.signs
    if not candidates.rules.checked:
        return len(positions) > 1 and strong.issuperset(signs or " ") and deepens(candidates, addresses, positions)
    if not signs or _is_bulleted(candidates, positions[0]):
        return False
    home = positions[0] in candidates.tops
    if len(positions) == 1:
        return home
    deeper = deepens(candidates, addresses, positions)
    if strong.issuperset(signs):
        if not home and not any(addresses.is_same_site(candidates.links.hrefs[position]) for position in positions):
            return False
        last = candidates.links.hrefs[positions[-1]]
        itself = len(signs) > 1 and addresses.is_own(addresses.absolute(last))  # forums' parts differ in a query
        return home or deeper or itself or (len(signs) > 1 and _sinks(candidates, addresses, positions))
    return home and deeper and signs[0] in "/／-–—"


def deepens(candidates: Candidates, addresses: Addresses, positions: list[int] | range) -> bool:
    """Uda 3.3 ① B-6: each address has more segments than the one before."""
    return all(before < after for before, after in pairwise(_depths(candidates, addresses, positions)))


def _sinks(candidates: Candidates, addresses: Addresses, positions: list[int]) -> bool:
    """Return True if paths never get shorter, and the last is longer than the first: a trail across two hosts."""
    depths = _depths(candidates, addresses, positions)
    return depths == sorted(depths) and depths[0] < depths[-1]


def _depths(candidates: Candidates, addresses: Addresses, positions: list[int] | range) -> list[int]:
    return [len(segments(addresses.absolute(candidates.links.hrefs[position]))) for position in positions]


def region_of(candidates: Candidates, container: int, positions: list[int]) -> tuple[int, int]:
    """Uda 3.3 ① Step-6: the element that governs the trail; with its last item, where that is no link."""
    inside = candidates.inside(container)
    ahead = len(inside) - len(positions)
    if 0 <= ahead <= MAX_AHEAD and inside[-1] == positions[-1] and _is_short(candidates, container):
        return container, container
    if len(positions) == 1:
        box = _boxed(candidates, candidates.elements[positions[0]])
        return box, box
    return candidates.covering(positions)


def trail(candidates: Candidates, first: int, last: int, rule: str) -> Found:
    """Return a trail as a region; its subtype is its items' texts, so that a second copy is recognised."""
    items = [candidates.links.texts[position].casefold() for position in candidates.inside(first, last)]
    return Found(Kind.BREADCRUMB, " > ".join(filter(None, items))[:MAX_IDENTITY], first, last, f"breadcrumb.{rule}")


# Trails without names, signs or words (Uda 3.3 ① Step-5, and beyond).

MIN_CHAIN = 3
"""Items of a trail without any other sign of being one."""
MAX_NAME, MIN_NAME = 200, 2
"""Characters of the page's own name that are compared, and letters and digits that it has at least."""

_COUNTED = re.compile(r"[(（\[]\s?\d{1,6}\s?[)）\]]\Z")
"""The end of an item with the number of its entries: a list of months or sections."""
_NO_TRAIL_TAGS = ROOTS | {"article"}


def listed(candidates: Candidates, addresses: Addresses, container: int, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-5: a list of links, but perhaps the last (B-5), leads deeper (B-6) and, no menu, to this page."""
    page, own, depth, checked = candidates.page, addresses.own_path, -1, candidates.rules.checked
    for position in positions:
        path = segments(addresses.absolute(candidates.links.hrefs[position]))
        if len(path) <= depth or (checked and path != own[: len(path)]):
            return False
        depth = len(path)
    items = [child for child in page.children(container) if page.tags[child] == "li"]
    return (
        0 <= len(items) - len(positions) <= 1
        and not (checked and any(_COUNTED.search(page.text_in(item)) for item in items))
        and _is_short(candidates, container)
        and (not checked or all(addresses.is_local(candidates.links.hrefs[position]) for position in positions))
    )


def _titled(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Beyond the paper: what ends with the page's own name, and begins at the home page or is a list, as no menu is."""
    found = []
    tops, tags, elements, characters = candidates.tops, candidates.page.tags, candidates.elements, candidates.characters
    ends = candidates.page.piece_ends
    for container, positions in candidates.groups.items():
        if len(positions) > MAX_LINKS:
            continue
        if positions[0] not in tops and (
            len(positions) == 1
            or tags[container] not in LISTS
            or characters[ends[container]] == characters[ends[elements[positions[-1]]]]  # its last link is its end
        ):
            continue
        box = container if len(positions) > 1 else _boxed(candidates, candidates.elements[positions[0]])
        if _ends_on_page(candidates, addresses, box, positions):
            found.append(box)
    return found


def _ends_on_page(candidates: Candidates, addresses: Addresses, container: int, positions: list[int]) -> bool:
    """Return True if the page's name stands behind an element's links, or is a list's last link; no heading in it.

    That link leads to the page itself, or deeper than those before it, or is named as the title or a heading of rank 1
    is: a menu's last item may be called as a lower heading is.
    """
    page, links = candidates.page, candidates.links
    tail = _tail_of(candidates, container, positions[-1])
    if not tail and not (len(positions) > 1 and positions[0] in candidates.tops and page.tags[container] in LISTS):
        return False
    if len(candidates.inside(container)) != len(positions) or not _is_short(candidates, container):
        return False
    return (
        bool(links.texts[positions[0]])
        and (positions[0] in candidates.homes or candidates.size(links.elements[positions[0]])[0] > 0)
        and _is_own_name(candidates, tail or links.texts[positions[-1]])
        and not candidates.headings.within(container)
        and (bool(tail) or _may_end(candidates, addresses, positions))
    )


def _may_end(candidates: Candidates, addresses: Addresses, positions: list[int]) -> bool:
    """Return True if the last of some links, named as the page is, may be the page itself."""
    last = positions[-1]
    name = key(candidates.links.texts[last][:MAX_NAME])
    return (
        name in candidates.headlines
        or key(candidates.page.head_title[:MAX_NAME]).startswith(name)
        or addresses.is_own(addresses.absolute(candidates.links.hrefs[last]))
        or deepens(candidates, addresses, positions)
    )


def _boxed(candidates: Candidates, link: int) -> int:
    """Return the smallest short element around a single link that has other text, too; the link where none has."""
    size = candidates.size(link)
    for parent in candidates.page.ancestors(link):
        if len(candidates.inside(parent)) > 1 or not _is_short(candidates, parent):
            break
        if candidates.size(parent) != size:
            return parent
    return link


def _is_own_name(candidates: Candidates, text: str) -> bool:
    """Return True if a text is a heading of rank 1 or 2, or the start of the document's title."""
    name = key(text[:MAX_NAME])
    if len(name) < MIN_NAME:
        return False
    return key(candidates.page.head_title[:MAX_NAME]).startswith(name) or name in candidates.own_names


def _chained(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Beyond the paper: the home page, then addresses each of which is nested in the next one (signs by style sheet).

    Where the home page is known by its address alone, or one link follows it, they must lead to this page: menus of
    small screens start with it, too. Lists of related pages have that form as well: the caller takes copies of trails
    found otherwise, or of the first one.
    """
    found = []
    tops = candidates.tops
    for container, positions in candidates.groups_with(tops):
        if positions[0] not in tops or not MIN_CHAIN - 1 <= len(positions) <= MAX_LINKS:
            continue
        if positions[-1] - positions[0] >= len(positions) or not _is_short(candidates, container):
            continue
        home = positions[0] in candidates.homes
        if len(positions) < MIN_CHAIN and not (home and _tail_of(candidates, container, positions[-1])):
            continue
        paths = [segments(addresses.absolute(candidates.links.hrefs[position])) for position in positions]
        leads_here = (home and len(positions) >= MIN_CHAIN) or addresses.own_path[: len(paths[-1])] == paths[-1]
        if leads_here and all(len(path) < len(next_) and next_[: len(path)] == path for path, next_ in pairwise(paths)):
            found.append(container)
    return found


def _is_short(candidates: Candidates, element: int) -> bool:
    """Return True if an element has the size of a trail, with a link in it."""
    if candidates.page.tags[element] in _NO_TRAIL_TAGS:
        return False
    positions = candidates.inside(element)
    if not 1 <= len(positions) <= MAX_LINKS:
        return False
    everything, unlinked = candidates.size(element)
    return 0 < everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED


def _tail_of(candidates: Candidates, container: int, position: int) -> str:
    """Return the words, not only signs, that follow the last link: the name of the current page; "" without any."""
    page = candidates.page
    start, end = page.piece_ends[candidates.elements[position]], page.piece_ends[container]
    if candidates.characters[start] == candidates.characters[end]:
        return ""
    text = " ".join("".join(page.pieces[start : min(end, start + MAX_LINKS)])[:MAX_UNLINKED].split()).strip(STRIPPED)
    return text if any(map(str.isalnum, text)) else ""


MAX_SIGN = 3
"""Characters of a separator."""
MAX_PIECES = 8
"""Pieces of text between two links that are read: a sign, and the white space of the elements around it."""
MAX_BEHIND = 100

SEPARATORS = PRODUCT.signs | frozenset("/／\\|⁄•·:-–—")
STRONG_SEPARATORS = PRODUCT.signs
"""Signs that point somewhere. Forums write their trails backwards, too: "Index ‹ Games ‹ Riddles"."""
STRIPPED = "".join(sorted(SEPARATORS)) + " \t\n\r\f\xa0\u3000"
"""What is no part of an item at its ends."""
PARTS = re.compile(rf"\s[{''.join(sorted(STRONG_SEPARATORS))}](?=\s)")
"""Parts items that are no links within one text."""


def _has_sign_behind(candidates: Candidates, position: int) -> bool:
    """Return True if the next piece of text behind a link starts with a sign that points somewhere."""
    page = candidates.page
    piece = page.piece_ends[candidates.elements[position]]
    return (
        piece < len(page.pieces)
        and candidates.lengths[piece] > 0
        and page.pieces[piece].lstrip()[0] in STRONG_SEPARATORS
    )


def _signs_between(candidates: Candidates, positions: list[int]) -> list[str]:
    """Return the sign behind each link, the last one's if it has one; [] where other text stands between them."""
    page, elements = candidates.page, candidates.elements
    signs = []
    for before, after in pairwise(positions):
        low, high = page.piece_ends[elements[before]], page.piece_starts[elements[after]]
        if high - low > MAX_PIECES:
            return []
        between = (page.pieces[low] if high - low == 1 else "".join(page.pieces[low:high])).strip()
        if not between or len(between) > MAX_SIGN or not SEPARATORS.issuperset(between):
            return []
        signs.append(between[0])
    low = page.piece_ends[elements[positions[-1]]]
    behind = "".join(page.pieces[low : low + 2])[:MAX_BEHIND].strip()
    if behind and behind[0] in SEPARATORS:
        signs.append(behind[0])
    return signs


def parted_by_pictures(candidates: Candidates, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-4: pictures whose alternative text is a separator are between the links (B-4)."""
    page, elements = candidates.page, candidates.elements
    if len(positions) < 2:
        return False
    for before, after in pairwise(positions):
        low = bisect_right(page.objects, elements[before])
        high = bisect_left(page.objects, elements[after])
        if high - low != 1 or page.object_alts[low].strip() not in candidates.rules.pictures:
            return False
    return True


def _is_bulleted(candidates: Candidates, position: int) -> bool:
    """Return True if a sign stands before the first link: signs as bullets of a list."""
    page = candidates.page
    piece = page.piece_starts[candidates.elements[position]] - 1
    return piece >= 0 and not page.linked[piece] and page.pieces[piece].strip() in SEPARATORS
