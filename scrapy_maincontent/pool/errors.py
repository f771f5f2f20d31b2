"""What can go wrong with a page in the pool, other than an exception of the task itself."""

from __future__ import annotations


class PoolError(Exception):
    """A page has no result because of the pool; also what stands for an exception that can't leave its worker."""


class PageTimeout(PoolError):
    """The page used up its seconds; its worker was killed."""


class WorkerDied(PoolError):
    """The page's worker ended: killed, crashed or out of memory.

    ``exitcode`` is that of `multiprocessing.Process`: negative for a signal, None where it is not known.
    """

    def __init__(self, message: str, exitcode: int | None = None) -> None:
        super().__init__(message)
        self.exitcode = exitcode


class PoolClosed(PoolError):
    """The pool was closed before the page had its result."""


class PoolUnavailable(PoolError):
    """No worker can be started in this process."""
