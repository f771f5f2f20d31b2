"""Links, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from . import _words

if TYPE_CHECKING:
    from ..page import Page

MAX_LINK_PIECES = 12
"""Pieces of text of one link that are read."""
MAX_HREF = 2000


class Link(NamedTuple):
    """One link. ``text`` is at most `_words.MAX_TEXT` long; ``says`` holds the bits of `_words.senses`."""

    element: int
    href: str
    text: str
    says: int
    rel: str


def read_link(page: Page, element: int) -> Link:
    """Return what a link says: by its text, else by its first picture, its aria-label or its title."""
    own = page.attrs[element]
    start, end = page.piece_starts[element], page.piece_ends[element]
    longest = _words.MAX_TEXT
    if end - start == 1:
        text = page.pieces[start][: 2 * longest]
    else:
        text = " ".join([piece[:longest] for piece in page.pieces[start : min(end, start + MAX_LINK_PIECES)]])
    text = " ".join(text.split())[:longest]
    says = _words.senses(text) if text else 0
    label = own.get("aria-label") or ("" if says else own.get("title"))
    if not text:
        text = " ".join((_alternative(page, element) or label or "")[:longest].split())
        says = _words.senses(text)
    if label:
        says |= _words.senses(label[:longest])
    rel = own.get("rel")
    return Link(element, own["href"][:MAX_HREF].strip(), text, says, rel[:longest].lower() if rel else "")


def _alternative(page: Page, element: int) -> str:
    """Return the alternative text of the first picture below an element."""
    number = bisect_left(page.objects, element)
    if number < len(page.objects) and page.objects[number] < page.ends[element]:
        return page.object_alts[number]
    return ""
