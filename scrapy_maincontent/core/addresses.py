"""Addresses that may stand in the output: absolute where the page's address is known, never a script."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

if TYPE_CHECKING:
    from .page import Page

MAX_ADDRESS = 4096
"""Characters of the longest address that is kept."""
MAX_BASE = 2000
"""Characters of the longest page's address that others are joined to: it becomes a part of each of them."""
LINK_SCHEMES = frozenset(("http", "https", "mailto"))
IMAGE_SCHEMES = frozenset(("http", "https"))

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PLAIN = re.compile(r"https?://[!-Z^-~]+")
"""An address that joining leaves as it is."""
_LINE_BREAKS = str.maketrans("", "", "\t\n\r")
"""What a browser drops from an address wherever it stands."""
_ENDS = "".join(map(chr, range(0x21)))
"""What a browser drops from an address' ends."""


def base_address(url: str | None) -> str | None:
    """Return a page's address as others are joined to it: without its query where it is very long.

    ``None`` where it is too long even so, or cannot be read: no stage has to think of that.
    """
    if url is None:
        return None
    if len(url) > MAX_BASE:
        url = url[: MAX_BASE + 1].partition("?")[0]
    try:
        urlsplit(url)
    except ValueError:
        return None
    return url if len(url) <= MAX_BASE else None


class Addresses:
    """Makes the addresses of one page absolute."""

    def __init__(self, page: Page) -> None:
        self._base = _join(page.url or "", page.base_href) or ""

    def link(self, href: str) -> str | None:
        """Return a link's address, ``None`` where it has another scheme than `LINK_SCHEMES` or cannot be read."""
        return self._safe(href, LINK_SCHEMES)

    def image(self, src: str) -> str | None:
        """Return a picture's address, ``None`` where it has another scheme than `IMAGE_SCHEMES` or cannot be read."""
        return self._safe(src, IMAGE_SCHEMES)

    def _safe(self, address: str, schemes: frozenset[str]) -> str | None:
        if len(address) > MAX_ADDRESS:
            return None
        absolute = address if _PLAIN.fullmatch(address) else _join(self._base, address)
        if not absolute or len(absolute) > MAX_ADDRESS:
            return None
        scheme = _SCHEME.match(absolute)
        return absolute if scheme is None or scheme[1].lower() in schemes else None


def _join(base: str, address: str) -> str | None:
    try:
        return urljoin(base, address.strip(_ENDS).translate(_LINE_BREAKS)).strip()
    except ValueError:
        return None
