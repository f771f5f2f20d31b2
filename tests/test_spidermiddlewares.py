from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from edge_site import headline, lead
from edge_spiders import Pages
from scrapy import Field, Item, Request
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


class Rows(Pages):
    """Yields three rows: about the page before, the page itself and the page after it."""

    name_of_link = ""

    def parse(self, response: Any) -> Any:
        own = int(response.url[-6])
        for number in (own - 1, own, own + 1):
            address = response.url.replace(f"page{own}", f"page{number}")
            yield {"title": headline(number)} | ({self.name_of_link: address} if self.name_of_link else {})


class Nameless(Pages):
    """Yields an item that names no page, between a request and an item that has none of the fields."""

    fails = False

    def parse(self, response: Any) -> Any:
        yield response.follow("page9.html")
        yield {"title": headline()}
        if self.fails:
            raise ValueError
        yield Price()


class Price(Item):
    amount = Field()


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


class Cleaned(Pages):
    """Names its page without its query."""

    def parse(self, response: Any) -> Any:
        yield {"url": response.url.partition("?")[0]}


def has_body(item: Any) -> bool:
    return bool(item.get("articleBody"))


def test_rows_of_a_listing_do_not_get_the_body_of_the_listing(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Listing, pages=[page_file()])
    assert [has_body(item) for item in crawl.items] == [True, False, False, False]
    reasons = [item["mainContent"]["emptyReason"] for item in crawl.items]
    assert reasons == [None, "unknown_page", "unknown_page", "no_url"]
    assert crawl.counts("items") == {"filled": 1, "unknown_page": 2, "no_url": 1}


def test_rows_without_any_address_do_not_get_the_body_of_the_listing(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    crawl = crawl_here(Rows, pages=[page_file(1), page_file(2)])
    assert len(crawl.items) == 6
    assert not any(has_body(item) for item in crawl.items)
    assert crawl.counts("items") == {"no_url": 6}
    assert caplog.text.count("name no page") == 1


@pytest.mark.parametrize("name", ["link", "href", "permalink", "Link", "page_url", "articleUrl", "ARTICLE_URL"])
def test_an_address_is_found_under_the_usual_names(
    name: str, crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Rows, pages=[page_file(1)], name_of_link=name)
    assert [has_body(item) for item in crawl.items] == [False, True, False]
    assert crawl.counts("items") == {"filled": 1, "unknown_page": 2}


def test_an_item_without_an_address_that_is_alone_on_its_page(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Nameless, pages=[page_file(1)])
    assert [lead(1) in item["articleBody"] for item in crawl.items if isinstance(item, dict)] == [True]
    assert crawl.counts("items") == {"filled": 1, "no_field": 1}


def test_an_error_in_a_callback_costs_no_item_that_was_held_back(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Nameless, pages=[page_file(1)], fails=True)
    assert [has_body(item) for item in crawl.items] == [True]
    assert crawl.stats["spider_exceptions/count"] == 1


def test_a_row_gets_the_body_of_its_own_page_where_that_was_fetched(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Rows, {"CONCURRENT_REQUESTS": 1}, pages=[page_file(1), page_file(2)], name_of_link="link")
    assert [lead(1) in item["articleBody"] for item in crawl.items] == [False, True, False, True, False, False]
    second = [lead(2) in item["articleBody"] for item in crawl.items]
    # The third row names the second page, which may have come meanwhile.
    assert second[:2] + second[3:] == [False, False, False, True, False]


def test_the_same_address_may_be_spelt_in_other_ways(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Spellings, pages=[page_file()])
    assert len(crawl.items) == 6
    assert [has_body(item) for item in crawl.items] == [True] * 4 + [False] * 2


def test_items_of_asynchronous_callbacks(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(AsyncItems, pages=[page_file(3)])
    assert crawl.items[0]["headline"] == headline(3)


def test_items_without_a_response_say_so(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(FromStart, pages=[page_file()])
    (nameless,) = (item for item in crawl.items if "kind" in item)
    assert nameless["mainContent"] == {"emptyReason": "no_url"}
    assert crawl.counts("items") == {"filled": 1, "no_url": 1}


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


def test_the_body_is_that_of_the_items_own_page(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = {page_file(number): number for number in range(1, 9)}
    crawl = crawl_here(Pages, pages=list(pages))
    assert all(lead(pages[item["url"]]) in item["articleBody"] for item in crawl.items)


def test_items_with_a_cleaned_address_are_unknown_and_the_log_says_so_once(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    cleaned = [page_file(number) for number in range(2)]
    pages = [f"{url}?view=whole" for url in cleaned]
    crawl = crawl_here(Cleaned, {"MAINCONTENT_KEEP": {"min_words": 10}, "CONCURRENT_REQUESTS": 1}, pages=pages)
    assert not crawl.items
    assert crawl.counts("items") == crawl.counts("left_out") == {"unknown_page": 2}
    (line,) = [each.getMessage() for each in caplog.records if "has not fetched" in each.getMessage()]
    assert f"Items of <{pages[0]}> name <{cleaned[0]}>" in line


@pytest.mark.parametrize("tracking", ["utm_source=feed&utm_medium=rss", "gclid=7", "fbclid=ab12"])
def test_where_a_reader_came_from_is_no_part_of_an_address(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tracking: str
) -> None:
    cleaned = [page_file(number) for number in range(2)]
    crawl = crawl_here(Cleaned, pages=[f"{url}?{tracking}" for url in cleaned])
    assert crawl.counts("items") == {"filled": 2}
    assert all(lead(cleaned.index(item["url"])) in item["articleBody"] for item in crawl.items)
