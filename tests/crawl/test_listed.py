"""What a list says of a page fills what the page does not say, and of that page alone."""

from __future__ import annotations

from scrapy import Request

from scrapy_maincontent.crawl.listed import LISTED_KEY, completed, listed, merged
from scrapy_maincontent.result import Extraction

URL = "http://courier.example/a"
FACTS = {
    "url": URL,
    "source": "feed",
    "date_published": "2026-11-24",
    "authors": [{"name": "Lena", "url": None}],
    "language": "en",
}


def test_only_what_is_missing_is_filled() -> None:
    result = Extraction(text="x", method="crf", language="de", sources={"language": "html"})
    filled = completed(result, FACTS)
    assert (filled.date_published, filled.authors, filled.language) == (
        "2026-11-24",
        ({"name": "Lena", "url": None},),
        "de",
    )
    assert filled.sources == {"language": "html", "date_published": "feed", "authors": "feed"}
    assert completed(Extraction(empty_reason="timeout"), FACTS).date_published is None
    assert completed(result, {}) is result


def test_meta_that_was_copied_along_counts_for_nothing() -> None:
    assert listed(Request(URL, meta={LISTED_KEY: FACTS})) == FACTS
    assert listed(Request("http://courier.example/b", meta={LISTED_KEY: FACTS})) == {}
    redirected = Request("http://courier.example/b", meta={LISTED_KEY: FACTS, "redirect_urls": [URL]})
    assert listed(redirected) == FACTS
    assert listed(Request(URL, meta={LISTED_KEY: "x"})) == listed(Request(URL)) == {}


def test_two_lists_say_more_than_one() -> None:
    both = merged({"url": URL, "source": "sitemap", "language": "fr"}, FACTS)
    assert (both["language"], both["date_published"], both["source"]) == ("fr", "2026-11-24", "sitemap")
    filled = completed(Extraction(text="x", method="crf"), both)
    assert filled.sources == {"language": "sitemap", "date_published": "feed", "authors": "feed"}
