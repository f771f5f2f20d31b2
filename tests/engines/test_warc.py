"""Reading WARC files, whole ones and damaged ones."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import random
import signal
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import pytest
from edge_tools import small_disk
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from package_root import ROOT
from warc_files import HTML, PAGES, raw_record, record
from warcio.archiveiterator import ArchiveIterator

from scrapy_maincontent.engines.warc import (
    BAD_RECORD,
    OneStreamError,
    Response,
    WarcWriter,
    is_warc,
    read_pages,
    read_records,
)

MAX_BYTES = 1_000_000


def pages(content: bytes, start: int = 0) -> list[tuple[int, str | None, str | None]]:
    """Return offset, URL and fault of what comes out of a file."""
    found = read_pages(io.BytesIO(content), start, max_bytes=MAX_BYTES)
    return [(each.offset, each.url, each.fault) for each, _ in found]


def covered(content: bytes) -> bool:
    """Tell whether the records lie one behind the other, from the first byte to the last."""
    position = 0
    for each in read_records(io.BytesIO(content)):
        if each.offset != position:
            return False
        position += each.length
    return position == len(content)


@pytest.mark.parametrize("packed", [True, False])
def test_records_have_their_place(packed: bool) -> None:
    parts = [record(number, packed=packed) for number in range(4)]
    found = list(read_pages(io.BytesIO(b"".join(parts)), max_bytes=MAX_BYTES))
    assert [each.length for each, _ in found] == [len(part) for part in parts]
    assert [message.body for _, message in found] == PAGES
    assert [each.url for each, _ in found] == [f"https://ring.example/{number}" for number in range(4)]
    for each, message in found:
        assert each.record_id.startswith("<urn:uuid:")
        assert each.date.startswith("20")
        assert (message.status, message.media_type, message.charset) == (200, "text/html", "utf-8")


def test_reading_starts_at_any_record() -> None:
    parts = [record(number) for number in range(4)]
    content = b"".join(parts)
    assert pages(content, len(parts[0]) + len(parts[1])) == pages(content)[2:]
    assert pages(content, len(content)) == []


def test_only_pages_come_out() -> None:
    parts = [
        record(0, kind="request", body=b""),
        record(1, headers=[("Content-Type", "application/json")], body=b"{}"),
        record(2, status="404 Not Found"),
        record(3, status="301 Moved Permanently"),
        record(4, warc_headers={"WARC-Identified-Payload-Type": "application/pdf"}),
        record(5, kind="metadata", body=b"note: none"),
        record(6, headers=[("Content-Type", "Application/XHTML+XML")]),
        record(7, headers=[]),
        record(8, headers=[("Content-Type", "text/html")], warc_headers={"WARC-Identified-Payload-Type": "text/html"}),
    ]
    assert [url.rpartition("/")[2] for _, url, _ in pages(b"".join(parts))] == ["6", "7", "8"]


@pytest.mark.parametrize("packed", [True, False])
def test_a_file_cut_anywhere_reads_to_its_last_whole_record(packed: bool) -> None:
    whole, last = record(0, packed=packed), record(1, b"<p>The mill pond was cleared in spring.", packed=packed)
    for cut in range(1, len(last) - 32):
        content = whole + last[:cut]
        found = pages(content)
        assert found[0] == (0, "https://ring.example/0", None), cut
        assert found[1:] == [(len(whole), found[-1][1], BAD_RECORD)], cut
        assert covered(content), cut


def test_reading_goes_on_behind_a_record_cut_anywhere() -> None:
    first, cut, last = record(0), record(1, b"<p>The mill pond was cleared in spring."), record(2)
    for length in range(1, len(cut) - 32):
        content = first + cut[:length] + last
        found = pages(content)
        assert [fault for _, _, fault in found] == [None, BAD_RECORD, None], length
        assert found[2][:2] == (len(first) + length, "https://ring.example/2"), length
        assert covered(content), length


@pytest.mark.parametrize("where", [0, 1, 3, 12, 40, 200, 400, -30, -1])
@pytest.mark.parametrize("damage", [b"\x00", b"\xff" * 9, b"\x1f\x8b\x08"])
def test_reading_goes_on_behind_a_damaged_record(where: int, damage: bytes) -> None:
    first, last = record(0), record(2)
    broken = bytearray(record(1))
    broken[where : where + len(damage) if where != -1 else None] = damage
    content = first + bytes(broken) + last
    found = pages(content)
    assert found[0][2] is None
    assert found[-1] == (len(first) + len(broken), "https://ring.example/2", None)
    assert covered(content)


def test_lengths_that_lie_cost_their_own_record() -> None:
    parts = [record(number) for number in range(4)]
    plain = gzip.decompress(parts[1])
    for told in (b"Content-Length: 9999999", b"Content-Length: 3", b"Content-Length: none", b"Content-Length: -4"):
        head, _, rest = plain.partition(b"Content-Length: ")
        content = parts[0] + gzip.compress(head + told + b"\r\n" + rest.partition(b"\r\n")[2]) + parts[2] + parts[3]
        urls = [url for _, url, fault in pages(content) if fault is None]
        assert [f"https://ring.example/{number}" for number in (0, 2, 3)] == [
            url for url in urls if url != "https://ring.example/1"
        ]
        assert covered(content)


def test_what_is_no_warc_file_is_one_bad_record() -> None:
    for content in (
        b"<html><p>No archive</p></html>",
        gzip.compress(b"<p>No archive"),
        b"\x1f\x8b\x08",
        b"\x00" * 5000,
    ):
        assert pages(content) == [(0, None, BAD_RECORD)]
    assert pages(b"") == []


def test_records_in_one_gzip_stream_are_refused() -> None:
    content = gzip.compress(b"".join(record(number, packed=False) for number in range(4)))
    with pytest.raises(OneStreamError, match="warcio recompress"):
        pages(content)


def test_a_file_in_one_gzip_stream_is_named(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(gzip.compress(b"".join(record(number, packed=False) for number in range(4))))
    with path.open("rb") as file, pytest.raises(OneStreamError, match=r"crawl\.warc\.gz is compressed as one stream"):
        list(read_pages(file, max_bytes=10**6))


@pytest.mark.parametrize(
    ("block", "body"),
    [
        (b"HTTP/1.0 200 OK\nContent-type: TEXT/HTML\n\nline feeds alone", b"line feeds alone"),
        (b"HTTP/1.1 200\r\nContent-Type: text/html\r\nno colon here\r\n\r\nlate", b"late"),
        (b"HTTP/2 200\r\nContent-Type: text/html\r\n\r\nsecond", b"second"),
    ],
)
def test_sloppy_responses_are_read(block: bytes, body: bytes) -> None:
    (found,) = read_pages(io.BytesIO(raw_record(block)), max_bytes=MAX_BYTES)
    assert found[1].body == body


def test_a_record_without_a_response_is_no_page() -> None:
    assert pages(raw_record(b"no response at all") + raw_record(b"") + record(3)) == [
        (len(raw_record(b"no response at all")) + len(raw_record(b"")), "https://ring.example/3", None)
    ]


def test_names_tell_warc_files() -> None:
    assert is_warc("crawl.warc.gz")
    assert is_warc("A.WARC")
    assert not is_warc("warc.html.gz")


@pytest.mark.parametrize("seed", range(200))
def test_damage_of_any_kind_costs_its_own_record(seed: int) -> None:
    chance = random.Random(seed)
    parts = [record(number, chance.randbytes(chance.choice([20, 300, 3_000]))) for number in range(6)]
    hit = chance.randrange(6)
    broken = bytearray(parts[hit])
    for _ in range(chance.choice([1, 1, 2, 5])):
        start, noise = chance.randrange(len(broken)), chance.randbytes(chance.choice([1, 3, 50]))
        end = start + chance.choice([0, len(noise), 2 * len(noise)])
        broken[start:end] = noise
    parts[hit] = bytes(broken)
    content = b"".join(parts)
    whole = {each.url for each in read_records(io.BytesIO(content)) if each.fault is None}
    assert whole >= {f"https://ring.example/{number}" for number in range(6) if number != hit}
    assert covered(content)


# Bodies out of their codings, whatever the crawler that wrote the file did about them.

PAGE = PAGES[0]
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n"


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


# Writing WARC files: what stands in them, as warcio and FastWARC read it, and what is left when something breaks.

HEADERS = (
    ("Content-Type", "text/html; charset=utf-8"),
    ("Content-Encoding", "gzip"),
    ("Content-Length", "77"),
    ("Set-Cookie", "a=1"),
    ("Set-Cookie", "b=2"),
)
ENDLESS = """
import os, sys
from pathlib import Path
from scrapy_maincontent.engines.warc import Response, WarcWriter
writer = WarcWriter(Path(sys.argv[1]), "killed")
number = 0
while True:
    writer.write(Response(f"https://ring.example/{number}", 200, (), os.urandom(20_000)))
    number += 1
    print(number, flush=True)
"""


def response(number: int = 0, **changes: object) -> Response:
    given = {"url": f"https://ring.example/{number}", "status": 200, "headers": HEADERS, "body": PAGES[number % 4]}
    return Response(**(given | changes))


def test_warcio_reads_what_was_written(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, "ring", information={"software": "tests"})
    places = [writer.write(response(number, ip_address="192.0.2.7")) for number in range(4)]
    writer.close()
    (path,) = tmp_path.iterdir()
    with path.open("rb") as file:
        archive = ArchiveIterator(file, check_digests="raise")
        info = next(archive)
        assert (info.rec_type, info.rec_headers.protocol) == ("warcinfo", "WARC/1.1")
        assert b"software: tests" in info.content_stream().read()
        for number, (place, record) in enumerate(zip(places, archive, strict=True)):
            body = record.content_stream().read()
            assert body == PAGES[number]
            assert (archive.get_record_offset(), archive.get_record_length()) == (place.offset, place.length)
            digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
            told = record.rec_headers
            assert told.get_header("WARC-Payload-Digest") == f"sha1:{digest}"
            assert told.get_header("WARC-IP-Address") == "192.0.2.7"
            assert told.get_header("WARC-Record-ID").startswith("<urn:uuid:")
            assert told.get_header("WARC-Date").endswith("Z")


def test_fastwarc_reads_what_was_written(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, "ring")
    places = [writer.write(response(number)) for number in range(4)]
    writer.close()
    with (tmp_path / places[0].file).open("rb") as file:
        records = FastIterator(file, record_types=WarcRecordType.response, verify_digests=True)
        found = [(record.stream_pos, record.reader.read()) for record in records]
    assert found == [(place.offset, page) for place, page in zip(places, PAGES, strict=True)]


def test_headers_say_how_the_body_was_sent_and_how_it_is_kept(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, "ring")
    place = writer.write(response(protocol="h2", status=299))
    writer.close()
    with (tmp_path / place.file).open("rb") as file:
        _, record = ArchiveIterator(file)
        headers = record.http_headers.headers
    assert record.http_headers.protocol == "HTTP/1.1"
    assert record.rec_headers.get_header("WARC-Protocol") == "h2"
    assert headers == [
        ("Content-Type", "text/html; charset=utf-8"),
        ("X-Crawl-Content-Encoding", "gzip"),
        ("X-Crawl-Content-Length", "77"),
        ("Set-Cookie", "a=1"),
        ("Set-Cookie", "b=2"),
        ("Content-Length", str(len(PAGES[0]))),
    ]


def test_full_files_are_followed_by_new_ones(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, "a ring/of sites", max_bytes=5_000)
    places = [writer.write(response(number)) for number in range(12)]
    writer.close()
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == sorted({place.file for place in places})
    assert all(path.name.startswith("a_ring_of_sites-") for path in files)
    assert all(path.stat().st_size >= 5_000 for path in files[:-1])
    assert (writer.opened, writer.written) == (len(files), sum(path.stat().st_size for path in files))


def test_files_are_never_overwritten(tmp_path: Path) -> None:
    writers = [WarcWriter(tmp_path, "same", max_bytes=1) for _ in range(3)]
    places = [writer.write(response(number)) for number in range(3) for writer in writers]
    assert len({place.file for place in places}) == len(places) == len(list(tmp_path.iterdir()))


def test_threads_may_write_at_once(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, "threads", max_bytes=30_000)
    places: list[tuple[int, object]] = []

    def write(first: int) -> None:
        places.extend((number, writer.write(response(number))) for number in range(first, first + 10))

    threads = [threading.Thread(target=write, args=(10 * each,)) for each in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert len(places) == 40
    for number, place in places:
        with (tmp_path / place.file).open("rb") as file:
            record = next(read_records(file, place.offset))
        assert (record.url, record.length) == (f"https://ring.example/{number}", place.length)


def test_a_full_disk_leaves_whole_records(tmp_path: Path) -> None:
    writer = WarcWriter(tmp_path, "full")
    first = writer.write(response(0, body=os.urandom(500)))
    with small_disk(4_000), pytest.raises(OSError, match="too large"):
        writer.write(response(1, body=os.urandom(10_000)))
    last = writer.write(response(2, body=os.urandom(500)))
    writer.close()
    with (tmp_path / first.file).open("rb") as file:
        records = list(read_records(file))
    assert [record.fault for record in records] == [None] * 3
    assert [record.offset for record in records[1:]] == [first.offset, last.offset]


def test_no_room_for_a_new_file_leaves_none(tmp_path: Path) -> None:
    with small_disk(100), pytest.raises(OSError, match="too large"):
        WarcWriter(tmp_path, "full").write(response())
    assert list(tmp_path.iterdir()) == []


def test_a_killed_process_leaves_every_record_that_it_was_told_of(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) >= 20:
            process.send_signal(signal.SIGKILL)
            break
    told = max([20, *(int(line) for line in process.stdout)])
    process.wait()
    process.stdout.close()
    with next(Path(tmp_path).iterdir()).open("rb") as file:
        urls = [record.url for record in read_records(file) if record.type == "response" and record.fault is None]
    assert urls[:told] == [f"https://ring.example/{number}" for number in range(told)]
    assert len(urls) <= told + 1
