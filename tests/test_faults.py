"""Model files that can't be used: the crawl does not start, and its log says which setting, which value and why."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
from contextlib import suppress
from functools import reduce
from importlib import resources
from itertools import cycle
from operator import getitem
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from edge_crawl import MODES
from edge_site import article, lead
from edge_spiders import Pages
from edge_tools import disturbed, small_disk

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.methods import METHODS, ModelError, get
from scrapy_maincontent.result import EmptyReason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from edge_tools import Crawl


MODELS = Path(str(resources.files("scrapy_maincontent") / "models"))
NO_MODELS = {
    "empty": b"",
    "JSON of another kind": b"[1, 2]",
    "another format": b'{"method": "tree", "format": 99}',
    "a picture": b"\x89PNG\r\n\x1a\n",
    "a pickle": b"\x80\x04N.",
    "lists without an end": b"[" * 100_000,
}
LOADED_FAULTS = ("corrupt", "another method's", "another format")


def packaged(method: str) -> bytes:
    return (MODELS / f"{method}{get(method).SUFFIX}").read_bytes()


@pytest.mark.parametrize(
    "fault",
    ["missing", *(pytest.param(fault, marks=pytest.mark.slow) for fault in ("a folder", *LOADED_FAULTS))],
)
def test_a_crawl_does_not_start_with_such_a_model(
    fault: str, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    model = tmp_path / "model.json"
    if fault == "a folder":
        model.mkdir()
    elif fault == "corrupt":
        model.write_bytes(packaged("tree")[:-500])
    elif fault == "another method's":
        model.write_bytes(packaged("pagerank"))
    elif fault in NO_MODELS:
        model.write_bytes(NO_MODELS[fault])
    crawl = crawl_apart([page_file()], {"MAINCONTENT_METHOD": "tree", "MAINCONTENT_MODEL": str(model)})
    assert crawl.status != 0
    allowed = (
        "the path of a model file, or one of " if fault in ("missing", "a folder") else "a model of method 'tree' ("
    )
    assert f"MAINCONTENT_MODEL is '{model}'; it must be {allowed}" in crawl.log
    assert crawl.items == []


@pytest.mark.parametrize("method", METHODS)
def test_a_torn_model_is_refused_or_loaded_and_nothing_else(method: str, tmp_path: Path) -> None:
    whole, model = packaged(method), tmp_path / f"model{get(method).SUFFIX}"
    for seed in range(30):
        dice = random.Random(seed)
        torn = bytearray(whole[: dice.randrange(len(whole))] if seed % 2 else whole)
        for place in dice.choices(range(len(torn)), k=5) if torn else ():
            torn[place] = dice.randrange(256)
        model.write_bytes(torn)
        with suppress(ModelError):
            get(method).load(model)


VALUES = (0, -1, 1.5, 2**31 - 1, 2**40, 1e300, -1e300, float("nan"), float("inf"), "x", None, [], {})


def numbers_and_names(model: Any, path: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """Return the place of one value of each list and each name of a model in JSON: the last one of a list."""
    if isinstance(model, dict | list) and model:
        pairs = model.items() if isinstance(model, dict) else enumerate(model)
        kinds = {}
        for key, value in pairs:
            own = key if isinstance(model, dict) else "*"
            kinds |= {(own, *kind): (key, *place) for kind, place in numbers_and_names(value).items()}
        return kinds
    return {path: ()}


def with_wrong_values(method: str) -> Iterator[Callable[[Path], None]]:
    """Yield functions that write the packaged model with one value of each kind replaced by each of `VALUES`."""
    if get(method).SUFFIX == ".json":
        text = packaged(method)
        for place in numbers_and_names(json.loads(text)).values():
            for value in VALUES:
                model = json.loads(text)
                reduce(getitem, place[:-1], model)[place[-1]] = value
                yield lambda path, model=model: path.write_text(json.dumps(model)) and None
    else:
        data = np.load(MODELS / f"{method}.npz")
        arrays = {name: data[name] for name in data.files}
        for name, array in arrays.items():
            ends = np.iinfo(array.dtype) if array.dtype.kind in "iu" else np.finfo(array.dtype)
            for value in (ends.max, ends.min, *((np.nan, np.inf) if array.dtype.kind == "f" else ())):
                changed = array.copy()
                changed.reshape(-1)[-1] = value
                yield lambda path, own=arrays | {name: changed}: np.savez(path, **own)
            yield lambda path, own=arrays | {name: array[:-1]}: np.savez(path, **own)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_model_with_a_wrong_value_is_refused_or_gives_scores(method: str, tmp_path: Path) -> None:
    refused = 0
    for number, write in enumerate(with_wrong_values(method)):
        path = tmp_path / f"{number}{get(method).SUFFIX}"
        write(path)
        try:
            get(method).load(path)
        except ModelError:
            refused += 1
        else:
            result = extract(article(1), "https://paper.example/ferry", method=method, model=str(path))
            assert result.empty_reason in (None, EmptyReason.NO_MAIN_TEXT)
            assert all(0 <= block.score <= 1 for block in result.text_blocks)
        path.unlink()
    assert refused > 0


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("fault", NO_MODELS)
def test_what_is_no_model_is_refused_by_every_method(method: str, fault: str, tmp_path: Path) -> None:
    model = tmp_path / f"model{get(method).SUFFIX}"
    model.write_bytes(NO_MODELS[fault])
    with pytest.raises(ModelError):
        get(method).load(model)


# Faults in a crawl: killed workers, Ctrl-C, early ends, many requests at a time. Items are kept, the end is clean.

POISON_TASK = "edge_poison:extract_or_break"
SLOW = "<!-- POISON:dawdle -->"
"""Has its worker wait first: until the crawl's gate is opened, or for four seconds."""
MANY = 1000
linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


def assert_adds_up(crawl: Crawl) -> None:
    """Each page is counted once, and so is each item."""
    answered = crawl.count("pages") + sum(crawl.counts("skipped").values()) + crawl.count("given_back")
    assert crawl.count("responses") + crawl.count("html_items") == answered
    assert crawl.count("pages") == sum(crawl.counts("pages").values()) + crawl.count("errors")
    assert sum(crawl.counts("items").values()) == len(crawl.items)


def slow_pages(page_file: Callable[..., str], count: int) -> list[str]:
    texts = (article(number).replace("</h1>", f"</h1>{SLOW}") for number in range(1, count + 1))
    return [page_file(html=text, name=f"page{number}.html") for number, text in enumerate(texts, 1)]


@pytest.mark.slow
@linux
def test_a_worker_killed_from_outside_costs_no_page(tmp_path: Path, page_file: Callable[..., str]) -> None:
    pages = [*slow_pages(page_file, 1), *(page_file(number) for number in range(2, 12))]
    with disturbed(tmp_path, pages, {"MAINCONTENT_WORKERS": 1}, task=POISON_TASK) as running:
        running.wait_for("dawdling")
        (worker,) = running.workers()
        os.kill(worker, signal.SIGKILL)
        running.open_gate()
        crawl = running.finish()
    assert crawl.status == 0, crawl.log
    assert {item["url"] for item in crawl.items} == set(pages)
    assert all(item["articleBody"] for item in crawl.items)
    assert crawl.count("errors") == 0
    assert crawl.count("worker_restarts") == 1
    assert_adds_up(crawl)


def tracebacks(log: str, of: str = "") -> list[str]:
    """Return the records of a log that hold a traceback and the text ``of``."""
    records = re.split(r"^(?=\d{4}-\d\d-\d\d )", log, flags=re.MULTILINE)
    return [record for record in records if "Traceback" in record and of in record]


class TestWorkersThatDoNotStart:
    """Nothing is downloaded meanwhile but what was under way, no page is given up, none is extracted inline unasked."""

    pytestmark = pytest.mark.slow

    ONE = {"MAINCONTENT_WORKERS": 1, "CONCURRENT_REQUESTS": 3}  # noqa: RUF012

    @pytest.fixture
    def no_start(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        path = tmp_path / "no start"
        path.touch()
        monkeypatch.setenv("NO_START", str(path))
        return path

    @pytest.fixture
    def pages(self, page_file: Callable[..., str]) -> list[str]:
        return [page_file(number) for number in range(1, 13)]

    @linux
    def test_the_crawl_waits_and_goes_on(self, tmp_path: Path, pages: list[str], no_start: Path) -> None:
        settings = self.ONE | {"MAINCONTENT_REPORT": str(tmp_path / "report.html")}
        with disturbed(tmp_path, pages, settings, task=POISON_TASK) as running:
            running.wait_for("nothing is downloaded until one is")
            no_start.unlink()
            crawl = running.finish()
        assert crawl.status == 0, crawl.log
        assert sorted(item["url"] for item in crawl.items) == sorted(pages)
        assert all(item["articleBody"] for item in crawl.items)
        assert crawl.stats["finish_reason"] == "finished"
        assert crawl.count("failed_starts") == crawl.count("worker_restarts") >= 1
        assert crawl.count("waited_for_workers") > 0
        assert crawl.count("errors") == crawl.count("inline_pages") == 0
        assert "waited for workers" in (tmp_path / "report.html").read_text()
        assert_adds_up(crawl)

    @pytest.mark.parametrize("mode", MODES)
    def test_one_that_has_waited_too_long_is_closed_and_goes_on_later(
        self, mode: str, crawl_apart: Callable[..., Crawl], pages: list[str], no_start: Path
    ) -> None:
        settings = self.ONE | {"JOBDIR": "job", "MAINCONTENT_WORKER_WAIT": 3, "MAINCONTENT_WARC": "kept"}
        first = crawl_apart(pages, settings, spider="once", task=POISON_TASK, mode=mode)
        assert first.stats["finish_reason"] == "maincontent_no_workers", first.log
        assert first.items == []
        assert first.count("warc/records") == 0
        assert 0 < first.count("given_back") == first.count("responses") <= 3
        assert first.count("waited_for_workers") >= 3
        assert tracebacks(first.log) == tracebacks(first.log, of="did not start, one is tried again in") != []
        no_start.unlink()
        second = crawl_apart(pages, settings, spider="once", task=POISON_TASK, mode=mode)
        assert second.stats["finish_reason"] == "finished"
        assert sorted(item["url"] for item in second.items) == sorted(pages)
        assert all(item["articleBody"] for item in second.items)
        assert second.count("warc/records") == len(pages)

    @linux
    def test_ctrl_c_does_not_wait_for_them(
        self, tmp_path: Path, crawl_apart: Callable[..., Crawl], pages: list[str], no_start: Path
    ) -> None:
        settings = self.ONE | {"JOBDIR": "job"}
        with disturbed(tmp_path, pages, settings, spider="once", task=POISON_TASK) as running:
            running.wait_for("nothing is downloaded until one is")
            running.interrupt()
            first = running.finish()
        assert first.stats["finish_reason"] == "shutdown", first.log
        assert first.items == []
        no_start.unlink()
        second = crawl_apart(pages, settings, spider="once", task=POISON_TASK)
        assert sorted(item["url"] for item in second.items) == sorted(pages)

    @linux
    def test_pages_are_extracted_inline_where_the_settings_allow_it_until_workers_start(
        self, tmp_path: Path, page_file: Callable[..., str], no_start: Path
    ) -> None:
        pages = slow_pages(page_file, 10)
        settings = {"MAINCONTENT_WORKERS": 2, "CONCURRENT_REQUESTS": 1, "MAINCONTENT_INLINE_FALLBACK": True}
        with disturbed(tmp_path, pages, settings, task=POISON_TASK, gated=False) as running:
            running.wait_for("dawdling")
            no_start.unlink()
            crawl = running.finish()
        assert all(item["articleBody"] for item in crawl.items)
        assert len(crawl.items) == len(pages)
        assert 0 < crawl.count("inline_pages") < len(pages)
        assert crawl.log.count("extracted inline") == 1
        assert crawl.count("errors") == 0
        assert_adds_up(crawl)

    def test_what_cannot_be_given_back_says_why_it_has_no_text(
        self, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], no_start: Path
    ) -> None:
        no_start.unlink()
        also = page_file(html="<p>POISON:stop_starts </p>", name="also.html")
        settings = self.ONE | {"MAINCONTENT_WORKER_WAIT": 1}
        asked: dict[str, Any] = {"also": also, "also_meta": {"maincontent": True}}
        crawl = crawl_apart([page_file(1)], settings, spider="async_pages", task=POISON_TASK, **asked)
        assert [item["inline"] for item in crawl.items] == ["no_workers"], crawl.log
        assert crawl.stats["finish_reason"] == "maincontent_no_workers"
        assert crawl.counts("errors") == {"PoolUnavailable": 1}
        assert_adds_up(crawl)

    def test_items_with_their_own_html_say_so_too(
        self, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str], no_start: Path, site: str
    ) -> None:
        settings = self.ONE | {"MAINCONTENT_WORKER_WAIT": 1}
        crawl = crawl_apart([f"{site}/api"], settings, spider="api", task=POISON_TASK)
        assert [item["mainContent"] for item in crawl.items] == [{"emptyReason": "no_workers"}], crawl.log
        assert crawl.stats["finish_reason"] == "maincontent_no_workers"


@pytest.mark.slow
@linux
def test_ctrl_c_finishes_what_was_downloaded(tmp_path: Path, page_file: Callable[..., str]) -> None:
    pages = slow_pages(page_file, 12)
    settings = {"MAINCONTENT_WORKERS": 2, "CONCURRENT_REQUESTS": 4}
    with disturbed(tmp_path, pages, settings, task=POISON_TASK) as running:
        running.wait_for("dawdling", 2)
        running.interrupt()
        running.open_gate()
        crawl = running.finish()
    assert crawl.status == 0, crawl.log
    assert crawl.stats["finish_reason"] == "shutdown"
    assert 0 < len(crawl.items) < len(pages)
    assert len(crawl.items) == crawl.count("responses")
    assert all(item["articleBody"] for item in crawl.items)
    assert crawl.count("errors") == crawl.count("worker_restarts") == 0
    assert "Traceback" not in crawl.log
    assert_adds_up(crawl)


@pytest.mark.slow
@linux
def test_ctrl_c_twice_ends_at_once_and_leaves_no_process(tmp_path: Path, page_file: Callable[..., str]) -> None:
    pages = [page_file(1), page_file(html=f"<p>POISON:hang {SLOW}</p>", name="hang.html"), *slow_pages(page_file, 8)]
    settings = {"MAINCONTENT_WORKERS": 2, "MAINCONTENT_TIMEOUT": 3600, "CONCURRENT_REQUESTS": 4}
    with disturbed(tmp_path, pages, settings, task=POISON_TASK) as running:
        running.wait_for("dawdling")
        assert running.workers()
        running.interrupt()
        running.interrupt()
        crawl = running.finish()
    assert "Received SIGINT twice, forcing unclean shutdown" in crawl.log
    assert "Traceback" not in crawl.log, crawl.log


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spider", "settings", "reason"),
    [
        ("closing", {}, "seen enough"),
        ("pages", {"CLOSESPIDER_PAGECOUNT": 3}, "closespider_pagecount"),
    ],
)
def test_an_early_end_keeps_the_items_of_pages_that_were_in_work(
    spider: str, settings: dict[str, Any], reason: str, crawl_apart: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    broken = page_file(html="<p>POISON:die </p>", name="broken.html")
    pages = [page_file(1), broken, *slow_pages(page_file, 3), *(page_file(number) for number in range(4, 40))]
    fixed = {"MAINCONTENT_WORKERS": 2, "CONCURRENT_REQUESTS": 6}
    crawl = crawl_apart(pages, fixed | settings, spider=spider, task=POISON_TASK)
    assert crawl.status == 0, crawl.log
    assert crawl.stats["finish_reason"] == reason
    assert len(crawl.items) < len(pages)
    assert crawl.count("errors") == 1
    assert len(crawl.items) == crawl.count("responses")
    assert all(item["articleBody"] or item["mainContent"]["emptyReason"] == "worker_died" for item in crawl.items)
    assert "Traceback" not in crawl.log.replace("In the worker:\nTraceback", "")
    assert_adds_up(crawl)


@pytest.mark.slow
def test_a_thousand_requests_at_a_time(crawl_apart: Callable[..., Crawl], site: str) -> None:
    pages = [f"{site}/article/{number}" for number in range(1, MANY + 1)]
    settings = {
        "MAINCONTENT_WORKERS": 2,
        "CONCURRENT_REQUESTS": MANY,
        "CONCURRENT_REQUESTS_PER_DOMAIN": MANY,
        "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 10**9,
        "LOG_LEVEL": "INFO",
    }
    crawl = crawl_apart(pages, settings)
    assert crawl.status == 0, crawl.log
    assert len(crawl.items) == len({item["url"] for item in crawl.items}) == MANY
    numbers = [int(item["url"].rpartition("/")[2]) for item in crawl.items]
    assert all(lead(number) in item["articleBody"] for number, item in zip(numbers, crawl.items, strict=True))
    assert crawl.count("pages") == crawl.count("items/filled") == MANY
    assert crawl.count("errors") == crawl.count("worker_restarts") == 0
    assert " ERROR: " not in crawl.log
    assert_adds_up(crawl)


@linux
def test_a_full_disk_costs_the_feed_and_no_page(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    feed, pages = tmp_path / "items.jsonl", [page_file(number) for number in range(1, 9)]
    settings = {"FEEDS": {str(feed): {"format": "jsonlines"}}, "CONCURRENT_REQUESTS": 1}
    with small_disk(5_000):
        crawl = crawl_here(Pages, settings, pages=pages)
    assert all(lead(number) in item["articleBody"] for number, item in enumerate(crawl.items, 1))
    assert len(crawl.items) == len(pages)
    assert crawl.stats["finish_reason"] == "finished"
    assert_adds_up(crawl)
    *whole, _ = feed.read_text().splitlines()
    assert [json.loads(line)["url"] for line in whole] == [item["url"] for item in crawl.items[: len(whole)]]


@pytest.mark.parametrize("workers", [0, 1])
def test_a_clock_that_jumps_costs_no_page(
    crawl_here: Callable[..., Crawl],
    page_file: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    workers: int,
) -> None:
    jumps = cycle((4e9, 0.0, 2e9, 1.0))
    monkeypatch.setattr("time.time", lambda: next(jumps))
    pages = [page_file(number) for number in range(1, 5)]
    settings = {"JOBDIR": str(tmp_path / "job"), "MAINCONTENT_WORKERS": workers, "MAINCONTENT_TIMEOUT": 60}
    crawl = crawl_here(Pages, settings, pages=pages)
    bodies = {item["url"]: item["articleBody"] for item in crawl.items}
    assert all(lead(number) in bodies[page] for number, page in enumerate(pages, 1))
    assert not crawl.stats.get("maincontent/timeouts")
    assert not crawl.stats.get("maincontent/worker_restarts")
    assert_adds_up(crawl)


CLOCK = re.compile(r"\btime\.(?:time|time_ns|localtime|gmtime)\(|\bfrom time import|\b(?:utc)?now\(|\btoday\(")
STAMPS = {"engines/warc.py", "crawl/report/__init__.py", "spiders/news.py"}


def test_only_stamps_come_from_a_clock_that_can_be_set() -> None:
    package = Path(str(resources.files("scrapy_maincontent")))
    asking = {
        path.relative_to(package).as_posix() for path in package.rglob("*.py") if CLOCK.search(path.read_text("utf-8"))
    }
    assert asking == STAMPS


@pytest.mark.slow
def test_a_cut_gzip_is_read_as_far_as_it_goes(crawl_apart: Callable[..., Crawl], site: str) -> None:
    crawl = crawl_apart([f"{site}/cut/1", f"{site}/article/2"], {"MAINCONTENT_WORKERS": 0, "RETRY_ENABLED": False})
    bodies = {item["url"].rpartition(site)[2]: item["articleBody"] for item in crawl.items}
    assert lead(2) in bodies["/article/2"]
    assert lead(1) in bodies["/cut/1"]
    assert crawl.status == 0
    assert_adds_up(crawl)
