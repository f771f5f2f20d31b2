"""The command ``extract``: pages in, text, JSON Lines or CSV out, through the killable workers.

Pages are files, whole folders of them, those of WARC files, or are fetched (`crawl.fetch`, which has Scrapy). Lines of
JSON from WARC files name the file and the bytes that the page was read from, and are written in the order of the
pages, so that the last whole line of an output is where another run goes on.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from pkgutil import resolve_name
from typing import IO, TYPE_CHECKING, Any

from .. import pool
from ..engines.warc import is_warc
from ..facts.advertisements import load_list
from ..files import printable
from ..methods import NEED_BOXES, load_model
from ..pool import InputPage, extract_in_order
from ..progress import ByteBar, bar
from ..rendering import FORMATS
from ..site_memory import open_sites
from .outputs import CSV, JSON, OF_ENDINGS, READ_FIRST, Folder, JsonLines, Output, Table, Texts, known_fields
from .sources import START, Place, find_pages, read_addresses, read_file, refuse_overwriting, warc_pages

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from ..engines.warc import Record
    from ..result import Extraction
    from .sources import PageFile


USE_SITES = ("crf",)
"""Methods that use what is known of a site."""
FETCH = "scrapy_maincontent.crawl.fetch:fetch_pages"
"""By its name: the command line goes without Scrapy elsewhere."""
_CHUNK = 1 << 20
"""Bytes that are looked through for the last line at a time."""
_RESTART = "--restart writes it anew"
_NO_NAME = re.compile(r"[^\w.-]+")


def extract_files(options: argparse.Namespace) -> int:
    """Extract every page that is named or listed; return 0 if one of them has a text, else 1."""
    loaded = load_model(options.method, options.model)
    if options.ad_list is not None:
        load_list(options.ad_list)
    if options.sites is not None:
        if options.method not in USE_SITES:
            raise ValueError(f"--sites is for {', '.join(USE_SITES)}; the method {options.method} does not use it")
        open_sites(options.sites)
    run = _Run(options)
    if options.urls is not None:
        return run.of_addresses()
    pages = run.pages
    if any(is_warc(page.path) for page in pages):
        return run.of_warcs(loaded.name)
    if options.restart:
        raise ValueError("--restart is for WARC files; pages are always extracted anew")
    return run.of_files()


class _Run:
    """A run of the command: counts its pages, and says on standard error what became of those without a text."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Look at what is named.

        Raises:
            ValueError: nothing is, options don't go together, or a file that is read would be overwritten.
        """
        self.options = options
        self.counts: Counter[str] = Counter()
        if bool(options.page) == (options.urls is not None):
            raise ValueError(
                "name files, folders or patterns, - for standard input, or --urls with a list of addresses"
            )
        if options.output and options.folder:
            raise ValueError("--output is one file, --folder one for each page: not both")
        self.addresses = [] if options.urls is None else read_addresses(options.urls)
        self.pages = find_pages(options.page, self._failed)
        self.of_several = len(self.addresses or self.pages) > 1 or any(is_warc(page.path) for page in self.pages)
        read = [*(page.path for page in self.pages), options.urls, options.model, options.ad_list, options.sites]
        if options.output:
            refuse_overwriting(read, options.output)
        self.format = self._format()
        self.fields = self._fields()

    @property
    def arguments(self) -> dict[str, Any]:
        """What pages are extracted with."""
        options = self.options
        is_text = self.format in FORMATS
        return {
            "method": options.method,
            "model": options.model,
            "balance": options.balance,
            "ad_list": options.ad_list,
            "formats": {self.format, *self.fields} & {*FORMATS},
            "site": options.sites,
            "links": options.links,
            "images": options.images,
            "front_matter": options.front_matter,
            "heading": options.heading,
            "names": (self.format,) if is_text else None if options.full else self.fields,
        }

    def of_files(self) -> int:
        """Extract files."""
        if self.pages:
            with self._output() as output:
                for page, result in extract_in_order(self._read(), self.arguments, self._workers()):
                    self._write(output, page.name, {"file": page.name, "name": page.key}, result)
        return self._finished()

    def of_addresses(self) -> int:
        """Fetch the addresses of a list and extract their pages, in the order in which they come."""
        if self.options.url is not None or self.options.sites is not None or self.options.restart:
            raise ValueError("--url, --sites and --restart are for files; pages of --urls are fetched")
        with self._output() as output, ByteBar(len(self.addresses), 0, "fetch", unit="") as progress:

            def take(asked: str, result: Extraction | None, reason: str) -> None:
                if result is None:
                    self._failed(asked, reason)
                else:
                    self._write(output, asked, {"asked": asked, "name": _NO_NAME.sub("-", asked)[:150]}, result)
                progress.reach(sum(self.counts.values()))

            resolve_name(FETCH)(self.addresses, self.arguments, self.options.workers, take)
        return self._finished()

    def of_warcs(self, model: str) -> int:
        """Extract the pages of WARC files; JSON Lines go on where an earlier run of the same command was ended."""
        files = [page.path for page in self.pages]
        _check(self.options, files)
        sizes = [Path(file).stat().st_size for file in files]
        is_resumed = self.format == JSON and self.options.output is not None
        with ExitStack() as stack:
            start, output = START, self._output()
            if is_resumed:
                path = self.options.output
                mode = "w+b" if self.options.restart or not path.exists() else "r+b"
                file = stack.enter_context(path.open(mode))
                start = _resumed(file, path, files, None if self.options.method in NEED_BOXES else model)
                output = _Continued(file, self.fields)
                self.counts["before"] = int(start != START)
            stack.enter_context(output)
            done = sum(sizes[: start.file])
            progress = stack.enter_context(ByteBar(sum(sizes), done + start.offset, "extract"))
            pages = warc_pages(files, self.options.encoding, start)
            try:
                for page, result in extract_in_order(pages, self.arguments, self._workers()):
                    number, record = page.key
                    self._write(output, page.name, _place(files[number], record), result)
                    progress.reach(sum(sizes[:number]) + record.offset + record.length)
            except KeyboardInterrupt:
                goes_on = "the same command goes on from here" if is_resumed else "not finished"
                sys.stderr.write(f"stopped; {goes_on}\n")
                return 1
            progress.reach(sum(sizes))
        return self._finished()

    def _format(self) -> str:
        """Return the format that is asked for, by name or by the output's ending; else text of one page."""
        given: str | None = self.options.format
        if given is None and self.options.output is not None:
            ending = self.options.output.suffix.lower()
            if ending == ".parquet":
                raise ValueError("extract writes no Parquet: crawls and corpus jobs do; name a .jsonl or .csv file")
            given = OF_ENDINGS.get(ending)
        if given is None:
            given = "text" if self.options.folder is not None or not self.of_several else JSON
        if (self.options.fields or self.options.full) and given in FORMATS:
            if self.options.format is not None:
                raise ValueError(f"--fields and --full are for json and csv; --format {given} has the text alone")
            given = JSON
        if given == CSV and self.options.folder is not None:
            raise ValueError("--format csv is one table: give it with --output")
        return given

    def _fields(self) -> Sequence[str]:
        if self.options.fields is not None:
            return tuple(self.options.fields)
        return tuple(known_fields()) if self.options.full else READ_FIRST

    def _output(self) -> Output:
        if self.options.folder is not None:
            read = [page.path for page in self.pages]
            return Folder(self.options.folder, self.format, self.fields, read)
        if self.format == JSON:
            return JsonLines(self.options.output, self.fields)
        if self.format == CSV:
            return Table(self.options.output, self.fields)
        return Texts(self.options.output, self.format, of_several=self.of_several)

    def _workers(self) -> int:
        """Return how many workers to use; one page alone needs none."""
        if self.options.workers is not None:
            return int(self.options.workers)
        return 0 if not self.of_several or pool.inline_reason() else pool.default_workers()

    def _read(self) -> Iterator[InputPage[str]]:
        """Yield the files; one that can't be read costs itself alone."""
        files: Sequence[PageFile] = self.pages
        for page in bar(files, "extract"):
            try:
                content = read_file(page.path)
            except OSError as error:
                self._failed(page.path, error.strerror or str(error))
                continue
            yield InputPage(page.name, page.path, content, self.options.url, self.options.encoding)

    def _write(self, output: Output, name: str, place: Mapping[str, Any], result: Extraction) -> None:
        self.counts["with text" if result.text else "without"] += 1
        if not result.text and self.format in FORMATS:
            sys.stderr.write(f"{printable(name)}: no text: {result.empty_reason}\n")
        is_folder = isinstance(output, Folder)
        output.write(name, place if is_folder else {key: place[key] for key in place if key != "name"}, result)

    def _failed(self, name: str, why: str) -> None:
        self.counts["not read"] += 1
        sys.stderr.write(f"{printable(name)}: not read: {printable(why)}\n")

    def _finished(self) -> int:
        """Say how many pages there were, where it is not one alone; return the exit status."""
        before = self.counts.pop("before", 0)
        if self.of_several or self.counts.total() > 1:
            parts = ", ".join(f"{self.counts[part]:,} {part}" for part in ("with text", "without", "not read"))
            sys.stderr.write(f"{self.counts.total():,} pages: {parts}\n")
        return 0 if self.counts["with text"] or before else 1


class _Continued(JsonLines):
    """JSON Lines behind those that an earlier run has written."""

    def __init__(self, file: IO[bytes], fields: Sequence[str]) -> None:
        super().__init__(None, fields)
        self._continued = file

    def put(self, text: str) -> None:
        """Write text."""
        self._continued.write(text.encode("utf-8", "replace"))


def _place(file: str, record: Record) -> dict[str, Any]:
    place = {"file": file, "offset": record.offset, "length": record.length, "record_id": record.record_id}
    return {**place, "date": record.date, "name": f"{Path(file).name}-{record.offset}"}


def _check(options: argparse.Namespace, files: Sequence[str]) -> None:
    if not all(map(is_warc, files)):
        raise ValueError("WARC files and other pages don't go into one output")
    if len(set(files)) < len(files):
        raise ValueError("a WARC file is named twice")
    if options.url is not None:
        raise ValueError("--url is for pages; WARC files know the URLs of theirs")


def _resumed(output: IO[bytes], path: Path, files: Sequence[str], model: str | None) -> Place:
    """Cut off a line that was begun, go to the output's end, and return where the run goes on."""
    end = _whole_lines(output)
    last = _last_line(output, end)
    place = START
    if last:
        try:
            line = json.loads(last)
            place = Place(files.index(line["file"]), line["offset"] + line["length"])
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
