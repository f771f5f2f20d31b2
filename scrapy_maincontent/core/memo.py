"""Answers that are kept, since pages of one site say the same things again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Answer = TypeVar("Answer")

SIZE = 1 << 13
"""Answers kept of one question; then all are forgotten, which costs less than to tell old ones from new ones."""


class Memo(dict[str, int]):
    """Answers of a function of a short text: ``memo[text]``, faster than a call where the answer is known.

    Texts must be cut by the caller, so that the memo stays small.
    """

    def __init__(self, ask: Callable[[str], int], size: int = SIZE) -> None:
        super().__init__()
        self._ask = ask
        self._size = size

    def __missing__(self, text: str) -> int:
        if len(self) >= self._size:
            self.clear()
        answer = self[text] = self._ask(text)
        return answer


def keep(memo: dict[str, Answer], new: Mapping[str, Answer], size: int = SIZE) -> None:
    """Keep new answers in a memo of bounded size."""
    if len(memo) + len(new) > size:
        memo.clear()
    if len(new) <= size:
        memo.update(new)
