"""Crawls that keep their pages in WARC files, and what can go wrong with those."""

from __future__ import annotations

import gzip
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from edge_site import article, lead
from edge_spiders import Pages
from edge_tools import crawl_apart as crawl_in
from edge_tools import small_disk

from scrapy_maincontent.cli import main
from scrapy_maincontent.engines.warc import read_records

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl

warcio = pytest.importorskip("warcio", reason="WARC files need the extra warc")
fastwarc = pytest.importorskip("fastwarc.warc", reason="WARC files need the extra warc")

SMALL = 4_000
"""Bytes that a file of the tests may reach; some three pages."""


def record_at(folder: Path, place: dict[str, Any]) -> bytes:
    """Return the record that an item names, read as any tool would: by file, offset and length."""
    with (folder / place["file"]).open("rb") as file:
        file.seek(place["offset"])
        return gzip.decompress(file.read(place["length"]))


def test_items_say_where_their_page_is_kept(
    crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    folder = tmp_path / "archive" / "today"
    pages = [page_file(number) for number in range(1, 11)]
    crawl = crawl_apart(pages, {"MAINCONTENT_WARC": str(folder), "MAINCONTENT_WARC_MAX_BYTES": SMALL})
    assert crawl.status == 0, crawl.log
    for number, page in enumerate(pages, 1):
        (item,) = (item for item in crawl.items if item["url"] == page)
        record = record_at(folder, item["mainContent"]["warc"]).decode()
        assert f"WARC-Target-URI: {page}\r\n" in record
        assert article(number) in record
        assert lead(number) in item["articleBody"]
    files = sorted(folder.iterdir())
    assert len(files) > 2
    assert crawl.counts("warc") == {
        "records": len(pages),
        "files": len(files),
        "bytes": sum(file.stat().st_size for file in files),
    }


def test_without_the_setting_nothing_is_kept(crawl_here: Callable[..., Crawl], page_file: Callable[..., str]) -> None:
    crawl = crawl_here(Pages, pages=[page_file()])
    assert "warc" not in crawl.items[0]["mainContent"]
    assert crawl.counts("warc") == {}


@pytest.mark.slow
def test_headers_are_kept_and_those_of_codings_renamed(
    crawl_apart: Callable[..., Crawl], site: str, tmp_path: Path
) -> None:
    crawl = crawl_apart([f"{site}/packed/5"], {"MAINCONTENT_WARC": str(tmp_path)})
    assert lead(5) in crawl.items[0]["articleBody"]
    (path,) = tmp_path.glob("*.warc.gz")
    with path.open("rb") as file:
        record = next(iter(fastwarc.ArchiveIterator(file, record_types=fastwarc.WarcRecordType.response)))
        headers = {name.lower(): value for name, value in record.http_headers}
        body = record.reader.read()
        status, address = record.http_headers.status_code, record.headers["WARC-IP-Address"]
    assert headers["content-length"] == str(len(body))
    assert b"ferry landing" in body
    assert "content-encoding" not in headers
    assert (status, address) == (200, "127.0.0.1")


def test_pages_that_are_not_handed_to_extraction_are_not_kept(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pages = [page_file(1), (page_file(2), {"maincontent": False}), page_file(3, "just text", "plain.txt")]
    crawl = crawl_here(Pages, {"MAINCONTENT_WARC": str(tmp_path / "warc")}, pages=pages)
    assert crawl.count("warc/records") == 1


def test_a_full_disk_costs_only_the_records(
    crawl_here: Callable[..., Crawl],
    page_file: Callable[..., str],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    pages = [page_file(number) for number in range(1, 9)]
    with caplog.at_level(logging.ERROR), small_disk(SMALL):
        crawl = crawl_here(Pages, {"MAINCONTENT_WARC": str(tmp_path / "warc"), "CONCURRENT_REQUESTS": 1}, pages=pages)
    kept = [item for item in crawl.items if "warc" in item["mainContent"]]
    assert len(crawl.items) == len(pages)
    assert all("ferry landing" in item["articleBody"] for item in crawl.items)
    assert crawl.counts("warc")["records"] == len(kept)
    assert crawl.counts("warc")["errors"] == len(pages) - len(kept)
    assert 0 < len(kept) < len(pages)
    assert [record.getMessage().count("MAINCONTENT_WARC") for record in caplog.records] == [1]
    with next((tmp_path / "warc").iterdir()).open("rb") as file:
        records = fastwarc.ArchiveIterator(file, record_types=fastwarc.WarcRecordType.response)
        assert len([record.reader.read() for record in records]) == len(kept)


@pytest.mark.slow
def test_crawls_share_a_folder(page_file: Callable[..., str], tmp_path: Path) -> None:
    """Two processes at once, of which one has two crawls; all spiders have the same name."""
    folder, pages = tmp_path / "warc", [page_file(number) for number in range(1, 9)]
    settings = {"MAINCONTENT_WARC": str(folder), "MAINCONTENT_WARC_MAX_BYTES": SMALL, "MAINCONTENT_WORKERS": 1}

    def crawl(copies: int) -> Crawl:
        place = tmp_path / f"copies{copies}"
        place.mkdir()
        return crawl_in(place, pages, settings, copies=copies)

    with ThreadPoolExecutor() as threads:
        crawls = list(threads.map(crawl, (1, 2)))
    assert [done.status for done in crawls] == [0, 0], crawls[0].log + crawls[1].log
    records = []
    for path in folder.iterdir():
        with path.open("rb") as file:
            records += [(path.name, record.offset, record.url, record.fault) for record in read_records(file)]
    assert {fault for *_, fault in records} == {None}
    assert sorted(url for *_, url, _ in records if url) == sorted(pages * 3)
    at = {(name, offset): url for name, offset, url, _ in records}
    items = [item for done in crawls for item in done.items]
    assert len(items) >= 2 * len(pages)
    for item in items:
        place = item["mainContent"]["warc"]
        assert at[place["file"], place["offset"]] == item["url"]


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_stops_the_crawl_at_its_start(
    crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file", "utf-8")
    crawl = crawl_apart([page_file()], {"MAINCONTENT_WARC": str(taken)})
    assert crawl.status != 0
    assert f"MAINCONTENT_WARC is '{taken}'; it must be a folder that can be written to" in crawl.log
    assert crawl.items == []


def test_a_crawl_is_extracted_again_with_another_method(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pages = [page_file(number) for number in range(1, 4)]
    crawl = crawl_here(Pages, {"MAINCONTENT_WARC": str(tmp_path / "warc")}, pages=pages)
    files = [str(path) for path in (tmp_path / "warc").iterdir()]
    lines = {}
    for method in ("crf", "tree"):
        out = tmp_path / f"{method}.jsonl"
        assert main(["extract", *files, "-o", str(out), "--method", method, "--workers", "0"]) == 0
        lines[method] = {line["url"]: line for line in map(json.loads, out.read_text("utf-8").splitlines())}
        assert {line["method"] for line in lines[method].values()} == {method}
    for item in crawl.items:
        again = lines["crf"][item["url"]]
        assert (again["text"], again["title"]) == (item["articleBody"], item["headline"])
        assert {name: again[name] for name in ("offset", "length")} | {"file": again["file"].rpartition("/")[2]} == (
            item["mainContent"]["warc"]
        )
        assert lines["tree"][item["url"]]["text"]
