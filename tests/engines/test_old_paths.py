"""Paths of the last release: each gives the same objects as the new one, and warns."""

from __future__ import annotations

import importlib
import sys

import pytest

OLD_PATHS = [
    ("redis_pipeline", "redis", "redis", ["RedisItemsPipeline"]),
    ("redis_queue", "redis", "redis", ["LeasedQueue", "Loan"]),
    ("redis_scheduler", "redis", "redis", ["LeasedScheduler"]),
    ("warc", "warc", None, ["Response", "WarcWriter", "is_warc", "read_pages", "read_records"]),
    (
        "datatrove",
        "datatrove",
        "datatrove",
        ["LanguageFilter", "MainContentReader", "QualityFilter", "ScriptAwareTokenizer", "parquet_writer"],
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "extra", "names"), OLD_PATHS, ids=[old for old, *_ in OLD_PATHS])
def test_an_old_path_gives_the_same_and_warns(old, new, extra, names, monkeypatch):
    if extra is not None:
        pytest.importorskip("scrapy_redis" if extra == "redis" else extra, reason=f"needs the extra {extra}")
    engine = importlib.import_module(f"scrapy_maincontent.engines.{new}")
    monkeypatch.delitem(sys.modules, f"scrapy_maincontent.{old}", raising=False)
    with pytest.warns(DeprecationWarning, match=f"scrapy_maincontent.{old} is scrapy_maincontent.engines.{new}"):
        module = importlib.import_module(f"scrapy_maincontent.{old}")
    assert [getattr(module, name) for name in names] == [getattr(engine, name) for name in names]
