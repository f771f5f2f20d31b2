"""Addresses compared: the same page in another spelling, the same site."""

from __future__ import annotations

from urllib.parse import urlsplit

from w3lib.url import canonicalize_url

FILES = "file"
"""Scheme of addresses without a host."""


def canonical(url: str) -> str:
    """Return an address in a form that all its spellings share; one that can't be read as it is."""
    try:
        return canonicalize_url(url)
    except ValueError:
        return url


def same_site(one: str, other: str) -> bool:
    """Tell whether two addresses are on one host and port, whatever their scheme, or are both of files."""
    return _host(one) == _host(other) != ""


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        return parts.netloc.lower() or (FILES if parts.scheme == FILES else "")
    except ValueError:
        return ""
