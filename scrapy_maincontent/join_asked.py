"""Which articles are to be joined. Most crawls have none: what joins them is imported with the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .meta import REQUEST_KEY, page_options
from .page import PagingType

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from .join import Article
    from .result import Extraction
    from .settings import MaincontentSettings


def article_of(
    crawler: Crawler, settings: MaincontentSettings, response: Response, result: Extraction
) -> Article | None:
    """Return the article whose page a response is, None where it is no page of one, or joining is not asked for."""
    if result.paging_type != PagingType.ARTICLE or not result.text:
        return None
    if not page_options(response.meta.get(REQUEST_KEY), settings).join:
        return None
    from .join import Article

    return Article(crawler, settings.join_max_pages, response, result)
