"""Where the command line's pages come from: files, folders, patterns, standard input, lists, WARC files."""

from __future__ import annotations

import errno
import gzip
import io
import os
import sys
import zlib
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..engines.warc import Record, is_warc, read_pages
from ..page.addresses import WEB
from ..page.limits import Limits
from ..pool import InputPage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence


STANDARD_INPUT = "-"
PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
"""Of a page's file, gzipped or not."""
_GZIP = b"\x1f\x8b"
_NO_PAGES = {
    b"WARC/": "a web archive; the name of a WARC file ends with .warc or .warc.gz",
    b"filedesc:": "an ARC file; `warcio recompress` makes a WARC file of it",
    b"PK\x03\x04": "a ZIP file; unpack it and name its folder",
    b"\x28\xb5\x2f\xfd": "compressed with zstd; unpack it first",
}
"""How files begin that hold pages and are none themselves, and what to do with them."""
_PACKED = ".gz"
_READ = Limits().max_bytes + 1
"""Bytes that are read of a file, and that are unpacked."""
_CHUNK = 1 << 20
"""Bytes that are unpacked at a time."""


class PageFile(NamedTuple):
    """A file to be read, and what an output that is made of it is called, without an ending."""

    path: str
    name: str


def find_pages(named: Sequence[str], missing: Callable[[str, str], None]) -> list[PageFile]:
    """Return the named files; a folder means the pages in it and below, a pattern the files that it matches.

    ``missing`` is called with what leads to no file, and why.

    Raises:
        ValueError: one is an address.
    """
    found: list[PageFile] = []
    for name in named:
        path = Path(name)
        if name == STANDARD_INPUT:
            found.append(PageFile(name, "stdin"))
        elif path.is_dir():
            files = [PageFile(each, stem_of(os.path.relpath(each, path))) for each in _below(path)]
            found += files
            if not files:
                missing(name, "a folder without pages")
        elif path.exists():
            found.append(PageFile(name, stem_of(path.name)))
        elif name.startswith(WEB):
            raise ValueError(
                f"{name} is an address; --urls FILE fetches those in a list, and --urls - those that it reads"
            )
        elif has_magic(name):
            matching = sorted(each for each in glob(name, recursive=True) if Path(each).is_file())
            found += [PageFile(each, stem_of(Path(each).name)) for each in matching]
            if not matching:
                missing(name, "no file is called so")
        else:
            missing(name, "no such file or folder")
    return found


def stem_of(name: str) -> str:
    """Return a page's file name without its endings.

    >>> [stem_of(name) for name in ("a/b.html.gz", "v1.2", ".html")]
    ['a/b', 'v1.2', '.html']
    """
    for ending in (_PACKED, *PAGE_SUFFIXES):
        stem = name.removesuffix(ending)
        name = stem if Path(stem).name else name
    return name


def _below(folder: Path) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.lower().removesuffix(_PACKED).endswith(PAGE_SUFFIXES) or is_warc(name):
                yield os.path.join(place, name)


def read_addresses(file: str) -> list[str]:
    """Return the addresses of a list: a line each, blank lines and those that begin with # aside.

    Raises:
        OSError: it can't be read.
        ValueError: a line is no address.
    """
    content = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    lines = [line.strip() for line in content.decode("utf-8-sig", "replace").splitlines()]
    addresses = [line for line in lines if line and not line.startswith("#")]
    wrong = next((line for line in addresses if not line.lower().startswith(WEB)), None)
    if wrong is not None:
        raise ValueError(f"--urls is {file}, which has {wrong[:200]!r}; an address begins with http:// or https://")
    return list(dict.fromkeys(addresses))


def check_pages(pages: Sequence[str]) -> None:
    """Find out before anything is written that every page can be read.

    Raises:
        OSError: one can't be.
        ValueError: one is an address or a folder, not a file.
    """
    for page in pages:
        if page == STANDARD_INPUT:
            continue
        path = Path(page)
        if page.startswith(WEB) and not path.exists():
            raise ValueError(f"{page} is an address; pages are read from files: curl -L -o page.html '{page}'")
        if path.is_dir():
            raise ValueError(f"{page} is a folder; name its pages: {path / '*.html'}")
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


def read_file(page: str) -> bytes:
    """Return what an HTML file holds, unpacked where it is gzipped; - is standard input.

    No more is read than shows that the file is longer than what is extracted of a page.

    Raises:
        OSError: it can't be read, or is an archive of pages.
    """
    if page == STANDARD_INPUT:
        content = sys.stdin.buffer.read(_READ)
    else:
        with Path(page).open("rb") as file:
            content = file.read(_READ)
    content = _unpacked(content, page) if content.startswith(_GZIP) else content
    for begin, what in _NO_PAGES.items():
        if content.startswith(begin):
            raise OSError(errno.EINVAL, what, page)
    return content


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


class Place(NamedTuple):
    """Where a run goes on: ``file`` is an index of its files, ``offset`` is where the next record begins."""

    file: int
    offset: int


START = Place(0, 0)


def warc_pages(
    files: Sequence[str], encoding: str | None, start: Place = START
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
                    yield InputPage(key, name, message.body, record.url, message.charset or encoding, record.date)
