"""The downloader middleware: extracts every page on its way to the spider."""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse
from scrapy.http.request import NO_CALLBACK

from . import stats
from .engines.archive import Archive
from .engines.playwright import ask_for_boxes, ask_for_encoding, comes_through_browser, without_boxes
from .responses import declared_encoding
from .pool import PoolUnavailable
from .result import Extraction
from .runner import Runner
from .settings import REQUEST_KEY, RESULT_KEY, MaincontentSettings, page_options
from .stats import Skip

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Request, Response


logger = logging.getLogger(__name__)


class MainContentDownloaderMiddleware:
    """Puts an `Extraction` into the meta of every request that is answered.

    The response passes unchanged, but for the boxes that a browser was asked to write into it. While a page is
    extracted its request counts as being downloaded, so that ``CONCURRENT_REQUESTS`` bounds the pages that wait for a
    worker. A request whose page no worker could be started for goes back to the scheduler.
    """

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings.

        Raises:
            NotConfigured: ``MAINCONTENT_ENABLED`` is False.
            ValueError: a setting has a value that is not allowed.
        """
        self._settings = MaincontentSettings.from_crawler_settings(crawler.settings)
        if not self._settings.enabled:
            raise NotConfigured
        self._crawler = crawler
        self._runner = Runner(crawler, self._settings)
        self._archive = Archive(crawler, self._settings)
        self._given_back: WeakSet[Request] = WeakSet()
        crawler.signals.connect(self._runner.close, signal=signals.spider_closed)
        crawler.signals.connect(self._archive.close, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Return the middleware of a crawler."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Where the page comes through a browser, ask for its true encoding, and for boxes if its method needs them."""
        asked = request.meta.get(REQUEST_KEY, self._settings.default)
        if asked is False or not comes_through_browser(request):
            return
        ask_for_encoding(request)
        try:
            ask_for_boxes(request, page_options(asked, self._settings).method)
        except ValueError as error:
            # What the request asks for is refused when its response is extracted.
            logger.debug("No boxes for %s: %s", request, error)

    async def process_response(self, request: Request, response: Response) -> Response | Request:
        """Extract the response, or note why not; return the request where it is to be kept for another crawl."""
        self._crawler.stats.inc_value(stats.RESPONSES)
        asked = request.meta.get(REQUEST_KEY)
        reason = self._skip_reason(asked, request, response)
        if reason is None:
            try:
                result = await self._extract(asked, response)
            except PoolUnavailable as error:
                again = self._give_back(request)
                if again is not None:
                    return again
                result = self._runner.failed(response.url, error)
            kept = await self._archive.keep(response)
            if kept is not None:
                result = replace(result, warc=asdict(kept))
        else:
            self._crawler.stats.inc_value(stats.SKIPPED.format(reason=reason))
            result = Extraction(url=response.url, empty_reason=str(reason))
        request.meta[RESULT_KEY] = result
        return without_boxes(request, response)

    async def _extract(self, asked: Any, response: Response) -> Extraction:
        try:
            options = page_options(asked, self._settings)
        except ValueError as error:
            return self._runner.failed(response.url, error)
        return await self._runner.extract(response.body, response.url, options, declared_encoding(response))

    def _give_back(self, request: Request) -> Request | None:
        """Return the request as the scheduler is to keep it; None where somebody waits for its response.

        Who has asked for a download inline is given no request: it would be downloaded again and again.
        """
        if request.callback is NO_CALLBACK or request in self._given_back:
            return None
        again = request.replace(dont_filter=True)
        self._given_back.add(again)
        self._crawler.stats.inc_value(stats.GIVEN_BACK)
        return again

    def _skip_reason(self, asked: Any, request: Request, response: Response) -> Skip | None:
        if asked is None:
            if request.callback is NO_CALLBACK:
                return Skip.NO_CALLBACK
            asked = self._settings.default
        if asked is False:
            return Skip.DISABLED
        if not isinstance(response, HtmlResponse):
            return Skip.NOT_HTML
        if response.status not in self._settings.http_codes:
            return Skip.STATUS
        if not response.body:
            return Skip.EMPTY
        return Skip.TOO_LARGE if len(response.body) > self._settings.max_bytes else None
