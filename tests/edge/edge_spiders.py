"""Spiders for the crawls of the tests."""

from __future__ import annotations

from typing import Any

from scrapy import Request, Spider
from scrapy.http.request import NO_CALLBACK


class Pages(Spider):
    """Yields one item for each page; ``pages`` is a list of URLs, or of pairs of URL and meta."""

    name = "pages"
    pages: tuple[Any, ...] = ()

    async def start(self) -> Any:
        for page in self.pages:
            url, meta = page if isinstance(page, list | tuple) else (page, {})
            yield Request(url, meta=meta, dont_filter=True)

    def parse(self, response: Any) -> Any:
        yield {"url": response.url}


class Seen(Pages):
    """Says what it sees of each page."""

    name = "seen"

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "seen": response.text}


class AsyncPages(Pages):
    """Downloads a second page inline before it yields its item, from an asynchronous callback."""

    name = "async_pages"
    also = ""
    also_meta: Any = None

    async def parse(self, response: Any) -> Any:
        request = Request(self.also, callback=NO_CALLBACK, meta=self.also_meta or {})
        inline = await self.crawler.engine.download_async(request)
        result = inline.meta.get("maincontent_result")
        yield {"url": response.url, "inline": result.empty_reason or result.title}


class Chain(Pages):
    """Hands the whole meta of a response on to the next request, as many spiders do."""

    name = "chain"
    last = 3

    def parse(self, response: Any) -> Any:
        number = int(response.url.rpartition("/")[2])
        if number < self.last:
            yield response.follow(f"/article/{number + 1}", meta=response.meta)
        yield {"url": response.url}


class Requested(Pages):
    """Names its items by the address that was asked for, not by that of the answer."""

    name = "requested"

    def parse(self, response: Any) -> Any:
        yield {"url": response.meta["redirect_urls"][0]}


class Api(Pages):
    """Takes the HTML of its items out of a JSON answer."""

    name = "api"

    def parse(self, response: Any) -> Any:
        yield {"url": "https://courier.example/7", "html": response.json()["html"]}


SPIDERS = {spider.name: spider for spider in (Pages, Seen, AsyncPages, Chain, Requested, Api)}
