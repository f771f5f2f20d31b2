"""What the tests of the Scrapy edge share: crawls here, in a process of their own, and disturbed from outside."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge_poison import GATE
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
    "DOWNLOAD_TIMEOUT": 600,
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


def crawl_here(spider: type[Spider], settings: dict[str, Any] | None = None, **arguments: Any) -> Crawl:
    """Crawl in this process, without a reactor and without workers."""
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


def crawl_apart(
    tmp_path: Path,
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
    """Crawl in a process of its own, where every warning is an error."""
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


def run_python(*arguments: str, cwd: Path, interrupt_at: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with this checkout and the tests' own modules at hand.

    With ``interrupt_at`` the process and all its children get a Ctrl-C once its log has that text; when Scrapy has
    seen it, pages that dawdle go on.
    """
    path = os.pathsep.join([str(ROOT), str(HERE), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    log, gate = cwd / "run.log", cwd / "gate"
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=cwd,
            env=os.environ | {"PYTHONPATH": path} | ({GATE: str(gate)} if interrupt_at else {}),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        try:
            if interrupt_at:
                for text in (interrupt_at, INTERRUPTED):
                    wait_until(lambda text=text: text in log.read_text() or process.poll() is not None, text)
                    if text == interrupt_at:
                        os.killpg(process.pid, signal.SIGINT)
                gate.touch()
            output, _ = process.communicate(timeout=RUN_LIMIT)
        finally:
            process.kill()
    return subprocess.CompletedProcess(arguments, process.returncode, output, log.read_text())


WAIT = 600
"""Seconds within which anything that is waited for has happened: a guard against hanging."""
WORKER = "multiprocessing.spawn"
INTERRUPTED = "Received SIGINT, shutting down gracefully"
"""What Scrapy logs when it has seen a Ctrl-C."""


class Disturbed:
    """A crawl under way."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path, out: Path, gate: Path) -> None:
        self._process, self._log, self._out, self._gate = process, log, out, gate

    @property
    def log(self) -> str:
        return self._log.read_text()

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until the log has a text so many times."""
        wait_until(lambda: self.log.count(text) >= times or self._process.poll() is not None, f"{times} * {text!r}")

    def workers(self) -> list[int]:
        """Return the ids of the crawl's workers."""
        found = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError):  # one that has just ended
                is_own = folder.name.isdigit() and os.getpgid(int(folder.name)) == self._process.pid
                if is_own and WORKER in (folder / "cmdline").read_bytes().decode():
                    found.append(int(folder.name))
        return found

    def interrupt(self) -> None:
        """Do as Ctrl-C does: the crawl and its workers get the signal. Comes back when Scrapy has seen it."""
        os.killpg(self._process.pid, signal.SIGINT)
        self.wait_for(INTERRUPTED)

    def open_gate(self) -> None:
        """Let the pages go on that dawdle."""
        self._gate.touch()

    def finish(self) -> Crawl:
        """Wait for the end of the crawl and of all its processes; return what it has left."""
        status = self._process.wait(WAIT)
        wait_until(lambda: not _group_lives(self._process.pid), "the end of all processes")
        left = json.loads(self._out.read_text()) if self._out.exists() else {"items": [], "stats": {}}
        return Crawl(left["items"], left["stats"], self.log, status)


@contextmanager
def small_disk(size: int) -> Iterator[None]:
    """Bound the size of every file that this process writes meanwhile, even of what the tests are logged to."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def wait_until(condition: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, f"this did not come: {what}"
        time.sleep(0.05)


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def disturbed(
    folder: Path,
    pages: list[Any],
    settings: dict[str, Any],
    *,
    spider: str = "pages",
    task: str | None = None,
    gated: bool = True,
) -> Iterator[Disturbed]:
    """Start a crawl, with its processes in a group of their own; if ``gated``, pages that dawdle wait to be let go."""
    log, out, gate = folder / "disturbed.log", folder / "disturbed.json", folder / "gate"
    order = {
        "spider": spider,
        "mode": "asyncio",
        "task": task,
        "copies": 1,
        "settings": QUIET | ADDON | settings,
        "arguments": {"pages": pages},
        "out": str(out),
    }
    path = os.pathsep.join([str(ROOT), str(HERE)])
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [sys.executable, "-W", "error", CRAWL, json.dumps(order)],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": path} | ({GATE: str(gate)} if gated else {}),
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
        try:
            yield Disturbed(process, log, out, gate)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
