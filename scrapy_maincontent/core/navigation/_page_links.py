"""The next and the previous page, out of the paging regions."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from ..page import Kind
from . import _names, _words
from ._links import read_link
from ._steps import BACKWARD, FORWARD, MAX_NUMBER, leads_away, number_of, sign_of
from .paging import ARTICLES, MAX_LINKS, PAGES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page, Region
    from ._links import Link

_RELATIONS = {FORWARD: ("next",), BACKWARD: ("prev", "previous")}
_WORDS = {FORWARD: _words.NEXT, BACKWARD: _words.PREVIOUS}
_CLASSES = {FORWARD: _names.NEXT_NAME, BACKWARD: _names.PREVIOUS_NAME}
_MAX_PIECE = 20
_MAX_PIECES = 12
"""Pieces of text before and behind the links in which the current number is looked for."""


def page_links(page: Page, regions: Sequence[Region]) -> tuple[str | None, str | None]:
    """Return the absolute addresses of the next and the previous page; None where there is none.

    The regions' links tell them by rel, words, signs, number or class, in this order; then the head's links. The next
    article (A-2) is not the next page, also where the head calls it so.
    """
    paging = [region for region in regions if region.kind == Kind.PAGING]
    articles = {url for region in paging if region.subtype == ARTICLES for _, url in region.links}
    lists = [links_of(page, region) for region in paging if region.subtype == PAGES]
    return _target(page, lists, articles, FORWARD), _target(page, lists, articles, BACKWARD)


def links_of(page: Page, region: Region) -> list[Link]:
    """Read a region's links again."""
    first, last = region.elements
    low = bisect_left(page.links, first)
    high = bisect_left(page.links, page.ends[last], low)
    links = [read_link(page, element) for element in page.links[low : min(high, low + MAX_LINKS)]]
    return [link for link in links if leads_away(link)]


def _target(page: Page, lists: list[list[Link]], articles: set[str], direction: int) -> str | None:
    for links in lists:
        link = (
            by_relation(links, direction)
            or by_words(links, direction)
            or by_sign(links, direction)
            or by_number(page, links, direction)
            or by_class(page, links, direction)
        )
        if link is not None and (url := page.absolute(link.href)) != page.url:
            return url
    for relation in _RELATIONS[direction]:
        if href := page.head_links.get(relation):
            url = page.absolute(href)
            if url not in articles:
                return url
    return None


def by_relation(links: list[Link], direction: int) -> Link | None:
    """Return the first link whose rel is next (or prev)."""
    wanted = _RELATIONS[direction]
    return next((link for link in links if link.rel and not set(wanted).isdisjoint(link.rel.split())), None)


def by_words(links: list[Link], direction: int) -> Link | None:
    """Return the first link whose words, or label, say next (or previous) page."""
    return next((link for link in links if link.says & _WORDS[direction]), None)


def by_sign(links: list[Link], direction: int) -> Link | None:
    """Return the link with a sign like ">" that stands next to the numbers; the outer one leads to the end."""
    signed = [link for link in links if sign_of(link.text) == direction and not link.says & _words.PAGE]
    if not signed:
        return None
    return signed[0] if direction == FORWARD else signed[-1]


def by_class(page: Page, links: list[Link], direction: int) -> Link | None:
    """Return the first link with a class like "next" on itself or on its parent."""
    for link in links:
        if number_of(link) is not None:
            continue
        for element in (link.element, page.parents[link.element]):
            name = page.attrs[element].get("class", "")[: _names.MAX_NAME]
            if _names.meaning(name) & _CLASSES[direction]:
                return link
    return None


def by_number(page: Page, links: list[Link], direction: int) -> Link | None:
    """Return the link to the number after (or before) the current one."""
    numbers = {number: link for link in links if (number := number_of(link)) is not None}
    if not numbers:
        return None
    current = _current(page, links, numbers)
    return None if current is None else numbers.get(current + direction)


def _current(page: Page, links: list[Link], numbers: dict[int, Link]) -> int | None:
    """Return the current page's number: marked as such, or an unlinked number beside a linked neighbour."""
    for link in links:
        if "aria-current" in page.attrs[link.element]:
            return number_of(link)
    start, end = page.piece_starts[links[0].element], page.piece_ends[links[-1].element]
    for piece in range(max(start - _MAX_PIECES, 0), min(end + _MAX_PIECES, len(page.pieces))):
        text = page.pieces[piece][:_MAX_PIECE].strip("[]() \t\n\r\xa0")
        if page.linked[piece] or not text.isdecimal() or len(text) > MAX_NUMBER:
            continue
        number = int(text)
        if number not in numbers and (number + 1 in numbers or number - 1 in numbers):
            return number
    return None
