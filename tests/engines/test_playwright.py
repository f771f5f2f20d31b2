"""What a request has the browser do, and what the spider sees of it; no browser is needed."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest
from edge_browser import needs_browser
from edge_site import LATIN, TEXT, serve_mislabelled, small_page
from example_site import load_expected, load_server, word_f1
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy_playwright.page import PageMethod

from scrapy_maincontent.engines.chromium import launch_options
from scrapy_maincontent.engines.playwright import INIT_KEY, METHODS_KEY, ask_for_boxes, ask_for_encoding, without_boxes
from scrapy_maincontent.page import STAMP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from edge_tools import Crawl


STAMPED = f'<p {STAMP}="0 0 9 9">Mill</p>'.encode()


def asked(method: str = "layout", **meta: Any) -> list[str]:
    request = Request("https://mill.example/", meta={"playwright": True, **meta})
    ask_for_boxes(request, method)
    return [call.method for call in request.meta.get(METHODS_KEY, [])]


def test_the_window_is_set_and_the_page_stamped_after_all_else() -> None:
    assert asked() == ["set_viewport_size", "evaluate"]
    click = PageMethod("click", "#more")
    assert asked(playwright_page_methods=[click]) == ["click", "set_viewport_size", "evaluate"]
    assert asked(playwright_page_methods={"first": click}) == ["click", "set_viewport_size", "evaluate"]


def test_other_methods_and_other_downloads_are_left_alone() -> None:
    assert asked("crf") == []
    assert asked(playwright=False) == []


def test_a_request_that_is_tried_again_asks_once() -> None:
    given = [PageMethod("evaluate", "() => 1")]
    request = Request("https://mill.example/", meta={"playwright": True, METHODS_KEY: given})
    for _ in range(3):
        ask_for_boxes(request, "layout")
    assert [call.method for call in request.meta[METHODS_KEY]] == ["evaluate", "set_viewport_size", "evaluate"]
    assert len(given) == 1


def test_the_spider_gets_the_page_without_stamps() -> None:
    request = Request("https://mill.example/", meta={"playwright": True})
    ask_for_boxes(request, "layout")
    response = HtmlResponse("https://mill.example/", body=STAMPED, encoding="utf-8")
    assert without_boxes(request, response).body == b"<p>Mill</p>"
    plain = HtmlResponse("https://mill.example/", body=b"<p>Mill</p>")
    assert without_boxes(request, plain) is plain
    other = Response("https://mill.example/mill.bin", body=STAMPED)
    assert without_boxes(request, other) is other


def test_a_page_that_nobody_asked_to_stamp_is_not_looked_at() -> None:
    response = HtmlResponse("https://mill.example/", body=STAMPED, encoding="utf-8")
    assert without_boxes(Request("https://mill.example/"), response) is response


# Encodings that a server names wrongly, through a real browser; and all that has to stay as it is there.

pytest.importorskip("scrapy_playwright", reason="a page comes through a browser with the extra playwright")

pytestmark = pytest.mark.slow

HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
SLOW = 600_000
"""Milliseconds that nothing should need: a guard against hanging."""


def patient_browser() -> dict[str, Any]:
    """Return settings of the system's browser, which may be slow on a busy machine."""
    return {
        "PLAYWRIGHT_LAUNCH_OPTIONS": launch_options() | {"timeout": SLOW},
        "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": SLOW,
    }


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_mislabelled() as address:
        yield address


def through_browser(
    crawl_apart: Callable[..., Crawl], address: str, paths: list[str], **settings: Any
) -> dict[str, dict[str, Any]]:
    """Crawl the pages one after the other; return the items by the paths that were asked for."""
    fixed = {
        "MAINCONTENT_WORKERS": 0,
        "DOWNLOAD_HANDLERS": {"http": HANDLER},
        **patient_browser(),
        "CONCURRENT_REQUESTS": 1,
        "RETRY_ENABLED": False,
        "COOKIES_ENABLED": False,
    }
    crawl = crawl_apart([address + path for path in paths], fixed | settings, spider="browsed")
    assert crawl.status == 0, crawl.log
    assert "Traceback" not in crawl.log, crawl.log
    return {item["asked"].removeprefix(address): item for item in crawl.items}


@needs_browser
def test_what_a_server_names_wrongly_is_read_rightly(address: str, crawl_apart: Callable[..., Crawl]) -> None:
    paths = ["/wrong", "/packed", "/silent", "/late", "/right", "/framed"]
    seen = through_browser(crawl_apart, address, paths)
    for path in ("/wrong", "/packed", "/silent", "/late", "/framed"):
        assert TEXT in seen[path]["seen"], path
    assert LATIN in seen["/right"]["seen"]
    assert seen["/late"]["status"] == 404
    assert seen["/wrong"]["headers"]["X-Mill"] == ["1"]
    # What the browser reads rightly by itself stays as it was sent.
    assert seen["/right"]["headers"]["Content-Type"] == ["text/html; charset=iso-8859-1"]


@needs_browser
def test_redirects_cookies_forms_downloads_and_data_are_as_ever(
    address: str, crawl_apart: Callable[..., Crawl]
) -> None:
    paths = ["/moved", "/cookie", "/form?post", "/file", "/data", "/wrong?own", "/wrong?reused"]
    seen = through_browser(crawl_apart, address, paths)
    assert set(seen) == set(paths)
    assert TEXT in seen["/moved"]["seen"]
    assert seen["/moved"]["url"] == f"{address}/wrong"
    assert seen["/moved"]["redirect_urls"] == [f"{address}/moved"]
    assert f"{TEXT} mill=wheel" in seen["/cookie"]["seen"]
    assert f"{TEXT} wheel=round" in seen["/form?post"]["seen"]
    assert bytes.fromhex(seen["/file"]["body"]) == small_page(TEXT, "cp932")
    assert TEXT in seen["/data"]["seen"]
    # The project's own start of a page is called still, and a page may be used twice.
    assert seen["/wrong?own"]["own"] == 1
    assert TEXT in seen["/wrong?own"]["seen"]
    assert TEXT in seen["/wrong?reused"]["seen"]


@needs_browser
def test_a_page_that_ends_early_ends_the_crawl_no_worse_than_ever(
    address: str, crawl_apart: Callable[..., Crawl]
) -> None:
    assert set(through_browser(crawl_apart, address, ["/cut", "/wrong"])) >= {"/wrong"}


async def own_start(_page: Any, _request: Any) -> None:
    """Do nothing: a start of the project's own."""


@pytest.mark.parametrize("given", [None, own_start, "scrapy_maincontent.engines.playwright.watch"])
def test_a_request_asks_once_and_can_be_kept_on_disk(given: Any) -> None:
    meta = {"playwright": True} if given is None else {"playwright": True, INIT_KEY: given}
    request = Request("https://mill.example/", meta=meta)
    ask_for_encoding(request)
    asked = request.meta[INIT_KEY]
    ask_for_encoding(request)
    assert request.meta[INIT_KEY] is asked
    assert type(pickle.loads(pickle.dumps(asked))) is type(asked)


def test_a_request_without_a_browser_asks_for_nothing() -> None:
    request = Request("https://mill.example/")
    ask_for_encoding(request)
    assert request.meta == {}


# Crawls through a real browser with method ``layout``: the bundled site, and what the spider sees of it.

PROSE = [page for page in load_expected() if page.type in {"article", "blog"}]
BODY = 0.5
"""Word F1 from which on an article has its body, and not just a part of it or the whole page."""


@pytest.fixture(scope="module")
def bundled() -> Iterator[str]:
    with load_server().SiteServer() as server:
        yield server.url.rstrip("/")


def layout_settings(**more: Any) -> dict[str, Any]:
    return {
        "MAINCONTENT_METHOD": "layout",
        "MAINCONTENT_WORKERS": 1,
        "DOWNLOAD_HANDLERS": {"http": HANDLER, "https": HANDLER},
        **patient_browser(),
        "PLAYWRIGHT_PROCESS_REQUEST_HEADERS": None,
        "CONCURRENT_REQUESTS": 4,
        **more,
    }


@needs_browser
def test_every_article_of_the_bundled_site_has_its_body(bundled: str, crawl_apart: Callable[..., Crawl]) -> None:
    assert len(PROSE) == 33
    pages = [(bundled + page.path, {"playwright": True}) for page in PROSE]
    crawl = crawl_apart(pages, layout_settings())
    assert crawl.status == 0, crawl.log
    items = {item["url"]: item for item in crawl.items}
    assert set(items) == {url for url, _ in pages}, crawl.log
    assert {item["mainContent"]["method"] for item in crawl.items} == {"layout"}
    scores = {page.path: word_f1(page.text, items[bundled + page.path]["articleBody"]) for page in PROSE}
    assert {path: score for path, score in scores.items() if score < BODY} == {}
    assert sum(scores.values()) / len(scores) >= 0.8
    assert crawl.count("fallbacks") == 0
    assert "Traceback" not in crawl.log, crawl.log


@needs_browser
def test_the_spider_sees_no_stamp_and_pages_without_a_browser_fall_back(
    bundled: str, crawl_apart: Callable[..., Crawl]
) -> None:
    with_browser, without = (bundled + page.path for page in PROSE[:2])
    pages = [(with_browser, {"playwright": True}), (without, {})]
    crawl = crawl_apart(pages, layout_settings(MAINCONTENT_FALLBACK="tree"), spider="seen")
    items = {item["url"]: item for item in crawl.items}
    assert {url: item["mainContent"]["method"] for url, item in items.items()} == {
        with_browser: "layout",
        without: "tree",
    }
    assert "<h1" in items[with_browser]["seen"]
    assert not [url for url, item in items.items() if STAMP in item["seen"]]
    assert crawl.count("fallbacks") == 1
    assert crawl.counts("pages") == {"layout": 1, "tree": 1}


@needs_browser
def test_a_cached_page_keeps_its_boxes(bundled: str, tmp_path: Path, crawl_apart: Callable[..., Crawl]) -> None:
    pages = [(bundled + PROSE[0].path, {"playwright": True})]
    cache = layout_settings(HTTPCACHE_ENABLED=True, HTTPCACHE_DIR=str(tmp_path / "cache"))
    first, second = crawl_apart(pages, cache), crawl_apart(pages, cache)
    assert second.stats.get("httpcache/hit") == 1
    assert [item["mainContent"]["method"] for item in second.items] == ["layout"]
    assert [item["articleBody"] for item in second.items] == [item["articleBody"] for item in first.items]
