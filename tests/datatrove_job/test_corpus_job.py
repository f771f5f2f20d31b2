"""Whole jobs, as the example project has them: several tasks, killed and run again."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from job_warcs import PAGES, REPOSITORY, write_warcs  # first: it skips the module where datatrove is missing

# isort: split
import pyarrow.parquet
from package_root import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

JOB = str(REPOSITORY / "example_project" / "corpus_job.py")
SECONDS = 600
"""A guard against hanging."""
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}


def kept(folder: Path) -> list[str]:
    """Return the URLs in the corpus."""
    return [
        row["url"] for path in (folder / "corpus").iterdir() for row in pyarrow.parquet.read_table(path).to_pylist()
    ]


def removed(folder: Path) -> list[tuple[str, str]]:
    """Return the URLs that were left out, and where they are kept."""
    return [
        (json.loads(line)["metadata"]["url"], path.parent.name)
        for path in (folder / "removed").rglob("*.jsonl.gz")
        for line in gzip.decompress(path.read_bytes()).decode().splitlines()
    ]


def test_a_killed_job_is_resumed_and_has_every_record_once(tmp_path: Path) -> None:
    counts = (2, 5 * len(PAGES) + 10, 5 * len(PAGES))
    warcs, out = write_warcs(tmp_path / "warcs", *counts), tmp_path / "out"
    command = [sys.executable, JOB, str(warcs), str(out), "--tasks", "3"]
    done = out / "logs" / "1-extract" / "completions" / "00000"
    first = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.DEVNULL, start_new_session=True)
    os.setpriority(os.PRIO_PROCESS, first.pid, 19)  # so that one task is through, and others are not, when this looks
    deadline = time.monotonic() + SECONDS
    while not done.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    assert not (out / "logs" / "2-sign").exists()
    finished = done.stat().st_mtime_ns
    subprocess.run(command, env=ENVIRONMENT, capture_output=True, check=True, timeout=SECONDS)
    assert done.stat().st_mtime_ns == finished

    urls = kept(out) + [url for url, _ in removed(out)]
    assert sorted(urls) == sorted(f"https://ring.example/{number}" for number in range(sum(counts)))
    # The site's pages come ten times: at least every page with text has a duplicate, but for the last ten.
    assert len(kept(out)) <= len(PAGES)
    assert {why for _, why in removed(out)} >= {"no_text", "duplicate"}
