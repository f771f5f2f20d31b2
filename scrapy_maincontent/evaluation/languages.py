"""The language of an annotated page, to show measures by language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..corpus.annotated import AnnotatedPage

UNKNOWN = "unknown"
_READ = 20_000
"""Bytes from a page's start in which its root element is looked for."""
_LANGUAGE = re.compile(rb"""<html\b[^>]{0,4000}?[\s"']lang\s*=\s*["']?\s*([a-zA-Z]{2,3})\b""", re.IGNORECASE)


def language_of(page: AnnotatedPage) -> str:
    """Return the language that the annotation names, or else the page's own root element; `UNKNOWN` without either.

    Only the language counts, not the country: "pt" for "pt-BR".
    """
    if page.language:
        return page.language.split("-")[0].lower()
    found = _LANGUAGE.search(page.html()[:_READ])
    return found[1].decode().lower() if found else UNKNOWN
