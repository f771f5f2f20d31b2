"""How long extraction takes beside other extractors: ``python benchmarks/speed/pages.py CORPUS``.

Every page goes through every extractor in turn, so that a slow moment of the machine hits all of them. Times are
of the processor, and ratios count, not milliseconds. The package's own figures are those with all default item fields
read, as in a crawl; beside them stand those of the text alone, which is all that the others give, and of ``as_dict()``.

``--shares`` prints what share of an item's time each of its parts takes instead, for the package alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scrapy.settings import Settings

from scrapy_maincontent.crawl.items import field_values
from scrapy_maincontent.crawl.settings import MaincontentSettings
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab.corpus import CORPUS_VARIABLE, CorpusError, read_corpus
from scrapy_maincontent.lab.evaluation import PEERS, peer
from scrapy_maincontent.page.parser import parse
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Runner = Callable[[bytes], object]

REPEATS = 3
PERCENTILES = (50, 95)
OURS, TEXT, WHOLE = "scrapy-maincontent", "text alone", "as_dict()"
SETTINGS = MaincontentSettings.from_crawler_settings(Settings())


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the times; return the exit status, 1 when our median takes longer than ``--at-most``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--every", type=int, default=4, metavar="N", help="take every Nth page (default: 4)")
    parser.add_argument("--peer", action="append", choices=PEERS, help="extractor beside ours (default: all installed)")
    parser.add_argument("--at-most", type=float, metavar="MS", help="fail when our median takes longer")
    parser.add_argument("--shares", action="store_true", help="print the shares of an item's parts instead")
    options = parser.parse_args(arguments)
    if not options.corpus:
        print(f"no bench: name a corpus folder, or set {CORPUS_VARIABLE}")
        return 0
    try:
        annotated = read_corpus(Path(options.corpus))[:: options.every]
    except CorpusError as error:
        print(f"no bench: {error}")
        return 1
    if options.shares:
        print(shares([(page.html(), page.url) for page in annotated]))
        return 0
    pages = [page.html() for page in annotated]
    runners: dict[str, Runner] = {
        "lxml parse": parse,
        OURS: lambda page: field_values(extract(page), SETTINGS),
        TEXT: lambda page: extract(page).text,
        WHOLE: lambda page: extract(page).as_dict(),
    }
    for name in options.peer or PEERS:
        try:
            runners[name] = peer(name)
        except ModuleNotFoundError:
            print(f"{name} is not installed, left out")
    times = time_pages(pages, runners)
    print(f"{len(pages)} pages of {np.median([len(page) for page in pages]) / 1000:.0f} kB (median), {machine()}")
    print(report(times))
    median = float(np.median(times[OURS])) * 1000
    if options.at_most and median > options.at_most:
        print(f"FAILED: {median:.2f} ms is more than {options.at_most} ms")
        return 1
    return 0


PARTS = {"regions and next page": "regions", "metadata": "authors", "headline": "title"}
"""Part -> an attribute of the result that makes it; what is declared is read with the first that asks for it."""


def shares(pages: Sequence[tuple[bytes, str]]) -> str:
    """Return each part's share of the CPU time of all items, the best of `REPEATS` rounds for each page."""
    totals = dict.fromkeys(("text", *PARTS, "all else"), 0.0)
    for markup, url in bar(pages, "bench"):
        rounds = [_parts(markup, url) for _ in range(REPEATS)]
        for name, seconds in min(rounds, key=lambda times: sum(times.values())).items():
            totals[name] += seconds
    whole = sum(totals.values())
    cells = (f"{name} {seconds / whole:.1%}" for name, seconds in totals.items())
    return f"{', '.join(cells)} of {whole / len(pages) * 1000:.2f} ms a page ({len(pages)} pages)"


def _parts(markup: bytes, url: str) -> dict[str, float]:
    """Return the CPU seconds of each part of one page's item."""
    start = time.process_time()
    result = extract(markup, url)
    times = {"text": time.process_time() - start}
    for name, attribute in PARTS.items():
        start = time.process_time()
        getattr(result, attribute)
        times[name] = time.process_time() - start
    start = time.process_time()
    field_values(result, SETTINGS)
    times["all else"] = time.process_time() - start
    return times


def time_pages(pages: Sequence[bytes], runners: dict[str, Runner]) -> dict[str, list[float]]:
    """Return for each runner the CPU seconds that each page took, the best of `REPEATS` rounds over all runners."""
    best: dict[str, list[float]] = {name: [] for name in runners}
    order = turns(list(runners))
    for page in bar(pages, "bench"):
        times = {name: float("inf") for name in runners}
        for _ in range(REPEATS):
            for name in order:
                start = time.process_time()
                runners[name](page)
                times[name] = min(times[name], time.process_time() - start)
        for name, seconds in times.items():
            best[name].append(seconds)
    return best


def turns(names: list[str]) -> list[str]:
    """Return the order of a round: behind each of the package's own runners another one, some of them twice.

    What runs right behind its like finds code and data in the processor's caches, which no page of a crawl does.
    """
    own = [name for name in names if name in (OURS, TEXT, WHOLE)]
    others = [name for name in names if name not in own]
    pairs = [(own[turn : turn + 1], others[turn % len(others)]) for turn in range(max(len(own), len(others)))]
    return [name for ours, other in pairs for name in (*ours, other)]


def report(times: dict[str, list[float]]) -> str:
    """Return a table: milliseconds (median, 95th percentile), and ours and those of our text alone to each.

    Ratios are medians of those page by page.
    """
    ours, text = np.array(times[OURS]), np.array(times[TEXT])
    lines = [f"{'':20}{'median ms':>12}{'95 % ms':>12}{'ours / it':>12}{'text / it':>12}"]
    for name, seconds in times.items():
        median, high = np.percentile(np.array(seconds) * 1000, PERCENTILES)
        ratios = (np.median(one / np.array(seconds)) for one in (ours, text))
        lines.append(f"{name:20}{median:12.2f}{high:12.2f}" + "".join(f"{ratio:12.2f}" for ratio in ratios))
    return "\n".join(lines)


def machine() -> str:
    """Return what the times were taken on."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"


if __name__ == "__main__":
    sys.exit(main())
