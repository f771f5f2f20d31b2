"""Killable workers: a page that hangs, crashes or eats memory costs itself and nothing else.

Each worker is a spawned process on its own pipe and holds one page at a time. One thread drives them all, so that
neither asyncio nor a reactor is needed. `concurrent.futures.ProcessPoolExecutor` does not do: one worker that dies
breaks every pending future, and a time-out frees nobody.
"""

from __future__ import annotations

import sys
import threading
import weakref
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..extraction import extract
from ..result import Extraction
from .driver import Driver, Page, default_workers, inline_reason
from .messages import PageTimeout, PoolClosed, PoolError, PoolUnavailable, WorkerDied, failure_of
from .worker import WorkerOptions

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


# Pages through the killable workers, answers in the order of the pages. A page that fails costs itself alone.

T = TypeVar("T")

TASK = "scrapy_maincontent.extraction:extract"
WARM = "scrapy_maincontent.extraction:warm"
TIMEOUT = 10.0
"""Seconds for a page, after which its worker is killed."""
_AHEAD = 4
"""Pages handed to each worker ahead of time."""


@dataclass(frozen=True, slots=True)
class PageIn(Generic[T]):
    """A page to extract. ``key`` comes back with the answer; ``name`` stands in messages.

    ``fault`` is why there is nothing to extract: it becomes the answer's reason.
    """

    key: T
    name: str
    html: bytes = b""
    url: str | None = None
    encoding: str | None = None
    fault: str | None = None


def warn(page: PageIn[Any], error: BaseException) -> None:
    """Say on standard error what happened to a page."""
    sys.stderr.write(f"{page.name}: {error}\n")


def extract_in_order(
    pages: Iterable[PageIn[T]],
    arguments: Mapping[str, Any],
    workers: int,
    *,
    timeout: float = TIMEOUT,
    report: Callable[[PageIn[Any], BaseException], None] = warn,
) -> Iterator[tuple[PageIn[T], Extraction]]:
    """Yield each page with its answer, in the order of the pages; ``arguments`` are those of `extract` for all.

    ``timeout`` is in seconds a page and holds with workers only; without (0) pages are extracted in this process.
    ``report`` is called for each page that got no answer.

    Raises:
        OSError: no worker can be started in this process.
    """
    if not workers:
        for page in pages:
            yield page, _inline(page, arguments)
        return
    workforce = acquire(TASK, workers=workers, timeout=timeout, warm=WARM)
    try:
        pending: deque[tuple[PageIn[T], Callable[[], Extraction]]] = deque()
        for page in pages:
            pending.append((page, _submit(workforce, page, arguments)))
            if len(pending) >= workers * _AHEAD:
                yield _answer(*pending.popleft(), report)
        while pending:
            yield _answer(*pending.popleft(), report)
    finally:
        workforce.release()


def _inline(page: PageIn[Any], arguments: Mapping[str, Any]) -> Extraction:
    if page.fault is not None:
        return Extraction(url=page.url, empty_reason=page.fault)
    return extract(page.html, page.url, encoding=page.encoding, **arguments)


def _submit(workforce: Pool, page: PageIn[Any], arguments: Mapping[str, Any]) -> Callable[[], Extraction]:
    if page.fault is not None:
        return lambda: Extraction(url=page.url, empty_reason=page.fault)
    return workforce.submit(page.html, page.url, encoding=page.encoding, **arguments).result


def _answer(
    page: PageIn[T], result: Callable[[], Extraction], report: Callable[[PageIn[Any], BaseException], None]
) -> tuple[PageIn[T], Extraction]:
    try:
        return page, result()
    except PoolUnavailable as error:
        # No fault of the page's: as answers, these would stay when the job is run again where workers can be started.
        raise OSError(str(error)) from error
    except (PoolError, MemoryError) as error:
        report(page, error)
        return page, Extraction(url=page.url, empty_reason=str(failure_of(error)))
