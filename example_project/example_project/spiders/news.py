"""Crawl the bundled fictional site, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.http import HtmlResponse

from example_project.links import links_on_host, next_in_list, section_of
from example_project.server import SiteServer
from scrapy_maincontent import extract_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response


class NewsSpider(Spider):
    """One item per page of the bundled site, found by following links from the home page; one per divided article.

    ``scrapy crawl news -O items.jsonl`` serves the site itself, on a free port, for as long as the crawl lasts;
    ``-a base=http://127.0.0.1:8000/`` crawls one that is already served (``python -m example_project.server``).
    """

    name = "news"
    # Articles in several pages give one item, with the text of all of them.
    custom_settings = {"MAINCONTENT_JOIN_PAGES": True}  # noqa: RUF012 - as Scrapy declares it

    def __init__(self, base: str | None = None, **kwargs: Any) -> None:
        """Take the address of a running server, if any."""
        super().__init__(**kwargs)
        self.base = base
        self.server: SiteServer | None = None

    async def start(self) -> AsyncIterator[Request]:
        """Ask for the home page, of a server of our own where none is given."""
        if self.base is None:
            self.server = SiteServer()
            self.base = self.server.url
        yield Request(self.base)

    def parse(self, response: Response) -> Iterator[dict[str, Any] | Request]:
        """Yield the page's item, which the add-on fills, and the pages it links to, a list's next page first."""
        if isinstance(response, HtmlResponse):
            result = extract_response(response)
            yield {"url": response.url, "section": section_of(result)}
            yield from response.follow_all(next_in_list(result), priority=1)
            yield from response.follow_all(links_on_host(response))

    def closed(self, reason: str) -> None:  # noqa: ARG002 - Scrapy passes it
        """Stop our own server."""
        if self.server is not None:
            self.server.close()
