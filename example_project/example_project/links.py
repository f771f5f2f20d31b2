"""Which links of a page are followed, and which section its breadcrumbs put it in."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag, urlsplit

from scrapy.linkextractors import LinkExtractor

if TYPE_CHECKING:
    from scrapy.http import HtmlResponse
    from scrapy.link import Link

    from scrapy_maincontent.result import Extraction


def links_on_host(response: HtmlResponse) -> list[Link]:
    """Return the page's links to its own host, each page once, without the part behind ``#``."""
    # Without its fragment, /about/#reach is the same page, and the item, as /about/.
    extractor = LinkExtractor(allow_domains=[urlsplit(response.url).netloc], process_value=without_fragment)
    return extractor.extract_links(response)


def next_in_list(result: Extraction) -> list[str]:
    """Return the address of the page a list goes on with, if any; those of articles are joined by the add-on."""
    return [result.more_page] if result.more_page and result.paging_type == "list" else []


def section_of(result: Extraction) -> str | None:
    """Return the name of the last breadcrumb above the page and below the home page, ``None`` where there is none."""
    above = [crumb["name"] for crumb in result.breadcrumbs if crumb["url"] not in (None, result.url)]
    return above[-1] if len(above) > 1 else None


def without_fragment(url: str) -> str:
    """Return the URL up to its ``#``."""
    return urldefrag(url).url
