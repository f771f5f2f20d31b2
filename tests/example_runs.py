"""Run a spider of the example project as its users do, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

from example_site import PROJECT
from package_root import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def run_spider(
    feed: Path, spider: str, *options: str, seconds: float
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Return what ``scrapy crawl`` gave, and the lines of its feed."""
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", spider, "-O", str(feed), *options],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
    return done, feed.read_text("utf-8").splitlines() if feed.exists() else []
