"""Ways to set the extension up, and what it says when a way is not good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from edge_site import article, lead
from edge_spiders import Pages
from edge_tools import run_python

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl

PLAIN = {
    "DOWNLOADER_MIDDLEWARES": {"scrapy_maincontent.downloadermiddlewares.MainContentDownloaderMiddleware": 540},
    "SPIDER_MIDDLEWARES": {"scrapy_maincontent.spidermiddlewares.MainContentSpiderMiddleware": 995},
    "ITEM_PIPELINES": {"scrapy_maincontent.pipelines.MainContentPipeline": 300},
}


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
