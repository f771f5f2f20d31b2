"""What the tests of the Scrapy edge share: a site, and crawls here or in a process of their own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from edge_pages import article
from edge_site import serve
from scrapy import signals as scrapy_signals
from scrapy.crawler import AsyncCrawlerRunner

import scrapy_maincontent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy import Spider

HERE = Path(__file__).parent
CRAWL = str(HERE / "edge_crawl.py")
ROOT = Path(scrapy_maincontent.__file__).parents[1]
ADDON = {"ADDONS": {"scrapy_maincontent.Addon": 500}}
RUN_LIMIT = 600
"""Seconds that no run should need: a guard against hanging."""
QUIET = {
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "HTTPERROR_ALLOW_ALL": True,
    # On a busy machine a page may take far longer than it should.
    "MAINCONTENT_TIMEOUT": 300,
}


@dataclass
class Crawl:
    """What a crawl has left."""

    items: list[Any]
    stats: dict[str, Any]
    log: str = ""
    status: int = 0

    def counts(self, name: str) -> dict[str, Any]:
        """Return the stats below ``maincontent/<name>/`` by the rest of their names."""
        prefix = f"maincontent/{name}/"
        return {key.removeprefix(prefix): value for key, value in self.stats.items() if key.startswith(prefix)}

    def count(self, name: str) -> Any:
        """Return one stat, 0 where it was never counted."""
        return self.stats.get(f"maincontent/{name}", 0)


@pytest.fixture
def site() -> Iterator[str]:
    """The address of a local web site."""
    with serve() as address:
        yield address


@pytest.fixture
def page_file(tmp_path: Path) -> Callable[..., str]:
    """A function that writes a page and returns its file URL; the page is an article unless another one is given."""

    def write(number: int = 1, html: str | None = None, name: str = "") -> str:
        path = tmp_path / (name or f"page{number}.html")
        path.write_text(article(number) if html is None else html, "utf-8")
        return path.as_uri()

    return write


@pytest.fixture
def crawl_here() -> Callable[..., Crawl]:
    """A function that crawls in this process, without a reactor and without workers."""

    def crawl(spider: type[Spider], settings: dict[str, Any] | None = None, **arguments: Any) -> Crawl:
        fixed = {"TWISTED_REACTOR_ENABLED": False, "MAINCONTENT_WORKERS": 0}
        items: list[Any] = []

        def collect(item: Any) -> None:
            items.append(item)

        async def run() -> dict[str, Any]:
            runner = AsyncCrawlerRunner(QUIET | ADDON | fixed | (settings or {}))
            crawler = runner.create_crawler(spider)
            crawler.signals.connect(collect, signal=scrapy_signals.item_scraped)
            await runner.crawl(crawler, **arguments)
            return crawler.stats.get_stats()

        return Crawl(items, asyncio.run(run()))

    return crawl


@pytest.fixture
def crawl_apart(tmp_path: Path) -> Callable[..., Crawl]:
    """A function that crawls in a process of its own, where every warning is an error."""

    def crawl(
        pages: list[Any],
        settings: dict[str, Any] | None = None,
        *,
        spider: str = "pages",
        mode: str = "asyncio",
        task: str | None = None,
        copies: int = 1,
        interrupt_at: str = "",
        **arguments: Any,
    ) -> Crawl:
        out = tmp_path / "crawl.json"
        out.unlink(missing_ok=True)
        order = {
            "spider": spider,
            "mode": mode,
            "task": task,
            "copies": copies,
            "settings": QUIET | ADDON | (settings or {}),
            "arguments": {"pages": pages, **arguments},
            "out": str(out),
        }
        done = run_python("-W", "error", CRAWL, json.dumps(order), cwd=tmp_path, interrupt_at=interrupt_at)
        left = json.loads(out.read_text()) if out.exists() else {"items": [], "stats": {}}
        return Crawl(left["items"], left["stats"], done.stderr, done.returncode)

    return crawl


def run_python(*arguments: str, cwd: Path, interrupt_at: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with this checkout and the tests' own modules at hand.

    With ``interrupt_at`` the process and all its children get a Ctrl-C once its log has that text.
    """
    path = os.pathsep.join([str(ROOT), str(HERE), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    log = cwd / "run.log"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=cwd,
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        try:
            if interrupt_at:
                _wait_for(lambda: interrupt_at in log.read_text() or process.poll() is not None)
                os.killpg(process.pid, signal.SIGINT)
            output, _ = process.communicate(timeout=RUN_LIMIT)
        finally:
            process.kill()
    return subprocess.CompletedProcess(arguments, process.returncode, output, log.read_text())


def _wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + RUN_LIMIT
    while not condition():
        assert time.monotonic() < end, "the moment to interrupt did not come"
        time.sleep(0.05)
