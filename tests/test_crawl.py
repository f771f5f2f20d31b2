"""Whole crawls: under every kind of event loop, inline and with workers, and with the rest of Scrapy around."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import pytest
from edge_crawl import MODES
from edge_site import NAVIGATION, article, headline, lead

from scrapy_maincontent import speedups

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from edge_tools import Crawl

POISON_TASK = "edge_poison:extract_or_break"
slow = pytest.mark.slow


def assert_adds_up(crawl: Crawl) -> None:
    """The sums that docs/reference/stats.md promises."""
    pages = crawl.count("pages")
    assert crawl.count("responses") + crawl.count("html_items") == pages + sum(crawl.counts("skipped").values())
    assert pages == sum(crawl.counts("pages").values()) + crawl.count("errors")
    assert crawl.count("errors") == sum(crawl.counts("errors").values())
    assert crawl.count("empty") == sum(crawl.counts("empty").values())
    assert sum(crawl.counts("items").values()) == len(crawl.items)


@pytest.mark.parametrize(
    ("mode", "workers"),
    [pytest.param(mode, workers, marks=[slow] * (mode != "asyncio")) for mode in MODES for workers in (0, 2)],
)
def test_items_are_filled(
    mode: str, workers: int, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = [page_file(number) for number in range(1, 6)]
    crawl = crawl_apart(pages, {"MAINCONTENT_WORKERS": workers}, mode=mode)
    assert crawl.status == 0, crawl.log
    assert {item["url"] for item in crawl.items} == set(pages)
    for item in crawl.items:
        number = int(item["url"].removesuffix(".html")[-1])
        assert item["headline"] == headline(number)
        assert lead(number) in item["articleBody"]
        assert not any(name in item["articleBody"] for name in NAVIGATION)
        assert item["mainContent"]["emptyReason"] is None
    assert crawl.count("pages") == 5
    assert crawl.count("items/filled") == 5
    assert crawl.count("compiled") == speedups.state()
    assert " ERROR: " not in crawl.log
    assert "maincontent.runner" not in crawl.log or speedups.fallbacks()
    assert_adds_up(crawl)


@pytest.mark.parametrize("workers", [0, 1])
def test_pages_in_pure_python_are_counted_by_module(
    workers: int, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(speedups.PURE_VARIABLE, "1")
    pages = [page_file(number) for number in range(1, 4)]
    crawl = crawl_apart(pages, {"MAINCONTENT_WORKERS": workers})
    assert crawl.count("compiled") == "pure Python: MAINCONTENT_PURE is set"
    for module in speedups.MODULES:
        assert crawl.count(f"pure_python/{module}") == len(pages)
        assert len(re.findall(f"INFO: .* compiled module {module}\\b.*: MAINCONTENT_PURE is set", crawl.log)) == 1


@pytest.mark.parametrize(
    ("mode", "way", "reason"),
    [
        ("asyncio", "die", "worker_died"),
        pytest.param("select", "die", "worker_died", marks=slow),
        pytest.param("no reactor", "die", "worker_died", marks=slow),
        pytest.param("asyncio", "hang", "timeout", marks=slow),
        pytest.param("select", "hang", "timeout", marks=slow),
        pytest.param("no reactor", "hang", "timeout", marks=slow),
        pytest.param("asyncio", "memory", "memory", marks=slow),
        pytest.param("select", "memory", "memory", marks=slow),
        pytest.param("asyncio", "raise", "error", marks=slow),
    ],
)
def test_a_poison_page_costs_only_itself(
    mode: str, way: str, reason: str, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = [page_file(number) for number in range(1, 16)]
    poison = page_file(html=f"<p>POISON:{way} </p>", name="poison.html")
    pages.insert(4, poison)
    settings = {"MAINCONTENT_WORKERS": 2, "CONCURRENT_REQUESTS": 16}
    if way == "hang":
        settings["MAINCONTENT_TIMEOUT"] = 20  # the others need less, though the machine may stand still for a while
    crawl = crawl_apart(pages, settings, mode=mode, task=POISON_TASK)
    bodies = [item["url"] for item in crawl.items if item["articleBody"]]
    assert set(bodies) == set(pages) - {poison}
    assert [item["mainContent"] for item in crawl.items if not item["articleBody"]] == [{"emptyReason": reason}]
    assert len(crawl.items) == 16
    assert crawl.count("errors") == 1
    assert crawl.count("timeouts") == (way == "hang")
    assert crawl.count("worker_restarts") == {"hang": 1, "die": 2}.get(way, 0)
    assert crawl.log.count(f"No main content for <{poison}>") == 1
    assert_adds_up(crawl)


@slow
@pytest.mark.parametrize(("way", "error"), [("raise", "RuntimeError"), ("give_up", "ExtractionError")])
def test_an_exception_inline_costs_only_its_page(
    way: str, error: str, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    pages = [page_file(1), page_file(html=f"<p>POISON:{way} </p>", name="poison.html"), page_file(2)]
    crawl = crawl_apart(pages, {"MAINCONTENT_WORKERS": 0}, task=POISON_TASK)
    assert sorted(bool(item["articleBody"]) for item in crawl.items) == [False, True, True]
    assert crawl.counts("errors") == {error: 1}
    assert [item["mainContent"]["emptyReason"] for item in crawl.items if not item["articleBody"]] == ["error"]
    assert crawl.status == 0
    assert_adds_up(crawl)


@slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C for a group of processes")
@pytest.mark.parametrize("mode", MODES)
def test_pages_in_work_are_finished_after_ctrl_c(
    mode: str, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    slow = page_file(html=article(8).replace("</h1>", "</h1><!-- POISON:dawdle -->"), name="page8.html")
    crawl = crawl_apart([slow], {"MAINCONTENT_WORKERS": 1}, mode=mode, task=POISON_TASK, interrupt_at="dawdling")
    assert [lead(8) in item["articleBody"] for item in crawl.items] == [True]
    assert crawl.stats["finish_reason"] == "shutdown"
    assert crawl.count("errors") == 0


@slow
def test_every_kind_of_answer(crawl_apart: Callable[..., Crawl], site: str) -> None:
    settings = {"MAINCONTENT_MAX_BYTES": 100_000, "RETRY_ENABLED": False, "MAINCONTENT_WORKERS": 1}
    paths = ("article/1", "xhtml", "packed/2", "old/3", "missing", "api", "empty", "large")
    crawl = crawl_apart([f"{site}/{path}" for path in paths], settings)
    reasons = {item["url"].removeprefix(f"{site}/"): item["mainContent"]["emptyReason"] for item in crawl.items}
    assert reasons == {
        "article/1": None,
        "xhtml": None,
        "packed/2": None,
        "article/3": None,
        "missing": "status",
        "api": "not_html",
        "empty": "empty",
        "large": "too_large",
    }
    assert crawl.counts("skipped") == {"status": 1, "not_html": 1, "empty": 1, "too_large": 1}
    assert crawl.count("pages") == 4
    assert_adds_up(crawl)


@slow
def test_a_redirected_page_belongs_to_the_address_that_was_asked_for(
    crawl_apart: Callable[..., Crawl], site: str
) -> None:
    crawl = crawl_apart([f"{site}/old/3"], spider="requested")
    assert crawl.items[0]["url"] == f"{site}/old/3"
    assert lead(3) in crawl.items[0]["articleBody"]


@slow
def test_retried_pages_are_extracted_once(crawl_apart: Callable[..., Crawl], site: str) -> None:
    crawl = crawl_apart([f"{site}/flaky/1"])
    assert lead(1) in crawl.items[0]["articleBody"]
    assert crawl.count("responses") == crawl.count("pages") == 1
    assert crawl.stats["downloader/response_count"] == 2
    assert crawl.stats["retry/count"] == 1


@slow
def test_cached_pages_are_extracted_again(crawl_apart: Callable[..., Crawl], site: str, tmp_path: Path) -> None:
    settings = {"HTTPCACHE_ENABLED": True, "HTTPCACHE_DIR": str(tmp_path / "cache"), "MAINCONTENT_WORKERS": 1}
    settings["CONCURRENT_REQUESTS"] = 1  # what is learnt of the site for a page depends on those before it
    pages = [f"{site}/article/{number}" for number in (1, 2)]
    first, second = crawl_apart(pages, settings), crawl_apart(pages, settings)
    assert second.stats["httpcache/hit"] == second.count("pages") == 2
    by_url = sorted(first.items, key=lambda item: str(item["url"]))
    assert sorted(second.items, key=lambda item: str(item["url"])) == by_url


@slow
def test_robots_and_inline_downloads_are_left_alone(crawl_apart: Callable[..., Crawl], site: str) -> None:
    settings = {"ROBOTSTXT_OBEY": True}
    crawl = crawl_apart([f"{site}/article/1"], settings, spider="async_pages", also=f"{site}/article/2")
    assert [item["inline"] for item in crawl.items] == ["no_callback"]
    assert lead(1) in crawl.items[0]["articleBody"]
    assert crawl.counts("skipped") == {"no_callback": 2}
    assert_adds_up(crawl)


@slow
def test_an_inline_download_can_ask_for_extraction(crawl_apart: Callable[..., Crawl], site: str) -> None:
    also = {"also": f"{site}/article/2", "also_meta": {"maincontent": True}}
    crawl = crawl_apart([f"{site}/article/1"], spider="async_pages", **also)
    assert [item["inline"] for item in crawl.items] == [headline(2)]


@slow
def test_a_paused_crawl_goes_on_without_results_in_its_queue(
    crawl_apart: Callable[..., Crawl], site: str, tmp_path: Path
) -> None:
    job = tmp_path / "job"
    settings = {"JOBDIR": str(job), "CONCURRENT_REQUESTS": 1, "MAINCONTENT_WORKERS": 0}
    first = crawl_apart([f"{site}/article/1"], settings | {"CLOSESPIDER_ITEMCOUNT": 1}, spider="chain")
    queued = b"".join(path.read_bytes() for path in (job / "requests.queue").rglob("*") if path.is_file())
    assert b"/article/2" in queued
    assert b"maincontent_result" not in queued
    second = crawl_apart([], settings, spider="chain")
    assert [item["url"].rpartition("/")[2] for item in (*first.items, *second.items)] == ["1", "2", "3"]
    assert all(item["articleBody"] for item in (*first.items, *second.items))
    assert "serialize" not in first.log + second.log


@slow
def test_two_crawls_at_a_time_share_their_workers_and_keep_their_own_stats(
    crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_apart([page_file(1), page_file(2)], {"MAINCONTENT_WORKERS": 1}, copies=2)
    assert sum(bool(item["articleBody"]) for item in crawl.items) == len(crawl.items) == 4
    assert crawl.count("pages") == crawl.count("items/filled") == 2


@slow
def test_html_in_the_items_of_an_api(crawl_apart: Callable[..., Crawl], site: str) -> None:
    crawl = crawl_apart([f"{site}/api"], spider="api")
    (item,) = crawl.items
    assert item["html"] == article(7)
    assert item["headline"] == headline(7)
    assert lead(7) in item["articleBody"]
    assert crawl.counts("skipped") == {"not_html": 1}
    assert crawl.count("html_items") == crawl.count("html_items/filled") == 1
    assert_adds_up(crawl)
