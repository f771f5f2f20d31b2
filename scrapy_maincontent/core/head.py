"""What a document says about itself, in its head and in JSON-LD."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .whitespace import collapse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .page import Page


JSON_LD = "application/ld+json"
MAX_JSON_LD = 50
"""Scripts that are kept of one page."""
MAX_JSON_LD_LENGTH = 500_000
"""Characters of a script; a longer one is left out, since half of it is no JSON."""

MAX_BASE = 500
"""Characters of a ``base``; it becomes a part of every relative address."""


def tells(name: str, own: Mapping[str, str]) -> bool:
    """Tell whether such an element may tell anything: a script does that holds JSON-LD."""
    return name != "script" or own.get("type", "").strip().lower() == JSON_LD


def read_head(name: str, own: Mapping[str, str], texts: list[str], page: Page) -> None:
    """Take what an element ``title``, ``meta``, ``base``, ``link`` or ``script`` says; the first of each kind counts.

    ``own`` are its attributes, ``texts`` is what stands in it. Of scripts all count that hold JSON-LD.
    """
    if name == "title":
        page.head_title = page.head_title or collapse("".join(texts))
    elif name == "meta":
        key = own.get("name") or own.get("property") or own.get("itemprop")
        if key:
            page.metas.setdefault(key.strip().lower(), own.get("content", "").strip())
    elif name == "base":
        href = own.get("href", "").strip()
        if len(href) <= MAX_BASE:
            page.base_href = page.base_href or href
    elif name == "script":
        if tells(name, own) and len(page.json_ld) < MAX_JSON_LD and sum(map(len, texts)) <= MAX_JSON_LD_LENGTH:
            page.json_ld.append("".join(texts))
    elif own.get("href"):
        for relation in own.get("rel", "").lower().split():
            page.head_links.setdefault(relation, own.get("href", ""))
