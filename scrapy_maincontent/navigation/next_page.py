"""The next and the previous page: the links of all paging regions, and the head's, compared by their evidence."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from ..page import HEADINGS, Kind, PagingType
from ..page.head import followable
from ..words import phrases
from .addresses import (
    Addresses,
    form_step,
    has_list_parameter,
    is_top,
    leads_to_all,
    leads_to_comments,
    more_step,
    names_moment,
    names_page,
    offset_step,
    page_form,
    page_step,
)
from .candidates import read_links
from .paging import (
    IN_HEAD,
    IN_MENU,
    IN_NUMBERS,
    IN_PAGER,
    LED,
    MAX_LINKS,
    MIN_SCORE,
    MORE,
    NAMED,
    NUMBERED,
    OLD_AND_NEW,
    PAGES,
    PICTURED,
    RELATIONS,
    SIGNED,
    WORDS,
    direction_score,
    is_beside,
    is_next_number,
    likeness,
)
from .paging_links import (
    BACKWARD,
    FORWARD,
    LEADS,
    MAX_NUMBER,
    current_number,
    distance,
    leads_away,
    number_of,
    pictured_direction,
    range_step,
    sign_of,
)
from .site_info import is_in_header, is_menu_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..page import Page, Region
    from .candidates import Link


MIN_OFFSET = 9
"""Pages back from which on an address without a number may be the one before: sites count entries in tens."""
_PAGER_RULES = frozenset(("paging.step1", "paging.labelled"))
_RELATIONS = frozenset(relation for relations in RELATIONS.values() for relation in relations)
_STEP_SENSES = phrases.NEXT | phrases.PREVIOUS | phrases.OLDER | phrases.NEWER | phrases.MORE | phrases.PAGE
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
    if _is_reversed(forward, FORWARD) or _is_reversed(backward, BACKWARD):
        return PageLinks(back, onward, onward)
    return PageLinks(onward, back, back if _goes_back_in_time(page, onward, back) else onward)


def _best(candidates: Iterator[_Candidate]) -> _Candidate | None:
    best = max(candidates, key=lambda candidate: candidate.evidence, default=None)
    return best if best and best.evidence >= MIN_SCORE else None


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


def _candidates(page: Page, lists: list[_List], elsewhere: set[str], direction: int) -> Iterator[_Candidate]:
    """Yield the links that lead on (or back), with their evidence."""
    addresses = Addresses(page)
    hrefs = (page.head_links.get(relation) for relation in RELATIONS[direction])
    in_head = next((addresses.absolute(href) for href in hrefs if href), None)
    for pager in lists:
        signed = _signed(pager.links, direction)
        for link in pager.links:
            url = addresses.absolute(link.href)
            if addresses.is_own(url) or _is_of_comments(link, url):
                continue
            named, step = form_step(addresses.own, url), page_step(addresses.own, url.partition("#")[0])
            if named == -direction or (named is None and _is_elsewhere(addresses, link, url)):
                continue
            step = named if step is None or names_moment(url) else step
            if not step and _is_named_only(link, url):
                continue
            if step and direction == BACKWARD and _is_beginning(addresses, url, step):
                continue
            evidence = direction_score(page, link, direction) + SIGNED * (link is signed)
            if named == direction:
                evidence = max(evidence, 0) + NAMED
            is_alike = step is not None or names_page(addresses.own, url)
            evidence += _hint_score(page, link, step, direction) + _number_score(pager, link, is_alike, step, direction)
            evidence += NUMBERED * (is_alike and range_step(page, link.element, link.text) == direction)
            if direction == FORWARD and link.senses & phrases.MORE:
                evidence += MORE * (pager.is_pager or more_step(addresses.own, url))
            if evidence > 0:
                told_in_all = evidence + pager.evidence + likeness(step, direction) + IN_HEAD * (url == in_head)
                yield _Candidate(url, told_in_all, link)
    if in_head and in_head not in elsewhere and not addresses.is_own(in_head) and not is_beside(addresses, in_head):
        yield _Candidate(in_head, IN_HEAD + likeness(page_step(addresses.own, in_head), direction))


def _hint_score(page: Page, link: Link, step: int | None, direction: int) -> int:
    """Return what a link's first word or its picture says, where the address goes the same way."""
    if not step or step * direction < 0:
        return 0
    pictured = not link.text and pictured_direction(page, link.element) == direction
    return LED * bool(link.senses & LEADS[direction]) + PICTURED * pictured


def _number_score(pager: _List, link: Link, is_alike: bool, step: int | None, direction: int) -> int:
    """Return what a link's number says; ``is_alike`` tells that its address is one of the list."""
    number = number_of(link)
    if number is None:
        return 0
    current = pager.current if is_alike else None
    return NUMBERED * is_next_number((number, current, pager.apart), step, direction)


def _is_of_comments(link: Link, url: str) -> bool:
    """Return True if a link leads to more comments; their pages are not the article's."""
    text = link.text.lower()
    return leads_to_comments(url) or any(root in text for root in _COMMENT_ROOTS)


def _is_elsewhere(addresses: Addresses, link: Link, url: str) -> bool:
    """Return True if a link whose address names no page leads to an article, to all pages in one, or to the site's top.

    The top is a first page only for newer entries.
    """
    if is_top(url) and not link.senses & phrases.NEWER:
        return page_step(addresses.own, url) is None
    return bool(link.senses & _ARTICLE) or leads_to_all(url) or is_beside(addresses, url)


def _is_named_only(link: Link, url: str) -> bool:
    """Return True if nothing but a class may say that a link leads on: words say something else, or nothing."""
    return not (link.rel or link.senses & _STEP_SENSES or sign_of(link.text) or has_list_parameter(url)) and any(
        map(str.isalpha, link.text)
    )


def _is_beginning(addresses: Addresses, url: str, step: int) -> bool:
    """Return True if an address is that of a list's beginning, from further than its second page: no previous page.

    Higher numbers may be those of entries.
    """
    in_path = "?" not in addresses.own or form_step(addresses.own, url) is not None
    return -MIN_OFFSET < step < -1 and in_path and page_form(url).number is None and len(url) < len(addresses.own)


def _signed(links: list[Link], direction: int) -> Link | None:
    """Return the link with a sign like ">" that stands next to the numbers; the outer one leads to the end."""
    signed = [link for link in links if sign_of(link.text) == direction and not link.senses & phrases.PAGE]
    if not signed:
        return None
    return signed[0] if direction == FORWARD else signed[-1]


# Pagers that tell time: what they call the next page is newer, and the list goes on with what is older.


class _Candidate(NamedTuple):
    """An address that may be the next page's, or the previous one's."""

    url: str
    evidence: int
    link: Link | None = None
    """None for one of the head."""


def _is_reversed(found: _Candidate | None, direction: int) -> bool:
    """Return True if a link that leads on in a list leads back in time, or the other way round: "« Older posts".

    What is newer then is called the next page, what is older the previous one. A sign says more than words do:
    "older »" leads on; a rel says most. So do "Previous" to page 3 and "Next" to page 1, from page 2, tell time: the
    addresses say where the list goes on, the words what the page calls next.
    """
    if found is None or found.link is None:
        return False
    link, sign, rel = found.link, sign_of(found.link.text), found.link.rel.split()
    if link.senses & WORDS[direction] or not set(RELATIONS[direction]).isdisjoint(rel):
        return False
    if sign or number_of(link) is not None:
        return sign == -direction
    contrary = OLD_AND_NEW[direction] | WORDS[-direction] | LEADS[-direction]
    return bool(link.senses & contrary) or not set(RELATIONS[-direction]).isdisjoint(rel)


def _goes_back_in_time(page: Page, onward: str | None, back: str | None) -> bool:
    """Return True if only the page called the previous one counts further entries: "Previous 20" to "?skip=40"."""
    own = Addresses(page).own
    return back is not None and offset_step(own, back) > 0 and (onward is None or offset_step(own, onward) < 0)


# The page numbers that a pager shows: the current one, the highest one, and where each leads.

_NUMBER = re.compile(rf"(?<![\d.,])\d{{1,{MAX_NUMBER}}}(?![\d.,]*\d)")
_DIGITS = rf"(\d{{1,{MAX_NUMBER}}})"
_OF = re.compile(rf"{_DIGITS}\s{{0,3}}(?:/|of|von|sur|de|di|van|z|из)\s{{0,3}}{_DIGITS}", re.IGNORECASE)
"""The current and the last page: "2 / 9", "2 of 9"."""
_ALL = re.compile(rf"[共全总總총]\s?{_DIGITS}\s?(?:页|頁|ページ|페이지)")
_SIZE = re.compile(
    r"[?&;](?:limit|page_?size|per_?page|rows|show|hits|results|items|max_?results|items_?per_?page|anzahl)=(\d{1,5})(?=[&;#]|\Z)",
    re.IGNORECASE,
)
"""A parameter that tells how many entries a page has."""
_MAX_PIECES = 200
_MAX_PIECE = 60


def page_numbers(
    page: Page, regions: Sequence[Region], next_page: str | None, previous_page: str | None
) -> dict[str, Any] | None:
    """Return the page numbers shown, None where there are none.

    "current" is the page's own number, or None where it is not shown; "last" the highest one that is; "links" are the
    absolute addresses by number, in order; those of scripts are left out. The pager that has the next or the previous
    page counts, else the first one that shows the current page's number.
    """
    pagers = [region for region in regions if region.kind is Kind.PAGING and region.subtype == PAGES]
    if not pagers:
        return None
    addresses = Addresses(page)
    steps = {url for url in (next_page, previous_page) if url}
    best: dict[str, Any] | None = None
    for region in pagers:
        found = _shown_numbers(page, addresses, region)
        leads = any(url in steps for _, url in region.links)
        if found and leads:
            return found
        if found and found["current"] is not None and best is None:
            best = found
    return best


def _shown_numbers(page: Page, addresses: Addresses, region: Region) -> dict[str, Any] | None:
    first, last = region.elements
    low = bisect_left(page.links, first)
    high = bisect_left(page.links, page.ends[last], low)
    links = read_links(page, page.links[low : min(high, low + MAX_LINKS)])
    shown: dict[int, str | None] = {}
    nowhere = []
    for link in links:
        number = number_of(link)
        if number is None or _is_size(link.href, number):
            continue
        if link.href.startswith("#"):
            nowhere.append(number)
        else:
            shown[number] = shown.get(number) or followable(addresses.absolute(link.href), addresses.own)
    counted, total = _worded_counts(page, first, last)
    current = current_number(page, list(links))
    shown, current = _as_pages(shown, current)
    urls = {number: url for number, url in sorted(shown.items()) if url}
    if total is None and counted is not None and {counted - 1, counted + 1}.isdisjoint(shown):
        counted = None
    current = counted or current or _linked(addresses, urls, nowhere) or _named(addresses, urls)
    numbers = [number for number in (*shown, current, total) if number is not None]
    if not numbers or (not shown and total is None):
        return None
    return {"current": current, "last": max(numbers), "links": {str(number): url for number, url in urls.items()}}


def _as_pages(shown: dict[int, str | None], current: int | None) -> tuple[dict[int, str | None], int | None]:
    """Return the numbers of pages where a pager shows those of entries: "0 10 20" are 1, 2 and 3."""
    apart = distance({*shown} if current is None else {*shown, current})
    if apart == 1:
        return shown, current
    pages = {number // apart + 1: url for number, url in shown.items()}
    return pages, None if current is None else current // apart + 1


def _worded_counts(page: Page, first: int, last: int) -> tuple[int | None, int | None]:
    """Return the current and the last page as words between the links tell them: "Page 2 of 9", "共5页"."""
    current = total = None
    for text in _unlinked(page, first, last):
        both = _OF.fullmatch(text)
        numbers = _NUMBER.findall(text) if both or phrases.SENSES[text] & phrases.PAGE else []
        if len(numbers) == len(("current", "last")) and int(numbers[0]) <= int(numbers[1]):
            return int(numbers[0]), int(numbers[1])
        if len(numbers) == 1 and not _ALL.search(text):
            current = int(numbers[0])
        if all_pages := _ALL.search(text):
            total = int(all_pages[1])
    return current, total


def _unlinked(page: Page, first: int, last: int) -> Iterator[str]:
    start, end = page.piece_starts[first], page.piece_ends[last]
    for piece in range(start, min(end, start + _MAX_PIECES)):
        if not page.linked[piece] and len(page.pieces[piece]) <= _MAX_PIECE:
            text = " ".join(page.pieces[piece].split()).strip(".:|()[]- ")
            if text:
                yield text


def _is_size(href: str, number: int) -> bool:
    """Return True if a link's number is that of entries on a page: "50" to "?limit=50"."""
    found = _SIZE.search(href)
    return found is not None and int(found[1]) == number


def _linked(addresses: Addresses, urls: dict[int, str], nowhere: list[int]) -> int | None:
    """Return the number of the link that leads to the page itself, or of the only one that leads nowhere."""
    own = next((number for number, url in urls.items() if addresses.is_own(url)), None)
    if own is None and len(nowhere) == 1 and not {nowhere[0] - 1, nowhere[0] + 1}.isdisjoint(urls):
        return nowhere[0]
    return own


def _named(addresses: Addresses, urls: dict[int, str]) -> int | None:
    """Return the number that the page's own address names, as the pager's addresses name theirs."""
    number = page_form(addresses.own).number
    named = {shown: page_form(url).number for shown, url in urls.items()}
    offsets = {shown - other for shown, other in named.items() if other is not None}
    return None if number is None or len(offsets) != 1 else number + offsets.pop()


# What addresses, words and numbers say about the pages that a pager leads to: those of one article, or of a list.

MANY = 3
"""Evidence that outweighs everything but its like."""
SOME = 1

MAX_ARTICLE_PAGES = 30
"""Numbers in the pager from which on it is a list's."""

_LIST_PATH = re.compile(
    r"/(?:tags?|categor(?:y|ies|ie|ia|ias)|kategori[ae]n?|topics?|search|archives?|author|forums?|threads?|"
    r"viewtopic|viewforum|showthread|boards?|collections?|shop|produkte|products?|rubri[ck]\w*|label|tema|thema)(?:[/.?]|\Z)",
    re.IGNORECASE,
)
_LIST_QUERY = re.compile(
    r"(?:^|&)(?:q|s|query|search|k|keyword|cat|category|sort|order|orderby|filter|start|offset|from|skip|limitstart|"
    r"startat|startindex|board|forum|f|t)=",
    re.IGNORECASE,
)
_LIST_STEP = re.compile(r"/page[/-]\d", re.IGNORECASE)
"""How blog systems name a list's pages; an article's have the number alone."""
_HASHED = re.compile(r"(?:^|&)[0-9a-f-]{6,}_page=")
"""A list that a page builder has put on a page, by its parameter."""
_ARTICLE_STEP = re.compile(r"[/_.-]\d{1,2}(?:\.[a-z]{3,5})?/?\Z", re.IGNORECASE)


def _address_score(own: str, target: str) -> int:
    """Return what the page's own address and its next (or previous) page's say: above 0 for an article, below a list.

    An article's pages have its name, and then the number: "/tide-mill/2/", "mill-2.html". A list's are named as such.
    """
    try:
        here, there = urlsplit(own), urlsplit(target)
    except ValueError:
        return 0
    if here.path in ("", "/") or _HASHED.search(there.query):
        return -MANY
    said = 0
    if _LIST_PATH.search(here.path) or _LIST_PATH.search(there.path):
        said -= SOME + SOME
    if _LIST_QUERY.search(there.query) or _LIST_QUERY.search(here.query):
        said -= SOME + SOME
    if _LIST_STEP.search(there.path):
        said -= SOME
    if not there.query and _ARTICLE_STEP.search(there.path) and not _LIST_STEP.search(there.path):
        said += SOME
    return said


def _words_score(regions: Sequence[Region], target: str) -> int:
    """Return what the words of the pagers say that hold the next (or previous) page: a list has older entries."""
    found = _pagers(regions, target)
    if any(_leads_to_entries(region) for region in found):
        return -MANY
    return SOME * any(leads_to_all(url) for region in found for _, url in region.links)


def _leads_to_entries(region: Region) -> bool:
    """Return True if a link of a region leads to older or newer entries."""
    return any(phrases.SENSES[text[: phrases.MAX_TEXT]] & (phrases.OLDER | phrases.NEWER) for text, _ in region.links)


def _numbers_score(last: int | None) -> int:
    """Return what the number of the last page says."""
    return -MANY if last is not None and last > MAX_ARTICLE_PAGES else 0


def _pagers(regions: Sequence[Region], target: str) -> list[Region]:
    """Return the regions that lead to pages and have a link to one of them."""
    return [
        region
        for region in regions
        if region.kind == Kind.PAGING and region.subtype == PAGES and any(url == target for _, url in region.links)
    ]


# What a page's next and previous page belong to: one article in parts, or a list.
#
# Weighed are the page's type, what its head declares, the address and the words of the pager, and where it stands: an
# article's pager comes right behind the text, a list's behind entries, each with its heading's link.

TYPES = {"article": SOME, "documentation": 0, "service": -SOME}
"""What a page's type says; all others are lists, or have a list of reviews."""
MIN_ARTICLE_SCORE = 2
CLOSE, FAR = 4, 12
"""Text blocks between the main text and its pager: so few at most, and so many at least in front of a list's."""
MIN_ENTRIES = 3
"""Headings with a link, or blocks of main text that are links, before the pager of a list."""
LINKED = 2
MAX_PIECES = 40
MIN_TEXT = 200
"""Characters of main text before the pager of an article's page."""
_ENTRY_HEADINGS = frozenset(HEADINGS) - {"h1"}
_ARTICLE_TYPES = ('"Article"', '"NewsArticle"', '"BlogPosting"', '"Report"', '"TechArticle"')
_LIST_TYPES = ('"CollectionPage"', '"SearchResultsPage"', '"ItemList"', '"Blog"', '"OfferCatalog"')


def paging_type(
    page: Page, regions: Sequence[Region], main: Sequence[bool], found: Mapping[str, Any]
) -> PagingType | None:
    """Return what the next and the previous page belong to, None where there is neither.

    ``main`` tells for each text block whether it is main content. ``found`` has what is known of the page by the names
    of the result's attributes: ``next_page``, ``previous_page``, ``page_numbers`` and ``page_type``.
    """
    target = found["next_page"] or found["previous_page"]
    if target is None:
        return None
    evidence = TYPES.get(found["page_type"] or "", -MANY) + _declared_score(page)
    evidence += _numbers_score((found["page_numbers"] or {}).get("last"))
    evidence += _address_score(page.url or "", target) + _words_score(regions, target)
    evidence += max([_place_score(page, region, main) for region in _pagers(regions, target)], default=-SOME)
    return PagingType.ARTICLE if evidence >= MIN_ARTICLE_SCORE else PagingType.LIST


def typed(regions: Sequence[Region], belongs_to: PagingType | None) -> tuple[Region, ...]:
    """Return the regions, those that lead to pages with what these belong to as their subtype: "article_pages".

    Older and newer entries are a list's on an article's page as well.
    """
    return tuple(
        replace(region, subtype=f"{_kind_of(region, belongs_to)}_{PAGES}")
        if region.kind == Kind.PAGING and region.subtype == PAGES
        else region
        for region in regions
    )


def _kind_of(region: Region, belongs_to: PagingType | None) -> PagingType:
    return PagingType.LIST if belongs_to is None or _leads_to_entries(region) else belongs_to


def _declared_score(page: Page) -> int:
    """Return what the head says the page is."""
    said = SOME * (page.metas.get("og:type", "").lower() == "article")
    said += SOME * any(name in text for text in page.json_ld for name in _ARTICLE_TYPES)
    said -= SOME * any(name in text for text in page.json_ld for name in _LIST_TYPES)
    return min(said, SOME)


def _place_score(page: Page, region: Region, main: Sequence[bool]) -> int:
    """Return what the place of a pager says: right behind the main text, or behind a list's entries."""
    start = min(region.blocks[0], len(main))
    before = [block for block in range(start) if main[block]]
    if sum(len(page.texts[block]) for block in before) < MIN_TEXT:
        return -SOME
    gap = start - before[-1] - 1
    entries = max(
        _linked_headings(page, page.owners[before[0]], region.elements[0]),
        sum(_is_linked(page, block) for block in before),
    )
    said = SOME * (gap <= CLOSE) - (SOME + SOME) * (gap >= FAR)
    return said + (SOME if entries == 0 else -MANY if entries >= MIN_ENTRIES else 0)


def _is_linked(page: Page, block: int) -> bool:
    """Return True if at least half of a text block stands in links, as a list's entries do."""
    pieces = range(page.text_starts[block], min(page.text_ends[block], page.text_starts[block] + MAX_PIECES))
    linked = sum(len(page.pieces[piece].strip()) for piece in pieces if page.linked[piece])
    return LINKED * linked >= len(page.texts[block])


def _linked_headings(page: Page, first: int, last: int) -> int:
    """Return the number of headings below the first rank, between two elements, that have or stand in a link."""
    links, found = page.links, 0
    for element in range(first, last):
        if page.tags[element] in _ENTRY_HEADINGS:
            number = bisect_left(links, element)
            inside = number < len(links) and links[number] < page.ends[element]
            around = number > 0 and page.ends[links[number - 1]] > element
            found += inside or around
    return found
