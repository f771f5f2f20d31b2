"""Extraction of a Scrapy response in a callback, and the encoding that a response declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .methods import DEFAULT_METHOD
from .result import Extraction
from .settings import RESULT_KEY

if TYPE_CHECKING:
    from scrapy.http import Response

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([^\s\"';,]+)", re.IGNORECASE)


def declared_encoding(response: Response) -> str | None:
    """Return the encoding that a response was built with, or the label that its header names; None where neither is.

    ``response.encoding`` would go on to detect one, which takes many milliseconds for a page that declares none, and
    which the extractor does better.
    """
    # No public attribute tells an encoding given by whoever built the response from one that was detected.
    given: str | None = getattr(response, "_encoding", None)
    if given:
        return given
    return charset_in(response.headers.get(b"Content-Type") or b"")


def charset_in(content_type: bytes) -> str | None:
    """Return the charset that a Content-Type header names, as it stands there."""
    named = _CHARSET.search(content_type)
    return named[1].decode("latin-1") if named else None


def extract_response(
    response: Response, *, method: str | None = None, formats: tuple[str, ...] = ("text",), **options: Any
) -> Extraction:
    """Return the main content of a response, for use in callbacks.

    What the downloader middleware has extracted is returned as it is where it holds the ``formats`` and was made by
    the ``method`` (None: by any); otherwise the page is extracted here and now, in the crawl's own thread. ``options``
    are those of `scrapy_maincontent.extract`; with any of them the page is always extracted anew.

    Raises:
        ValueError: no such method or format.
    """
    if not options:
        result = response.request.meta.get(RESULT_KEY) if response.request is not None else None
        if isinstance(result, Extraction) and _answers(result, method, formats):
            return result
    # A crawl with workers gets along without the extractor, and what it imports, in its own process.
    from .extraction import extract

    options.setdefault("encoding", declared_encoding(response))
    return extract(response.body, response.url, method=method or DEFAULT_METHOD, formats=formats, **options)


def _answers(result: Extraction, method: str | None, formats: tuple[str, ...]) -> bool:
    """Return True if a result is what is asked for; one without a method holds nothing but a reason."""
    if result.method is None or method not in (None, result.method):
        return False
    return all(getattr(result, name, None) is not None for name in formats)
