"""Pages through the killable workers, answers in the order of the pages. A page that fails costs itself alone."""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import pool
from .extraction import extract
from .pool.failures import failure_of
from .result import Extraction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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
    workforce = pool.acquire(TASK, workers=workers, timeout=timeout, warm=WARM)
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


def _submit(workforce: pool.Pool, page: PageIn[Any], arguments: Mapping[str, Any]) -> Callable[[], Extraction]:
    if page.fault is not None:
        return lambda: Extraction(url=page.url, empty_reason=page.fault)
    return workforce.submit(page.html, page.url, encoding=page.encoding, **arguments).result


def _answer(
    page: PageIn[T], result: Callable[[], Extraction], report: Callable[[PageIn[Any], BaseException], None]
) -> tuple[PageIn[T], Extraction]:
    try:
        return page, result()
    except pool.PoolUnavailable as error:
        # No fault of the page's: as answers, these would stay when the job is run again where workers can be started.
        raise OSError(str(error)) from error
    except (pool.PoolError, MemoryError) as error:
        report(page, error)
        return page, Extraction(url=page.url, empty_reason=str(failure_of(error)))
