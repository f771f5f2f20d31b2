"""How an address goes on from the page's own: the same one but for a page's number."""

from __future__ import annotations

import re

from ._addresses import host, origin

MAX_ADDRESS = 500
MAX_IN_PATH = 999
"""A page's number in a path; higher ones are those of texts, which follow each other, too."""
_NUMBER = re.compile(r"\d{1,6}")
_ADDED = re.compile(r"[/?&_.-]{0,2}(?:[a-z]{1,12}[/=:_-]?)?(\d{1,5})\D{0,6}", re.IGNORECASE)
"""What a page's number adds to the address of the first page: "/page/2", "?p=2", "_2"."""
_NOTHING = re.compile(r"/?(?:index\.\w{3,4}|default\.\w{3,4})?/?|\.\w{3,4}", re.IGNORECASE)
"""What the first page's address may have in that place."""


def page_step(own: str, other: str) -> int | None:
    """Return by how many pages another address is further on than the page's own; None where the two are not alike.

    The first page may have no number. Both are absolute; fragments are to be cut before.
    """
    here, there = origin(own), origin(other)
    if not here or own == other or (here != there and host(own) != host(other)):
        return None
    mine, theirs = _differing(own[len(here) : MAX_ADDRESS], other[len(there) : MAX_ADDRESS])
    if _NUMBER.fullmatch(mine) and _NUMBER.fullmatch(theirs):
        in_path = "?" not in own[: own.rfind(mine)]
        return None if in_path and min(int(mine), int(theirs)) > MAX_IN_PATH else int(theirs) - int(mine)
    if (added := _ADDED.fullmatch(theirs)) and _NOTHING.fullmatch(mine):
        return (int(added[1]) - 1 or 1) if int(added[1]) else None
    if (added := _ADDED.fullmatch(mine)) and _NOTHING.fullmatch(theirs):
        return min(1 - int(added[1]), -1)
    return None


def _differing(left: str, right: str) -> tuple[str, str]:
    """Return what two texts have between their common beginning and their common end; numbers are not taken apart."""
    low = _shared(left, right)
    left, right = left[low:], right[low:]
    high = _shared(left[::-1], right[::-1])
    return left[: len(left) - high], right[: len(right) - high]


def _shared(left: str, right: str) -> int:
    """Return the length of the common beginning, up to a number that only one of the texts goes on with."""
    pairs = enumerate(zip(left, right, strict=False))
    length = next((number for number, (mine, theirs) in pairs if mine != theirs), min(len(left), len(right)))
    if left[length : length + 1].isdigit() or right[length : length + 1].isdigit():
        while length and left[length - 1].isdigit():
            length -= 1
    return length
