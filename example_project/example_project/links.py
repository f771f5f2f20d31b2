"""Which links of a page are followed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from scrapy.linkextractors import LinkExtractor

if TYPE_CHECKING:
    from scrapy.http import HtmlResponse
    from scrapy.link import Link


def links_on_host(response: HtmlResponse) -> list[Link]:
    """Return the page's links to its own host, each page once, without the part behind ``#``."""
    # Without its fragment, /about/#reach is the same page, and the item, as /about/.
    extractor = LinkExtractor(allow_domains=[urlsplit(response.url).netloc], process_value=without_fragment)
    return extractor.extract_links(response)


def without_fragment(url: str) -> str:
    """Return the URL up to its ``#``."""
    return urldefrag(url).url
