"""The spider middleware: knows which response an item came from, joins pages, keeps results out of new requests."""

from __future__ import annotations

import logging
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urljoin, urlsplit
from weakref import ref

from scrapy import Request, signals

from .crawl import stats
from .crawl.items import (
    MatchedBy,
    Outcome,
    adapted,
    current,
    is_empty,
    is_item,
    marks,
    page_url,
    takes_fields,
)
from .crawl.join import article_of
from .crawl.pages import IN_CALLBACK, NOT_A_PAGE, address, answer_to
from .crawl.runner import Component
from .crawl.settings import without_result
from .crawl.stats import Skip
from .downloadermiddlewares import ALL_OF_THEM, SPIDER_MIDDLEWARE, MainContentDownloaderMiddleware
from .files import printable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from .crawl.keep import LeftOut
    from .crawl.runner import Runner
    from .result import Extraction

logger = logging.getLogger(__name__)

NO_PAGES = (
    "No item is filled from its page: the downloader middleware of scrapy-maincontent is missing. Add to the settings: "
    'DOWNLOADER_MIDDLEWARES = {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540}. '
    + ALL_OF_THEM
)
UNFILLED = {
    Outcome.NO_URL: "Items of <%s> name no page, and there are several or their callback has downloaded other pages, "
    "so none of them gets its text. Items of a list name theirs in a field such as url or link; MAINCONTENT_ITEMS says "
    "which items are meant. Others are only counted, as %s",
    Outcome.UNKNOWN_PAGE: "Items of <%s> name <%s>, a page that the crawl has not fetched, not yet, or too long ago: "
    "no text. An item of the response itself names response.url as it is, or no page. Others are only counted, as %s",
}
NOTHING_LEFT_OUT = (
    "MAINCONTENT_KEEP leaves nothing out: the item pipeline of scrapy-maincontent is missing. " + ALL_OF_THEM
)
MAX_SETTLED = 2000
"""Ids of items between here and the pipeline, and of their texts, that are known to need nothing more."""


class _Settled(NamedTuple):
    item: Any  # kept, as its mark is, so that no other gets its id
    mark: Any
    reason: LeftOut | None
    keys: set[int]


class MainContentSpiderMiddleware(Component):
    """Fills the items that a spider yields from a response; the one place where item and response meet.

    ``has_pipeline`` is set by the pipeline, which then fills the items that are not filled here.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.has_pipeline = False
        self._extractor: MainContentDownloaderMiddleware | None = None
        self._settled: OrderedDict[int, _Settled] = OrderedDict()
        self._logged: set[Outcome] = set()
        crawler.signals.connect(self._opened, signal=signals.spider_opened)

    def _opened(self) -> None:
        extractor = self._crawler.get_downloader_middleware(MainContentDownloaderMiddleware)
        if extractor is not None:
            extractor.fillers.add(SPIDER_MIDDLEWARE)
            self._extractor = extractor
        elif not self.has_pipeline:  # which says so itself
            logger.warning(NO_PAGES, extra={"spider": self._crawler.spider})
        if self._settings.keep is not None and not self.has_pipeline:
            logger.error(NOTHING_LEFT_OUT, extra={"spider": self._crawler.spider})

    def settled(self, item: Any) -> tuple[Any, LeftOut | None] | None:
        """Return an item that the pipeline need not fill, and why to leave it out; it is forgotten then.

        A pipeline before that one may have made another item of it: the values that it was given are known again.
        """
        known = self._settled.get(id(item)) or self._settled.get(id(self._mark(item)))
        if known is None:
            return None
        for key in known.keys:
            if self._settled.get(key) is known:
                del self._settled[key]
        return item, known.reason

    def _settle(self, item: Any, reason: LeftOut | None) -> None:
        """Note an item that needs nothing more."""
        mark = self._mark(item)
        known = _Settled(item, mark, reason, {id(item), id(mark)})
        self._settled |= dict.fromkeys(known.keys, known)
        while len(self._settled) > MAX_SETTLED:
            self._settled.popitem(last=False)

    def _mark(self, item: Any) -> Any:
        """Return the value by which a copy of an item is known, or the item itself."""
        with suppress(Exception):  # of an item class of the project's own
            adapter = adapted(item)
            return next(value for name in marks(self._settings) if not is_empty(value := current(adapter, name)))
        return item

    async def process_start(self, start: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Pass on the spider's first requests without results; items that come from no response stay as they are."""
        async for entry in start:
            yield without_result(entry) if isinstance(entry, Request) else entry

    def process_spider_input(self, response: Response) -> None:
        """Note whose callback begins."""
        IN_CALLBACK.set(ref(response))

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Pass on requests without results, and items filled from the page, or from all pages of its article.

        Requests for other pages of that article wait until its items have passed: by then the scheduler's filter knows
        which of these pages are part of an item. A first item that names no page waits for a second one, since it is
        filled only where it is alone.
        """
        page = _ScrapedPage(response, self._crawler, self._runner)
        waiting: list[Request] = []
        try:
            async for entry in _in_callback(response, result):
                if not isinstance(entry, Request):
                    for item in page.in_turn(entry):
                        yield await self._processed(item, page)
                elif page.leads_to(entry):
                    waiting.append(without_result(entry))
                else:
                    yield without_result(entry)
        except Exception:
            async for entry in self._rest(page, waiting):
                yield entry
            raise
        async for entry in self._rest(page, waiting):
            yield entry

    async def _rest(self, page: _ScrapedPage, waiting: list[Request]) -> AsyncIterator[Any]:
        for item in page.held:
            yield await self._processed(item, page)
        for request in waiting:
            yield request

    async def _processed(self, item: Any, page: _ScrapedPage) -> Any:
        """Return the item, or a copy of it where it is frozen, filled from the page that it is about."""
        if not is_item(item):
            return item
        reason = None
        try:
            item, outcome, reason = await self._filled(item, page)
        except Exception:
            # A predicate or an item class of the project's own may raise anything; the item goes on as it was.
            outcome = Outcome.FAILED
            logger.exception("Item of <%s> not filled", page.response.url, extra={"spider": self._crawler.spider})
        if self.has_pipeline:
            if outcome in (Outcome.OWN_HTML, Outcome.NO_RESULT):
                return item
            self._settle(item, reason)
        self._crawler.stats.inc_value(stats.ITEMS.format(outcome=outcome))
        return item

    async def _filled(self, item: Any, page: _ScrapedPage) -> tuple[Any, Outcome, LeftOut | None]:
        if page.result is None:
            return item, Outcome.NO_RESULT, None
        if not self._settings.chooses(item):
            return item, Outcome.NOT_CHOSEN, None
        adapter = adapted(item)
        url = _absolute(page.response, page_url(adapter))
        result, matched_by = self._found(page, url)
        if (result is None or result.empty_reason in (Skip.NOT_HTML, Skip.REPLACED)) and not is_empty(
            current(adapter, self._settings.html_field)
        ):
            return item, Outcome.OWN_HTML, None
        if result is None:
            reason = Outcome.NO_URL if url is None else Outcome.UNKNOWN_PAGE
            item, outcome, left_out = self._runner.without_page(item, url, reason)
            if outcome is reason:
                self._log(reason, page.response.url, url)
            return item, outcome, left_out
        if matched_by is MatchedBy.RESPONSE:
            result = await page.whole(result)
        return self._runner.filled(item, result, matched_by)

    def _found(self, page: _ScrapedPage, url: str | None) -> tuple[Extraction | None, MatchedBy]:
        """Return the result of the page that an item is about, and how it was found."""
        extractor = self._extractor
        if extractor is None:
            return None, MatchedBy.ADDRESS
        if url is None:
            is_own = page.is_alone and page.response not in extractor.mixed
            return page.result if is_own else None, MatchedBy.RESPONSE
        own = page.result if page.is_at(url) else None
        if own is None or own.empty_reason in NOT_A_PAGE:
            fetched = extractor.pages.find(url)
            if own is None or fetched is not None:
                return fetched, MatchedBy.ADDRESS
        return own, MatchedBy.RESPONSE

    def _log(self, reason: Outcome, response_url: str, url: str | None) -> None:
        """Log the first items that get no text for a reason."""
        if reason not in self._logged:
            self._logged.add(reason)
            addresses = [printable(each) for each in (response_url, url) if each is not None]
            counted = stats.ITEMS.format(outcome=reason)
            logger.warning(UNFILLED[reason], *addresses, counted, extra={"spider": self._crawler.spider})


class _ScrapedPage:
    """A response with its result, its items, and the article that it is a page of, where pages are joined."""

    def __init__(self, response: Response, crawler: Crawler, runner: Runner) -> None:
        """Look the result up."""
        self.response = response
        self._answer = answer_to(response)
        self.result = None if self._answer is None else self._answer.result
        self.held: list[Any] = []
        self._items = 0
        self._settings = runner.settings
        self._article = None if self.result is None else article_of(crawler, runner, response, self.result)

    @property
    def is_alone(self) -> bool:
        """Return True as long as not more than one item came that could be filled."""
        return self._items == 1

    def is_at(self, url: str) -> bool:
        """Return True if an address is one that the response answers, or that the page calls its own."""
        if self._answer is None:
            return False
        named, claimed = address(url), self._answer.result.canonical_url
        return named in self._answer.addresses or (claimed is not None and named == address(claimed))

    def in_turn(self, item: Any) -> list[Any]:
        """Return the items that can be processed now: none as long as it has to be seen whether the first is alone."""
        try:
            if not is_item(item) or not takes_fields(item, self._settings):
                return [item]
            names_none = page_url(adapted(item)) is None
        except Exception:  # of the project's own code; it is logged when the item is processed
            return [item]
        self._items += 1
        if self.is_alone and names_none and self.result is not None:
            self.held = [item]
            return []
        ready, self.held = [*self.held, item], []
        return ready

    def leads_to(self, request: Request) -> bool:
        """Return True if a request is for another page of the article that is to be joined."""
        return self._article is not None and self._article.leads_to(request)

    async def whole(self, result: Extraction) -> Extraction:
        """Return the result, with the article's other pages where these are to be joined."""
        return result if self._article is None else await self._article.whole()


async def _in_callback(response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """Yield what a callback yields, and note while it runs that it does."""
    IN_CALLBACK.set(None)
    entries, running = aiter(result), ref(response)
    while True:
        IN_CALLBACK.set(running)
        try:
            entry = await anext(entries)
        except StopAsyncIteration:
            return
        finally:
            IN_CALLBACK.set(None)
        yield entry


def _absolute(response: Response, url: str | None) -> str | None:
    """Return an item's address as the page means it, against the base address that its markup may name."""
    if not url or url == response.url:
        return url
    try:
        # Only a relative one needs the markup, for which the encoding has to be known.
        return urljoin(response.url, url) if urlsplit(url).scheme else response.urljoin(url)
    except ValueError:
        return url
