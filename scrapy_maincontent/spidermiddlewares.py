"""The spider middleware: fills the items of a page, and keeps results out of new requests."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from scrapy import Request
from scrapy.exceptions import NotConfigured

from . import stats
from .items import Outcome, adapted, current, fill, is_empty, is_item, page_url
from .join import article_of
from .join.belongs import canonical
from .result import Extraction
from .settings import RESULT_KEY, MaincontentSettings
from .stats import Skip

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from typing import Self

    from scrapy.crawler import Crawler
    from scrapy.http import Response

logger = logging.getLogger(__name__)


class MainContentSpiderMiddleware:
    """Fills the items that a spider yields from a response; the one place where item and response meet."""

    def __init__(self, crawler: Crawler) -> None:
        """Read the settings.

        Raises:
            NotConfigured: ``MAINCONTENT_ENABLED`` is False.
            ValueError: a setting has a value that is not allowed.
        """
        self.crawler = crawler
        self._settings = MaincontentSettings.from_crawler_settings(crawler.settings)
        if not self._settings.enabled:
            raise NotConfigured

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Return the middleware of a crawler."""
        return cls(crawler)

    async def process_start(self, start: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Pass on the spider's first requests without results; items that come from no response stay as they are."""
        async for entry in start:
            yield _without_result(entry) if isinstance(entry, Request) else entry

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Pass on requests without results, and items filled from the page, or from all pages of its article.

        Requests for other pages of that article wait until its items have passed: by then the scheduler's filter knows
        which of these pages are part of an item.
        """
        page = _ScrapedPage(response, self.crawler, self._settings)
        waiting: list[Request] = []
        try:
            async for entry in result:
                if not isinstance(entry, Request):
                    yield await self._processed(entry, page)
                elif page.leads_to(entry):
                    waiting.append(_without_result(entry))
                else:
                    yield _without_result(entry)
        except Exception:
            for request in waiting:
                yield request
            raise
        for request in waiting:
            yield request

    async def _processed(self, item: Any, page: _ScrapedPage) -> Any:
        """Return the item, or a copy of it where it is frozen, filled from the page it was scraped from."""
        if not is_item(item):
            return item
        try:
            item, outcome = await self._filled(item, page)
        except Exception:
            # A predicate or an item class of the project's own may raise anything; the item goes on as it was.
            outcome = Outcome.FAILED
            logger.exception("Item of <%s> not filled", page.response.url, extra={"spider": self.crawler.spider})
        self.crawler.stats.inc_value(stats.ITEMS.format(outcome=outcome))
        return item

    async def _filled(self, item: Any, page: _ScrapedPage) -> tuple[Any, Outcome]:
        result = page.result
        if result is None:
            return item, Outcome.NO_RESULT
        if not self._settings.chooses(item):
            return item, Outcome.NOT_CHOSEN
        adapter = adapted(item)
        if _is_about_another_page(page_url(adapter), page.response):
            return item, Outcome.OTHER_PAGE
        if result.empty_reason == Skip.NOT_HTML and not is_empty(current(adapter, self._settings.html_field)):
            return item, Outcome.OWN_HTML
        return fill(item, await page.whole(result), self._settings)


class _ScrapedPage:
    """A response with its result, and with the article that it is a page of, where pages are joined."""

    def __init__(self, response: Response, crawler: Crawler, settings: MaincontentSettings) -> None:
        """Look the result up."""
        self.response = response
        result = response.request.meta.get(RESULT_KEY) if response.request is not None else None
        self.result = result if isinstance(result, Extraction) else None
        self._article = None if self.result is None else article_of(crawler, settings, response, self.result)

    def leads_to(self, request: Request) -> bool:
        """Return True if a request is for another page of the article that is to be joined."""
        return self._article is not None and self._article.leads_to(request)

    async def whole(self, result: Extraction) -> Extraction:
        """Return the result, with the article's other pages where these are to be joined."""
        return result if self._article is None else await self._article.whole()


def _without_result(request: Request) -> Request:
    """Return the request, or a copy of it without the result that a spider copied along with a response's meta.

    A copy, since the request may be the very one whose response is still being worked on.
    """
    if RESULT_KEY not in request.meta:
        return request
    return request.replace(meta={key: value for key, value in request.meta.items() if key != RESULT_KEY})


def _is_about_another_page(url: str | None, response: Response) -> bool:
    """Return True if an item's URL is neither the response's nor one that was redirected to it."""
    if url is None:
        return False
    own = {response.url, *response.meta.get("redirect_urls", ())}
    return url not in own and canonical(urljoin(response.url, url)) not in map(canonical, own)
