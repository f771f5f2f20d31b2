"""Progress bars with time left, where tqdm is installed (the extra ``cli``); silence where it is not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    T = TypeVar("T")


class Progress(Protocol):
    """Shows how far an iteration is."""

    def __call__(self, items: Sequence[T], what: str) -> Iterable[T]:
        """Return the items, to be gone through once."""


def bar(items: Sequence[T], what: str) -> Iterable[T]:
    """Show a bar on standard error when that is a terminal."""
    try:
        from tqdm import tqdm
    except ModuleNotFoundError:
        return items
    return cast("Iterable[T]", tqdm(items, desc=what, unit="", file=sys.stderr, disable=None))


def silent(items: Sequence[T], what: str) -> Iterable[T]:  # noqa: ARG001
    """Show nothing."""
    return items
