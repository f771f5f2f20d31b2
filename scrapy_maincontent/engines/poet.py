"""Results for scrapy-poet: what is annotated with `Extraction` or zyte-common-items' `Article` gets the response's.

Needs the extra ``poet``, and in the settings
``SCRAPY_POET_PROVIDERS = {"scrapy_maincontent.engines.poet.MainContentProvider": 500}``.
"""

from __future__ import annotations

# scrapy-poet reads the annotations of `__call__` when the crawl runs.
from scrapy import Request  # noqa: TC002
from scrapy.crawler import Crawler  # noqa: TC002
from scrapy.http import Response  # noqa: TC002
from scrapy_poet import PageObjectInputProvider
from zyte_common_items import Article

from ..crawl.items import DEFAULT_FIELDS, FORMAT_FIELDS, MEDIA_LISTS, fill
from ..crawl.settings import MaincontentSettings
from ..downloadermiddlewares import MainContentDownloaderMiddleware
from ..result import Extraction

ARTICLE = MaincontentSettings(fields=DEFAULT_FIELDS | FORMAT_FIELDS | {name: name for name in MEDIA_LISTS})
"""Every field of an `Article` that a page can fill, whatever the project's own items are called."""
MISSING = (
    "There are no results for scrapy-poet: the downloader middleware of scrapy-maincontent is missing or switched off. "
    'ADDONS = {"scrapy_maincontent.Addon": 500} installs it'
)


class MainContentProvider(PageObjectInputProvider):  # type: ignore[misc]
    """Hands the result of a response to callbacks and page objects; each page is extracted once."""

    provided_classes = {Extraction, Article}  # noqa: RUF012 - named so by the base class
    name = "maincontent"

    async def __call__(
        self, to_provide: set[type], request: Request, response: Response, crawler: Crawler
    ) -> list[Extraction | Article]:
        """Return an instance of each class that is asked for; an article without a text where there is none.

        Raises:
            RuntimeError: the crawl has no downloader middleware to extract with.
        """
        extractor = crawler.get_downloader_middleware(MainContentDownloaderMiddleware)
        if extractor is None:
            raise RuntimeError(MISSING)
        result = await extractor.extract_ahead(request, response)
        provided: list[Extraction | Article] = []
        if Extraction in to_provide:
            provided.append(result)
        if Article in to_provide:
            provided.append(fill(Article(url=response.url), result, ARTICLE)[0])
        return provided
