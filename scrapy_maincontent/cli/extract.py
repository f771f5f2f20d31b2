"""The command ``extract``: HTML or WARC files in, text or JSON Lines out, through the killable workers.

From WARC files comes a line for each page, which names the file and the bytes that the page was read from. Lines are
written in the order of the pages, so that the last whole line of an output is where another run goes on.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, NamedTuple, TextIO

from .. import pool
from ..engines.warc import Record, is_warc, read_pages
from ..facts.advertisements import load_list
from ..methods import NEED_BOXES, load_model
from ..page.limits import Limits
from ..pool import InputPage, extract_in_order
from ..progress import ByteBar, bar
from ..rendering import FORMATS
from ..site_memory import open_sites

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..result import Extraction


STANDARD_INPUT = "-"
USE_SITES = ("crf",)
"""Methods that use what is known of a site."""
_ADDRESSES = ("http://", "https://")
_GZIP = b"\x1f\x8b"
_READ = Limits().max_bytes + 1
"""Bytes that are read of a file, and that are unpacked."""
_CHUNK = 1 << 20
"""Bytes that are unpacked, or looked through for the last line, at a time."""
_RESTART = "--restart writes it anew"


def extract_files(options: argparse.Namespace) -> int:
    """Extract every page named, or in the WARC files named; a page that fails becomes a result with a reason."""
    loaded = load_model(options.method, options.model)
    if options.ad_list is not None:
        load_list(options.ad_list)
    if options.sites is not None:
        if options.method not in USE_SITES:
            raise ValueError(f"--sites is for {', '.join(USE_SITES)}; the method {options.method} does not use it")
        open_sites(options.sites)
    arguments = {
        "method": options.method,
        "model": options.model,
        "balance": options.balance,
        "ad_list": options.ad_list,
        "formats": {options.format, *(options.fields or ())} & {*FORMATS},
        "site": options.sites,
        "links": options.links,
        "images": options.images,
        "front_matter": options.front_matter,
        "heading": options.heading,
        "names": None if options.format == "json" else (options.format,),
    }
    check_pages(options.page)
    if options.output:
        refuse_overwriting([*options.page, options.model, options.ad_list, options.sites], options.output)
    if any(map(is_warc, options.page)):
        return _extract_warcs(options, arguments | {"names": options.fields}, loaded.name)
    if options.restart:
        raise ValueError("--restart is for WARC files; pages are always extracted anew")
    if options.fields is not None:
        raise ValueError("--fields is for WARC files; the lines of pages have all fields")
    with ExitStack() as stack:
        output: TextIO = sys.stdout
        if options.output:
            output = stack.enter_context(options.output.open("w", encoding="utf-8"))
        for page, result in extract_in_order(_pages(options), arguments, _workers(options)):
            output.write(_written(page.name, result, options.format, of_several=len(options.page) > 1))
    return 0


def check_pages(pages: Sequence[str]) -> None:
    """Find out before anything is written that every page can be read.

    Raises:
        OSError: one can't be.
        ValueError: one is an address, not a file.
    """
    for page in pages:
        if page == STANDARD_INPUT:
            continue
        path = Path(page)
        if page.startswith(_ADDRESSES) and not path.exists():
            raise ValueError(f"{page} is an address; pages are read from files: curl -L -o page.html '{page}'")
        # What a pipe holds, such as a shell's <(command), can be read only once.
        if not path.is_fifo():
            path.open("rb").close()


def refuse_overwriting(files: Iterable[str | None], target: Path) -> None:
    """Raise ValueError if a file that is to be written is one of those that are read, under whatever path.

    A model and a list of advertisements may be packaged ones, which have names alone; None is no file.
    """
    # What is no file of its own, such as a terminal, is read and written without harm.
    if not target.is_file():
        return
    written = target.stat()
    for file in files:
        found = None if file is None else _stat_of(file)
        if found is not None and os.path.samestat(found, written):
            raise ValueError(f"{target} is one of the files that are read; it would be overwritten")


def _stat_of(file: str) -> os.stat_result | None:
    """Return what the system knows of a file, None where there is none; - is what standard input reads from."""
    try:
        return os.fstat(sys.stdin.fileno()) if file == STANDARD_INPUT else Path(file).stat()
    except (OSError, ValueError):
        return None


def check_target(target: Path) -> None:
    """Find out before the work is begun that ``--output`` can be a file; raise OSError if not."""
    if not target.parent.is_dir():
        raise NotADirectoryError(f"--output is {target}; {target.parent} is no folder")
    if target.is_dir():
        raise IsADirectoryError(f"--output is {target}; it is a folder, and must be a file")


def _workers(options: argparse.Namespace) -> int:
    """Return how many workers to use; one HTML page alone needs none."""
    if options.workers is not None:
        return int(options.workers)
    one_page = len(options.page) == 1 and not is_warc(options.page[0])
    return 0 if one_page or pool.inline_reason() else pool.default_workers()


def _pages(options: argparse.Namespace) -> Iterator[InputPage[None]]:
    for page in bar(options.page, "extract"):
        yield InputPage(None, page, read_file(page), options.url, options.encoding)


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
            while left > 0 and (part := file.read1(min(left, _CHUNK))):
                parts.append(part)
                left -= len(part)
        except (EOFError, OSError, zlib.error) as error:
            sys.stderr.write(f"{page}: broken gzip, read as far as it goes: {error}\n")
    return b"".join(parts)


def _written(page: str, result: Extraction, format_: str, *, of_several: bool) -> str:
    """Return what stands in the output for a page; why a text is empty goes to standard error."""
    if format_ == "json":
        return json.dumps({"file": page} | result.as_dict(), ensure_ascii=False) + "\n"
    if result.empty_reason:
        sys.stderr.write(f"{page}: no text: {result.empty_reason}\n")
    text = (getattr(result, format_) or "") + "\n"
    return f"==> {page} <==\n{text}\n" if of_several else text


class _Place(NamedTuple):
    """Where a run goes on: ``file`` is an index of its files, ``offset`` is where the next record begins."""

    file: int
    offset: int


_START = _Place(0, 0)


def _extract_warcs(options: argparse.Namespace, arguments: Mapping[str, Any], model: str) -> int:
    """Extract the pages of WARC files, from where an earlier run of the same command was ended."""
    files = [str(path) for path in options.page]
    _check(options, files)
    sizes = [Path(file).stat().st_size for file in files]
    with ExitStack() as stack:
        output: BinaryIO = sys.stdout.buffer
        start = _START
        if options.output:
            mode = "w+b" if options.restart or not options.output.exists() else "r+b"
            output = stack.enter_context(options.output.open(mode))
            start = _resumed(output, options.output, files, None if options.method in NEED_BOXES else model)
        done = sum(sizes[: start.file])
        progress = stack.enter_context(ByteBar(sum(sizes), done + start.offset, "extract"))
        pages = warc_pages(files, options.encoding, start)
        try:
            for page, result in extract_in_order(pages, arguments, _workers(options)):
                number, record = page.key
                output.write(_record_line(files[number], record, result, options.fields))
                progress.reach(sum(sizes[:number]) + record.offset + record.length)
        except KeyboardInterrupt:
            sys.stderr.write(f"stopped; {'the same command goes on from here' if options.output else 'not finished'}\n")
            return 1
        progress.reach(sum(sizes))
    return 0


def _check(options: argparse.Namespace, files: Sequence[str]) -> None:
    if not all(map(is_warc, files)):
        raise ValueError("WARC files and other pages don't go into one output")
    if len(set(files)) < len(files):
        raise ValueError("a WARC file is named twice")
    if options.format != "json":
        raise ValueError(f"--format {options.format} is for pages; from WARC files come JSON Lines")
    if options.url is not None:
        raise ValueError("--url is for pages; WARC files know the URLs of theirs")


def warc_pages(
    files: Sequence[str], encoding: str | None, start: _Place = _START
) -> Iterator[InputPage[tuple[int, Record]]]:
    """Yield the pages of WARC files, each with the number of its file and its record as the key."""
    for number, file in enumerate(files[start.file :], start.file):
        with Path(file).open("rb") as stream:
            offset = start.offset if number == start.file else 0
            for record, message in read_pages(stream, offset, max_bytes=Limits().max_bytes):
                key, name = (number, record), f"{file} at {record.offset}"
                if message is None:
                    yield InputPage(key, name, url=record.url, fault=record.fault)
                else:
                    yield InputPage(key, name, message.body, record.url, message.charset or encoding)


def _record_line(file: str, record: Record, result: Extraction, fields: Sequence[str] | None) -> bytes:
    page = result.as_dict()
    if fields is not None:
        page = {name: page[name] for name in fields}
    place = {"file": file, "offset": record.offset, "length": record.length}
    line = {**place, "record_id": record.record_id, "date": record.date, **page}
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _resumed(output: IO[bytes], path: Path, files: Sequence[str], model: str | None) -> _Place:
    """Cut off a line that was begun, go to the output's end, and return where the run goes on."""
    end = _whole_lines(output)
    last = _last_line(output, end)
    place = _START
    if last:
        try:
            line = json.loads(last)
            place = _Place(files.index(line["file"]), line["offset"] + line["length"])
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} holds something else than pages of these files; {_RESTART}") from error
        if model is not None and line.get("model") not in (None, model):
            raise ValueError(f"{path} was made with model {line['model']}, not {model}; {_RESTART}")
    output.truncate(end)
    output.seek(end)
    return place


def _whole_lines(output: IO[bytes]) -> int:
    """Return the offset behind the last line feed."""
    end = output.seek(0, 2)
    while end > 0:
        start = max(end - _CHUNK, 0)
        output.seek(start)
        found = output.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _last_line(output: IO[bytes], end: int) -> bytes:
    """Return the line that ends at an offset."""
    line = b""
    position = max(end - 1, 0)
    while position > 0 and b"\n" not in line:
        start = max(position - _CHUNK, 0)
        output.seek(start)
        line = output.read(position - start) + line
        position = start
    return line.rpartition(b"\n")[2]
