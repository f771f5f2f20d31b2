"""Ways to set the extension up, and what it says when a way is not good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import attrs
import pydantic
import pytest
import scrapy
from edge_site import article, lead
from edge_spiders import Pages
from edge_tools import run_python
from itemadapter import ItemAdapter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl

PLAIN = {
    "DOWNLOADER_MIDDLEWARES": {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540},
    "SPIDER_MIDDLEWARES": {"scrapy_maincontent.spidermiddlewares.MainContentSpiderMiddleware": 995},
    "ITEM_PIPELINES": {"scrapy_maincontent.pipelines.MainContentPipeline": 300},
}


PARTS = dict(zip(("downloader middleware", "spider middleware", "item pipeline"), PLAIN, strict=True))


class Addressed(Pages):
    """Names its pages in the ways that items do: by address, by what was asked for, not at all; and two rows."""

    def parse(self, response: Any) -> Any:
        number = response.url.rpartition("/")[2]
        if number == "1":
            yield {"kind": "url", "url": response.url}
        elif number == "2":
            yield {"kind": "asked for", "link": response.meta["redirect_urls"][0]}
        elif number == "3":
            yield {"kind": "alone"}
        else:
            yield {"kind": "row", "href": "/article/8"}
            yield {"kind": "row", "href": "/article/9"}
            yield {"kind": "html", "url": "https://courier.example/7", "html": article(7)}


class Story(scrapy.Item):
    url = scrapy.Field()
    articleBody = scrapy.Field()  # noqa: N815


@dataclass(frozen=True)
class Frozen:
    url: str
    articleBody: str | None = None  # noqa: N815


class Model(pydantic.BaseModel):
    url: str
    articleBody: str | None = None  # noqa: N815


@attrs.define
class Attrs:
    url: str
    articleBody: str | None = None  # noqa: N815


class Typed(Pages):
    """Yields items of a class."""

    kind: Any = dict

    def parse(self, response: Any) -> Any:
        yield self.kind(url=response.url)


class Stamp:
    """A project's own pipeline."""

    def process_item(self, item: Any) -> Any:
        item["stamped"] = bool(item.get("articleBody"))
        return item


class OwnPipelines(Pages):
    custom_settings = {"ITEM_PIPELINES": {Stamp: 400}}  # noqa: RUF012


class Archive(Pages):
    def parse(self, response: Any) -> Any:
        yield {"url": response.url}
        yield {"url": "https://courier.example/other", "html": article(9)}


def test_the_add_on_and_the_plain_form_do_the_same(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = [page_file(1)]
    with_addon = crawl_here(Archive, pages=pages)
    plain = crawl_here(Archive, {"ADDONS": {}} | PLAIN, pages=pages)
    assert with_addon.items == plain.items
    assert all(item["articleBody"] for item in plain.items)


FROM_PAGES = {"url", "asked for"}


@pytest.mark.parametrize(
    ("parts", "filled", "complaint"),
    [
        (("downloader middleware",), set(), "INFO: No item is filled"),
        (("spider middleware",), set(), "WARNING: No item is filled from its page"),
        (("downloader middleware", "spider middleware"), FROM_PAGES | {"alone"}, "INFO: Without the item pipeline"),
        (("downloader middleware", "item pipeline"), FROM_PAGES | {"html"}, "INFO: Without the spider middleware"),
        (tuple(PARTS), FROM_PAGES | {"alone", "html"}, None),
    ],
)
def test_each_combination_of_the_components(
    parts: tuple[str, ...],
    filled: set[str],
    complaint: str | None,
    crawl_here: Callable[..., Crawl],
    site: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    pages = [f"{site}/{path}" for path in ("article/1", "old/2", "article/3", "article/4")]
    crawl = crawl_here(Addressed, {"ADDONS": {}} | {PARTS[part]: PLAIN[PARTS[part]] for part in parts}, pages=pages)
    assert {item["kind"] for item in crawl.items if item.get("articleBody")} == filled
    bodies = {item["kind"]: item["articleBody"] for item in crawl.items if item["kind"] in filled}
    numbers = {"url": 1, "asked for": 2, "alone": 3, "html": 7}
    assert all(lead(numbers[kind]) in body for kind, body in bodies.items())
    own = [record for record in caplog.records if record.name.startswith("scrapy_maincontent")]
    set_up = [f"{record.levelname}: {record.getMessage()}" for record in own if "Addon" in record.getMessage()]
    assert len(set_up) == bool(complaint)
    assert not complaint or set_up[0].startswith(complaint)
    # Each page is extracted once, and each item counted once.
    assert crawl.count("pages") == 4 * ("downloader middleware" in parts) + ("html" in filled)
    assert sum(crawl.counts("items").values()) == 6 * (len(parts) > 1 or parts[0] == "spider middleware")


@pytest.mark.parametrize("kind", [dict, Story, Frozen, Model, Attrs])
def test_the_two_components_fill_every_kind_of_item(kind: Any, crawl_here: Callable[..., Crawl], site: str) -> None:
    two = {PARTS[part]: PLAIN[PARTS[part]] for part in ("downloader middleware", "item pipeline")}
    crawl = crawl_here(Typed, {"ADDONS": {}} | two, pages=[f"{site}/article/{number}" for number in (1, 2)], kind=kind)
    bodies = sorted(ItemAdapter(item)["articleBody"] for item in crawl.items)
    assert [lead(number) in body for number, body in enumerate(bodies, start=1)] == [True, True]
    assert {type(item) for item in crawl.items} == {kind}


def test_a_page_that_was_asked_to_be_joined_is_missed_where_nothing_joins(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], caplog: pytest.LogCaptureFixture
) -> None:
    two = {PARTS[part]: PLAIN[PARTS[part]] for part in ("downloader middleware", "item pipeline")}
    crawl_here(Pages, {"ADDONS": {}, "MAINCONTENT_JOIN_PAGES": True} | two, pages=[page_file()])
    assert "pages of an article are not joined" in caplog.text


def test_both_at_a_time_work_once(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(Pages, PLAIN, pages=[page_file(1)])
    assert crawl.count("responses") == 1


def test_a_spider_with_pipelines_of_its_own(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(OwnPipelines, pages=[page_file(1)])
    assert [item["stamped"] for item in crawl.items] == [True]


@pytest.mark.parametrize("set_up", [{}, {"ADDONS": {}} | PLAIN], ids=["add-on", "plain"])
def test_switched_off(
    set_up: dict[str, Any],
    crawl_here: Callable[..., Crawl],
    page_file: Callable[..., str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    crawl = crawl_here(Pages, set_up | {"MAINCONTENT_ENABLED": "False"}, pages=[page_file(1)])
    assert [set(item) for item in crawl.items] == [{"url"}]
    assert not any(name.startswith("maincontent/") for name in crawl.stats)
    assert "scrapy_maincontent" not in caplog.text


def test_importing_the_package_imports_no_scrapy(tmp_path: Path) -> None:
    code = "import sys, scrapy_maincontent; sys.exit('scrapy' in sys.modules or 'twisted' in sys.modules)"
    assert run_python("-c", code, cwd=tmp_path).returncode == 0


def test_a_worker_imports_no_scrapy(tmp_path: Path) -> None:
    code = "import sys, scrapy_maincontent.extraction, scrapy_maincontent.pool; sys.exit('scrapy' in sys.modules)"
    assert run_python("-c", code, cwd=tmp_path).returncode == 0


def test_a_crawl_with_workers_imports_no_extractor(tmp_path: Path) -> None:
    code = """\
import sys, scrapy_maincontent.addon
from scrapy.settings import Settings
scrapy_maincontent.addon.Addon().update_settings(Settings())
unneeded = {"numpy", *(f"scrapy_maincontent.{name}" for name in ("extraction", "engines.warc", "inspector"))}
sys.exit(bool(unneeded & set(sys.modules)))
"""
    assert run_python("-c", code, cwd=tmp_path).returncode == 0


SCRIPT = """\
import sys
from scrapy.crawler import AsyncCrawlerProcess
from edge_spiders import Pages

process = AsyncCrawlerProcess({{
    "ADDONS": {{"scrapy_maincontent.Addon": 500}},
    "FEEDS": {{"items.jsonl": {{"format": "jsonlines"}}}},
    "TELNETCONSOLE_ENABLED": False,
}})
process.crawl(Pages, pages={pages!r})
process.start()
"""


@pytest.mark.slow
def test_a_script_without_a_guard_is_warned_once_and_works_inline(
    tmp_path: Path, page_file: Callable[..., str]
) -> None:
    pages = [page_file(1), page_file(2), page_file(3)]
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(pages=pages))
    done = run_python("-W", "error", str(script), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("extracted inline") == 1
    assert "__main__" in done.stderr
    assert done.stderr.count("Spider opened") == 1
    items = (tmp_path / "items.jsonl").read_text()
    assert all(lead(number) in items for number in (1, 2, 3))
