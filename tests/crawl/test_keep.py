"""``MAINCONTENT_KEEP``: what is left out, why, and what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from edge_site import article
from edge_spiders import Pages

from scrapy_maincontent.crawl.keep import PAGE_TYPES, Keep, LeftOut
from scrapy_maincontent.facts.page_type import packaged

if TYPE_CHECKING:
    from collections.abc import Callable

    from edge_tools import Crawl

STORY = {
    "text": "The mill stood idle for forty years.",
    "page_type": "article",
    "page_type_confidence": 0.8,
    "language": "en-GB",
    "date_published": "2026-11-20T23:30:00-05:00",
    "is_accessible_for_free": None,
    "is_teaser": False,
}


def reason(keep: dict[str, Any], **values: Any) -> LeftOut | None:
    return Keep.parsed(keep).reason((STORY | values).get)


@pytest.mark.parametrize(
    ("keep", "values", "expected"),
    [
        ({"min_words": 0}, {"text": ""}, "no_text"),
        ({"page_types": ["article"]}, {}, None),
        ({"page_types": "article"}, {"page_type": "listing"}, "page_type"),
        ({"page_types": {"article": 0.8, "forum": 0}}, {}, None),
        ({"page_types": {"article": 0.81}}, {}, "page_type"),
        ({"page_types": ["article"]}, {"page_type": None}, "page_type"),
        ({"languages": ["en"]}, {}, None),
        ({"languages": ["EN-gb", "de"]}, {}, None),
        ({"languages": ["en-US"]}, {}, "language"),
        ({"languages": ["de"]}, {"language": None}, "language"),
        ({"languages": "en"}, {"language": "enm"}, "language"),
        ({"since": "2026-11-20"}, {}, None),
        ({"since": "2026-11-21"}, {}, "before"),
        ({"until": "2026-11-20"}, {}, None),
        ({"until": "2026-11-19"}, {}, "after"),
        ({"since": "2026-11-21"}, {"date_published": None}, None),
        ({"since": "2026-11-21", "undated": False}, {"date_published": None}, "undated"),
        ({"undated": False}, {"date_published": "2026-11"}, "undated"),
        ({"min_words": 7}, {}, None),
        ({"min_words": 8}, {}, "few_words"),
        ({"min_words": 8}, {"text": "水車小屋は四十年のあいだ使われていなかった。"}, None),
        ({"accessible": True}, {}, None),
        ({"accessible": True}, {"is_teaser": True}, "not_accessible"),
        ({"accessible": True}, {"is_accessible_for_free": False}, "not_accessible"),
        ({"accessible": False}, {"is_accessible_for_free": False}, None),
    ],
)
def test_each_rule(keep: dict[str, Any], values: dict[str, Any], expected: str | None) -> None:
    assert reason(keep, **values) == expected


def test_the_types_are_those_of_the_model() -> None:
    assert set(PAGE_TYPES) == set(packaged().types)


def test_items_that_are_left_out_are_counted_and_logged(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    menu = "<html><body><nav><a href=/a>Mill</a> <a href=/b>Weir</a></nav></body></html>"
    old = article(4).replace("<head>", '<head><meta property="article:published_time" content="2019-04-01">')
    pages = [page_file(1), page_file(2), page_file(3, menu), page_file(4, old)]
    keep = {"languages": ["en"], "min_words": 20, "since": "2026-11-01"}
    crawl = crawl_here(Pages, {"MAINCONTENT_KEEP": keep}, pages=pages)
    assert {item["url"] for item in crawl.items} == set(pages[:2])
    assert crawl.counts("left_out") == {"no_text": 1, "before": 1}
    assert sum(crawl.counts("items").values()) == len(pages)
    lines = [each for each in caplog.records if "MAINCONTENT_KEEP" in each.getMessage()]
    assert [each.levelname for each in lines] == ["INFO", "INFO"]
    assert {pages[2], pages[3]} == {each.getMessage().partition("<")[2].partition(">")[0] for each in lines}


class Spoken(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "inLanguage": "ja", "datePublished": "2026-11-20"}


def test_what_the_spider_says_counts(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    keep = {"languages": ["ja"], "since": "2026-11-20", "undated": False}
    assert len(crawl_here(Spoken, {"MAINCONTENT_KEEP": keep}, pages=[page_file(1)]).items) == 1
    assert not crawl_here(Spoken, {"MAINCONTENT_KEEP": keep | {"since": "2026-11-21"}}, pages=[page_file(1)]).items


class Rows(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": f"{response.url}-not-fetched"}
        yield {"name": "no page"}


def test_items_of_pages_that_are_not_known_are_left_out_for_that(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Rows, {"MAINCONTENT_KEEP": {"accessible": True}}, pages=[page_file(1)])
    assert not crawl.items
    assert crawl.counts("left_out") == {"no_url": 1, "unknown_page": 1}


class Others(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": response.url, "kind": "row"}


def is_story(item: Any) -> bool:
    return item.get("kind") != "row"


def test_items_that_are_not_chosen_are_not_judged(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    settings = {"MAINCONTENT_KEEP": {"languages": ["ja"]}, "MAINCONTENT_ITEMS": [is_story]}
    assert len(crawl_here(Others, settings, pages=[page_file(1)]).items) == 1


def test_without_the_pipeline_nothing_is_left_out_and_the_log_says_so(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    plain = {
        "ADDONS": {},
        "DOWNLOADER_MIDDLEWARES": {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540},
        "SPIDER_MIDDLEWARES": {"scrapy_maincontent.spidermiddlewares.MainContentSpiderMiddleware": 995},
    }
    crawl = crawl_here(Pages, {"MAINCONTENT_KEEP": {"languages": ["ja"]}} | plain, pages=[page_file(1)])
    assert len(crawl.items) == 1
    assert "MAINCONTENT_KEEP leaves nothing out" in caplog.text
