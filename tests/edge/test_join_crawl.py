"""Joining beside what else goes on in a crawl: spiders that follow links, many articles at once, every reactor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from edge_join_site import ARTICLES, MILL, ON, SECOND, THIRD, Site, check, file_at, misplaced, parts_of, serve
from edge_spiders import Pages

from scrapy_maincontent.settings import MaincontentSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Crawl


class ItemFirst(Pages):
    """Yields the page's item, then asks for everything it links to."""

    name = "item_first"

    def parse(self, response: Any) -> Any:
        yield {"url": response.url}
        yield from response.follow_all(css="a[href*='/tide-mill/']")


class RequestsFirst(ItemFirst):
    name = "requests_first"

    def parse(self, response: Any) -> Any:
        item, *requests = super().parse(response)
        yield from requests
        yield item


class SeveralItems(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "number": 1}
        yield {"url": "https://elsewhere.example/"}
        yield {"url": response.url, "number": 2}


class NoItems(Pages):
    def parse(self, response: Any) -> Any:
        yield from ()


class Breaks(ItemFirst):
    """Fails after it has asked for another page of the article."""

    def parse(self, response: Any) -> Any:
        if response.url.endswith("/tide-mill/"):
            yield response.follow("2/")
            raise RuntimeError("the page is not what it was")
        yield {"url": response.url}


@pytest.fixture
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


def test_nothing_is_joined_unasked(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Pages, pages=[site.url(MILL)])
    assert "joinedPages" not in crawl.items[0]["mainContent"]
    assert site.visits == {MILL: 1}
    assert crawl.count("joined_articles") == 0


def test_a_request_may_ask_for_it_or_not(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    asked = (site.url(MILL), {"maincontent": {"join": True, "formats": ["markdown"]}})
    unasked = (site.url(ARTICLES[1].path), {"maincontent": True})
    crawl = crawl_here(Pages, pages=[asked, unasked])
    items = {item["url"]: item for item in crawl.items}
    assert len(items[site.url(MILL)]["mainContent"]["joinedPages"]) == 3
    assert misplaced(["Nine winters of mud"], items[site.url(MILL)]["articleBodyMarkdown"]) == []
    assert "joinedPages" not in items[unasked[0]]["mainContent"]


@pytest.mark.slow
def test_a_worker_that_dies_of_a_later_page_costs_that_page_alone(
    site: Site, crawl_apart: Callable[..., Crawl]
) -> None:
    site.change(SECOND, ("<article>", "<article><!-- POISON:die -->"))
    settings = ON | {"MAINCONTENT_WORKERS": 1}
    crawl = crawl_apart([site.url(MILL)], settings, task="edge_poison:extract_or_break")
    (item,) = crawl.items
    check(item, site, "worker_died", MILL)
    assert "not joined (worker_died)" in crawl.log


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["asyncio", "select", "no reactor"])
def test_every_reactor_joins(mode: str, site: Site, crawl_apart: Callable[..., Crawl]) -> None:
    crawl = crawl_apart([site.url(page.path) for page in ARTICLES], ON | {"MAINCONTENT_WORKERS": 1}, mode=mode)
    assert crawl.status == 0, crawl.log
    assert {item["url"]: len(item["mainContent"]["joinedPages"]) for item in crawl.items} == {
        site.url(page.path): len(page.pages or ()) for page in ARTICLES
    }
    assert crawl.count("joined_articles") == len(ARTICLES)


@pytest.mark.parametrize(
    "tight",
    [
        {"CONCURRENT_REQUESTS": 1},
        {"CONCURRENT_REQUESTS_PER_DOMAIN": 1, "DOWNLOAD_DELAY": 0.02},
        {"SCRAPER_SLOT_MAX_ACTIVE_SIZE": 1, "CONCURRENT_ITEMS": 1},
    ],
)
def test_articles_that_wait_do_not_block_each_other(
    tight: dict[str, Any], site: Site, crawl_here: Callable[..., Crawl]
) -> None:
    crawl = crawl_here(Pages, ON | tight, pages=[site.url(page.path) for page in ARTICLES * 3])
    assert len(crawl.items) == 3 * len(ARTICLES)
    assert all(len(item["mainContent"]["joinedPages"]) > 1 for item in crawl.items)
    assert crawl.stats["finish_reason"] == "finished"


def test_articles_that_wait_come_out_whole_when_the_spider_closes(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    site.hang(THIRD, 1)
    pages = [site.url(page.path) for page in ARTICLES]
    crawl = crawl_here(Pages, ON | {"CLOSESPIDER_ITEMCOUNT": 1}, pages=pages)
    assert crawl.stats["finish_reason"] == "closespider_itemcount"
    assert {item["url"]: len(item["mainContent"]["joinedPages"]) for item in crawl.items} == {
        site.url(page.path): len(page.pages or ()) for page in ARTICLES
    }


@pytest.mark.parametrize("pages", [0, 1, 2.5, "many", True])
def test_a_page_limit_that_makes_no_sense_is_refused(pages: Any) -> None:
    with pytest.raises(ValueError, match=r"MAINCONTENT_JOIN_MAX_PAGES is .*; it must be a whole number of pages, 2"):
        MaincontentSettings.from_crawler_settings({"MAINCONTENT_JOIN_MAX_PAGES": pages})


def test_all_items_of_a_page_get_the_article_that_is_fetched_once(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(SeveralItems, ON, pages=[site.url(MILL)])
    first, row, second = crawl.items
    assert first["articleBody"] == second["articleBody"]
    assert misplaced(parts_of(MILL, SECOND, THIRD), first["articleBody"]) == []
    assert row == {"url": "https://elsewhere.example/"}
    assert site.visits == {MILL: 1, SECOND: 1, THIRD: 1}
    assert crawl.count("joined_articles") == 1


def test_without_an_item_no_page_is_fetched(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl_here(NoItems, ON, pages=[site.url(MILL)])
    assert site.visits == {MILL: 1}


@pytest.mark.parametrize("spider", [ItemFirst, RequestsFirst])
def test_a_spider_that_follows_every_link_gets_the_article_once(
    spider: type[Pages], site: Site, crawl_here: Callable[..., Crawl]
) -> None:
    crawl = crawl_here(spider, ON, pages=[site.url(MILL)])
    (item,) = (item for item in crawl.items if item["url"] == site.url(MILL))
    check(dict(item), site, None, MILL, SECOND, THIRD)
    assert {SECOND, THIRD}.isdisjoint(url.removeprefix(site.address) for url in (item["url"] for item in crawl.items))
    assert site.visits[SECOND] == site.visits[THIRD] == 1


def test_pages_that_could_not_be_joined_are_left_to_the_spider(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    site.send(SECOND, b"<p>Nothing here.</p>", 404)
    crawl = crawl_here(RequestsFirst, ON | {"HTTPERROR_ALLOW_ALL": False}, pages=[site.url(MILL)])
    items = {item["url"]: item for item in crawl.items}
    assert set(items) >= {site.url(MILL), site.url(THIRD)}
    assert items[site.url(THIRD)]["mainContent"]["joinNote"] == "later_page"


def test_requests_of_a_callback_that_fails_go_on(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Breaks, ON, pages=[site.url(MILL)])
    assert [item["url"] for item in crawl.items] == [site.url(SECOND)]
    assert crawl.stats["spider_exceptions/RuntimeError"] == 1


def test_later_pages_are_asked_for_as_the_first_one_was(site: Site, crawl_here: Callable[..., Crawl]) -> None:
    seen = {}

    def answer(handler: Any) -> None:
        seen.update(handler.headers)
        site.send(THIRD, file_at(SECOND))
        site.faults[THIRD](handler)

    site.faults[SECOND] = answer
    crawl_here(Pages, ON | {"USER_AGENT": "Reader of mills"}, pages=[(site.url(MILL), {"download_timeout": 20})])
    assert seen["User-Agent"] == "Reader of mills"
    assert seen["Referer"] == site.url(MILL)
