"""Extraction for one crawl, in workers of the pool or inline; it counts pages, and a failing one costs itself alone."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from scrapy.utils.asyncio import is_asyncio_available
from twisted.internet.defer import Deferred

from . import pool, speedups, stats
from .page.limits import OutOfTime
from .pool.messages import failure_of
from .report import report_of
from .result import EmptyReason, Extraction

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Future

    from scrapy.crawler import Crawler

    from .settings import MaincontentSettings, PageOptions


logger = logging.getLogger(__name__)


class ExtractionError(Exception):
    """A stage of the extraction failed; the process that it ran in has logged how."""


class Runner:
    """Extracts pages for one component of one crawl, and counts them.

    The pool is asked for with the first page, so that a crawl without pages starts no worker. The components of a
    crawl, and crawls in one process, share it.
    """

    TASK = pool.TASK
    WARM = pool.WARM

    def __init__(self, crawler: Crawler, settings: MaincontentSettings) -> None:
        """Ask for nothing yet: neither stats nor workers exist before the crawl starts."""
        self._crawler = crawler
        self._settings = settings
        self._limits = settings.limits
        self._inline = settings.workers == 0
        self._pool: pool.Pool | None = None
        self._restarts_before = 0
        self._fallbacks: Mapping[str, str] | None = None  # as of `speedups.fallbacks`, where pages are extracted
        self._report = report_of(crawler, settings)

    async def extract(
        self, html: bytes | str, url: str | None, options: PageOptions, encoding: str | None = None
    ) -> Extraction:
        """Return the extraction of a page, or one with nothing but a reason where no answer came. Never raises."""
        arguments = {
            "encoding": encoding,
            "method": options.method,
            "formats": options.formats,
            "limits": self._limits,
            "model": self._settings.model if options.method == self._settings.method else None,
            "balance": self._settings.balance,
            "fallback": self._settings.fallback,
            "ad_list": self._settings.ad_list,
        }
        try:
            result = await self._run(html, url, arguments)
        except Exception as error:
            return self.failed(url, error)
        trouble = _trouble(result)
        if trouble is None:
            stats.count_extraction(self._crawler.stats, result)
            self._count_fallbacks()
            if result.method != options.method:
                self._crawler.stats.inc_value(stats.FALLBACKS)
        else:
            self._log(url, trouble)
        self._count(result)
        return result

    def failed(self, url: str | None, error: Exception) -> Extraction:
        """Log and count a page whose extraction failed, and return an extraction with the reason alone."""
        self._log(url, error)
        result = Extraction(url=url, empty_reason=str(failure_of(error)))
        self._count(result)
        return result

    def close(self) -> None:
        """Give the pool back."""
        if self._pool is not None:
            # Components of a crawl share the pool: the one that came first has seen every restart.
            self._crawler.stats.max_value(stats.WORKER_RESTARTS, self._pool.restarts - self._restarts_before)
            self._pool.release()
            self._pool = None
            LIVE_OBJECTS.unfreeze()

    def _count_fallbacks(self) -> None:
        """Count a page for each compiled module whose place Python takes; log and note with the first page which."""
        if self._fallbacks is None:
            if self._pool is not None and not self._inline:
                self._fallbacks = self._pool.warmed
                for module, why in self._fallbacks.items():  # the workers' own log goes nowhere
                    logger.info("Python takes the place of the compiled module %s in the workers: %s", module, why)
            else:
                self._fallbacks = speedups.fallbacks()
            self._crawler.stats.set_value(stats.COMPILED, speedups.describe(self._fallbacks))
        for module in self._fallbacks:
            self._crawler.stats.inc_value(stats.PURE_PYTHON.format(module=module))

    def _count(self, result: Extraction) -> None:
        if self._report is not None:
            self._report.add(result)

    def _log(self, url: str | None, error: Exception) -> None:
        spider = self._crawler.spider
        logger.error("No main content for <%s>: %s: %s", url, type(error).__name__, error, extra={"spider": spider})
        stats.count_failure(self._crawler.stats, error)

    async def _run(self, html: bytes | str, url: str | None, arguments: dict[str, Any]) -> Extraction:
        if not self._inline:
            try:
                return await _answer(self._workers().submit(html, url, **arguments))
            except pool.PoolUnavailable as error:
                self._inline = True
                _warn_inline(str(error))
        result: Extraction = resolve_name(self.TASK)(html, url, **arguments)
        return result

    def _workers(self) -> pool.Pool:
        if self._pool is None:
            workers = self._settings.workers or pool.default_workers()
            self._pool = pool.acquire(self.TASK, workers=workers, timeout=self._settings.timeout, warm=self.WARM)
            self._restarts_before = self._pool.restarts
            LIVE_OBJECTS.freeze()
        return self._pool


def _trouble(result: Extraction) -> Exception | None:
    """Return what went wrong with a page that the extractor gave up on, saving what it could."""
    if result.empty_reason == EmptyReason.TIMEOUT:
        return OutOfTime(f"stopped after {result.elapsed:.1f} s")
    if result.empty_reason == EmptyReason.MEMORY:
        return MemoryError("the page needed more memory than there is")
    if result.empty_reason == EmptyReason.ERROR:
        return ExtractionError("the process that it ran in has logged the traceback")
    return None


@cache
def _warn_inline(reason: str) -> None:
    """Log, once in a process, why there are no workers."""
    logger.warning("Main content is extracted inline, in the crawl's own thread, without a time limit: %s", reason)


async def _answer(future: Future[Extraction]) -> Extraction:
    """Await a worker's answer, under asyncio or under a reactor without it."""
    if is_asyncio_available():
        return await asyncio.wrap_future(future)
    # A crawl without asyncio has its reactor installed by now. `run_in_thread` would hold one of the reactor's few
    # threads, which also look up host names, for as long as the page waits.
    from twisted.internet import reactor

    answered: Deferred[None] = Deferred()
    future.add_done_callback(lambda _: reactor.callFromThread(answered.callback, None))
    await answered
    return future.result()


class LiveObjects:
    """Keeps the garbage collector away from all objects that exist already, while some crawl extracts pages.

    Results bring objects, so the collector runs more often than in a bare crawl. Each of its full runs goes through
    Scrapy, the project and whatever they loaded, and the event loop stands still for tens of milliseconds, for next to
    no garbage.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._crawls = 0
        self._ours = False

    def freeze(self) -> None:
        """Leave them out of the collector's runs; every call needs one `unfreeze`."""
        with self._lock:
            if not self._crawls:
                # A project that has frozen objects itself knows why: its choice is not touched.
                self._ours = gc.get_freeze_count() == 0
            self._crawls += 1
            if self._ours:
                gc.freeze()

    def unfreeze(self) -> None:
        """Give them back to the collector with the last crawl's call."""
        with self._lock:
            self._crawls -= 1
            if not self._crawls and self._ours:
                gc.unfreeze()


LIVE_OBJECTS = LiveObjects()
"""Those of this process."""
