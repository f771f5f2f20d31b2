"""Addresses of links: made absolute, compared with the page's own, taken apart."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...page import Page

_ABSOLUTE = ("http://", "https://")
_INDEX_PAGES = ("index.html", "index.htm", "index.php", "default.aspx", "default.asp", "index.jsp")
_ORIGIN_AND_PATH = re.compile(r"(https?://[^/?#]*)?([^?#]*)")
_SIGNS = r"[\w./~%+=&,:@!$'()*-]"
_PLAIN = re.compile(rf"https?://[\w.:-]+/{_SIGNS}*(?:\?{_SIGNS}+)?", re.ASCII)
"""An address that stays as it is where a fragment is put behind it."""
MAX_SEGMENTS = 20


class Addresses:
    """Resolves the addresses of one page; each is resolved once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known: dict[str, str] = {}
        self._origin = origin(page.base)

    def absolute(self, href: str) -> str:
        """Return an address made absolute; whole and root-relative ones without the cost of a full resolution."""
        if "/." in href or href.endswith(("#", "?")):
            plain = False
        elif href.startswith(_ABSOLUTE):
            return href
        else:
            plain = href.startswith("/") and not href.startswith("//") and bool(self._origin)
        if plain:
            return self._origin + href
        known = self._known.get(href)
        if known is None:
            within = len(href) > 1 and href[0] == "#" and href.isprintable()
            known = self._known[href] = self._place + href if within else self._page.absolute(href)
        return known

    @cached_property
    def _place(self) -> str:
        """What stands before the fragment in the address of a place on the page."""
        base = self._page.base
        return base if _PLAIN.fullmatch(base) else self._page.absolute("#x")[:-2]

    @cached_property
    def own(self) -> str:
        """The page's own address without its fragment; "" where it is not known."""
        return (self._page.url or "").partition("#")[0]

    @cached_property
    def own_path(self) -> tuple[str, ...]:
        """The segments of the page's own path."""
        return segments(self.own)

    def fragment(self, href: str) -> str | None:
        """Return the fragment where an address leads to a place on the page itself ("" to its top), else None."""
        before, mark, fragment = href.partition("#")
        if not mark:
            return None
        if not before or (self.own and self.absolute(before).rstrip("/") == self.own.rstrip("/")):
            return fragment
        return None

    def is_local(self, href: str) -> bool:
        """Tell whether an address leads to the page's own site (or the site is not known)."""
        return not self._origin or origin(self.absolute(href)) == self._origin

    def is_own(self, url: str) -> bool:
        """Tell whether an absolute address is the page's own, whatever its scheme and fragment."""
        return _bare(url) == _bare(self.own)

    def is_same_host(self, href: str) -> bool:
        """Tell the same whatever the scheme, and with or without "www."."""
        return not self._origin or host(self.absolute(href)) == host(self._origin)

    def is_same_site(self, href: str) -> bool:
        """Tell whether an address leads to the page's own site, by any of its hosts, or the site is not known."""
        return not self._origin or _site(self.absolute(href)) == _site(self._page.base)


def _site(url: str) -> str:
    """Return what is registered of a host, roughly: its last two labels."""
    return ".".join(origin(url).rpartition("/")[2].lower().split(".")[-2:])


def _bare(url: str) -> str:
    return host(url) + url.partition("#")[0].rstrip("/")[len(origin(url)) :]


def origin(url: str) -> str:
    """Return scheme and host, "" where there is none."""
    match = _ORIGIN_AND_PATH.match(url)
    return (match[1] or "") if match else ""


def host(url: str) -> str:
    """Return the host of an absolute address in lower case and without "www.", "" where there is none."""
    return origin(url).partition("://")[2].lower().removeprefix("www.")


def segments(url: str) -> tuple[str, ...]:
    """Return the path of an absolute address as segments, without an index page's name; () where it has none."""
    match = _ORIGIN_AND_PATH.match(url)
    parts = [part for part in match[2].split("/", MAX_SEGMENTS) if part] if match else []
    if parts and parts[-1].lower() in _INDEX_PAGES:
        parts.pop()
    return tuple(parts)
