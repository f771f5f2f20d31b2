"""Extraction that pages can break: it does what a page's own words tell it to, in the worker or inline."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_maincontent.extraction import extract_in_crawl, warm
from scrapy_maincontent.result import Extraction, Learnt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

POISON = "POISON:"
NO_START = "NO_START"
"""Names, in the environment, a file without which workers start."""
GATE = "GATE"
"""Names, in the environment, a file for which pages that dawdle wait; without the variable they take `DAWDLE`."""
DAWDLE = 4
"""Seconds."""


def warm_if_allowed() -> Mapping[str, str]:
    """Get ready, unless that file is there."""
    if NO_START in os.environ and Path(os.environ[NO_START]).exists():
        raise RuntimeError("no start yet")
    return warm()


def extract_or_break(html: bytes, url: str | None = None, **options: Any) -> tuple[Extraction, Learnt | None]:
    """Extract the page unless it names a way to break."""
    _, found, order = html.decode("utf-8", "replace").partition(POISON)
    if found:
        answer = WAYS[order.split()[0]]()
        if answer is not None:
            return answer, None
    return extract_in_crawl(html, url, **options)


def _hang() -> None:
    while True:
        time.sleep(1)


def _dawdle() -> None:
    print("dawdling", file=sys.stderr, flush=True)  # noqa: T201
    if GATE not in os.environ:
        time.sleep(DAWDLE)
        return
    while not Path(os.environ[GATE]).exists():
        time.sleep(0.05)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _stop_starts() -> None:
    Path(os.environ[NO_START]).touch()
    _die()


def _eat_memory() -> None:
    hoard = []
    while True:
        hoard.append(bytes(100_000_000))


def _raise() -> None:
    raise RuntimeError("the page's fault")


def _give_up() -> Extraction:
    return Extraction(title="Saved", method="tree", empty_reason="error")


WAYS: dict[str, Callable[[], Extraction | None]] = {
    "give_up": _give_up,
    "hang": _hang,
    "dawdle": _dawdle,
    "die": _die,
    "stop_starts": _stop_starts,
    "memory": _eat_memory,
    "raise": _raise,
}
