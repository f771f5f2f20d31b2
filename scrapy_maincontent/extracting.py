"""The command ``extract``: files in, text or JSON Lines out, through the killable workers."""

from __future__ import annotations

import gzip
import io
import json
import sys
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from . import pool
from .facts.advertisements import load_list
from .methods import load_model
from .page.limits import Limits
from .page_workers import PageIn, extract_in_order
from .progress import bar
from .warc.records import is_warc

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from .result import Extraction

STANDARD_INPUT = "-"
_GZIP = b"\x1f\x8b"
_READ = Limits().max_bytes + 1
"""Bytes that are read of a file, and that are unpacked."""
_PIECE = 1 << 20
"""Bytes that are unpacked at a time."""


def extract_files(options: argparse.Namespace) -> int:
    """Extract every page named, or in the WARC files named; a page that fails becomes a result with a reason."""
    loaded = load_model(options.method, options.model)
    if options.ad_list is not None:
        load_list(options.ad_list)
    arguments = {
        "method": options.method,
        "model": options.model,
        "balance": options.balance,
        "ad_list": options.ad_list,
        "formats": () if options.format == "json" else (options.format,),
    }
    if any(map(is_warc, options.page)):
        from .extracting_warc import extract_warcs

        return extract_warcs(options, arguments, loaded.name)
    if options.restart:
        raise ValueError("--restart is for WARC files; pages are always extracted anew")
    with ExitStack() as stack:
        output: TextIO = sys.stdout
        if options.output:
            output = stack.enter_context(options.output.open("w", encoding="utf-8"))
        for page, result in extract_in_order(_pages(options), arguments, _workers(options)):
            output.write(_line(page.name, result, options.format))
    return 0


def _workers(options: argparse.Namespace) -> int:
    """Return how many workers to use; one page alone needs none."""
    if options.workers is not None:
        return int(options.workers)
    return 0 if len(options.page) == 1 or pool.inline_reason() else pool.default_workers()


def _pages(options: argparse.Namespace) -> Iterator[PageIn[None]]:
    for page in bar(options.page, "extract"):
        yield PageIn(None, page, read_file(page), options.url, options.encoding)


def read_file(page: str) -> bytes:
    """Return what an HTML file holds, unpacked where it is gzipped; - is standard input.

    No more is read than shows that the file is longer than what is extracted of a page.
    """
    if page == STANDARD_INPUT:
        content = sys.stdin.buffer.read(_READ)
    else:
        with Path(page).open("rb") as file:
            content = file.read(_READ)
    return _unpacked(content, page) if content.startswith(_GZIP) else content


def _unpacked(content: bytes, page: str) -> bytes:
    """Return what was gzipped; of a file that is cut or broken what is whole."""
    parts: list[bytes] = []
    left = _READ
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
        try:
            while left > 0 and (part := file.read1(min(left, _PIECE))):
                parts.append(part)
                left -= len(part)
        except (EOFError, OSError, zlib.error) as error:
            sys.stderr.write(f"{page}: broken gzip, read as far as it goes: {error}\n")
    return b"".join(parts)


def _line(page: str, result: Extraction, format_: str) -> str:
    if format_ == "json":
        return json.dumps({"file": page} | result.as_dict(), ensure_ascii=False) + "\n"
    return (getattr(result, format_) or "") + "\n"
