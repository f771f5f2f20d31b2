"""A parallel corpus: translated articles, each with the original that it links to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from scrapy import Request, Spider
from scrapy.http import HtmlResponse

from example_project.links import links_on_host
from example_project.originals import LANGUAGE, language_of, original_of
from example_project.server import TRANSLATIONS, SiteServer
from scrapy_maincontent import extract_response

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

    from scrapy_maincontent import Extraction

BUNDLED_START = "sokushin/"
"""Front page of the bundled translated site."""


def is_one_page(item: dict[str, Any]) -> bool:
    """Return True if an item is of a single page, so that the add-on can fill it; a pair is not."""
    return "translation" not in item


class ParallelSpider(Spider):
    """One item per article pair, ``translation`` and ``original``; both have url, language, headline and articleBody.

    ``scrapy crawl parallel -O pairs.jsonl`` takes the bundled site. ``-a url=https://…/news/`` follows the links of a
    translated site below that address; ``-a original="p.source a"`` is the CSS selector of the links to the originals
    where their words do not tell (`originals.WORDS`); ``-a language=de`` the originals' language, where links name it.
    A pair without text on one side is left out and counted.
    """

    name = "parallel"
    custom_settings = {"MAINCONTENT_ITEMS": [is_one_page]}  # noqa: RUF012 - as Scrapy declares it

    def __init__(
        self, url: str | None = None, original: str | None = None, language: str = LANGUAGE, **kwargs: Any
    ) -> None:
        """Take the address of a translated site, the selector of links to originals, their language."""
        super().__init__(**kwargs)
        self.url = url
        self.selector = original
        self.language = language
        self.server: SiteServer | None = None

    async def start(self) -> AsyncIterator[Request]:
        """Ask for the translated site's front page, of a server of our own where none is given."""
        if self.url is None:
            self.server = SiteServer(site=TRANSLATIONS)
            self.url = urljoin(self.server.url, BUNDLED_START)
        yield Request(self.url)

    def parse(self, response: Response) -> Iterator[Request]:
        """Ask for the page's original, if it has one, and for the pages it links to."""
        if not isinstance(response, HtmlResponse):
            return
        address = original_of(response, self.selector, self.language)
        if address is not None:
            # Two translations may have one original, and a site may list both languages.
            yield Request(
                address,
                self.parse_original,
                errback=self.count_missing,
                cb_kwargs={"translation": article(response)},
                dont_filter=True,
            )
        yield from response.follow_all(link for link in links_on_host(response) if link.url.startswith(self.url or ""))

    def parse_original(self, response: Response, translation: dict[str, str]) -> Iterator[dict[str, Any]]:
        """Yield the pair."""
        original = article(response) if isinstance(response, HtmlResponse) else {}
        if original.get("articleBody") and translation["articleBody"]:
            yield {"translation": translation, "original": original}
        else:
            self.count("empty")

    def count_missing(self, failure: Failure) -> None:
        """Count an original that could not be had."""
        self.logger.info("no original: %s", failure.value)
        self.count("missing")

    def count(self, what: str) -> None:
        """Count a pair that was left out."""
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"parallel/{what}")

    def closed(self, reason: str) -> None:  # noqa: ARG002 - Scrapy passes it
        """Stop our own server."""
        if self.server is not None:
            self.server.close()


def article(response: HtmlResponse) -> dict[str, str]:
    """Return a page as one side of a pair; the add-on has extracted it already.

    A text may begin with its headline, which a pair has already.
    """
    result: Extraction = extract_response(response)
    headline = result.title or ""
    return {
        "url": response.url,
        "language": language_of(response),
        "headline": headline,
        "articleBody": result.text.removeprefix(headline).lstrip(),
    }
