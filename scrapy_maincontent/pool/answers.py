"""Answers on their way to those who wait for them, several at a time."""

from __future__ import annotations

import pickle
import time
from typing import TYPE_CHECKING, Any

from .errors import PoolError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

HOLD = 0.02
"""Seconds for which an answer may be held."""


class Answers:
    """Results that are held until they are handed over together.

    A crawl that is woken for each page finds the processor's caches full of what the workers did meanwhile, and asks
    for the next page alone. Woken for several pages, it takes a good deal less time for each. So does unpickling, which
    waits until then. ``due`` is when the first one has to be handed over, on the clock of `time.monotonic`; None
    without any.
    """

    def __init__(self) -> None:
        self._held: list[tuple[Future[Any], bytes]] = []
        self.due: float | None = None

    def add(self, future: Future[Any], pickled: bytes) -> None:
        """Hold a pickled result."""
        self._held.append((future, pickled))
        if self.due is None:
            self.due = time.monotonic() + HOLD

    def hand_over(self) -> None:
        """Give every future its result, or a `PoolError` where it can't be unpickled."""
        held, self._held, self.due = self._held, [], None
        # All of them before the first is handed over: whoever it wakes wants the interpreter at once.
        for give, value in [_outcome(future, pickled) for future, pickled in held]:
            give(value)


def _outcome(future: Future[Any], pickled: bytes) -> tuple[Callable[[Any], None], Any]:
    try:
        return future.set_result, pickle.loads(pickled)  # noqa: S301 - from a worker of our own
    except Exception as error:
        return future.set_exception, PoolError(f"the result can't be unpickled: {error!r}")
