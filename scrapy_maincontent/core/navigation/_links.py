"""Links, and what they say."""

from __future__ import annotations

from bisect import bisect_left
from functools import reduce
from itertools import compress, count
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from ...page import columns
from ...words import phrases
from ...words.phrases import is_odd
from ._link_texts import read_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...page import Page

MAX_HREF = 2000


class Link(NamedTuple):
    """One link. ``text`` is at most `words.phrases.MAX_TEXT` long; ``says`` holds the bits of `senses_of`."""

    element: int
    href: str
    text: str
    says: int
    rel: str


class Links:
    """The links of a page in columns; one of them is made a `Link` when somebody asks for it.

    ``elements``, ``hrefs``, ``texts`` and ``says`` have one entry for each link, ``rels`` those that say anything, by
    position. ``saying`` are the positions of links whose texts say anything, in order, and ``said`` is what all of them
    say together; ``nameless`` are those of links without a text.
    """

    __slots__ = ("elements", "hrefs", "nameless", "rels", "said", "saying", "says", "texts")

    def __init__(
        self,
        elements: Sequence[int],
        hrefs: list[str],
        texts: list[str],
        says: list[int],
        rels: dict[int, str],
        nameless: list[int],
    ) -> None:
        self.elements, self.hrefs, self.texts, self.says, self.rels = elements, hrefs, texts, says, rels
        self.saying = list(compress(count(), says))
        self.said = reduce(or_, map(says.__getitem__, self.saying), 0)
        self.nameless = nameless

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

    def telling(self, bits: int) -> list[int]:
        """Return the positions of links that say one of some bits; most questions find none on a page."""
        says = self.says
        return [position for position in self.saying if says[position] & bits] if self.said & bits else []

    def __iter__(self) -> Iterator[Link]:
        return map(self.__getitem__, range(len(self.elements)))


def read_links(page: Page, elements: Sequence[int]) -> Links:
    """Return what links say: by their text, else by their first picture, their aria-label or their title.

    Pages have hundreds of links, most of them with an address and a text and nothing else, so nothing is called for
    these, and their texts are understood together.
    """
    hrefs, rels, named = columns.read_links(page.attrs, elements, MAX_HREF)
    texts, says = read_texts(page, elements)
    nameless = _read_labels(page, elements, named, texts, says) if named or "" in texts else []
    longest = phrases.MAX_TEXT
    relations = {position: rel[:longest].lower() for position, rel in rels.items() if rel}
    return Links(elements, hrefs, texts, says, relations, nameless)


def _read_labels(page: Page, elements: Sequence[int], named: list[int], texts: list[str], says: list[int]) -> list[int]:
    """Add what links say in their attributes; those without a text get one from there, or from their picture.

    ``named`` are the positions of links with an aria-label or a title. A title counts where the text says nothing.
    Return the positions of links that still have no text.
    """
    longest, attrs = phrases.MAX_TEXT, page.attrs
    labels: dict[int, str] = {}
    for position in named:
        own = attrs[elements[position]]
        label = own.get("aria-label") or ("" if says[position] & ~phrases.ODD else own.get("title"))
        if label:
            labels[position] = label[:longest]
    nameless: list[int] = []
    renamed: list[int] = []
    for position in [position for position, text in enumerate(texts) if not text] if "" in texts else ():
        label = _alternative(page, elements[position])[:longest] or labels.get(position)
        if label and (text := " ".join(label.split())):
            texts[position] = text
            renamed.append(position)
        else:
            nameless.append(position)
    if renamed or labels:
        said = phrases.senses([*[texts[position] for position in renamed], *labels.values()])
        for position, bits in zip(renamed, said, strict=False):
            says[position] = bits | phrases.ODD if is_odd(texts[position]) else bits
        for position, bits in zip(labels, said[len(renamed) :], strict=True):
            says[position] |= bits
    return nameless


def _alternative(page: Page, element: int) -> str:
    """Return the alternative text of the first picture below an element."""
    number = bisect_left(page.objects, element)
    if number < len(page.objects) and page.objects[number] < page.ends[element]:
        return page.object_alts[number]
    return ""
