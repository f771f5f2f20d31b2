"""Why a page has no extraction: the words that stand in ``emptyReason`` and in the stats."""

from __future__ import annotations

from enum import StrEnum


class Skip(StrEnum):
    """The page was not handed to extraction."""

    DISABLED = "disabled"
    """The request says so, or `MAINCONTENT_DEFAULT` is False and the request does not ask."""
    NO_CALLBACK = "no_callback"
    """robots.txt, media and inline downloads, where the request does not ask."""
    NOT_HTML = "not_html"
    STATUS = "status"
    """The status is none of `MAINCONTENT_HTTP_CODES`."""
    EMPTY = "empty"
    """The body has no bytes."""
    TOO_LARGE = "too_large"
    """The body has more bytes than `MAINCONTENT_MAX_BYTES`."""
