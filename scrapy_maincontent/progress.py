"""Progress bars with time left, where tqdm is installed (the extra ``cli``); silence where it is not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

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


class ByteBar:
    """A bar over bytes, or what else is counted, with rate and time left; a context manager."""

    def __init__(self, total: int, start: int, what: str, unit: str = "B") -> None:
        self._bar = None
        try:
            from tqdm import tqdm
        except ModuleNotFoundError:
            return
        self._bar = tqdm(
            total=total, initial=start, desc=what, unit=unit, unit_scale=unit == "B", file=sys.stderr, disable=None
        )

    def reach(self, position: int) -> None:
        """Move the bar to a position."""
        if self._bar is not None and not self._bar.disable:
            self._bar.update(position - self._bar.n)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


class CountBar:
    """A line with counts and a rate, for work whose end is not known; a context manager."""

    def __init__(self, what: str, unit: str) -> None:
        self._bar = None
        try:
            from tqdm import tqdm
        except ModuleNotFoundError:
            return
        self._bar = tqdm(desc=what, unit=unit, file=sys.stderr, disable=None)

    def step(self, **counts: int) -> None:
        """Count one more, and show other counts behind it."""
        if self._bar is not None and not self._bar.disable:
            self._bar.set_postfix(counts, refresh=False)
            self._bar.update()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
