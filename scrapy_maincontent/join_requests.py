"""Requests for the later pages of an article."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.http.request import NO_CALLBACK
from scrapy.spidermiddlewares.referer import RefererMiddleware

from .meta import REQUEST_KEY

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

logger = logging.getLogger(__name__)

KEPT_HEADERS = ("Accept", "Accept-Language", "Authorization", "User-Agent")
"""Headers that later pages are asked for with as the first page was."""
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


def later_page(crawler: Crawler, first: Response, url: str) -> Request:
    """Return the request for a later page of the article that ``first`` is the first page of."""
    asked = first.request or Request(first.url)
    headers = {name: asked.headers.getlist(name) for name in KEPT_HEADERS if name in asked.headers}
    meta: dict[str, Any] = {name: asked.meta[name] for name in KEPT_META if name in asked.meta}
    # Without a callback of its own a page is extracted only where it asks for it.
    meta[REQUEST_KEY] = asked.meta.get(REQUEST_KEY) or True
    request = Request(url, callback=NO_CALLBACK, headers=headers, meta=meta)
    referer = crawler.get_spider_middleware(RefererMiddleware)
    if referer is not None:
        referer.get_processed_request(request, first)
    return request


def mark_seen(crawler: Crawler, *requests: Request | None) -> None:
    """Have the scheduler's filter drop the spider's own requests for a page that is part of an item by now.

    The filter keeps what it has seen where the crawl keeps its queue: in the ``JOBDIR``, in Redis. A scheduler without
    a filter that can be told is left alone.
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
