"""WARC files for the tests, made of the bundled site's pages by warcio itself."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from scrapy_maincontent.engines.warc import Response, WarcWriter

if TYPE_CHECKING:
    from collections.abc import Sequence


pytest.importorskip("fastwarc", reason="WARC files need the extra warc")
pytest.importorskip("warcio", reason="WARC files need the extra warc")

REPOSITORY = Path(__file__).parents[1]
SITE = REPOSITORY / "example_project" / "site"
PAGES = [path.read_bytes() for path in sorted((SITE / "courier").rglob("*.html"))[:4]]
HTML = ("Content-Type", "text/html; charset=utf-8")


def record(
    number: int,
    body: bytes | None = None,
    *,
    headers: Sequence[tuple[str, str]] = (HTML,),
    kind: str = "response",
    status: str = "200 OK",
    packed: bool = True,
    warc_headers: dict[str, str] | None = None,
) -> bytes:
    """Return a record of a page, or of another body; number N is page N of https://ring.example/."""
    out = io.BytesIO()
    writer = WARCWriter(out, gzip=packed, warc_version="WARC/1.1")
    body = PAGES[number % len(PAGES)] if body is None else body
    http = StatusAndHeaders(status, list(headers), protocol="HTTP/1.1") if kind in ("response", "request") else None
    writer.write_record(
        writer.create_warc_record(
            f"https://ring.example/{number}",
            kind,
            payload=io.BytesIO(body),
            length=len(body),
            http_headers=http,
            warc_headers_dict=warc_headers,
        )
    )
    return out.getvalue()


def raw_record(block: bytes) -> bytes:
    """Return a response record around any bytes, as no library would write it."""
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:0>\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
        "WARC-Target-URI: <https://ring.example/raw>\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n")


# A disk that is full, as far as this process can see.


# WARC files of the bundled site for pipelines of datatrove.

ALL_PAGES = [path.read_bytes() for path in sorted(SITE.rglob("*.html"))]


def write_warcs(folder: Path, *counts: int) -> Path:
    """Write a folder of WARC files, each with so many of the site's pages; numbers go on from file to file."""
    folder.mkdir()
    number = 0
    for place, count in enumerate(counts):
        writer = WarcWriter(folder, f"{place:02d}")
        for _ in range(count):
            page = ALL_PAGES[number % len(ALL_PAGES)]
            writer.write(Response(f"https://ring.example/{number}", 200, (("Content-Type", "text/html"),), page))
            number += 1
        writer.close()
    return folder
