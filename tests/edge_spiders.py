"""Spiders for the crawls of the tests."""

from __future__ import annotations

from typing import Any

from scrapy import Request, Spider
from scrapy.exceptions import CloseSpider
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


class Once(Pages):
    """Asks for no page twice."""

    name = "once"

    async def start(self) -> Any:
        for url in self.pages:
            yield Request(url)


class Seen(Pages):
    """Says what it sees of each page."""

    name = "seen"

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "seen": response.text}


async def count_start(page: Any, request: Any) -> None:
    """Start a page of the browser in a way of the project's own."""
    request.meta["own"] = request.meta.get("own", 0) + 1


class Browsed(Pages):
    """Gets each page through a browser, one after the other; the query tells how."""

    name = "browsed"

    async def start(self) -> Any:
        for url in self.pages:
            meta: dict[str, Any] = {"playwright": True, "asked": url}
            if url.endswith("?own"):
                meta |= {"playwright_page_init_callback": count_start, "playwright_include_page": True}
            post = {"method": "POST", "body": "wheel=round"} if url.endswith("?post") else {}
            if not url.endswith("?reused"):
                yield Request(url, meta=meta, dont_filter=True, **post)

    async def parse(self, response: Any) -> Any:
        headers = {name.decode(): [value.decode() for value in values] for name, values in response.headers.items()}
        yield {
            "asked": response.meta["asked"],
            "url": response.url,
            "status": response.status,
            "headers": headers,
            "seen": getattr(response, "text", ""),
            "body": response.body.hex(),
            "redirect_urls": response.meta.get("redirect_urls"),
            "own": response.meta.get("own"),
        }
        if response.url.endswith("?own"):
            reused = response.url.replace("?own", "?reused")
            meta = {"playwright": True, "asked": reused, "playwright_page": response.meta["playwright_page"]}
            yield Request(reused, meta=meta, dont_filter=True)


class Closing(Pages):
    """Has seen enough after its second page."""

    name = "closing"
    seen = 0

    def parse(self, response: Any) -> Any:
        self.seen += 1
        yield {"url": response.url}
        if self.seen == 2:
            raise CloseSpider("seen enough")


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


SPIDERS = {spider.name: spider for spider in (Pages, Once, Seen, Closing, Browsed, AsyncPages, Chain, Requested, Api)}
