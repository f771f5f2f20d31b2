"""What short strings mean: class names, phrases of many languages, lines such as datelines and bylines.

Strings in, bits and kinds out; the words themselves are TOML files beside the modules.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

UNREAD = -1
"""Stands for the bits of a text that a `Reader` leaves to others: of letters that it does not know, or very long."""
LONGEST_KEY = 1000
"""Characters of the longest key that is kept where keys have a length: longer ones come once, and cost memory."""


@cache
def read_words(name: str) -> dict[str, Any]:
    """Return what a TOML file of this folder holds."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text("utf-8"))


class Reader(Protocol):
    """Knows what short texts mean."""

    def read(self, texts: Sequence[str]) -> list[int]:
        """Return the bits of texts, `UNREAD` for those that are left to others."""


class Cache(dict[_Key, _Value]):
    """Values by key, at most ``size`` of them: ``cache[key]`` makes a value that is missing.

    ``make`` makes the value of a key; without it, `keep` is the only way in. ``length`` returns a key's characters;
    without it, keys must be cut by the caller. A full cache is emptied: to know what was used last would cost more.
    """

    def __init__(
        self,
        make: Callable[[_Key], _Value] | None = None,
        size: int = 1 << 16,
        length: Callable[[_Key], int] | None = None,
    ) -> None:
        super().__init__()
        self._make = make
        self._size = size
        self._length = length

    def __missing__(self, key: _Key) -> _Value:
        if self._make is None:
            raise KeyError(key)
        value = self._make(key)
        if len(self) >= self._size:
            self.clear()
        if self._length is None or self._length(key) <= LONGEST_KEY:
            self[key] = value
        return value

    def keep(self, new: Mapping[_Key, _Value]) -> None:
        """Keep values that were made together, unless there are more of them than fit."""
        if len(self) + len(new) > self._size:
            self.clear()
        if len(new) <= self._size:
            self.update(new)
