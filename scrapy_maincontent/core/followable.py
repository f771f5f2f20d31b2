"""Addresses that a spider may follow: what a result calls the next page or a step of the trail is asked for."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_PLAIN = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]{1,4})?(?:[/?#]|\Z)")
"""The beginning of an address that needs no closer look."""
_SCHEMES = frozenset(("", "http", "https"))
_FILE = "file"


def followable(address: str | None, own: str | None) -> str | None:
    """Return an address, ``None`` where it cannot be read or leads neither to the web nor, from a file, to a file.

    ``own`` is the page's own address. A page of the web must not lead a spider to the machine's files.
    """
    if address is None or _PLAIN.match(address):
        return address
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises where it is none
        is_local = parts.scheme == _FILE and urlsplit(own or "").scheme == _FILE
    except ValueError:
        return None
    return address if parts.scheme in _SCHEMES or is_local else None
