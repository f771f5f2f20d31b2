"""The downloader middleware: extracts every page on its way to the spider, and keeps the last results by address.

`extract_response` does the same for one response, in a callback.
"""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, WeakSet

from scrapy import Request, signals
from scrapy.http import HtmlResponse, TextResponse
from scrapy.http.request import NO_CALLBACK

from .crawl import stats
from .crawl.archive import Archive
from .crawl.listed import completed, listed
from .crawl.pages import (
    ANSWERS,
    IN_CALLBACK,
    Answer,
    RecentPages,
    addresses_of,
    answer_to,
    is_without_route,
    note_redirects,
)
from .crawl.runner import Component
from .crawl.settings import REQUEST_KEY, RESULT_KEY, page_options
from .crawl.stats import Skip
from .engines.playwright import ask_for_boxes, ask_for_encoding, comes_through_browser, without_boxes
from .methods import DEFAULT_METHOD
from .page.web_codecs import charset_in
from .pool import PoolUnavailable
from .pool.messages import Failure
from .result import Extraction

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response


logger = logging.getLogger(__name__)

PIPELINE = "item pipeline"
SPIDER_MIDDLEWARE = "spider middleware"
ALL_OF_THEM = 'ADDONS = {"scrapy_maincontent.Addon": 500} installs what is missing'
INCOMPLETE = {
    frozenset(): "No item is filled: neither the item pipeline nor the spider middleware is there. Callbacks find "
    "what was extracted in response.meta['maincontent_result']",
    frozenset({PIPELINE}): "Without the spider middleware an item is filled from the page that it names in a field "
    "such as url or link; pages of an article are not joined",
    frozenset({SPIDER_MIDDLEWARE}): "Without the item pipeline only items of responses are filled, none from HTML of "
    "its own",
}
"""What is logged for each set of components that fill items beside the downloader middleware."""
REPLACED = (
    "<%s> has another body than the one that was extracted: a downloader middleware with a number below this one's has "
    "replaced it. Such pages have no text; give that middleware a higher number. Others are only counted, as %s"
)


class MainContentDownloaderMiddleware(Component):
    """Puts an `Extraction` into the meta of every request that is answered.

    The response passes unchanged, but for the boxes that a browser was asked to write into it. While a page is
    extracted its request counts as being downloaded, so that ``CONCURRENT_REQUESTS`` bounds the pages that wait for a
    worker. A request whose page no worker could be started for goes back to the scheduler. ``pages`` are the last
    results, for the components that fill items: each puts its name into ``fillers``. ``mixed`` are the responses whose
    callbacks have downloaded other pages themselves.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._archive = Archive(crawler, self._settings)
        self._given_back: WeakSet[Request] = WeakSet()
        self._under_way: WeakKeyDictionary[Request, tuple[bytes, Extraction]] = WeakKeyDictionary()
        self._replaced_logged = False
        self.mixed: WeakSet[Response] = WeakSet()
        self.pages = RecentPages(with_blocks="text_blocks" in self._settings.fields.values())
        self.fillers: set[str] = set()
        self._first = True
        self._ahead: WeakKeyDictionary[Response, Extraction | None] = WeakKeyDictionary()
        crawler.signals.connect(self._archive.close, signal=signals.spider_closed)
        crawler.signals.connect(self._received, signal=signals.response_received)

    def process_request(self, request: Request) -> None:
        """Where the page comes through a browser, ask for its true encoding, and for boxes if its method needs them."""
        note_redirects(request)
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
        if self._first:
            self._first = False
            self._log_what_is_missing()
        result = self._ahead.pop(response) if response in self._ahead else await self._result(request, response)
        if result is None:
            return self._give_back(request)
        if (page := IN_CALLBACK.get()) is not None and (scraped := page()) is not None:
            self.mixed.add(scraped)
        request.meta[RESULT_KEY] = result
        shown = without_boxes(request, response)
        self._under_way[request] = shown.body, result
        ANSWERS[shown] = Answer(result, addresses_of(request, shown))
        return shown

    def _received(self, response: Response, request: Request) -> None:
        """Keep the result of a response as the spider gets it, after all downloader middlewares."""
        body, result = self._under_way.pop(request, (None, None))
        if result is None:
            return
        if response not in ANSWERS and response.body != body:
            result = Extraction(url=response.url, empty_reason=str(Skip.REPLACED))
            request.meta[RESULT_KEY] = result
            self._crawler.stats.inc_value(stats.REPLACED)
            self._log_replaced(response)
        ANSWERS[response] = Answer(result, addresses_of(request, response))
        # Robots.txt and media have no items of their own, and would push pages out.
        if self.fillers and result.empty_reason != Skip.NO_CALLBACK and request.method == "GET" and not request.body:
            # What a server sends for an address is said of the address without a route that only scripts see.
            of_pages = addresses_of(request, response, of_pages=True)
            self.pages.add(result, *[known for known in of_pages if not is_without_route(known, request.url)])

    def _log_replaced(self, response: Response) -> None:
        if not self._replaced_logged:
            self._replaced_logged = True
            logger.warning(REPLACED, response.url, stats.REPLACED, extra={"spider": self._crawler.spider})

    async def extract_ahead(self, request: Request, response: Response) -> Extraction:
        """Return the result of a response that is still on its way here, and will not be extracted again.

        Where no worker is there it has the reason alone, and the request is given back once the response is here.
        """
        if response not in self._ahead:
            self._ahead[response] = await self._result(request, response)
        return self._ahead[response] or Extraction(url=response.url, empty_reason=str(Failure.NO_WORKERS))

    async def _result(self, request: Request, response: Response) -> Extraction | None:
        """Return the extraction of a response, or one with the reason alone; None where the request is given back."""
        self._crawler.stats.inc_value(stats.RESPONSES)
        self._runner.note_latency(response.url, request.meta.get("download_latency"))
        asked = request.meta.get(REQUEST_KEY)
        reason = self._skip_reason(asked, request, response)
        if reason is not None:
            self._crawler.stats.inc_value(stats.SKIPPED.format(reason=reason))
            return Extraction(url=response.url, empty_reason=str(reason))
        try:
            result = completed(await self._extract(asked, response), listed(request))
        except PoolUnavailable as error:
            if self._can_be_given_back(request):
                return None
            result = self._runner.failed(response.url, error)
        kept = await self._archive.keep(response)  # here, since a page that is given back comes again
        return result if kept is None else replace(result, warc=asdict(kept))

    async def _extract(self, asked: Any, response: Response) -> Extraction:
        try:
            options = page_options(asked, self._settings)
        except ValueError as error:
            return self._runner.failed(response.url, error)
        return await self._runner.extract(
            response.body, response.url, options, declared_encoding(response), declared_time(response)
        )

    def _can_be_given_back(self, request: Request) -> bool:
        """Return False where somebody waits for the response: who asks for it inline would do so again and again."""
        return request.callback is not NO_CALLBACK and request not in self._given_back

    def _give_back(self, request: Request) -> Request:
        """Return the request as the scheduler is to keep it."""
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

    def _log_what_is_missing(self) -> None:
        message = INCOMPLETE.get(frozenset(self.fillers))
        if message is None:
            return
        # Not joined although that was asked for is more than a choice.
        level = logging.WARNING if self._settings.join_pages and SPIDER_MIDDLEWARE not in self.fillers else logging.INFO
        logger.log(level, "%s. %s", message, ALL_OF_THEM, extra={"spider": self._crawler.spider})


def declared_encoding(response: Response) -> str | None:
    """Return the encoding that a response was built with, or the label that its header names; None where neither is.

    ``response.encoding`` would go on to detect one, which takes many milliseconds for a page that declares none, and
    which the extractor does better.
    """
    # No public attribute tells an encoding given by whoever built the response from one that was detected.
    given: str | None = getattr(response, "_encoding", None)
    # The HTTP cache builds its responses with the encoding that was detected when they were stored.
    if given and not ("cached" in response.flags and _is_detected(response, given)):
        return given
    return charset_in(response.headers.get(b"Content-Type") or b"")


def declared_time(response: Response) -> str | None:
    """Return when the server says it answered, as its header has it; that of the first answer for a cached one."""
    value = response.headers.get(b"Date")
    return None if value is None else value.decode("latin-1")


def _is_detected(response: Response, encoding: str) -> bool:
    """Return True if Scrapy finds an encoding in a response that is built without one."""
    return isinstance(response, TextResponse) and response.replace(encoding=None).encoding == encoding


def extract_response(
    response: Response, *, method: str | None = None, formats: tuple[str, ...] = ("text",), **options: Any
) -> Extraction:
    """Return the main content of a response, for use in callbacks.

    The downloader middleware's result of this very response is returned if it holds the ``formats`` and was made by the
    ``method`` (None: by any). Otherwise, as for a response with another body, the page is extracted now, in the crawl's
    own thread. ``options`` are those of `scrapy_maincontent.extract`; with any of them the page is extracted anew.

    Raises:
        ValueError: no such method or format.
    """
    if not options:
        answer = answer_to(response)
        if answer is not None and _answers(answer.result, method, formats):
            return answer.result
    # A crawl with workers gets along without the extractor, and what it imports, in its own process.
    from .extraction import extract

    options.setdefault("encoding", declared_encoding(response))
    options.setdefault("fetched", declared_time(response))
    return extract(response.body, response.url, method=method or DEFAULT_METHOD, formats=formats, **options)


def _answers(result: Extraction, method: str | None, formats: tuple[str, ...]) -> bool:
    """Return True if a result is what is asked for; one without a method holds nothing but a reason."""
    if result.method is None or method not in (None, result.method):
        return False
    return all(getattr(result, name, None) is not None for name in formats)
