"""Whether a page shows a name as its site's: in links to the first page, at the top, or as whose the rights are."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import chain, islice
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ..page import HEADINGS, headings, is_link
from ..page.addresses import bare_host
from ..words.normalise import key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..page import Page


MAX_LINKS = 60
"""First links of a page among which those to its site's first page are."""
MAX_ADDRESS = 400
TOP, BOTTOM = 3, 24
"""First text blocks of a page, in which its site's name stands, and last ones, which say whose the rights are."""
MAX_LINE = 200
MIN_SHARE, MIN_LONGER = 0.6, 0.8
"""Share of a title that is the name shown, where the title is longer; share of the name that is the title otherwise."""
_RIGHTS = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
_FIRST_PAGES = tuple(
    f"/{name}.{ending}"
    for name in ("index", "default", "home")
    for ending in ("html", "htm", "php", "asp", "aspx", "jsp")
)
_FILES, MAX_SCHEME = tuple(name[1:] for name in _FIRST_PAGES), 8
"""The same without a slash, and characters of an address in which its scheme ends."""


def is_of_first_page(url: str) -> bool:
    """Return True if an absolute address is that of a site's first page."""
    try:
        address = urlsplit(url)
    except ValueError:
        return False
    is_root = address.path in ("", "/") or address.path.endswith(_FIRST_PAGES)
    return is_root and not address.query and not address.fragment


def leads_home(page: Page, link: int) -> bool:
    """Return True if a link leads to a site's first page."""
    href = page.attrs[link]["href"][:MAX_ADDRESS].strip()
    # Most addresses have a path, which shows in less time than what they are when joined.
    path = href.partition("//")[2].partition("/")[2] if "//" in href[:MAX_SCHEME] else href.lstrip("./")
    return (not path or path.endswith(_FILES)) and is_of_first_page(page.absolute(href))


def leads_up(page: Page, link: int) -> bool:
    """Return True if a link leads to an address above the page's own: to a blog from one of its entries."""
    own, other = (page.url or "").partition("?")[0], page.absolute(page.attrs[link]["href"][:MAX_ADDRESS])
    above = other.rstrip("/") + "/"
    return own.startswith(above) and own != above


def leads_elsewhere(page: Page, link: int) -> bool:
    """Return True if a link leads to another page than its own, where its address is known."""
    own = (page.url or "", page.head_links.get("canonical", ""), page.metas.get("og:url", ""))
    paths = {_path(page.absolute(url[:MAX_ADDRESS])) for url in own if url}
    other = _path(page.absolute(page.attrs[link]["href"][:MAX_ADDRESS]))
    return bool(paths) and other not in paths


def _path(url: str) -> str:
    return url.partition("#")[0].partition("//")[2].partition("/")[2].rstrip("/")


def is_brand(page: Page, name: str, logos: Iterable[str] = ()) -> bool:
    """Return True if a page that is not the first one shows a name as its site's, and no heading of its own says it.

    ``logos`` are the `key`s of headings that are the site's name.
    """
    letters = key(name)
    if not letters or is_of_first_page(page.url or ""):
        return False
    brands = chain(logos, _homes(page))
    is_shown = any(_are_same(letters, brand) for brand in brands) or any(found(letters) for found in _lines(page))
    return is_shown and letters not in _said(page)


def _are_same(name: str, brand: str) -> bool:
    if len(brand) <= len(name):
        return brand in name and len(brand) >= MIN_SHARE * len(name)
    return name in brand and len(name) >= MIN_LONGER * len(brand)


def _said(page: Page) -> set[str]:
    """Return what the headings say that are no links to the first page."""
    starts, ends = page.piece_starts, page.piece_ends
    said: set[str] = set()
    for element in headings(page):
        link = page.link_in(element)
        is_all = link is not None and (starts[link], ends[link]) == (starts[element], ends[element])
        if link is None or not is_all or not leads_home(page, link):
            said.add(key(page.text_in(element)[:MAX_LINE]))
    return said


def _homes(page: Page) -> Iterator[str]:
    """Yield the texts of links to the first page of the page's own site, and of the pictures in them."""
    host, objects = bare_host(page.url or ""), page.objects
    for link in islice(page.links, MAX_LINKS):
        if leads_home(page, link) and bare_host(page.absolute(page.attrs[link]["href"][:MAX_ADDRESS])) == host:
            first = bisect_left(objects, link)
            names = (page.text_in(link), *page.object_alts[first : bisect_left(objects, page.ends[link], first)])
            yield from filter(None, (key(name[:MAX_LINE]) for name in names))


def _lines(page: Page) -> Iterator[Callable[[str], bool]]:
    """Yield what says whether a name begins a page, or is in one about its rights."""
    texts = page.texts
    skips = {page.first_block(link) for link in page.links[:TOP] if page.attrs[link]["href"].startswith("#")}
    first = next((block for block in range(min(TOP, len(texts))) if block not in skips), None)
    if first is not None and not is_link(page, first) and page.tags[page.owners[first]] not in HEADINGS:
        yield key(texts[first][:MAX_LINE]).startswith
    behind = texts[max(len(texts) - BOTTOM, TOP) :]
    yield from (key(text).__contains__ for text in behind if len(text) <= MAX_LINE and _RIGHTS.search(text))
