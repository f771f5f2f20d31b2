"""The page numbers that a pager shows: the current one, the highest one, and where each leads."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any

from ...page import Kind
from ...page.head import followable
from ...words import phrases
from ._addresses import Addresses
from ._links import read_links
from ._numbers import current_number, distance
from ._page_forms import page_form
from ._pager_places import MAX_LINKS
from ._paging_types import PAGES
from ._steps import MAX_NUMBER, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...page import Page, Region

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
        found = _read(page, addresses, region)
        leads = any(url in steps for _, url in region.links)
        if found and leads:
            return found
        if found and found["current"] is not None and best is None:
            best = found
    return best


def _read(page: Page, addresses: Addresses, region: Region) -> dict[str, Any] | None:
    first, last = region.elements
    low = bisect_left(page.links, first)
    high = bisect_left(page.links, page.ends[last], low)
    links = read_links(page, page.links[low : min(high, low + MAX_LINKS)])
    shown: dict[int, str | None] = {}
    nowhere = []
    for link in links:
        number = number_of(link)
        if number is None or is_size(link.href, number):
            continue
        if link.href.startswith("#"):
            nowhere.append(number)
        else:
            shown[number] = shown.get(number) or followable(addresses.absolute(link.href), addresses.own)
    counted, total = _counted(page, first, last)
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


def _counted(page: Page, first: int, last: int) -> tuple[int | None, int | None]:
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


def is_size(href: str, number: int) -> bool:
    """Tell whether a link's number is that of entries on a page: "50" to "?limit=50"."""
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
