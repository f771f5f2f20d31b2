"""The item pipeline: fills each item from the page that it names, or from HTML that it carries itself."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import DropItem

from .crawl import stats
from .crawl.items import MatchedBy, Outcome, adapted, current, is_filled, is_item, page_url
from .crawl.runner import Component
from .crawl.settings import PREFIX, page_options
from .crawl.stats import Skip
from .downloadermiddlewares import PIPELINE, MainContentDownloaderMiddleware
from .files import printable
from .pool import PoolUnavailable
from .result import Extraction
from .spidermiddlewares import MainContentSpiderMiddleware

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from .crawl.keep import LeftOut
    from .crawl.pages import RecentPages

logger = logging.getLogger(__name__)

HTML_FIELD = f"{PREFIX}HTML_FIELD"
MISSING = f"""\
MainContentPipeline gets no pages, since the downloader middleware of scrapy-maincontent is missing. Add to the settings
    DOWNLOADER_MIDDLEWARES = {{"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540}}
or, where the items carry the HTML of their pages, the name of that field:
    {HTML_FIELD} = "html\""""
ALONE = "Items are filled from the HTML in their field %r alone: the downloader middleware is not there"
UNFILLED = {
    Outcome.NO_URL: "<%s> and its like name no page in a field such as url or link: no text. They are counted as %s",
    Outcome.UNKNOWN_PAGE: "An item names <%s>, which this crawl has not fetched, not yet, or too long ago: no text. "
    "Such items are counted as %s",
}


class MainContentPipeline(Component):
    """Fills the items that the spider middleware has not: from the page they name, or their HTML.

    It drops none but those that ``MAINCONTENT_KEEP`` leaves out.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._pages: RecentPages | None = None
        self._spider_middleware: MainContentSpiderMiddleware | None = None
        self._logged: set[Outcome] = set()

    def open_spider(self) -> None:
        """Find the crawl's other components.

        Raises:
            ValueError: there is nothing to fill items from: no downloader middleware, and no field named for HTML.
        """
        extractor = self._crawler.get_downloader_middleware(MainContentDownloaderMiddleware)
        if extractor is not None:
            extractor.fillers.add(PIPELINE)
            self._pages = extractor.pages
        elif self._crawler.settings.get(HTML_FIELD):
            logger.info(ALONE, self._settings.html_field, extra={"spider": self._crawler.spider})
        else:
            raise ValueError(MISSING)
        self._spider_middleware = self._crawler.get_spider_middleware(MainContentSpiderMiddleware)
        if self._spider_middleware is not None:
            self._spider_middleware.has_pipeline = True

    async def process_item(self, item: Any) -> Any:
        """Return the item, or a copy of it where it is frozen, filled from its page or its own HTML."""
        if not is_item(item):
            return item
        settled = None if self._spider_middleware is None else self._spider_middleware.settled(item)
        if settled is not None:
            return self._kept(*settled)
        reason = None
        try:
            item, outcome, reason = await self._filled(item)
        except Exception:
            # An item class or a predicate of the project's own may raise anything; the item goes on as it was.
            outcome = Outcome.FAILED
            logger.exception("Item not filled", extra={"spider": self._crawler.spider})
        self._crawler.stats.inc_value(stats.ITEMS.format(outcome=outcome))
        return self._kept(item, reason)

    def _kept(self, item: Any, reason: LeftOut | None) -> Any:
        """Return an item, unless there is a reason to leave it out; then it is counted, with a line in the log."""
        if reason is None:
            return item
        self._crawler.stats.inc_value(stats.LEFT_OUT.format(reason=reason))
        url = printable(page_url(adapted(item)) or type(item).__name__)
        raise DropItem(f"Left out for {reason} ({PREFIX}KEEP): <{url}>", log_level="INFO")

    async def _filled(self, item: Any) -> tuple[Any, Outcome, LeftOut | None]:
        if not self._settings.chooses(item):
            return item, Outcome.NOT_CHOSEN, None
        adapter = adapted(item)
        url = page_url(adapter)
        result, matched_by = self._page(url)
        if result is None or result.empty_reason in (Skip.NOT_HTML, Skip.REPLACED):
            html = current(adapter, self._settings.html_field)
            if isinstance(html, str | bytes) and html:
                return await self._filled_from_html(item, html)
        if result is not None:
            return self._runner.filled(item, result, matched_by)
        if self._pages is None:
            return item, Outcome.NO_RESULT, None
        reason = Outcome.NO_URL if url is None else Outcome.UNKNOWN_PAGE
        self._log(reason, url or type(item).__name__)
        return self._runner.without_page(item, url, reason)

    def _page(self, url: str | None) -> tuple[Extraction | None, MatchedBy]:
        """Return the result of the page that an item names, and how it was found."""
        if self._pages is None or url is None:
            return None, MatchedBy.ADDRESS
        result = self._pages.find(url)
        # With the spider middleware a claim counts for items of the claiming response alone, which it has filled.
        if result is None and self._spider_middleware is None:
            return self._pages.claiming(url), MatchedBy.CANONICAL
        return result, MatchedBy.ADDRESS

    async def _filled_from_html(self, item: Any, html: str | bytes) -> tuple[Any, Outcome, LeftOut | None]:
        item = self._runner.given.take_back(item, None, self._settings)
        adapter = adapted(item)
        if is_filled(item, adapter, self._settings):
            return item, Outcome.COMPLETE, None
        self._crawler.stats.inc_value(stats.HTML_ITEMS)
        result = await self._result(page_url(adapter), html)
        item, outcome, reason = self._runner.filled(item, result, MatchedBy.HTML)
        self._crawler.stats.inc_value(stats.HTML_ITEMS_BY_OUTCOME.format(outcome=outcome))
        return item, Outcome.OWN_HTML, reason

    async def _result(self, url: str | None, html: str | bytes) -> Extraction:
        if len(html) > self._settings.max_bytes:
            self._crawler.stats.inc_value(stats.SKIPPED.format(reason=Skip.TOO_LARGE))
            return Extraction(url=url, empty_reason=str(Skip.TOO_LARGE))
        try:
            return await self._runner.extract(html, url, page_options(None, self._settings))
        except PoolUnavailable as error:
            return self._runner.failed(url, error)

    def _log(self, reason: Outcome, what: str) -> None:
        """Log the first item that goes on without a text for a reason."""
        if reason not in self._logged:
            self._logged.add(reason)
            counted = stats.ITEMS.format(outcome=reason)
            logger.info(UNFILLED[reason], printable(what), counted, extra={"spider": self._crawler.spider})
