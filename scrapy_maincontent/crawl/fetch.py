"""Addresses in, extractions out: what ``scrapy-maincontent extract --urls`` fetches, politely, with the add-on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess

from .. import __version__
from ..result import Extraction
from .robots import obey_robots
from .settings import PREFIX, REQUEST_KEY, RESULT_KEY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

    Take = Callable[[str, Extraction | None, str], None]
    """Gets the address that was asked for, and its result, or ``None`` and why there is none."""


USER_AGENT = f"scrapy-maincontent/{__version__} (+https://pypi.org/project/scrapy-maincontent/)"
POLITE = {
    "USER_AGENT": USER_AGENT,
    "ROBOTSTXT_OBEY": True,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 2,
    "DOWNLOAD_DELAY": 0.25,
    "LOG_ENABLED": False,  # what went wrong is told to who asked for the page
    "TELNETCONSOLE_ENABLED": False,
}
_CAUSE = re.compile(r"Failure [\w.]{1,200}: (?:\[\((?:'[^']{0,200}', ){0,4}')?([^'>\]]{1,200})")
"""What Twisted says of a connection, inside of the names of its own errors."""
_SETTINGS = ("method", "model", "balance", "ad_list", "formats", "links", "images", "front_matter", "heading")


class _Listed(Spider):
    name = "extract"
    addresses: Sequence[str] = ()
    take: Take

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Have ``robots.txt`` obeyed by all requests."""
        super().update_settings(settings)
        obey_robots(settings)

    async def start(self) -> AsyncIterator[Any]:
        """Ask for every address."""
        for url in self.addresses:
            meta = {REQUEST_KEY: True, "asked": url}
            yield Request(url, errback=self.failed, dont_filter=True, meta=meta)

    def parse(self, response: Response, **_: Any) -> None:
        """Hand on what was extracted of a page."""
        result = response.meta.get(RESULT_KEY)
        is_page = isinstance(result, Extraction) and result.method is not None
        reason = str(result.empty_reason) if isinstance(result, Extraction) else "not extracted"
        self.take(response.meta["asked"], result if is_page else None, reason)

    def failed(self, failure: Failure) -> None:
        """Say why there is no page."""
        request: Request = failure.request  # type: ignore[attr-defined] # Scrapy sets it
        response = getattr(failure.value, "response", None)
        status = f"status {response.status}" if response is not None else ""
        self.take(request.meta["asked"], None, status or cause(failure.value))


def cause(error: BaseException | None) -> str:
    """Return why a page could not be fetched, without the names of Twisted's errors."""
    said = str(error)
    found = _CAUSE.search(said)
    return (found[1] if found else said or type(error).__name__).rstrip(".")


def fetch_pages(addresses: Sequence[str], arguments: Mapping[str, Any], workers: int | None, take: Take) -> None:
    """Fetch pages in the order in which they come; ``arguments`` are those of `extract`, ``take`` gets each page."""
    settings = {f"{PREFIX}{name.upper()}": arguments[name] for name in _SETTINGS}
    process = AsyncCrawlerProcess(
        {
            "ADDONS": {"scrapy_maincontent.Addon": 500},
            **POLITE,
            **settings,
            f"{PREFIX}FORMATS": list(arguments["formats"]),
            f"{PREFIX}WORKERS": workers,
        }
    )
    process.crawl(_Listed, addresses=addresses, take=take)
    process.start()
