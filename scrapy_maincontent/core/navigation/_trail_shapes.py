"""What breadcrumb trails look like where neither names nor signs nor words tell them (Uda 3.3 ① Step-5, and beyond)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ...words.titles import key
from ._addresses import segments
from ._signs import STRIPPED

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

MAX_LINKS = 15
MAX_CHARACTERS = 500
MAX_UNLINKED = 250
"""Characters outside links: the current page's name and the separators."""
MIN_CHAIN = 3
"""Items of a trail without any other sign of being one."""
MAX_NAME, MIN_NAME = 200, 2
"""Characters of the page's own name that are compared, and letters and digits that it has at least."""

_NO_TRAIL_TAGS = frozenset(("html", "body", "main", "article"))
LISTS = frozenset(("ol", "ul"))
"""What `listed` trails are."""


def listed(candidates: Candidates, addresses: Addresses, container: int, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-5: every item of a list is a link, but perhaps the last (B-5), and they lead deeper (B-6).

    Menus have that form, too, so the addresses must also lead to this page. The container must be one of `LISTS`.
    """
    page, own, depth = candidates.page, addresses.own_path, -1
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


def titled(candidates: Candidates) -> list[int]:
    """Beyond the paper: elements that end with the page's own name, as its heading or title has it.

    They start at the site's top; or they are lists whose last item is no link, like no menu. Lists of related pages
    have that form, too, as with `chained`.
    """
    found = []
    tops, tags = candidates.tops, candidates.page.tags
    for container, positions in candidates.groups.items():
        if len(positions) > MAX_LINKS or not (
            positions[0] in tops or (len(positions) > 1 and tags[container] in LISTS)
        ):
            continue
        box = container if len(positions) > 1 else boxed(candidates, candidates.elements[positions[0]])
        if ends_on_page(candidates, box, positions):
            found.append(box)
    return found


def ends_on_page(candidates: Candidates, container: int, positions: list[int]) -> bool:
    """Tell whether an element has the page's own name behind its links, or, a list from the top on, as its last link.

    A heading in the element is no item: a logo beside the headline is no trail, nor is one beside the title in a bar.
    """
    page, links = candidates.page, candidates.links
    tail = tail_of(candidates, container, positions[-1])
    if not tail and not (len(positions) > 1 and positions[0] in candidates.tops and page.tags[container] in LISTS):
        return False
    if len(candidates.inside(container)) != len(positions) or not is_short(candidates, container):
        return False
    return (
        bool(links.texts[positions[0]])
        and (positions[0] in candidates.homes or candidates.size(links.elements[positions[0]])[0] > 0)
        and is_own_name(candidates, tail or links.texts[positions[-1]])
        and not candidates.headings.within(container)
    )


def boxed(candidates: Candidates, link: int) -> int:
    """Return the smallest short element around a single link that has other text, too; the link where none has."""
    size = candidates.size(link)
    for parent in candidates.page.ancestors(link):
        if len(candidates.inside(parent)) > 1 or not is_short(candidates, parent):
            break
        if candidates.size(parent) != size:
            return parent
    return link


def is_own_name(candidates: Candidates, text: str) -> bool:
    """Tell whether a text is a heading of rank 1 or 2, or the start of the document's title."""
    name = key(text[:MAX_NAME])
    if len(name) < MIN_NAME:
        return False
    return key(candidates.page.head_title[:MAX_NAME]).startswith(name) or name in candidates.own_names


def chained(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Beyond the paper: the home page, then addresses each of which is nested in the next one (signs by style sheet).

    Where the home page is known by its address alone, or one link follows it, they must lead to this page: menus of
    small screens start with it, too. Lists of related pages have that form as well: the caller takes copies of trails
    found otherwise, or of the first one.
    """
    found = []
    tops = candidates.tops
    for container, positions in candidates.groups.items() if tops else ():
        if positions[0] not in tops or not MIN_CHAIN - 1 <= len(positions) <= MAX_LINKS:
            continue
        if positions[-1] - positions[0] >= len(positions) or not is_short(candidates, container):
            continue
        home = positions[0] in candidates.homes
        if len(positions) < MIN_CHAIN and not (home and tail_of(candidates, container, positions[-1])):
            continue
        paths = [segments(addresses.absolute(candidates.links.hrefs[position])) for position in positions]
        leads_here = (home and len(positions) >= MIN_CHAIN) or addresses.own_path[: len(paths[-1])] == paths[-1]
        if leads_here and all(len(path) < len(next_) and next_[: len(path)] == path for path, next_ in pairwise(paths)):
            found.append(container)
    return found


def is_short(candidates: Candidates, element: int) -> bool:
    """Tell whether an element has the size of a trail, with a link in it."""
    if candidates.page.tags[element] in _NO_TRAIL_TAGS:
        return False
    positions = candidates.inside(element)
    if not 1 <= len(positions) <= MAX_LINKS:
        return False
    everything, unlinked = candidates.size(element)
    return 0 < everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED


def tail_of(candidates: Candidates, container: int, position: int) -> str:
    """Return the words, not only signs, that follow the last link: the name of the current page; "" without any."""
    page = candidates.page
    start, end = page.piece_ends[candidates.elements[position]], page.piece_ends[container]
    if candidates.characters[start] == candidates.characters[end]:
        return ""
    text = " ".join("".join(page.pieces[start : min(end, start + MAX_LINKS)])[:MAX_UNLINKED].split()).strip(STRIPPED)
    return text if any(map(str.isalnum, text)) else ""
