"""The page's main pictures, videos and players: those in or between its main text.

A picture belongs to the text that it stands with. So from each one the page is climbed to the first element that holds
text: where main text is in it, the picture is the page's; where it is a card, a by-line or a menu, it is not. A caption
is passed over, whether a method calls it main or not.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property, partial
from itertools import chain, compress, islice
from typing import TYPE_CHECKING, NamedTuple

from ..page.addresses import host_of
from ..page.flatten import is_small_copy
from ..page.head import MAX_ADDRESS, Addresses, followable
from ..result import Medium
from ..words.furniture import credit_lines
from ..words.media import (
    IMAGE,
    VIDEO,
    has_word,
    is_caption,
    is_furniture,
    is_furniture_file,
    is_large,
    is_sites_picture,
    kind_of,
    often_shown,
    visible,
    without_stand_ins,
)
from ..words.names import is_full_name
from ..words.normalise import key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..page import Page


_IMAGE_NAMES = ("og:image:secure_url", "og:image", "og:image:url", "twitter:image")
_IN_HEAD = (
    (IMAGE, _IMAGE_NAMES, "og:image:alt"),
    (VIDEO, ("og:video:secure_url", "og:video", "og:video:url"), "og:title"),
)
"""Meta elements of the page's own picture and video: kind, names of the address, name of the alternative."""
_ABSOLUTE = ("https://", "http://")
_LISTS = ("collection", "listing")
"""Page types whose head names a picture of the site."""
_OF_ONE_THING = (None, "article", "product")
"""Page types whose head names a picture of the page; that of a list or a home page is the site's."""


def media(page: Page, main: Sequence[bool], page_type: str | None = None, within: int = 0) -> list[Medium]:
    """Return the page's main media in document order, each address once; see `MainMedia`."""
    return MainMedia(page, main, page_type, within).every()


class MainMedia:
    """A page's main media, looked for as far as they are asked for. Linear in the page's objects.

    ``main[b]`` tells whether text block b is main; where none is, media count below the element ``within``. Where a
    page shows no picture (or no video) and its head names one, that comes first: it is put in by a script or stands in
    the background. One that the page shows, wherever it stands, is its main picture. The picture in the head of a list
    is the site's. ``authors`` returns the names of the page's authors: a picture with such an alternative text is a
    portrait. Addresses that are none of the web are left out, with what they name.
    """

    def __init__(
        self,
        page: Page,
        main: Sequence[bool],
        page_type: str | None = None,
        within: int = 0,
        authors: Callable[[], Iterable[str]] = tuple,
        declared: Callable[[], Iterable[str]] | None = None,
    ) -> None:
        self._page, self._page_type, self._authors = page, page_type, authors
        self._declared = declared or partial(declared_images, page)
        self._places = _Places(page, main, within)
        self._found: dict[str, Medium] = {}
        self._more = self._look_on()

    def every(self) -> list[Medium]:
        """Return all in document order, each address once."""
        shown, lead = [*self._found.values(), *self._more], self._lead
        if lead is not None and lead.url not in self._found:
            others = [medium for medium in shown if medium.element != lead.element]
            shown = sorted([*others, lead], key=lambda medium: medium.element or 0)
        every = (*_from_head(self._page, {medium.kind for medium in shown}, self._page_type), *shown)
        return [medium for medium in every if followable(medium.url, self._page.url)]

    def main_image(self) -> str | None:
        """Return the address of the picture that the page declares as its own, or of the first one, or ``None``.

        A GIF is a button or an ornament unless the head names it or it says that it is large. A declared picture whose
        address says that it is small yields to one that is shown.
        """
        thumbnail = None
        for url in self._declared() if self._page_type not in _LISTS else ():
            if (address := _declared_address(self._page, url)) is not None:
                if not _is_thumbnail(address):
                    return address
                thumbnail = thumbnail or address
        for medium in chain([*self._found.values()], self._more):
            if medium.kind == IMAGE and not self._is_ornament(medium) and followable(medium.url, self._page.url):
                return medium.url
        return thumbnail or self._poster() or self._background()

    def _poster(self) -> str | None:
        """Return the address of the still that a video of the main content shows before it runs, if one has it."""
        for medium in self._found.values():
            poster = "" if medium.element is None else self._page.attrs[medium.element].get("poster", "").strip()
            if poster and followable(address := self._page.absolute(poster), self._page.url):
                return address
        return None

    def _background(self) -> str | None:
        """Return the address of the picture behind the headline, or in an empty element or player before the text."""
        page, span = self._page, self._places.opening()
        for element in range(page.owners[span.stop - 1]) if span else ():
            own = page.attrs[element]
            styled = _BACKGROUND.search(own["style"][:_MAX_STYLE]) if "style" in own else None
            late = (own[name].strip() for name in _LATE_BACKGROUNDS if name in own)
            url = styled[1] if styled else own["poster"].strip() if "poster" in own else next(late, "")
            if not url or is_furniture_file(url) or self._places.is_in_furniture(element):
                continue
            first, end = page.blocks_in(element)
            if span.start <= first and end <= span.stop and followable(address := page.absolute(url), page.url):
                return address
        return None

    def _is_ornament(self, medium: Medium) -> bool:
        if medium.element is None:
            return False
        return medium.url.partition("?")[0].lower().endswith(_GIF) and not is_large(self._page.attrs[medium.element])

    def _look_on(self) -> Iterator[Medium]:
        """Yield what is shown, each address once, and keep it."""
        page, found, places = self._page, self._found, self._places
        often = often_shown(page)
        for number in visible(page, places.near()):
            element = page.objects[number]
            place = None if page.object_urls[number] in often else places.place(element)
            if place is None or (kind := kind_of(page, number)) is None or self._is_portrait(number):
                continue
            if kind == IMAGE and _has_larger_behind(page, number):
                continue
            medium = self._medium(number, kind, places.caption(element, place))
            if medium.url not in found:
                found[medium.url] = medium
                yield medium

    def _medium(self, number: int, kind: str, caption: str) -> Medium:
        page = self._page
        url = page.object_urls[number]
        if not url.startswith(_ABSOLUTE):
            url = page.join(url) or url
        return Medium(kind, url, page.object_alts[number], caption, page.objects[number])

    def _is_portrait(self, number: int) -> bool:
        """Return True if a picture's alternative text is the name of one of the page's authors."""
        alt = self._page.object_alts[number]
        # Who the authors are takes much longer to find than what may be a name.
        is_short = 0 < len(alt) <= MAX_AUTHOR
        return is_short and (alt.count(" ") == 1 or is_full_name(alt)) and key(alt) in self._author_keys

    @cached_property
    def _author_keys(self) -> frozenset[str]:
        # A page about somebody shows who that is; and some name their headline as an author.
        title = key(self._page.head_title)
        return frozenset(author for author in map(key, self._authors()) if not title.startswith(author))

    @cached_property
    def _lead(self) -> Medium | None:
        """The picture of the page that its head names, too, if it is shown."""
        page, places = self._page, self._places
        url = _named(page, _IMAGE_NAMES) if self._page_type in _OF_ONE_THING else ""
        if not url:
            return None
        best = None
        for number in islice(visible(page, _copies(page, url)), MAX_COPIES):
            if kind_of(page, number) != IMAGE or self._is_portrait(number):
                continue
            place = places.place(page.objects[number])
            is_small = is_small_copy(page.object_urls[number])
            if place is None and (best is not None or is_small or places.is_in_furniture(page.objects[number])):
                continue
            caption = "" if place is None else places.caption(page.objects[number], place)
            best = self._medium(number, IMAGE, caption)
            if is_small:
                best = best._replace(url=page.absolute(url))
            if place is not None:
                break
        return best


_BACKGROUND = re.compile(r"background(?:-image)?\s{0,3}:[^;]{0,200}?url\(\s{0,3}['\"]?([^'\")\s]+)", re.IGNORECASE)
_LATE_BACKGROUNDS, _MAX_STYLE = ("data-bg", "data-background", "data-background-image", "data-bg-image"), 4000
"""Attributes with the address of a background that a script loads late, and characters of a style that are read."""
MAX_AUTHOR = 80
"""Characters of an alternative text that may be an author's name."""
MAX_COPIES = 20
"""Pictures of the page that are looked at when its head names one."""
_FILE_END = 100
"""Characters of a file's name that are compared."""
_MIN_NAME = 8
"""Characters from which a file's name with a digit in it is that of one picture."""
_GIF = ".gif"
_PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)$")
_OF_A_COPY = re.compile(r"(?:[-_]\d{2,4}x\d{2,4}|-scaled|@\dx){1,8}+$")
"""What is added to the name of a picture's copy in another size."""


def declared_images(page: Page, others: Iterable[str] = ()) -> Iterator[str]:
    """Yield the addresses of the page's own picture that meta elements name, then ``others``, then a link's."""
    yield from (page.metas[name] for name in _MAIN_IMAGE_NAMES if page.metas.get(name))
    yield from (text for name, text in page.more_metas if name in _IMAGE_NAMES)
    yield from others
    if address := page.head_links.get("image_src"):
        yield address


_MAIN_IMAGE_NAMES = (
    *_IMAGE_NAMES,
    "twitter:image:src",
    "sailthru.image.full",
    "parsely-image-url",
    "image",
    "thumbnail",
)
_NO_ADDRESS = re.compile(r"[<>{}\"'`\\]|\s\d+(?:\.\d+)?[wx](?:,|\Z)")
"""What stands in no address: a script's signs, and the sizes of a set of pictures."""
_NO_FILES = frozenset(("undefined", "null", "none", "nan", "false", "true", "[object%20object]"))
"""What scripts write for an address that they have not."""
_MIN_DECLARED = 100
"""Pixels of a declared picture's sides; a smaller one is a button."""


def _declared_address(page: Page, url: str) -> str | None:
    """Return a declared picture's absolute address; ``None`` for a logo, a stand-in, a tiny one, or what is none."""
    url = url.strip()
    if not url or len(url) > MAX_ADDRESS or _NO_ADDRESS.search(url) or is_sites_picture(url):
        return None
    if _is_called_as_site(page, url):
        return None
    if url == page.metas.get("og:image", "").strip():
        sides = (page.metas.get(name, "").strip() for name in ("og:image:width", "og:image:height"))
        if any(side.isdecimal() and int(side) < _MIN_DECLARED for side in sides):
            return None
    address = Addresses(page).image(url.replace(" ", "%20"))
    path = (address or "").partition("//")[2].partition("/")[2]
    if not path or path.rpartition("/")[2].casefold() in _NO_FILES:
        return None
    return address if address and followable(address, page.url) else None


def _is_called_as_site(page: Page, url: str) -> bool:
    """Return True if a file has the site's name, its size and what it is for: ``valleyherald-fb-1200x630.png``."""
    stem = url.partition("?")[0].rpartition("/")[2].rpartition(".")[0]
    stem = _SIZES.sub("", stem[-MAX_SIZES:])
    own = {key(stem)} if any(map(str.isdigit, stem)) else {key(stem), without_stand_ins(stem)}
    site = max(host_of(page.url or "").split("."), key=len), page.metas.get("og:site_name", "")[:MAX_SIZES]
    names = {*map(key, site), *map(without_stand_ins, site)}
    return any(len(name) >= MIN_SITE for name in own & names)


MIN_SITE = 4
"""Letters of the name of a site after which its picture is called."""


def _is_thumbnail(url: str) -> bool:
    """Return True if the last sizes that an address has are both those of a thumbnail."""
    sizes: list[tuple[str, str]] = _SIZES.findall(url[-MAX_SIZES:])
    return bool(sizes) and all(int(side) < THUMBNAIL for side in sizes[-1])


_SIZES = re.compile(r"(?<!\d)(\d{2,4})x(\d{2,4})(?!\d)")
MAX_SIZES, THUMBNAIL = 200, 120
"""Characters at an address's end that are read, and pixels below which a picture's side is that of a thumbnail."""


def _copies(page: Page, url: str) -> Iterator[int]:
    """Yield the numbers of the pictures that have an address, or a copy of what it leads to."""
    path, name = _path_and_name(url)
    is_one = len(name) >= _MIN_NAME and any(map(str.isdigit, name))
    for number, own in enumerate(page.object_urls):
        # Most have another name: no closer look.
        if name not in own.lower():
            continue
        own_path, own_name = _path_and_name(own)
        if own == url or (own_name == name and (is_one or (path.endswith(own_path) and _PICTURE_FILE.search(path)))):
            yield number


def _path_and_name(url: str) -> tuple[str, str]:
    """Return an address without its query, and the name of its file without what a copy of another size adds."""
    path = url.partition("?")[0].partition("#")[0].lower()
    return path, _OF_A_COPY.sub("", _PICTURE_FILE.sub("", path.rpartition("/")[2][-_FILE_END:]))


def _has_larger_behind(page: Page, number: int) -> bool:
    """Return True if a picture is a small copy of the next one, which a script puts in its place."""
    if number + 1 == len(page.objects) or page.parents[page.objects[number]] != page.parents[page.objects[number + 1]]:
        return False
    (own, name), (other, other_name) = (_path_and_name(page.object_urls[each]) for each in (number, number + 1))
    if not name or name != other_name or _DIGITS.sub("#", own) != _DIGITS.sub("#", other):
        return False
    sizes = [sum(int(digits) for digits in _DIGITS.findall(path)) for path in (own, other)]
    return sizes[0] < sizes[1]


_DIGITS = re.compile(r"\d{1,5}")


def _from_head(page: Page, kinds: set[str], page_type: str | None) -> Iterator[Medium]:
    if page_type not in _OF_ONE_THING:
        return
    for kind, names, alt in _IN_HEAD:
        if kind not in kinds and (url := _named(page, names)):
            yield Medium(kind, page.absolute(url), page.metas.get(alt, ""), "", None)


def _named(page: Page, names: Iterable[str]) -> str:
    """Return the address that the head names, "" where it is the site's."""
    url = next((page.metas[name] for name in names if page.metas.get(name)), "")
    return "" if is_furniture_file(url) or has_word(url, "site_files") else url


MAX_CAPTION = 300
"""Characters of a caption, at most."""
FAR = 12
"""Blocks before and behind the main text where nothing is looked for any more; the headline may be as far before it."""
_CAPTION_BLOCKS = 2
_CAPTION_LEVELS = 8
"""Elements above a picture that may be its figure, or be named a caption."""
_MOST = 0.5
"""Share of an element's text that is main where a picture before or behind the main text is still part of it."""
_FURNITURE_TAGS = frozenset(("aside", "button", "footer", "nav"))
_OUTER_TAGS = frozenset(("form", "header"))
"""Where nothing is looked for on a page without main text, besides."""
_ROOTS = frozenset(("", "/", "./", "../"))
_INDEX = re.compile(r"\.?/?(?:index|default|home)\.[a-z]{3,5}", re.IGNORECASE)
_NO_LINK = "#"
"""Where a script does what a link is for: a tool, or a large picture that it shows larger."""
_HOST_SLASHES = 2
"""Slashes in the address of a host, the last one aside."""
_NONE = -1


class _Place(NamedTuple):
    """Where an object stands: the element whose text it belongs to, and the one that holds its caption, -1 for none."""

    holder: int
    caption: int


class _Places:
    """Finds where objects stand: whether with the main text, and their captions. ``main[b]``: text block b is main."""

    def __init__(self, page: Page, main: Sequence[bool], within: int = 0) -> None:
        self._page, self._main, self._within = page, main, within
        self._known: tuple[dict[int, _Place | None], ...] = {}, {}  # of large pictures apart
        self._shares: dict[int, float] = {}
        self._captions: dict[int, str] = {}
        self._main_blocks = list(compress(range(len(main)), main))
        self._first = self._last = self._headline = _NONE
        self._span = (0, 0)
        if self._main_blocks:
            self._first, self._last = self._main_blocks[0], self._main_blocks[-1]
            self._headline = self._headline_before(self._first)
        self._start = self._first if self._headline == _NONE else self._headline
        if self._first != _NONE:
            # Pieces between which an object stands in the main text, or directly before its first block.
            self._span = (page.text_ends[self._start - 1] if self._start else 0, page.text_ends[self._last] - 1)

    def near(self) -> range:
        """Return the numbers of the objects that stand in or near the main text; without any, of those ``within``."""
        page = self._page
        if self._first == _NONE:
            end = page.ends[self._within] if self._within else len(page.tags)
            return range(bisect_left(page.objects, self._within), bisect_left(page.objects, end))
        before, behind = max(self._start - FAR, 0), min(self._last + FAR, len(page.texts) - 1)
        piece_of = page.piece_starts.__getitem__
        low = bisect_left(page.objects, page.text_ends[before - 1] if before else 0, key=piece_of)
        return range(low, bisect_right(page.objects, page.text_ends[behind], key=piece_of))

    def opening(self) -> range:
        """Return the text blocks from the headline, and one above it, to the first of several main ones."""
        is_headed = self._headline != _NONE and self._first < self._last
        return range(max(self._start - 1, 0), self._first + 1) if is_headed else range(0)

    def place(self, element: int) -> _Place | None:
        """Return where an object stands; ``None`` if not with main text, or without one in a menu, form or the like."""
        parent, large = self._page.parents[element], is_large(self._page.attrs[element])
        if self._first == _NONE:
            return self._climb_to_root(parent, large)
        known = self._known[large]
        place = known[parent] if parent in known else self._climb(parent, large)
        if place is None:
            return place
        between = self._span[0] <= self._page.piece_starts[element] <= self._span[1]
        return place if between or self._share(place.holder) >= _MOST else None

    def caption(self, element: int, place: _Place) -> str:
        page, node = self._page, self._page.parents[element]
        for _ in range(_CAPTION_LEVELS):
            if node < place.holder:
                break
            if page.tags[node] == "figure" or (node != place.holder and is_caption(page.attrs[node])):
                return self._caption_of(node)
            if node == place.caption:
                start, end = page.blocks_in(node)
                return page.texts[start][:MAX_CAPTION] if end == start + 1 else ""
            node = page.parents[node]
        block = page.first_block(element)
        if block < len(page.texts) and is_caption(page.attrs[page.owners[block]]):
            return page.texts[block][:MAX_CAPTION]
        return ""

    def _caption_of(self, node: int) -> str:
        page = self._page
        if node not in self._captions:
            text = page.figcaption(node) if page.tags[node] == "figure" else page.text_in(node)
            self._captions[node] = text[:MAX_CAPTION]
        return self._captions[node]

    def _headline_before(self, first: int) -> int:
        page = self._page
        near = reversed(range(max(first - FAR, 0), first))
        return next((block for block in near if page.tags[page.owners[block]] == "h1"), _NONE)

    def _climb(self, node: int, large: bool) -> _Place | None:
        """Return the first element above with main text; ``None`` where other text or furniture comes first."""
        page, known = self._page, self._known[large]
        starts, ends, passed = page.piece_starts, page.piece_ends, []
        while node >= 0 and node not in known and starts[node] == ends[node]:
            passed.append(node)
            if self._is_furniture(node, large):
                known[node] = None
            else:
                node = page.parents[node]
        if node >= 0 and node not in known:
            known[node] = self._climb_from_text(node, large)
        place = known[node] if node >= 0 else None
        known.update(dict.fromkeys(passed, place))
        return place

    def _climb_from_text(self, node: int, large: bool) -> _Place | None:
        page, caption = self._page, _NONE
        while node >= 0:
            start, end = page.blocks_in(node)
            if self._holds_main(start, end):
                return _Place(node, caption)
            if start < end and caption == _NONE and self._is_caption(node, start, end):
                caption = node
            elif start < end and (caption == _NONE or (start, end) != page.blocks_in(caption)):
                return None
            if self._is_furniture(node, large):
                return None
            node = page.parents[node]
        return None

    def _holds_main(self, start: int, end: int) -> bool:
        number = bisect_left(self._main_blocks, start)
        has_main = number < len(self._main_blocks) and self._main_blocks[number] < end
        return has_main or start <= self._headline < end

    def _climb_to_root(self, node: int, large: bool) -> _Place | None:
        """Return where an object stands on a page without main text."""
        page, known, path = self._page, self._known[large], list[int]()
        while node >= 0 and node not in known and page.tags[node] != "body":
            path.append(node)
            node = page.parents[node]
        place = known.get(node, _Place(node, _NONE))
        for below in reversed(path):
            tag = page.tags[below]
            is_furniture = place is None or tag in _OUTER_TAGS or self._is_furniture(below, large)
            if place is None or is_furniture or (tag == "a" and page.text_in(below)):
                place = None
            else:
                start, end = page.blocks_in(below)
                own = below if start < end and self._is_caption(below, start, end) else place.caption
                place = _Place(below if own in (below, _NONE) else place.holder, own)
            known[below] = place
        return place

    def is_in_furniture(self, element: int) -> bool:
        """Return True if an object stands in a menu, a logo, an advertisement or the like, wherever that is."""
        node, large = self._page.parents[element], is_large(self._page.attrs[element])
        while node >= 0 and not self._is_furniture(node, large):
            node = self._page.parents[node]
        return node >= 0

    def _is_furniture(self, node: int, large: bool) -> bool:
        page = self._page
        tag, own = page.tags[node], page.attrs[node]
        if tag in _FURNITURE_TAGS:
            return True
        if tag == "a" and "href" in own and (_is_home(own["href"]) or (own["href"].strip() == _NO_LINK and not large)):
            return True
        return bool(own) and is_furniture(own, is_large=large)

    def _is_caption(self, node: int, start: int, end: int) -> bool:
        page = self._page
        if page.tags[node] == "figure" or is_caption(page.attrs[node]):
            return True
        texts = page.texts[start:end]
        if end - start > _CAPTION_BLOCKS or sum(map(len, texts)) > MAX_CAPTION:
            return False
        # A credit may link to where the picture is from; other texts with links are teasers.
        return True not in page.linked[page.piece_starts[node] : page.piece_ends[node]] or bool(credit_lines(texts))

    def _share(self, node: int) -> float:
        if node not in self._shares:
            start, end = self._page.blocks_in(node)
            texts = self._page.texts[start:end]
            chosen = sum(len(text) for text, main in zip(texts, self._main[start:end], strict=True) if main)
            self._shares[node] = chosen / max(sum(map(len, texts)), 1)
        return self._shares[node]


def _is_home(href: str) -> bool:
    """Return True if a link leads to a site's root: what stands in it is a logo."""
    address = href.strip()
    is_root = address in _ROOTS or _INDEX.fullmatch(address) is not None
    return is_root or ("//" in address and address.rstrip("/").count("/") <= _HOST_SLASHES)
