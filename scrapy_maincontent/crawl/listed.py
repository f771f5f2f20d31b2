"""Data of sitemaps and feeds about a page travel in its request's meta, and fill what the page does not declare."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scrapy import Request

    from ..result import Extraction

LISTED_KEY = "maincontent_listed"
"""Key of ``request.meta``: a dict of the page's ``url``, the ``source`` ("feed", "sitemap") and any of `FILLED`.

``sources`` name another source of some of these."""
FILLED = ("title", "authors", "date_published", "date_modified", "language", "keywords")
"""Attributes of a result that a list may fill."""


def listed(request: Request) -> Mapping[str, Any]:
    """Return the list data of a request's page, or nothing if it was copied from another request's meta."""
    facts = request.meta.get(LISTED_KEY)
    asked = (request.url, *(request.meta.get("redirect_urls") or ()))
    return facts if isinstance(facts, dict) and facts.get("url") in asked else {}


def merged(first: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return a page's data from two lists; the first one's values win."""
    added = {name: value for name, value in more.items() if not first.get(name)}
    sources = more.get("sources", {})
    new = {name: sources.get(name, more.get("source")) for name in FILLED if name in added}
    return {**first, **added, "sources": {**new, **first.get("sources", {})}}


def completed(result: Extraction, facts: Mapping[str, Any]) -> Extraction:
    """Return the result with the lists' data in fields that the page leaves empty; ``sources`` names the lists."""
    if result.method is None or not facts.get("source"):
        return result
    named = facts.get("sources") or {}
    found = {name: facts[name] for name in FILLED if facts.get(name) and not getattr(result, name)}
    if not found:
        return result
    sources = {**result.sources, **{name: named.get(name, facts["source"]) for name in found}}
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    return replace(result, **values, sources=sources)
