"""Paging regions and the head's links -> the next and the previous page, the page numbers shown, and the paging type.

Every link of a region gets a score for each direction: of its rel, words, sign, number, class and address, and of the
region that it stands in. The link with the highest score is the next (or the previous) page.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..page import HEADINGS, Kind, PagingType, headings, visible
from ..page.head import followable
from ..words import phrases
from . import paging_links
from .addresses import (
    MAX_ADDRESS,
    Addresses,
    form_step,
    has_list_parameter,
    is_top,
    leads_to_all,
    leads_to_comments,
    more_step,
    names_page,
    page_step,
)
from .candidates import read_links
from .paging import MAX_LINKS, PAGES, TITLE, is_beside
from .site_info import is_in_header, is_menu_item

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..page import Page, Region
    from .candidates import Link, Links


RELATED = WORDED = NUMBERED = 3
CLASSED = SIGNED = 2
OLDER_OR_NEWER = MORE = 1
"""Scores of a link's rel, words or number; of its class or sign; of weaker hints. One of them is needed."""
NAMED = 5
"""The address is the page's own with the number one on, or back, where it names its pages."""
IN_HEAD = 3
"""The document's head names the same address."""
IN_NUMBERS = IN_PAGER = 1
"""The region has numbers; a class or label marks it as a pager."""
IN_MENU = -2
"""The region stands in the site's header or is an item of a menu."""
MIN_SCORE = 1

RELATIONS = {paging_links.FORWARD: ("next",), paging_links.BACKWARD: ("prev", "previous")}
WORDS = {paging_links.FORWARD: phrases.NEXT, paging_links.BACKWARD: phrases.PREVIOUS}
OLD_AND_NEW = {paging_links.FORWARD: phrases.OLDER, paging_links.BACKWARD: phrases.NEWER}
_RELATIONS = frozenset(relation for relations in RELATIONS.values() for relation in relations)
_PAGER_RULES = frozenset(("paging.step1", "paging.labelled"))
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
    where a list goes on: the next page, or the older entries where the pager goes by time.
    """

    next_page: str | None
    previous_page: str | None
    more_page: str | None


class _Candidate(NamedTuple):
    """An address that may be the next page's, or the previous one's."""

    url: str
    score: int
    link: Link | None = None
    """None for one of the head."""


class _Pager(NamedTuple):
    """A paging region's links, the page's number in it, whether it is named as a pager, and what it adds to scores."""

    links: list[Link]
    current: int | None
    is_pager: bool
    score: int


def page_links(page: Page, regions: Sequence[Region]) -> PageLinks:
    """Return the next and the previous page.

    The link with the highest score counts, the first of several. The next article (Uda 3.2 ②, A-2) is not the next
    page, also where the head calls it so. Places on the page itself are none.
    """
    paging = [region for region in regions if region.kind is Kind.PAGING]
    if not paging and page.head_links.keys().isdisjoint(_RELATIONS):
        return PageLinks(None, None, None)
    elsewhere = {url for region in paging if region.subtype != PAGES for _, url in region.links}
    pagers = [_read_pager(page, region) for region in paging if region.subtype == PAGES]
    forward = _best(_candidates(page, pagers, elsewhere, paging_links.FORWARD))
    backward = _best(_candidates(page, pagers, elsewhere, paging_links.BACKWARD))
    if forward and backward and forward.url == backward.url:
        if forward.score >= backward.score:
            backward = None
        else:
            forward = None
    onward, back = forward and forward.url, backward and backward.url
    if _is_reversed(forward, paging_links.FORWARD) or _is_reversed(backward, paging_links.BACKWARD):
        return PageLinks(back, onward, onward)
    return PageLinks(onward, back, onward)


def _best(candidates: Iterator[_Candidate]) -> _Candidate | None:
    best = max(candidates, key=lambda candidate: candidate.score, default=None)
    return best if best and best.score >= MIN_SCORE else None


def _read_pager(page: Page, region: Region) -> _Pager:
    first, _ = region.elements
    count, links = _links_of(page, region)
    away = [link for link in links if paging_links.leads_away(link.href)]
    has_numbers = any(paging_links.number_of(link) is not None for link in away)
    current = paging_links.current_number(page, away) if has_numbers else None
    is_pager = region.rule in _PAGER_RULES
    score = IN_PAGER * is_pager + IN_NUMBERS * has_numbers
    if is_in_header(page, first) or is_menu_item(page, first, count):
        score += IN_MENU
    return _Pager(away, current, is_pager, score)


def _links_of(page: Page, region: Region) -> tuple[int, Links]:
    """Return how many links a region has, and the first `MAX_LINKS`."""
    own = page.links_in(*region.elements)
    return len(own), read_links(page, own[:MAX_LINKS])


def _candidates(page: Page, pagers: list[_Pager], elsewhere: set[str], direction: int) -> Iterator[_Candidate]:
    """Yield the links that lead on (or back), with their scores."""
    addresses = Addresses(page)
    hrefs = (page.head_links.get(relation) for relation in RELATIONS[direction])
    in_head = next((addresses.absolute(href) for href in hrefs if href), None)
    for pager in pagers:
        signed = _signed(pager.links, direction)
        for link in pager.links:
            url = addresses.absolute(link.href)
            if addresses.is_own(url) or _is_of_comments(link, url):
                continue
            named, step = form_step(addresses.own, url), page_step(addresses.own, url.partition("#")[0])
            named_elsewhere = step is None and url in elsewhere
            if named == -direction or (named is None and (named_elsewhere or _is_elsewhere(addresses, link, url))):
                continue
            step = named if step is None else step
            if not step and _is_named_only(link, url):
                continue
            score = _direction_score(page, link, direction) + SIGNED * (link is signed)
            if named == direction:
                score = max(score, 0) + NAMED
            is_alike = step is not None or names_page(addresses.own, url)
            score += _number_score(pager, link, is_alike, step, direction)
            if direction == paging_links.FORWARD and link.senses & phrases.MORE:
                score += MORE * (pager.is_pager or more_step(addresses.own, url))
            if score > 0:
                score += pager.score + IN_HEAD * (url == in_head)
                yield _Candidate(url, score, link)
    if (
        in_head
        and in_head not in elsewhere
        and not addresses.is_own(in_head)
        and not is_beside(addresses, in_head)
        and (page_step(addresses.own, in_head) is not None or not is_top(in_head))
    ):
        yield _Candidate(in_head, IN_HEAD)


def _signed(links: list[Link], direction: int) -> Link | None:
    """Return the link with a sign like ">" that stands next to the numbers; the outer one leads to the end."""
    signed = [link for link in links if paging_links.sign_of(link.text) == direction and not link.senses & phrases.PAGE]
    if not signed:
        return None
    return signed[0] if direction == paging_links.FORWARD else signed[-1]


def _is_of_comments(link: Link, url: str) -> bool:
    """Return True if a link leads to more comments; their pages are not the article's."""
    text = link.text.lower()
    return leads_to_comments(url) or any(root in text for root in _COMMENT_ROOTS)


def _is_elsewhere(addresses: Addresses, link: Link, url: str) -> bool:
    """Return True if a link that names no page leads to an article, to all pages in one, or, not as newer, home."""
    if is_top(url) and not link.senses & phrases.NEWER:
        return page_step(addresses.own, url) is None
    return bool(link.senses & _ARTICLE) or leads_to_all(url) or is_beside(addresses, url)


def _is_named_only(link: Link, url: str) -> bool:
    """Return True if nothing but a class may mark a link as leading on: its words mean something else, or nothing."""
    return not (
        not _RELATIONS.isdisjoint(link.rel.split())
        or link.senses & _STEP_SENSES
        or paging_links.sign_of(link.text)
        or has_list_parameter(url)
    ) and any(map(str.isalpha, link.text))


def _direction_score(page: Page, link: Link, direction: int) -> int:
    """Return the score of a link's rel, words and class (not of titles, "older") for a direction, less the other's."""
    score = 0
    classed = (
        paging_links.number_of(link) is None
        and len(link.text) < TITLE
        and not link.senses & (phrases.OLDER | phrases.NEWER)
    )
    for sign, towards in ((1, direction), (-1, -direction)):
        if link.rel and not set(RELATIONS[towards]).isdisjoint(link.rel.split()):
            score += sign * RELATED
        if link.senses & WORDS[towards]:
            score += sign * WORDED
        if link.senses & OLD_AND_NEW[towards]:
            score += sign * OLDER_OR_NEWER
    if classed:
        score += CLASSED * direction * paging_links.named_direction(page, link.element)
    return score


def _number_score(pager: _Pager, link: Link, is_alike: bool, step: int | None, direction: int) -> int:
    """Return the score of a link's number; ``is_alike``: its address is one of the list."""
    number = paging_links.number_of(link)
    if number is None:
        return 0
    current = pager.current if is_alike else None
    return NUMBERED * _is_next_number(number, current, step, direction)


def _is_next_number(number: int, current: int | None, step: int | None, direction: int) -> bool:
    """Return True if the link's number is one on from the current one; where that is not shown, if its address is."""
    if current is None:
        return step == direction and (number > 1 or direction == paging_links.BACKWARD)
    return number == current + direction


def _is_reversed(found: _Candidate | None, direction: int) -> bool:
    """Return True if a link that leads on in a list is named as leading back, or the other way round: "« Older posts".

    Such pagers go by time: what is newer is called the next page there, and the list goes on with what is older. A sign
    outweighs words ("older »" leads on), a rel outweighs both. "Previous" to page 3 and "Next" to page 1, from page 2,
    are of this kind: the addresses show where the list goes on, the words what the page calls next.
    """
    if found is None or found.link is None:
        return False
    link, sign, rel = found.link, paging_links.sign_of(found.link.text), found.link.rel.split()
    if link.senses & WORDS[direction] or not set(RELATIONS[direction]).isdisjoint(rel):
        return False
    if sign or paging_links.number_of(link) is not None:
        return sign == -direction
    contrary = OLD_AND_NEW[direction] | WORDS[-direction] | paging_links.LEADS[-direction]
    return bool(link.senses & contrary) or not set(RELATIONS[-direction]).isdisjoint(rel)


# The page numbers that a pager shows: the current one, the highest one, and where each leads.


_NUMBER = re.compile(rf"(?<![\d.,])\d{{1,{paging_links.MAX_NUMBER}}}(?![\d.,]*\d)")
_DIGITS = rf"(\d{{1,{paging_links.MAX_NUMBER}}})"
_OF = re.compile(rf"{_DIGITS}\s{{0,3}}(?:/|of|von|sur|de|di|van|z|из)\s{{0,3}}{_DIGITS}", re.IGNORECASE)
"""The current and the last page: "2 / 9", "2 of 9"."""
_ALL = re.compile(rf"[共全总總총]\s?{_DIGITS}\s?(?:页|頁|ページ|페이지)")
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
    _, links = _links_of(page, region)
    shown: dict[int, str | None] = {}
    nowhere = []
    for link in links:
        number = paging_links.number_of(link)
        if number is None:
            continue
        if link.href.startswith("#"):
            nowhere.append(number)
        else:
            shown[number] = shown.get(number) or followable(addresses.absolute(link.href), addresses.own)
    urls = {number: url for number, url in sorted(shown.items()) if url}
    counted, total = _worded_counts(page, *region.elements)
    if total is None and counted is not None and {counted - 1, counted + 1}.isdisjoint(shown):
        counted = None
    current = counted or paging_links.current_number(page, list(links)) or _linked(addresses, urls, nowhere)
    numbers = [number for number in (*shown, current, total) if number is not None]
    if not numbers or (not shown and total is None):
        return None
    return {"current": current, "last": max(numbers), "links": {str(number): url for number, url in urls.items()}}


def _worded_counts(page: Page, first: int, last: int) -> tuple[int | None, int | None]:
    """Return the current and the last page by the words between the links: "Page 2 of 9", "共5页"."""
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


def _linked(addresses: Addresses, urls: dict[int, str], nowhere: list[int]) -> int | None:
    """Return the number of the link that leads to the page itself, or of the only one that leads nowhere."""
    own = next((number for number, url in urls.items() if addresses.is_own(url)), None)
    if own is None and len(nowhere) == 1 and not {nowhere[0] - 1, nowhere[0] + 1}.isdisjoint(urls):
        return nowhere[0]
    return own


# Whether the next and the previous page belong to one article in parts, or to a list.
#
# Scores above 0 are for an article: of the page's type, the head, the words of the pager and its place.
# An article's pager comes right behind the text, a list's behind entries, each with its heading's link.

MANY = 3
"""Outweighs everything but its like."""
SOME = 1
TYPES = {"article": SOME, "documentation": 0, "service": -SOME}
"""The score of a page's type; all others are lists, or have a list of reviews."""
SURE_TYPE = 0.35
"""Probability below which that a page is an article says nothing of its paging."""
MIN_ARTICLE_SCORE = 2
MIN_DECLARED, MIN_UNDECLARED = 0.8, 0.97
"""Probability of an article, declared in the head or not, from which on a list on its page is of other things."""
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

MAX_ARTICLE_PAGES = 30
"""Numbers in the pager from which on it is a list's."""
PARTS = 2
"""The score of addresses of one text in parts."""
MAX_PARTS = 10
"""Numbers in the pager of such a text at most; long lists have addresses of this form, too."""
_PART = re.compile(r"(?P<text>.*\d)[_-](?P<number>\d{1,2})(?P<ending>\.[a-z]{3,5})?", re.IGNORECASE)
"""The address of a text's part: the text's own, which ends with a number as those of lists do not, and the part's."""


def paging_type(
    page: Page, regions: Sequence[Region], main: Sequence[bool], found: Mapping[str, Any]
) -> PagingType | None:
    """Return what the next and the previous page belong to, None where there is neither.

    ``main`` has a flag for each text block: whether it is main content. ``found`` has the result's attributes
    ``next_page``, ``previous_page``, ``page_numbers``, ``page_type`` and ``page_type_confidence``.
    """
    target = found["next_page"] or found["previous_page"]
    if target is None:
        return None
    confidence = found.get("page_type_confidence")
    is_sure = confidence is None or confidence >= SURE_TYPE or found["page_type"] != PagingType.ARTICLE
    score = TYPES.get(found["page_type"] or "", -MANY) * is_sure + _declared_score(page)
    score -= MANY * (((found["page_numbers"] or {}).get("last") or 0) > MAX_ARTICLE_PAGES)
    score += PARTS * _are_parts(page, found)
    pagers, before = _pagers(regions, target), _Before(page, main)
    score += _words_score(pagers)
    score += max([before.place_score(region) for region in pagers], default=-SOME)
    return PagingType.ARTICLE if score >= MIN_ARTICLE_SCORE else PagingType.LIST


def is_beside_article(page: Page, found: Mapping[str, Any]) -> bool:
    """Return True if the next page is of a list on an article's page: of its comments, or of further articles.

    ``found`` has the result's attributes ``paging_type``, ``page_type`` and ``page_type_confidence``.
    """
    if found["paging_type"] != PagingType.LIST or found["page_type"] != PagingType.ARTICLE:
        return False
    least = MIN_DECLARED if _declared_score(page) > 0 else MIN_UNDECLARED
    return bool(found["page_type_confidence"] >= least)


def typed(regions: Sequence[Region], belongs_to: PagingType | None) -> tuple[Region, ...]:
    """Return the regions; those of pages have in their subtype what the pages belong to, as in "article_pages"."""
    return tuple(
        replace(region, subtype=f"{_kind_of(region, belongs_to)}_{PAGES}")
        if region.kind == Kind.PAGING and region.subtype == PAGES
        else region
        for region in regions
    )


def _kind_of(region: Region, belongs_to: PagingType | None) -> PagingType:
    return PagingType.LIST if belongs_to is None or _leads_to_entries(region) else belongs_to


def _declared_score(page: Page) -> int:
    """Return the score of the type that the head declares."""
    score = SOME * (page.metas.get("og:type", "").lower() == "article")
    score += SOME * any(name in text for text in page.json_ld for name in _ARTICLE_TYPES)
    score -= SOME * any(name in text for text in page.json_ld for name in _LIST_TYPES)
    return min(score, SOME)


def _are_parts(page: Page, found: Mapping[str, Any]) -> bool:
    """Return True if the pages' addresses are a text's, and the same with a few numbers behind it ("/news166_2.html").

    A list that calls its pages so has another score that speaks against an article: its entries before the pager.
    """
    numbers = found["page_numbers"] or {}
    if (numbers.get("last") or 0) > MAX_PARTS:
        return False
    linked = islice(numbers.get("links", {}).values(), MAX_PARTS)
    shown = {url for url in (page.url, found["next_page"], found["previous_page"], *linked) if url}
    parts = filter(None, (_PART.fullmatch(url[:MAX_ADDRESS]) for url in shown))
    return any(int(part["number"]) > 1 and f"{part['text']}{part['ending'] or ''}" in shown for part in parts)


def _words_score(pagers: Sequence[Region]) -> int:
    """Return the score of the words in the pagers that hold the next (or previous) page: a list has older entries."""
    if any(_leads_to_entries(region) for region in pagers):
        return -MANY
    return SOME * any(leads_to_all(url) for region in pagers for _, url in region.links)


def _leads_to_entries(region: Region) -> bool:
    """Return True if a link of a region leads to older or newer entries."""
    return any(phrases.SENSES[text[: phrases.MAX_TEXT]] & (phrases.OLDER | phrases.NEWER) for text, _ in region.links)


def _pagers(regions: Sequence[Region], target: str) -> list[Region]:
    """Return the regions that lead to pages and have a link to one of them."""
    return [
        region
        for region in regions
        if region.kind == Kind.PAGING and region.subtype == PAGES and any(url == target for _, url in region.links)
    ]


class _Before:
    """What stands before a page's pagers; read on from one to the next, so that all of them cost one pass."""

    def __init__(self, page: Page, main: Sequence[bool]) -> None:
        self._page, self._main = page, main
        self._block = self._characters = self._linked = 0
        self._first = self._last = self._element = self._headings = -1

    def place_score(self, region: Region) -> int:
        """Return the score of a pager's place: right behind the main text, or behind a list's entries.

        Pagers come in document order.
        """
        start = min(region.blocks[0], len(self._main))
        self._read_to(start, region.elements[0])
        if self._characters < MIN_TEXT:
            return -SOME
        gap, entries = start - self._last - 1, max(self._headings, self._linked)
        score = SOME * (gap <= CLOSE) - (SOME + SOME) * (gap >= FAR)
        return score + (SOME if entries == 0 else -MANY if entries >= MIN_ENTRIES else 0)

    def _read_to(self, start: int, element: int) -> None:
        page, main = self._page, self._main
        for block in range(self._block, start):
            if main[block]:
                if self._first < 0:
                    self._first, self._element, self._headings = block, page.owners[block], 0
                self._last = block
                self._characters += len(page.texts[block])
                self._linked += _is_linked(page, block)
        self._block = max(self._block, start)
        if self._first >= 0 and element > self._element:
            self._headings += _linked_headings(page, self._element, element)
            self._element = element


def _is_linked(page: Page, block: int) -> bool:
    """Return True if at least half of a text block stands in links, as a list's entries do."""
    _, _, in_links = visible(page)
    start = page.text_starts[block]
    linked = in_links[min(page.text_ends[block], start + MAX_PIECES)] - in_links[start]
    return LINKED * linked >= len(page.texts[block])


def _linked_headings(page: Page, first: int, last: int) -> int:
    """Return the number of headings below the first rank, between two elements, that have or stand in a link."""
    links, found, every = page.links, 0, headings(page)
    for element in every[bisect_left(every, first) : bisect_left(every, last)]:
        if page.tags[element] in _ENTRY_HEADINGS:
            number = bisect_left(links, element)
            inside = number < len(links) and links[number] < page.ends[element]
            around = number > 0 and page.ends[links[number - 1]] > element
            found += inside or around
    return found
