"""What class names, ids and roles say: each distinct string is understood once and remembered across pages."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_MAX_LENGTH = 200
"""Characters of a class string that are read; utility-first style sheets write long ones that say little."""
_REMEMBERED = 50_000


@cache
def categories() -> tuple[str, ...]:
    """Return the names of the categories; category i is bit i of `category_bits`."""
    return tuple(_words())


def element_bits(attrs: Mapping[str, str]) -> int:
    """Return the categories that an element's class, id and role name, as bits."""
    bits = category_bits(attrs["class"]) if "class" in attrs else 0
    if "id" in attrs:
        bits |= category_bits(attrs["id"])
    if "role" in attrs:
        bits |= category_bits(attrs["role"])
    return bits


@lru_cache(maxsize=_REMEMBERED)
def category_bits(name: str) -> int:
    """Return the categories that a string of names belongs to, as bits."""
    bits = 0
    for part in name[:_MAX_LENGTH].split():
        bits |= _name_bits(part)
    return bits


@lru_cache(maxsize=_REMEMBERED)
def _name_bits(name: str) -> int:
    """Return the categories of one name; the same names come again on other sites."""
    bits = 0
    table = _bits_by_word()
    for part in _PART.findall(name):
        bits |= table.get(part.lower(), 0)
    return bits


@cache
def _words() -> dict[str, list[str]]:
    text = resources.files(__package__).joinpath("words/classes.toml").read_text("utf-8")
    words: dict[str, list[str]] = tomllib.loads(text)
    return words


@cache
def _bits_by_word() -> dict[str, int]:
    table: dict[str, int] = {}
    for bit, words in enumerate(_words().values()):
        for word in words:
            table[word] = table.get(word, 0) | 1 << bit
    return table
