"""Does memory stay flat? Extract a corpus again and again in one process, and watch what the process holds.

    python benchmarks/speed/memory.py [CORPUS] [--pages 50000] [--keep 1000] [--figure PICTURE]

Prints the resident memory after every tenth of the pages. The last ``--keep`` results are kept alive all the time, as
an application's queue would: complete, since others keep their pages. Exits with 1 when the second half of the run grew
by more than `GROWTH`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from itertools import cycle, islice
from pathlib import Path

import psutil
from pictures import curves

from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab.corpus import CORPUS_VARIABLE, read_corpus
from scrapy_maincontent.progress import bar

GROWTH = 0.05
"""Share of the memory at half time that the second half may add: what the allocator scatters differs by page."""
_STEPS = 100


def main() -> int:
    """Extract, watch, judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--pages", type=int, default=50_000, help="extractions (default: %(default)s)")
    parser.add_argument("--keep", type=int, default=1_000, help="results kept alive (default: %(default)s)")
    parser.add_argument("--figure", type=Path, help="picture to draw (extra figures)")
    options = parser.parse_args()
    if not options.corpus:
        print(f"nothing measured: name a corpus folder, or set {CORPUS_VARIABLE}")
        return 0
    corpus = [(page.html(), page.url) for page in read_corpus(Path(options.corpus))]
    process, kept = psutil.Process(), deque(maxlen=options.keep)
    done, held = [], []
    for number, (html, url) in enumerate(bar(list(islice(cycle(corpus), options.pages)), "memory"), 1):
        kept.append(extract(html, url).complete())
        if number % max(options.pages // _STEPS, 1) == 0:
            done.append(number)
            held.append(process.memory_info().rss / 2**20)
    print(f"{options.pages} extractions of {len(corpus)} pages, {len(kept)} results kept, {speedups.state()}\n")
    print("| extractions | resident, MB |\n|---|---|")
    tenth = max(len(done) // 10, 1)
    for number, megabytes in list(zip(done, held, strict=True))[tenth - 1 :: tenth]:
        print(f"| {number} | {megabytes:.0f} |")
    if options.figure:
        curves({"resident memory": (done, held)}, ("extractions", "MB"), options.figure)
    half = held[len(held) // 2]
    growth = max(held[len(held) // 2 :]) / half - 1
    print(f"\nthe second half added {growth:.1%}")
    return int(growth > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
