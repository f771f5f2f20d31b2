"""Crawl one host with several processes, which share a queue in Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.http import HtmlResponse

from example_project.links import links_on_host

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response


class SharedSpider(Spider):
    """One item per page of one host.

    ``SCRAPY_PROJECT=redis scrapy crawl shared -a url=https://…``, started as often as there are processes to use: the
    settings (``redis_settings.py``) make them share a queue. Nothing here knows of Redis.
    """

    name = "shared"

    def __init__(self, url: str | None = None, **kwargs: Any) -> None:
        """Take the start page; a process without one works on what is in the queue."""
        super().__init__(**kwargs)
        self.url = url

    async def start(self) -> AsyncIterator[Request]:
        """Ask for the start page; every process may, the queue takes it once."""
        if self.url is not None:
            yield Request(self.url)

    def parse(self, response: Response) -> Iterator[dict[str, Any] | Request]:
        """Yield the page's item, which the add-on fills, and the pages it links to."""
        if not isinstance(response, HtmlResponse) or not self.is_own(response):
            return
        yield {"url": response.url}
        yield from response.follow_all(links_on_host(response))

    def is_own(self, response: Response) -> bool:
        """Tell whether a redirect has led elsewhere."""
        asked = response.meta.get("redirect_urls", [response.url])[0]
        return urlsplit(response.url).netloc == urlsplit(asked).netloc
