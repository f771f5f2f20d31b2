"""WARC files: `read_pages` yields the pages in them, `WarcWriter` writes responses to new ones. Without Scrapy.

A damaged record is reported, and reading goes on behind it. What is written is WARC 1.1, one gzip member for each
record, in files of bounded size: a process that dies leaves a file that reads to its last whole record. Files are never
overwritten: their names carry time, host, process and a number. Reading needs FastWARC, writing warcio; both come with
the extra ``warc``.
"""

from __future__ import annotations

import gzip
import os
import re
import socket
import threading
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from io import BytesIO
from itertools import count
from typing import IO, TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from io import FileIO
    from pathlib import Path


__all__ = [
    "BAD_RECORD",
    "Message",
    "OneStreamError",
    "Record",
    "Response",
    "WarcWriter",
    "Written",
    "is_warc",
    "read_message",
    "read_pages",
    "read_records",
]


BAD_RECORD = "bad_record"
"""Reason of a record that can't be read: damaged, cut off, or no HTTP response."""
RESPONSE = "response"
"""`Record.type` of the records that hold pages."""
MAX_BLOCK = 64 * 1024 * 1024
"""Bytes of a record that are read; the rest of a longer one is passed over."""
SUFFIXES = (".warc", ".warc.gz")

_GZIP = b"\x1f\x8b"
_MEMBER = b"\x1f\x8b\x08"
_VERSION_MARK = b"WARC/"
_BLANK = b"\r\n\r\n"
_BETWEEN = _BLANK + _VERSION_MARK
_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,15})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
MAX_HEAD = 32 * 1024
"""Bytes of a record's headers; those of a longer head are a damaged record's."""
_CHUNK = 1 << 20
_PROBED = 512
"""Compressed bytes that are enough to see how a gzip member begins."""
_ANY_WINDOW = zlib.MAX_WBITS | 16
PAGE_TYPES = frozenset(("text/html", "application/xhtml+xml"))
"""Media types of pages."""
OK_STATUSES = range(200, 300)
"""Status codes of responses whose body is the page that was asked for."""

MAX_BYTES = 1_000_000_000
"""Bytes at which a file is full; the WARC standard's annex recommends 1 GB."""
_VERSION = "WARC/1.1"
_STANDARD = "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"
_LEVEL = 6
"""Of gzip. 9, warcio's own, takes two thirds longer for one per cent."""
_NO_NAME = re.compile(r"[^\w.-]+")
_CODED = frozenset(("content-encoding", "content-length", "transfer-encoding"))
"""Headers of how the body was sent, not of how it is kept."""
_AS_SENT = "X-Crawl-"
"""What Common Crawl's files put before the names of these."""
_NO_PHRASE = "Unknown"


class OneStreamError(ValueError):
    """The file is one gzip stream, not one member for each record: no record in it has an offset of its own."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record. ``offset`` and ``length`` are in bytes of the file: compressed ones where it is compressed.

    ``length`` reaches to the next record. ``block`` is empty but for responses. ``fault`` is `BAD_RECORD` or ``None``.
    """

    offset: int
    length: int = 0
    type: str = ""
    url: str | None = None
    record_id: str | None = None
    date: str | None = None
    payload_type: str | None = None
    block: bytes = b""
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """An HTTP response. ``body`` has at most one byte more than was asked for; ``None`` where a header is missing."""

    status: int | None
    media_type: str | None
    charset: str | None
    body: bytes

    @property
    def is_page(self) -> bool:
        """Whether this is a page by status and type; one without a type may be one."""
        return self.status in OK_STATUSES and (self.media_type is None or self.media_type in PAGE_TYPES)


def is_warc(path: str | Path) -> bool:
    """Return True for a file name that ends as those of WARC files do."""
    return str(path).lower().endswith(SUFFIXES)


def read_pages(stream: IO[bytes], start: int = 0, *, max_bytes: int) -> Iterator[tuple[Record, Message | None]]:
    """Yield the responses that are pages, and, without a message, every record that can't be read.

    ``start`` is the offset of the first record to look at, ``max_bytes`` those of a body that are kept, plus one.

    Raises:
        OneStreamError: the records are not compressed one by one.
        ModuleNotFoundError: FastWARC is not installed.
    """
    for record in read_records(stream, start):
        if record.fault is not None:
            yield record, None
        elif record.type == RESPONSE and record.payload_type in (None, *PAGE_TYPES):
            try:
                message = read_message(record.block, max_bytes)
            except OSError:
                yield replace(record, fault=BAD_RECORD), None
                continue
            if message.is_page:
                yield record, message


def read_records(stream: IO[bytes], start: int = 0) -> Iterator[Record]:
    """Yield every record from an offset on, in order; each byte of the file belongs to exactly one.

    Raises what `read_pages` raises.
    """
    size = stream.seek(0, 2)
    compressed = _is_compressed(stream, size)
    position = start
    while position < size:
        held: Record | None = None
        with suppress(OSError):
            for record in _run(stream, position):
                if held is not None:
                    yield replace(held, length=record.offset - held.offset)
                held = record
        if held is None:
            held = Record(position, fault=BAD_RECORD)
            position = _next_start(stream, position + 1, size, compressed=compressed)
        else:
            position = (_end if compressed else _plain_end)(stream, held, size)
        yield replace(held, length=position - held.offset)


def read_message(block: bytes, max_bytes: int) -> Message:
    """Return the response that a record's block holds, its body cut one byte past ``max_bytes``.

    Crawlers differ in what they keep: bodies as they were sent, or taken out of their codings under headers that still
    name them. A body that does not have the codings named is taken as it is.

    Raises:
        OSError: the block is no HTTP response.
    """
    try:
        return _message(block, "all", max_bytes)
    except OSError:
        return _message(block, "none", max_bytes)


def _message(block: bytes, coding: Literal["all", "none"], max_bytes: int) -> Message:
    """Return a response with its body taken out of its transfer and content codings, or as it is kept."""
    from fastwarc.warc import WarcRecord, WarcRecordType

    record = WarcRecord()
    record.init_headers(WarcRecordType.response)
    record.is_http = True
    record.set_bytes_content(block)
    # Old servers end header lines with a line feed alone, which only this mode understands.
    record.parse_http(auto_decode=coding, quirks_mode=True)
    body = record.reader.read(max_bytes + 1)
    kind, charset = record.http_content_type, record.http_charset
    return Message(
        record.http_headers.status_code,
        kind.strip().lower() if kind else None,
        charset.strip("\"' ") or None if charset else None,
        body,
    )


def _run(stream: IO[bytes], start: int) -> Iterator[Record]:
    """Yield records up to the first that has a fault. Raises OSError where what follows is no record."""
    from fastwarc.warc import ArchiveIterator

    stream.seek(start)
    last = start - 1
    for found in ArchiveIterator(stream, parse_http=False):
        if found.stream_pos <= last:
            name = getattr(stream, "name", "the file")
            raise OneStreamError(
                f"{name} is compressed as one stream, not record by record; `warcio recompress` repairs that"
            )
        last = found.stream_pos
        headers = found.headers
        record = Record(
            last,
            type=(headers.get("WARC-Type") or "").strip().lower(),
            url=(headers.get("WARC-Target-URI") or "").strip("<> ") or None,
            record_id=headers.get("WARC-Record-ID"),
            date=headers.get("WARC-Date"),
            payload_type=(headers.get("WARC-Identified-Payload-Type") or "").strip().lower() or None,
        )
        is_response = record.type == RESPONSE
        expected = found.content_length
        try:
            block = found.reader.read(min(MAX_BLOCK, expected)) if is_response and expected else b""
        except OSError:
            block = b""
        whole = (headers.get("Content-Length") or "").strip().isdigit()
        if not whole or (is_response and len(block) < min(MAX_BLOCK, expected)):
            yield replace(record, fault=BAD_RECORD)
            return
        yield replace(record, block=block)


def _is_compressed(stream: IO[bytes], size: int) -> bool:
    begin = _at(stream, 0, len(_VERSION_MARK))
    if begin.startswith(_GZIP) or begin == _VERSION_MARK:
        return begin != _VERSION_MARK
    # The first record is damaged: look at the others.
    return _next_start(stream, 0, size, compressed=True) < size


def _at(stream: IO[bytes], offset: int, count: int) -> bytes:
    stream.seek(offset)
    return stream.read(count)


def _end(stream: IO[bytes], record: Record, size: int) -> int:
    """Return where a record's gzip member ends; of a damaged one, where the next record begins."""
    inflate = zlib.decompressobj(_ANY_WINDOW)
    stream.seek(record.offset)
    read = 0
    with suppress(zlib.error):
        while not inflate.eof and (chunk := stream.read(_CHUNK)):
            read += len(chunk)
            inflate.decompress(chunk, _CHUNK)
            while inflate.unconsumed_tail and not inflate.eof:
                inflate.decompress(inflate.unconsumed_tail, _CHUNK)
    if inflate.eof:
        return record.offset + read - len(inflate.unused_data)
    # Damage may also swallow the members that follow, without any error.
    return _next_start(stream, record.offset + 1, size, compressed=True)


def _plain_end(stream: IO[bytes], record: Record, size: int) -> int:
    """Return where a record ends that is not compressed, blank lines included; of a damaged one as `_end` does."""
    head = _at(stream, record.offset, MAX_HEAD)
    length = _LENGTH.search(head)
    if record.fault is not None or length is None:
        return _next_start(stream, record.offset + 1, size, compressed=False)
    end = min(record.offset + head.find(_BLANK) + len(_BLANK) + int(length[1]), size)
    behind = _at(stream, end, len(_BLANK))
    return end + len(behind) - len(behind.lstrip(b"\r\n"))


def _next_start(stream: IO[bytes], offset: int, size: int, *, compressed: bool) -> int:
    """Return the first offset from the one given on at which a record begins, the file's size where none does."""
    mark = _MEMBER if compressed else _BETWEEN
    while offset < size:
        window = _at(stream, offset, _CHUNK)
        found = window.find(mark)
        while found >= 0:
            if not compressed:
                return offset + found + len(_BETWEEN) - len(_VERSION_MARK)
            probe = window[found : found + _PROBED]
            if _begins_record(probe if len(probe) == _PROBED else _at(stream, offset + found, _PROBED)):
                return offset + found
            found = window.find(mark, found + 1)
        # A mark may lie across two windows.
        offset += max(len(window) - len(mark) + 1, 1)
    return size


def _begins_record(member: bytes) -> bool:
    try:
        return zlib.decompressobj(_ANY_WINDOW).decompress(member, len(_VERSION_MARK)) == _VERSION_MARK
    except zlib.error:
        return False


@dataclass(frozen=True, slots=True)
class Response:
    """What is known of a response: ``body`` without content coding, ``headers`` as they were sent."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    protocol: str | None = None
    ip_address: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Where a record is: the file's name without its folder, and bytes in it."""

    file: str
    offset: int
    length: int


@dataclass(slots=True)
class WarcWriter:
    """Writes response records below a folder, in any thread, and opens files as it needs them.

    ``prefix`` begins the files' names. A file that has ``max_bytes`` or more is closed. ``information`` goes into the
    warcinfo record that begins each file. ``opened`` counts files, ``written`` their bytes.
    """

    folder: Path
    prefix: str
    max_bytes: int = MAX_BYTES
    information: Mapping[str, str] = field(default_factory=dict)
    opened: int = 0
    written: int = 0
    _file: FileIO | None = None
    _name: str = ""
    _size: int = 0
    _numbers: count[int] = field(default_factory=count)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.prefix = _NO_NAME.sub("_", self.prefix)

    def write(self, response: Response) -> Written:
        """Write a response record; when this returns, the system has it.

        Raises:
            ModuleNotFoundError: warcio is not installed.
            OSError: the file can't be written. What was written of the record is taken back.
        """
        content = _response_record(response)
        with self._lock:
            if self._file is None:
                self._open()
            written = Written(self._name, self._size, len(content))
            self._append(content)
            if self._size >= self.max_bytes:
                self._close()
        return written

    def close(self) -> None:
        """Close the file; a later record opens another one."""
        with self._lock:
            self._close()

    def _open(self) -> None:
        stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime())
        host = _NO_NAME.sub("_", socket.gethostname()).partition(".")[0]
        for number in self._numbers:
            name = f"{self.prefix}-{stamp}-{host}-{os.getpid()}-{number:05d}.warc.gz"
            try:
                # Unbuffered: what a process has written survives its death.
                self._file = (self.folder / name).open("xb", buffering=0)
            except FileExistsError:
                continue
            break
        self._name, self._size = name, 0
        try:
            self._append(_information_record(name, self.information))
        except OSError:
            self._close()
            (self.folder / name).unlink(missing_ok=True)
            raise
        self.opened += 1

    def _append(self, content: bytes) -> None:
        assert self._file is not None, "opened before anything is written"
        rest = memoryview(content)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            self._take_back()
            raise
        self._size += len(content)
        self.written += len(content)

    def _take_back(self) -> None:
        """Cut off a record that was begun, so that the next one follows a whole one."""
        assert self._file is not None, "called while a record is written"
        try:
            self._file.truncate(self._size)
            self._file.seek(self._size)
        except OSError:
            self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _response_record(response: Response) -> bytes:
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter

    http = (response.protocol or "").upper().startswith("HTTP/")
    warc_headers = {}
    if response.ip_address:
        warc_headers["WARC-IP-Address"] = response.ip_address
    if response.protocol and not http:
        warc_headers["WARC-Protocol"] = response.protocol
    out = BytesIO()
    writer = WARCWriter(out, gzip=False, warc_version=_VERSION)
    record = writer.create_warc_record(
        response.url,
        "response",
        payload=BytesIO(response.body),
        length=len(response.body),
        warc_headers_dict=warc_headers,
        http_headers=StatusAndHeaders(
            f"{response.status} {_phrase(response.status)}",
            _kept_headers(response),
            protocol=response.protocol if http else "HTTP/1.1",
        ),
    )
    writer.write_record(record)
    return gzip.compress(out.getbuffer(), _LEVEL, mtime=0)


def _information_record(name: str, information: Mapping[str, str]) -> bytes:
    from warcio.warcwriter import WARCWriter

    out = BytesIO()
    writer = WARCWriter(out, gzip=False, warc_version=_VERSION)
    conforms = {"format": "WARC File Format 1.1", "conformsTo": _STANDARD}
    writer.write_record(writer.create_warcinfo_record(name, {**information, **conforms}))
    return gzip.compress(out.getbuffer(), _LEVEL, mtime=0)


def _kept_headers(response: Response) -> list[tuple[str, str]]:
    """Return the headers as they were sent, those of codings under another name, and the length of the body kept."""
    kept = [(_AS_SENT + name if name.lower() in _CODED else name, value) for name, value in response.headers]
    return [*kept, ("Content-Length", str(len(response.body)))]


def _phrase(status: int) -> str:
    """Return the standard's phrase for a status; the one that the server sent is not known."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return _NO_PHRASE
