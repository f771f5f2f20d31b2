"""Workers of the pool: how they start, are shared and replaced, and end."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

import pytest
from pool_tools import CALL, WAIT, drivers, failure, linux, one, posix, until

from scrapy_maincontent.pool import Pool, acquire
from scrapy_maincontent.pool.driver import default_workers
from scrapy_maincontent.pool.messages import PoolClosed, PoolUnavailable

if TYPE_CHECKING:
    from pathlib import Path


def test_closing_fails_what_is_pending() -> None:
    pool = Pool(CALL, workers=2, timeout=WAIT)
    futures = [pool.submit("hang") for _ in range(4)]
    until(futures[1].running)
    pool.close()  # comes back, though the pages would take an hour
    pool.close()
    assert {type(future.exception(0)) for future in [*futures, pool.submit("pid")]} == {PoolClosed}
    assert pool.restarts == 0


def test_a_pool_can_be_closed_by_a_callback() -> None:
    before = drivers()
    pool = one()
    page = pool.submit("sleep", 0.3)
    page.add_done_callback(lambda _: pool.close())
    assert page.result(WAIT) is None
    until(lambda: drivers() == before)


def test_an_unused_pool_starts_nothing() -> None:
    before = drivers()
    with one():
        assert drivers() == before


def test_a_forgotten_pool_ends_its_workers() -> None:
    before = drivers()
    pool = one()
    assert pool.submit("echo", 1).result(WAIT) == 1
    assert drivers() > before
    del pool
    gc.collect()
    until(lambda: drivers() == before)


def test_workers_are_replaced_after_their_pages() -> None:
    with one(max_pages=2) as pool:
        workers = [pool.submit("pid").result(WAIT) for _ in range(6)]
        assert len(set(workers)) == 3
        assert pool.restarts == 0


@linux
def test_workers_are_replaced_when_they_have_grown() -> None:
    with one(max_memory=250_000_000) as pool:
        small, large = (pool.submit("keep", size).result(WAIT) for size in (1_000_000, 250_000_000))
        assert small == large
        assert pool.submit("pid").result(WAIT) != large
        assert pool.restarts == 0


def test_workers_warm_up_once() -> None:
    with one(warm="pool_tasks:warm_up") as pool:
        assert pool.warmed is None
        assert [pool.submit("warmed").result(WAIT) for _ in range(3)] == [1, 1, 1]
        assert pool.warmed == "warmed up"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"task": "no_such_module:call"}, "No module named 'no_such_module'"),
        ({"task": "pool_tasks:no_such_function"}, "no_such_function"),
        ({"task": CALL, "warm": "pool_tasks:hang", "start_limit": 0.5}, "not ready within 0.5 s"),
        pytest.param({"task": CALL, "warm": "pool_tasks:kill_self"}, "exit code -9", marks=posix),
    ],
)
def test_workers_that_do_not_start_make_the_pool_unavailable(options: dict[str, Any], text: str) -> None:
    with one(**options) as pool:
        futures = [pool.submit("echo", number) for number in range(3)]
        for future in [*futures, pool.submit("echo", 3)]:
            assert type(failure(future)) is PoolUnavailable
            assert text in str(failure(future))
        assert not pool.usable


@posix
def test_a_start_that_fails_once_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMBLED", str(tmp_path / "stumbled"))
    with one(warm="pool_tasks:stumble") as pool:
        assert pool.submit("echo", 1).result(WAIT) == 1
        assert pool.restarts == 1


def test_crawlers_of_a_process_share_a_pool() -> None:
    first, second = (acquire(CALL, workers=1, timeout=WAIT, max_pages=9) for _ in range(2))
    other = acquire(CALL, workers=1, timeout=WAIT + 1, max_pages=9)
    assert first is second
    assert other is not first
    other.release()
    first.release()
    assert second.submit("echo", 1).result(WAIT) == 1
    second.release()
    assert type(failure(second.submit("echo", 1))) is PoolClosed
    third = acquire(CALL, workers=1, timeout=WAIT, max_pages=9)
    assert third.usable
    third.release()


@pytest.mark.parametrize(
    "options",
    [{"workers": 0}, {"timeout": 0}, {"timeout": float("nan")}, {"max_pages": 0}, {"task": "os.getpid"}, {"warm": ":"}],
)
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|not of the form"):
        Pool(**{"task": CALL, "workers": 1, "timeout": 1, **options})


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no CPU affinity here")
def test_the_number_of_workers_follows_the_cpus_that_may_be_used() -> None:
    cpus = os.sched_getaffinity(0)
    assert default_workers() == max(1, len(cpus) - 1)
    os.sched_setaffinity(0, {min(cpus)})
    try:
        assert default_workers() == 1
    finally:
        os.sched_setaffinity(0, cpus)
