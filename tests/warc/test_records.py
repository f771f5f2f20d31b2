"""Reading WARC files, whole ones and damaged ones."""

from __future__ import annotations

import gzip
import io
import random

import pytest
from warc_files import PAGES, raw_record, record

from scrapy_maincontent.engines.warc import BAD_RECORD, OneStreamError, is_warc, read_pages, read_records

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
