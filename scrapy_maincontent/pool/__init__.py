"""Killable workers: a page that hangs, crashes or eats memory costs itself and nothing else.

Each worker is a spawned process on its own pipe and holds one page at a time. One thread drives them all, so that
neither asyncio nor a reactor is needed. `concurrent.futures.ProcessPoolExecutor` does not do: one worker that dies
breaks every pending future, and a time-out frees nobody.
"""

from __future__ import annotations

import threading
import weakref
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from .driver import Driver, Page
from .errors import PageTimeout, PoolClosed, PoolError, PoolUnavailable, WorkerDied
from .inline import default_workers, inline_reason
from .worker import WorkerOptions

if TYPE_CHECKING:
    from typing import Self

__all__ = [
    "PageTimeout",
    "Pool",
    "PoolClosed",
    "PoolError",
    "PoolUnavailable",
    "WorkerDied",
    "acquire",
    "default_workers",
    "inline_reason",
]

MAX_PAGES = 5_000
"""Pages after which a worker is replaced, against leaks too slow for the memory limit to see."""
MAX_MEMORY = 500_000_000
"""Resident bytes past which a worker is replaced after its page."""
HARD_MEMORY = 1_400_000_000
"""Bytes that a page may add to a worker; with those of the worker itself it stays below 1.5 GB."""
START_LIMIT = 30.0
"""Seconds within which a worker has to be ready."""


class Pool:
    """Calls one function in other processes, each call with a time limit and a memory limit of its own.

    ``task`` is "package.module:function", imported in the workers, and ``warm`` likewise a function without arguments
    that each worker calls once before it is ready (to load a model, say). Workers are started when pages wait and
    none is idle, up to ``workers``. A page may take ``timeout`` seconds from the moment a ready worker gets it.

    After ``max_pages`` pages, or with more than ``max_memory`` bytes resident, a worker is replaced between two pages.
    A page that wants more than ``hard_memory`` bytes on top of the ready worker's fails with MemoryError (where the
    system can limit that: not on macOS and Windows). A worker that is not ready within ``start_limit`` seconds, or
    three that end while they start, make the pool unavailable.

    Raises:
        ValueError: ``workers`` is below 1, a limit is not above 0, or a function is not given as "module:function".
    """

    def __init__(
        self,
        task: str,
        *,
        workers: int,
        timeout: float,
        max_pages: int = MAX_PAGES,
        max_memory: int = MAX_MEMORY,
        hard_memory: int = HARD_MEMORY,
        warm: str | None = None,
        start_limit: float = START_LIMIT,
    ) -> None:
        if min(workers, max_pages) < 1 or not min(timeout, max_memory, hard_memory, start_limit) > 0:
            raise ValueError("workers and max_pages must be at least 1, the other limits above 0")
        for path in (task, warm):
            if path is not None and not all(path.partition(":")):
                raise ValueError(f"{path!r} is not of the form 'package.module:function'")
        options = WorkerOptions(task, warm, timeout, max_pages, max_memory, hard_memory)
        self._users = 1
        self._driver = Driver(options, workers, start_limit)
        # The driver's thread does not know the pool, so a forgotten pool is collected and its workers end.
        weakref.finalize(self, self._driver.close).atexit = False

    def submit(self, *args: object, **kwargs: object) -> Future[Any]:
        """Call the task with these arguments in a worker. Never blocks, and may be called in any thread.

        The future gets what the task returns or raises, or else: `PageTimeout`, `WorkerDied`, `PoolClosed`,
        `PoolUnavailable`, or a plain `PoolError` for what can't be pickled. It can be cancelled until a worker has the
        page. Its callbacks run in the thread that drives the pool: keep them short.
        """
        future: Future[Any] = Future()
        self._driver.submit(Page(future, args, kwargs))
        return future

    def close(self) -> None:
        """Kill the workers and fail what is pending with `PoolClosed`, within a few seconds. May be called again."""
        self._driver.close()

    def release(self) -> None:
        """Say that one user (see `acquire`) is done with the pool; the last one closes it."""
        with _shared_lock:
            self._users -= 1
            last = self._users <= 0
        if last:
            self.close()

    @property
    def restarts(self) -> int:
        """How many workers were killed, died or did not start; not those replaced as `max_pages` or memory ask."""
        return self._driver.crew.restarts

    @property
    def warmed(self) -> Any:
        """What ``warm`` returned in the worker that was the last to get ready; None before any is."""
        return self._driver.crew.warmed

    @property
    def usable(self) -> bool:
        """Whether the pool takes pages: it is not closed, can start workers, and was made in this process."""
        return self._driver.usable

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_shared: weakref.WeakValueDictionary[tuple[object, ...], Pool] = weakref.WeakValueDictionary()
_shared_lock = threading.Lock()


def acquire(task: str, *, workers: int, timeout: float, **options: Any) -> Pool:
    """Return this process's pool with just these options (those of `Pool`), a new one where there is none.

    Every call asks for one `Pool.release`.
    """
    key = (task, workers, timeout, *sorted(options.items()))
    with _shared_lock:
        pool = _shared.get(key)
        if pool is not None and pool.usable and pool._users > 0:
            pool._users += 1
        else:
            pool = _shared[key] = Pool(task, workers=workers, timeout=timeout, **options)
        return pool
