"""Which link of a translated article leads to its original."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag

if TYPE_CHECKING:
    from scrapy.http import HtmlResponse

WORDS = (
    "原文|原記事|元記事|英語版|英文記事|オリジナル記事|"
    "original (?:article|story|version|text|post)|read (?:this|the article|the original)? ?in english|english version|"
    "originalartikel|im original|article original|version originale|artículo original"
)
"""What a link to the original says, or what stands right before it."""
LINKS = """
    //a[@href][
        re:test(normalize-space(), concat("^\\W*(?:", $words, ")"), "i")
        or re:test(@title, concat("^\\W*(?:", $words, ")"), "i")
        or re:test(preceding-sibling::node()[1][self::text()], concat("(?:", $words, ")\\W*$"), "i")
    ]/@href
"""


def original_of(response: HtmlResponse, selector: str | None = None) -> str | None:
    """Return the address of the page that an article was translated from, ``None`` where the article names none.

    ``selector`` is a CSS selector of the link, for sites that say it in other words.
    """
    hrefs = response.css(selector).xpath("@href") if selector else response.xpath(LINKS, words=WORDS)
    pages = (urldefrag(response.urljoin(href)).url for href in hrefs.getall())
    return next((page for page in pages if page != urldefrag(response.url).url), None)
