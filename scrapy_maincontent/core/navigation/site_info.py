"""Links about the site itself: contact, privacy, about us, help and the like (Uda 3.3 ③)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ...page import Kind
from ...words import phrases
from ...words.phrases import FIRST_UNSPACED
from ._found import Found, outermost
from ._place import FOOTER, HEADER, SIDE, Places
from ._prose import has_rights, in_sentence
from ._widening import Widening

if TYPE_CHECKING:
    from ._candidates import Candidates

__all__ = ["FOOTER", "HEADER", "SIDE", "find"]

SITE_WORDS = phrases.LEGAL | phrases.ABOUT
MIN_SHARE = 0.5
"""Share of such links in a list outside a footer; below it, the list is a menu."""
MIN_LINKS = 2
RUN_SHARE = 0.3
"""Below this share of a footer's list, only the links' own run counts, if they stand together."""
MAX_GAP = 2
"""Other links that may stand in that run for each one of the kind."""
MAX_LINKS = 60
MAX_NESTED = 2
"""Links of a list for each one that is not in a list nested in it."""
MAX_UNLINKED = 300
MAX_NAME, MAX_NAME_UNSPACED = 70, 21
"""Characters of such a link's text, and in scripts without blanks; what is longer is a headline."""
MAX_BOX = 200
"""Characters around a single such link."""
MAX_CREDITS = 4
"""Other links of a copyright notice: to the theme, the system, the site's top."""
MAX_NOTICE = 100
"""Characters of a copyright notice beside a list."""
MAX_LEVELS = 4
"""Elements above links in which a notice is looked for."""


def find(candidates: Candidates) -> list[Found]:
    """Return the lists and lines with links about the site (Uda 3.3 ③ (C), without its widening: see `compound`).

    The paper's (C) says "detect the breadcrumb region" at this place; the site information region must be meant.
    """
    links = candidates.links
    worded = [position for position in links.telling(SITE_WORDS) if not is_headline(links.texts[position])]
    hits = {position for position in worded if not in_sentence(candidates, candidates.elements[position])}
    if not hits:
        return []
    found, places = [], Places(candidates)
    for container, positions in candidates.groups.items():
        if hits.isdisjoint(positions):
            continue
        if is_list(candidates, container, positions):
            found += listed(candidates, places, container, positions, hits)
        else:
            for run in _runs(positions):
                found += listed(candidates, places, None, run, hits)
    return outermost(found, candidates.page)


def listed(
    candidates: Candidates, places: Places, container: int | None, positions: list[int], hits: set[int]
) -> list[Found]:
    """Uda 3.3 ③ B-1, by word pairs: at least two such links in one list, or one in a line with a copyright notice.

    ``positions`` are the list's links; ``container`` is the list itself, None where they share it with others. The
    paper's B-1 speaks of 33 keywords and prints 23: the word lists have those, and more of the kind.
    """
    own = [position for position in positions if position in hits]
    if not own:
        return []
    if len({candidates.links.texts[position].casefold() for position in own}) < MIN_LINKS:
        return alone(candidates, places, own[0])
    place = places.place_of(candidates.elements[own[0]])
    share = len(own) / len(positions)
    if place != FOOTER and share < MIN_SHARE:
        return []
    if share < RUN_SHARE and own[-1] - own[0] < MAX_GAP * len(own):
        first, last = candidates.covering(own)
    elif container is not None:
        first = last = container
    else:
        first, last = candidates.covering(positions)
    if len(positions) > MAX_LINKS or candidates.size(first, last)[1] > MAX_UNLINKED:
        return []
    if first == last:
        first = last = with_notice(candidates, first)
    return [Found(Kind.SITE_INFO, place, first, last, "site_info.pair")]


def is_list(candidates: Candidates, container: int, positions: list[int]) -> bool:
    """Tell whether an element as a whole may be a region: most of its links are its own, and there is little else."""
    inside = candidates.inside(container)
    return (
        candidates.page.tags[container] not in ("html", "body", "main")
        and len(inside) <= min(MAX_LINKS, MAX_NESTED * len(positions))
        and candidates.size(container)[1] <= MAX_UNLINKED
    )


def is_headline(text: str) -> bool:
    """Tell whether a link's text is too long to name a page about the site: an article on privacy, say."""
    if len(text) <= MAX_NAME_UNSPACED:
        return False
    return len(text) > MAX_NAME or max(text) >= FIRST_UNSPACED


def alone(candidates: Candidates, places: Places, position: int) -> list[Found]:
    """Return the box of a single such link: a copyright notice with a link to a legal page.

    Links to those who made the site may stand between them.
    """
    link = candidates.links[position]
    if not link.says & phrases.LEGAL:
        return []
    page = candidates.page
    flags = [False] * len(candidates.links)
    flags[position] = True
    box = Widening(candidates, flags, MAX_BOX).around(link.element)
    for above in (box, *islice(page.ancestors(box), MAX_LEVELS)):
        if candidates.size(above)[0] > MAX_BOX or len(candidates.inside(above)) > MAX_CREDITS + 1:
            break
        if has_rights(candidates, page.piece_starts[above], page.piece_ends[above]):
            return [Found(Kind.SITE_INFO, places.place_of(link.element), above, above, "site_info.copyright")]
    return []


def with_notice(candidates: Candidates, element: int) -> int:
    """Return the element that holds a list and a copyright notice, and little else; the list's own without one."""
    page, links, known = candidates.page, len(candidates.inside(element)), candidates.size(element)[0]
    most = known + MAX_NOTICE
    for above in islice(page.ancestors(element), MAX_LEVELS):
        size = candidates.size(above)[0]
        if size > most or len(candidates.inside(above)) > links:
            break
        if size > known and (
            has_rights(candidates, page.piece_starts[above], page.piece_starts[element])
            or has_rights(candidates, page.piece_ends[element], page.piece_ends[above])
        ):
            return above
        known = size
    return element


def _runs(positions: list[int]) -> list[list[int]]:
    """Split positions where other groups' links stand between them."""
    runs = [[positions[0]]]
    for position in positions[1:]:
        if position == runs[-1][-1] + 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return runs
