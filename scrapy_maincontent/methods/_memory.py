"""What is made once for a string and remembered across pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
REMEMBERED = 20_000
"""Values that are kept."""
LONGEST_KEY = 1000
"""Characters of the longest key that is remembered; longer ones come once, to cost memory."""


class Memory(dict[_Key, _Value]):
    """Values by key, each made when it is first asked for.

    A memory that is full is emptied, which costs less than knowing what was used last.
    """

    def __init__(self, make: Callable[[_Key], _Value], length: Callable[[_Key], int]) -> None:
        """``make`` makes the value of a key, ``length`` tells how many characters a key has."""
        super().__init__()
        self._make = make
        self._length = length

    def __missing__(self, key: _Key) -> _Value:
        value = self._make(key)
        if len(self) >= REMEMBERED:
            self.clear()
        if self._length(key) <= LONGEST_KEY:
            self[key] = value
        return value
