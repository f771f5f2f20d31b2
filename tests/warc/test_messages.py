"""Bodies out of their codings, whatever the crawler that wrote the file did about them."""

from __future__ import annotations

import gzip
import io
import zlib

import pytest
from warc_files import HTML, PAGES, record

from scrapy_maincontent.engines.warc import read_pages

PAGE = PAGES[0]
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n"
MAX_BYTES = 1_000_000


def body(coded: bytes, *headers: tuple[str, str], max_bytes: int = MAX_BYTES) -> bytes:
    """Return the body of a page that was kept as it is given here."""
    (found,) = read_pages(io.BytesIO(record(0, coded, headers=[HTML, *headers])), max_bytes=max_bytes)
    assert found[1] is not None
    return found[1].body


@pytest.mark.parametrize(
    ("coded", "headers"),
    [
        (gzip.compress(PAGE), [("Content-Encoding", "gzip")]),
        (zlib.compress(PAGE), [("Content-Encoding", "deflate")]),
        (CHUNKED % (len(PAGE), PAGE), [("Transfer-Encoding", "chunked")]),
        (
            CHUNKED % (len(gzip.compress(PAGE, mtime=0)), gzip.compress(PAGE, mtime=0)),
            [("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")],
        ),
    ],
    ids=["gzip", "deflate", "chunked", "both"],
)
def test_bodies_as_they_were_sent(coded: bytes, headers: list[tuple[str, str]]) -> None:
    assert body(coded, *headers) == PAGE


@pytest.mark.parametrize("name", ["gzip", "br", "deflate", "no-such-coding"])
def test_bodies_taken_out_of_a_coding_that_the_header_still_names(name: str) -> None:
    assert body(PAGE, ("Content-Encoding", name)) == PAGE


def test_bodies_that_were_put_together_under_a_header_that_still_says_chunked() -> None:
    assert body(PAGE, ("Transfer-Encoding", "chunked")) == PAGE


def test_headers_as_common_crawl_renames_them() -> None:
    assert body(PAGE, ("X-Crawl-Content-Encoding", "gzip"), ("Content-Length", str(len(PAGE)))) == PAGE


def test_a_body_that_unpacks_to_very_much_is_cut() -> None:
    bomb = gzip.compress(b"<p>" + b" " * 50_000_000)
    assert len(body(bomb, ("Content-Encoding", "gzip"), max_bytes=1000)) == 1001


def test_the_charset_of_the_header_comes_along() -> None:
    for told, charset in (("text/html; charset=Shift_JIS", "shift_jis"), ('text/html;charset="euc-jp"', "euc-jp")):
        (found,) = read_pages(io.BytesIO(record(0, headers=[("Content-Type", told)])), max_bytes=MAX_BYTES)
        assert found[1].charset.lower() == charset
