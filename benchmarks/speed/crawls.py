"""The crawls that `crawl.py` runs, and its table."""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path
from typing import Any

import numpy as np
from local_server import serving
from neighbours import neighbours
from one_crawl import Costs, crawl

from scrapy_maincontent import speedups
from scrapy_maincontent.lab.corpus import CORPUS_VARIABLE, read_corpus

ADD_ON = {"ADDONS": {"scrapy_maincontent.Addon": 500}, "MAINCONTENT_TIMEOUT": 300}
"""A page that is late is a fault, and on a busy machine one may be late through no fault of its own."""
MODES: dict[str, tuple[str, dict[str, Any]]] = {
    "bare": ("corpus", {}),
    "bare, others at work": ("corpus", {}),
    "trafilatura": ("trafilatura", {}),
    "inline": ("corpus", ADD_ON | {"MAINCONTENT_WORKERS": 0}),
    "1 worker": ("corpus", ADD_ON | {"MAINCONTENT_WORKERS": 1}),
    "2 workers": ("corpus", ADD_ON | {"MAINCONTENT_WORKERS": 2}),
    "2 workers, sites unknown": ("corpus", ADD_ON | {"MAINCONTENT_WORKERS": 2, "MAINCONTENT_SITE_MEMORY": False}),
}
"""Crawl -> spider and settings."""
NEIGHBOURS = {"bare, others at work": 2}
"""Crawl -> processes that extract pages beside it: what the crawler's own work takes while workers have the caches."""
HEAD = (
    "crawl",
    "pages/s",
    "CPU s per 1,000: crawler",
    "workers",
    "delay ms: p50",
    "p99",
    "crawler, MB",
    "bodies",
    "empty",
)


def faults(pages: list[str], costs: Costs) -> list[str]:
    """Return what is wrong with a crawl of ours."""
    items, stats = costs.items, costs.stats
    found = [f"logged: {line}" for line in costs.errors]
    if len(items) != len(pages):
        found.append(f"{len(items)} items of {len(pages)} pages")
    if not stats:
        return found
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


def row(name: str, pages: int, costs: Costs) -> str:
    """Return a crawl's row of the table."""
    middle, high = np.percentile(costs.delays or [0.0], (50, 99))
    bodies = sum(bool(item.get("articleBody")) for item in costs.items)
    cells = (
        name,
        f"{pages / costs.seconds:.0f}",
        f"{costs.parent / pages * 1000:.1f}",
        f"{costs.workers / pages * 1000:.1f}",
        f"{middle:.1f}",
        f"{high:.0f}",
        f"{costs.memory:.0f}",
        str(bodies),
        str(costs.stats.get("maincontent/empty", 0)),
    )
    return f"| {' | '.join(cells)} |"


def main(description: str | None) -> int:
    """Run the crawls, one after the other."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take every Nth page")
    parser.add_argument("--mode", action="append", choices=MODES, help="crawl to run (default: all)")
    options = parser.parse_args()
    if not options.corpus:
        print(f"nothing measured: name a corpus folder, or set {CORPUS_VARIABLE}")
        return 0
    bodies = {page.id: page.html() for page in read_corpus(Path(options.corpus))[:: options.every]}
    pages, problems = list(bodies), []
    print(f"{len(pages)} pages, {platform.machine()}, {os.cpu_count()} processors, {speedups.state()}\n")
    print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    with serving(bodies) as base:
        for name in options.mode or MODES:
            spider, settings = MODES[name]
            with neighbours(NEIGHBOURS.get(name, 0), bodies):
                costs = crawl(base, pages, spider, settings)
            print(row(name, len(pages), costs), flush=True)
            problems += [f"{name}: {fault}" for fault in faults(pages, costs)]
    print("\n" + ("\n".join(problems) or "no faults"))
    return 1 if problems else 0
