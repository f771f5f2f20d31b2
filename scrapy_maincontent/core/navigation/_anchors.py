"""The places on a page that fragments lead to."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..page import Page

MAX_ELEMENTS = 100_000
"""Elements whose ids are read."""


def anchors(page: Page) -> dict[str, int]:
    """Return the elements that fragments lead to, by id or, for an ``a``, by name; the first of a name counts."""
    found: dict[str, int] = {}
    for element, own in enumerate(islice(page.attrs, MAX_ELEMENTS)):
        if "id" in own:
            found.setdefault(own["id"], element)
        if "name" in own and page.tags[element] == "a":
            found.setdefault(own["name"], element)
    return found
