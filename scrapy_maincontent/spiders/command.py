"""The command ``crawl``: addresses of news sites in, a file of their articles out, without a project."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.exporters import CsvItemExporter

from ..crawl import stats
from ..crawl.state import check
from ..page.addresses import bare_host
from ..progress import CountBar
from .news import MAX_PAGES, NewsSpider

if TYPE_CHECKING:
    import argparse

    from scrapy.crawler import Crawler
    from scrapy.http import Response

STDOUT = "-"
FORMATS = ("jsonl", "csv", "parquet")
PARQUET = "scrapy_maincontent.crawl.parquet.ParquetItemExporter"
COLUMNS = (
    *("url", "changed", "headline", "articleBody", "authors", "datePublished", "dateModified", "inLanguage"),
    *("description", "section", "keywords", "mainImage", "isAccessibleForFree", "canonicalUrl", "mainContent"),
)
"""Columns of CSV, which has to have them before the first item."""
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""
_SHUTDOWN = "shutdown"
_LEFT_OUT = (stats.NEWS_LEFT_OUT.format(reason=""), "maincontent/left_out/")
"""Stats of what the spider, and what ``MAINCONTENT_KEEP`` leaves out, without the reason."""


class CsvExporter(CsvItemExporter):
    """Writes names for people and pictures, and JSON for what else is no plain value."""

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:  # noqa: ARG002
        """Return a value as it stands in a cell."""
        if isinstance(value, dict):
            return value.get("url") or json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            return "; ".join(str(each.get("name") if isinstance(each, dict) else each) for each in value)
        return value


def crawl(options: argparse.Namespace) -> int:
    """Crawl the sites; 0 where at least one answered, 1 where none did or the crawl failed, 130 after Ctrl-C.

    Raises:
        OSError: the state can't be used.
        ValueError: options that are not allowed, or don't go together.
    """
    arguments = {
        "sites": options.site,
        "since": options.since,
        "until": options.until,
        "languages": options.language,
        "max_pages": options.max_pages or MAX_PAGES,
        "all_pages": options.all_pages,
    }
    NewsSpider(**arguments)  # says what is wrong with them before anything is begun
    if options.state is not None:
        check(options.state)
    process = AsyncCrawlerProcess(_settings(options))
    crawler = process.create_crawler(NewsSpider)
    began = time.monotonic()
    with CountBar("Crawling", "page") as shown:
        watch = _Watch(crawler, shown)
        process.crawl(crawler, **arguments)
        process.start()
    assert crawler.stats is not None
    found: dict[str, Any] = dict(crawler.stats.get_stats())
    sys.stderr.write(_summary(found, watch, options.output, time.monotonic() - began) + "\n")
    if process.bootstrap_failed or not watch.pages:
        return 1
    return INTERRUPTED if found.get("finish_reason") == _SHUTDOWN else 0


def _settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of the crawl.

    Raises:
        ValueError: options that are not allowed, or don't go together.
    """
    if options.delay < 0:
        raise ValueError(f"--delay is {options.delay}; it must be 0 or more")
    settings: dict[str, Any] = {
        "FEEDS": _feeds(options),
        "FEED_EXPORTERS": {"csv": CsvExporter},
        "DOWNLOAD_DELAY": options.delay,
        "CONCURRENT_REQUESTS": 64,
        "COOKIES_ENABLED": False,
        "DOWNLOAD_TIMEOUT": 60,
        "LOG_LEVEL": "WARNING",
        "TELNETCONSOLE_ENABLED": False,
        "MAINCONTENT_STATE": options.state,
        "MAINCONTENT_WARC": options.warc,
        "MAINCONTENT_REPORT": options.report,
        "MAINCONTENT_WORKERS": options.workers,
    }
    if any(feed["format"] == "parquet" for feed in settings["FEEDS"].values()):
        settings["FEED_EXPORTERS"]["parquet"] = PARQUET
    for assignment in options.set:
        name, sign, value = assignment.partition("=")
        if not sign:
            raise ValueError(f"--set {assignment} is no NAME=VALUE")
        settings[name] = value
    return settings


def _feeds(options: argparse.Namespace) -> dict[str, dict[str, Any]]:
    ending = Path(options.output or STDOUT).suffix.lower().removeprefix(".")
    form = options.format or (ending if ending in FORMATS else "jsonl")
    if form == "parquet" and find_spec("pyarrow") is None:
        raise ModuleNotFoundError("--format parquet needs pyarrow", name="pyarrow")
    feed: dict[str, Any] = {"format": form if form != "jsonl" else "jsonlines", "encoding": "utf-8"}
    if form == "csv":
        feed["fields"] = list(COLUMNS)
    if options.output in (None, STDOUT):
        if form == "parquet":
            raise ValueError("--format parquet needs --output")
        return {"stdout:": feed}
    path = Path(options.output).absolute()
    if not path.parent.is_dir():
        raise ValueError(f"there is no folder {path.parent}")
    goes_on = options.state is not None and path.exists() and path.stat().st_size > 0
    if goes_on and form == "parquet":
        raise ValueError(f"{path} exists, and Parquet can't be continued; name another file for what is new")
    feed |= {
        "overwrite": not goes_on,
        "item_export_kwargs": {"include_headers_line": False} if goes_on and form == "csv" else {},
    }
    return {str(path).replace("%", "%%"): feed}


class _Watch:
    """Counts what passes, for the bar and the summary."""

    def __init__(self, crawler: Crawler, shown: CountBar) -> None:
        self.pages = self.items = 0
        self.sites: Counter[str] = Counter()
        self._shown = shown
        crawler.signals.connect(self._page, signal=signals.response_received)
        crawler.signals.connect(self._item, signal=signals.item_scraped)

    def _page(self) -> None:
        self.pages += 1
        self._shown.step(articles=self.items, sites=len(self.sites))

    def _item(self, response: Response) -> None:
        self.items += 1
        self.sites[bare_host(response.url)] += 1


def _summary(found: dict[str, Any], watch: _Watch, output: str | None, seconds: float) -> str:
    left_out: Counter[str] = Counter()
    for name, count in sorted(found.items()):
        if name.startswith(_LEFT_OUT):
            left_out[name.rpartition("/")[2]] += count
    changed = found.get(stats.NEWS_CHANGED, 0)
    lines = [
        f"{watch.items} articles of {len(watch.sites)} sites ({changed} changed), {watch.pages} pages, {seconds:.0f} s",
        *(f"  {bare}: {count}" for bare, count in watch.sites.most_common(20)),
    ]
    if left_out:
        lines.append("left out: " + ", ".join(f"{reason} {count}" for reason, count in left_out.items()))
    if copies := found.get(stats.NEWS_COPIES):
        lines.append(f"copies of articles: {copies}")
    if errors := found.get("log_count/ERROR"):
        lines.append(f"errors: {errors}, see above")
    if output not in (None, STDOUT):
        lines.append(f"written to {output}")
    return "\n".join(lines)
