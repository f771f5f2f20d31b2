"""Addresses of a site: their one form, traps among them, and which links of a page may be articles or lists."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_plus, urlsplit, urlunsplit

from scrapy.linkextractors import IGNORED_EXTENSIONS

from ..crawl.join import normalised
from ..page.addresses import WEB, bare_host
from ..words import read_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import TextResponse

MAX_ADDRESS = 1000
"""Characters of an address that is followed."""
MAX_SEGMENTS, MAX_PARAMETERS = 12, 6
MAX_REPEATS = 2
"""Times that one segment may stand in an address: more are a trap of relative links."""
MAX_LINKS = 3000
"""Links of a page that are looked at."""
HEADLINE = 20
"""Width of a link's text from which it is a headline: wide letters count twice."""
LIST_SEGMENTS, LIST_TEXT = 4, 40
"""Segments of the address of a list, and characters of a link to it, at most."""
SLUG = 3
"""Words in the last segment of an article's address, at least."""

_PAGES = frozenset(("", "html", "htm", "php", "asp", "aspx", "jsp", "shtml", "xhtml", "cfm", "do"))
_IGNORED = frozenset(IGNORED_EXTENSIONS) - _PAGES
_SITE = re.compile(r"https?://[^\s/?#@]{1,255}(?:[/?#]\S*)?", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_ID = re.compile(r"\d{5}")
_YEAR, _MONTH, _DAY = r"((?:19|20)\d\d)", "(0[1-9]|1[0-2])", r"(0[1-9]|[12]\d|3[01])"
_DAY_IN_PATH = re.compile(rf"/{_YEAR}(?:([/_-]?){_MONTH}\2{_DAY}|[/_-]{_MONTH})(?=[/_.-]|$)")
_MONTH_NAMED = re.compile(rf"(?<!\d){_YEAR}(?:[/_.-]?{_MONTH})?(?!\d)")
_WIDE = re.compile(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FEEDS = re.compile(r"application/(?:rss|atom|feed|rdf)\+(?:xml|json)|application/json\b.{0,40}feed", re.IGNORECASE)


class Link(NamedTuple):
    """A link of a page: "article", "list" or "feed", as far as text and address show."""

    url: str
    kind: str


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(str(word).lower() for word in _data()[name])


@cache
def _data() -> dict[str, list[str]]:
    return read_words("site_paths.toml")


def guesses(name: str) -> list[str]:
    """Return the usual paths of ``sitemaps`` or ``feeds``, which are tried if none is named."""
    return _data()[f"guessed_{name}"]


@lru_cache(maxsize=4096)
def page_address(url: str) -> str:
    """Return the one form of an address: without fragment, tracking parameters, and what makes it AMP or print.

    >>> page_address("http://Courier.example/2026/ferry/amp/?utm_source=x&id=7#top")
    'http://courier.example/2026/ferry/?id=7'
    """
    url = normalised(url)
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    kept = "&".join(each for each in parts.query.split("&") if each and not _is_needless(each)) if parts.query else ""
    path = parts.path
    begin, slash, last = path.rstrip("/").rpartition("/")
    if last.lower() in _words("copy_segments") and begin.strip("/"):
        path = begin + (slash if path.endswith("/") else "")
    return urlunsplit((parts.scheme, parts.netloc, path or "/", kept, ""))


def _is_needless(parameter: str) -> bool:
    name = parameter.partition("=")[0].lower()
    if name in _words("tracking") or any(name.startswith(begin) for begin in _beginnings()):
        return True
    return not _words("copy_parameters").isdisjoint((name, parameter.lower()))


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(word[:-1] for word in _words("tracking") if word.endswith("*"))


def site_address(url: str) -> str:
    """Return a site's address, with a scheme and a path.

    Raises:
        ValueError: it is none.
    """
    whole = url if "://" in url else f"https://{url}"
    if not _SITE.fullmatch(whole):
        raise ValueError(f"{url!r} is no address of a site; one is https://courier.example")
    return normalised(whole)


def site_key(url: str) -> str:
    """Return the name of an address's site: its host and port without "www."."""
    return bare_host(url)


def belongs(url: str, site: str) -> bool:
    """Return True if an address is of a site or of a host below it."""
    host = bare_host(url)
    return host == site or host.endswith("." + site)


def is_same_page(one: str, other: str) -> bool:
    """Return True if two addresses differ by no more than scheme, "www.", a slash at the end and tracking."""
    return _plain(one) == _plain(other)


def _plain(url: str) -> str:
    return page_address(url).partition("://")[2].lower().removeprefix("www.").rstrip("/")


def is_trap(url: str) -> bool:
    """Return True if an address is that of a search, a calendar, a form or an account, or grows for ever."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    if parts.scheme not in ("http", "https") or len(url) > MAX_ADDRESS:
        return True
    segments = [unquote_plus(segment).lower() for segment in parts.path.split("/") if segment]
    names = [each.partition("=")[0].lower() for each in parts.query.split("&") if each]
    if len(segments) > MAX_SEGMENTS or len(names) > MAX_PARAMETERS:
        return True
    if any(segments.count(segment) > MAX_REPEATS for segment in segments):
        return True
    if segments and segments[-1].rpartition(".")[2] in _IGNORED and "." in segments[-1]:
        return True
    return not _words("trap_segments").isdisjoint(segments) or not _words("trap_parameters").isdisjoint(names)


def shape(url: str) -> str:
    """Return what the addresses of one kind of page of a site share: numbers as 0, the last segment aside.

    >>> shape("http://a.example/news/2026/11/ferry-landing")
    '/news/0/0/'
    """
    path = urlsplit(url).path
    return _DIGITS.sub("0", path.rpartition("/")[0] + "/")[:200]


def day_in_path(url: str) -> str | None:
    """Return the day or month that folders of an address name, as the beginning of a day in ISO 8601.

    >>> day_in_path("http://a.example/2026/11/24/ferry"), day_in_path("http://a.example/2026/11/ferry")
    ('2026-11-24', '2026-11')
    """
    found = _DAY_IN_PATH.search(_path(url))
    if found is None:
        return None
    year, _, month, day, month_alone = found.groups()
    return f"{year}-{month}-{day}" if day else f"{year}-{month_alone}"


def month_named(url: str) -> str | None:
    """Return the month or year in the address of a sitemap.

    >>> month_named("http://a.example/sitemap-2024-03.xml"), month_named("http://a.example/sitemap_2023.xml")
    ('2024-03', '2023')
    """
    found = _MONTH_NAMED.search(_path(url))
    return None if found is None else "-".join(filter(None, found.groups()))


def _path(url: str) -> str:
    return "/" + url.partition("://")[2].partition("/")[2][:MAX_ADDRESS]


def links(response: TextResponse, site: str) -> Iterator[Link]:
    """Yield the links of a page that may lead to articles, lists and feeds of its site, each address once."""
    seen: set[str] = set()
    for element in response.xpath("//link[@href][@type] | //a[@href]")[:MAX_LINKS]:
        try:
            href = element.attrib["href"].strip()
            url = response.urljoin(href)
            is_declared = element.root.tag == "link"
            if is_declared and not _FEEDS.search(element.attrib["type"]):
                continue
            if href.startswith("#") or not url.startswith(WEB) or not belongs(url, site):
                continue
        except ValueError:
            continue
        address = normalised(url).partition("#")[0] if is_declared else page_address(url)
        if address in seen or is_trap(address):
            continue
        seen.add(address)
        path = urlsplit(address).path
        if is_declared or path.rstrip("/").lower().endswith(tuple(_data()["feed_endings"])):
            yield Link(address, "feed")
        elif kind := _kind(address, path, " ".join("".join(element.root.itertext()).split())):
            yield Link(address, kind)


def _kind(url: str, path: str, text: str) -> str:
    segments = [segment for segment in path.split("/") if segment]
    last = segments[-1].rpartition(".")[0] or segments[-1] if segments else ""
    is_slug = len([word for word in re.split(r"[-_+]|%20", last[:MAX_ADDRESS]) if len(word) > 1]) > SLUG
    if segments and (is_headline(text) or is_slug):
        return "article"
    is_article = bool(_ID.search(last)) or (is_slug and day_in_path(url) is not None)
    if is_article and segments:
        return "article"
    return "list" if len(segments) <= LIST_SEGMENTS and 0 < len(text) <= LIST_TEXT else ""


def is_headline(text: str) -> bool:
    """Return True if a link's text is as long as a headline is: "Ferry landing will be rebuilt", not "Sports"."""
    wide = len(_WIDE.findall(text))
    letters = sum(map(str.isalpha, text))
    return letters + wide >= HEADLINE and (wide > 0 or " " in text or not text.isascii())
