"""JSON-LD: the objects that a page declares, and what a shop declares as its product's description."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PRODUCTS = frozenset(("Product", "ProductGroup", "IndividualProduct", "ProductModel"))
"""Types of https://schema.org/Product and below."""
_SIGN = "Product"
"""Stands in every script that declares one; the others need not be read."""
_DESCRIPTION = "description"
_MARKUP = re.compile(r"<[^<>]{1,500}>")
MAX_VALUES = 20_000
"""Values that are looked at in one script."""


def product_description(scripts: Sequence[str]) -> str | None:
    """Return the description of a page's product as plain text.

    ``None`` where JSON-LD declares none, or several: a page of many products is a list. Bad JSON is passed over.
    """
    found: set[str] = set()
    for script in scripts:
        if _SIGN in script:
            found.update(_descriptions(script))
    return found.pop() if len(found) == 1 else None


def objects(script: str) -> Iterator[dict[str, Any]]:
    """Yield every object of a JSON-LD script, wherever it stands in it; nothing where the JSON is bad."""
    try:
        # Line breaks in strings are common, though JSON knows none.
        values: list[Any] = [json.loads(script, strict=False)]
    except (ValueError, RecursionError):
        return
    for _ in range(MAX_VALUES):
        if not values:
            return
        value = values.pop()
        if isinstance(value, list):
            values += value
        elif isinstance(value, dict):
            yield value
            values += value.values()


def is_type(value: dict[str, Any], types: frozenset[str]) -> bool:
    """Tell whether an object is of one of some types."""
    return not types.isdisjoint(map(str, _listed(value.get("@type"))))


def plain(text: str) -> str:
    """Return a text without markup, which shops put in: as it is, or with its brackets escaped."""
    return " ".join(unescape(_MARKUP.sub(" ", unescape(text))).split())


def _descriptions(script: str) -> Iterator[str]:
    for value in objects(script):
        description = value.get(_DESCRIPTION)
        if isinstance(description, str) and is_type(value, _PRODUCTS):
            yield plain(description)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
