"""The Page: one document as parallel arrays, filled by `flatten`, and the small types every stage shares.

Words: a *text block* is the smallest run of text under one block-level element; a *block* is a run of consecutive text
blocks; a *region* is a detected navigation area; an *object atom* is a picture, video or player. Elements, text pieces
and text blocks are numbered from 0 in document order; a range is always half open.
"""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_left, bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, wraps
from itertools import accumulate, islice, pairwise
from operator import mul
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar
from urllib.parse import unquote, urljoin

from .paths import Paths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Self


HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
"""The elements that are headings, and their ranks: 1 is the strongest."""
LABELS = ("aria-label", "itemtype", "typeof")
"""The attributes that name an element for those who don't see the page, or its type in microdata or RDFa."""
MICRODATA = ("itemtype", "itemprop")
"""The attributes of microdata that are read."""
IDEOGRAPHIC_SPACE = "\u3000"
_COLLAPSIBLE = re.compile(r"[ \t\n\r\f\xa0]+")


def _renew_locks() -> None:
    """Give the package's cached properties new locks: those of a forked child may be held by threads it has not."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(__name__.partition(".")[0]) and module is not None:
            for kind in filter(lambda value: isinstance(value, type), [*vars(module).values()]):
                for value in vars(kind).values():
                    if isinstance(value, cached_property):
                        value.lock = RLock()  # type: ignore[attr-defined]


# Since Python 3.12 they have none.
if sys.version_info < (3, 12) and hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_locks)


class Kind(StrEnum):
    """The kinds of navigation that are detected (Uda 3.2)."""

    BREADCRUMB = "breadcrumb"
    PAGING = "paging"
    SITE_INFO = "site_info"
    BLOG_UTILITY = "blog_utility"
    IN_PAGE = "in_page"


class Label(StrEnum):
    """Whether a text block is main content."""

    MAIN = "main"
    OTHER = "other"


class PagingType(StrEnum):
    """What next and previous page belong to."""

    ARTICLE = "article"
    """They go on with the same text."""
    LIST = "list"
    """They go on with a list: entries, results, products, a thread's posts, comments."""


class Rebuilt:
    """Base of a frozen dataclass that is unpickled by calling it with its fields.

    By default, its fields are set by name, one by one. A result has several such objects, and unpickling them would
    take longer than all the rest.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the class and its fields."""
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])


class _Located(Rebuilt):
    """Base of `Region`: an xpath, a text and links that are made when they are first asked for, which few are."""

    __slots__ = ("_paths", "_read")
    _paths: Paths
    _read: Callable[[int, int], tuple[str, tuple[tuple[str, str], ...]]] | None
    """Returns the text and the links; ``None`` once they are made: it knows the page."""
    elements: tuple[int, int]

    if not TYPE_CHECKING:  # a type checker is to know the fields as the subclass declares them

        def __getattr__(self, name: str) -> Any:
            """Make a field; called for attributes that are not set."""
            first, last = object.__getattribute__(self, "elements")
            if name == "xpath":
                xpath = self._paths.xpath(first if first == last else self._paths.parents[first])
                object.__setattr__(self, name, xpath)
            elif name in ("text", "links") and (read := self._read) is not None:
                # Two threads may come here; both set the same.
                for field_name, value in zip(("text", "links"), read(first, last), strict=True):
                    object.__setattr__(self, field_name, value)
                object.__setattr__(self, "_read", None)
            return object.__getattribute__(self, name)

    def settle(self) -> None:
        """Make all fields, and let go of the page's elements."""
        if all(getattr(self, name, None) is not None for name in ("xpath", "text")) and hasattr(self, "_paths"):
            object.__delattr__(self, "_paths")


@dataclass(frozen=True, slots=True)
class Region(_Located):
    """One navigation region.

    ``xpath`` is the path of its element, or of the parent if it is a run of siblings. ``links`` are (text, absolute
    URL) pairs in document order. ``rule`` names the step that found the region, as in ``"paging.step2"``. ``blocks``
    is the range of text blocks that the region touches. ``elements`` are the first and the last element of the run
    (the same one twice for a single element); they index the `Page`.
    """

    kind: Kind
    subtype: str
    text: str
    xpath: str
    links: tuple[tuple[str, str], ...]
    rule: str
    blocks: tuple[int, int]
    elements: tuple[int, int]

    @classmethod
    def located(cls, **values: Any) -> Self:
        """Return a region whose xpath, text and links are made on first use, by ``_paths`` and ``_read``."""
        region = object.__new__(cls)
        for name, value in values.items():
            object.__setattr__(region, name, value)
        return region


@dataclass(frozen=True, slots=True)
class TextBlock:
    """One text block of the page, main content or not.

    ``start`` and ``end`` are offsets in `Extraction.text`, ``None`` where the block is not in it. ``score`` is the
    method's estimate (0 to 1) that the block is main content; ``reason`` is why it was labelled so, in
    words or by a rule's name.
    """

    text: str
    xpath: str
    start: int | None
    end: int | None
    label: Label
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class PageBlock(Rebuilt):
    """A run of text blocks that is decided as one; a page's are in order and without gaps.

    ``kind`` is "text", a kind of structure ("table", "list", "code", "quote", "figure"), or that of a region (`Kind`).
    ``first`` and ``end`` are a half-open range of `Extraction.text_blocks`, ``score`` (0 to 1) is the mean of their
    scores by words. ``region`` is the number of the region that it is, in `Extraction.regions`; ``placement`` names the
    rule of placement that was evidence for or against it. Both may be ``None``.
    """

    kind: str
    first: int
    end: int
    label: Label
    score: float
    region: int | None
    placement: str | None


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

    *Pieces* are the raw text nodes. ``linked[p]`` is true where piece p stands in a link.

    *Text blocks* (``texts``, ``owners``, ``text_starts``, ``text_ends``, ``hidden``, ``breaks``) have their white
    space collapsed, except below ``<pre>``; ``owners[b]`` is the block-level element they stand in, ``breaks[b]``
    is true where only a ``<br>`` parts the block from the one before.
    """

    url: str | None = None
    fetched: str | None = None
    """When the page was fetched, in ISO 8601 or as HTTP writes it."""
    base_href: str = ""
    """The ``href`` of the document's ``<base>``, as written."""

    tags: list[str] = field(default_factory=list)
    attrs: Sequence[Mapping[str, str]] = field(default_factory=list)
    """Compiled code makes each mapping when it is first asked for."""
    parents: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    names: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The elements that have a class or an id, by its value; one whose class and id are the same comes twice."""
    piece_starts: list[int] = field(default_factory=list)
    piece_ends: list[int] = field(default_factory=list)

    pieces: list[str] = field(default_factory=list)
    linked: list[bool] = field(default_factory=list)
    blanks: set[int] = field(default_factory=set)
    """The pieces that are not the page's: blanks between neighbouring inline elements (`page.flatten`)."""

    texts: list[str] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    text_starts: list[int] = field(default_factory=list)
    text_ends: list[int] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)
    hiding: set[int] = field(default_factory=set)
    """The outermost elements that hide what is below them."""
    breaks: list[bool] = field(default_factory=list)
    gaps: set[int] = field(default_factory=set)
    """Those of them that several line breaks part, as an empty line does."""

    links: list[int] = field(default_factory=list)
    """Elements ``a`` and ``area`` that have an href."""
    objects: list[int] = field(default_factory=list)
    """Elements that are object atoms; a picture's ``img`` is part of the picture."""
    object_urls: list[str] = field(default_factory=list)
    object_alts: list[str] = field(default_factory=list)

    head_title: str = ""
    metas: dict[str, str] = field(default_factory=dict)
    """``<meta>`` contents by lower-cased name or property; the first one counts."""
    more_metas: list[tuple[str, str]] = field(default_factory=list)
    """Names and contents of the ``<meta>`` elements whose name has come before, in document order."""
    properties: list[tuple[int, str, str]] = field(default_factory=list)
    """Of each ``<meta>`` in microdata, and ``<link>`` with a content: the element around it, property and content."""
    head_links: dict[str, str] = field(default_factory=dict)
    """``<link>`` addresses by lower-cased relation (``next``, ``canonical``), as written; the first one counts."""
    alternates: list[tuple[str, str, str]] = field(default_factory=list)
    """Relation, language and address of each ``<link>`` that has an ``hreflang``, as written."""
    link_holders: list[int] = field(default_factory=list)
    """The element that each ``<link>`` stands in, wherever it is."""
    json_ld: list[str] = field(default_factory=list)
    """What scripts of type ``application/ld+json`` hold, as written."""
    styles: list[str] = field(default_factory=list, repr=False)
    """What ``<style>`` elements hold."""
    language: str = ""
    """``lang`` of the root element, lower-cased, "" where there is none."""
    truncated: bool = False
    is_embedded: bool = False
    """The article was found in a script (`page.embedded`)."""
    root_path: str = ""
    made: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The cache of every stage: what functions have made of the page, by their names (`cached`)."""
    _paths: Paths | None = None
    _join: Joiner | None = field(default=None, repr=False, compare=False)

    @property
    def base(self) -> str:
        """The absolute address that the document's links are relative to, "" where it is not known."""
        return self.join.base

    @property
    def join(self) -> Joiner:
        """What makes the document's links absolute."""
        if self._join is None:
            base = self.url or ""
            if self.base_href:
                try:
                    base = urljoin(base, self.base_href)
                except ValueError:
                    base = ""
            self._join = Joiner(base)
        return self._join

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
        end = bisect_left(self.text_starts, self.piece_ends[first if last is None else last], start)
        return start, end

    def block_at(self, piece: int) -> int:
        """Return the text block of a piece of text, else the next one; behind the last one their count."""
        return bisect_right(self.text_ends, piece)

    def first_block(self, element: int) -> int:
        """Return the text block that an element begins in, else the next one; behind the last one their count."""
        return bisect_right(self.text_ends, self.piece_starts[element])

    def links_in(self, first: int, last: int | None = None) -> list[int]:
        """Return the links in an element, or in a run of siblings from first to last."""
        low = bisect_left(self.links, first)
        return self.links[low : bisect_left(self.links, self.ends[first if last is None else last], low)]

    def link_in(self, element: int) -> int | None:
        """Return the first link in an element, or the element itself; ``None`` where there is none."""
        number = bisect_left(self.links, element)
        return self.links[number] if number < len(self.links) and self.links[number] < self.ends[element] else None

    def absolute(self, href: str) -> str:
        """Return an address made absolute by the document's base; as it was where that cannot be done."""
        href = href.strip()
        found = self.join(href)
        return href if found is None else found

    def figcaption(self, figure: int) -> str:
        """Return the text of a figure's first ``figcaption``, "" where it has none."""
        try:
            return self.text_in(self.tags.index("figcaption", figure, self.ends[figure]))
        except ValueError:
            return ""

    def text_in(self, first: int, last: int | None = None) -> str:
        """Return the text below an element, or a run of siblings, on one line, blanks between text blocks.

        Of a very long one that is the beginning: who asks for the text of an element wants to know a name or a line.
        """
        low, high = self.piece_starts[first], self.piece_ends[first if last is None else last]
        before = visible(self)[1]
        high = min(high, bisect_left(before, before[low] + MOST_READ, low, high) + 1)
        parts = []
        for block in range(*self.blocks_in(first, last)):
            start = max(low, self.text_starts[block])
            if start >= high:
                break
            pieces = [piece[:MOST_READ] for piece in self.pieces[start : min(high, self.text_ends[block])]]
            parts.append(" ".join("".join(pieces).split()))
        return " ".join(part for part in parts if part)


MOST_READ = 20_000
"""Characters of an element's text that are read where it is asked for as one line."""

_SIGNS = r"\w\-%~+=,&@!$'()*"
_SEGMENT = rf"[{_SIGNS}:][{_SIGNS}:.]*+"
_ORIGIN = r"https?://[A-Za-z0-9.-]++(?::\d++)?+"
_ROOT = rf"/(?:{_SEGMENT}(?:/{_SEGMENT})*+/?+)?+"
_REST = rf"(?:\?[{_SIGNS}:./]++)?+(?:#[{_SIGNS}:./]++)?+"
_PLAIN_BASE = re.compile(rf"({_ORIGIN})(/(?:{_SEGMENT}/)*+)?((?:{_SEGMENT})?)(?:[?#].*)?", re.ASCII)
_WHOLE = re.compile(rf"{_ORIGIN}(?:{_ROOT})?{_REST}", re.ASCII)
_ROOTED = re.compile(rf"{_ROOT}{_REST}", re.ASCII)
_BELOW = re.compile(rf"[{_SIGNS}][{_SIGNS}.]*+(?:/{_SEGMENT})*+/?+{_REST}", re.ASCII)
_QUERY = re.compile(rf"\?[{_SIGNS}:./]++(?:#[{_SIGNS}:./]++)?+", re.ASCII)
"""Addresses that are joined by being put behind a part of the base: nothing in them is resolved or spelled anew."""
_NO_PLACES = ("javascript:", "mailto:", "tel:")
"""Addresses that have no base begin with these."""


class Joiner:
    """Joins addresses to one base as `urljoin` does, most of them without its cost, and each of them once."""

    def __init__(self, base: str) -> None:
        self.base = base
        plain = _PLAIN_BASE.fullmatch(base)
        self._origin = plain[1] if plain else ""
        self._directory = self._origin + (plain[2] or "/") if plain else ""
        self._document = self._origin + (plain[2] or "") + plain[3] if plain else ""
        self._known: dict[str, str | None] = {}

    def plain(self, address: str) -> str | None:
        """Return an address put behind a part of the base, ``None`` where that takes a closer look."""
        if _WHOLE.fullmatch(address):
            return address
        if self._origin:
            for form, start in ((_ROOTED, self._origin), (_BELOW, self._directory), (_QUERY, self._document)):
                if form.fullmatch(address):
                    return start + address
            if address[:1] == "#":
                return self._with_fragment(address)
            if address[:2] == "//" and _WHOLE.fullmatch(whole := self._origin.partition("//")[0] + address):
                return whole
        return None

    def _with_fragment(self, address: str) -> str | None:
        if address == "#":
            return self._here
        return self._here + address if address.isprintable() and address[-1] != " " else None

    @cached_property
    def _here(self) -> str:
        """What stands before the fragment in the address of a place on the page."""
        here = self.base.partition("#")[0]
        return here if here.isprintable() and here[-1] != "?" else urljoin(self.base, "#x")[:-2]

    def __call__(self, address: str) -> str | None:
        """Return an address made absolute, ``None`` where it cannot be read."""
        if address not in self._known:
            found = self.plain(address)
            if found is None and address.startswith(_NO_PLACES) and "//" not in address:
                found = address.strip()
            elif found is None:
                with suppress(ValueError):
                    found = urljoin(self.base, address).strip()
            self._known[address] = found
        return self._known[address]


def collapse(raw: str, wide: bool | None = None) -> str:
    """Return a text with white space collapsed; ideographic spaces inside stay (``wide``: there may be some)."""
    if IDEOGRAPHIC_SPACE in raw if wide is None else wide:
        return _COLLAPSIBLE.sub(" ", raw).strip()
    return " ".join(raw.split())


# What several stages ask for of all elements and texts of a page: made when it is first asked for; flatten, which has
# seen all elements, made some.

MAX_ANCHORS = 100_000
"""Elements in which anchors are looked for."""
NOTED_TAGS = frozenset((
    "article", "aside", "blockquote", "button", "dialog", "dir", "dl", "figcaption", "figure", "footer", "input",
    "listing", "math", "menu", "ol", "pre", "sub", "sup", "table", "ul", "xmp",
))  # fmt: skip
"""The elements of these that a page has are asked for again and again (`tagged`)."""
_Made = TypeVar("_Made")


def cached(make: Callable[[Page], _Made]) -> Callable[[Page], _Made]:
    """Return a function that makes something of a page once, and keeps it in `Page.made` by its own name."""
    name = make.__name__

    @wraps(make)
    def kept(page: Page) -> _Made:
        made = page.made
        if name not in made:
            made[name] = make(page)
        found: _Made = made[name]
        return found

    return kept


@cached
def visible(page: Page) -> tuple[list[int], list[int], list[int]]:
    """Return visible characters of each piece of text, their sums before each piece and at the end, and in links."""
    lengths = list(map(len, map(str.strip, page.pieces)))
    in_links = map(mul, lengths, page.linked)
    return lengths, [0, *accumulate(lengths)], [0, *accumulate(in_links)]


def make_of(page: Page, element: int) -> tuple[str, str]:
    """Return an element's tag and class names: those of entries of one list are the same."""
    return page.tags[element], page.attrs[element].get("class", "")


def block_sizes(page: Page, block: int) -> tuple[int, int]:
    """Return the visible characters of a text block, and how many of them are in links."""
    _, before, in_links = visible(page)
    start, end = page.text_starts[block], page.text_ends[block]
    return before[end] - before[start], in_links[end] - in_links[start]


def is_link(page: Page, block: int) -> bool:
    """Return True if all of a text block is in links."""
    return all(page.linked[page.text_starts[block] : page.text_ends[block]])


def link_count(page: Page, block: int) -> int:
    """Return the number of links in a text block; those with nothing between them count as one."""
    linked = page.linked[page.text_starts[block] : page.text_ends[block]]
    return sum(own and not before for before, own in pairwise([False, *linked]))


def texts_of(page: Page, elements: Iterable[int]) -> Iterator[int]:
    """Yield the text blocks of elements that are in document order; those in others of them add nothing."""
    end = -1
    for element in elements:
        if element >= end:
            end = page.ends[element]
            yield from range(*page.blocks_in(element))


@cached
def headings(page: Page) -> list[int]:
    """Return the elements that are headings, in document order."""
    return [element for element, tag in enumerate(page.tags) if tag in HEADINGS]


@cached
def tagged(page: Page) -> dict[str, list[int]]:
    """Return the elements of each of `NOTED_TAGS` that the page has, in document order, by the tag."""
    found: dict[str, list[int]] = {}
    for element, tag in enumerate(page.tags):
        if tag in NOTED_TAGS:
            found.setdefault(tag, []).append(element)
    return found


@cached
def h1s(page: Page) -> list[int]:
    """Return the headings of the first rank, in document order."""
    return [element for element in headings(page) if page.tags[element] == "h1"]


@cached
def labelled(page: Page) -> list[int]:
    """Return the elements that have an aria-label or a type of microdata or RDFa, in document order."""
    return _having(page, LABELS)


@cached
def microdata(page: Page) -> list[int]:
    """Return the elements that have a type or a property of microdata, in document order."""
    return _having(page, MICRODATA)


@cached
def role_holders(page: Page) -> list[int]:
    """Return the elements that have a role of ARIA, in document order."""
    return _having(page, ("role",))


@cached
def roles(page: Page) -> dict[int, str]:
    """Return the role of each element that has one, in lower case, in document order."""
    return {element: page.attrs[element]["role"].strip().lower() for element in role_holders(page)}


def _having(page: Page, names: Sequence[str]) -> list[int]:
    return [element for element, own in enumerate(page.attrs) if own and not own.keys().isdisjoint(names)]


@cached
def anchors(page: Page) -> dict[str, int]:
    """Return the first ``a`` that has each name, by the name."""
    found: dict[str, int] = {}
    for element in [element for element, tag in enumerate(islice(page.tags, MAX_ANCHORS)) if tag == "a"]:
        if "name" in page.attrs[element]:
            found.setdefault(page.attrs[element]["name"], element)
    return found


def anchor(page: Page, name: str) -> int | None:
    """Return the first element with an id, or ``a`` with a name; ``None`` where there is none."""
    known = _anchors_found(page)
    if name not in known:
        # Once for each name: many links may ask for one that many elements have as their class.
        own = page.names.get(name, ())
        ids = (element for element in own if element < MAX_ANCHORS and page.attrs[element].get("id") == name)
        found = [place for place in (anchors(page).get(name), next(ids, None)) if place is not None]
        known[name] = min(found, default=None)
    return known[name]


@cached
def _anchors_found(_page: Page) -> dict[str, int | None]:
    return {}


def anchored(page: Page, fragment: str) -> int | None:
    """Return the element that a fragment, which may be quoted, leads to; ``None`` where there is none."""
    found = anchor(page, fragment)
    return anchor(page, unquote(fragment)) if found is None and "%" in fragment else found


# Boxes: a script in the browser (engines/layout.js) writes where an element is laid out into an attribute, its stamp,
# so boxes travel with the markup and belong to the right element however it is parsed.

STAMP = "data-maincontent-box"
_STAMPS = re.compile(rb' data-maincontent-box="[0-9 none-]{0,40}"')
_FIRST_ELEMENTS = 20
"""One of so many elements has a stamp where a page has any: the script stamps all that it finds."""


def has_boxes(page: Page) -> bool:
    """Return True if a browser has laid out the page."""
    return any(STAMP in attrs for attrs in islice(page.attrs, _FIRST_ELEMENTS))


def without_stamps(markup: bytes) -> bytes:
    """Return markup as it was before it was stamped. Linear, and quick where there is no stamp."""
    return _STAMPS.sub(b"", markup) if STAMP.encode() in markup else markup
