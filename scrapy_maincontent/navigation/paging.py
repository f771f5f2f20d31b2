"""Links -> paging regions: to the next, previous and numbered pages, and to neighbouring articles (Uda 3.3 ②).

Steps 1 to 5 of the paper, and three rules beyond it: an aria-label (``labelled``), the link's relation (``rel``), and
an address that goes on from the page's own (``address``). What one link means is in `paging_links`.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from ..page import Kind
from ..words import class_names, phrases
from ..words.class_names import class_meanings
from . import paging_links
from .addresses import (
    are_dated_texts,
    are_other_programs,
    are_other_texts,
    form_step,
    guessed_seeds,
    is_dated,
    more_step,
    page_form,
    page_step,
)
from .candidates import ROOTS, Found, Widening, in_sentence, outermost

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..page import Page
    from .addresses import Addresses
    from .candidates import Candidates, Link


PAGES, ARTICLES, ARCHIVE = "pages", "articles", "archive"
"""The subtypes of paging regions."""

MAX_LINKS = 60
MAX_CHARACTERS = 1000
"""Those of a region."""
MAX_UNLINKED = 200
"""Characters outside links: labels, page counts."""
MAX_SEEDS = 500
MAX_OTHERS = 3
"""Links of a list of numbers for each number in it."""
MAX_APART = 3
"""Links on from a previous link within which the next link belongs to it."""
MAX_HINTED = 12
"""Marked elements whose links have no words of the kind; a page with more lists other pages, each marked."""
MAX_LONE_NUMBERS = 12
"""Numbers outside of lists of numbers; where there are more, they are notes or figures."""
MAX_LEVELS = 4
"""Elements above a link that may be a slider or tabs."""
MAX_CALENDAR_LEVELS = 7
"""The same for calendars, which are tables."""
TITLE = 30
"""Characters from which on the text of a link to the next one is that one's title."""

_STEP_WORDS = paging_links.NEXT_WORDS | paging_links.PREVIOUS_WORDS
_STEP_RELATIONS = frozenset(("next", "prev", "previous"))
_ARTICLE = phrases.NEXT_ARTICLE | phrases.PREVIOUS_ARTICLE
_OTHER_TEXTS = phrases.OLDER | phrases.NEWER | _ARTICLE
_PAGED = phrases.NEXT | phrases.PREVIOUS | phrases.OLDER | phrases.NEWER | phrases.PAGE
_LEADS = phrases.NEXT_LEAD | phrases.PREVIOUS_LEAD
_STEP_NAMES = class_names.NEXT_NAME | class_names.PREVIOUS_NAME


def find(candidates: Candidates, addresses: Addresses) -> list[Found]:
    """Return the page's paging regions, by the first step that finds each."""
    steps = paging_links.read_steps(candidates.links)
    widening = Widening(candidates, steps.flags, MAX_UNLINKED)
    rules = candidates.rules
    found = marked(candidates, steps.flags)
    if rules.further:
        found += _labelled(candidates, steps.flags)
    taken: set[int] = set()
    for region in found:
        taken.update(candidates.inside(region.first, region.last))
    for seeds, rule in (
        (worded_seeds(candidates, addresses, steps.numbers), "step2"),
        (_related_seeds(candidates) if rules.further else [], "rel"),
        (signed_seeds(candidates, addresses, steps.signs), "step3"),
    ):
        for position in seeds[:MAX_SEEDS]:
            if position not in taken:
                found += _around(candidates, position, widening, taken, rule)
    found += numbered(candidates, addresses, steps.numbers, taken)
    further = _addressed_seeds(candidates, addresses, steps.numbers, taken) if rules.further else []
    for position in further[:MAX_SEEDS]:
        if position not in taken:
            found += _around(candidates, position, widening, taken, "address")
    found = [region._replace(subtype=subtype_of(candidates, addresses, region)) for region in found]
    return outermost(found, candidates.page)


def marked(candidates: Candidates, paging: list[bool]) -> list[Found]:
    """Uda 3.3 ② Step-1: class or id marks a pager (B-1), and at least one link is of the kind.

    The paper's B-1 is about names that show a breadcrumb list, and gives pager, pagenavi, paging and pagenum: names
    that show paging. Where each link has such a name, the element around all of them is meant.
    """
    page = candidates.page
    found: list[Found] = []
    hinted: list[Found] = []
    widening: Widening | None = None
    end = -1
    for element, meaning in candidates.marks.pages:
        if element < end or not _is_short(candidates, element) or _is_elsewhere(candidates, element):
            continue
        positions = candidates.inside(element)
        titled = bool(meaning & class_names.ARTICLES)
        if candidates.rules.names is not None:
            found.append(_found(element, "step1"))
            end = page.ends[element]
        elif any(paging[position] for position in positions):
            region = element
            if len(positions) == 1:
                widening = widening or Widening(candidates, _allowed(candidates, paging), MAX_UNLINKED)
                around = widening.around(element)
                region = around if _is_short(candidates, around) and len(candidates.inside(around)) > 1 else element
            found.append(_found(region, "step1"))
            end = page.ends[region]
        elif any(_is_hinted(candidates, position, titled) for position in positions):
            hinted.append(_found(element, "step1"))
            end = page.ends[element]
    return found if len(hinted) > MAX_HINTED else [*found, *hinted]


def _allowed(candidates: Candidates, paging: list[bool]) -> list[bool]:
    """Return a flag for each link: whether it is of the kind, or marked so itself."""
    names = {element for element, _ in candidates.marks.pages}
    return [flag or element in names for flag, element in zip(paging, candidates.elements, strict=True)]


def _is_hinted(candidates: Candidates, position: int, titled: bool) -> bool:
    """Return True if a marked element's link is weakly of the kind; ``titled``: the element's names are of articles."""
    link = candidates.links[position]
    return (
        not link.href.startswith("#")
        and paging_links.leads_away(link.href)
        and (titled or bool(link.senses & _LEADS) or paging_links.named_direction(candidates.page, link.element) != 0)
    )


def _labelled(candidates: Candidates, paging: list[bool]) -> list[Found]:
    """Beyond the paper: an aria-label marks a pager, and at least one link is of the kind."""
    return [
        _found(element, "labelled")
        for element in candidates.marks.page_lists
        if _is_short(candidates, element) and any(paging[position] for position in candidates.inside(element))
    ]


def worded_seeds(candidates: Candidates, addresses: Addresses, numbers: Collection[int] = ()) -> list[int]:
    """Uda 3.3 ② Step-2: the text or the picture's alternative text means next or previous (B-2).

    The paper's B-2 has numbers, too, which would leave nothing for Step-4 to find: here they are Step-4's. What a
    sentence calls "a previous article" or "older" is none, nor is what leads to another site.
    """
    links = candidates.links
    if candidates.rules.numbers:
        positions = sorted({*links.with_senses(_STEP_WORDS), *numbers})
        return [position for position in positions if paging_links.leads_away(links.hrefs[position])]
    seeds = [
        position
        for position in links.with_senses(_STEP_WORDS | phrases.PREVIOUS_LEAD)
        if (links.senses[position] & _STEP_WORDS or paging_links.is_led_pair(links, position))
        and paging_links.leads_away(links.hrefs[position])
        and not _is_elsewhere(candidates, candidates.elements[position])
        and not _is_mention(candidates, addresses, position)
    ]
    return paging_links.without_teasers(links, seeds)


def _related_seeds(candidates: Candidates) -> list[int]:
    """Beyond the paper: the link's rel is next or prev."""
    return [
        position
        for position, rel in candidates.links.rels.items()
        if not _STEP_RELATIONS.isdisjoint(rel.split()) and paging_links.leads_away(candidates.links.hrefs[position])
    ]


def signed_seeds(candidates: Candidates, addresses: Addresses, signs: dict[int, int]) -> list[int]:
    """Uda 3.3 ② Step-3: a sign like "<<" before the text or ">>" behind it (B-3), and a sibling page's address (B-5).

    Both signs on one link are decoration. "More >>" is everywhere, so signs count in pairs, backward then forward, or
    with a class like "next".
    """
    links, elements = candidates.links, candidates.elements
    return [
        position
        for position, sign in signs.items()
        if (
            candidates.rules.lone
            or (sign == paging_links.BACKWARD and signs.get(position + 1) == paging_links.FORWARD)
            or paging_links.named_direction(candidates.page, elements[position]) == sign
        )
        and paging_links.is_sibling(addresses, links[position])
        and not _is_elsewhere(candidates, elements[position])
    ]


def _addressed_seeds(
    candidates: Candidates, addresses: Addresses, numbers: dict[int, int], taken: set[int]
) -> list[int]:
    """Beyond the paper: the next page's guessed address, or "load more" or a number and an address that goes on."""
    links = candidates.links
    more = [position for position in links.with_senses(phrases.MORE) if position not in taken]
    seeds = [
        position
        for position in paging_links.without_teasers(links, more)
        if more_step(addresses.own, addresses.absolute(links.hrefs[position]))
    ]
    lone = [position for position in numbers if position not in taken]
    for position in lone if len(lone) <= MAX_LONE_NUMBERS else ():
        step = page_step(addresses.own, addresses.absolute(links.hrefs[position]).partition("#")[0])
        current = paging_links.current_number(candidates.page, [links[position]]) if step else None
        if step and current is not None and (numbers[position] - current) * step > 0:
            seeds.append(position)
    following = guessed_seeds(candidates, addresses)
    seeds += following if taken.isdisjoint(following) else ()
    return [position for position in sorted({*seeds}) if not _is_elsewhere(candidates, candidates.elements[position])]


def numbered(candidates: Candidates, addresses: Addresses, numbers: dict[int, int], taken: set[int]) -> list[Found]:
    """Uda 3.3 ② Step-4: numbers in ascending order (B-4) that lead to sibling pages (B-5).

    The paper's B-4 lets in "one link without a number, since the current page's number is no link": one number that is
    no link must be meant. Here it is not counted at all, and links such as "next" may stand among the numbers.
    """
    found: list[Found] = []
    if len(numbers) < paging_links.MIN_NUMBERS:
        return found
    for _, positions in candidates.groups_with(numbers):
        if positions[0] in taken or len(positions) > MAX_LINKS:
            continue
        here = [position for position in positions if position in numbers]
        values = [numbers[position] for position in here]
        if (
            len(values) >= paging_links.MIN_NUMBERS
            and paging_links.is_run(values)
            and MAX_OTHERS * len(here) >= len(positions)
            and paging_links.are_siblings(addresses, [candidates.links[position] for position in here])
            and not paging_links.are_days(addresses, [candidates.links[position] for position in here])
            and not _is_elsewhere(candidates, candidates.elements[here[0]])
        ):
            first, last = candidates.covering(positions)
            everything, unlinked = candidates.size(first, last)
            if everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED:
                taken.update(candidates.inside(first, last))
                found.append(Found(Kind.PAGING, PAGES, first, last, "paging.step4"))
    return found


def _around(candidates: Candidates, position: int, widening: Widening, taken: set[int], rule: str) -> list[Found]:
    """Return the element that governs a paging link (Uda 3.3 ② Step-5), and add its links to ``taken``."""
    region = widening.around(candidates.elements[position])
    inside = candidates.inside(region)
    taken.update(inside)
    if not _is_short(candidates, region):
        return []
    partner = _partner(candidates, position, inside.stop)
    if partner is not None:
        first, last = candidates.covering(range(inside.start, partner + 1))
        everything, unlinked = candidates.size(first, last)
        if everything <= MAX_CHARACTERS and unlinked <= MAX_UNLINKED:
            taken.update(candidates.inside(first, last))
            return [Found(Kind.PAGING, PAGES, first, last, f"paging.{rule}")]
    return [_found(region, rule)]


def _partner(candidates: Candidates, position: int, after: int) -> int | None:
    """Return the next link's position for a previous link's (or the other way round), a few links on at most."""
    wanted = -paging_links.direction_of(candidates.links[position])
    for other in range(after, min(after + MAX_APART, len(candidates.links))):
        if (
            wanted
            and paging_links.direction_of(candidates.links[other]) == wanted
            and paging_links.leads_away(candidates.links.hrefs[other])
        ):
            return other
    return None


def _found(element: int, rule: str) -> Found:
    return Found(Kind.PAGING, PAGES, element, element, f"paging.{rule}")


def _is_short(candidates: Candidates, element: int) -> bool:
    """Return True if an element has the size of a paging region, with a link in it."""
    if candidates.page.tags[element] in ROOTS:
        return False
    return 1 <= len(candidates.inside(element)) <= MAX_LINKS and candidates.size(element)[0] <= MAX_CHARACTERS


def _is_elsewhere(candidates: Candidates, element: int) -> bool:
    """Return True if an element stands in a calendar, a slider or tabs."""
    return candidates.rules.checked and any(
        meaning & class_names.CALENDAR or (level < MAX_LEVELS and meaning & (class_names.TABS | class_names.SLIDER))
        for level, (_, meaning) in enumerate(islice(candidates.meanings_above(element), MAX_CALENDAR_LEVELS))
    )


def _is_mention(candidates: Candidates, addresses: Addresses, position: int) -> bool:
    """Return True if a link mentions a text in a sentence ("a previous article"), or leads to another site's."""
    if not candidates.links.senses[position] & _OTHER_TEXTS:
        return False
    if in_sentence(candidates, candidates.elements[position]):
        return True
    return not addresses.is_same_site(candidates.links.hrefs[position]) and not candidates.links.rels.get(position)


# The types of paging regions: pages of one text or list, neighbouring articles (Uda 3.3 ② (A)), and archives.


def subtype_of(candidates: Candidates, addresses: Addresses, region: Found) -> str:
    """Return a region's type: `ARTICLES` (A-2), `PAGES` (A-1), or `ARCHIVE` where it leads to years, months or days.

    Uda 3.3 ② Step-5. In the paper, what Step-4 finds is of type A-2, all else of A-1. Step-4 finds numbers, and
    A-2 are signs around titles ("<< title, title >>"), so Step-3 must be meant, and is here: its words are titles
    unless the address is the page's own with another number ("Seuraava >>" in a language without a word list).

    Beyond the paper, whichever step finds them: words such as "next post", titles, and addresses that name another
    text beside the page's own are those of neighbouring articles. Page numbers, and addresses that name them, are
    always those of pages, whatever the words.
    """
    if not candidates.rules.further:
        return ARTICLES if region.rule == "paging.step3" else PAGES
    positions = candidates.inside(region.first, region.last)
    links = [link for link in map(candidates.links.__getitem__, positions) if paging_links.leads_away(link.href)]
    urls = [addresses.absolute(link.href) for link in links]
    if _is_archive(addresses, links, urls):
        return ARCHIVE
    if any(paging_links.number_of(link) is not None for link in links):
        return PAGES
    if any(_is_named(addresses, url) for url in urls):
        return PAGES
    signed, marked = region.rule == "paging.step3", region.rule == "paging.step1"
    articles = any(
        _is_article(candidates.page, addresses, link, url)
        or (signed and _is_title(addresses, link))
        or (marked and not link.senses and _is_title(addresses, link) and is_beside(addresses, url))
        for link, url in zip(links, urls, strict=True)
    )
    return ARTICLES if articles else PAGES


def _is_archive(addresses: Addresses, links: list[Link], urls: list[str]) -> bool:
    """Return True if most links that step on lead to years, months or days; a page number's address is no date."""
    steps = [
        url
        for link, url in zip(links, urls, strict=True)
        if link.rel
        or link.senses & (_PAGED | _ARTICLE | _LEADS)
        or paging_links.number_of(link) is not None
        or paging_links.sign_of(link.text)
    ]
    dated = [url for url in steps if is_dated(url) and not _is_dated_text(addresses, url)]
    return 2 * len(dated) > len(steps)


def _is_dated_text(addresses: Addresses, url: str) -> bool:
    """Return True if an address with a date is that of a page of this list, or of a text as the page itself is one."""
    own = addresses.own
    if not own:
        return False
    return form_step(own, url) is not None or are_dated_texts(own, url)


def _is_article(page: Page, addresses: Addresses, link: Link, url: str) -> bool:
    """Return True if a link's words, or a title in place of them, or its address lead to a neighbouring article."""
    if link.senses & _ARTICLE:
        return True
    if link.senses & _PAGED:
        return not link.senses & phrases.PAGE and is_beside(addresses, url)
    if len(link.text) >= TITLE:
        return True
    hints = (_is_step(page, link) and _is_title(addresses, link)) or (
        paging_links.sign_of(link.text) and len(link.text) == 1
    )
    return bool(hints) and is_beside(addresses, url)


def _is_named(addresses: Addresses, url: str) -> bool:
    """Return True if an address names the page before the page's own, or the one behind it."""
    own = addresses.own
    return bool(own) and form_step(own, url) in (1, -1)


def is_beside(addresses: Addresses, url: str) -> bool:
    """Return True if an address names another text than the page's own, not another page of it."""
    own = addresses.own
    if not own or page_step(own, url) is not None or page_form(url).number is not None:
        return False
    return are_other_texts(own, url) or are_other_programs(own, url) or are_dated_texts(own, url)


def _is_step(page: Page, link: Link) -> bool:
    """Return True if a link's rel, first word or class makes it a step, so that the rest of its text is a title."""
    around = (link.element, page.parents[link.element])
    return (
        "next" in link.rel
        or "prev" in link.rel
        or bool(link.senses & _LEADS)
        or any(class_meanings(page.attrs[element]) & _STEP_NAMES for element in around)
    )


def _is_title(addresses: Addresses, link: Link) -> bool:
    """Return True if the words beside a sign are another text's title; a sign alone has none."""
    if not any(map(str.isalpha, link.text)):
        return False
    return not addresses.own or page_step(addresses.own, addresses.absolute(link.href)) is None
