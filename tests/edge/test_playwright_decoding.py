"""Encodings that a server names wrongly, through a real browser; and all that has to stay as it is there."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy_playwright", reason="a page comes through a browser with the extra playwright")

from edge_browser import needs_browser
from edge_mislabelled import LATIN, TEXT, page, serve_mislabelled
from scrapy import Request

from scrapy_maincontent.engines.playwright import INIT_KEY, ask_for_encoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Crawl

pytestmark = pytest.mark.slow

HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve_mislabelled() as address:
        yield address


def through_browser(
    crawl_apart: Callable[..., Crawl], address: str, paths: list[str], **settings: Any
) -> dict[str, dict[str, Any]]:
    """Crawl the pages one after the other; return the items by the paths that were asked for."""
    from scrapy_maincontent.engines.chromium import launch_options

    fixed = {
        "MAINCONTENT_WORKERS": 0,
        "DOWNLOAD_HANDLERS": {"http": HANDLER},
        "PLAYWRIGHT_LAUNCH_OPTIONS": launch_options(),
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
    assert bytes.fromhex(seen["/file"]["body"]) == page(TEXT, "cp932")
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
