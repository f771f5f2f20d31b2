"""What a document says about itself, in its head."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .whitespace import collapse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .page import Page


def read_head(name: str, own: Mapping[str, str], texts: list[str], page: Page) -> None:
    """Take what an element ``title``, ``meta``, ``base`` or ``link`` says; the first of each kind counts.

    ``own`` are its attributes, ``texts`` is what stands in it.
    """
    if name == "title":
        page.head_title = page.head_title or collapse("".join(texts))
    elif name == "meta":
        key = own.get("name") or own.get("property") or own.get("itemprop")
        if key:
            page.metas.setdefault(key.strip().lower(), own.get("content", "").strip())
    elif name == "base":
        page.base_href = page.base_href or own.get("href", "").strip()
    elif own.get("href"):
        for relation in own.get("rel", "").lower().split():
            page.head_links.setdefault(relation, own.get("href", ""))
