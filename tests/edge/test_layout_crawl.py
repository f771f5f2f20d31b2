"""Crawls through a real browser with method ``layout``: the bundled site, and what the spider sees of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from edge_browser import needs_browser

from scrapy_maincontent.engines.chromium import launch_options
from scrapy_maincontent.page.columns import STAMP

sys.path.append(str(Path(__file__).parents[1]))

from example_site import load_expected, load_server, word_f1

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Crawl

pytestmark = [pytest.mark.slow, needs_browser]

PROSE = [page for page in load_expected() if page.type in {"article", "blog"}]
HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
BODY = 0.5
"""Word F1 from which on an article has its body, and not just a part of it or the whole page."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with load_server().SiteServer() as server:
        yield server.url.rstrip("/")


def settings(**more: Any) -> dict[str, Any]:
    return {
        "MAINCONTENT_METHOD": "layout",
        "MAINCONTENT_WORKERS": 1,
        "DOWNLOAD_HANDLERS": {"http": HANDLER, "https": HANDLER},
        "PLAYWRIGHT_LAUNCH_OPTIONS": launch_options(),
        "PLAYWRIGHT_PROCESS_REQUEST_HEADERS": None,
        "CONCURRENT_REQUESTS": 4,
        **more,
    }


def test_every_article_of_the_bundled_site_has_its_body(address: str, crawl_apart: Callable[..., Crawl]) -> None:
    assert len(PROSE) == 33
    pages = [(address + page.path, {"playwright": True}) for page in PROSE]
    crawl = crawl_apart(pages, settings())
    assert crawl.status == 0, crawl.log
    items = {item["url"]: item for item in crawl.items}
    assert set(items) == {url for url, _ in pages}, crawl.log
    assert {item["mainContent"]["method"] for item in crawl.items} == {"layout"}
    scores = {page.path: word_f1(page.text, items[address + page.path]["articleBody"]) for page in PROSE}
    assert {path: score for path, score in scores.items() if score < BODY} == {}
    assert sum(scores.values()) / len(scores) >= 0.8
    assert crawl.count("fallbacks") == 0
    assert "Traceback" not in crawl.log, crawl.log


def test_the_spider_sees_no_stamp_and_pages_without_a_browser_fall_back(
    address: str, crawl_apart: Callable[..., Crawl]
) -> None:
    with_browser, without = (address + page.path for page in PROSE[:2])
    pages = [(with_browser, {"playwright": True}), (without, {})]
    crawl = crawl_apart(pages, settings(MAINCONTENT_FALLBACK="tree"), spider="seen")
    items = {item["url"]: item for item in crawl.items}
    assert {url: item["mainContent"]["method"] for url, item in items.items()} == {
        with_browser: "layout",
        without: "tree",
    }
    assert "<h1" in items[with_browser]["seen"]
    assert not [url for url, item in items.items() if STAMP in item["seen"]]
    assert crawl.count("fallbacks") == 1
    assert crawl.counts("pages") == {"layout": 1, "tree": 1}


def test_a_cached_page_keeps_its_boxes(address: str, tmp_path: Path, crawl_apart: Callable[..., Crawl]) -> None:
    pages = [(address + PROSE[0].path, {"playwright": True})]
    cache = settings(HTTPCACHE_ENABLED=True, HTTPCACHE_DIR=str(tmp_path / "cache"))
    first, second = crawl_apart(pages, cache), crawl_apart(pages, cache)
    assert second.stats.get("httpcache/hit") == 1
    assert [item["mainContent"]["method"] for item in second.items] == ["layout"]
    assert [item["articleBody"] for item in second.items] == [item["articleBody"] for item in first.items]
