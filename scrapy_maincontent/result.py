"""The result of an extraction: plain and picklable, without a tree node; attributes are made when read (`Later`)."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import starmap
from reprlib import Repr
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from .files import printable
from .page import Label, PageBlock, Rebuilt, Region, TextBlock
from .page.limits import Deadline, OutOfTime
from .page.paths import Packed, Paths

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from typing import Self

    from parsel import Selector

    Maker = tuple[tuple[str, ...], Callable[[Deadline], Mapping[str, Any] | Iterable[tuple[str, Any]]]]
    """Attributes of a result, and the function that returns them; those that it leaves out stay empty."""


logger = logging.getLogger(__name__)

OUTPUT_FORMAT = 6
"""Number of the output format; it changes whenever `Extraction.as_dict` changes its shape."""


class EmptyReason(StrEnum):
    """Why a text is empty."""

    EMPTY = "empty"
    """There is no markup."""
    BINARY = "binary"
    """The bytes are no text: a picture, an archive, a PDF."""
    NO_TEXT = "no_text"
    """The page shows no text: a script shell, pictures only."""
    NO_MAIN_TEXT = "no_main_text"
    """There is text, but too little of it is likely to be main content."""
    TIMEOUT = "timeout"
    """The page used up its seconds."""
    MEMORY = "memory"
    """The page needed more memory than there is."""
    ERROR = "error"
    """A stage failed; the log says how."""


@dataclass(frozen=True, slots=True)
class BlockTable(Packed):
    """Every text block of a page in compact columns; `Extraction.text_blocks` spells them out.

    ``spans[b]`` is the block's (start, end) in the text, or ``None``. ``xpaths`` are there once they are `spelled`.
    """

    COLUMNS: ClassVar = ("texts", "owners", "spans", "labels", "scores", "reasons", "xpaths")
    BESIDE: ClassVar = ("paths",)

    texts: list[str] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    spans: list[tuple[int, int] | None] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    paths: Paths = field(default_factory=lambda: Paths([], [], []))
    xpaths: list[str] = field(default_factory=list, compare=False)

    def views(self) -> tuple[TextBlock, ...]:
        """Return the blocks as `TextBlock` views."""
        return tuple(starmap(TextBlock, self.rows()))

    def spelled(self) -> BlockTable:
        """Return the table with its xpaths, so that its rows cost whoever unpickles it no work on paths."""
        return replace(self, xpaths=[*self.paths.xpaths(self.owners)])

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Return the blocks' fields, as `TextBlock` has them."""
        starts, ends = ([span and span[part] for span in self.spans] for part in (0, 1))
        paths = self.xpaths or self.paths.xpaths(self.owners)
        return zip(self.texts, paths, starts, ends, self.labels, self.scores, self.reasons, strict=True)


class Medium(NamedTuple):
    """A picture, video or sound of the main content; ``element`` is its element, ``None`` for one of the head."""

    kind: str
    url: str
    alt: str
    caption: str
    element: int | None


@dataclass(frozen=True, slots=True)
class MediaTable(Rebuilt):
    """The main media of a page in compact form; `Extraction.media` spells them out."""

    rows: list[Medium] = field(default_factory=list)
    paths: Paths = field(default_factory=lambda: Paths([], [], []))

    def views(self) -> tuple[dict[str, str | None], ...]:
        """Return the media as plain JSON types."""
        paths = self.paths.xpaths([row.element for row in self.rows if row.element is not None])
        return tuple(
            {
                "kind": row.kind,
                "url": row.url,
                "alt": row.alt,
                "caption": row.caption,
                "xpath": None if row.element is None else next(paths),
            }
            for row in self.rows
        )


@dataclass(frozen=True, slots=True)
class ElementTable(Packed):
    """The elements that a method has scored, in document order, and the ``main`` one, in compact columns."""

    COLUMNS: ClassVar = ("elements", "scores")
    BESIDE: ClassVar = ("main", "paths")

    elements: list[int]
    scores: list[float]
    main: int
    paths: Paths


class Later:
    """Makes attributes of one result when they are first read, and releases the page after the last one.

    Where two makers make an attribute, the second one is what reading it takes, and the first one makes it needless.
    All makers share the ``seconds`` that the page has left. One that fails or comes too late leaves its attributes
    as they are without it, and sets ``truncated``.
    """

    __slots__ = ("_lock", "_makers", "_seconds", "_without")

    def __init__(self, makers: Iterable[Maker], seconds: float) -> None:
        self._makers = {name: maker for maker in makers for name in maker[0]}
        self._seconds = seconds
        self._lock = Lock()
        self._without: dict[str, Any] = {}

    def attach(self, result: Extraction) -> Extraction:
        """Return the result without the attributes that are made later."""
        own = vars(result)
        self._without = {name: own.pop(name) for name in self._makers}
        own[_LATER] = self
        return result

    def fill(self, own: dict[str, Any], names: Iterable[str]) -> None:
        """Make attributes in a result's ``__dict__``; those that have no maker, or are made, stay as they are."""
        # Of two threads that ask, the second one finds what the first has made.
        with self._lock:
            for name in names:
                if name in self._makers:
                    self._make(own, *self._makers[name])
            if not self._makers:
                own.pop(_LATER, None)

    def finish(self, own: dict[str, Any], names: Iterable[str] | None = None) -> None:
        """Make attributes, by default all, and leave the others as they are without it."""
        self.fill(own, [*self._makers] if names is None else names)
        with self._lock:
            own.update({name: self._without[name] for name in self._makers})
            self._makers.clear()
            own.pop(_LATER, None)

    def _make(self, own: dict[str, Any], names: tuple[str, ...], make: Callable[[Deadline], Any]) -> None:
        deadline, found = Deadline(self._seconds), {name: self._without[name] for name in names}
        try:
            deadline.check()
            found.update(make(deadline))
        except Exception as error:
            own["truncated"] = True
            if not isinstance(error, OutOfTime | MemoryError):
                logger.exception("Finding %s of <%s> failed", ", ".join(names), printable(own["url"]))
        self._seconds -= deadline.elapsed
        own["elapsed"] += deadline.elapsed
        own.update(found)
        for name in names:
            self._makers.pop(name, None)


_BLOCK_FIELDS, _PAGE_BLOCK_FIELDS = TextBlock.__match_args__, PageBlock.__match_args__
_LABEL = _BLOCK_FIELDS.index("label")
_LATER = "_later"
_KEYS = (
    *("url", "title", "text", "markdown", "html", "tei", "regions", "text_blocks", "page_blocks"),
    "breadcrumbs",
    *("next_page", "previous_page", "more_page", "paging_type", "page_numbers"),
    *("entries", "toc", "comments", "media", "main_element", "element_scores"),
    *("authors", "date_published", "date_modified", "language", "description", "canonical_url"),
    *("site_name", "keywords", "section", "is_accessible_for_free", "is_teaser", "links", "alternates", "sources"),
    *("page_type", "page_type_confidence", "quality"),
    *("empty_reason", "truncated", "method", "model", "encoding", "elapsed"),
)
"""Keys of `Extraction.as_dict` beside its format: attributes, in their order."""
_SHOWN = (
    *("url", "title", "text", "page_type", "quality", "next_page", "authors", "date_published"),
    *("empty_reason", "truncated", "method", "model"),
)
"""What `repr` shows of a result."""
_SHORT = Repr()
_SHORT.maxstring, _SHORT.maxlevel, _SHORT.maxtuple = 60, 2, 1
_FIELDS = {"media": "media_table", "main_image": "_main_image"}
"""Keys of `Extraction.as_dict`, and the main picture, whose field has another name."""


def _nothing() -> None:
    """Return a field's default. A plain default would stand in the class, where reading finds it before `Later`."""


@dataclass(frozen=True, kw_only=True)
class Extraction:
    """The result of `extract` for one page.

    What the text does not need is made when it is first read: until then, or until `complete`, a result keeps what was
    read of its page. Pickling, copying and comparing complete it.

    * ``empty_reason``: why ``text`` is empty, or ``None``. ``truncated``: whether a limit cut the page or its result.
    * ``page_type`` and ``page_type_confidence`` (0 to 1): the kind of page, and how likely it is right; ``None``
      without a text.
    * ``quality`` (0 to 1): the word F1 that the text is expected to have; ``None`` for an empty text, and for methods
      whose scores are not calibrated.
    * ``next_page`` and ``previous_page``: what the page calls so. ``more_page``: where a list goes on, the next page
      or the older entries (`navigation.page_links`). ``paging_type``: "article" or "list", or ``None`` without any of
      them.
    * ``page_numbers``: the numbers that the page shows: ``current``, ``last`` and ``links``, addresses by number (a
      ``str``).
    * ``breadcrumbs``: the items of the trail. ``toc``: those of the table of contents (`navigation.in_page.toc`).
    * ``entries``: those of a page that has several. ``comments``: visitors' comments below an article.
    * ``authors``: dicts with ``name`` and ``url`` (or ``None``). ``date_published`` and ``date_modified``: days or
      times in ISO 8601. ``language``: a tag of BCP 47. ``section``: the site's section, as the page declares it.
    * ``sources``: where each of these, and description, canonical address, site and keywords, was found
      (`facts.metadata`); and ``text``, if it was found in a script (`page.embedded`).
    * ``is_accessible_for_free``: whether the page declares that it can be read without paying. ``is_teaser``: whether
      the text is only the beginning of one.
    * ``links``: those of the main text. ``alternates``: the page's versions in other languages.
    * ``warc`` (file, offset, length): where the page is kept. ``duplicate_of`` (url, likeness): the earlier text of
      the crawl that this one repeats, found by ``sketch``. ``elapsed``: the seconds so far. These are no part of
      equality.
    """

    text: str = ""
    title: str | None = field(default_factory=_nothing)
    markdown: str | None = field(default_factory=_nothing)
    html: str | None = field(default_factory=_nothing)
    tei: str | None = field(default_factory=_nothing)
    regions: tuple[Region, ...] = field(default_factory=tuple)
    page_blocks: tuple[PageBlock, ...] = field(default_factory=tuple)
    breadcrumbs: tuple[dict[str, str | None], ...] = field(default_factory=tuple)
    next_page: str | None = field(default_factory=_nothing)
    previous_page: str | None = field(default_factory=_nothing)
    more_page: str | None = field(default_factory=_nothing)
    paging_type: str | None = field(default_factory=_nothing)
    page_numbers: dict[str, Any] | None = field(default_factory=_nothing)
    entries: tuple[dict[str, Any], ...] = field(default_factory=tuple)
    toc: tuple[dict[str, Any], ...] = field(default_factory=tuple)
    comments: tuple[dict[str, Any], ...] = ()
    authors: tuple[dict[str, str | None], ...] = field(default_factory=tuple)
    date_published: str | None = field(default_factory=_nothing)
    date_modified: str | None = field(default_factory=_nothing)
    language: str | None = field(default_factory=_nothing)
    description: str | None = field(default_factory=_nothing)
    canonical_url: str | None = field(default_factory=_nothing)
    site_name: str | None = field(default_factory=_nothing)
    keywords: tuple[str, ...] = field(default_factory=tuple)
    section: str | None = field(default_factory=_nothing)
    is_accessible_for_free: bool | None = field(default_factory=_nothing)
    is_teaser: bool | None = field(default_factory=_nothing)
    links: tuple[dict[str, Any], ...] = field(default_factory=tuple)
    alternates: tuple[dict[str, str], ...] = field(default_factory=tuple)
    sources: dict[str, str] = field(default_factory=dict)
    page_type: str | None = None
    page_type_confidence: float | None = None
    quality: float | None = field(default_factory=_nothing)
    empty_reason: str | None = None
    method: str | None = None
    model: str | None = None
    encoding: str | None = None
    url: str | None = None
    warc: dict[str, Any] | None = field(default=None, compare=False)
    sketch: bytes | None = field(default=None, compare=False, repr=False)
    duplicate_of: dict[str, Any] | None = field(default=None, compare=False)
    blocks: BlockTable = field(default_factory=BlockTable)
    media_table: MediaTable = field(default_factory=MediaTable)
    element_table: ElementTable | None = None
    _main_image: str | None = field(default_factory=_nothing, compare=False)
    # Last: what is made while the others are read, as by `dataclasses.replace`, counts.
    truncated: bool = False
    elapsed: float = field(default=0.0, compare=False)

    if not TYPE_CHECKING:  # a type checker is to know the fields as they are declared

        def __getattr__(self, name: str) -> Any:
            """Make what was not read yet; called for attributes that are not set."""
            own = vars(self)
            if (later := own.get(_LATER)) is not None:
                later.fill(own, [name])
            if name in own:
                return own[name]
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __dir__(self) -> Iterable[str]:
        """Name what is made later, too: completion in a shell shows all attributes."""
        return {*super().__dir__(), *type(self).__dataclass_fields__}

    def __repr__(self) -> str:
        """Show on one screen what was made so far, texts cut; nothing is made for it."""
        own = vars(self)
        shown = [f"{name}={_SHORT.repr(own[name])}" for name in _SHOWN if own.get(name)]
        return f"{type(self).__name__}({', '.join(shown)})"

    def complete(self, names: Collection[str] | None = None) -> Self:
        """Make all attributes that were not read yet, release the page, and return the result; for keeping many
        results.

        ``names`` are keys of `as_dict`: of what was not read these alone are made, and the others stay empty.
        """
        if (later := vars(self).get(_LATER)) is not None:
            later.finish(vars(self), None if names is None else [_FIELDS.get(name, name) for name in names])
        return self

    def selector(self) -> Selector:
        """Return a parsel selector of ``html``: ``.css()`` and ``.xpath()`` go on inside the main content.

        Its root is the ``body`` around the fragment; a page without main content gives an empty one.

        Raises:
            ValueError: the result was made without the format "html".

        >>> from scrapy_maincontent import extract
        >>> page = "<nav>Home</nav><p>The mill was built in 1870 <a href=/map>by the river</a>, say some.</p>"
        >>> extract(page, "https://mill.example/", formats=("html",)).selector().css("a::attr(href)").getall()
        ['https://mill.example/map']
        """
        from parsel import Selector  # here: a worker needs none

        if self.html is None and not self.empty_reason:
            raise ValueError("the result has no HTML to select from; it must be made with formats=('html',)")
        return Selector(text=f"<body>{self.html or ''}</body>", type="html", base_url=self.url).css("body")[0]

    def without_blocks(self) -> Self:
        """Return a complete result without the text blocks, the largest part of it."""
        rest = object.__new__(type(self))
        vars(rest).update(vars(self.complete()), blocks=BlockTable())
        for region in rest.regions:
            region.settle()
        if all(row.element is None for row in rest.media_table.rows):
            vars(rest)["media_table"] = MediaTable(rest.media_table.rows)
        return rest

    def __getstate__(self) -> dict[str, Any]:
        """Complete the result before it is pickled or copied, without its page."""
        return {**vars(self.complete())}

    @property
    def text_blocks(self) -> tuple[TextBlock, ...]:
        """Every text block of the page in document order, main content or not; made anew on each access."""
        return self.blocks.views()

    @property
    def main_element(self) -> str | None:
        """The xpath of the one element that the method calls main content; ``None`` for methods that look for none."""
        table = self.element_table
        return None if table is None else table.paths.xpath(table.main)

    @property
    def element_scores(self) -> dict[str, float]:
        """The scores that `main_element` was chosen by, by xpath in document order; made anew on each access."""
        table = self.element_table
        return {} if table is None else dict(zip(table.paths.xpaths(table.elements), table.scores, strict=True))

    @property
    def media(self) -> tuple[dict[str, str | None], ...]:
        """The main pictures, videos and players in document order; made anew on each access.

        Dicts in plain JSON types: ``kind`` is "image", "video" or "audio"; ``url`` is absolute where the page's own is
        known; ``alt`` and ``caption`` are "" where there is none; ``xpath`` is ``None`` for what the head alone names.
        """
        return self.media_table.views()

    @property
    def main_image(self) -> dict[str, str] | None:
        """The main picture that the head names, else the first one: a dict with ``url``, or ``None``."""
        # The others are not looked for.
        if (url := self._main_image) is not None:
            return {"url": url}
        return next(iter(self.images), None) if "media_table" in vars(self) else None

    @property
    def images(self) -> tuple[dict[str, str], ...]:
        """The main pictures, dicts with ``url``."""
        return self._media("image")

    @property
    def image_urls(self) -> tuple[str, ...]:
        """The addresses of the main picture and the others, each once: what Scrapy's pipeline for images downloads."""
        main = [] if self.main_image is None else [self.main_image["url"]]
        return tuple(dict.fromkeys((*main, *(image["url"] for image in self.images))))

    @property
    def videos(self) -> tuple[dict[str, str], ...]:
        """The main videos and video players, dicts with ``url``."""
        return self._media("video")

    @property
    def audios(self) -> tuple[dict[str, str], ...]:
        """The main sounds and sound players, dicts with ``url``."""
        return self._media("audio")

    def _media(self, kind: str) -> tuple[dict[str, str], ...]:
        return tuple([{"url": row.url} for row in self.media_table.rows if row.kind == kind])

    def as_dict(self) -> dict[str, Any]:
        """Return everything as plain JSON types."""
        made = {
            "regions": [region_dict(region) for region in self.regions],
            "text_blocks": text_block_dicts(self.blocks),
            "page_blocks": [page_block_dict(block) for block in self.page_blocks],
        }
        values = {name: made[name] if name in made else plain(getattr(self, name)) for name in _KEYS}
        return {"format": OUTPUT_FORMAT} | values


def text_block_dicts(blocks: BlockTable) -> list[dict[str, Any]]:
    """Return text blocks as plain JSON types."""
    return [dict(zip(_BLOCK_FIELDS, row, strict=True), label=str(row[_LABEL])) for row in blocks.rows()]


def page_block_dict(block: PageBlock) -> dict[str, Any]:
    """Return a page block as plain JSON types."""
    values: dict[str, Any] = {name: getattr(block, name) for name in _PAGE_BLOCK_FIELDS}
    return values | {"label": str(block.label)}


def plain(value: Any) -> Any:
    """Return a value's own copy in plain JSON types."""
    if value is None or type(value) is str:
        return value
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return str(value) if isinstance(value, StrEnum) else value


class Learnt(NamedTuple):
    """What a page of a crawl taught about its site.

    ``lesson`` is for `site_memory.Lesson.from_bytes`, empty where there is none. Of the site's other pages ``known``
    were known, and ``blocks`` of this page's text blocks stood on them.
    """

    lesson: bytes
    known: int
    blocks: int


def region_dict(region: Region, *, content: bool = True) -> dict[str, Any]:
    """Return a region as plain JSON types; its text and links only where ``content`` is asked for."""
    plain: dict[str, Any] = {
        "kind": str(region.kind),
        "subtype": region.subtype,
        "xpath": region.xpath,
        "rule": region.rule,
    }
    if content:
        plain["text"] = region.text
        plain["links"] = [{"text": text, "url": url} for text, url in region.links]
    return plain
