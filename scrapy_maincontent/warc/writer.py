"""Responses into WARC 1.1 files: one gzip member for each record, written at once, in files of bounded size.

A process that dies leaves a file that reads to its last whole record. Files are never overwritten: their names carry
time, host, process and a number, and an existing one is passed by.
"""

from __future__ import annotations

import gzip
import os
import re
import socket
import threading
import time
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from io import FileIO
    from pathlib import Path

MAX_BYTES = 1_000_000_000
"""Bytes at which a file is full; the WARC standard's annex recommends 1 GB."""
_VERSION = "WARC/1.1"
_STANDARD = "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"
_LEVEL = 6
"""Of gzip. 9, warcio's own, takes two thirds longer for one per cent."""
_NO_NAME = re.compile(r"[^\w.-]+")
_CODED = frozenset(("content-encoding", "content-length", "transfer-encoding"))
"""Headers that tell how the body was sent, not how it is kept."""
_AS_SENT = "X-Crawl-"
"""What Common Crawl's files put before the names of these."""
_NO_PHRASE = "Unknown"


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
    """Return the standard's words for a status; those that the server sent are not known."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return _NO_PHRASE
