"""Lists of page numbers: which numbers are pages, and which one is the current page's."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from ...words.class_names import MAX_NAME
from ._page_forms import is_dated, is_page_fragment
from ._steps import MAX_NUMBER, is_sibling, number_of

if TYPE_CHECKING:
    from ...page import Page
    from ._addresses import Addresses
    from ._links import Link

MIN_NUMBERS = 2
MAX_DAY = 31
YEARS = range(1900, 2100)
MIN_ENTRIES = 5
"""Entries of a page, in lists that show the first entry's number in place of the page's."""
_CURRENT = re.compile(r"(?:\b|_|[a-z](?=[A-Z]))(?:is)?(?:active|current|selected|Active|Current|Selected)(?![a-z])")
"""A class of the current page's number."""
_MAX_PIECE = 20
_MAX_PIECES = 12
"""Pieces of text before and behind the links in which the current number is looked for."""


def current_number(page: Page, links: list[Link]) -> int | None:
    """Return the current page's number: marked as such, or an unlinked number beside a linked neighbour."""
    numbers = {number for link in links if (number := number_of(link)) is not None}
    if not numbers:
        return None
    for link in links:
        if "aria-current" in page.attrs[link.element]:
            return number_of(link)
    start, end = page.piece_starts[links[0].element], page.piece_ends[links[-1].element]
    for piece in range(max(start - _MAX_PIECES, 0), min(end + _MAX_PIECES, len(page.pieces))):
        text = page.pieces[piece][:_MAX_PIECE].strip("[]() \t\n\r\xa0")
        if page.linked[piece] or not text.isdecimal() or len(text) > MAX_NUMBER:
            continue
        number = int(text)
        apart = distance({*numbers, number})
        if apart == 1 and number == 0:
            continue
        if number not in numbers and (number + apart in numbers or number - apart in numbers):
            return number
    return next((number_of(link) for link in links if is_marked_current(page, link)), None)


def distance(numbers: set[int]) -> int:
    """Return by how much the numbers of a list go on: 1, or more where it counts entries from 0 on ("0 10 20")."""
    least = min((number for number in numbers if number), default=1)
    counts = 0 in numbers and least >= MIN_ENTRIES and len(numbers) > 2
    return least if counts and not any(number % least for number in numbers) else 1


def is_marked_current(page: Page, link: Link) -> bool:
    """Tell whether the class of a number's link, or of the item around it, marks it as the current page's."""
    if number_of(link) is None:
        return False
    around = (link.element, page.parents[link.element])
    return any(_CURRENT.search(page.attrs[element].get("class", "")[:MAX_NAME]) for element in around)


def is_run(values: list[int]) -> bool:
    """Tell whether numbers, none of years, ascend as pages do: from the first one on, or by one at the beginning."""
    if not all(low < high for low, high in pairwise(values)) or (values[0] in YEARS and values[-1] in YEARS):
        return False
    return values[0] <= MIN_NUMBERS or values[1] == values[0] + 1


def are_siblings(addresses: Addresses, links: list[Link]) -> bool:
    """Tell whether links lead to sibling pages; the current page's may lead nowhere ("#").

    Numbers that lead to places on the page are notes, unless the place has a page's name.
    """
    others = [link for link in links if link.href != "#"]
    return len(links) - len(others) <= 1 <= len(others) and all(
        is_page_fragment(link.href) if link.href.startswith("#") else is_sibling(addresses, link) for link in others
    )


def are_days(addresses: Addresses, links: list[Link]) -> bool:
    """Tell whether numbers are those of a month's days, by their addresses: a calendar's."""
    return all((number_of(link) or 0) <= MAX_DAY and is_dated(addresses.absolute(link.href)) for link in links)
