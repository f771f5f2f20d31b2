"""Joining the pages of an article: the next pages are awaited one by one, through the crawler's own engine.

They pass the downloader middlewares as all pages do, so that robots.txt, the HTTP cache, retries, redirects, delays
and the extraction of their text are what they are elsewhere. The scheduler never sees them: no queue holds them, in
memory, on disk or in Redis. Their texts are compared and put together in a worker, as a page is extracted in one.

Whether a page `belongs` to the article its address and its headline say. `normalised` returns an address as it is
asked for; `canonical`, `same_site` and `same_origin` compare addresses.
"""

from __future__ import annotations

import logging
import re
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from scrapy.spidermiddlewares.referer import RefererMiddleware
from w3lib.url import canonicalize_url, safe_url_string

from ...page import Kind, PagingType
from ...page.limits import OutOfTime
from ...pool.messages import PageTimeout, failure_of
from ...result import EmptyReason, Extraction
from ...words.normalise import key
from .. import stats
from ..settings import REQUEST_KEY, RESULT_KEY, page_options
from .text import WHOLE, JoinNote, adds_nothing, is_too_long, joined_texts, merged, texts_of

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from ..runner import Runner


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
MIN_HEADLINE = 8
"""Letters and digits that a headline needs to count where it is only a part of the other."""

_PAGE_ONE = re.compile(r"(?:/index)?(?:\.[a-z]{3,5})?/?$|[-_/.]1(?:\.[a-z]{3,5})?/?$", re.IGNORECASE)
"""What the address of a first page ends with and those of later pages need not have."""
_PAGE_NUMBER = re.compile(r"[^\W\d_]{0,8}\W?[^\W\d_]{0,8}(\d{1,4})(?:\.[a-z]{3,5})?", re.IGNORECASE)
"""What a later page has there, but for marks around it: "2", "page/2", "p2.html"."""
_FILE = "file"
"""Scheme of addresses without a host."""
_PORTS = {"http": 80, "https": 443}
_OWN_PORT = {"http": re.compile(r":(?:0*80)?$"), "https": re.compile(r":(?:0*443)?$"), _FILE: re.compile("$")}
"""The port of each scheme that has paths, as an address may have it without need."""
_CANONICAL = re.compile(
    r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?!80/|443/)[1-9]\d*)?(?:/(?!\.)[\w.-]*)+(?:\?[a-z]+=\w+)?", re.ASCII
)
"""Addresses that have this form already, as most have."""
_BEFORE_QUERY = re.compile(r"[^?#]+")
_MARKS = "-_/.,;:=!"
_SPELLINGS = 256
"""Addresses whose one form is kept: a page's is asked for several times on its way to an item."""
_NUMBER = re.compile(r"\d")


def article_of(crawler: Crawler, runner: Runner, response: Response, result: Extraction) -> Article | None:
    """Return the article that a response is a page of, or None if it is none, or joining is not asked for."""
    if result.paging_type != PagingType.ARTICLE or not result.text:
        return None
    if not page_options(response.meta.get(REQUEST_KEY), runner.settings).join:
        return None
    return Article(crawler, runner, response, result)


class Article:
    """The article that a response is a page of, as far as it is joined.

    One for each response: however many items a callback yields, later pages are fetched once, and not before the first
    of these items.
    """

    def __init__(self, crawler: Crawler, runner: Runner, response: Response, first: Extraction) -> None:
        """Fetch nothing yet."""
        self._crawler = crawler
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
        return JoinNote.LIMIT if len(self._pages) >= self._runner.settings.join_max_pages else None

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


def is_first_page(result: Extraction, url: str) -> bool:
    """Return True if a page of an article is its first one, by the number it shows or the page that comes before it."""
    shown = _shown_number(result)
    if shown is not None:
        return shown <= 1
    previous = result.previous_page
    return previous is None or canonical(previous) == canonical(url)


def belongs(page: Extraction, url: str, first: Extraction, first_url: str, number: int) -> bool:
    """Return True if the page at ``url``, which the article's last page led to, is page ``number`` of the article.

    A page of a list never is. Others are where the headline is the same; or where the page has paging of an article,
    and shows that number or has it in the address of the first page: it or the one below, since some count from 0. A
    link back alone says little: chapters and next articles have one, too.
    """
    if page.paging_type == PagingType.LIST:
        return False
    if _same_headline(page.title, first.title):
        return True
    if page.paging_type != PagingType.ARTICLE:
        return False
    return _shown_number(page) == number or _is_numbered(url, first_url, number)


def _shown_number(result: Extraction) -> int | None:
    """Return the number of a page that its paging shows, None where it shows none."""
    return None if result.page_numbers is None else result.page_numbers["current"]


def _same_headline(one: str | None, other: str | None) -> bool:
    """Return True if two headlines are the same but for what one of them has in addition, such as "page 2"."""
    short, long = sorted((key(one or ""), key(other or "")), key=len)
    return bool(short) and (short == long or (len(short) >= MIN_HEADLINE and short in long))


def _is_numbered(url: str, first_url: str, number: int) -> bool:
    page, first = urlsplit(url), urlsplit(first_url)
    stem = _PAGE_ONE.sub("", first.path, count=1)
    if not stem or not page.path.startswith(stem):
        return False
    mark = _PAGE_NUMBER.fullmatch(page.path[len(stem) :].strip(_MARKS))
    if mark and int(mark[1]) in (number, number - 1):
        return True
    given, asked = set(parse_qsl(first.query)), set(parse_qsl(page.query))
    kept = {(name, value) for name, value in given if value != "1"} <= asked
    # Offsets count entries, not pages: any number will do.
    return page.path == first.path and kept and any(_NUMBER.search(value) for _, value in asked - given)


def normalised(url: str) -> str:
    """Return an address as browsers ask for it: without dot segments, back slashes and the scheme's own port.

    A server takes ``/a/%2e%2e/private`` for ``/private``, and so must the rules of robots.txt and the filter of
    duplicates. An address that can't be read is returned as it is.
    """
    try:
        slashed = _BEFORE_QUERY.sub(lambda part: part[0].replace("\\", "/"), url.strip(), count=1)
        parts = urlsplit(safe_url_string(slashed))
    except ValueError:
        return url
    if parts.scheme not in _OWN_PORT:
        return url
    user, at, host = parts.netloc.rpartition("@")
    host = _OWN_PORT[parts.scheme].sub("", host.lower())
    return urlunsplit(parts._replace(netloc=user + at + host, path=_without_dots(parts.path)))


def _without_dots(path: str) -> str:
    kept: list[str] = []
    for segment in path.removeprefix("/").split("/"):
        dots = segment.lower().replace("%2e", ".")
        if dots == "..":
            del kept[-1:]
        elif dots != ".":
            kept.append(segment)
    if dots in (".", ".."):
        kept.append("")  # it names a folder
    return "/" + "/".join(kept)


def canonical(url: str) -> str:
    """Return an address in a form that all its spellings share; one that can't be read as it is."""
    return url if _CANONICAL.fullmatch(url) else _canonical(url)


@lru_cache(maxsize=_SPELLINGS)
def _canonical(url: str) -> str:
    try:
        return canonicalize_url(normalised(url))
    except ValueError:
        return url


def same_site(one: str, other: str) -> bool:
    """Return True if two addresses are on one host and port, whatever their scheme, or are both of files."""
    return _host(one) == _host(other) != ""


def same_origin(one: str, other: str) -> bool:
    """Return True if two addresses have one scheme, host and port: credentials for the one may go to the other."""
    return _origin(one) == _origin(other) is not None


def _origin(url: str) -> tuple[str, str, int | None] | None:
    try:
        parts = urlsplit(url)
        return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        return parts.netloc.lower() or (_FILE if parts.scheme == _FILE else "")
    except ValueError:
        return ""
