"""Links, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from . import _words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page

MAX_LINK_PIECES = 12
"""Pieces of text of one link that are read."""
MAX_HREF = 2000


class Link(NamedTuple):
    """One link. ``text`` is at most `_words.MAX_TEXT` long; ``says`` holds the bits of `_words.SENSES`."""

    element: int
    href: str
    text: str
    says: int
    rel: str


def read_links(page: Page, elements: Sequence[int]) -> list[Link]:
    """Return what links say: by their text, else by their first picture, their aria-label or their title.

    Pages have hundreds of links, so nothing is called for a plain one.
    """
    senses, longest = _words.SENSES, _words.MAX_TEXT
    pieces, starts, ends = page.pieces, page.piece_starts, page.piece_ends
    links = []
    for element in elements:
        own = page.attrs[element]
        start, end = starts[element], ends[element]
        text = pieces[start][: 2 * longest] if end - start == 1 else _joined(pieces, start, end)
        text = " ".join(text.split())[:longest]
        says = senses[text]
        if not text or "aria-label" in own or "title" in own:
            text, says = _labelled(page, element, text, says)
        rel = own["rel"][:longest].lower() if "rel" in own else ""
        links.append(Link(element, own["href"][:MAX_HREF].strip(), text, says, rel))
    return links


def _joined(pieces: list[str], start: int, end: int) -> str:
    return " ".join([piece[: _words.MAX_TEXT] for piece in pieces[start : min(end, start + MAX_LINK_PIECES)]])


def _labelled(page: Page, element: int, text: str, says: int) -> tuple[str, int]:
    """Return text and meaning of a link that may have them in its attributes or its picture."""
    own, longest = page.attrs[element], _words.MAX_TEXT
    label = own.get("aria-label") or ("" if says else own.get("title"))
    if not text:
        text = " ".join((_alternative(page, element) or label or "")[:longest].split())
        says = _words.SENSES[text]
    if label:
        says |= _words.SENSES[label[:longest]]
    return text, says


def _alternative(page: Page, element: int) -> str:
    """Return the alternative text of the first picture below an element."""
    number = bisect_left(page.objects, element)
    if number < len(page.objects) and page.objects[number] < page.ends[element]:
        return page.object_alts[number]
    return ""
