"""Crawl a real site, politely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.exceptions import CloseSpider
from scrapy.http import HtmlResponse
from scrapy.spiders import SitemapSpider

from example_project.links import links_on_host

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from scrapy.http import Response


class SiteSpider(SitemapSpider):
    """One item per page of one host.

    ``-a url=https://…`` follows links from a start page and stays on the host it leads to; ``-a sitemap=https://…``
    takes the pages that a sitemap lists (a robots.txt that names sitemaps does as well). ``-a pages=N`` stops after
    N pages; 0 takes all.
    """

    name = "site"
    custom_settings = {"ROBOTSTXT_OBEY": True, "AUTOTHROTTLE_ENABLED": True}  # noqa: RUF012 - as Scrapy declares it

    def __init__(self, url: str | None = None, sitemap: str | None = None, pages: str = "100", **kwargs: Any) -> None:
        """Take what ``-a`` gives; `ValueError` unless it is one of url and sitemap."""
        if (url is None) == (sitemap is None):
            msg = "spider 'site' needs either -a url=https://example.org/ or -a sitemap=https://example.org/sitemap.xml"
            raise ValueError(msg)
        self.url = url
        self.sitemap_urls = [sitemap] if sitemap else []
        self.host = urlsplit(sitemap).netloc if sitemap else None
        self.limit = int(pages)
        self.taken = 0
        super().__init__(**kwargs)

    async def start(self) -> AsyncIterator[Request]:
        """Ask for the start page or the sitemap."""
        if self.url is not None:
            yield Request(self.url, self.parse_start)
        async for request in super().start():
            yield request

    def sitemap_filter(self, entries: Iterable[dict[str, Any]]) -> Iterable[dict[str, Any]]:
        """Leave out what a sitemap lists of other hosts."""
        return (entry for entry in entries if urlsplit(entry["loc"]).netloc == self.host)

    def parse_start(self, response: Response) -> Iterator[dict[str, Any] | Request]:
        """Take the host from where the start page was found: https://example.org/ may lead to www.example.org."""
        self.host = urlsplit(response.url).netloc
        yield from self.parse_linked(response)

    def parse_linked(self, response: Response) -> Iterator[dict[str, Any] | Request]:
        """Yield the page's item and the pages it links to."""
        yield from self.parse(response)
        if self.is_page(response):
            yield from response.follow_all(links_on_host(response), self.parse_linked)

    def parse(self, response: Response) -> Iterator[dict[str, Any]]:
        """Yield the page's item, which the add-on fills."""
        if not self.is_page(response):
            return
        if self.limit and self.taken >= self.limit:
            raise CloseSpider("page_limit")
        self.taken += 1
        yield {"url": response.url}

    def is_page(self, response: Response) -> TypeGuard[HtmlResponse]:
        """Tell whether this is a page, and one of our host: a redirect may have led elsewhere."""
        return isinstance(response, HtmlResponse) and urlsplit(response.url).netloc == self.host
