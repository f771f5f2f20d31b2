"""Links, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from . import _words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page

MAX_LINK_PIECES = 12
"""Pieces of text of one link that are read."""
MAX_RAW = 1000
"""Characters of a link's text, with its white space, from which on its pieces are cut first."""
MAX_HREF = 2000
_TELLING = frozenset(("rel", "aria-label", "title"))
"""Attributes of links that are read, beside the address."""


class Link(NamedTuple):
    """One link. ``text`` is at most `_words.MAX_TEXT` long; ``says`` holds the bits of `_words.SENSES`."""

    element: int
    href: str
    text: str
    says: int
    rel: str


class Links:
    """The links of a page in columns; one of them is made a `Link` when somebody asks for it.

    ``elements``, ``hrefs``, ``texts`` and ``says`` have one entry for each link, ``rels`` those that say anything, by
    position. ``saying`` are the positions of links whose words say anything, in order.
    """

    __slots__ = ("elements", "hrefs", "rels", "saying", "says", "texts")

    def __init__(
        self, elements: Sequence[int], hrefs: list[str], texts: list[str], says: list[int], rels: dict[int, str]
    ) -> None:
        self.elements, self.hrefs, self.texts, self.says, self.rels = elements, hrefs, texts, says, rels
        self.saying = [position for position, bits in enumerate(says) if bits]

    def __len__(self) -> int:
        return len(self.elements)

    def __getitem__(self, position: int) -> Link:
        return Link(
            self.elements[position],
            self.hrefs[position],
            self.texts[position],
            self.says[position],
            self.rels.get(position, ""),
        )

    def __iter__(self) -> Iterator[Link]:
        return map(self.__getitem__, range(len(self.elements)))


def read_links(page: Page, elements: Sequence[int]) -> Links:
    """Return what links say: by their text, else by their first picture, their aria-label or their title.

    Pages have hundreds of links, most of them with an address and a text and nothing else, so nothing is called for
    these, and their texts are understood together.
    """
    senses, longest, page_attrs = _words.SENSES, _words.MAX_TEXT, page.attrs
    attrs = [page_attrs[element] for element in elements]
    hrefs = [own["href"].strip() for own in attrs]
    if max(map(len, hrefs), default=0) > MAX_HREF:
        hrefs = [href[:MAX_HREF] for href in hrefs]
    texts = _texts(page, elements)
    labelled = [position for position, text in enumerate(texts) if not text]
    labels = [_alternative(page, elements[position])[:longest] for position in labelled]
    rels: dict[int, str] = {}
    for position, own in enumerate(attrs):
        if len(own) > 1 and not _TELLING.isdisjoint(own):
            if "rel" in own and (rel := own["rel"][:longest].lower()):
                rels[position] = rel
            if label := own.get("aria-label") or own.get("title"):
                labels.append(label[:longest])
                if texts[position]:
                    labelled.append(position)
    _words.learn([*texts, *labels])
    says = list(map(senses.__getitem__, texts))
    for position in labelled:
        texts[position], says[position] = _labelled(page, elements[position], texts[position], says[position])
    return Links(elements, hrefs, texts, says, rels)


def _texts(page: Page, elements: Sequence[int]) -> list[str]:
    """Return the links' own texts, each on one line."""
    pieces, starts, ends, longest = page.pieces, page.piece_starts, page.piece_ends, _words.MAX_TEXT
    raw = [
        pieces[start] if end - start == 1 else " ".join(pieces[start : min(end, start + MAX_LINK_PIECES)])
        for start, end in zip(map(starts.__getitem__, elements), map(ends.__getitem__, elements), strict=True)
    ]
    if max(map(len, raw), default=0) > MAX_RAW:
        raw = [
            text if len(text) <= MAX_RAW else _joined(pieces, starts[element], ends[element])
            for element, text in zip(elements, raw, strict=True)
        ]
    return [" ".join(text.split())[:longest] for text in raw]


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
