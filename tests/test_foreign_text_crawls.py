"""Crawls that mix pages up in further ways: each item has the text of its own page, or none and a reason."""

from __future__ import annotations

import asyncio
import gzip
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from edge_answers import Answers, answers, numbered, numbers
from edge_spiders import Pages
from scrapy import Field, Item, Request
from scrapy.http import HtmlResponse, Response
from scrapy.spiders import SitemapSpider
from test_foreign_text import ONE_BY_ONE, Own, both, reason, seen, texts

from scrapy_maincontent.downloadermiddlewares import extract_response

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from edge_tools import Crawl


whole = pytest.mark.parametrize("settings", [{}], ids=["whole"])
"""For one address with several answers: to the pipeline alone an address is its latest answer, as documented."""


@pytest.fixture
def site() -> Iterator[Answers]:
    with answers() as running:
        yield running


def own(crawl: Crawl) -> bool:
    """Return True if the text of each item is of the answer that it is about, or empty with a reason."""
    found = [(numbers(item["articleBody"]), item) for item in crawl.items]
    wrong = [item for text, item in found if text - {item["seen"]} or not (text or reason(item))]
    assert not wrong, wrong
    return True


class OneItem(Pages):
    """Writes all its pages into one item object, or sends an item on after it was yielded."""

    sends = False

    async def start(self) -> Any:
        self.item: dict[str, Any] = {}
        for url in self.pages[: 1 if self.sends else None]:
            yield Request(url)

    def parse(self, response: Any, item: Any = None) -> Any:
        item = self.item if item is None else item
        item |= {"key": response.url, "url": response.url, "seen": seen(response)}
        yield item
        if self.sends and response.url == self.pages[0]:
            for url in self.pages[1:]:
                yield Request(url, cb_kwargs={"item": item})


class Snapshots:
    """A pipeline behind the package's that keeps what an item was when it came."""

    found: ClassVar[list[dict[str, Any]]] = []

    def process_item(self, item: Any) -> Any:
        self.found.append(dict(item))
        return item


@both
@pytest.mark.parametrize("sends", [False, True])
def test_an_item_that_is_yielded_for_several_pages(
    sends: bool, settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    Snapshots.found.clear()
    behind = {"ITEM_PIPELINES": {**settings.get("ITEM_PIPELINES", {}), Snapshots: 10_000}}
    pages = [f"{site.address}/{name}" for name in "abc"]
    crawl_here(OneItem, settings | ONE_BY_ONE | behind, pages=pages, sends=sends)
    assert [numbers(item["articleBody"]) for item in Snapshots.found] == [{item["seen"]} for item in Snapshots.found]
    assert len(Snapshots.found) == 3


class Carrying(Pages):
    """Yields an item of each page, and carries its values on to an item of the next."""

    kind: Any = dict
    own: ClassVar[dict[str, Any]] = {}

    async def start(self) -> Any:
        yield Request(self.pages[0], cb_kwargs={"before": {}})

    def parse(self, response: Any, before: Any) -> Any:
        item = self.kind(**{**before, "key": response.url, "url": response.url, "seen": seen(response), **self.own})
        yield item
        later = self.pages[self.pages.index(response.url) + 1 :]
        if later:
            yield Request(later[0], cb_kwargs={"before": item})


class Story(Item):
    key, url, seen, headline, articleBody, section = (Field() for _ in range(6))  # noqa: N815


@pytest.mark.parametrize("on_disk", [False, True])
@pytest.mark.parametrize("kind", [dict, Story])
@pytest.mark.parametrize(
    "fields", [None, {"headline": "title", "articleBody": "text"}, {"articleBody": "markdown"}], ids=str
)
def test_values_that_are_carried_on_to_the_next_page(
    on_disk: bool, kind: Any, fields: Any, crawl_here: Callable[..., Crawl], site: Answers, tmp_path: Path
) -> None:
    pages = [f"{site.address}/{name}" for name in "abc"]
    settings = ({"JOBDIR": str(tmp_path)} if on_disk else {}) | ({"MAINCONTENT_FIELDS": fields} if fields else {})
    crawl = crawl_here(Carrying, settings, pages=pages, kind=kind, own={"section": "harbour"})
    assert [numbers(item["articleBody"]) for item in crawl.items] == [{item["seen"]} for item in crawl.items]
    assert [item["section"] for item in crawl.items] == ["harbour"] * 3
    assert crawl.counts("items") == {"filled": 3}


class RowThenPage(Pages):
    """Yields an item as a row of a list, and again at its own page."""

    def parse(self, response: Any, item: Any = None) -> Any:
        if item is None:
            item = {"key": "row", "url": response.urljoin("/story"), "seen": 0}
            yield item
            yield Request(item["url"], cb_kwargs={"item": item})
        else:
            yield item | {"key": "page", "seen": seen(response)}


@pytest.mark.parametrize("on_disk", [False, True])
def test_a_row_that_is_yielded_again_at_its_page_has_no_reason_left(
    on_disk: bool, crawl_here: Callable[..., Crawl], site: Answers, tmp_path: Path
) -> None:
    settings = {"JOBDIR": str(tmp_path)} if on_disk else {}
    row, page = crawl_here(RowThenPage, settings, pages=[f"{site.address}/list"]).items
    assert (reason(row), row["articleBody"]) == ("unknown_page", "")
    assert reason(page) is None
    assert page["mainContent"]["method"]
    assert numbers(page["articleBody"]) == {page["seen"]}


class Kept(Pages):
    """Keeps the items of all pages, and yields them from the last page's callback."""

    async def start(self) -> Any:
        self.kept: list[Any] = []
        for url in self.pages:
            yield Request(url)

    def parse(self, response: Any) -> Any:
        self.kept.append({"key": response.url, "url": response.url, "seen": seen(response)})
        if len(self.kept) == len(self.pages):
            yield from self.kept


@both
def test_items_that_are_kept_to_the_last_page(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    crawl = crawl_here(Kept, settings, pages=[f"{site.address}/{name}" for name in "abcdef"])
    assert own(crawl)
    assert all(item["articleBody"] for item in crawl.items)


class Starting(Pages):
    """Yields items at its start: of a page that comes, of one that never does, of none."""

    async def start(self) -> Any:
        yield {"key": "nameless", "seen": None}
        yield {"key": "never", "url": f"{self.pages[0]}/never", "seen": None}
        yield Request(self.pages[0])
        await self.came.wait()
        yield {"key": "late", "url": self.pages[0], "seen": 1}
        yield {"key": "late and nameless", "seen": None}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.came = asyncio.Event()

    def parse(self, response: Any) -> Any:
        self.came.set()
        yield {"key": "own", "url": response.url, "seen": seen(response)}


@both
def test_items_of_the_start(settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers) -> None:
    crawl = crawl_here(Starting, settings, pages=[f"{site.address}/a"])
    assert own(crawl)
    assert texts(crawl) == {"nameless": set(), "never": set(), "late": {1}, "late and nameless": set(), "own": {1}}


@both
def test_pages_from_the_cache_of_another_crawl(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers, tmp_path: Any
) -> None:
    site.moves["/a"] = "/b"
    cached = settings | ONE_BY_ONE | {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path)}
    pages = [f"{site.address}/{name}" for name in "abc"]
    for _ in range(2):
        crawl = crawl_here(Own, cached, pages=pages)
        assert own(crawl)
        assert all(numbers(item["articleBody"]) == item["found"] == {item["seen"]} for item in crawl.items)
    assert len(site.given) < 4


@whole
def test_one_address_whose_page_changes_each_time(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    crawl = crawl_here(Own, settings | ONE_BY_ONE, pages=[f"{site.address}/a"] * 8)
    assert own(crawl)
    assert sorted(item["seen"] for item in crawl.items) == list(range(1, 9))


@both
def test_two_addresses_that_redirect_to_one(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    site.moves |= {"/a": "/c", "/b": "/c"}

    class Asked(Pages):
        def parse(self, response: Any) -> Any:
            item = {"key": response.meta["redirect_urls"][0][-2:], "url": response.meta["redirect_urls"][0]}
            yield item | {"seen": seen(response)}
            yield response.follow("/x", self.late, dont_filter=True, cb_kwargs={"of": item, "number": seen(response)})

        def late(self, response: Any, of: Any, number: int) -> Any:
            yield of | {"key": f"late {of['key']}", "seen": number}

    crawl = crawl_here(Asked, settings | ONE_BY_ONE, pages=[f"{site.address}/a", f"{site.address}/b"])
    assert own(crawl)
    assert len(crawl.items) == 4
    assert all(item["articleBody"] for item in crawl.items)


class Sending(Pages):
    """Sends a form that is redirected; its own item and one of another page are about the form's address."""

    method, body = "POST", "q=ferry"

    async def start(self) -> Any:
        yield Request(self.pages[0], self.sent, method=self.method, body=self.body)

    def sent(self, response: Any) -> Any:
        yield {"key": "own", "url": self.pages[0], "seen": seen(response)}
        yield Request(self.pages[1], self.other)

    def other(self, response: Any) -> Any:
        yield {"key": "other", "url": self.pages[0], "seen": None}
        yield {"key": "its own", "url": response.url, "seen": seen(response)}


@whole
@pytest.mark.parametrize(("method", "body"), [("POST", "q=ferry"), ("GET", "q=ferry"), ("POST", "")])
def test_a_forms_address_is_its_own_answers_and_no_others(
    method: str, body: str, settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    site.moves |= {"/a": "/b"}
    pages = [f"{site.address}/a", f"{site.address}/c"]
    crawl = crawl_here(Sending, settings | ONE_BY_ONE, pages=pages, method=method, body=body)
    assert own(crawl)
    found = texts(crawl)
    assert found["own"]
    assert found["its own"]
    assert found["other"] == set()


class Following(Pages):
    """Follows with all of its meta to what is no page, and to a page that is not to be extracted."""

    def parse(self, response: Any) -> Any:
        yield {"key": "own", "url": response.url, "seen": seen(response)}
        json = {"Accept": "application/json"}
        yield response.follow("/j", self.other, meta={**response.meta}, headers=json)
        yield response.follow("/n", self.other, meta={**response.meta, "maincontent": False})

    def other(self, response: Any) -> Any:
        found = response.meta["maincontent_result"].text
        yield {"key": response.url[-2:], "seen": None, "text": found}


@both
def test_meta_that_is_copied_to_what_is_not_extracted(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    crawl = crawl_here(Following, settings, pages=[f"{site.address}/a"])
    assert own(crawl)
    assert [item.get("text", "") for item in crawl.items] == [""] * 3


class Holding(Pages):
    """Hands responses on to the callbacks of others, which yield items of both."""

    def parse(self, response: Any) -> Any:
        yield response.follow("/b", self.second, cb_kwargs={"first": response}, dont_filter=True)

    def second(self, response: Any, first: Any) -> Any:
        for each in (first, response):
            found = numbers(extract_response(each).text)
            yield {"key": seen(each), "url": each.url, "seen": seen(each), "found": found}


@whole
def test_responses_that_are_handed_to_other_callbacks(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    crawl = crawl_here(Holding, settings | ONE_BY_ONE, pages=[f"{site.address}/{name}" for name in "acd"])
    assert own(crawl)
    assert all(item["found"] == {item["seen"]} for item in crawl.items)


class Waiting:
    """A pipeline before the package's that lets items go in the opposite order, some as copies."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Event] = []

    async def process_item(self, item: Any) -> Any:
        self.waiting.append(asyncio.Event())
        if len(self.waiting) < 6:
            await self.waiting[-1].wait()
        else:
            for event in reversed(self.waiting):
                event.set()
        return dict(item) if item["seen"] % 2 else item


@both
def test_a_pipeline_that_holds_items_back(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    before = {"ITEM_PIPELINES": {**settings.get("ITEM_PIPELINES", {}), Waiting: 1}}
    crawl = crawl_here(Own, settings | before, pages=[f"{site.address}/{name}" for name in "abcdef"])
    assert own(crawl)
    assert all(item["articleBody"] for item in crawl.items)


class Driver:
    """Answers requests itself, as middlewares with a browser do; some end at another address."""

    shown = 0

    def process_request(self, request: Request) -> Response:
        type(self).shown += 1
        url = request.url.replace("/from", "/to")
        return HtmlResponse(url, body=numbered(self.shown).encode(), request=request)


@both
def test_a_middleware_that_answers_itself(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    Driver.shown = 0
    drivers = {**settings.get("DOWNLOADER_MIDDLEWARES", {}), Driver: 800}
    pages = [f"{site.address}/{name}" for name in ("a", "from/1", "from/2", "to/3", "b")]
    crawl = crawl_here(Own, settings | ONE_BY_ONE | {"DOWNLOADER_MIDDLEWARES": drivers}, pages=pages)
    assert own(crawl)
    assert all(item["articleBody"] and item["found"] == {item["seen"]} for item in crawl.items)


class Failing(Pages):
    """Yields items from errbacks: of a page that is refused, and of one that nobody answers."""

    async def start(self) -> Any:
        for url in self.pages:
            yield Request(url, errback=self.failed)

    def parse(self, response: Any) -> Any:
        yield {"key": "own", "url": response.url, "seen": seen(response)}
        gone = "http://127.0.0.1:1/gone"
        yield Request(gone, errback=self.failed, meta={**response.meta}, cb_kwargs={"kept": response})

    def failed(self, failure: Any) -> Any:
        yield {"key": failure.request.url[-2:], "seen": None}
        yield {"key": "named", "url": failure.request.url, "seen": None}
        kept = failure.request.cb_kwargs.get("kept")
        if kept is not None:
            yield {"key": "kept", "url": kept.url, "seen": seen(kept)}


@both
def test_items_of_errbacks(settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers) -> None:
    site.fails["/b"] = 99
    crawl = crawl_here(
        Failing,
        settings | ONE_BY_ONE | {"RETRY_ENABLED": False, "HTTPERROR_ALLOW_ALL": False},
        pages=[f"{site.address}/b", f"{site.address}/a"],
    )
    assert own(crawl)
    assert len(crawl.items) == 6


class Packing:
    """Packs bodies once more than their header says, and others twice as it says."""

    def process_response(self, request: Any, response: Any) -> Any:
        body = gzip.compress(response.body)
        if request.url.endswith("/b"):
            return response.replace(body=gzip.compress(body), headers={"Content-Encoding": "gzip, gzip"})
        if request.url.endswith("/c"):
            return response.replace(body=body + gzip.compress(numbered(999).encode()), headers={})
        return response.replace(body=body, headers={"Content-Encoding": "gzip"})


class Unpacked(Pages):
    """Yields an item about each page, whatever its bytes are."""

    def parse(self, response: Any) -> Any:
        yield {"key": response.url[-2:], "url": response.url, "seen": self.pages.index(response.url) + 1}


@both
def test_bodies_that_are_packed_twice(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    packing = {**settings.get("DOWNLOADER_MIDDLEWARES", {}), Packing: 999}
    pages = [f"{site.address}/{name}" for name in "abc"]
    crawl = crawl_here(Unpacked, settings | ONE_BY_ONE | {"DOWNLOADER_MIDDLEWARES": packing}, pages=pages)
    assert own(crawl)
    assert texts(crawl)["/a"] == {1}


class Mapped(SitemapSpider):
    """Goes by robots.txt and a sitemap, both of them pages of HTML to some servers."""

    name = "mapped"
    pages: tuple[str, ...] = ()

    def parse(self, response: Any) -> Any:
        yield {"key": response.url, "seen": seen(response)}
        yield {"key": "robots", "url": response.urljoin("/robots.txt"), "seen": 700}


class Mapping:
    """Answers for robots.txt and a sitemap."""

    def process_request(self, request: Request) -> Response | None:
        if request.url.endswith("/robots.txt"):
            body = numbered(700).replace("<h1>", f"<h1>Sitemap: {request.url[:-11]}/sitemap.xml\n")
            return HtmlResponse(request.url, body=f"Sitemap: {request.url[:-11]}/sitemap.xml\n{body}".encode())
        if request.url.endswith("/sitemap.xml"):
            host = request.url[:-12]
            urls = "".join(f"<url><loc>{host}/{name}</loc></url>" for name in "ab")
            body = f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
            return HtmlResponse(request.url, body=body.encode())
        return None


def test_items_beside_robots_and_a_sitemap(crawl_here: Callable[..., Crawl], site: Answers) -> None:
    class Spider(Mapped):
        sitemap_urls = (f"{site.address}/robots.txt",)

    crawl = crawl_here(Spider, ONE_BY_ONE | {"ROBOTSTXT_OBEY": True, "DOWNLOADER_MIDDLEWARES": {Mapping: 800}})
    assert len(crawl.items) == 4
    for item in crawl.items:
        assert numbers(item["articleBody"]) <= {item["seen"]}, item


class Rows(Pages):
    """Yields rows of a list that name pages as the list's markup does: against its base address."""

    def parse(self, response: Any) -> Any:
        if not response.url.endswith("/list"):
            return
        for row in ("p1", "/p1", "x/p1", "", "p2"):
            about = {"/p1": 1, "x/p1": None, "p1": 2, "p2": None, "": None}[row]
            yield {"key": row, "url": row, "seen": about}


def test_addresses_that_are_meant_against_a_base(crawl_here: Callable[..., Crawl], site: Answers) -> None:
    class Based:
        def process_response(self, request: Any, response: Any) -> Any:
            if not request.url.endswith("/list"):
                return response
            return response.replace(body=response.body.replace(b"<title>", b'<base href="/x/"><title>'))

    pages = [f"{site.address}{path}" for path in ("/p1", "/x/p1", "/p2", "/list")]
    crawl = crawl_here(Rows, ONE_BY_ONE | {"DOWNLOADER_MIDDLEWARES": {Based: 800}}, pages=pages)
    assert own(crawl)
    assert texts(crawl) == {"p1": {2}, "/p1": {1}, "x/p1": set(), "": set(), "p2": set()}


class Suspicious:
    """Sends requests again whose page looks refused, and takes its time."""

    tried: ClassVar[set[str]] = set()

    async def process_response(self, request: Any, response: Any) -> Any:
        await asyncio.sleep(0.01 * (len(self.tried) % 3))
        if request.url not in self.tried:
            self.tried.add(request.url)
            return request.replace(dont_filter=True)
        return response


@both
def test_pages_that_a_middleware_sends_again(
    settings: dict[str, Any], crawl_here: Callable[..., Crawl], site: Answers
) -> None:
    Suspicious.tried.clear()
    others = {**settings.get("DOWNLOADER_MIDDLEWARES", {}), Suspicious: 50}
    pages = [f"{site.address}/{name}" for name in "abcd"]
    crawl = crawl_here(Own, settings | {"DOWNLOADER_MIDDLEWARES": others}, pages=pages)
    assert own(crawl)
    assert all(item["found"] == {item["seen"]} for item in crawl.items)
    assert len(crawl.items) == 4
