"""Extraction for one crawl, in workers of the pool or inline; it counts pages, and a failing one costs itself alone."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
from dataclasses import replace
from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call, is_asyncio_available
from scrapy.utils.defer import deferred_from_coro
from twisted.internet.defer import Deferred

from .. import pool, speedups
from ..files import printable
from ..page.limits import OutOfTime
from ..pool.messages import failure_of
from ..result import EmptyReason, Extraction
from . import stats
from .duplicates import Duplicates
from .given import Given
from .items import Outcome, adapted, current, fill, fill_with_reason, is_empty
from .keep import LeftOut
from .memory import CrawlMemory
from .report import Report
from .settings import MaincontentSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from concurrent.futures import Future
    from typing import Self

    from scrapy.crawler import Crawler

    from ..result import Learnt
    from .items import MatchedBy
    from .memory import Visit
    from .settings import PageOptions


logger = logging.getLogger(__name__)

T = TypeVar("T")

CLOSE_REASON = "maincontent_no_workers"
"""Why a spider is closed that has waited too long for workers."""
BEAT = 0.5
"""Seconds between two looks at whether workers start."""


class ExtractionError(Exception):
    """A stage of the extraction failed; the process that it ran in has logged how."""


_runners: WeakValueDictionary[int, Runner] = WeakValueDictionary()
"""Those of running crawls, by their crawlers' identity; a runner holds its crawler, and components hold it."""


class Component:
    """A middleware or pipeline of a crawl; all of them share the crawl's settings and one `Runner`."""

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings.

        Raises:
            NotConfigured: ``MAINCONTENT_ENABLED`` is False.
            ValueError: a setting has a value that is not allowed.
        """
        runner = _runners.get(id(crawler))
        if runner is None:
            settings = MaincontentSettings.from_crawler_settings(crawler.settings)
            if not settings.enabled:
                raise NotConfigured
            runner = _runners[id(crawler)] = Runner(crawler, settings)
        self._crawler = crawler
        self._runner = runner
        self._settings = runner.settings

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Return the component of a crawl."""
        return cls(crawler)


class Runner:
    """Extracts the pages of one crawl, and counts them.

    The pool is asked for with the first page, so that a crawl without pages starts no worker. Crawls in one process
    share it.
    """

    TASK = pool.CRAWL_TASK
    WARM = pool.WARM

    def __init__(self, crawler: Crawler, settings: MaincontentSettings) -> None:
        """Ask for nothing yet: neither stats nor workers exist before the crawl starts."""
        self.settings = settings
        self._crawler = crawler
        self._limits = settings.limits
        self._inline = settings.workers == 0
        self._workers: Workers | None = None
        self._fallbacks: Mapping[str, str] | None = None  # as of `speedups.fallbacks`, where pages are extracted
        self._report = None if settings.report is None else Report(crawler, settings.report)
        self._memory: CrawlMemory | None = None
        self._duplicates: Duplicates | None = None
        self.given = Given()
        crawler.signals.connect(self.close, signal=signals.spider_closed)

    async def extract(
        self,
        html: bytes | str,
        url: str | None,
        options: PageOptions,
        encoding: str | None = None,
        fetched: str | None = None,
    ) -> Extraction:
        """Return the extraction of a page, or one with nothing but a reason where no answer came.

        Raises:
            PoolUnavailable: no worker could be started for ``MAINCONTENT_WORKER_WAIT`` seconds, or until the crawl was
                ended. The page is not counted; the spider is being closed.
        """
        arguments = {
            "encoding": encoding,
            "fetched": fetched,
            "method": options.method,
            "formats": options.formats,
            "limits": self._limits,
            "model": self.settings.model if options.method == self.settings.method else None,
            "balance": self.settings.balance,
            "fallback": self.settings.fallback,
            "ad_list": self.settings.ad_list,
            "links": self.settings.links,
            "images": self.settings.images,
            "front_matter": self.settings.front_matter,
            "heading": self.settings.heading,
            "sketched": self.settings.finds_duplicates,
            "spelled": "text_blocks" in self.settings.fields.values(),
        }
        try:
            result = await self._run(html, url, arguments)
        except pool.PoolUnavailable:
            raise
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

    async def call(self, function: Callable[..., T], *args: object) -> T:
        """Call a module's function where pages are extracted, with their seconds as its last argument; return what it
        does.

        Raises what the function raises, and `PoolError`.
        """
        workers = self._started()
        if workers is not None:
            try:
                return await _answer(workers.pool.call(function, *args, self._limits.seconds))
            except pool.PoolUnavailable:
                if not self.settings.inline_fallback:
                    raise
        return function(*args, self._limits.seconds)

    def filled(self, item: Any, result: Extraction, matched_by: MatchedBy) -> tuple[Any, Outcome, LeftOut | None]:
        """Return an item filled from its page, what became of it, and why ``MAINCONTENT_KEEP`` leaves it out."""
        item = self.given.take_back(item, result, self.settings)
        reason, keep = self._reason(item, result), self.settings.keep
        # What is left out for another reason is nobody's first.
        if reason is None and (result := self._compared(result)).duplicate_of and keep and not keep.duplicates:
            reason = LeftOut.DUPLICATE
        item, outcome = fill(item, result, self.settings, matched_by, self.given)
        return item, outcome, None if outcome is Outcome.NO_FIELD else reason

    def without_page(self, item: Any, url: str | None, reason: Outcome) -> tuple[Any, Outcome, LeftOut | None]:
        """Return an item without a known page, its outcome, and why ``MAINCONTENT_KEEP`` leaves it out."""
        item = self.given.take_back(item, None, self.settings)
        left_out = self._reason(item, Extraction())
        if left_out is LeftOut.NO_TEXT:
            left_out = LeftOut(str(reason))
        item, outcome = fill_with_reason(item, url, reason, self.settings, self.given)
        return item, outcome, None if outcome is Outcome.NO_FIELD else left_out

    def _reason(self, item: Any, result: Extraction) -> LeftOut | None:
        """Return why an item is left out: by its own fields where it has values, else by its page's."""
        keep, adapter = self.settings.keep, adapted(item)
        if keep is None:
            return None
        names = {attribute: name for name, attribute in self.settings.fields.items()}

        def value(attribute: str) -> Any:
            own = current(adapter, names[attribute]) if attribute in names else None
            return getattr(result, attribute) if is_empty(own) else own

        return keep.reason(value)

    def _compared(self, result: Extraction) -> Extraction:
        """Return the result of an item's page with the text before that it repeats, where there is one."""
        if not self.settings.finds_duplicates:
            return result
        if self._duplicates is None:
            self._duplicates = Duplicates(self._crawler, self.settings.duplicates_max_bytes)
        found = self._duplicates.settle(result.sketch, result.url)
        return result if found is None else replace(result, duplicate_of=found._asdict())

    def note_latency(self, url: str, seconds: float | None) -> None:
        """Note how long a site took to answer, for the report."""
        if self._report is not None and seconds is not None:
            self._report.articles.add_latency(url, seconds)

    def failed(self, url: str | None, error: Exception) -> Extraction:
        """Log and count a page whose extraction failed, and return an extraction with the reason alone."""
        self._log(url, error)
        result = Extraction(url=url, empty_reason=str(failure_of(error)))
        self._count(result)
        return result

    def close(self, reason: str) -> None:
        """Give the pool back, keep what is known of sites, and write the report."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None
        for known in (self._memory, self._duplicates):
            if known is not None:
                known.close()
        if self._report is not None:
            self._report.close(reason)

    def _count_fallbacks(self) -> None:
        """Count a page for each compiled module whose place Python takes; log and note with the first page which."""
        if self._fallbacks is None:
            warmed = None if self._workers is None else self._workers.pool.warmed
            if warmed is not None:
                self._fallbacks = warmed
                for module, why in warmed.items():  # the workers' own log goes nowhere
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
        logger.error(
            "No main content for <%s>: %s: %s",
            printable(url),
            type(error).__name__,
            printable(error),
            extra={"spider": spider},
        )
        stats.count_failure(self._crawler.stats, error)
        if self._workers is not None:
            self._workers.count()

    async def _run(self, html: bytes | str, url: str | None, arguments: dict[str, Any]) -> Extraction:
        """Return the extraction of a page, with what is known of its site when it is its turn."""
        visit = self._visit(url)
        if visit is None:
            result, _ = await self._call(html, url, arguments)
            return result
        with visit:
            host = visit.host if visit.host is not None else await _answer(visit.turn())
            result, learnt = await self._call(html, url, {**arguments, "host": host, "learns": visit.learns})
            if learnt is not None and self._memory is not None:
                self._memory.take(visit, learnt)
                if self._report is not None:
                    self._report.add_site(visit.name, learnt)
        return result

    def _visit(self, url: str | None) -> Visit | None:
        if not self.settings.site_memory:
            return None
        if self._memory is None:
            self._memory = CrawlMemory(self._crawler)
        return self._memory.visit(url)

    async def _call(
        self, html: bytes | str, url: str | None, arguments: dict[str, Any]
    ) -> tuple[Extraction, Learnt | None]:
        workers = self._started()
        if workers is not None:
            try:
                return await _answer(workers.pool.submit(html, url, **arguments))
            except pool.PoolUnavailable as error:
                if not self.settings.inline_fallback:
                    workers.end(error)
                    raise
                _warn_inline(f"{error} (MAINCONTENT_INLINE_FALLBACK)")
        if self.settings.workers != 0:
            self._crawler.stats.inc_value(stats.INLINE_PAGES)
        answer: tuple[Extraction, Learnt | None] = resolve_name(self.TASK)(html, url, **arguments)
        return answer

    def _started(self) -> Workers | None:
        """Return the crawl's workers, None where this process can have none: what is wrong with it stays so."""
        if self._workers is None and not self._inline:
            reason = pool.inline_reason()
            if reason is None:
                self._workers = Workers(self._crawler, self.settings, self.TASK, self.WARM)
            else:
                self._inline = True
                _warn_inline(reason)
        return self._workers


class Workers:
    """A crawl's share of this process's ``pool``. It is held back while no worker can be started.

    Nothing is downloaded then that can't be extracted. Pages that have been downloaded wait, and with them the requests
    that `CONCURRENT_REQUESTS` allows.
    """

    def __init__(self, crawler: Crawler, settings: MaincontentSettings, task: str, warm: str) -> None:
        """Ask for the pool; look at it from now on, unless pages need not wait for it."""
        self._crawler = crawler
        self._settings = settings
        self.pool = pool.acquire(
            task,
            workers=settings.workers or pool.default_workers(),
            timeout=settings.timeout,
            # Pages that may be extracted inline need not wait.
            patience=0.0 if settings.inline_fallback else settings.worker_wait,
            warm=warm,
        )
        LIVE_OBJECTS.freeze()
        self._before = self._troubles()
        self._holding = self._ended = False
        self._beats = create_looping_call(self._look)
        if not settings.inline_fallback:
            self._beats.start(BEAT, now=False)

    def count(self) -> None:
        """Note in the stats what the workers have cost the crawl so far."""
        for name, value in self._troubles().items():
            self._crawler.stats.set_value(name, value - self._before[name])

    def _troubles(self) -> dict[str, float]:
        return {
            stats.WORKER_RESTARTS: self.pool.restarts,
            stats.FAILED_STARTS: self.pool.failed_starts,
            stats.WAITED_FOR_WORKERS: round(self.pool.waited, 1),
        }

    def end(self, error: Exception) -> None:
        """Close the spider, which has waited long enough."""
        if not self._ended and not self._is_closing():
            self._ended = True
            logger.error(
                "There are no workers (MAINCONTENT_WORKER_WAIT is %g s): the crawl is closed, it can go on later: %s",
                *(self._settings.worker_wait, error),
                extra={"spider": self._crawler.spider},
            )
            engine: Any = self._crawler.engine
            deferred_from_coro(engine.close_spider_async(reason=CLOSE_REASON))

    def close(self) -> None:
        """Give the pool back."""
        self.count()
        if self._beats.running:
            self._beats.stop()
        self.pool.release()
        LIVE_OBJECTS.unfreeze()

    def _look(self) -> None:
        engine: Any = self._crawler.engine
        if not self.pool.stalled:
            if self._holding:
                self._holding = False
                engine.unpause()
                logger.info("Workers start again: the crawl goes on", extra={"spider": self._crawler.spider})
        elif self._is_closing():
            # By Ctrl-C, say: it need not wait. The requests go back to the scheduler.
            self.pool.give_up()
        elif not engine.paused and not self._ended:
            self._holding = True
            engine.pause()
            logger.warning(
                "No worker can be started: nothing is downloaded until one is, for up to %g s "
                "(MAINCONTENT_WORKER_WAIT)",
                self._settings.worker_wait,
                extra={"spider": self._crawler.spider},
            )

    def _is_closing(self) -> bool:
        # Scrapy has no public name for it.
        slot = getattr(self._crawler.engine, "_slot", None)
        return slot is None or slot.closing is not None


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


async def _answer(future: Future[T]) -> T:
    """Await a future's result, under asyncio or under a reactor without it."""
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
        """Exclude all existing objects from garbage collection; every call needs one `unfreeze`."""
        with self._lock:
            if not self._crawls:
                # A project that has frozen objects itself knows why: its choice is not touched.
                self._ours = gc.get_freeze_count() == 0
            self._crawls += 1
            if self._ours:
                gc.freeze()

    def unfreeze(self) -> None:
        """Return the objects to the garbage collector with the last crawl's call."""
        with self._lock:
            self._crawls -= 1
            if not self._crawls and self._ours:
                gc.unfreeze()


LIVE_OBJECTS = LiveObjects()
"""Those of this process."""
