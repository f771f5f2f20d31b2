"""The address and the alternative text of a picture, video or player."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from .whitespace import collapse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .page import Page

_SOURCE_ATTRIBUTES = ("src", "data-src", "data-original", "data-lazy-src", "data", "srcset", "data-srcset")
SOURCE_TAGS = frozenset(("img", "source", "embed"))
MAX_SOURCES = 20
"""Inner elements of a picture or player that are looked at."""
_ALT_ATTRIBUTES = ("alt", "title", "aria-label")


def read_object(own: Mapping[str, str], inside: list[tuple[str, Mapping[str, str]]], index: int, page: Page) -> None:
    """Take a picture, video or player; the address may stand on an inner ``source`` or ``img``.

    ``own`` are its attributes, ``inside`` the tags and attributes of what is in it, ``index`` is its number.
    """
    candidates = [own, *islice((attrs for tag, attrs in inside if tag in SOURCE_TAGS), MAX_SOURCES)]
    page.objects.append(index)
    page.object_urls.append(_first_attribute(candidates, _SOURCE_ATTRIBUTES))
    page.object_alts.append(collapse(_first_attribute(candidates, _ALT_ATTRIBUTES)))


def _first_attribute(elements: list[Mapping[str, str]], names: tuple[str, ...]) -> str:
    for name in names:
        for element in elements:
            value = element.get(name)
            if value and (value := value.strip()) and not value.startswith("data:"):
                return value.split()[0] if name.endswith("srcset") else value
    return ""
