"""The records of a WARC file, one after the other. A damaged record is reported, and reading goes on behind it."""

from __future__ import annotations

import re
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO, TYPE_CHECKING

from .messages import PAGE_TYPES, Message, read_message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BAD_RECORD = "bad_record"
"""Reason of a record that can't be read: damaged, cut off, or no HTTP response."""
RESPONSE = "response"
"""`Record.type` of the records that hold pages."""
MAX_BLOCK = 64 * 1024 * 1024
"""Bytes of a record that are read; the rest of a longer one is passed over."""
SUFFIXES = (".warc", ".warc.gz")

_GZIP = b"\x1f\x8b"
_MEMBER = b"\x1f\x8b\x08"
_VERSION = b"WARC/"
_BLANK = b"\r\n\r\n"
_BETWEEN = _BLANK + _VERSION
_LENGTH = re.compile(rb"^Content-Length:[ \t]*(\d{1,15})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
MAX_HEAD = 32 * 1024
"""Bytes of a record's headers; those of a longer head are a damaged record's."""
_CHUNK = 1 << 20
_PROBED = 512
"""Compressed bytes that are enough to see how a gzip member begins."""
_ANY_WINDOW = zlib.MAX_WBITS | 16


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


def is_warc(path: str | Path) -> bool:
    """Tell by its name whether a file is a WARC file."""
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


def _run(stream: IO[bytes], start: int) -> Iterator[Record]:
    """Yield records up to the first that has a fault. Raises OSError where what follows is no record."""
    from fastwarc.warc import ArchiveIterator

    stream.seek(start)
    last = start - 1
    for found in ArchiveIterator(stream, parse_http=False):
        if found.stream_pos <= last:
            raise OneStreamError("compressed as one stream, not record by record; `warcio recompress` repairs that")
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
    begin = _at(stream, 0, len(_VERSION))
    if begin.startswith(_GZIP) or begin == _VERSION:
        return begin != _VERSION
    # The first record is damaged: the others tell.
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
    told = _LENGTH.search(head)
    if record.fault is not None or told is None:
        return _next_start(stream, record.offset + 1, size, compressed=False)
    end = min(record.offset + head.find(_BLANK) + len(_BLANK) + int(told[1]), size)
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
                return offset + found + len(_BETWEEN) - len(_VERSION)
            probe = window[found : found + _PROBED]
            if _begins_record(probe if len(probe) == _PROBED else _at(stream, offset + found, _PROBED)):
                return offset + found
            found = window.find(mark, found + 1)
        # A mark may lie across two windows.
        offset += max(len(window) - len(mark) + 1, 1)
    return size


def _begins_record(member: bytes) -> bool:
    try:
        return zlib.decompressobj(_ANY_WINDOW).decompress(member, len(_VERSION)) == _VERSION
    except zlib.error:
        return False
