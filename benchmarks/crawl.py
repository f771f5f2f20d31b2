"""Crawl every page of a corpus from a local server, with and without the add-on, and check that nothing is lost.

    python benchmarks/crawl.py CORPUS [--workers N]

Prints pages per second for both, then the add-on's stats; exits with 1 when a page has no item, when something was
logged as an error, or when the stats do not add up.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from scrapy import Spider, signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Request

from scrapy_maincontent.corpus import read_corpus

ADD_ON = {"ADDONS": {"scrapy_maincontent.Addon": 500}}
SETTINGS = {"LOG_LEVEL": "WARNING", "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False, "COOKIES_ENABLED": False}


class CorpusSpider(Spider):
    """Asks for every page of the server and yields an item for each."""

    name = "corpus"

    async def start(self):  # type: ignore[no-untyped-def]
        for page in self.pages:
            yield Request(f"{self.base}{page}", dont_filter=True)

    def parse(self, response):  # type: ignore[no-untyped-def]
        yield {"url": response.url}


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def serve(bodies: dict[str, bytes]) -> ThreadingHTTPServer:
    """Serve the pages from memory on a free port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = bodies[self.path.strip("/")]
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def crawl(base: str, pages: list[str], settings: dict[str, Any], answer: Any) -> None:
    """Crawl in a process of its own and send (seconds, items, stats, errors) to ``answer``."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    process = AsyncCrawlerProcess(SETTINGS | settings)
    crawler = process.create_crawler(CorpusSpider)
    items: list[dict[str, Any]] = []
    crawler.signals.connect(lambda item: items.append(dict(item)), signal=signals.item_scraped, weak=False)
    process.crawl(crawler, base=base, pages=pages)
    start = time.perf_counter()
    process.start()
    seconds = time.perf_counter() - start
    stats = {name: value for name, value in crawler.stats.get_stats().items() if name.startswith("maincontent/")}
    answer.send((seconds, json.loads(json.dumps(items)), stats, errors.lines))


def measure(
    base: str, pages: list[str], settings: dict[str, Any]
) -> tuple[float, list[dict[str, Any]], dict[str, Any], list[str]]:
    """Return what `crawl` sends; each crawl has a fresh process, since a reactor starts once."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=crawl, args=(base, pages, settings, there))
    process.start()
    there.close()
    result = here.recv()
    process.join()
    return result  # type: ignore[no-any-return]


def faults(pages: list[str], items: list[dict[str, Any]], stats: dict[str, Any], errors: list[str]) -> list[str]:
    """Return what is wrong with a crawl."""
    found = [f"logged: {line}" for line in errors]
    if len(items) != len(pages):
        found.append(f"{len(items)} items of {len(pages)} pages")
    found += [
        f"{item['url']} has neither body nor reason"
        for item in items
        if not item["articleBody"] and not item["mainContent"]["emptyReason"]
    ]
    total = {name: stats.get(f"maincontent/{name}", 0) for name in ("responses", "pages", "errors", "empty")}
    parts = {
        name: sum(value for key, value in stats.items() if key.startswith(f"maincontent/{name}/"))
        for name in ("pages", "skipped", "errors", "empty")
    }
    if total["responses"] != total["pages"] + parts["skipped"] or total["pages"] != parts["pages"] + total["errors"]:
        found.append(f"stats do not add up: {stats}")
    if total["empty"] != parts["empty"] or total["errors"] != parts["errors"]:
        found.append(f"reasons do not add up: {stats}")
    return found


def main() -> int:
    """Run both crawls."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--workers", type=int, help="MAINCONTENT_WORKERS (default: the default)")
    options = parser.parse_args()
    bodies = {page.id: page.html() for page in read_corpus(options.corpus)}
    server = serve(bodies)
    base = f"http://127.0.0.1:{server.server_port}/"
    bare, *_ = measure(base, list(bodies), {})
    extra = {} if options.workers is None else {"MAINCONTENT_WORKERS": options.workers}
    seconds, items, stats, errors = measure(base, list(bodies), ADD_ON | extra)
    server.shutdown()
    for name, took in (("without the add-on", bare), ("with the add-on", seconds)):
        print(f"{name}: {len(bodies)} pages in {took:.1f} s, {len(bodies) / took:.0f} pages/s")
    print(f"items with a body: {sum(bool(item['articleBody']) for item in items)} of {len(items)}")
    for name, value in sorted(stats.items()):
        print(f"{name}: {value}")
    problems = faults(list(bodies), items, stats, errors)
    print("\n".join(problems) or "no faults")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
