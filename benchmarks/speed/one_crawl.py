"""One crawl in a process of its own, and what it cost."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import resource
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scrapy import Spider, signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Request

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SETTINGS = {"LOG_LEVEL": "WARNING", "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False, "COOKIES_ENABLED": False}
TICK = 0.005
"""Seconds that the event loop is asked to wake up after; what it is late by is its delay."""
_KILOBYTES = 1 if sys.platform != "darwin" else 1024
"""What ``ru_maxrss`` counts in."""


@dataclass(slots=True)
class Costs:
    """A crawl's costs: seconds, CPU seconds of the crawler and of its children, delays in ms, peak memory in MB."""

    seconds: float = 0.0
    parent: float = 0.0
    workers: float = 0.0
    delays: list[float] = field(default_factory=list)
    memory: float = 0.0
    items: list[dict[str, Any]] = field(default_factory=list)
    stats: dict[str, Any] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)


class CorpusSpider(Spider):
    """Asks for every page of the server and yields an item for each."""

    name = "corpus"

    async def start(self):  # type: ignore[no-untyped-def]
        for page in self.pages:
            yield Request(f"{self.base}{page}", dont_filter=True)

    def parse(self, response):  # type: ignore[no-untyped-def]
        yield {"url": response.url}


class TrafilaturaSpider(CorpusSpider):
    """Calls another extractor in its callback, as is usual without an extension."""

    def parse(self, response):  # type: ignore[no-untyped-def]
        import trafilatura

        yield {"url": response.url, "articleBody": trafilatura.extract(response.text)}


SPIDERS = {"corpus": CorpusSpider, "trafilatura": TrafilaturaSpider}


class _Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(("scrapy", "twisted", "asyncio")):
            self.lines.append(record.getMessage())


def crawl(base: str, pages: list[str], spider: str, settings: dict[str, Any]) -> Costs:
    """Crawl in a fresh process, since a reactor starts once."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_crawl, args=(base, pages, spider, settings, there))
    process.start()
    there.close()
    costs: Costs = here.recv()
    process.join()
    return costs


def _crawl(base: str, pages: list[str], spider: str, settings: dict[str, Any], answer: Connection) -> None:
    costs = Costs()
    logging.getLogger().addHandler(_Errors(costs.errors))
    process = AsyncCrawlerProcess(SETTINGS | settings)
    crawler = process.create_crawler(SPIDERS[spider])
    crawler.signals.connect(lambda item: costs.items.append(dict(item)), signal=signals.item_scraped, weak=False)
    ticking: list[asyncio.Task[None]] = []

    def opened() -> None:
        ticking.append(asyncio.get_running_loop().create_task(tick(costs.delays)))

    crawler.signals.connect(opened, signal=signals.spider_opened, weak=False)
    crawler.signals.connect(lambda: ticking.pop().cancel(), signal=signals.spider_closed, weak=False)
    process.crawl(crawler, base=base, pages=pages)
    start, own = time.perf_counter(), time.process_time()
    process.start()
    costs.seconds, costs.parent = time.perf_counter() - start, time.process_time() - own
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    costs.workers = children.ru_utime + children.ru_stime
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    costs.memory = peak / _KILOBYTES / 1024
    costs.stats = {name: value for name, value in crawler.stats.get_stats().items() if name.startswith("maincontent/")}
    answer.send(costs)


async def tick(delays: list[float]) -> None:
    """Append the event loop's delay in ms, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        delays.append((loop.time() - due) * 1000)
