"""Whether a page belongs to the article whose pages are being joined, by its address and its headline.

`normalised` returns an address as it is asked for. `canonical`, `same_site` and `same_origin` compare addresses: the
same page in another spelling, the same site, the same server by the same way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from w3lib.url import canonicalize_url, safe_url_string

from ..page import PagingType
from .text import key_of

if TYPE_CHECKING:
    from ..result import Extraction


MIN_HEADLINE = 8
"""Letters and digits that a headline needs to count where it is only a part of the other."""

_PAGE_ONE = re.compile(r"(?:/index)?(?:\.[a-z]{3,5})?/?$|[-_/.]1(?:\.[a-z]{3,5})?/?$", re.IGNORECASE)
"""What the address of a first page ends with and those of later pages need not have."""
_PAGE_NUMBER = re.compile(r"[^\W\d_]{0,8}\W?[^\W\d_]{0,8}(\d{1,4})(?:\.[a-z]{3,5})?", re.IGNORECASE)
"""What a later page has there, but for marks around it: "2", "page/2", "p2.html"."""
_FILE = "file"
"""Scheme of addresses without a host."""
_PORTS = {"http": 80, "https": 443}
_OWN_PORT = {"http": re.compile(r":(?:0*80)?$"), "https": re.compile(r":(?:0*443)?$"), _FILE: re.compile("$")}
"""The port of each scheme that has paths, as an address may have it without need."""
_BEFORE_QUERY = re.compile(r"[^?#]+")
_MARKS = "-_/.,;:=!"
_NUMBER = re.compile(r"\d")


def is_first_page(result: Extraction, url: str) -> bool:
    """Return True if a page of an article is its first one, by the number it shows or the page that comes before it."""
    shown = _shown_number(result)
    if shown is not None:
        return shown <= 1
    previous = result.previous_page
    return previous is None or canonical(previous) == canonical(url)


def belongs(page: Extraction, url: str, first: Extraction, first_url: str, number: int) -> bool:
    """Return True if the page at ``url``, which the article's last page led to, is page ``number`` of the article.

    A page of a list never is. Others are where the headline is the same; or where the page has paging of an article,
    and shows that number or has it in the address of the first page: it or the one below, since some count from 0. A
    link back alone says little: chapters and next articles have one, too.
    """
    if page.paging_type == PagingType.LIST:
        return False
    if _same_headline(page.title, first.title):
        return True
    if page.paging_type != PagingType.ARTICLE:
        return False
    return _shown_number(page) == number or _is_numbered(url, first_url, number)


def _shown_number(result: Extraction) -> int | None:
    """Return the number of a page that its paging shows, None where it shows none."""
    return None if result.page_numbers is None else result.page_numbers["current"]


def _same_headline(one: str | None, other: str | None) -> bool:
    """Return True if two headlines are the same but for what one of them has in addition, such as "page 2"."""
    short, long = sorted((key_of(one or ""), key_of(other or "")), key=len)
    return bool(short) and (short == long or (len(short) >= MIN_HEADLINE and short in long))


def _is_numbered(url: str, first_url: str, number: int) -> bool:
    page, first = urlsplit(url), urlsplit(first_url)
    stem = _PAGE_ONE.sub("", first.path, count=1)
    if not stem or not page.path.startswith(stem):
        return False
    mark = _PAGE_NUMBER.fullmatch(page.path[len(stem) :].strip(_MARKS))
    if mark and int(mark[1]) in (number, number - 1):
        return True
    given, asked = set(parse_qsl(first.query)), set(parse_qsl(page.query))
    kept = {(name, value) for name, value in given if value != "1"} <= asked
    # Offsets count entries, not pages: any number will do.
    return page.path == first.path and kept and any(_NUMBER.search(value) for _, value in asked - given)


def normalised(url: str) -> str:
    """Return an address as browsers ask for it: without dot segments, back slashes and the scheme's own port.

    A server takes ``/a/%2e%2e/private`` for ``/private``, and so must the rules of robots.txt and the filter of
    duplicates. An address that can't be read is returned as it is.
    """
    try:
        slashed = _BEFORE_QUERY.sub(lambda part: part[0].replace("\\", "/"), url.strip(), count=1)
        parts = urlsplit(safe_url_string(slashed))
    except ValueError:
        return url
    if parts.scheme not in _OWN_PORT:
        return url
    user, at, host = parts.netloc.rpartition("@")
    host = _OWN_PORT[parts.scheme].sub("", host.lower())
    return urlunsplit(parts._replace(netloc=user + at + host, path=_without_dots(parts.path)))


def _without_dots(path: str) -> str:
    kept: list[str] = []
    for segment in path.removeprefix("/").split("/"):
        dots = segment.lower().replace("%2e", ".")
        if dots == "..":
            del kept[-1:]
        elif dots != ".":
            kept.append(segment)
    if dots in (".", ".."):
        kept.append("")  # it names a folder
    return "/" + "/".join(kept)


def canonical(url: str) -> str:
    """Return an address in a form that all its spellings share; one that can't be read as it is."""
    try:
        return canonicalize_url(normalised(url))
    except ValueError:
        return url


def same_site(one: str, other: str) -> bool:
    """Return True if two addresses are on one host and port, whatever their scheme, or are both of files."""
    return _host(one) == _host(other) != ""


def same_origin(one: str, other: str) -> bool:
    """Return True if two addresses have one scheme, host and port: credentials for the one may go to the other."""
    return _origin(one) == _origin(other) is not None


def _origin(url: str) -> tuple[str, str, int | None] | None:
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        return parts.netloc.lower() or (_FILE if parts.scheme == _FILE else "")
    except ValueError:
        return ""
