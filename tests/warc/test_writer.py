"""Writing WARC files: what stands in them, as warcio and FastWARC read it, and what is left when something breaks."""

from __future__ import annotations

import base64
import hashlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator as FastIterator
from fastwarc.warc import WarcRecordType
from package_root import ROOT
from warc_files import PAGES
from warcio.archiveiterator import ArchiveIterator

from scrapy_maincontent.engines.warc import Response, WarcWriter, read_records

sys.path.append(str(Path(__file__).parents[1]))

from disk_tools import small_disk

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
