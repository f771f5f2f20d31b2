"""The command ``crawl``: addresses of news sites in, a file of their articles out, without a project."""

from __future__ import annotations

import csv
import json
import logging
import sys
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.exceptions import IgnoreRequest
from scrapy.exporters import CsvItemExporter
from scrapy.settings import Settings
from scrapy.spidermiddlewares.httperror import HttpError
from scrapy.utils.defer import deferred_from_coro

from ..crawl import stats
from ..crawl.fetch import cause
from ..crawl.items import FORMAT_FIELDS, MAIN_CONTENT
from ..crawl.parquet import HOW_TO_INSTALL
from ..crawl.settings import MaincontentSettings
from ..crawl.state import check
from ..files import printable
from ..page.addresses import bare_host, origin
from ..progress import CountBar
from .arguments import read_languages
from .news import MAX_PAGES, NewsSpider

if TYPE_CHECKING:
    import argparse

    from scrapy.crawler import Crawler
    from scrapy.http import Response

STDOUT = "-"
FORMATS = ("jsonl", "csv", "parquet")
LINES = ("jl", "jsonlines", "ndjson", "")
"""Other endings of files of JSON Lines."""
PARQUET = "scrapy_maincontent.crawl.parquet.ParquetItemExporter"
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""
NOISY = ("scrapy.downloadermiddlewares.robotstxt", "scrapy.downloadermiddlewares.retry")
"""Loggers that say of each request to a site that can't be reached what the summary says once."""
SIGNALS = "scrapy.utils.signal"
"""Logger that says of each item that it could not be written."""
SHOWN = 5
"""Pages with a text that were left out, and sites without an article, that the summary names."""
_SHUTDOWN = "shutdown"
_OWN = ("url", "changed")
"""Item fields that are the spider's."""
_LEFT_OUT = (stats.NEWS_LEFT_OUT.format(reason=""), "maincontent/left_out/")
"""Stats of what the spider, and what ``MAINCONTENT_KEEP`` leaves out, without the reason."""


class CsvExporter(CsvItemExporter):
    """Writes names for people and pictures, and JSON for what else is no plain value."""

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:  # noqa: ARG002
        """Return a value as a cell has it."""
        if isinstance(value, dict):
            return value.get("url") or json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            return "; ".join(str(each.get("name") if isinstance(each, dict) else each) for each in value)
        return value


def crawl(options: argparse.Namespace) -> int:
    """Crawl the sites; 0 where at least one answered, 1 where none did or the crawl failed, 130 after Ctrl-C.

    Raises:
        OSError: the state can't be used, or what reads standard output has ended.
        ValueError: options that are not allowed, or don't go together.
    """
    arguments = {
        "sites": options.site,
        "since": options.since,
        "until": options.until,
        "languages": read_languages("--language", options.language),
        "max_pages": options.max_pages or MAX_PAGES,
        "all_pages": options.all_pages,
    }
    NewsSpider(**arguments)  # says what is wrong with them before anything is begun
    if options.state is not None:
        check(options.state)
    process = AsyncCrawlerProcess(command_settings(options))
    crawler = process.create_crawler(NewsSpider)
    began = time.monotonic()
    with CountBar("Crawling", "page") as shown:
        watch = _Watch(crawler, shown)
        for name in NOISY:
            logging.getLogger(name).addFilter(watch)
        pipe = _Pipe(crawler)
        logging.getLogger(SIGNALS).addFilter(pipe)
        process.crawl(crawler, **arguments)
        process.start()
    if pipe.is_broken:
        raise BrokenPipeError
    assert crawler.stats is not None
    found: dict[str, Any] = dict(crawler.stats.get_stats())
    sys.stderr.write(summary(found, watch, crawler.spider, options.output, time.monotonic() - began) + "\n")
    if process.bootstrap_failed or not watch.pages:
        return 1
    # A second Ctrl-C leaves no reason.
    return INTERRUPTED if found.get("finish_reason", _SHUTDOWN) == _SHUTDOWN else 0


def command_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of the crawl.

    Raises:
        ValueError: options that are not allowed, or don't go together.
    """
    if options.delay < 0:
        raise ValueError(f"--delay is {options.delay}; it must be 0 or more")
    settings: dict[str, Any] = {
        "FEED_EXPORTERS": {"csv": CsvExporter, "parquet": PARQUET},
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
    for assignment in options.set:
        name, sign, value = assignment.partition("=")
        if not sign:
            raise ValueError(f"--set {assignment} is no NAME=VALUE")
        settings[name] = value
    names = settings.pop("FEED_EXPORT_FIELDS", None) if options.fields is None else options.fields
    chosen = None if names is None else [name for part in names.split(",") if (name := part.strip())]
    if formats := [FORMAT_FIELDS[name] for name in chosen or () if name in FORMAT_FIELDS]:
        settings.setdefault("MAINCONTENT_FORMATS", formats)
    own = MaincontentSettings.from_crawler_settings(Settings(settings))
    return {"FEEDS": _feeds(options, chosen, own), **settings}


def _fields(chosen: list[str] | None, own: MaincontentSettings, form: str) -> list[str] | None:
    """Return the item fields to write: the chosen ones; for CSV, else, those that a cell can hold; None for all.

    Raises:
        ValueError: no item has a field of this name.
    """
    if chosen is None:
        readable = (
            name
            for name, value in own.fields.items()
            if value != MAIN_CONTENT and (name not in FORMAT_FIELDS or value in own.formats)
        )
        return [*_OWN, *readable] if form == "csv" else None
    known = dict.fromkeys((*_OWN, *own.fields))
    unknown = [name for name in chosen if name not in known]
    if unknown or not chosen:
        wrong = f"no such field: {', '.join(unknown)}" if unknown else "no field is named"
        raise ValueError(f"--fields: {wrong}; there are {', '.join(known)}")
    return chosen


def _feeds(
    options: argparse.Namespace, chosen: list[str] | None, own: MaincontentSettings
) -> dict[str, dict[str, Any]]:
    ending = Path(options.output or STDOUT).suffix.lower().removeprefix(".")
    if options.format is None and ending not in (*FORMATS, *LINES):
        raise ValueError(
            f"--output is {options.output}; name a file in {', '.join(FORMATS)}, or its format by --format"
        )
    form = options.format or (ending if ending in FORMATS else "jsonl")
    if form == "parquet" and find_spec("pyarrow") is None:
        raise ModuleNotFoundError(f"--format parquet: {HOW_TO_INSTALL}", name="pyarrow")
    feed: dict[str, Any] = {"format": form if form != "jsonl" else "jsonlines", "encoding": "utf-8"}
    if (fields := _fields(chosen, own, form)) is not None:
        feed["fields"] = fields
    if options.output in (None, STDOUT):
        if form == "parquet":
            raise ValueError("--format parquet needs a file: name it with --output")
        return {"stdout:": feed}
    path = Path(options.output).absolute()
    if not path.parent.is_dir():
        raise ValueError(f"--output is {options.output}; there is no folder {path.parent}")
    goes_on = options.state is not None and path.exists() and path.stat().st_size > 0
    if goes_on and form == "parquet":
        raise ValueError(f"{path} exists, and Parquet can't be continued; name another file for what is new")
    if goes_on and form == "csv" and (there := _header(path)) != fields:
        raise ValueError(f"{path} has other columns, {', '.join(there)}; name these, or another file")
    feed |= {
        "overwrite": not goes_on,
        "store_empty": False,  # nothing is opened before the first article: what is there stays
        "item_export_kwargs": {"include_headers_line": False} if goes_on and form == "csv" else {},
    }
    return {str(path).replace("%", "%%"): feed}


def _header(path: Path) -> list[str]:
    with path.open(encoding="utf-8", newline="") as file:
        return next(csv.reader(file), [])


class _Watch(logging.Filter):
    """Counts what passes, for the bar and the summary, and keeps from the log what the summary says."""

    def __init__(self, crawler: Crawler, shown: CountBar) -> None:
        super().__init__()
        self._answered: set[str] = set()
        self.pages = self.items = 0
        self.sites: Counter[str] = Counter()
        self._shown = shown
        crawler.signals.connect(self._page, signal=signals.response_received)
        crawler.signals.connect(self._item, signal=signals.item_scraped)

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for requests to where nothing has answered yet; others are logged without a traceback."""
        record.exc_info = None
        request = record.args.get("request") if isinstance(record.args, dict) else None
        return request is None or origin(getattr(request, "url", "")) in self._answered

    def _page(self, response: Response) -> None:
        self.pages += 1
        self._answered.add(origin(response.url))
        self._shown.step(articles=self.items, sites=len(self.sites))

    def _item(self, response: Response) -> None:
        self.items += 1
        self.sites[bare_host(response.url)] += 1


class _Pipe(logging.Filter):
    """Ends the crawl without a word when nothing reads its output any longer, such as ``head`` that has enough."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__()
        self.is_broken = False
        self._crawler = crawler

    def filter(self, record: logging.LogRecord) -> bool:
        """Return False for items that could not be written; the first one ends the crawl."""
        if not (record.exc_info and isinstance(record.exc_info[1], BrokenPipeError)):
            return True
        if not self.is_broken:
            self.is_broken = True
            deferred_from_coro(self._crawler.stop_async())
        return False


def summary(found: dict[str, Any], watch: _Watch, spider: Any, output: str | None, seconds: float) -> str:
    """Return the lines that end a crawl: articles, sites, seconds, and what was left out and why."""
    left_out: Counter[str] = Counter()
    for name, count in sorted(found.items()):
        if name.startswith(_LEFT_OUT):
            left_out[name.rpartition("/")[2]] += count
    changed = found.get(stats.NEWS_CHANGED, 0)
    sites, pages = _number(len(watch.sites), "site"), _number(watch.pages, "page")
    articles = f"{_number(watch.items, 'article')} of {sites} ({changed} changed)" if watch.items else "no new article"
    lines = [
        f"{articles}, {pages}, {seconds:.0f} s",
        *(f"  {bare}: {count}" for bare, count in watch.sites.most_common(20)),
    ]
    if (silent := getattr(spider, "silent", [])) and watch.items:
        more = f" and {len(silent) - SHOWN} more" if len(silent) > SHOWN else ""
        lines.append(f"no new article of {', '.join(map(printable, silent[:SHOWN]))}{more}")
    if left_out:
        lines.append("left out: " + ", ".join(f"{reason} {count}" for reason, count in left_out.items()))
        lines += _examples(getattr(spider, "examples", {}))
    if copies := found.get(stats.NEWS_COPIES):
        lines.append(f"copies of articles: {copies}")
    lines += [unreached(url, error) for url, error in getattr(spider, "unreached", {}).items()]
    if errors := found.get("log_count/ERROR"):
        lines.append(f"errors: {errors}, see above")
    if output not in (None, STDOUT):
        lines.append(f"written to {output}" if watch.items else f"nothing is written to {output}")
    return "\n".join(lines)


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _examples(by_reason: dict[str, list[tuple[int, str]]]) -> list[str]:
    """Return lines with some pages that were left out; what may be a mistake, the type, stands first."""
    reasons = sorted(by_reason, key=lambda reason: (reason != "type", reason))
    return [f"  {reason}: {printable(url)}" for reason in reasons for _, url in by_reason[reason]][:SHOWN]


def unreached(url: str, error: BaseException | None) -> str:
    """Return a line with a site's address, why its front page could not be read, and what to do."""
    if isinstance(error, HttpError):
        return f"{printable(url)} has no front page: status {error.response.status}"
    reason = printable(cause(error))
    if "SSL" in str(error):
        reason = f"no TLS connection, {reason}"
    if isinstance(error, IgnoreRequest):
        return f"{printable(url)} can't be read: {reason}"
    is_found = "DNS" not in reason and url.startswith("https:")
    advice = "write http:// before it if the site has no https" if is_found else "check the address and the network"
    return f"{printable(url)} can't be reached: {reason}; {advice}"
