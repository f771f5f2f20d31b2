"""The command ``extract``: files in, text or JSON Lines out, through the killable workers."""

from __future__ import annotations

import gzip
import json
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from . import pool
from .core.advertisements import load_list
from .core.extract import extract
from .core.result import Extraction
from .methods import load_model
from .progress import bar
from .reasons import failure_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

_TASK = "scrapy_maincontent.core.extract:extract"
_TIMEOUT = 10.0
"""Seconds for a page, after which its worker is killed."""
_STANDARD_INPUT = "-"
_GZIP = b"\x1f\x8b"
_AHEAD = 4
"""Pages handed to each worker ahead of time."""


def extract_files(options: argparse.Namespace) -> int:
    """Extract every page named; a page that fails becomes a result with a reason."""
    load_model(options.method, options.model)
    if options.ad_list is not None:
        load_list(options.ad_list)
    arguments = {
        "encoding": options.encoding,
        "method": options.method,
        "model": options.model,
        "balance": options.balance,
        "ad_list": options.ad_list,
        "formats": () if options.format == "json" else (options.format,),
    }
    with ExitStack() as stack:
        output: TextIO = sys.stdout
        if options.output:
            output = stack.enter_context(options.output.open("w", encoding="utf-8"))
        for page, result in _results(options.page, options.url, arguments, _workers(options)):
            output.write(_line(page, result, options.format))
    return 0


def _workers(options: argparse.Namespace) -> int:
    """Return how many workers to use; one page alone needs none."""
    if options.workers is not None:
        return int(options.workers)
    return 0 if len(options.page) == 1 or pool.inline_reason() else pool.default_workers()


def _results(
    pages: list[str], url: str | None, arguments: dict[str, object], workers: int
) -> Iterator[tuple[str, Extraction]]:
    """Yield each page's result, in the order of the pages."""
    if not workers:
        for page in bar(pages, "extract"):
            yield page, extract(_read(page), url, **arguments)  # type: ignore[arg-type]
        return
    with closing(pool.Pool(_TASK, workers=workers, timeout=_TIMEOUT)) as workforce:
        pending = []
        for page in bar(pages, "extract"):
            pending.append((page, workforce.submit(_read(page), url, **arguments).result))
            if len(pending) >= workers * _AHEAD:
                yield _answer(*pending.pop(0), url)
        for page, result in pending:
            yield _answer(page, result, url)


def _answer(page: str, result: Callable[[], Extraction], url: str | None) -> tuple[str, Extraction]:
    try:
        return page, result()
    except (pool.PoolError, MemoryError) as error:
        print(f"{page}: {error}", file=sys.stderr)
        return page, Extraction(url=url, empty_reason=str(failure_of(error)))


def _read(page: str) -> bytes:
    content = sys.stdin.buffer.read() if page == _STANDARD_INPUT else Path(page).read_bytes()
    return gzip.decompress(content) if content.startswith(_GZIP) else content


def _line(page: str, result: Extraction, format_: str) -> str:
    if format_ == "json":
        return json.dumps({"file": page} | result.as_dict(), ensure_ascii=False) + "\n"
    return (getattr(result, format_) or "") + "\n"
