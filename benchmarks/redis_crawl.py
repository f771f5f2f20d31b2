"""Crawl a generated site with several spiders that share a queue in a Redis of their own, and count.

    python benchmarks/redis_crawl.py [--pages N] [--spiders N] [--kill] [--plain]

Prints pages per second, what the spiders took of the processors, each spider's share, and the bytes of a request and
of an item in Redis. ``--kill`` kills all spiders when a third of the pages is there, and starts as many again;
``--plain`` takes scrapy-redis's own scheduler, to see what it loses. Exits with 1 when a page is missing (not with
``--plain``). Needs redis-server.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urljoin

sys.path.extend(str(Path(__file__).resolve().parents[1] / folder) for folder in ("tests", "tests/engines"))

from redis_tools import ITEMS, LEASES, QUEUE, GeneratedSite, RedisServer, SharedCrawl

PLAIN = ("-s", "SCHEDULER=scrapy_redis.scheduler.Scheduler", "-s", "SCHEDULER_PERSIST=True")
LEASE = "5"
"""Seconds; what a killed spider held comes back after them."""


def mean_size(lines: list[bytes]) -> int:
    """Return the mean size in bytes, 0 of none."""
    return sum(map(len, lines)) // max(len(lines), 1)


def run(crawl: SharedCrawl, server: RedisServer, options: argparse.Namespace) -> tuple[float, list[bytes], int]:
    """Crawl; return the seconds, some of the requests that waited meanwhile, and how many killed spiders held."""
    begin = time.perf_counter()
    plain = PLAIN if options.plain else ()
    spiders = crawl.start(options.spiders, *plain, workers=1, SCHEDULER_LEASE=LEASE)
    crawl.until(options.pages // 3)
    waiting, held = server.client.zrange(QUEUE, 0, 99), 0
    if options.kill:
        for spider in spiders:
            spider.kill()
        held = server.client.zcard(LEASES)
        spiders = crawl.start(options.spiders, *plain, workers=1, SCHEDULER_LEASE=LEASE)
    for spider in spiders:
        spider.wait()
    return time.perf_counter() - begin, waiting, held


def main() -> int:
    """Run one crawl and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--spiders", type=int, default=3)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, GeneratedSite(options.pages) as site:
        folder = Path(name)
        with RedisServer(folder) as server, SharedCrawl(folder, server, site.url) as crawl:
            seconds, waiting, held = run(crawl, server, options)
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = used.ru_utime + used.ru_stime
            lines, urls = server.client.lrange(ITEMS, 0, -1), crawl.urls()
            wanted = {urljoin(site.url, f"/story/{number}") for number in range(1, options.pages + 1)}
            missing = wanted - set(urls)
            shares = [spider.stat("item_scraped_count") for spider in crawl.spiders]
            print(f"{len(urls)} of {options.pages} pages, {len(lines)} items, in {seconds:.1f} s: ", end="")
            print(f"{len(urls) / seconds:.0f} pages/s")
            print(f"processors: {cpu:.1f} s, {1000 * cpu / len(urls):.0f} ms a page, start of the processes included")
            print(f"items of each spider that was not killed: {', '.join(map(str, filter(None, shares)))}")
            print(f"bytes in Redis: {mean_size(waiting)} a request, {mean_size(lines)} an item")
            if options.kill and not options.plain:
                print(f"the killed spiders held {held}; lent again: {crawl.total('scheduler/reclaimed/redis')}")
            print(f"missing pages: {len(missing)}")
    return 1 if missing and not options.plain else 0


if __name__ == "__main__":
    sys.exit(main())
