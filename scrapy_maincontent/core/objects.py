"""The address and the alternative text of a picture, video or player."""

from __future__ import annotations

from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING

from .whitespace import collapse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .page import Page

SOURCE_ATTRIBUTES = ("data-src", "data-original", "data-lazy-src", "data-delayed-url", "src", "data")
"""Those of pictures that are loaded late come first: their ``src`` is a stand-in."""
_SET_ATTRIBUTES = ("srcset", "data-srcset", "data-lazy-srcset")
_MAX_SET = 4000
"""Characters of a set of addresses that are read."""
SOURCE_TAGS = frozenset(("img", "source", "embed"))
MAX_SOURCES = 20
"""Inner elements of a picture or player that are looked at."""
ALT_ATTRIBUTES = ("alt", "title", "aria-label")


def read_object(own: Mapping[str, str], inside: list[tuple[str, Mapping[str, str]]], index: int, page: Page) -> None:
    """Take a picture, video or player; the address may stand on an inner ``source`` or ``img``.

    ``own`` are its attributes, ``inside`` the tags and attributes of what is in it, ``index`` is its number.
    """
    candidates = [own, *islice((attrs for tag, attrs in inside if tag in SOURCE_TAGS), MAX_SOURCES)]
    page.objects.append(index)
    page.object_urls.append(_first_attribute(candidates, SOURCE_ATTRIBUTES) or largest(candidates))
    page.object_alts.append(collapse(_first_attribute(candidates, ALT_ATTRIBUTES)))


def _first_attribute(elements: list[Mapping[str, str]], names: tuple[str, ...]) -> str:
    for name in names:
        for element in elements:
            value = element.get(name)
            if value and (value := value.strip()) and not value.startswith("data:"):
                return value
    return ""


def largest(elements: list[Mapping[str, str]]) -> str:
    """Return the widest or densest address of the first set that has one."""
    for name in _SET_ATTRIBUTES:
        for element in elements:
            found = [each for each in _candidates(element.get(name, "")) if not each[1].startswith("data:")]
            if found:
                return max(found, key=itemgetter(0))[1]
    return ""


def _candidates(value: str) -> Iterator[tuple[float, str]]:
    """Yield the sizes and addresses of a set: "a.jpg 400w, b.jpg 800w"; a size that is left out is 1."""
    url = ""
    for token in value[:_MAX_SET].split():
        if not url:
            url = token.rstrip(",")
            if url == token:
                continue
            size, behind = "", ""
        else:
            size, _, behind = token.partition(",")
        if url:
            yield _size(size), url
        url = behind
    if url:
        yield 1.0, url


def _size(descriptor: str) -> float:
    try:
        return float(descriptor.rstrip("wx") or 1)
    except ValueError:
        return 1.0
