"""Is the time linear in the page's size? Pages of 10 kB to 20 MB, made of the bundled site's articles.

    python benchmarks/speed/size.py [--figure PICTURE]

A page repeats the bodies of the bundled site's pages, numbered, until it has its size. Prints milliseconds, also by
megabyte, for a whole result of `extract` and for lxml's bare parse. The limits are raised: by default a page is cut at
8 MB. Exits with 1 when a megabyte of a large page takes more than `FACTOR` times one of a small page.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from itertools import count
from pathlib import Path

from pictures import curves

from scrapy_maincontent import speedups
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse

SITE = Path(__file__).resolve().parents[2] / "example_project" / "site"
KILOBYTES = (10, 30, 100, 300, 1_000, 3_000, 10_000, 20_000)
LIMITS = Limits(max_bytes=10**8, max_elements=10**7, seconds=600.0)
FACTOR = 2.0
_SMALL = 2
"""Place of the size that large ones are compared with; below it what a page costs at least counts for much."""
_BODY = re.compile(rb"<body[^>]*+>(.*)</body>", re.DOTALL | re.IGNORECASE)
_REPEATS = 3


def page_of(size: int, bodies: list[bytes]) -> bytes:
    """Return a page of about ``size`` bytes; each body stands in an element with a number, and begins with it."""
    parts, length = [b"<!DOCTYPE html><html><head><title>Size</title></head><body>"], 0
    for number in count():
        part = b'<div id="part-%d"><p>Part %d.</p>%b</div>' % (number, number, bodies[number % len(bodies)])
        if length + len(part) > size:
            part = part[: max(size - length, 0)]
        parts.append(part)
        length += len(part)
        if length >= size:
            return b"".join([*parts, b"</body></html>"])
    raise AssertionError


def main() -> int:
    """Measure every size, the best of some repeats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figure", type=Path, help="picture to draw (extra figures)")
    options = parser.parse_args()
    found = (_BODY.search(path.read_bytes()) for path in sorted(SITE.rglob("*.html")))
    bodies = [match[1] for match in found if match]
    extract(page_of(10_000, bodies)).complete()
    runners = {"extract": lambda page: extract(page, limits=LIMITS).complete(), "lxml parse": parse}
    times: dict[str, list[float]] = {name: [] for name in runners}
    print(f"{speedups.state()}\n\n| kB | extract, ms | ms a MB | lxml parse, ms | ms a MB |\n|---|---|---|---|---|")
    for size in KILOBYTES:
        page = page_of(size * 1000, bodies)
        for name, run in runners.items():
            best = float("inf")
            for _ in range(_REPEATS):
                start = time.process_time()
                run(page)
                best = min(best, time.process_time() - start)
            times[name].append(best * 1000)
        cells = " | ".join(f"{taken[-1]:.1f} | {taken[-1] / size * 1000:.0f}" for taken in times.values())
        print(f"| {size} | {cells} |", flush=True)
    if options.figure:
        drawn = {name: (KILOBYTES, taken) for name, taken in times.items()}
        curves(drawn, ("page, kB", "ms"), options.figure, log=True)
    rates = [taken / size for taken, size in zip(times["extract"], KILOBYTES, strict=True)]
    worst = max(rates[_SMALL:]) / rates[_SMALL]
    print(f"\na megabyte takes at most {worst:.2f} times what it takes at {KILOBYTES[_SMALL]} kB")
    return int(worst > FACTOR)


if __name__ == "__main__":
    sys.exit(main())
