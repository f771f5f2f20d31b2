"""Processes that extract pages beside a crawl, as its workers do, and have nothing to do with it."""

from __future__ import annotations

import contextlib
import multiprocessing
from itertools import cycle
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

_PAGES = 200
"""Pages that each goes through again and again."""


@contextlib.contextmanager
def neighbours(number: int, bodies: dict[str, bytes]) -> Iterator[None]:
    """Keep so many processes at work."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    pages = list(bodies.values())[:_PAGES]
    processes = [spawn.Process(target=_extract, args=(pages, there), daemon=True) for _ in range(number)]
    for process in processes:
        process.start()
    try:
        for _ in processes:
            here.recv()
        yield
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _extract(pages: list[bytes], ready: Connection) -> None:
    from scrapy_maincontent.extraction import extract

    extract(pages[0]).complete()
    ready.send(None)
    for page in cycle(pages):
        extract(page).complete()
