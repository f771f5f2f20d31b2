"""Killable workers: a call goes in, a future of its result comes out; a page that hangs or crashes costs itself alone.

`Pool` calls any function; `extract_in_order` sends pages through it to be extracted. Each worker is a spawned process
on its own pipe and holds one page at a time. One thread drives them all, so that neither asyncio nor a reactor is
needed. `concurrent.futures.ProcessPoolExecutor` does not do: one worker that dies breaks every pending future, and a
time-out frees nobody.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..result import Extraction
from .driver import Driver, default_workers, inline_reason
from .messages import PageTimeout, PoolClosed, PoolError, PoolUnavailable, WorkerDied, failure_of
from .worker import Job, WorkerOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
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
"""Seconds within which a worker has to be ready, when it is tried for the first time."""
PATIENCE = 600.0
"""Seconds that pages wait for a worker while none can be started."""
TIMEOUT = 10.0
"""Seconds for a page, after which its worker is killed."""
SOFT_SHARE = 0.8
"""Share of the time limit after which a worker stops by itself and hands back what it has, before it is killed."""
TASK = "scrapy_maincontent.extraction:extract_complete"
CRAWL_TASK = "scrapy_maincontent.extraction:extract_in_crawl"
WARM = "scrapy_maincontent.extraction:warm"
_AHEAD = 4
"""Pages handed to each worker ahead of time."""

T = TypeVar("T")


class Pool:
    """Calls one function in other processes, each call with a time limit and a memory limit of its own.

    ``task`` is "package.module:function", imported in the workers, and ``warm`` likewise a function without arguments
    that each worker calls once before it is ready (to load a model, say). Workers are started when pages wait and
    none is idle, up to ``workers``. A page may take ``timeout`` seconds from the moment a ready worker gets it.

    After ``max_pages`` pages, or with more than ``max_memory`` bytes resident, a worker is replaced between two pages.
    A page that wants more than ``hard_memory`` bytes on top of the ready worker's fails with MemoryError (where the
    system can limit that: not on macOS and Windows). A page whose worker is killed or crashes is tried once more.

    A start that failed, or took more than ``start_limit`` seconds, is tried again for ever, after a pause and with a
    limit that grow. Pages wait meanwhile; those that wait when there has been no worker for ``patience`` seconds fail
    with `PoolUnavailable`, and so do later ones until a start succeeds.

    Raises:
        ValueError: ``workers`` is below 1, a limit is not above 0, ``patience`` is negative, or a function is not
            given as "module:function".
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
        patience: float = PATIENCE,
    ) -> None:
        limits = (timeout, max_memory, hard_memory, start_limit)
        if min(workers, max_pages) < 1 or not min(limits) > 0 or not patience >= 0:
            raise ValueError("workers and max_pages must be at least 1, patience at least 0, other limits above 0")
        for path in (task, warm):
            if path is not None and not all(path.partition(":")):
                raise ValueError(f"{path!r} is not of the form 'package.module:function'")
        options = WorkerOptions(task, warm, timeout, max_pages, max_memory, hard_memory)
        self._users = 1
        self._driver = Driver(options, workers, start_limit, patience)
        # The driver's thread does not know the pool, so a forgotten pool is collected and its workers end.
        weakref.finalize(self, self._driver.close).atexit = False

    def submit(self, *args: object, **kwargs: object) -> Future[Any]:
        """Call the task with these arguments in a worker. Never blocks, and may be called in any thread.

        The future gets what the task returns or raises, or else: `PageTimeout`, `WorkerDied`, `PoolClosed`,
        `PoolUnavailable`, or a plain `PoolError` for what can't be pickled. It can be cancelled until a worker has the
        page. Its callbacks run in the thread that drives the pool: keep them short.
        """
        future: Future[Any] = Future()
        self._driver.submit(Job(future, args, kwargs))
        return future

    def call(self, function: Callable[..., T], *args: object) -> Future[T]:
        """Call another function in a worker, one that a module has under its name; as `submit` in all else."""
        future: Future[T] = Future()
        self._driver.submit(Job(future, args, {}, function))
        return future

    def give_up(self) -> None:
        """Fail the pages that wait now with `PoolUnavailable`, if no worker can be started at the moment."""
        self._driver.give_up()

    def close(self) -> None:
        """Kill the workers and fail what is pending with `PoolClosed`, within a few seconds. May be called again."""
        self._driver.close()

    def release(self) -> None:
        """Give the pool back (see `acquire`); the last user's call closes it."""
        with _shared_lock:
            self._users -= 1
            last = self._users <= 0
        if last:
            self.close()

    @property
    def restarts(self) -> int:
        """How many workers were killed, died or did not start; not those replaced for ``max_pages`` or memory."""
        return self._driver.restarts

    @property
    def failed_starts(self) -> int:
        """How many workers did not start."""
        return self._driver.starts.count

    @property
    def stalled(self) -> bool:
        """Whether pages have to wait because the last start failed and no other worker is ready."""
        return self._driver.starts.stalled is not None

    @property
    def waited(self) -> float:
        """For how many seconds the pool was stalled, over all times."""
        return self._driver.starts.waited

    @property
    def warmed(self) -> Any:
        """What ``warm`` returned in the worker that was the last to get ready; None before any is."""
        return self._driver.warmed

    @property
    def usable(self) -> bool:
        """Whether the pool takes pages: it is not closed, may start workers, and was made in this process."""
        return self._driver.usable

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_shared: weakref.WeakValueDictionary[tuple[object, ...], Pool] = weakref.WeakValueDictionary()
_shared_lock = threading.Lock()


def acquire(task: str, *, workers: int, timeout: float, **options: Any) -> Pool:
    """Return this process's pool with just these options (those of `Pool`), a new one where there is none.

    Every call needs one `Pool.release`.
    """
    key = (task, workers, timeout, *sorted(options.items()))
    with _shared_lock:
        pool = _shared.get(key)
        if pool is not None and pool.usable and pool._users > 0:
            pool._users += 1
        else:
            pool = _shared[key] = Pool(task, workers=workers, timeout=timeout, **options)
        return pool


@dataclass(frozen=True, slots=True)
class InputPage(Generic[T]):
    """A page to extract. ``key`` comes back with the result; ``name`` is used in messages.

    ``fault`` is why there is nothing to extract: it becomes the result's reason.
    """

    key: T
    name: str
    html: bytes = b""
    url: str | None = None
    encoding: str | None = None
    fetched: str | None = None
    fault: str | None = None


def extract_in_order(
    pages: Iterable[InputPage[T]],
    arguments: Mapping[str, Any],
    workers: int,
    *,
    timeout: float = TIMEOUT,
    patience: float = PATIENCE,
    report: Callable[[InputPage[Any], BaseException], None] | None = None,
) -> Iterator[tuple[InputPage[T], Extraction]]:
    """Yield each page with its result, in the order of the pages; ``arguments`` are those of `extract_complete`.

    ``timeout`` is in seconds a page and holds with workers only; with 0 workers pages are extracted in this process.
    ``patience`` is for how many seconds workers that do not start are tried again.
    ``report`` is called for each page that has no result; by default it writes to standard error.

    Raises:
        OSError: no worker can be started in this process, or none could be for ``patience`` seconds.
    """
    pool = None
    if workers:
        pool = acquire(TASK, workers=workers, timeout=timeout, patience=patience, warm=WARM)
    try:
        pending: deque[tuple[InputPage[T], Callable[[], Extraction]]] = deque()
        for page in pages:
            pending.append((page, _begin(page, arguments, pool)))
            if len(pending) >= workers * _AHEAD:
                yield _result(*pending.popleft(), report or _warn)
        while pending:
            yield _result(*pending.popleft(), report or _warn)
    finally:
        if pool is not None:
            pool.release()


def _begin(page: InputPage[Any], arguments: Mapping[str, Any], pool: Pool | None) -> Callable[[], Extraction]:
    """Return a function that returns the page's result; without a pool, it is extracted only then."""
    if page.fault is not None:
        return partial(Extraction, url=page.url, empty_reason=page.fault)
    if pool is not None:
        return pool.submit(page.html, page.url, encoding=page.encoding, fetched=page.fetched, **arguments).result
    # Here: a process with workers needs no extractor of its own.
    from ..extraction import extract_complete

    return partial(extract_complete, page.html, page.url, encoding=page.encoding, fetched=page.fetched, **arguments)


def _result(
    page: InputPage[T], result: Callable[[], Extraction], report: Callable[[InputPage[Any], BaseException], None]
) -> tuple[InputPage[T], Extraction]:
    try:
        return page, result()
    except PoolUnavailable as error:
        # Not the page's fault: written as a result, it would stay when the run is continued where workers can start.
        raise OSError(str(error)) from error
    except (PoolError, MemoryError) as error:
        report(page, error)
        return page, Extraction(url=page.url, empty_reason=str(failure_of(error)))


def _warn(page: InputPage[Any], error: BaseException) -> None:
    sys.stderr.write(f"{page.name}: {error}\n")
