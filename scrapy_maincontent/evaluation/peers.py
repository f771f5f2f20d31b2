"""Other extractors (the extra ``peers``), and how long extraction takes beside them.

``python -m scrapy_maincontent.evaluation.peers CORPUS``: every page goes through every extractor in turn, so that a
slow moment of the machine hits all of them; ratios count, not milliseconds.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..corpus import CORPUS_VARIABLE, read_corpus
from ..extraction import extract
from ..page.parser import parse
from ..progress import bar

if TYPE_CHECKING:
    from collections.abc import Sequence

    Runner = Callable[[bytes], object]


Peer = Callable[[bytes], str]
"""UTF-8 bytes of a page -> its main text."""

_TAG = re.compile(r"<[^>]*>")
_REPEATS = 3
_PERCENTILES = (50, 95)
_OURS = "scrapy-maincontent"


def peer(name: str) -> Peer:
    """Return another extractor by name.

    Raises:
        ValueError: there is none of that name.
        ModuleNotFoundError: it is not installed.
    """
    if name not in PEERS:
        raise ValueError(f"peer is {name!r}; it must be one of {', '.join(PEERS)}")
    return PEERS[name]()


def _trafilatura() -> Peer:
    extract = import_module("trafilatura").extract
    return lambda html: extract(html) or ""


def _resiliparse() -> Peer:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda html: str(extract(html.decode("utf-8", "replace"), main_content=True))


def _readability() -> Peer:
    document = import_module("readability").Document
    parse = import_module("lxml.html").fromstring

    def run(html: bytes) -> str:
        summary = document(html.decode("utf-8", "replace")).summary()
        return str(parse(summary).text_content()) if _TAG.sub("", summary).strip() else ""

    return run


PEERS: dict[str, Callable[[], Peer]] = {
    "trafilatura": _trafilatura,
    "resiliparse": _resiliparse,
    "readability": _readability,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the times; return the exit status, 1 when our median takes longer than ``--at-most``."""
    parser = argparse.ArgumentParser(prog="scrapy_maincontent.evaluation.peers", description=__doc__)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--every", type=int, default=4, metavar="N", help="take every Nth page (default: 4)")
    parser.add_argument("--peer", action="append", choices=PEERS, help="extractor beside ours (default: all installed)")
    parser.add_argument("--at-most", type=float, metavar="MS", help="fail when our median takes longer")
    options = parser.parse_args(arguments)
    if not options.corpus:
        print(f"no bench: name a corpus folder, or set {CORPUS_VARIABLE}")
        return 0
    pages = [page.html() for page in read_corpus(Path(options.corpus))[:: options.every]]
    runners: dict[str, Runner] = {"lxml parse": parse, _OURS: extract}
    for name in options.peer or PEERS:
        try:
            runners[name] = peer(name)
        except ModuleNotFoundError:
            print(f"{name} is not installed, left out")
    times = _time_pages(pages, runners)
    print(f"{len(pages)} pages of {np.median([len(page) for page in pages]) / 1000:.0f} kB (median), {_machine()}")
    print(_report(times))
    median = float(np.median(times[_OURS])) * 1000
    if options.at_most and median > options.at_most:
        print(f"FAILED: {median:.2f} ms is more than {options.at_most} ms")
        return 1
    return 0


def _time_pages(pages: Sequence[bytes], runners: dict[str, Runner], repeats: int = _REPEATS) -> dict[str, list[float]]:
    """Return for each runner the seconds that each page took, the best of ``repeats`` rounds over all runners."""
    best: dict[str, list[float]] = {name: [] for name in runners}
    for page in bar(pages, "bench"):
        times = {name: float("inf") for name in runners}
        for _ in range(repeats):
            for name, run in runners.items():
                start = time.perf_counter()
                run(page)
                times[name] = min(times[name], time.perf_counter() - start)
        for name, seconds in times.items():
            best[name].append(seconds)
    return best


def _report(times: dict[str, list[float]]) -> str:
    """Return a table: milliseconds (median, 95th percentile), and ours to each, the median of page-by-page ratios."""
    ours = np.array(times[_OURS])
    lines = [f"{'':20}{'median ms':>12}{'95 % ms':>12}{'ours / it':>12}"]
    for name, seconds in times.items():
        median, high = np.percentile(np.array(seconds) * 1000, _PERCENTILES)
        lines.append(f"{name:20}{median:12.2f}{high:12.2f}{np.median(ours / np.array(seconds)):12.2f}")
    return "\n".join(lines)


def _machine() -> str:
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors"


if __name__ == "__main__":
    sys.exit(main())
