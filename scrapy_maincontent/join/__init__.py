"""Joining the pages of an article: the next pages are awaited one by one, through the crawler's own engine.

They pass the downloader middlewares as all pages do, so that robots.txt, the HTTP cache, retries, redirects, delays
and the extraction of their text are what they are elsewhere. The scheduler never sees them: no queue holds them, in
memory, on disk or in Redis. Their texts are compared and put together in a worker, as a page is extracted in one.
"""

from __future__ import annotations

import logging
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.spidermiddlewares.referer import RefererMiddleware

from .. import stats
from ..page import Kind, PagingType
from ..page.limits import OutOfTime
from ..pool.messages import PageTimeout, failure_of
from ..result import EmptyReason, Extraction
from ..settings import REQUEST_KEY, RESULT_KEY, page_options
from .belongs import belongs, canonical, is_first_page, normalised, same_origin, same_site
from .text import WHOLE, JoinNote, adds_nothing, is_too_long, joined_texts, merged, texts_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from ..runner import Runner
    from ..settings import MaincontentSettings


logger = logging.getLogger(__name__)

KEPT_HEADERS = ("Accept", "Accept-Language", "User-Agent")
"""Headers that later pages are requested with as the first page was."""
CREDENTIALS = ("Authorization",)
"""Headers that go to the first page's scheme, host and port alone: a link to http would send them in the clear."""
KEPT_META = (
    "bindaddress",
    "cookiejar",
    "dont_cache",
    "dont_merge_cookies",
    "dont_obey_robotstxt",
    "download_timeout",
    "max_retry_times",
    "playwright",
    "playwright_context",
    "proxy",
)
"""Meta keys that say how to download a page, and hold for later pages as well."""
MAX_LINKS = 500
"""Addresses in a page's paging that are compared with those of the spider's requests."""


def article_of(
    crawler: Crawler, settings: MaincontentSettings, runner: Runner, response: Response, result: Extraction
) -> Article | None:
    """Return the article whose page a response is, None where it is no page of one, or joining is not asked for."""
    if result.paging_type != PagingType.ARTICLE or not result.text:
        return None
    if not page_options(response.meta.get(REQUEST_KEY), settings).join:
        return None
    return Article(crawler, settings.join_max_pages, runner, response, result)


class Article:
    """The article that a response is a page of, as far as it is joined.

    One for each response: however many items a callback yields, later pages are fetched once, and not before the first
    of these items.
    """

    def __init__(self, crawler: Crawler, limit: int, runner: Runner, response: Response, first: Extraction) -> None:
        """Fetch nothing yet; ``limit`` is the largest number of pages, the first one included."""
        self._crawler = crawler
        self._limit = limit
        self._runner = runner
        self._response = response
        self._pages = [first]
        self._urls = [response.url]
        self._visited = {canonical(response.url)}
        self._requests: list[Request | None] = []
        self._whole: Extraction | None = None

    async def whole(self) -> Extraction:
        """Return the extraction of all pages that could be fetched. Never raises."""
        if self._whole is None:
            try:
                note = await self._join()
                self._whole = merged(self._pages, self._urls, note, await self._texts())
            except Exception as error:
                note = self._failure(error)
                del self._pages[1:], self._urls[1:], self._requests[:]
                self._whole = merged(self._pages, self._urls, note, {})
            # What is no part of the item stays the spider's: pages are marked when they are joined.
            _mark_seen(self._crawler, *self._requests)
            self._count(note)
        return self._whole

    def leads_to(self, request: Request) -> bool:
        """Return True if a request is for what the page's paging links to, such as a later page of the article."""
        return canonical(request.url) in self._paging_links

    @cached_property
    def _paging_links(self) -> frozenset[str]:
        first = self._pages[0]
        links = (url for region in first.regions if region.kind is Kind.PAGING for _, url in region.links)
        return frozenset(canonical(url) for url in (first.next_page, *islice(links, MAX_LINKS)) if url)

    async def _join(self) -> str | None:
        """Fetch page by page; return why it ended before the article did, None where it did not."""
        if not is_first_page(self._pages[0], self._urls[0]):
            return JoinNote.LATER_PAGE
        note: str | None = JoinNote.TOO_LONG if is_too_long(self._pages) else None
        while note is None and (link := self._pages[-1].next_page) is not None:
            url = normalised(link)
            note = self._objection(url) or await self._fetch(url)
        return note

    async def _texts(self) -> dict[str, str]:
        """Return the texts of the pages as one, for each format."""
        if len(self._pages) == 1:
            return {}
        return await self._runner.call(joined_texts, texts_of(self._pages), self._pages[0].title or "")

    def _failure(self, error: Exception) -> str:
        """Return why an article stays in its parts."""
        if isinstance(error, OutOfTime | PageTimeout):
            return JoinNote.TOO_SLOW
        logger.error("Joining <%s> failed", self._urls[0], exc_info=error, extra={"spider": self._crawler.spider})
        return failure_of(error)

    def _objection(self, url: str) -> JoinNote | None:
        """Return why an address is not to be fetched, None where it is."""
        if canonical(url) in self._visited:
            return JoinNote.CYCLE
        if not same_site(url, self._urls[0]):
            return JoinNote.OTHER_SITE
        return JoinNote.LIMIT if len(self._pages) >= self._limit else None

    async def _fetch(self, url: str) -> str | None:
        """Add the page at an address; return why it was not added."""
        request = _later_page(self._crawler, self._response, url)
        try:
            response = await self._crawler.engine.download_async(request)
        except IgnoreRequest as error:
            logger.debug("%s refused: %s", request, error, extra={"spider": self._crawler.spider})
            return JoinNote.REFUSED
        except Exception as error:
            logger.debug("%s failed: %r", request, error, extra={"spider": self._crawler.spider})
            return JoinNote.DOWNLOAD
        page = response.meta.get(RESULT_KEY)
        if not isinstance(page, Extraction):
            return JoinNote.REFUSED
        note = self._redirected(response.url) or await self._unfit(page, response.url)
        if note is None:
            self._pages.append(page)
            self._urls.append(response.url)
            self._requests += request, response.request
        self._visited |= {canonical(url), canonical(response.url)}
        return note

    def _redirected(self, url: str) -> JoinNote | None:
        """Return why the address of a response, after redirects, is not accepted, None where it is."""
        if canonical(url) in self._visited:
            return JoinNote.CYCLE
        return None if same_site(url, self._urls[0]) else JoinNote.OTHER_SITE

    async def _unfit(self, page: Extraction, url: str) -> str | None:
        """Return why a page is not added, None where it is."""
        if not page.text:
            return page.empty_reason or EmptyReason.NO_MAIN_TEXT
        if not belongs(page, url, self._pages[0], self._urls[0], len(self._pages) + 1):
            return JoinNote.OTHER_ARTICLE
        if is_too_long([*self._pages, page]):
            return JoinNote.TOO_LONG
        repeated = await self._runner.call(adds_nothing, page.text, [known.text for known in self._pages])
        return JoinNote.REPEATED if repeated else None

    def _count(self, note: str | None) -> None:
        counts = self._crawler.stats
        if len(self._pages) > 1:
            counts.inc_value(stats.JOINED_ARTICLES)
            counts.inc_value(stats.JOINED_PAGES, len(self._pages) - 1)
        if note is None:
            return
        counts.inc_value(stats.JOIN_NOTES.format(note=note))
        if note != JoinNote.LATER_PAGE:
            logger.log(
                logging.INFO if note in WHOLE else logging.WARNING,
                "<%s> is joined up to page %d; not joined (%s): <%s>",
                *(self._urls[0], len(self._pages), note, self._pages[-1].next_page),
                extra={"spider": self._crawler.spider},
            )


def _later_page(crawler: Crawler, first: Response, url: str) -> Request:
    """Return the request for a later page of the article that ``first`` is the first page of."""
    original = first.request or Request(first.url)
    kept = KEPT_HEADERS + CREDENTIALS if same_origin(first.url, url) else KEPT_HEADERS
    headers = {name: original.headers.getlist(name) for name in kept if name in original.headers}
    meta: dict[str, Any] = {name: original.meta[name] for name in KEPT_META if name in original.meta}
    # Without a callback of its own a page is extracted only where its request says so.
    meta[REQUEST_KEY] = original.meta.get(REQUEST_KEY) or True
    request = Request(url, callback=NO_CALLBACK, headers=headers, meta=meta)
    referer = crawler.get_spider_middleware(RefererMiddleware)
    if referer is not None:
        referer.get_processed_request(request, first)
    return request


def _mark_seen(crawler: Crawler, *requests: Request | None) -> None:
    """Have the scheduler's filter drop the spider's own requests for a page that is part of an item by now.

    The filter keeps what it has seen where the crawl keeps its queue: in the ``JOBDIR``, in Redis. A scheduler without
    such a filter is left alone.
    """
    engine = crawler.engine
    # `ExecutionEngine.scheduler` is there since Scrapy 2.19.
    scheduler = getattr(engine, "scheduler", None) or getattr(getattr(engine, "_slot", None), "scheduler", None)
    request_seen = getattr(getattr(scheduler, "df", None), "request_seen", None)
    if request_seen is None:
        return
    for request in filter(None, requests):
        try:
            request_seen(request)
        except Exception:
            # A filter that can't be reached costs a second download, no text.
            logger.exception("Not marked as seen: %s", request, extra={"spider": crawler.spider})
