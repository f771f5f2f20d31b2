"""Which link of a translated article leads to its original."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urldefrag

if TYPE_CHECKING:
    from collections.abc import Iterable

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


ALTERNATES = (
    "//*[self::link or self::a][@href and @hreflang][re:test(@rel, '(^|\\s)alternate(\\s|$)', 'i')]",
    "//a[@href and @hreflang]",
)
"""Links that name the language they lead to, those to another edition of the page first."""
LANGUAGE = "en"
"""What the originals are written in, where nothing else is said."""


def original_of(response: HtmlResponse, selector: str | None = None, language: str = LANGUAGE) -> str | None:
    """Return the address of the page that an article was translated from, ``None`` where the article names none.

    ``selector`` is a CSS selector of the link, for sites that say it in other words. Where no words do, a link counts
    that leads to an edition in the originals' ``language`` (``hreflang``), unless the article is in that language.
    """
    if selector:
        return _first(response, response.css(selector).xpath("@href").getall())
    return _first(response, response.xpath(LINKS, words=WORDS).getall()) or _alternate(response, language)


def language_of(response: HtmlResponse) -> str:
    """Return the language that a page's ``<html lang>`` names, "" where it names none."""
    return response.css("html::attr(lang)").get(default="")


def is_same(tag: str, language: str) -> bool:
    """Return True if a language tag such as ``en-GB`` is of a language."""
    return tag.strip().lower().split("-")[0] == language.lower()


def _alternate(response: HtmlResponse, language: str) -> str | None:
    if is_same(language_of(response), language):
        return None
    links = (link for path in ALTERNATES for link in response.xpath(path))
    return _first(response, (link.attrib["href"] for link in links if is_same(link.attrib["hreflang"], language)))


def _first(response: HtmlResponse, hrefs: Iterable[str]) -> str | None:
    """Return the first address that is not the page's own."""
    pages = (urldefrag(response.urljoin(href)).url for href in hrefs)
    return next((page for page in pages if page != urldefrag(response.url).url), None)
