"""Each item has the text of its own page, or none and a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from edge_answers import Answers, answers, numbered, numbers
from edge_spiders import Pages
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.http.request import NO_CALLBACK
from test_addon import PLAIN

from scrapy_maincontent.downloadermiddlewares import extract_response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from edge_tools import Crawl

WITHOUT_SPIDER_MIDDLEWARE = {"ADDONS": {}} | {name: PLAIN[name] for name in PLAIN if name != "SPIDER_MIDDLEWARES"}
ONE_BY_ONE = {"CONCURRENT_REQUESTS": 1}
both = pytest.mark.parametrize("settings", [{}, WITHOUT_SPIDER_MIDDLEWARE], ids=["whole", "pipeline alone"])


@pytest.fixture
def site() -> Iterator[Answers]:
    with answers() as running:
        yield running


def texts(crawl: Crawl) -> dict[Any, set[int]]:
    """Return the numbers in each item's text by the item's key."""
    return {item["key"]: numbers(item["articleBody"]) for item in crawl.items}


def reason(item: Any) -> str | None:
    return item["mainContent"]["emptyReason"]


def seen(response: Any) -> int:
    """Return the number of the answer that a spider sees."""
    (number,) = numbers(response.text)
    return number


class Handing(Pages):
    """Hands its meta on after a redirect, and yields an item about the address that was redirected at last."""

    links = 30

    def parse(self, response: Any) -> Any:
        if response.url.endswith("/list"):
            for number in range(self.links):
                yield Request(response.urljoin(f"/p/{number}"), meta=response.meta)
        else:
            yield {"key": response.url, "url": response.url, "seen": seen(response)}
            yield Request(response.urljoin("/last"), self.last, meta=response.meta)

    def last(self, response: Any) -> Any:
        yield {"key": "start", "url": response.urljoin("/start"), "seen": 1}


@both
def test_redirects_that_meta_carries_along(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    site.moves["/start"] = "/list"
    crawl = crawl_here(Handing, settings, pages=[f"{site.address}/start"])
    assert len(crawl.items) == 31
    assert all(numbers(item["articleBody"]) == {item["seen"]} for item in crawl.items)


class Asked(Pages):
    """Names its items by the address that was asked for first."""

    def parse(self, response: Any) -> Any:
        urls = response.meta["redirect_urls"]
        yield {"key": response.url, "url": urls[0], "seen": seen(response)}
        if response.url.endswith("/b"):
            yield Request(response.urljoin("/c"), meta=response.meta)


@both
def test_own_redirects_name_a_page_also_where_others_were_carried_along(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    site.moves |= {"/a": "/a2", "/a2": "/b", "/c": "/d"}
    site.fails["/b"] = 1
    crawl = crawl_here(Asked, settings, pages=[f"{site.address}/a"])
    # The second item names the first address, whose page is another one.
    assert texts(crawl) == {f"{site.address}/b": {1}, f"{site.address}/d": {1}}


class Replacing(Pages):
    """Extracts pages that it has replaced itself."""

    def parse(self, response: Any) -> Any:
        replaced = response.replace(body=numbered(901).encode())
        built = HtmlResponse(response.url, body=numbered(902).encode(), request=response.request)
        same = response.replace(flags=["mine"])
        for key, page in {"own": response, "replaced": replaced, "built": built, "same": same}.items():
            yield {"key": key, "found": numbers(extract_response(page).text), "url": response.url}


def test_a_response_that_was_replaced_in_a_callback(crawl_here: Callable[..., Crawl], site: Answers) -> None:
    crawl = crawl_here(Replacing, pages=[site.address])
    assert {item["key"]: item["found"] for item in crawl.items} == {
        "own": {1},
        "replaced": {901},
        "built": {902},
        "same": {1},
    }
    assert all(numbers(item["articleBody"]) == {1} for item in crawl.items)


class OtherBody:
    """A downloader middleware that gives the spider another body."""

    def process_response(self, request: Any, response: Any) -> Any:
        return response.replace(body=numbered(900).encode())


class OtherFlags:
    """A downloader middleware that gives the spider a copy of the response."""

    def process_response(self, request: Any, response: Any) -> Any:
        return response.replace(flags=["seen"], request=None)


class Own(Pages):
    """Yields an item about its page, and what `extract_response` has of it."""

    def parse(self, response: Any) -> Any:
        found = numbers(extract_response(response).text)
        yield {"key": response.url, "url": response.url, "seen": seen(response), "found": found}


@both
def test_a_body_that_another_middleware_replaces_afterwards(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers, caplog: pytest.LogCaptureFixture
) -> None:
    others = {**settings.get("DOWNLOADER_MIDDLEWARES", {}), OtherBody: 100}
    crawl = crawl_here(Own, settings | {"DOWNLOADER_MIDDLEWARES": others}, pages=[site.address, f"{site.address}/b"])
    assert [(item["articleBody"], reason(item), item["found"]) for item in crawl.items] == [("", "replaced", {900})] * 2
    assert crawl.count("replaced") == 2
    assert caplog.text.count("has another body than the one that was extracted") == 1


@both
def test_a_copy_that_another_middleware_makes(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    others = {**settings.get("DOWNLOADER_MIDDLEWARES", {}), OtherFlags: 100}
    crawl = crawl_here(Own, settings | {"DOWNLOADER_MIDDLEWARES": others}, pages=[f"{site.address}/a"])
    assert [(numbers(item["articleBody"]), item["found"]) for item in crawl.items] == [({1}, {1})]


class Claimed(Pages):
    """Yields an item about the address that another page claims, as does that page itself."""

    def parse(self, response: Any) -> Any:
        yield {"key": response.url[-2:], "url": response.urljoin("/p/2")}


def test_an_address_that_another_page_claims(crawl_here: Callable[..., Crawl], site: Answers) -> None:
    site.claims["/a"] = "/p/2"
    crawl = crawl_here(Claimed, ONE_BY_ONE, pages=[f"{site.address}/{name}" for name in "ab"])
    assert texts(crawl) == {"/a": {1}, "/b": set()}
    assert [item["mainContent"].get("matchedBy") for item in crawl.items] == ["response", None]
    assert reason(crawl.items[1]) == "unknown_page"


def test_a_claim_that_the_pipeline_goes_by_is_said(crawl_here: Callable[..., Crawl], site: Answers) -> None:
    site.claims |= {"/a": "/p/2", "/c": "http://localhost/p/3"}
    pages = [f"{site.address}/{name}" for name in "ac"]
    crawl = crawl_here(Claimed, WITHOUT_SPIDER_MIDDLEWARE | ONE_BY_ONE, pages=pages)
    assert crawl.items[0]["mainContent"]["matchedBy"] == "canonical"
    crawl = crawl_here(Own, WITHOUT_SPIDER_MIDDLEWARE, pages=pages)
    assert [item["mainContent"]["matchedBy"] for item in crawl.items] == ["address"] * 2


class Twice(Pages):
    """Gets one address again in another way before its item comes."""

    again: ClassVar[dict[str, Any]] = {}

    def parse(self, response: Any) -> Any:
        item = {"key": "first", "url": response.url, "seen": seen(response)}
        yield Request(response.url, self.second, cb_kwargs={"item": item}, dont_filter=True, **self.again)

    def second(self, response: Any, item: Any) -> Any:
        yield item
        yield {"key": "second", "url": response.url}


@both
@pytest.mark.parametrize(
    ("again", "second"),
    [
        ({"method": "HEAD"}, False),
        ({"headers": {"Accept": "application/json"}}, False),
        ({"method": "POST", "body": "q=ferry"}, True),
        ({"method": "GET", "body": "q=ferry"}, True),
    ],
    ids=["HEAD", "JSON", "POST", "GET with a body"],
)
def test_one_address_asked_for_in_another_way(
    again: Any, second: bool, settings: Any, crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    """Both items come from the second answer: where that is a page it is theirs, if it is known whose they are."""
    crawl = crawl_here(Twice, settings, pages=[f"{site.address}/a"], again=again)
    assert texts(crawl) == dict.fromkeys(("first", "second"), {2} if second and not settings else {1})


class Elsewhere(Twice):
    """Yields the item from another page's callback."""

    def second(self, response: Any, item: Any) -> Any:
        yield Request(response.urljoin("/other"), self.third, cb_kwargs={"item": item})

    def third(self, response: Any, item: Any) -> Any:
        yield item


@both
@pytest.mark.parametrize(
    "again", [{"method": "HEAD"}, {"headers": {"Accept": "application/json"}}, {"method": "POST", "body": "q=ferry"}]
)
def test_an_address_names_what_was_got_from_it(
    again: Any, settings: Any, crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    crawl = crawl_here(Elsewhere, settings, pages=[f"{site.address}/a"], again=again)
    assert texts(crawl) == {"first": {1}}


class Forms(Pages):
    """Posts several forms to one address, and yields an item for each; then one about the address."""

    def parse(self, response: Any) -> Any:
        for word in ("ferry", "quay", "pier"):
            yield Request(
                response.urljoin("/search"), self.found, method="POST", body=f"q={word}", cb_kwargs={"word": word}
            )

    def found(self, response: Any, word: str) -> Any:
        yield {"key": word, "url": response.url, "seen": seen(response)}
        if word == "pier":
            yield Request(response.urljoin("/other"), self.other)

    def other(self, response: Any) -> Any:
        yield {"key": "other", "url": response.urljoin("/search"), "seen": None}


@both
def test_answers_to_forms_of_one_address(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    crawl = crawl_here(Forms, settings, pages=[f"{site.address}/a"])
    expected = {item["key"]: set() if settings else {item["seen"]} for item in crawl.items} | {"other": set()}
    assert texts(crawl) == expected
    assert len(crawl.items) == 4


class Routes(Pages):
    """Gets addresses that differ in their fragment; yields an item about each, and about the first at the end."""

    def parse(self, response: Any) -> Any:
        url = response.request.url
        yield {"key": url.partition("#")[2], "url": url, "seen": seen(response)}
        if url.endswith("/z"):
            yield {"key": "late", "url": self.pages[0], "seen": 1}
            yield {"key": "never", "url": f"{url}/z", "seen": None}


@both
@pytest.mark.parametrize("mark", ["#!/", "#/", "#?page="])
def test_addresses_that_differ_in_their_fragment(
    mark: str, settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    pages = [f"{site.address}/a{mark}{name}" for name in ("x", "y", "/z")]
    crawl = crawl_here(Routes, settings | ONE_BY_ONE, pages=pages)
    assert texts(crawl) == {item["key"]: {item["seen"]} if item["seen"] else set() for item in crawl.items}
    assert len(crawl.items) == 5


class Inner(Pages):
    """Yields items built from pages that their callback downloads itself; none names its page, if asked."""

    named = False
    other = ""

    async def parse(self, response: Any) -> Any:
        inner = await self.crawler.engine.download_async(Request(self.other, callback=NO_CALLBACK))
        yield {"key": "inner", "title": inner.css("h1::text").get()} | ({"url": response.url} if self.named else {})


class InnerList(Inner):
    """Does the same in a coroutine that returns its items."""

    async def parse(self, response: Any) -> Any:
        return [item async for item in super().parse(response)]


@pytest.mark.parametrize("spider", [Inner, InnerList])
def test_an_item_of_a_page_that_the_callback_downloaded(
    spider: Any, crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    pages = [f"{site.address}/{name}" for name in "abc"]
    crawl = crawl_here(spider, pages=pages, other=f"{site.address}/inner")
    assert [(item["articleBody"], reason(item)) for item in crawl.items] == [("", "no_url")] * 3
    crawl = crawl_here(spider, pages=pages, other=f"{site.address}/inner", named=True)
    assert all(item["articleBody"] for item in crawl.items)


def test_pages_without_such_downloads_keep_their_nameless_items(
    crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    class Nameless(Inner):
        async def parse(self, response: Any) -> Any:
            if response.url.endswith("/a"):
                async for item in super().parse(response):
                    yield item
            else:
                yield {"key": response.url, "seen": seen(response)}

    pages = [f"{site.address}/{name}" for name in "abcdef"]
    crawl = crawl_here(Nameless, {"ROBOTSTXT_OBEY": True}, pages=pages, other=f"{site.address}/inner")
    assert all(numbers(item["articleBody"]) == ({item["seen"]} if "seen" in item else set()) for item in crawl.items)
    assert len(crawl.items) == 6


class Again(Pages):
    """Sends the same request object again, and yields the first answer's item when the second one has come."""

    async def parse(self, response: Any) -> Any:
        if response.meta.get("again"):
            self.answered.set()
        else:
            import asyncio

            self.answered = asyncio.Event()
            response.request.dont_filter = True
            response.meta["again"] = True
            yield response.request
            await self.answered.wait()
        yield {"key": seen(response), "url": response.url, "found": numbers(extract_response(response).text)}


def test_a_late_item_has_the_text_of_its_own_answer(crawl_here: Callable[..., Crawl], site: Answers) -> None:
    crawl = crawl_here(Again, pages=[f"{site.address}/a"])
    assert texts(crawl) == {item["key"]: item["found"] for item in crawl.items} == {1: {1}, 2: {2}}
