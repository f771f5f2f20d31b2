from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from edge_site import article, headline, lead
from edge_spiders import Pages
from test_addon import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from edge_tools import Crawl

ALONE = {
    "ADDONS": {},
    "ITEM_PIPELINES": {"scrapy_maincontent.pipelines.MainContentPipeline": 300},
    "MAINCONTENT_HTML_FIELD": "html",
}


@dataclass(frozen=True)
class Stored:
    html: str
    articleBody: str = ""  # noqa: N815


class Queue(Pages):
    """Yields items as a queue would deliver them: with their HTML, without any response."""

    items: tuple[Any, ...] = ()

    async def start(self) -> Any:
        for item in self.items:
            yield item


class Archive(Pages):
    """Keeps the HTML of its pages in the items."""

    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "html": response.text}


def reason(item: Any) -> str | None:
    return item["mainContent"]["emptyReason"]


@pytest.mark.parametrize("html", [article(3), article(3).encode()])
def test_html_of_an_item(html: str | bytes, crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Queue, items=[{"url": "https://courier.example/3", "html": html}])
    (item,) = crawl.items
    assert item["headline"] == headline(3)
    assert lead(3) in item["articleBody"]
    assert item["html"] == html
    assert crawl.count("html_items/filled") == crawl.count("pages") == 1


def test_a_frozen_item(crawl_here: Callable[..., Crawl]) -> None:
    (item,) = crawl_here(Queue, items=[Stored(article(3))]).items
    assert lead(3) in item.articleBody


def test_a_field_of_another_name(crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Queue, {"MAINCONTENT_HTML_FIELD": "raw"}, items=[{"raw": article(3)}, {"html": article(3)}])
    assert [bool(item["articleBody"]) for item in crawl.items] == [True, False]


@pytest.mark.parametrize("item", [{"html": ""}, {"html": None}, {"html": ["<p>x</p>"]}, {"url": "x"}])
def test_items_without_html_go_on_as_they_are_where_there_are_no_pages(
    item: dict[str, Any], crawl_here: Callable[..., Crawl]
) -> None:
    crawl = crawl_here(Queue, ALONE, items=[dict(item)])
    assert crawl.items == [item]
    assert crawl.counts("items") == {"no_result": 1}
    assert crawl.count("pages") == crawl.count("html_items") == 0


@pytest.mark.parametrize(("item", "expected"), [({"html": ""}, "no_url"), ({"link": "http://x/"}, "unknown_page")])
def test_items_without_a_page_say_so(
    item: dict[str, Any], expected: str, crawl_here: Callable[..., Crawl], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    crawl = crawl_here(Queue, items=[dict(item), dict(item)])
    assert [reason(filled) for filled in crawl.items] == [expected, expected]
    assert crawl.counts("items") == {expected: 2}
    assert caplog.text.count(f"counted as maincontent/items/{expected}") == 1


def test_a_text_of_the_spider_needs_no_page(crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Queue, items=[{"link": "http://x/", "articleBody": "Mine."}, Stored("", "Mine.")])
    assert crawl.items[1] == Stored("", "Mine.")
    assert crawl.items[0]["mainContent"] == {"emptyReason": "unknown_page"}


def test_only_chosen_items_are_filled(crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Queue, {"MAINCONTENT_ITEMS": Stored}, items=[{"html": article(3)}])
    assert crawl.items == [{"html": article(3)}]


def test_html_over_the_limit(crawl_here: Callable[..., Crawl]) -> None:
    crawl = crawl_here(Queue, {"MAINCONTENT_MAX_BYTES": 100}, items=[{"html": article(3)}])
    assert [reason(item) for item in crawl.items] == ["too_large"]
    assert crawl.counts("skipped") == {"too_large": 1}


def test_an_item_is_extracted_once(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(Archive, pages=[page_file(1)])
    assert lead(1) in crawl.items[0]["articleBody"]
    assert crawl.count("pages") == 1
    assert crawl.count("html_items") == 0


@pytest.mark.parametrize("fields", [{"body": "text"}, {"about": "main_content"}])
def test_an_item_is_extracted_once_under_other_names_too(
    fields: dict[str, str], crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Archive, {"MAINCONTENT_FIELDS": fields}, pages=[page_file(1)])
    assert crawl.count("pages") == 1


def test_a_page_that_opted_out_stays_out(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(Archive, pages=[[page_file(1), {"maincontent": False}]])
    assert [reason(item) for item in crawl.items] == ["disabled"]
    assert crawl.count("pages") == 0


@pytest.mark.parametrize("others", [{}, {"SPIDER_MIDDLEWARES": PLAIN["SPIDER_MIDDLEWARES"]}])
def test_without_the_downloader_middleware_items_are_filled_from_their_html(
    others: dict[str, Any], crawl_here: Callable[..., Crawl], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    crawl = crawl_here(Queue, ALONE | others, items=[{"html": article(3)}, {"html": article(4)}])
    assert [item["headline"] for item in crawl.items] == [headline(3), headline(4)]
    assert crawl.counts("items") == {"own_html": 2}
    assert crawl.counts("html_items") == {"filled": 2}
    assert caplog.text.count("from the HTML in their field 'html' alone") == 1
    assert "No item is filled from its page" not in caplog.text


@pytest.mark.parametrize("others", [{}, {"SPIDER_MIDDLEWARES": PLAIN["SPIDER_MIDDLEWARES"]}])
def test_without_pages_and_html_the_crawl_fails_with_the_line_to_add(
    others: dict[str, Any], crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_apart([page_file(1)], ALONE | others | {"MAINCONTENT_HTML_FIELD": None})
    assert crawl.status == 1
    assert not crawl.items
    downloader = "scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware"
    assert f'DOWNLOADER_MIDDLEWARES = {{"{downloader}": 540}}' in crawl.log
    assert 'MAINCONTENT_HTML_FIELD = "html"' in crawl.log


def test_nothing_to_warn_of_with_the_add_on(crawl_here: Callable[..., Crawl], caplog: pytest.LogCaptureFixture) -> None:
    crawl_here(Queue, items=[{"html": article(3)}])
    assert not [record for record in caplog.records if record.name.startswith("scrapy_maincontent")]


class Copies:
    """A pipeline before the package's that makes a new item of each."""

    def process_item(self, item: Any) -> Any:
        return dict(item)


class MayNameNone(Pages):
    """Yields an item of each page, with its address or without."""

    names_page = True

    def parse(self, response: Any) -> Any:
        yield {"url": response.url} if self.names_page else {"kind": "no address"}


@pytest.mark.parametrize("names_page", [True, False])
@pytest.mark.parametrize("fields", [{}, {"articleBody": "text"}], ids=str)
def test_a_pipeline_before_that_makes_new_items_changes_nothing(
    names_page: bool, fields: dict[str, str], crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = [page_file(1), f"{page_file(1)}?again"]
    settings = {"CONCURRENT_REQUESTS": 1, "MAINCONTENT_KEEP": {"min_words": 10, "duplicates": False}}
    settings |= {"MAINCONTENT_FIELDS": fields} if fields else {}
    plain = crawl_here(MayNameNone, settings, pages=pages, names_page=names_page)
    copied = crawl_here(MayNameNone, settings | {"ITEM_PIPELINES": {Copies: 100}}, pages=pages, names_page=names_page)
    assert copied.items == plain.items
    assert len(copied.items) == 1
    assert copied.counts("items") == plain.counts("items") == {"filled": 2}
    assert copied.counts("left_out") == plain.counts("left_out") == {"duplicate": 1}
