"""The downloader middleware: extracts every page on its way to the spider, and keeps the last results by address.

`extract_response` does the same for one response, in a callback.
"""

from __future__ import annotations

import logging
import pickle
import re
from collections import OrderedDict
from contextvars import ContextVar
from dataclasses import asdict, replace
from itertools import count
from pathlib import Path
from sys import getsizeof
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urldefrag
from weakref import ReferenceType, WeakKeyDictionary, WeakSet

import scrapy
from scrapy import Request, signals
from scrapy.http import HtmlResponse, TextResponse
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.asyncio import run_in_thread

from . import __version__
from .crawl import stats
from .crawl.join import canonical, same_site
from .crawl.runner import Component
from .crawl.settings import REDIRECTS_KEY, REQUEST_KEY, RESULT_KEY, MaincontentSettings, page_options
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
REPLACED = (
    "<%s> has another body than the one that was extracted: a downloader middleware with a number below this one's has "
    "replaced it. Such pages have no text; give that middleware a higher number. Others are only counted, as %s"
)


class Answer(NamedTuple):
    """The result of a response, and the addresses that the response answers."""

    result: Extraction
    addresses: tuple[str, ...]


_ANSWERS: WeakKeyDictionary[Response, Answer] = WeakKeyDictionary()
"""Those of this process's crawls. Meta would be copied along to other requests, and to responses with other bodies."""
IN_CALLBACK: ContextVar[ReferenceType[Response] | None] = ContextVar("maincontent_in_callback", default=None)
"""The response whose callback is running; a download that the callback awaits has it, too."""


def answer_to(response: Response) -> Answer | None:
    """Return what was extracted of this very response, ``None`` where nothing was or the response is a copy."""
    return _ANSWERS.get(response)


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
        _note_redirects(request)
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
        _ANSWERS[shown] = Answer(result, _addresses(request, shown))
        return shown

    def _received(self, response: Response, request: Request) -> None:
        """Keep the result of a response as the spider gets it, after all downloader middlewares."""
        body, result = self._under_way.pop(request, (None, None))
        if result is None:
            return
        if response not in _ANSWERS and response.body != body:
            result = Extraction(url=response.url, empty_reason=str(Skip.REPLACED))
            request.meta[RESULT_KEY] = result
            self._crawler.stats.inc_value(stats.REPLACED)
            self._log_replaced(response)
        answer = _ANSWERS[response] = Answer(result, _addresses(request, response))
        # Robots.txt and media have no items of their own, and would push pages out.
        if self.fillers and result.empty_reason != Skip.NO_CALLBACK and request.method == "GET" and not request.body:
            # What a server sends for an address is said of the address without a route that only scripts see.
            of_request = [known for known in answer.addresses if not _is_without_route(known, request.url)]
            self.pages.add(result, *of_request)

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
NOT_A_PAGE = frozenset({Skip.EMPTY, Skip.NOT_HTML})
"""Reasons of answers that are no page: they leave an address to an earlier answer, one to another ``Accept``, say."""
_ANCHOR = re.compile(r":~:|[^/!?=&]*+$")
"""A fragment that names a place in a page, not a page that a script shows."""
_BYTES_PER_PAGE = 4096
"""What a page takes beside that."""


class RecentPages:
    """The results of a crawl's last pages, by their addresses; the one not asked for the longest goes first.

    An address has the latest answer to it that has a page. What a page only claims to be its own address is kept apart,
    where it is on the page's site; one that two pages claim is neither's.
    """

    def __init__(self, *, with_blocks: bool = False, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        """Text blocks, the largest part of a result, are left out unless asked for."""
        self._with_blocks = with_blocks
        self._max_pages = max_pages
        self._max_bytes = max_bytes
        self._pages: OrderedDict[int, _Page] = OrderedDict()
        self._numbers = count()
        self._answers: dict[str, int] = {}
        self._claims: dict[str, list[int]] = {}
        self._bytes = 0

    def add(self, result: Extraction, *urls: str) -> None:
        """Keep a result under the addresses that it answers; one without a page takes no other's place."""
        addresses = dict.fromkeys(map(address, urls))
        if result.empty_reason in NOT_A_PAGE:
            addresses = dict.fromkeys(known for known in addresses if known not in self._answers)
        if not addresses:
            return
        if not self._with_blocks:
            result = result.without_blocks()
        for known in addresses:
            self._leave(known)
        number, claimed = next(self._numbers), result.canonical_url
        claim = address(claimed) if claimed and any(same_site(claimed, url) for url in urls) else None
        page = self._pages[number] = _Page(result, _memory(result), set(addresses), claim)
        self._bytes += page.memory
        self._answers.update(dict.fromkeys(addresses, number))
        if claim is not None:
            self._claims.setdefault(claim, []).append(number)
        while len(self._pages) > 1 and (len(self._pages) > self._max_pages or self._bytes > self._max_bytes):
            self._drop(next(iter(self._pages)))

    def find(self, url: str) -> Extraction | None:
        """Return the result of the latest answer to an address, ``None`` where it is not, or no longer, here."""
        return self._result(self._answers.get(address(url)))

    def claiming(self, url: str) -> Extraction | None:
        """Return the result of the one page that calls an address its own, ``None`` without one, or with several."""
        claiming = self._claims.get(address(url), ())
        return self._result(claiming[0]) if len(claiming) == 1 else None

    def _result(self, number: int | None) -> Extraction | None:
        if number is None:
            return None
        self._pages.move_to_end(number)
        return self._pages[number].result

    def _leave(self, known: str) -> None:
        """Take an address from the page that has it, and forget a page that has none left."""
        number = self._answers.get(known)
        if number is not None:
            page = self._pages[number]
            page.addresses.discard(known)
            if not page.addresses:
                self._drop(number)

    def _drop(self, number: int) -> None:
        page = self._pages.pop(number)
        self._bytes -= page.memory
        for known in page.addresses:
            del self._answers[known]
        if page.claim is not None:
            self._claims[page.claim].remove(number)
            if not self._claims[page.claim]:
                del self._claims[page.claim]


class _Page(NamedTuple):
    result: Extraction
    memory: int
    addresses: set[str]
    claim: str | None


def address(url: str) -> str:
    """Return an address in a form that all its spellings share, with the fragment if that names a page."""
    known = canonical(url)
    _, mark, fragment = url.partition("#")
    return known if not mark or _ANCHOR.match(fragment) else f"{known}#{fragment}"


def _note_redirects(request: Request) -> None:
    """Note in a request's meta which of its ``redirect_urls`` other requests' meta has brought along.

    Kept are their number, the number of all and the address that was asked for: one that leads on to a new address is
    the last of one more. What is no redirect of the request that meta comes from, or that request again, begins anew.
    """
    led = request.meta.get("redirect_urls") or []
    brought, number, url = request.meta.get(REDIRECTS_KEY) or (len(led), len(led), request.url)
    is_redirected = len(led) == number + 1 and led[-1] == url
    if not is_redirected and (len(led) != number or request.url != url):
        brought = len(led)
    # The address of a form is no page's that the form's answer leads to.
    is_form = request.method != "GET" or bool(request.body)
    request.meta[REDIRECTS_KEY] = [len(led) + 1 if is_form else brought, len(led), request.url]


def _addresses(request: Request, response: Response) -> tuple[str, ...]:
    """Return the addresses that a response answers: its own, that of its request, and those that redirected there."""
    led = request.meta.get("redirect_urls") or []
    brought = (request.meta.get(REDIRECTS_KEY) or [len(led)])[0]
    return tuple(dict.fromkeys(map(address, (response.url, request.url, *led[brought:]))))


def _is_without_route(known: str, asked: str) -> bool:
    """Return True for the address that was asked for without the fragment that is a part of it."""
    whole = address(asked)
    return known != whole and known == urldefrag(whole).url


def _memory(result: Extraction) -> int:
    """Return about how many bytes a result takes: what it is pickled as, and its texts, whose letters may be wide."""
    texts = filter(None, (result.text, result.markdown, result.html))
    return _BYTES_PER_PAGE + len(pickle.dumps(result, pickle.HIGHEST_PROTOCOL)) + sum(map(getsizeof, texts))


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

    What the downloader middleware has extracted of this very response is returned as it is where it holds the
    ``formats`` and was made by the ``method`` (None: by any); otherwise, as for a response with another body, the page
    is extracted here and now, in the crawl's own thread. ``options``
    are those of `scrapy_maincontent.extract`; with any of them the page is always extracted anew.

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
