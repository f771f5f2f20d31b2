"""Run the example's corpus job over a corpus repeated to many records; kill it once, resume it, count every record.

    python benchmarks/corpus_job.py CORPUS [--records N] [--workers N]

Prints seconds, CPU seconds, pages per second and per CPU-hour, and what 10^9 pages would cost on that basis; exits with
1 when a record is missing from the output or stands in it twice. Needs the extra ``datatrove`` and Linux: CPU time is
read from /proc ten times a second, of all processes of the job.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

import pyarrow.parquet

from scrapy_maincontent.engines.warc import Response, WarcWriter, read_records
from scrapy_maincontent.lab.corpus import read_corpus

REPOSITORY = Path(__file__).parents[1]
JOB = REPOSITORY / "example_project" / "corpus_job.py"
TICKS = os.sysconf("SC_CLK_TCK")
INTERVAL = 0.1
KILLED_AT = 0.4
"""Share of the tasks that are done when the job is killed."""
BILLION = 1_000_000_000
PRICE = 0.04
"""Dollars for an hour of a virtual CPU: an assumption, to be replaced by one's own."""


@dataclass
class Run:
    """What one run of the job took; ``extraction`` is its first stage alone."""

    name: str
    seconds: float = 0.0
    cpu: float = 0.0
    extraction_seconds: float = 0.0
    extraction_cpu: float = 0.0
    ticks: dict[int, int] = field(default_factory=dict)

    def sample(self, session: int) -> None:
        """Note the CPU time that each process of the session has used so far, ended children of it left out."""
        for entry in os.scandir("/proc"):
            if not entry.name.isdigit():
                continue
            try:
                fields = Path(entry.path, "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session:
                self.ticks[int(entry.name)] = int(fields[11]) + int(fields[12])
        self.cpu = sum(self.ticks.values()) / TICKS


def build(corpus: Path, folder: Path, records: int, files: int) -> list[str]:
    """Write the WARC files and return the ids of their records."""
    pages = [(page.url or f"https://{page.id}.example/", page.html()) for page in read_corpus(corpus)]
    folder.mkdir()
    repeated = islice(cycle(pages), records)
    ids: list[str] = []
    for number in range(files):
        writer = WarcWriter(folder, f"{number:03d}", max_bytes=1 << 40)
        for url, html in islice(repeated, records // files + (number < records % files)):
            writer.write(Response(url, 200, (("Content-Type", "text/html"),), html))
        writer.close()
    for path in sorted(folder.iterdir()):
        with path.open("rb") as file:
            ids += [record.record_id or "" for record in read_records(file) if record.type == "response"]
    return ids


def run(name: str, command: list[str], out: Path, kill_at: int | None) -> Run:
    """Run the job to its end, or until so many tasks of its first stage are done."""
    path = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    environment = os.environ | {"PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    completions, second = out / "logs" / "1-extract" / "completions", out / "logs" / "2-sign"
    result = Run(name)
    start = time.perf_counter()
    with (out.parent / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own job
            command, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        while process.poll() is None:
            result.sample(process.pid)
            if not second.exists():
                result.extraction_seconds, result.extraction_cpu = time.perf_counter() - start, result.cpu
            if kill_at is not None and completions.exists() and len(os.listdir(completions)) >= kill_at:
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(INTERVAL)
    result.seconds = time.perf_counter() - start
    if kill_at is None and process.returncode:
        sys.exit(f"the job failed, see {out.parent / name}.log")
    return result


def outcome(out: Path) -> tuple[Counter[str], Counter[str]]:
    """Return how often each record stands in the output, and how many records ended where."""
    ids: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for path in (out / "corpus").glob("*.parquet"):
        found = pyarrow.parquet.read_table(path, columns=["id"]).column("id").to_pylist()
        ids.update(found)
        places["corpus"] += len(found)
    for path in (out / "removed").rglob("*.jsonl.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            found = [json.loads(line)["id"] for line in lines]
        ids.update(found)
        places[f"removed: {path.parent.name}"] += len(found)
    return ids, places


def report(runs: list[Run], records: int, price: float) -> None:
    """Print the tables, as Markdown."""
    total = Run(
        "both",
        *(
            sum(getattr(each, name) for each in runs)
            for name in ("seconds", "cpu", "extraction_seconds", "extraction_cpu")
        ),
    )
    print("| run | seconds | CPU seconds | of these, extraction |\n|---|---|---|---|")
    for each in (*runs, total):
        print(f"| {each.name} | {each.seconds:.0f} | {each.cpu:.0f} | {each.extraction_cpu:.0f} |")
    print(
        "\n| | pages/s | CPU ms a page | pages per CPU-hour | CPU-hours for 10^9 | dollars |\n|---|---|---|---|---|---|"
    )
    for name, seconds, cpu in (
        ("extraction", total.extraction_seconds, total.extraction_cpu),
        ("the whole job", total.seconds, total.cpu),
    ):
        hours = BILLION * cpu / records / 3600
        print(
            f"| {name} | {records / seconds:.0f} | {1000 * cpu / records:.1f} | {3600 * records / cpu:,.0f} | "
            f"{hours:,.0f} | {hours * price:,.0f} |"
        )


def main() -> int:
    """Build, run, kill, resume, check, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, help="folder of annotated pages")
    parser.add_argument("--records", type=int, default=20_000, help="default: 20000")
    parser.add_argument("--tasks", type=int, default=20, help="tasks, and WARC files (default: 20)")
    parser.add_argument("--workers", type=int, default=2, help="tasks that run at once (default: 2)")
    parser.add_argument("--price", type=float, default=PRICE, help=f"dollars per CPU-hour (default: {PRICE})")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        warcs, out = Path(folder, "warcs"), Path(folder, "out")
        wanted = build(options.corpus, warcs, options.records, options.tasks)
        size = sum(path.stat().st_size for path in warcs.iterdir())
        print(f"{len(wanted):,} records in {options.tasks} files, {size / 1e6:,.0f} MB\n")
        command = [sys.executable, str(JOB), str(warcs), str(out)]
        command += ["--tasks", str(options.tasks), "--workers", str(options.workers)]
        runs = [
            run("killed", command, out, max(1, round(options.tasks * KILLED_AT))),
            run("resumed", command, out, None),
        ]
        found, places = outcome(out)
    report(runs, len(wanted), options.price)
    print("\n" + "\n".join(f"{name}: {number:,}" for name, number in sorted(places.items())))
    missing, twice = set(wanted) - set(found), [name for name, number in found.items() if number > 1]
    strange = set(found) - set(wanted)
    print(f"records missing: {len(missing)}, twice: {len(twice)}, unknown: {len(strange)}")
    return 1 if missing or twice or strange or len(set(wanted)) < len(wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
