"""What a crawl's state costs: a million invented articles of 500 sites, each listed, asked for and emitted.

Usage: ``python benchmarks/state.py [ARTICLES]``. Prints bytes of the file, time of a processor, and memory.
"""

from __future__ import annotations

import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from scrapy_maincontent.crawl.state import Row, State, Status

SITES = 500
LOOKED_UP = 20_000
MOMENT = "2026-11-24T10:00:00+00:00"


def main(count: int) -> None:
    """Write the articles, look others up, and print what it took."""
    draw = random.Random(1)  # noqa: S311
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "state"
        state = State(str(path))
        began = time.process_time()
        for number in range(count):
            write(state, number, draw)
        state.close(finished=True)
        spent, size = time.process_time() - began, path.stat().st_size
        print(f"{size / count:.0f} bytes and {spent / count * 1e6:.0f} µs of a processor an article")
        state, began = State(str(path)), time.process_time()
        for number in range(LOOKED_UP):
            state.get([f"https://www.site{draw.randrange(SITES)}.example/news/2026/11/01/none-{number}"])
        print(f"{(time.process_time() - began) / LOOKED_UP * 1e6:.0f} µs a look-up")
        state.close(finished=True)
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB of memory")


def write(state: State, number: int, draw: random.Random) -> None:
    """Do what a crawl does with an article's address."""
    site = f"site{draw.randrange(SITES)}.example"
    url = f"https://www.{site}/news/2026/11/{number % 28 + 1:02}/a-headline-of-some-{number}-words-about-the-ferry"
    state.get([url])
    facts = {
        "url": url,
        "site": site,
        "kind": "page",
        "row": True,
        "depth": 3,
        "source": "sitemap",
        "date_modified": MOMENT,
    }
    state.put(Row(url, site, Status.WAITING, 900, facts))
    if number % 10 == 0:
        state.waiting(site, 32)
    text = f"{draw.getrandbits(64):016x}"
    values = {"text": text, "day": MOMENT, "modified": MOMENT, "language": "en", "etag": '"5f1c2d3e4b5a6"', "run": 1}
    state.put(Row(url, site, Status.ARTICLE, **values))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
