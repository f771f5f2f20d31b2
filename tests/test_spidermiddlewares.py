from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from edge_site import headline, lead
from edge_spiders import Pages
from scrapy import Request
from scrapy.spidermiddlewares.base import BaseSpiderMiddleware

if TYPE_CHECKING:
    from collections.abc import Callable

    from edge_tools import Crawl


class Listing(Pages):
    """Yields an item for the page itself and one for each row."""

    def parse(self, response: Any) -> Any:
        yield {"kind": "page", "url": response.url}
        yield {"kind": "row", "url": "https://courier.example/story/1"}
        yield {"kind": "row", "url": "page2.html"}
        yield {"kind": "no address"}


class Spellings(Pages):
    """Names its own page in several ways."""

    def parse(self, response: Any) -> Any:
        name = response.url.rpartition("/")[2]
        for url in (f"{response.url}#top", name, [response.url], response.url.replace("page", "p%61ge"), None, ""):
            yield {"url": url}


class AsyncItems(Pages):
    async def parse(self, response: Any) -> Any:
        yield {"url": response.url}


class FromStart(Pages):
    """Yields an item before any response."""

    async def start(self) -> Any:
        yield {"kind": "from start"}
        async for request in super().start():
            yield request


class Forwards(Pages):
    """Yields requests that carry the meta of the response in each of the usual ways."""

    def parse(self, response: Any) -> Any:
        if response.meta.get("round"):
            return
        response.meta["round"] = 1
        ways = [
            response.request.replace(dont_filter=True),
            Request(response.url, meta=response.meta, dont_filter=True),
            response.request,
        ]
        for request in ways:
            request.dont_filter = True
            yield request
        yield {"url": response.url}


class SeesRequests(BaseSpiderMiddleware):
    """Spider middleware farther out that keeps the meta keys of every request."""

    seen: ClassVar[list[set[str]]] = []

    def get_processed_request(self, request: Request, response: Any) -> Request:
        if response is not None:
            self.seen.append(set(request.meta))
        return request


def has_body(item: Any) -> bool:
    return bool(item.get("articleBody"))


def test_rows_of_a_listing_do_not_get_the_body_of_the_listing(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Listing, pages=[page_file()])
    assert [has_body(item) for item in crawl.items] == [True, False, False, True]
    assert crawl.items[1] == {"kind": "row", "url": "https://courier.example/story/1"}
    assert crawl.counts("items") == {"filled": 2, "other_page": 2}


def test_the_same_address_may_be_spelt_in_other_ways(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Spellings, pages=[page_file()])
    assert len(crawl.items) == 6
    assert all(has_body(item) for item in crawl.items)


def test_items_of_asynchronous_callbacks(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(AsyncItems, pages=[page_file(3)])
    assert crawl.items[0]["headline"] == headline(3)


def test_items_without_a_response_go_on_as_they_are(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(FromStart, pages=[page_file()])
    assert {"kind": "from start"} in crawl.items
    assert crawl.counts("items") == {"filled": 1}


def test_no_request_carries_a_result(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    SeesRequests.seen.clear()
    crawl = crawl_here(Forwards, {"SPIDER_MIDDLEWARES": {SeesRequests: 500}}, pages=[page_file()])
    assert len(SeesRequests.seen) == 3
    assert all("round" in keys and "maincontent_result" not in keys for keys in SeesRequests.seen)
    # The response keeps its result for the items that come after the requests.
    assert has_body(crawl.items[0])
    assert crawl.count("pages") == 4


@pytest.mark.parametrize("chosen", [lambda item: item["kind"] == "page", "test_spidermiddlewares.is_page"])
def test_only_chosen_items_are_filled(
    chosen: Any, crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Listing, {"MAINCONTENT_ITEMS": chosen}, pages=[page_file()])
    assert [has_body(item) for item in crawl.items] == [True, False, False, False]
    assert crawl.counts("items") == {"filled": 1, "not_chosen": 3}


def is_page(item: Any) -> bool:
    return bool(item["kind"] == "page")


def test_a_choice_that_fails_loses_no_item(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    crawl = crawl_here(Pages, {"MAINCONTENT_ITEMS": is_page}, pages=[page_file()])
    assert [set(item) for item in crawl.items] == [{"url"}]
    assert crawl.counts("items") == {"failed": 1}
    assert "not filled" in caplog.text


def test_without_the_downloader_middleware_items_go_on_as_they_are(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    removed = {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": None}
    crawl = crawl_here(Pages, {"DOWNLOADER_MIDDLEWARES": removed}, pages=[page_file()])
    assert [set(item) for item in crawl.items] == [{"url"}]
    assert crawl.counts("items") == {"no_result": 1}


def test_the_body_is_that_of_the_items_own_page(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = {page_file(number): number for number in range(1, 9)}
    crawl = crawl_here(Pages, pages=list(pages))
    assert all(lead(pages[item["url"]]) in item["articleBody"] for item in crawl.items)
