"""The downloader middleware: extracts every page on its way to the spider, and keeps the last results by address.

`extract_response` does the same for one response, in a callback.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from dataclasses import asdict, replace
from pathlib import Path
from sys import getsizeof
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

import scrapy
from scrapy import Request, signals
from scrapy.http import HtmlResponse, TextResponse
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.asyncio import run_in_thread

from . import __version__, stats
from .engines.playwright import ask_for_boxes, ask_for_encoding, comes_through_browser, without_boxes
from .join import canonical, same_site
from .methods import DEFAULT_METHOD
from .page.web_codecs import charset_in
from .pool import PoolUnavailable
from .pool.messages import Failure
from .result import Extraction
from .runner import Component
from .settings import REQUEST_KEY, RESULT_KEY, MaincontentSettings, page_options
from .stats import Skip

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from .engines import warc


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


class MainContentDownloaderMiddleware(Component):
    """Puts an `Extraction` into the meta of every request that is answered.

    The response passes unchanged, but for the boxes that a browser was asked to write into it. While a page is
    extracted its request counts as being downloaded, so that ``CONCURRENT_REQUESTS`` bounds the pages that wait for a
    worker. A request whose page no worker could be started for goes back to the scheduler. ``pages`` are the last
    results, for the components that fill items: each puts its name into ``fillers``.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._archive = Archive(crawler, self._settings)
        self._given_back: WeakSet[Request] = WeakSet()
        self.pages = RecentPages(with_blocks="text_blocks" in self._settings.fields.values())
        self.fillers: set[str] = set()
        self._first = True
        self._ahead: WeakKeyDictionary[Response, Extraction | None] = WeakKeyDictionary()
        crawler.signals.connect(self._archive.close, signal=signals.spider_closed)

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
        if self._first:
            self._first = False
            self._log_what_is_missing()
        result = self._ahead.pop(response) if response in self._ahead else await self._result(request, response)
        if result is None:
            return self._give_back(request)
        request.meta[RESULT_KEY] = result
        # Robots.txt and media have no items of their own, and would push pages out.
        if self.fillers and result.empty_reason != Skip.NO_CALLBACK:
            self.pages.add(result, response.url, request.url, *request.meta.get("redirect_urls", ()))
        return without_boxes(request, response)

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
        asked = request.meta.get(REQUEST_KEY)
        reason = self._skip_reason(asked, request, response)
        if reason is not None:
            self._crawler.stats.inc_value(stats.SKIPPED.format(reason=reason))
            return Extraction(url=response.url, empty_reason=str(reason))
        try:
            result = await self._extract(asked, response)
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
        return await self._runner.extract(response.body, response.url, options, declared_encoding(response))

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


MAX_PAGES = 500
"""Pages that a crawl remembers for items that are still to come."""
MAX_BYTES = 32 * 1024 * 1024
"""Memory that these may take."""
MAX_ALIASES = 100
"""Addresses that lead to one page, such as to a login page, which are kept."""
_BYTES_PER_PAGE = 4096
_BYTES_PER_LINK = 400
"""What a page takes beside its texts, and each of its links and pictures."""


class RecentPages:
    """The results of a crawl's last pages, by the addresses of each; the one not asked for the longest goes first.

    A page has the address that it came from, those that led there, and the one that it declares as its own, where
    that is on its site. What was fetched comes before what is declared; an address that two pages declare is neither's.
    """

    def __init__(self, *, with_blocks: bool = False, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        """Text blocks, the largest part of a result, are left out unless asked for."""
        self._with_blocks = with_blocks
        self._max_pages = max_pages
        self._max_bytes = max_bytes
        self._pages: OrderedDict[str, _Page] = OrderedDict()
        self._redirected: dict[str, str] = {}
        self._declared: dict[str, list[str]] = {}
        self._bytes = 0

    def add(self, result: Extraction, url: str, *earlier: str) -> None:
        """Keep a result under the address of its page, and under the earlier ones that led to it."""
        key = canonical(url)
        known = self._drop(key) if key in self._pages else []
        if not self._with_blocks:
            result = result.without_blocks()
        declared = result.canonical_url if same_site(result.canonical_url or "", url) else None
        aliases = dict.fromkeys([*(canonical(other) for other in earlier if other != url), *known])
        aliases.pop(key, None)
        own = key if declared in (None, url) else canonical(declared)
        page = _Page(result, _memory(result), list(aliases)[:MAX_ALIASES], own)
        self._pages[key] = page
        self._bytes += page.memory
        self._redirected.update(dict.fromkeys(page.earlier, key))
        self._declared.setdefault(page.declared, []).append(key)
        while len(self._pages) > 1 and (len(self._pages) > self._max_pages or self._bytes > self._max_bytes):
            self._drop(next(iter(self._pages)))

    def find(self, url: str) -> Extraction | None:
        """Return the result of the page that an address names, None where it is not, or no longer, here."""
        key = self._key(canonical(url))
        if key is None:
            return None
        self._pages.move_to_end(key)
        return self._pages[key].result

    def are_one(self, url: str, other: str) -> bool:
        """Return True if two addresses name the same page; of pages that are not here their spelling decides."""
        one, two = canonical(url), canonical(other)
        return (self._key(one) or one) == (self._key(two) or two)

    def _key(self, address: str) -> str | None:
        if address in self._pages:
            return address
        declaring = self._declared.get(address, ())
        return self._redirected.get(address) or (declaring[0] if len(declaring) == 1 else None)

    def _drop(self, key: str) -> list[str]:
        """Forget a page; return the earlier addresses that led to it."""
        page = self._pages.pop(key)
        self._bytes -= page.memory
        for address in page.earlier:
            if self._redirected.get(address) == key:
                del self._redirected[address]
        self._declared[page.declared].remove(key)
        if not self._declared[page.declared]:
            del self._declared[page.declared]
        return page.earlier


class _Page(NamedTuple):
    result: Extraction
    memory: int
    earlier: list[str]
    declared: str


def _memory(result: Extraction) -> int:
    """Return about how many bytes a result without its text blocks takes."""
    texts = [region.text for region in result.regions]
    texts += [part["text"] for part in (*result.entries, *result.comments)]
    links = sum(len(region.links) for region in result.regions) + len(result.media_table.rows)
    texts += filter(None, (result.text, result.markdown, result.html))
    return _BYTES_PER_PAGE + _BYTES_PER_LINK * links + sum(map(getsizeof, texts))


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


def _is_detected(response: Response, encoding: str) -> bool:
    """Return True if Scrapy finds an encoding in a response that is built without one."""
    return isinstance(response, TextResponse) and response.replace(encoding=None).encoding == encoding


def extract_response(
    response: Response, *, method: str | None = None, formats: tuple[str, ...] = ("text",), **options: Any
) -> Extraction:
    """Return the main content of a response, for use in callbacks.

    What the downloader middleware has extracted is returned as it is where it holds the ``formats`` and was made by
    the ``method`` (None: by any); otherwise the page is extracted here and now, in the crawl's own thread. ``options``
    are those of `scrapy_maincontent.extract`; with any of them the page is always extracted anew.

    Raises:
        ValueError: no such method or format.
    """
    if not options:
        result = response.request.meta.get(RESULT_KEY) if response.request is not None else None
        if isinstance(result, Extraction) and _answers(result, method, formats):
            return result
    # A crawl with workers gets along without the extractor, and what it imports, in its own process.
    from .extraction import extract

    options.setdefault("encoding", declared_encoding(response))
    return extract(response.body, response.url, method=method or DEFAULT_METHOD, formats=formats, **options)


def _answers(result: Extraction, method: str | None, formats: tuple[str, ...]) -> bool:
    """Return True if a result is what is asked for; one without a method holds nothing but a reason."""
    if result.method is None or method not in (None, result.method):
        return False
    return all(getattr(result, name, None) is not None for name in formats)


class Archive:
    """Writes the pages of one crawl below the folder ``MAINCONTENT_WARC``, where that is set.

    What can't be written costs the crawl nothing but the record: it is counted, and the first one is logged.
    """

    def __init__(self, crawler: Crawler, settings: MaincontentSettings) -> None:
        self._crawler = crawler
        self._settings = settings
        self._writer: warc.WarcWriter | None = None
        self._logged = False

    async def keep(self, response: Response) -> warc.Written | None:
        """Write a response and return where it is; None where nothing is to be kept or can be. Never raises."""
        if self._settings.warc is None:
            return None
        try:
            # Compressing takes milliseconds and disks may take longer: neither is to hold up the crawl.
            written = await run_in_thread(self._open(self._settings.warc).write, _as_sent(response))
        except Exception as error:
            self._crawler.stats.inc_value(stats.WARC_ERRORS)
            self._log(error)
            return None
        self._crawler.stats.inc_value(stats.WARC_RECORDS)
        return written

    def close(self) -> None:
        """Close the file and count what was written."""
        if self._writer is not None:
            self._writer.close()
            self._crawler.stats.set_value(stats.WARC_FILES, self._writer.opened)
            self._crawler.stats.set_value(stats.WARC_BYTES, self._writer.written)

    def _open(self, folder: str) -> warc.WarcWriter:
        if self._writer is None:
            from .engines.warc import WarcWriter

            spider = self._crawler.spider
            information = {
                "software": f"scrapy-maincontent/{__version__} Scrapy/{scrapy.__version__}",
                "http-header-user-agent": self._crawler.settings["USER_AGENT"],
            }
            name = spider.name if spider is not None else "crawl"
            self._writer = WarcWriter(Path(folder), name, self._settings.warc_max_bytes, information)
        return self._writer

    def _log(self, error: Exception) -> None:
        if not self._logged:
            self._logged = True
            logger.error(
                "A page could not be kept in %s (MAINCONTENT_WARC): %s: %s. The crawl goes on; further failures are "
                "only counted, as %s",
                self._settings.warc,
                type(error).__name__,
                error,
                stats.WARC_ERRORS,
                extra={"spider": self._crawler.spider},
            )


def _as_sent(response: Response) -> warc.Response:
    from .engines import warc

    headers = tuple(
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, values in response.headers.items()
        for value in values
    )
    address = response.ip_address
    return warc.Response(
        response.url,
        response.status,
        headers,
        response.body,
        response.protocol,
        None if address is None else str(address),
    )
