"""What the tests know about the bundled site: its project, its server, and the texts its pages are expected to give."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from package_root import ROOT

REPOSITORY = Path(__file__).resolve().parent.parent
PROJECT = REPOSITORY / "example_project"

TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")
"""A word, or one kana or kanji, since Japanese puts no spaces between words."""


@dataclass(frozen=True)
class Expected:
    """One entry of ``expected.json``.

    ``body`` has one string per paragraph, heading or list item, without the headline; ``not_in_body`` are texts of
    the page's navigation, by-lines and comments. Paths start with "/"; a breadcrumb without a path is the page itself.
    """

    path: str
    type: str
    language: str
    encoding: str
    headline: str
    body: list[str]
    not_in_body: list[str]
    authors: tuple[str, ...] = ()
    published: str | None = None
    modified: str | None = None
    image: str | None = None
    breadcrumbs: list[dict[str, str | None]] | None = None
    next_page: str | None = None
    pages: list[str] | None = None

    @property
    def text(self) -> str:
        return "\n\n".join(self.body)


def load_expected() -> list[Expected]:
    entries: list[dict[str, Any]] = json.loads((PROJECT / "expected.json").read_text("utf-8"))
    return [Expected(**entry) for entry in entries]


def load_server() -> Any:
    """Return the example project's server module; the project is no package of ours, so it is loaded by its path."""
    spec = importlib.util.spec_from_file_location("example_site_server", PROJECT / "example_project" / "server.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def fold(text: str) -> str:
    """Return the text with every run of white space made one blank."""
    return " ".join(text.split())


def squeeze(text: str) -> str:
    """Return the text without white space: markup decides where there is any, and none counts in Japanese."""
    return "".join(text.split())


def word_f1(expected: str, found: str) -> float:
    """Return the F1 of two texts as bags of words (of characters in Japanese)."""
    want, have = Counter(TOKEN.findall(expected)), Counter(TOKEN.findall(found))
    common = (want & have).total()
    return 2 * common / (want.total() + have.total()) if common else float(want == have)


# Run a spider of the example project as its users do, in a process of its own.

PATIENT = ("-s", "MAINCONTENT_TIMEOUT=300", "-s", "DOWNLOAD_TIMEOUT=600")
"""Options of every crawl: on a busy machine a page may take far longer than it should."""


def run_spider(
    feed: Path, spider: str, *options: str, seconds: float
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Return what ``scrapy crawl`` gave, and the lines of its feed."""
    done = _run(["scrapy", "crawl", spider, "-O", str(feed), *PATIENT, *options], seconds)
    return done, feed.read_text("utf-8").splitlines() if feed.exists() else []


def run_served(*command: str, seconds: float) -> subprocess.CompletedProcess[str]:
    """Return what a command gave, in which ``{url}`` is the address of the site, served for as long as it ran."""
    return _run(["example_project.server", *command], seconds)


def _run(module: list[str], seconds: float) -> subprocess.CompletedProcess[str]:
    paths = [str(ROOT), os.environ.get("PYTHONPATH", "")]
    return subprocess.run(
        [sys.executable, "-m", *module],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
