"""Feeds of Parquet: columns of known types, row groups, nothing that is lost, and a file that is whole."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from edge_spiders import Pages
from scrapy.settings import Settings

from scrapy_maincontent import Addon
from scrapy_maincontent.crawl.items import RESULT_ATTRIBUTES, main_content
from scrapy_maincontent.crawl.parquet import TYPES, ParquetItemExporter
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.result import Extraction

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl


def written(items: list[Any], **options: Any) -> Any:
    """Return the file of some items, read again."""
    pq = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    file = BytesIO()
    exporter = ParquetItemExporter(file, **options)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return pq.ParquetFile(BytesIO(file.getvalue()))


def test_every_key_of_main_content_has_a_column() -> None:
    joined = extract("<p>Mill</p>")
    for name, value in (("joined_pages", ()), ("join_note", None)):
        vars(joined)[name] = value
    vars(joined).update(duplicate_of={"url": "", "likeness": 1.0}, warc={"file": "", "offset": 0, "length": 0})
    names = [name for name, _ in TYPES["main_content"]]
    assert set(main_content(joined, region_content=True)) == set(names)
    assert set(TYPES) <= RESULT_ATTRIBUTES


@pytest.mark.slow
def test_items_of_a_crawl_come_back_as_they_were(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    path = tmp_path / "items.parquet"
    feeds = {str(path): {"format": "parquet", "item_export_kwargs": {"row_group": 2}}}
    settings = {"FEEDS": feeds, "MAINCONTENT_REGION_CONTENT": True}
    crawl = crawl_here(Pages, settings, pages=[page_file(number) for number in range(5)])
    file = pq.ParquetFile(path)
    assert file.metadata.num_row_groups == 3
    rows = {row["url"]: row for row in file.read().to_pylist()}
    for item in crawl.items:
        row = rows[item["url"]]
        assert row["other"] is None
        assert (row["articleBody"], row["headline"]) == (item["articleBody"], item["headline"])
        found, given = row["mainContent"], item["mainContent"]
        assert [dict(found[name]) for name in ("sources", "filled")] == [given["sources"], given["filled"]]
        assert found["regions"] == given["regions"]
        rest = set(given) - {"sources", "filled", "regions"}
        assert {name: found[name] for name in rest} == {name: given[name] for name in rest}


@pytest.mark.slow
def test_own_fields_have_types_and_nothing_is_lost() -> None:
    items = [
        {
            "url": "https://a.example/",
            "price": 3,
            "share": 0.5,
            "is_new": True,
            "seen": datetime(2026, 11, 26, tzinfo=UTC),
        },
        {"url": "https://a.example/2", "price": None, "share": 1, "tags": ["mill", "weir"], "lone": "\ud800"},
        {"url": "https://a.example/3", "price": "three", "late": 7, "share": 2, "keywords": "no list"},
    ]
    file = written(items, row_group=2)
    types = {field.name: str(field.type) for field in file.schema_arrow}
    assert {name: types[name] for name in ("price", "share", "is_new", "seen", "tags")} == {
        "price": "int64",
        "share": "double",
        "is_new": "bool",
        "seen": "string",
        "tags": "string",
    }
    first, second, third = file.read().to_pylist()
    assert (first["price"], first["share"], first["is_new"]) == (3, 0.5, True)
    assert "2026-11-26" in first["seen"]
    assert json.loads(second["tags"]) == ["mill", "weir"]
    assert third["price"] is None
    assert json.loads(third["other"]) == {"price": "three", "late": 7, "keywords": "no list"}


@pytest.mark.slow
def test_an_empty_feed_and_chosen_fields() -> None:
    assert written([]).read().to_pylist() == []
    assert "articleBody" in written([]).schema_arrow.names
    file = written([{"url": "u", "articleBody": "Mill", "b": 1}], fields_to_export=["url", "articleBody"])
    assert file.read().to_pylist() == [{"url": "u", "articleBody": "Mill", "other": None}]


@pytest.mark.slow
def test_a_row_group_is_bounded_by_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scrapy_maincontent.crawl.parquet.ROW_CHARACTERS", 100)
    assert written([{"url": "u", "text": "x" * 60}] * 4).metadata.num_row_groups == 2


@pytest.mark.slow
def test_what_can_not_be_appended_to_is_refused() -> None:
    pytest.importorskip("pyarrow", reason="needs the extra parquet")
    file = BytesIO()
    file.write(b"PAR1")
    with pytest.raises(ValueError, match="can't be appended"):
        ParquetItemExporter(file)


@pytest.mark.slow
def test_a_file_that_is_there_stops_the_crawl_before_its_first_request(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="needs the extra parquet")
    path = tmp_path / "items.parquet"
    path.write_bytes(b"PAR1")
    for name in (str(path), path.as_uri()):
        with pytest.raises(ValueError, match="which exists"):
            Addon().update_settings(Settings({"FEEDS": {name: {"format": "parquet"}}}))
        Addon().update_settings(Settings({"FEEDS": {name: {"format": "parquet", "overwrite": True}}}))


def test_a_missing_library_is_named_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(ImportError, match=r"pip install \"\.\[parquet\]\""):
        Addon().update_settings(Settings({"FEEDS": {"items.parquet": {"format": "parquet"}}}))
    Addon().update_settings(Settings({"FEEDS": {"items.jsonl": {"format": "jsonlines"}}}))


@pytest.mark.parametrize("priority", ["project", "spider", "cmdline"])
def test_the_add_on_leaves_a_projects_exporters_alone(priority: str) -> None:
    settings = Settings()
    settings.set("FEED_EXPORTERS", {"mine": "my.Exporter"}, priority)
    Addon().update_settings(settings)
    assert set(settings.getdict("FEED_EXPORTERS")) == {"mine", "parquet"}
    settings = Settings({"FEED_EXPORTERS": {"parquet": "my.Exporter"}})
    Addon().update_settings(settings)
    assert settings.getdict("FEED_EXPORTERS") == {"parquet": "my.Exporter"}


def test_the_exporter_knows_the_default_attributes() -> None:
    assert {name for name in TYPES if name != "main_content"} - set(Extraction().as_dict()) == {
        *("images", "videos", "audios", "image_urls", "main_image", "joined_pages"),
    }


@pytest.mark.slow
def test_ctrl_c_leaves_a_whole_file(
    crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    path = tmp_path / "items.parquet"
    pages = [page_file(number) for number in range(40)]
    settings = {"FEEDS": {str(path): {"format": "parquet"}}, "CONCURRENT_REQUESTS": 1, "LOG_LEVEL": "DEBUG"}
    crawl = crawl_apart(pages, settings, interrupt_at="Scraped from")
    assert 0 < pq.ParquetFile(path).metadata.num_rows == len(crawl.items)
