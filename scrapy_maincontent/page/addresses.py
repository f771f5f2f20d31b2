"""Addresses taken apart as text: origin, host and site. What a page's links lead to is `page.head.Addresses`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_ORIGIN = re.compile(r"https?://[^/?#]*")
WEB = ("http://", "https://")
"""What addresses of the web begin with, in lower case; no other one is asked for."""


def origin(url: str) -> str:
    """Return scheme and host of an address as they are written, "" where there is none."""
    match = _ORIGIN.match(url)
    return match[0] if match else ""


def host_of(url: str) -> str:
    """Return the host that an address names, in lower case; "" where it names none, or cannot be read."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def bare_host(url: str) -> str:
    """Return host and port of an absolute address in lower case and without "www.", "" where there is none."""
    return origin(url).partition("://")[2].lower().removeprefix("www.")


def site_of(url: str) -> str:
    """Return what is registered of a host, roughly: its last two labels; "" where there is none."""
    host = origin(url).rpartition("/")[2].rpartition("@")[2].partition(":")[0]
    return ".".join(host.lower().split(".")[-2:])
