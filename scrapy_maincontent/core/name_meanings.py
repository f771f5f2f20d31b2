"""What class and id attributes say, one by one: the bits of `name_words`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .memo import Memo
from .name_words import INSIDE, JOINED

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_NAME = 200
"""Characters of a class or id attribute that are read; utility-first style sheets write long ones that say little."""

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
_CASED_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def class_says(own: Mapping[str, str]) -> int:
    """Return what an element's class says of navigation."""
    return MEANINGS[own.get("class", "")[:MAX_NAME]]


def words_in(name: str) -> list[str]:
    """Return the words of a name in lower case, cut at changes of case: "HTMLBody" is "html" and "body"."""
    return [part.lower() for part in _CASED_PART.findall(name)]


def _read_parts(parts: list[str]) -> int:
    """Return what a name says by its words in lower case; up to three neighbouring ones are read together."""
    found = 0
    before = second_before = ""
    for word in parts:
        pair = before + word
        if word in JOINED:
            found |= JOINED[word]
        if before and pair in JOINED:
            found |= JOINED[pair]
        if second_before and second_before + pair in JOINED:
            found |= JOINED[second_before + pair]
        second_before, before = before, word
    return found


def _read_single(name: str) -> int:
    """Return what one class name says."""
    found = _read_parts([part.lower() for part in _PART.findall(name)])
    lowered = name.lower()
    for inside, bits in INSIDE:
        if inside in lowered:
            found |= bits
    return found


def _read_name(name: str) -> int:
    """Return what a class attribute says: what its single names say."""
    found = 0
    for single in name.split():
        found |= _SINGLE[single]
    return found


_SINGLE = Memo(_read_single)
MEANINGS = Memo(_read_name)
"""What a class or id attribute says of navigation, by the attribute's value.

The value must be no longer than `MAX_NAME`; cut it first.
"""
