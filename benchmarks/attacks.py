"""What attacks on the extractor cost: seconds, memory and outcome of each, under the limits of a worker.

    python benchmarks/attacks.py [NAME ...] [--method METHOD] [--slower-than SECONDS] [--pool]

Each attack runs in a process of its own, which may add as much memory as a worker of a crawl may. "Half" are the
seconds for a page of half the size: about half as many where time is linear in the page. Seconds are CPU time; memory
is what was resident at most, less what was before. All formats are asked for. The page's own seconds have no end: on a
busy machine they would cut what is measured. With ``--pool`` pages go to a worker
for their text, as in a crawl.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from attack_pages import ATTACKS, GROUPS

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods import DEFAULT_METHOD, METHODS
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.pool import HARD_MEMORY, Pool
from scrapy_maincontent.pool.messages import PoolError, failure_of
from scrapy_maincontent.progress import bar
from scrapy_maincontent.rendering import FORMATS
from scrapy_maincontent.result import EmptyReason, Extraction

_TASK = "scrapy_maincontent.extraction:extract"
_TIMEOUT = 10.0
_URL = "https://mill.example/wheel"
_UNTIMED = Limits(seconds=1000)
_WAIT = 600
"""Seconds after which an attack is taken to have succeeded."""
_FAILED = "FAILED:"
_MEGABYTE = 1_000_000


def _memory(name: str) -> int:
    """Return a figure of this process's memory in bytes: "VmSize", "VmRSS", or "VmHWM" for the most so far."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise KeyError(name)


def _forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _outcome(result: Extraction) -> str:
    if result.empty_reason is not None:
        return f"`{result.empty_reason}`"
    return f"{len(result.text):,} characters"


def _one(name: str, method: str) -> None:
    """Run one attack here, and print its row as JSON."""
    attack = ATTACKS[name]
    half, page = attack.make(attack.count // 2), attack.make(attack.count)
    extract(b"<p>Mill", _URL, method=method).complete()
    limit = _memory("VmSize") + HARD_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    start = time.process_time()
    extract(half, _URL, encoding=attack.declared, method=method, formats=FORMATS, limits=_UNTIMED).complete()
    seconds_of_half = time.process_time() - start
    del half
    before = _memory("VmRSS")
    _forget_peak()
    start = time.process_time()
    result = extract(page, _URL, encoding=attack.declared, method=method, formats=FORMATS, limits=_UNTIMED).complete()
    seconds = time.process_time() - start
    memory = _memory("VmHWM") - before
    row = {
        "size": len(page),
        "half": seconds_of_half,
        "seconds": seconds,
        "memory": memory,
        "truncated": result.truncated,
        "outcome": _outcome(result),
    }
    print(json.dumps(row))


def _apart(name: str, method: str) -> dict[str, Any]:
    """Run one attack in a process of its own."""
    command = [sys.executable, __file__, name, "--method", method, "--here"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WAIT, check=False)  # noqa: S603
        tail = done.stderr.strip().splitlines()[-1:]
        failure = tail[0] if tail else f"exit code {done.returncode}" if done.returncode else None
    except subprocess.TimeoutExpired:
        failure = f"no end within {_WAIT} s"
    if failure is not None:
        none = {"size": 0, "half": 0.0, "seconds": 0.0, "memory": 0, "truncated": False}
        return none | {"outcome": f"{_FAILED} {failure}"}
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def _line(name: str, row: dict[str, Any]) -> str:
    size, memory = (f"{row[figure] / _MEGABYTE:.{digits}f} MB" for figure, digits in (("size", 1), ("memory", 0)))
    seconds, cut = f"{row['half']:.2f} | {row['seconds']:.2f} s", "yes" if row["truncated"] else ""
    return f"| {name} | {size} | {seconds} | {memory} | {cut} | {row['outcome']} |"


def _print_table(names: list[str], method: str, slower_than: float) -> int:
    """Print a table for each group; return how many attacks succeeded."""
    succeeded = 0
    for group, attacks in GROUPS.items():
        wanted = [name for name in attacks if name in names]
        if not wanted:
            continue
        rows = [(name, _apart(name, method)) for name in bar(wanted, group)]
        print(f"\n| {group} | page | half | seconds | memory | cut | outcome |\n|---|---|---|---|---|---|---|")
        for name, row in rows:
            failed = row["outcome"].startswith(_FAILED) or row["outcome"] == f"`{EmptyReason.ERROR}`"
            succeeded += failed
            if failed or row["seconds"] >= slower_than:
                print(_line(name, row), flush=True)
    return succeeded


def _print_pool(names: list[str], method: str) -> None:
    """Print what becomes of the pages in a worker, and how many workers that cost."""
    with Pool(_TASK, workers=1, timeout=_TIMEOUT) as pool:
        pool.submit(b"<p>Mill", _URL, method=method).result()
        print("| attack | seconds | outcome |\n|---|---|---|")
        for name in names:
            attack = ATTACKS[name]
            page = attack.make(attack.count)
            start = time.monotonic()
            try:
                outcome = _outcome(pool.submit(page, _URL, encoding=attack.declared, method=method).result())
            except (PoolError, MemoryError) as error:
                outcome = f"`{failure_of(error)}`"
            print(f"| {name} | {time.monotonic() - start:.2f} s | {outcome} |")
        print(f"\n{pool.restarts} workers lost")


def main() -> int:
    """Run the attacks that are named, all of them where none is."""
    parser = argparse.ArgumentParser(description="What attacks on the extractor cost.")
    parser.add_argument("name", nargs="*", help="attacks; all where none is named")
    parser.add_argument("--method", choices=METHODS, default=DEFAULT_METHOD)
    parser.add_argument("--slower-than", type=float, default=0.0, metavar="SECONDS", help="leave the others out")
    parser.add_argument("--pool", action="store_true", help="in a worker of a pool")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.name or list(ATTACKS)
    for name in names:
        if name not in ATTACKS:
            parser.error(f"no attack is called {name!r}")
    if options.here:
        _one(names[0], options.method)
        return 0
    if options.pool:
        _print_pool(names, options.method)
        return 0
    return 1 if _print_table(names, options.method, options.slower_than) else 0


if __name__ == "__main__":
    sys.exit(main())
