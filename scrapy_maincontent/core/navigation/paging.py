"""Links to the next, previous and numbered pages, and to neighbouring articles (Uda 3.3 ②)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...page import Kind
from ...words import class_vocabulary, phrases
from ._alike import alike_seeds, named_direction
from ._expected import expected_seeds
from ._found import Found, outermost
from ._numbers import MIN_NUMBERS, are_days, are_siblings, is_run
from ._pager_places import MAX_CHARACTERS, MAX_LINKS, is_elsewhere, is_mention, is_short
from ._paging_types import ARCHIVE, ARTICLES, LEADS, PAGES, subtype_of
from ._steps import (
    BACKWARD,
    FORWARD,
    NEXT_WORDS,
    PREVIOUS_WORDS,
    Steps,
    direction_of,
    is_led_pair,
    is_sibling,
    leads_away,
    read_steps,
    without_teasers,
)
from ._widening import Widening

if TYPE_CHECKING:
    from ._addresses import Addresses
    from ._candidates import Candidates

__all__ = ["ARCHIVE", "ARTICLES", "PAGES", "find"]

MAX_UNLINKED = 200
"""Characters outside links: labels, page counts."""
MAX_SEEDS = 500
MAX_OTHERS = 3
"""Links of a list of numbers for each number in it."""
MAX_APART = 3
"""Links on from a previous link within which the next link belongs to it."""
MAX_HINTED = 12
"""Marked elements whose links' words do not say so; a page with more lists other pages, each marked."""

_STEP_WORDS = NEXT_WORDS | PREVIOUS_WORDS
_STEP_RELATIONS = frozenset(("next", "prev", "previous"))


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's paging regions, by the first step that finds each."""
    steps = read_steps(candidates.links)
    widening = Widening(candidates, steps.flags, MAX_UNLINKED)
    found = [*marked(candidates, steps.flags), *labelled(candidates, steps.flags)]
    taken: set[int] = set()
    for region in found:
        taken.update(candidates.inside(region.first, region.last))
    for seeds, rule in (
        (worded_seeds(candidates, addresses), "step2"),
        (related_seeds(candidates), "rel"),
        (signed_seeds(candidates, addresses, steps.signs), "step3"),
    ):
        for position in seeds[:MAX_SEEDS]:
            if position not in taken:
                found += _around(candidates, position, widening, taken, rule)
    found += numbered(candidates, addresses, steps.numbers, taken)
    for position in addressed_seeds(candidates, addresses, steps, taken)[:MAX_SEEDS]:
        if position not in taken:
            found += _around(candidates, position, widening, taken, "address")
    found = [region._replace(subtype=subtype_of(candidates, addresses, region)) for region in found]
    return outermost(found, candidates.page)


def marked(candidates: Candidates, paging: list[bool]) -> list[Found]:
    """Uda 3.3 ② Step-1: class or id says so (B-1), and at least one link is of the kind.

    The paper's B-1 speaks of names that show a breadcrumb list, and gives pager, pagenavi, paging and pagenum: names
    that show paging. Where each link has such a name, the element around all of them is meant.
    """
    page = candidates.page
    found: list[Found] = []
    hinted: list[Found] = []
    widening: Widening | None = None
    end = -1
    for element, says in candidates.marks.pages:
        if element < end or not is_short(candidates, element) or is_elsewhere(candidates, element):
            continue
        positions = candidates.inside(element)
        titled = bool(says & class_vocabulary.ARTICLES)
        if any(paging[position] for position in positions):
            region = element
            if len(positions) == 1:
                widening = widening or Widening(candidates, _allowed(candidates, paging), MAX_UNLINKED)
                around = widening.around(element)
                region = around if is_short(candidates, around) and len(candidates.inside(around)) > 1 else element
            found.append(_found(region, "step1"))
            end = page.ends[region]
        elif any(is_telling(candidates, position, titled) for position in positions):
            hinted.append(_found(element, "step1"))
            end = page.ends[element]
    return found if len(hinted) > MAX_HINTED else [*found, *hinted]


def _allowed(candidates: Candidates, paging: list[bool]) -> list[bool]:
    """Tell which links are of the kind, or marked so themselves."""
    names = {element for element, _ in candidates.marks.pages}
    return [flag or element in names for flag, element in zip(paging, candidates.elements, strict=True)]


def is_telling(candidates: Candidates, position: int, titled: bool) -> bool:
    """Tell whether a link in a marked element is of the kind, though its words alone do not say so.

    ``titled`` tells that the element is marked as one of neighbouring articles, whose titles are the links' text.
    """
    link = candidates.links[position]
    return (
        not link.href.startswith("#")
        and leads_away(link)
        and (titled or bool(link.says & LEADS) or named_direction(candidates.page, link.element) != 0)
    )


def labelled(candidates: Candidates, paging: list[bool]) -> list[Found]:
    """Beyond the paper: an aria-label says so, and at least one link is of the kind."""
    return [
        _found(element, "labelled")
        for element in candidates.marks.page_lists
        if is_short(candidates, element) and any(paging[position] for position in candidates.inside(element))
    ]


def worded_seeds(candidates: Candidates, addresses: Addresses) -> list[int]:
    """Uda 3.3 ② Step-2: the text or the picture's alternative text says next or previous (B-2).

    The paper's B-2 has numbers, too, which would leave nothing for Step-4 to find: here they are Step-4's. What a
    sentence calls "a previous article" or "older" is none, nor is what leads to another site.
    """
    links = candidates.links
    seeds = [
        position
        for position in links.telling(_STEP_WORDS | phrases.PREVIOUS_LEAD)
        if (links.says[position] & _STEP_WORDS or is_led_pair(links, position))
        and leads_away(links[position])
        and not is_elsewhere(candidates, candidates.elements[position])
        and not is_mention(candidates, addresses, position)
    ]
    return without_teasers(links, seeds)


def related_seeds(candidates: Candidates) -> list[int]:
    """Beyond the paper: the link's rel is next or prev."""
    return [
        position
        for position, rel in candidates.links.rels.items()
        if not _STEP_RELATIONS.isdisjoint(rel.split()) and leads_away(candidates.links[position])
    ]


def signed_seeds(candidates: Candidates, addresses: Addresses, signs: dict[int, int]) -> list[int]:
    """Uda 3.3 ② Step-3: a sign like "<<" before the text or ">>" behind it (B-3), and a sibling page's address (B-5).

    Both signs on one link are decoration. "More >>" is everywhere, so signs count in pairs, backward then forward, or
    with a class like "next".
    """
    links = candidates.links
    seeds = []
    for position, sign in signs.items():
        if not is_sibling(addresses, links[position]) or is_elsewhere(candidates, links[position].element):
            continue
        paired = sign == BACKWARD and signs.get(position + 1) == FORWARD
        if paired or named_direction(candidates.page, links[position].element) == sign:
            seeds.append(position)
    return seeds


def addressed_seeds(candidates: Candidates, addresses: Addresses, steps: Steps, taken: set[int]) -> list[int]:
    """Beyond the paper: the address is that of the next page, which no pager has, or goes the way the link hints at."""
    following = expected_seeds(candidates, addresses)
    seeds = {*alike_seeds(candidates, addresses, steps, taken), *(following if taken.isdisjoint(following) else ())}
    return [position for position in sorted(seeds) if not is_elsewhere(candidates, candidates.elements[position])]


def numbered(candidates: Candidates, addresses: Addresses, numbers: dict[int, int], taken: set[int]) -> list[Found]:
    """Uda 3.3 ② Step-4: numbers in ascending order (B-4) that lead to sibling pages (B-5).

    The paper's B-4 lets in "one link without a number, since the current page's number is no link": one number that is
    no link must be meant. Here it is not counted at all, and links such as "next" may stand among the numbers.
    """
    found: list[Found] = []
    if len(numbers) < MIN_NUMBERS:
        return found
    for positions in candidates.groups.values():
        if positions[0] in taken or len(positions) > MAX_LINKS:
            continue
        here = [position for position in positions if position in numbers]
        values = [numbers[position] for position in here]
        if (
            len(values) >= MIN_NUMBERS
            and is_run(values)
            and MAX_OTHERS * len(here) >= len(positions)
            and are_siblings(addresses, [candidates.links[position] for position in here])
            and not are_days(addresses, [candidates.links[position] for position in here])
            and not is_elsewhere(candidates, candidates.elements[here[0]])
        ):
            first, last = candidates.covering(positions)
            everything, unlinked = candidates.size(first, last)
            if everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED:
                taken.update(candidates.inside(first, last))
                found.append(Found(Kind.PAGING, PAGES, first, last, "paging.step4"))
    return found


def _around(candidates: Candidates, position: int, widening: Widening, taken: set[int], rule: str) -> list[Found]:
    """Uda 3.3 ② Step-5: the element that governs the paging links; takes its links."""
    region = widening.around(candidates.elements[position])
    inside = candidates.inside(region)
    taken.update(inside)
    if not is_short(candidates, region):
        return []
    partner = _partner(candidates, position, inside.stop)
    if partner is not None:
        first, last = candidates.covering(range(inside.start, partner + 1))
        everything, unlinked = candidates.size(first, last)
        if everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED and first != last:
            taken.update(candidates.inside(first, last))
            return [Found(Kind.PAGING, PAGES, first, last, f"paging.{rule}")]
        if everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED:
            region = first
            taken.update(candidates.inside(region))
    return [_found(region, rule)]


def _partner(candidates: Candidates, position: int, after: int) -> int | None:
    """Return the next link's position for a previous link's (or the other way round), a few links on at most."""
    wanted = -direction_of(candidates.links[position])
    for other in range(after, min(after + MAX_APART, len(candidates.links))):
        if wanted and direction_of(candidates.links[other]) == wanted and leads_away(candidates.links[other]):
            return other
    return None


def _found(element: int, rule: str) -> Found:
    return Found(Kind.PAGING, PAGES, element, element, f"paging.{rule}")
