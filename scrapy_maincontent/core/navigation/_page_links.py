"""The next and the previous page: the links of all paging regions, and the head's, compared by their evidence."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from ...page import Kind
from ...words import phrases
from ._addresses import Addresses
from ._alike import LEADS, pictured_direction
from ._likeness import page_step
from ._link_evidence import (
    IN_HEAD,
    IN_MENU,
    IN_NUMBERS,
    IN_PAGER,
    LED,
    MIN_EVIDENCE,
    MORE,
    NAMED,
    NUMBERED,
    PICTURED,
    RELATIONS,
    SIGNED,
    is_next_number,
    likeness,
    told,
)
from ._links import read_links
from ._menus import is_in_header, is_menu_item
from ._numbers import current_number, distance
from ._page_forms import (
    form_step,
    is_moment,
    is_top,
    leads_to_all,
    leads_to_comments,
    more_step,
    names_page,
    page_form,
    tells_place,
)
from ._pager_places import MAX_LINKS
from ._pagers_of_time import Candidate, goes_back_in_time, tells_time
from ._paging_types import PAGES, is_beside
from ._ranges import range_step
from ._steps import BACKWARD, FORWARD, leads_away, number_of, sign_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...page import Page, Region
    from ._links import Link

MIN_OFFSET = 9
"""Pages back from which on an address without a number may be the one before: sites count entries in tens."""
_PAGER_RULES = frozenset(("paging.step1", "paging.labelled"))
_RELATIONS = frozenset(relation for relations in RELATIONS.values() for relation in relations)
_TELLING = phrases.NEXT | phrases.PREVIOUS | phrases.OLDER | phrases.NEWER | phrases.MORE | phrases.PAGE
_ARTICLE = phrases.NEXT_ARTICLE | phrases.PREVIOUS_ARTICLE
_COMMENT_ROOTS = (
    *("comment", "kommentar", "coment", "commento", "commenti", "reacties", "komentarz", "коммент", "комментар"),
    *("コメント", "评论", "評論", "留言", "댓글"),
)
"""What "older comments" has in it, whatever stands around."""


class PageLinks(NamedTuple):
    """Absolute addresses, None where there is none.

    ``next_page`` and ``previous_page`` are what the page itself calls so, in words, signs or numbers. ``more_page`` is
    where a list goes on: the next page, or the older entries where the pager tells time.
    """

    next_page: str | None
    previous_page: str | None
    more_page: str | None


class _List(NamedTuple):
    """A paging region's links, its numbers, whether a name says that it is a pager, and the evidence that it gives."""

    links: list[Link]
    current: int | None
    apart: int
    is_pager: bool
    evidence: int


def page_links(page: Page, regions: Sequence[Region]) -> PageLinks:
    """Return the next and the previous page.

    The link with the most evidence counts, the first of several. The next article (Uda 3.2 ②, A-2) is not the next
    page, also where the head calls it so. Places on the page itself are none.
    """
    paging = [region for region in regions if region.kind is Kind.PAGING]
    if not paging and page.head_links.keys().isdisjoint(_RELATIONS):
        return PageLinks(None, None, None)
    elsewhere = {url for region in paging if region.subtype != PAGES for _, url in region.links}
    lists = [_read_list(page, region) for region in paging if region.subtype == PAGES]
    forward = _best(_candidates(page, lists, elsewhere, FORWARD))
    backward = _best(_candidates(page, lists, elsewhere, BACKWARD))
    if forward and backward and forward.url == backward.url:
        if forward.evidence >= backward.evidence:
            backward = None
        else:
            forward = None
    onward, back = forward and forward.url, backward and backward.url
    if tells_time(forward, FORWARD) or tells_time(backward, BACKWARD):
        return PageLinks(back, onward, onward)
    return PageLinks(onward, back, back if goes_back_in_time(page, onward, back) else onward)


def _best(candidates: Iterator[Candidate]) -> Candidate | None:
    best = max(candidates, key=lambda candidate: candidate.evidence, default=None)
    return best if best and best.evidence >= MIN_EVIDENCE else None


def _read_list(page: Page, region: Region) -> _List:
    """Read a region's links again."""
    first, last = region.elements
    low = bisect_left(page.links, first)
    high = bisect_left(page.links, page.ends[last], low)
    links = [link for link in read_links(page, page.links[low : min(high, low + MAX_LINKS)]) if leads_away(link)]
    numbers = {number for link in links if (number := number_of(link)) is not None}
    current = current_number(page, links) if numbers else None
    is_pager = region.rule in _PAGER_RULES
    evidence = IN_PAGER * is_pager + IN_NUMBERS * bool(numbers)
    if is_in_header(page, first) or is_menu_item(page, first, high - low):
        evidence += IN_MENU
    return _List(links, current, distance(numbers if current is None else {*numbers, current}), is_pager, evidence)


def _candidates(page: Page, lists: list[_List], elsewhere: set[str], direction: int) -> Iterator[Candidate]:
    """Yield the links that lead on (or back), with their evidence."""
    addresses = Addresses(page)
    hrefs = (page.head_links.get(relation) for relation in RELATIONS[direction])
    in_head = next((addresses.absolute(href) for href in hrefs if href), None)
    for pager in lists:
        signed = _signed(pager.links, direction)
        for link in pager.links:
            url = addresses.absolute(link.href)
            if addresses.is_own(url) or is_of_comments(link, url):
                continue
            named, step = form_step(addresses.own, url), page_step(addresses.own, url.partition("#")[0])
            if named == -direction or (named is None and is_elsewhere(addresses, link, url)):
                continue
            step = named if step is None or is_moment(url) else step
            if not step and is_named_only(link, url):
                continue
            if step and direction == BACKWARD and is_beginning(addresses, url, step):
                continue
            evidence = told(page, link, direction) + SIGNED * (link is signed)
            if named == direction:
                evidence = max(evidence, 0) + NAMED
            is_alike = step is not None or names_page(addresses.own, url)
            evidence += _hinted(page, link, step, direction) + _counted(pager, link, is_alike, step, direction)
            evidence += NUMBERED * (is_alike and range_step(page, link.element, link.text) == direction)
            if direction == FORWARD and link.says & phrases.MORE:
                evidence += MORE * (pager.is_pager or more_step(addresses.own, url))
            if evidence > 0:
                told_in_all = evidence + pager.evidence + likeness(step, direction) + IN_HEAD * (url == in_head)
                yield Candidate(url, told_in_all, link)
    if in_head and in_head not in elsewhere and not addresses.is_own(in_head) and not is_beside(addresses, in_head):
        yield Candidate(in_head, IN_HEAD + likeness(page_step(addresses.own, in_head), direction))


def _hinted(page: Page, link: Link, step: int | None, direction: int) -> int:
    """Return what a link's first word or its picture says, where the address goes the same way."""
    if not step or step * direction < 0:
        return 0
    pictured = not link.text and pictured_direction(page, link.element) == direction
    return LED * bool(link.says & LEADS[direction]) + PICTURED * pictured


def _counted(pager: _List, link: Link, is_alike: bool, step: int | None, direction: int) -> int:
    """Return what a link's number says; ``is_alike`` tells that its address is one of the list."""
    number = number_of(link)
    if number is None:
        return 0
    current = pager.current if is_alike else None
    return NUMBERED * is_next_number((number, current, pager.apart), step, direction)


def is_of_comments(link: Link, url: str) -> bool:
    """Tell whether a link leads to more comments; their pages are not the article's."""
    text = link.text.lower()
    return leads_to_comments(url) or any(root in text for root in _COMMENT_ROOTS)


def is_elsewhere(addresses: Addresses, link: Link, url: str) -> bool:
    """Tell whether a link whose address names no page leads to an article, to all pages in one, or to the site's top.

    The top is a first page only for newer entries.
    """
    if is_top(url) and not link.says & phrases.NEWER:
        return page_step(addresses.own, url) is None
    return bool(link.says & _ARTICLE) or leads_to_all(url) or is_beside(addresses, url)


def is_named_only(link: Link, url: str) -> bool:
    """Tell whether nothing but a class may say that a link leads on: words say something else, or nothing."""
    return not (link.rel or link.says & _TELLING or sign_of(link.text) or tells_place(url)) and any(
        map(str.isalpha, link.text)
    )


def is_beginning(addresses: Addresses, url: str, step: int) -> bool:
    """Tell whether an address is that of a list's beginning, from further than its second page: no previous page.

    Higher numbers may be those of entries.
    """
    in_path = "?" not in addresses.own or form_step(addresses.own, url) is not None
    return -MIN_OFFSET < step < -1 and in_path and page_form(url).number is None and len(url) < len(addresses.own)


def _signed(links: list[Link], direction: int) -> Link | None:
    """Return the link with a sign like ">" that stands next to the numbers; the outer one leads to the end."""
    signed = [link for link in links if sign_of(link.text) == direction and not link.says & phrases.PAGE]
    if not signed:
        return None
    return signed[0] if direction == FORWARD else signed[-1]
