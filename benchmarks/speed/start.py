"""How long is the start? Fresh processes: import and first `extract`, and ``scrapy list`` with and without the add-on.

    python benchmarks/speed/start.py [--rounds 10]

Prints the median over the rounds, all commands in turn in each. Exits with 1 when import and first extraction take
more than `MOST` times what the import of NumPy and lxml takes: in processor seconds, the least of the rounds, both
without the interpreter's own start. Other work on the machine slows both alike.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST = 3.0
PAGE = "<html><body><h1>Start</h1><p>One sentence that is long enough to be a text of its own.</p></body></html>"
SPIDER = """
import scrapy


class Empty(scrapy.Spider):
    name = "empty"
"""
ADD_ON = 'ADDONS = {"scrapy_maincontent.Addon": 500}\n'
COMMANDS = {
    "python": [sys.executable, "-c", "pass"],
    "import numpy, lxml": [sys.executable, "-c", "import numpy, lxml.html"],
    "import scrapy_maincontent": [sys.executable, "-c", "import scrapy_maincontent"],
    "import and first extract": [
        sys.executable,
        "-c",
        f"import scrapy_maincontent; scrapy_maincontent.extract({PAGE!r})",
    ],
}
_SCRAPY = [sys.executable, "-m", "scrapy", "list"]


def project(folder: Path, settings: str) -> Path:
    """Write a Scrapy project with one spider."""
    package = folder / "empty"
    package.mkdir(parents=True)
    (folder / "scrapy.cfg").write_text("[settings]\ndefault = empty.settings\n")
    (package / "__init__.py").touch()
    (package / "settings.py").write_text(f'SPIDER_MODULES = ["empty.spider"]\n{settings}')
    (package / "spider.py").write_text(SPIDER)
    return folder


def seconds(command: list[str], folder: Path) -> tuple[float, float]:
    """Return the seconds that a command takes in a folder, and those of the processor."""
    start, used = time.perf_counter(), _children_used()
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    return time.perf_counter() - start, _children_used() - used


def _children_used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Run every command in turn."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    # The package may be a checkout that is named relatively to here.
    os.environ["PYTHONPATH"] = os.pathsep.join(str(Path(part).resolve()) for part in sys.path if part)
    with tempfile.TemporaryDirectory() as name:
        here = Path(name)
        bare, added = project(here / "bare", ""), project(here / "added", ADD_ON)
        runs = {title: (command, here) for title, command in COMMANDS.items()}
        runs |= {"scrapy list, without the add-on": (_SCRAPY, bare), "scrapy list, with it": (_SCRAPY, added)}
        times: dict[str, list[tuple[float, float]]] = {title: [] for title in runs}
        for number in range(options.rounds + 1):
            for title, (command, folder) in runs.items():
                taken = seconds(command, folder)
                if number:  # the first round fills the caches of compiled Python and of the disk
                    times[title].append(taken)
    print("| command | seconds | of the processor |\n|---|---|---|")
    for title, taken in times.items():
        print(
            f"| {title} | " + " | ".join(f"{statistics.median(column):.2f}" for column in zip(*taken, strict=True)), "|"
        )
    used = {title: min(processor for _, processor in taken) for title, taken in times.items()}
    first, imports = (used[title] - used["python"] for title in ("import and first extract", "import numpy, lxml"))
    print(f"\nimport and first extraction: {first:.2f} s, {first / imports:.1f} times the import of NumPy and lxml")
    return int(first > MOST * imports)


if __name__ == "__main__":
    sys.exit(main())
