"""The next and the previous page: the links of all paging regions, and the head's, compared by their evidence."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from ..page import Kind
from . import _words
from ._addresses import Addresses
from ._alike import LEADS, named_direction, pictured_direction
from ._likeness import page_step
from ._links import read_links
from ._menus import is_in_header, is_menu_item
from ._numbers import current_number
from ._page_forms import form_step, is_top, leads_to_all, leads_to_comments
from ._paging_types import PAGES, TITLE, is_beside
from ._steps import BACKWARD, FORWARD, leads_away, number_of, sign_of
from .paging import MAX_LINKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page, Region
    from ._links import Link

RELATED = WORDED = NUMBERED = 3
CLASSED = SIGNED = 2
OLDER_OR_NEWER = LED = PICTURED = 1
"""What tells a link's direction, and how much. One of them is needed."""
NAMED = 5
"""The address is the page's own with the number one on, or back, where it names its pages."""
IN_HEAD = 3
"""The document's head names the same address."""
ALIKE, ONE_ON, BACK_TO_FRONT = 2, 1, -2
"""The address is the page's own with another number; the number one on; a number in the wrong direction."""
IN_NUMBERS = IN_PAGER = 1
"""The region has numbers; a class or label says that it leads to other pages."""
IN_MENU = -2
"""The region stands in the site's header or is an item of a menu."""
MIN_EVIDENCE = 1

_PAGER_RULES = frozenset(("paging.step1", "paging.labelled"))
_RELATIONS = {FORWARD: ("next",), BACKWARD: ("prev", "previous")}
_WORDS = {FORWARD: _words.NEXT, BACKWARD: _words.PREVIOUS}
_OLD_AND_NEW = {FORWARD: _words.OLDER, BACKWARD: _words.NEWER}
_TELLING = _words.NEXT | _words.PREVIOUS | _words.OLDER | _words.NEWER | _words.PAGE
_ARTICLE = _words.NEXT_ARTICLE | _words.PREVIOUS_ARTICLE
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


class _Candidate(NamedTuple):
    url: str
    evidence: int
    link: Link | None = None
    """None for one of the head."""


class _List(NamedTuple):
    """A paging region's links, its current number, and the evidence that it gives to each of them."""

    links: list[Link]
    current: int | None
    evidence: int


def page_links(page: Page, regions: Sequence[Region]) -> PageLinks:
    """Return the next and the previous page.

    The link with the most evidence counts, the first of several. The next article (Uda 3.2 ②, A-2) is not the next
    page, also where the head calls it so. Places on the page itself are none.
    """
    paging = [region for region in regions if region.kind == Kind.PAGING]
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
    return PageLinks(onward, back, onward)


def tells_time(found: _Candidate | None, direction: int) -> bool:
    """Tell whether a link that leads on in a list leads back in time, or the other way round: "« Older posts".

    What is newer then is called the next page, what is older the previous one. A sign says more than words do:
    "older »" leads on.
    """
    if found is None or found.link is None or found.link.says & _WORDS[direction]:
        return False
    sign = sign_of(found.link.text)
    return sign == -direction or (not sign and bool(found.link.says & _OLD_AND_NEW[direction]))


def _best(candidates: Iterator[_Candidate]) -> _Candidate | None:
    best = max(candidates, key=lambda candidate: candidate.evidence, default=None)
    return best if best and best.evidence >= MIN_EVIDENCE else None


def _read_list(page: Page, region: Region) -> _List:
    """Read a region's links again."""
    first, last = region.elements
    low = bisect_left(page.links, first)
    high = bisect_left(page.links, page.ends[last], low)
    links = [link for link in read_links(page, page.links[low : min(high, low + MAX_LINKS)]) if leads_away(link)]
    evidence = IN_PAGER * (region.rule in _PAGER_RULES)
    evidence += IN_NUMBERS * any(number_of(link) is not None for link in links)
    if is_in_header(page, first) or is_menu_item(page, first, high - low):
        evidence += IN_MENU
    return _List(links, current_number(page, links) if links else None, evidence)


def _candidates(page: Page, lists: list[_List], elsewhere: set[str], direction: int) -> Iterator[_Candidate]:
    """Yield the links that lead on (or back), with their evidence."""
    addresses = Addresses(page)
    hrefs = (page.head_links.get(relation) for relation in _RELATIONS[direction])
    in_head = next((addresses.absolute(href) for href in hrefs if href), None)
    for links, current, around in lists:
        signed = _signed(links, direction)
        for link in links:
            url = addresses.absolute(link.href)
            named = form_step(addresses.own, url)
            if is_own(addresses, url) or is_of_comments(link, url):
                continue
            if named is None and is_elsewhere(addresses, link, url):
                continue
            step, number = page_step(addresses.own, url), number_of(link)
            step = named if step is None else step
            if step is None and is_named_only(link, url):
                continue
            evidence = told(page, link, direction) + SIGNED * (link is signed)
            evidence += NAMED * ((named == direction) - (named == -direction))
            if step and step * direction > 0:
                evidence += LED * bool(link.says & LEADS[direction])
                evidence += PICTURED * (not link.text and pictured_direction(page, link.element) == direction)
            if number is not None and is_next_number(number, current, step, direction):
                evidence += NUMBERED
            if evidence > 0:
                told_in_all = evidence + around + likeness(step, direction) + IN_HEAD * (url == in_head)
                yield _Candidate(url, told_in_all, link)
    if in_head and in_head not in elsewhere and not is_own(addresses, in_head) and not is_beside(addresses, in_head):
        yield _Candidate(in_head, IN_HEAD + likeness(page_step(addresses.own, in_head), direction))


def is_of_comments(link: Link, url: str) -> bool:
    """Tell whether a link leads to more comments; their pages are not the article's."""
    text = link.text.lower()
    return leads_to_comments(url) or any(root in text for root in _COMMENT_ROOTS)


def is_elsewhere(addresses: Addresses, link: Link, url: str) -> bool:
    """Tell whether a link whose address names no page leads to an article, to all pages in one, or to the site's top.

    The top is a first page only for newer entries.
    """
    if is_top(url) and not link.says & _words.NEWER:
        return page_step(addresses.own, url) is None
    return bool(link.says & _ARTICLE) or leads_to_all(url) or is_beside(addresses, url)


def is_named_only(link: Link, url: str) -> bool:
    """Tell whether nothing but a class may say that a link leads on: words say something else, or nothing."""
    return not (link.rel or link.says & _TELLING or sign_of(link.text) or "?" in url) and any(
        map(str.isalpha, link.text)
    )


def is_own(addresses: Addresses, url: str) -> bool:
    """Tell whether an address is the page's own."""
    return url.partition("#")[0].rstrip("/") == addresses.own.rstrip("/")


def told(page: Page, link: Link, direction: int) -> int:
    """Return how much a link's rel, words and class say for a direction, and not for the other one.

    Blogs class their older entries as previous ones, though they stand on the next page: there, the words count. A
    class on a title is that of an article.
    """
    evidence = 0
    classed = number_of(link) is None and len(link.text) < TITLE and not link.says & (_words.OLDER | _words.NEWER)
    for sign, towards in ((1, direction), (-1, -direction)):
        if link.rel and not set(_RELATIONS[towards]).isdisjoint(link.rel.split()):
            evidence += sign * RELATED
        if link.says & _WORDS[towards]:
            evidence += sign * WORDED
        if link.says & _OLD_AND_NEW[towards]:
            evidence += sign * OLDER_OR_NEWER
    if classed:
        evidence += CLASSED * direction * named_direction(page, link.element)
    return evidence


def is_next_number(number: int, current: int | None, step: int | None, direction: int) -> bool:
    """Tell whether a link's number is one on from the current page's; calendars' days have unlike addresses.

    Where the list does not show the current number, the address must be one on from the page's own.
    """
    if current is None:
        return step == direction and (number > 1 or direction == BACKWARD)
    return step is not None and number == current + direction


def likeness(step: int | None, direction: int) -> int:
    """Return what the address says: ``step`` is that of `page_step`."""
    if step is None:
        return 0
    if step * direction < 0:
        return BACK_TO_FRONT
    return ALIKE + ONE_ON * (step == direction)


def _signed(links: list[Link], direction: int) -> Link | None:
    """Return the link with a sign like ">" that stands next to the numbers; the outer one leads to the end."""
    signed = [link for link in links if sign_of(link.text) == direction and not link.says & _words.PAGE]
    if not signed:
        return None
    return signed[0] if direction == FORWARD else signed[-1]
