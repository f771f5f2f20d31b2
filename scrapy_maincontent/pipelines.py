"""The item pipeline: for items that carry their page's HTML, such as those of feeds and queues."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured

from . import stats
from .items import MAIN_CONTENT, adapted, current, declared_fields, fill, is_empty, is_item, page_url
from .pool import PoolUnavailable
from .result import Extraction
from .runner import Runner
from .settings import MaincontentSettings, page_options
from .spidermiddlewares import MainContentSpiderMiddleware
from .stats import Skip

if TYPE_CHECKING:
    from typing import Self

    from scrapy.crawler import Crawler

    from .items import Fields

logger = logging.getLogger(__name__)

MISSING = """\
Items are filled from their own field %r only. To fill them from the pages they were scraped from, add to the settings:
    ADDONS = {"scrapy_maincontent.Addon": 500}
or, beside the pipeline:
    DOWNLOADER_MIDDLEWARES = {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540}
    SPIDER_MIDDLEWARES = {"scrapy_maincontent.spidermiddlewares.MainContentSpiderMiddleware": 995}"""


class MainContentPipeline:
    """Fills items that carry HTML and have not been filled from their response. No item is ever dropped."""

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
        crawler.signals.connect(self._runner.close, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Return the pipeline of a crawler."""
        return cls(crawler)

    def open_spider(self) -> None:
        """Warn where a spider middleware was forgotten: without it the pipeline sees no page."""
        if self._crawler.get_spider_middleware(MainContentSpiderMiddleware) is None:
            logger.warning(MISSING, self._settings.html_field, extra={"spider": self._crawler.spider})

    async def process_item(self, item: Any) -> Any:
        """Return the item, or a copy of it where it is frozen, filled from its own HTML."""
        try:
            html = self._html(item)
            if html is None:
                return item
            self._crawler.stats.inc_value(stats.HTML_ITEMS)
            item, outcome = fill(item, await self._result(item, html), self._settings)
        except Exception:
            # An item class or a predicate of the project's own may raise anything; the item goes on as it was.
            logger.exception("Item not filled from its HTML", extra={"spider": self._crawler.spider})
            return item
        self._crawler.stats.inc_value(stats.HTML_ITEMS_BY_OUTCOME.format(outcome=outcome))
        return item

    def _html(self, item: Any) -> str | bytes | None:
        """Return the HTML to extract, None for an item that carries none or was filled already."""
        if not is_item(item) or not self._settings.chooses(item):
            return None
        adapter = adapted(item)
        html = current(adapter, self._settings.html_field)
        if not isinstance(html, str | bytes) or not html:
            return None
        return None if self._is_filled(item, adapter) else html

    def _is_filled(self, item: Any, adapter: Fields) -> bool:
        """Return True if the field that is always written has a value, or the text where the item has no such field."""
        declared = declared_fields(item)
        for attribute in (MAIN_CONTENT, "text"):
            for name, chosen in self._settings.fields.items():
                if chosen == attribute and (declared is None or name in declared):
                    return not is_empty(current(adapter, name))
        return False

    async def _result(self, item: Any, html: str | bytes) -> Extraction:
        url = page_url(adapted(item))
        if len(html) > self._settings.max_bytes:
            self._crawler.stats.inc_value(stats.SKIPPED.format(reason=Skip.TOO_LARGE))
            return Extraction(url=url, empty_reason=str(Skip.TOO_LARGE))
        try:
            return await self._runner.extract(html, url, page_options(None, self._settings))
        except PoolUnavailable as error:
            return self._runner.failed(url, error)
