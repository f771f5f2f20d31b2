"""How many columns a text takes on a screen."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence

_REMEMBERED = 4096
_LAST_LATIN = "\u024f"
"""Latin letters, which end here, take one column in East Asian fonts as well."""
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_EAST_ASIAN_SHARE = 0.1
"""Share of East Asian characters from which a page is set in their fonts."""


@lru_cache(_REMEMBERED)
def columns_of(char: str, east_asian: bool) -> int:
    """Return the columns of a character: 2 for a full-width one, else 1.

    In East Asian fonts characters whose width Unicode calls ambiguous (arrows, circled digits, Cyrillic) take two; so
    do half-width kana, which `lynx` writes as full-width ones.
    """
    width = east_asian_width(char)
    if width in ("W", "F") or (east_asian and width == "H"):
        return 2
    return 2 if east_asian and width == "A" and not (char <= _LAST_LATIN and char.isalpha()) else 1


def columns(text: str, east_asian: bool) -> int:
    """Return the columns of a text."""
    return len(text) if text.isascii() else sum(columns_of(char, east_asian) for char in text)


def is_east_asian(texts: Sequence[str]) -> bool:
    """Tell whether a page's texts are to a good part Japanese, Chinese or Korean."""
    total = sum(map(len, texts))
    return sum(len(_EAST_ASIAN.findall(text)) for text in texts if not text.isascii()) > _EAST_ASIAN_SHARE * total


def fitting(text: str, free: int, east_asian: bool) -> str:
    """Return the part of a text that fits into some columns."""
    if text.isascii():
        return text[:free]
    for number, char in enumerate(text):
        free -= columns_of(char, east_asian)
        if free < 0:
            return text[:number]
    return text
