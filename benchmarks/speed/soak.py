"""Does a long crawl stay as it is? Crawl a corpus again and again, with many requests at a time, and watch the crawl.

    python benchmarks/speed/soak.py [CORPUS] [--pages 50000] [--concurrent 256] [--workers N] [--figure PICTURE.svg]

Prints a table: memory of the crawler and of its largest worker, open descriptors, and the event loop's delay, after
every tenth of the pages. Exits with 1 when a page has not exactly one item with a text or a reason, when the second
half added more than `GROWTH` to the crawler's memory or a descriptor for every `LEAK` pages. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import platform
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection

GROWTH = 0.1
"""Share of the crawler's memory at half time that the second half may add."""
LEAK = 100
"""Pages of the second half for each of which one descriptor may be added."""
SAMPLES = 100
SHOWN = 10
LOOKS = 97
"""The most items between two looks at the workers' memory: none is to be seen just when it has been replaced."""
PANELS = ("crawler, MB", "largest worker, MB", "descriptors", "delay p99, ms")
_WIDTH, _HEIGHT, _LEFT, _GAP = 640, 110, 130, 34


@dataclass(slots=True)
class Soak:
    """What was seen: pages done, and a row of the values of `PANELS` for each sample; every delay in ms."""

    pages: list[int] = field(default_factory=list)
    rows: list[tuple[float, ...]] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    seconds: float = 0.0
    once: int = 0
    wrong: int = 0
    stats: dict[str, Any] = field(default_factory=dict)


def main() -> int:
    """Crawl, watch, judge."""
    from local_server import serving

    from scrapy_maincontent import speedups
    from scrapy_maincontent.lab.corpus import CORPUS_VARIABLE, read_corpus

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--pages", type=int, default=50_000, help="pages to crawl (default: %(default)s)")
    parser.add_argument("--concurrent", type=int, default=256, help="requests at a time (default: %(default)s)")
    parser.add_argument("--workers", type=int, help="worker processes (default: that of MAINCONTENT_WORKERS)")
    parser.add_argument("--figure", type=Path, help="SVG picture to draw")
    options = parser.parse_args()
    if not options.corpus:
        print(f"nothing measured: name a corpus folder, or set {CORPUS_VARIABLE}")
        return 0
    bodies = {page.id: page.html() for page in read_corpus(Path(options.corpus))}
    print(f"{options.pages} pages, {len(bodies)} different ones, {options.concurrent} at a time, {platform.machine()},")
    print(f"{os.cpu_count()} processors, {speedups.state()}\n", flush=True)
    with serving(bodies) as base:
        soak = _apart(base, list(bodies), options.pages, options.concurrent, options.workers)
    print("\n".join(_table(soak)))
    if options.figure:
        options.figure.write_text(_picture(soak), "utf-8")
    problems = _problems(soak, options.pages)
    print("\n" + ("\n".join(problems) or "no faults"))
    return 1 if problems else 0


def _table(soak: Soak) -> Iterator[str]:
    yield f"| pages | {' | '.join(PANELS)} |"
    yield "|---" * (1 + len(PANELS)) + "|"
    step = max(len(soak.pages) // SHOWN, 1)
    for done, row in list(zip(soak.pages, soak.rows, strict=True))[step - 1 :: step]:
        yield f"| {done} | {' | '.join(f'{value:.0f}' for value in row)} |"
    middle, high = (_percentile(soak.delays, share) for share in (0.5, 0.99))
    yield f"\n{soak.once / soak.seconds:.0f} pages per second; delay over all: p50 {middle:.1f} ms, p99 {high:.1f} ms"
    yield f"stats: {soak.stats}"


def _problems(soak: Soak, pages: int) -> list[str]:
    """Return what is wrong with the crawl."""
    found = []
    if soak.once != pages or soak.wrong:
        found.append(
            f"{soak.once} pages of {pages} have one item; {soak.wrong} items are second ones or without reason"
        )
    half = len(soak.rows) // 2
    memory, descriptors = ([row[column] for row in soak.rows] for column in (0, 2))
    if memory and max(memory[half:]) > (1 + GROWTH) * memory[half]:
        found.append(f"the second half added {max(memory[half:]) / memory[half] - 1:.1%} of memory")
    if descriptors and (descriptors[-1] - descriptors[half]) * LEAK > pages / 2:
        found.append(f"the second half added {descriptors[-1] - descriptors[half]:.0f} descriptors")
    return found


def _apart(base: str, names: list[str], pages: int, concurrent: int, workers: int | None) -> Soak:
    """Crawl in a fresh process, as a crawl runs."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    process = spawn.Process(target=_crawl, args=(base, names, pages, concurrent, workers, there))
    process.start()
    there.close()
    soak: Soak = here.recv()
    process.join()
    return soak


def _crawl(base: str, names: list[str], pages: int, concurrent: int, workers: int | None, answer: Connection) -> None:
    from one_crawl import SETTINGS, tick
    from scrapy import Spider, signals
    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy.http import Request

    class SoakSpider(Spider):
        name = "soak"

        async def start(self) -> Any:
            for number in range(pages):
                yield Request(f"{base}{names[number % len(names)]}?{number}", dont_filter=True)

        def parse(self, response: Any) -> Any:
            yield {"url": response.url}

    process = AsyncCrawlerProcess(
        SETTINGS
        | {
            "ADDONS": {"scrapy_maincontent.Addon": 500},
            "CONCURRENT_REQUESTS": concurrent,
            "CONCURRENT_REQUESTS_PER_DOMAIN": concurrent,
            "MAINCONTENT_WORKERS": workers,
        }
    )
    crawler, soak = process.create_crawler(SoakSpider), Soak()
    watch = _Watch(soak, pages)
    crawler.signals.connect(watch.see, signal=signals.item_scraped)
    ticking: list[asyncio.Task[None]] = []

    def opened() -> None:
        ticking.append(asyncio.get_running_loop().create_task(tick(watch.delays)))

    crawler.signals.connect(opened, signal=signals.spider_opened, weak=False)
    crawler.signals.connect(lambda: ticking.pop().cancel(), signal=signals.spider_closed, weak=False)
    process.crawl(crawler)
    start = time.perf_counter()
    process.start()
    soak.seconds = time.perf_counter() - start
    soak.once = sum(watch.seen)
    stats = crawler.stats.get_stats()
    soak.stats = {name: value for name, value in stats.items() if name.startswith(("maincontent/err", "maincontent/w"))}
    answer.send(soak)


class _Watch:
    """Counts items and takes a sample of the processes now and then; keeps no item."""

    def __init__(self, soak: Soak, pages: int) -> None:
        self.delays: list[float] = []
        self.seen = bytearray(pages)
        self._soak = soak
        self._step = max(pages // SAMPLES, 1)
        self._items = 0
        self._largest = 0.0

    def see(self, item: Any) -> None:
        number = int(item["url"].rpartition("?")[2])
        answered = item["articleBody"] or item["mainContent"]["emptyReason"]
        self._soak.wrong += bool(self.seen[number] or not answered)
        self.seen[number] = 1
        self._items += 1
        if self._items % min(LOOKS, self._step) == 0:
            self._largest = max(map(_memory, _children()), default=0.0)
        if self._items % self._step == 0:
            self._sample()

    def _sample(self) -> None:
        descriptors = len(os.listdir("/proc/self/fd"))
        late = _percentile(self.delays, 0.99)
        self._soak.pages.append(self._items)
        self._soak.rows.append((_memory(os.getpid()), self._largest, descriptors, late))
        self._soak.delays += self.delays
        self.delays.clear()


def _memory(pid: int) -> float:
    """Return the resident megabytes of a process, 0 when it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20
    except OSError:
        return 0.0


def _children() -> Iterator[int]:
    """Yield the processes that this one has started, whatever its threads."""
    own = str(os.getpid())
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if file.read_text().rpartition(")")[2].split()[1] == own:
                yield int(file.parent.name)


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[int(share * (len(ordered) - 1))] if ordered else 0.0


def _picture(soak: Soak) -> str:
    """Return one panel under the other, each from 0 to its own maximum, over the pages."""
    parts = []
    for number, name in enumerate(PANELS):
        values = [row[number] for row in soak.rows]
        top, most = number * (_HEIGHT + _GAP) + 8, max(values, default=0) or 1
        points = " ".join(
            f"{_LEFT + (_WIDTH - _LEFT - 8) * done / soak.pages[-1]:.1f},{top + _HEIGHT * (1 - value / most):.1f}"
            for done, value in zip(soak.pages, values, strict=True)
        )
        parts.append(
            f'<path d="M{_LEFT} {top}V{top + _HEIGHT}H{_WIDTH - 8}" stroke="#999" fill="none"/>'
            f'<polyline points="{points}" stroke="#1b5e9b" stroke-width="1.5" fill="none"/>'
            f'<text x="0" y="{top + _HEIGHT / 2}">{escape(name)}</text>'
            f'<text x="{_LEFT - 4}" y="{top + 10}" text-anchor="end">{most:.0f}</text>'
            f'<text x="{_LEFT - 4}" y="{top + _HEIGHT}" text-anchor="end">0</text>'
        )
    foot = len(PANELS) * (_HEIGHT + _GAP)
    last = soak.pages[-1] if soak.pages else 0
    parts.append(f'<text x="{_WIDTH - 8}" y="{foot}" text-anchor="end">{last:,} pages</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {foot + 8}" font-family="sans-serif" '
        f'font-size="11" fill="#333"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main())
