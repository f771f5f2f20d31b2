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
MAX_RAW = 1000
"""Characters of a link's text, with its white space, from which on its pieces are cut first."""
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

    Pages have hundreds of links, so nothing is called for a plain one, and their texts are understood together.
    """
    senses, longest = _words.SENSES, _words.MAX_TEXT
    texts = _texts(page, elements)
    _words.learn(texts)
    links = []
    for element, text in zip(elements, texts, strict=True):
        own = page.attrs[element]
        href, rel = own["href"][:MAX_HREF].strip(), own["rel"][:longest].lower() if "rel" in own else ""
        if text and "aria-label" not in own and "title" not in own:
            links.append(Link(element, href, text, senses[text], rel))
        else:
            links.append(Link(element, href, *_labelled(page, element, text, senses[text]), rel))
    return links


def _texts(page: Page, elements: Sequence[int]) -> list[str]:
    """Return the links' own texts, each on one line."""
    pieces, starts, ends, longest = page.pieces, page.piece_starts, page.piece_ends, _words.MAX_TEXT
    texts = []
    for element in elements:
        start, end = starts[element], ends[element]
        text = pieces[start] if end - start == 1 else " ".join(pieces[start : min(end, start + MAX_LINK_PIECES)])
        if len(text) > MAX_RAW:
            text = _joined(pieces, start, end)
        texts.append(" ".join(text.split())[:longest])
    return texts


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
