"""The Page: one document as parallel arrays, filled by `flatten`, and the small types every stage shares.

Words: a *text block* is the smallest run of text under one block-level element; a *block* is a run of consecutive text
blocks; a *region* is a detected navigation area; an *object atom* is a picture, video or player. Elements, text pieces
and text blocks are numbered from 0 in document order; a range is always half open.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin

from .paths import Paths
from .rebuilt import Rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
"""The elements that are headings, and their ranks: 1 is the strongest."""
LABELS = ("aria-label", "itemtype", "typeof")
"""The attributes that name an element for those who don't see the page, or its type in microdata or RDFa."""


class Kind(StrEnum):
    """The kinds of navigation that are detected (Uda 3.2)."""

    BREADCRUMB = "breadcrumb"
    PAGING = "paging"
    SITE_INFO = "site_info"
    BLOG_UTILITY = "blog_utility"
    IN_PAGE = "in_page"


class Label(StrEnum):
    """What a text block is."""

    MAIN = "main"
    OTHER = "other"


class PagingType(StrEnum):
    """What next and previous page belong to."""

    ARTICLE = "article"
    """They go on with the same text."""
    LIST = "list"
    """They go on with a list: entries, results, products, a thread's posts, comments."""


@dataclass(frozen=True, slots=True)
class Region(Rebuilt):
    """One navigation region.

    ``links`` holds (text, absolute URL) pairs in document order. ``rule`` names the step that found the region, as
    in ``"paging.step2"``. ``blocks`` is the range of text blocks that the region touches. ``elements`` are the
    first and the last element of the run of siblings that the region covers (the same one twice where it is a
    single element); they index the `Page` the region was found on.
    """

    kind: Kind
    subtype: str
    text: str
    xpath: str
    links: tuple[tuple[str, str], ...]
    rule: str
    blocks: tuple[int, int]
    elements: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One text block of the page, main content or not.

    ``start`` and ``end`` are offsets in `Extraction.text`, ``None`` where the block is not in it. ``score`` is the
    method's estimate (0 to 1) that the block is main content; ``reason`` says in words or by a rule's name why it was
    labelled so.
    """

    text: str
    xpath: str
    start: int | None
    end: int | None
    label: Label
    score: float
    reason: str


class Block(NamedTuple):
    """A run of consecutive text blocks and object atoms.

    ``texts`` is a range of text blocks, ``objects`` one of `Page.objects`; one of them may be empty. ``regions`` are
    the numbers of the navigation regions that the block is made of; a block of content has none.
    """

    texts: tuple[int, int]
    objects: tuple[int, int]
    regions: tuple[int, ...] = ()


@dataclass(slots=True)
class Page:
    """One document as parallel arrays.

    *Elements* (``tags``, ``attrs``, ``parents``, ``ends``, ``piece_starts``, ``piece_ends``) leave out what never
    shows text: scripts, styles, templates, form choices. ``ends[i]`` is one past the last element below i.

    *Pieces* are the raw text nodes. ``linked[p]`` tells whether piece p stands in a link.

    *Text blocks* (``texts``, ``owners``, ``text_starts``, ``text_ends``, ``hidden``, ``breaks``) have their white
    space collapsed, except below ``<pre>``; ``owners[b]`` is the block-level element they stand in, ``breaks[b]``
    tells that only a ``<br>`` parts the block from the one before.
    """

    url: str | None = None
    base_href: str = ""
    """The ``href`` of the document's ``<base>``, as written."""

    tags: list[str] = field(default_factory=list)
    attrs: list[Mapping[str, str]] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    names: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """The elements that have a class or an id, by its value; one whose class and id are the same comes twice."""
    piece_starts: list[int] = field(default_factory=list)
    piece_ends: list[int] = field(default_factory=list)

    pieces: list[str] = field(default_factory=list)
    linked: list[bool] = field(default_factory=list)
    blanks: set[int] = field(default_factory=set)
    """The pieces that are not the page's: blanks between neighbouring inline elements (`core.parting`)."""

    texts: list[str] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    text_starts: list[int] = field(default_factory=list)
    text_ends: list[int] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)
    hiding: set[int] = field(default_factory=set)
    """The outermost elements that hide what is below them."""
    breaks: list[bool] = field(default_factory=list)

    links: list[int] = field(default_factory=list)
    """Elements ``a`` and ``area`` that have an href."""
    objects: list[int] = field(default_factory=list)
    """Elements that are object atoms; a picture's ``img`` is part of the picture."""
    object_urls: list[str] = field(default_factory=list)
    object_alts: list[str] = field(default_factory=list)

    head_title: str = ""
    metas: dict[str, str] = field(default_factory=dict)
    """``<meta>`` contents by lower-cased name or property; the first one counts."""
    head_links: dict[str, str] = field(default_factory=dict)
    """``<link>`` addresses by lower-cased relation (``next``, ``canonical``), as written; the first one counts."""
    json_ld: list[str] = field(default_factory=list)
    """What scripts of type ``application/ld+json`` hold, as written."""
    language: str = ""
    """``lang`` of the root element, lower-cased, "" where there is none."""
    truncated: bool = False
    root_path: str = ""
    visible_column: tuple[list[int], list[int], list[int]] | None = field(default=None, repr=False, compare=False)
    heading_column: list[int] | None = field(default=None, repr=False, compare=False)
    labelled_column: list[int] | None = field(default=None, repr=False, compare=False)
    anchor_column: dict[str, int] | None = field(default=None, repr=False, compare=False)
    """See `core.page_columns`."""
    _paths: Paths | None = None
    _base: str | None = field(default=None, repr=False, compare=False)

    @property
    def base(self) -> str:
        """The absolute address that the document's links are relative to, "" where it is not known."""
        if self._base is None:
            try:
                self._base = urljoin(self.url or "", self.base_href)
            except ValueError:
                self._base = ""
        return self._base

    @property
    def paths(self) -> Paths:
        """The elements' locations, each spelled out on first use."""
        if self._paths is None:
            self._paths = Paths(self.tags, self.parents, self.ends, self.root_path)
        return self._paths

    def xpath(self, element: int) -> str:
        """Return the absolute xpath of an element."""
        return self.paths.xpath(element)

    def children(self, element: int) -> Iterator[int]:
        """Yield the element's children in document order."""
        child, end = element + 1, self.ends[element]
        while child < end:
            yield child
            child = self.ends[child]

    def ancestors(self, element: int) -> Iterator[int]:
        """Yield the element's parent, its parent's parent and so on up to the root."""
        element = self.parents[element]
        while element >= 0:
            yield element
            element = self.parents[element]

    def blocks_in(self, first: int, last: int | None = None) -> tuple[int, int]:
        """Return the range of text blocks that an element, or a run of siblings from first to last, touches."""
        start = bisect_right(self.text_ends, self.piece_starts[first])
        end = bisect_left(self.text_starts, self.piece_ends[first if last is None else last])
        return start, max(start, end)

    def absolute(self, href: str) -> str:
        """Return an address made absolute by the document's base; as it was where that cannot be done."""
        try:
            return urljoin(self.base, href.strip())
        except ValueError:
            return href.strip()

    def figcaption(self, figure: int) -> str:
        """Return the text of a figure's first ``figcaption``, "" where it has none."""
        captions = (index for index in range(figure, self.ends[figure]) if self.tags[index] == "figcaption")
        caption = next(captions, None)
        return "" if caption is None else self.text_in(caption)

    def text_in(self, first: int, last: int | None = None) -> str:
        """Return the text below an element, or below a run of siblings, on one line, blanks between text blocks.

        Costs no more than the text returned.
        """
        low, high = self.piece_starts[first], self.piece_ends[first if last is None else last]
        parts = []
        for block in range(*self.blocks_in(first, last)):
            pieces = self.pieces[max(low, self.text_starts[block]) : min(high, self.text_ends[block])]
            parts.append(" ".join("".join(pieces).split()))
        return " ".join(part for part in parts if part)
