"""Crawls in processes of their own that are disturbed from outside: signals to the crawl, and to its workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from conftest import ADDON, CRAWL, HERE, QUIET, ROOT, Crawl

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

WAIT = 600
"""Seconds within which anything that is waited for has happened: a guard against hanging."""
WORKER = "multiprocessing.spawn"


class Disturbed:
    """A crawl under way."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path, out: Path) -> None:
        self._process, self._log, self._out = process, log, out

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
        """Do as Ctrl-C does: the crawl and its workers get the signal."""
        os.killpg(self._process.pid, signal.SIGINT)

    def finish(self) -> Crawl:
        """Wait for the end of the crawl and of all its processes; return what it has left."""
        status = self._process.wait(WAIT)
        wait_until(lambda: not _group_lives(self._process.pid), "the end of all processes")
        left = json.loads(self._out.read_text()) if self._out.exists() else {"items": [], "stats": {}}
        return Crawl(left["items"], left["stats"], self.log, status)


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
    folder: Path, pages: list[Any], settings: dict[str, Any], *, spider: str = "pages", task: str | None = None
) -> Iterator[Disturbed]:
    """Start a crawl, with its processes in a group of their own."""
    log, out = folder / "disturbed.log", folder / "disturbed.json"
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
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
        try:
            yield Disturbed(process, log, out)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
