"""The command ``sites``: WARC files in, what their sites repeat out, for ``extract --sites``.

A page is learnt by itself, in a killable worker, and the memories of the pages are merged: so neither their order nor
how they are shared out among runs changes what is known.
"""

from __future__ import annotations

import sys
from collections import deque
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import pool
from ..engines.warc import is_warc
from ..files import read_regular, replace_file
from ..page.limits import Limits
from ..pool import SOFT_SHARE, TIMEOUT, WARM, PoolError, PoolUnavailable
from ..progress import ByteBar
from ..site_memory import SiteMemory
from .sources import check_pages, check_target, refuse_overwriting, warc_pages

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from ..engines.warc import Record
    from ..pool import InputPage


LEARN = "scrapy_maincontent.extraction:page_memory"
_AHEAD = 4
"""Pages handed to each worker ahead of time."""
_BATCH = 1000
"""Pages that are merged at a time."""

MAX_FILE = 4 * 1024**3
"""Bytes of a file of sites."""


def learn(options: argparse.Namespace) -> int:
    """Learn the pages of WARC files and write what is known of their sites."""
    files = [str(path) for path in options.warc]
    other = next((file for file in files if not is_warc(file)), None)
    if other is not None:
        raise ValueError(f"{other} is no WARC file; sites are learnt from these, which know the URLs of their pages")
    check_target(options.output)
    check_pages(files)
    refuse_overwriting(files, options.output)
    sizes = [Path(file).stat().st_size for file in files]
    workers = options.workers
    if workers is None:
        workers = 0 if pool.inline_reason() else pool.default_workers()
    with ByteBar(sum(sizes), 0, "learn") as progress:

        def pages() -> Iterator[InputPage[tuple[int, Record]]]:
            for page in warc_pages(files, options.encoding):
                number, record = page.key
                progress.reach(sum(sizes[:number]) + record.offset)
                yield page

        sites = SiteMemory(total_bytes=options.total_bytes)
        forgotten = learn_pages(sites, pages(), workers)
    return _finish(sites, forgotten, options.output)


def merge(options: argparse.Namespace) -> int:
    """Merge files of sites into one."""
    check_target(options.output)
    sites = SiteMemory(total_bytes=options.total_bytes)
    files = ((str(path), read_regular(path, MAX_FILE)) for path in options.sites)
    return _finish(sites, merge_files(sites, files), options.output)


def merge_files(sites: SiteMemory, files: Iterable[tuple[str, bytes]]) -> int:
    """Learn what files know, each a name and its bytes, one at a time; return how many hosts were forgotten.

    Raises:
        ValueError: one is no memory of sites.
    """
    return sum(sites.merge([_read(name, data)]) for name, data in files)


def _read(name: str, data: bytes) -> SiteMemory:
    try:
        return SiteMemory.from_bytes(data)
    except ValueError as error:
        raise ValueError(f"{name} can't be used as a site memory: {error}") from error


def write_sites(sites: SiteMemory, path: Path) -> None:
    """Write a memory; a run that is killed leaves the file that was there."""
    replace_file(path, sites.to_bytes())


def _finish(sites: SiteMemory, forgotten: int, path: Path) -> int:
    write_sites(sites, path)
    sys.stderr.write(f"{len(sites)} hosts, {sites.size} bytes\n")
    if forgotten:
        sys.stderr.write(f"{forgotten} hosts were forgotten: --total-bytes is too small\n")
    return 0


def learn_pages(
    sites: SiteMemory,
    pages: Iterable[InputPage[Any]],
    workers: int,
    *,
    timeout: float = TIMEOUT,
    report: Callable[[InputPage[Any], BaseException], None] | None = None,
) -> int:
    """Learn pages, in workers or with 0 in this process; return how many hosts were forgotten.

    ``timeout`` is in seconds a page and holds with workers only. ``report`` is called for each page that could not be
    learnt; by default it writes to standard error.

    Raises:
        OSError: no worker can be started in this process.
    """
    memories = _memories((page for page in pages if page.fault is None), workers, timeout, report or _warn)
    forgotten = 0
    while batch := list(islice(memories, _BATCH)):
        forgotten += sites.merge(batch)
    return forgotten


def _memories(
    pages: Iterable[InputPage[Any]],
    workers: int,
    timeout: float,
    report: Callable[[InputPage[Any], BaseException], None],
) -> Iterator[SiteMemory]:
    """Yield a memory of each page."""
    if not workers:
        # Here: a process with workers needs no extractor of its own.
        from ..extraction import page_memory

        for page in pages:
            yield page_memory(page.html, page.url, encoding=page.encoding)
        return
    held = pool.acquire(LEARN, workers=workers, timeout=timeout, warm=WARM)
    pending: deque[tuple[InputPage[Any], Future[SiteMemory]]] = deque()
    limits = Limits(seconds=timeout * SOFT_SHARE)
    try:
        for page in pages:
            pending.append((page, held.submit(page.html, page.url, encoding=page.encoding, limits=limits)))
            if len(pending) >= workers * _AHEAD:
                yield from _learnt(*pending.popleft(), report)
        while pending:
            yield from _learnt(*pending.popleft(), report)
    finally:
        held.release()


def _learnt(
    page: InputPage[Any], future: Future[SiteMemory], report: Callable[[InputPage[Any], BaseException], None]
) -> Iterator[SiteMemory]:
    try:
        yield future.result()
    except PoolUnavailable as error:
        raise OSError(str(error)) from error
    except (PoolError, MemoryError) as error:
        report(page, error)


def _warn(page: InputPage[Any], error: BaseException) -> None:
    sys.stderr.write(f"{page.name}: not learnt: {error}\n")
