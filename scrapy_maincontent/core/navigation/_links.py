"""Links, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from .. import column_choice
from . import _words
from ._link_texts import read_texts, senses_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..page import Page

MAX_HREF = 2000


class Link(NamedTuple):
    """One link. ``text`` is at most `_words.MAX_TEXT` long; ``says`` holds the bits of `senses_of`."""

    element: int
    href: str
    text: str
    says: int
    rel: str


class Links:
    """The links of a page in columns; one of them is made a `Link` when somebody asks for it.

    ``elements``, ``hrefs``, ``texts`` and ``says`` have one entry for each link, ``rels`` those that say anything, by
    position. ``saying`` are the positions of links whose texts say anything, in order.
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
    longest = _words.MAX_TEXT
    hrefs, rels, named = column_choice.read_links(page.attrs, elements)
    if max(map(len, hrefs), default=0) > MAX_HREF:
        hrefs = [href[:MAX_HREF] for href in hrefs]
    read = read_texts(page, elements)
    texts, says = [text for text, _ in read], [bits for _, bits in read]
    unnamed = [position for position, text in enumerate(texts) if not text] if "" in texts else []
    labelled = sorted({*named, *unnamed})
    if labelled:
        labels = [label for position in labelled for label in _labels(page, elements[position], texts[position])]
        if None in map(_words.SENSES.get, labels):
            _words.learn(labels)
        for position in labelled:
            texts[position], says[position] = _labelled(page, elements[position], texts[position], says[position])
    return Links(
        elements, hrefs, texts, says, {position: rel[:longest].lower() for position, rel in rels.items() if rel}
    )


def _labels(page: Page, element: int, text: str) -> tuple[str, ...]:
    """Return what else than its text may say what a link is; its picture only where it has no text."""
    own, longest = page.attrs[element], _words.MAX_TEXT
    label = (own.get("aria-label") or own.get("title") or "")[:longest]
    return (label,) if text else (label, _alternative(page, element)[:longest])


def _labelled(page: Page, element: int, text: str, says: int) -> tuple[str, int]:
    """Return text and meaning of a link that may have them in its attributes or its picture."""
    own, longest = page.attrs[element], _words.MAX_TEXT
    label = own.get("aria-label") or ("" if says & ~_words.ODD else own.get("title"))
    if not text:
        text = " ".join((_alternative(page, element) or label or "")[:longest].split())
        says = senses_of(text)
    if label:
        says |= _words.SENSES[label[:longest]]
    return text, says


def _alternative(page: Page, element: int) -> str:
    """Return the alternative text of the first picture below an element."""
    number = bisect_left(page.objects, element)
    if number < len(page.objects) and page.objects[number] < page.ends[element]:
        return page.object_alts[number]
    return ""
