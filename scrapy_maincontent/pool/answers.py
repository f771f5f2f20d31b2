"""Answers on their way to those who wait for them, several at a time."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from concurrent.futures import Future

HOLD = 0.02
"""Seconds for which an answer may be held."""


class Answers:
    """Results that are held until they are handed over together.

    A crawl that is woken for each page finds the processor's caches full of what the workers did meanwhile, and asks
    for the next page alone. Woken for several pages, it takes a good deal less time for each. ``due`` is when the first
    one has to be handed over, on the clock of `time.monotonic`; None without any.
    """

    def __init__(self) -> None:
        self._held: list[tuple[Future[Any], Any]] = []
        self.due: float | None = None

    def add(self, future: Future[Any], result: object) -> None:
        """Hold a result."""
        self._held.append((future, result))
        if self.due is None:
            self.due = time.monotonic() + HOLD

    def hand_over(self) -> None:
        """Give every future its result."""
        held, self._held, self.due = self._held, [], None
        for future, result in held:
            future.set_result(result)
