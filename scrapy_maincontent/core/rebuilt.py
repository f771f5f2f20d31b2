"""Dataclasses that are pickled as a call of their class."""

from __future__ import annotations

from typing import Any, ClassVar


class Rebuilt:
    """Base of a dataclass that is unpickled by calling it with its fields.

    What a frozen dataclass with slots does of itself asks for its fields by name, one by one, each time: a result has
    several of them, and reading them would take longer than reading all the rest.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the class and its fields."""
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])
