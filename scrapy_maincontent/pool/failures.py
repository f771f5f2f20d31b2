"""Why no answer came for a page that was handed to extraction."""

from __future__ import annotations

from enum import StrEnum

from .errors import PageTimeout, WorkerDied


class Failure(StrEnum):
    """The page was handed to extraction, and no answer came."""

    TIMEOUT = "timeout"
    WORKER_DIED = "worker_died"
    MEMORY = "memory"
    ERROR = "error"


_FAILURES: tuple[tuple[type[Exception], Failure], ...] = (
    (PageTimeout, Failure.TIMEOUT),
    (WorkerDied, Failure.WORKER_DIED),
    (MemoryError, Failure.MEMORY),
)


def failure_of(error: Exception) -> Failure:
    """Return the reason that an exception stands for."""
    return next((reason for kind, reason in _FAILURES if isinstance(error, kind)), Failure.ERROR)
