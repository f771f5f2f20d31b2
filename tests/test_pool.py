"""Pages in the pool: their results, and what one page can do to the others."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from concurrent.futures import as_completed, wait
from typing import TYPE_CHECKING, Any

import pool_tasks
import pytest
from pool_tools import CALL, WAIT, failure, linux, one, posix, until

from scrapy_maincontent.pool import Pool, driver
from scrapy_maincontent.pool.messages import PageTimeout, PoolError, WorkerDied
from scrapy_maincontent.pool.worker import BODY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ECHO = f"{pool_tasks.__name__}:echo"


@pytest.fixture(scope="module")
def two() -> Iterator[Pool]:
    with Pool(CALL, workers=2, timeout=WAIT) as pool:
        yield pool


def test_every_page_gets_its_own_result(two: Pool) -> None:
    pages = {two.submit("echo", number): number for number in range(50)}
    assert {pages[future]: future.result() for future in as_completed(pages, WAIT)} == {n: n for n in range(50)}


def test_named_arguments_reach_the_task() -> None:
    with one(ECHO) as pool:
        assert pool.submit("page", seconds=0.01).result(WAIT) == "page"


def test_pages_are_taken_from_any_thread(two: Pool) -> None:
    results: list[list[int]] = []

    def crawl(start: int) -> None:
        futures = [two.submit("echo", number) for number in range(start, start + 25)]
        results.append([future.result(WAIT) for future in futures])

    threads = [threading.Thread(target=crawl, args=(start,)) for start in range(0, 200, 25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert sorted(number for numbers in results for number in numbers) == list(range(200))


def test_results_can_be_awaited(two: Pool) -> None:
    async def crawl() -> list[int]:
        return list(await asyncio.gather(*(asyncio.wrap_future(two.submit("echo", number)) for number in range(16))))

    assert asyncio.run(crawl()) == list(range(16))


@pytest.mark.parametrize("size", [0, 1, BODY - 1, BODY, 3 * BODY])
def test_pages_of_any_size_arrive_as_they_are(size: int) -> None:
    page = os.urandom(size)
    with one(ECHO) as pool:
        assert pool.submit(page).result(WAIT) == page
        assert pool.submit(page, seconds=0.01).result(WAIT) == page
        assert pool.submit(value=page).result(WAIT) == page
        assert pool.submit(bytearray(page)).result(WAIT) == bytearray(page)


def test_an_answer_is_not_held_until_the_queue_is_empty(tmp_path: Path) -> None:
    gates = [tmp_path / str(number) for number in range(3)]
    with one() as pool:
        assert pool.submit("echo", 0).result(WAIT) == 0
        first, *rest = [pool.submit("echo", 1), *(pool.submit("wait_for", str(gate)) for gate in gates)]
        assert first.result(WAIT) == 1
        for page, gate in zip(rest, gates, strict=True):
            assert not page.done()
            gate.touch()
            page.result(WAIT)


def test_a_page_is_answered_at_once_where_no_other_waits(
    two: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "HOLD", 10 * WAIT)
    two.submit("echo", 0).result(WAIT)
    hanging = two.submit("wait_for", str(tmp_path / "gate"))
    for number in range(20):
        assert two.submit("echo", number).result(WAIT) == number
    assert not hanging.done()
    (tmp_path / "gate").touch()
    hanging.result(WAIT)


def test_large_pages_go_both_ways(two: Pool) -> None:
    bodies = [bytes([number]) * 20_000_000 for number in range(3)]
    futures = [two.submit("echo", body) for body in bodies]
    assert [future.result(WAIT) == body for future, body in zip(futures, bodies, strict=True)] == [True] * 3


@posix
@pytest.mark.parametrize(
    ("poison", "error", "exitcode"),
    [
        ("kill_self", WorkerDied, -signal.SIGKILL),
        ("crash", WorkerDied, -signal.SIGSEGV),
        ("hang", PageTimeout, None),
        ("burn", PageTimeout, None),
        pytest.param("eat", MemoryError, None, marks=linux),
    ],
)
def test_a_poison_page_costs_only_itself(poison: str, error: type[Exception], exitcode: int | None) -> None:
    timeout = 5 if error is PageTimeout else WAIT
    with Pool(CALL, workers=2, timeout=timeout, hard_memory=200_000_000) as pool:
        calls: list[tuple[Any, ...]] = [("echo", number) for number in range(15)]
        calls.insert(5, (poison,))
        futures = [pool.submit(*call) for call in calls]
        wait(futures, WAIT)
        bad = futures.pop(5)
        assert [future.result(0) for future in futures] == list(range(15))
        assert type(bad.exception(0)) is error
        assert getattr(bad.exception(0), "exitcode", None) == exitcode
        assert pool.restarts == (error is not MemoryError)


def test_the_clock_starts_when_a_worker_has_the_page() -> None:
    with one(ECHO, timeout=5) as pool:
        assert [f.result(WAIT) for f in [pool.submit(n, seconds=1.1) for n in range(5)]] == list(range(5))
        assert pool.restarts == 0


@posix
def test_a_stopped_worker_does_not_stop_the_pool() -> None:
    with one(timeout=4) as pool:
        os.kill(pool.submit("pid").result(WAIT), signal.SIGSTOP)
        unread = pool.submit("echo", bytes(20_000_000))
        assert pool.submit("echo", "next").result(WAIT) == "next"
        assert isinstance(failure(unread), PageTimeout)


@posix
def test_a_worker_that_dies_idle_costs_no_page() -> None:
    with one() as pool:
        os.kill(pool.submit("pid").result(WAIT), signal.SIGKILL)
        until(lambda: pool.restarts == 1)
        assert pool.submit("echo", "next").result(WAIT) == "next"


@posix
def test_an_interrupt_is_left_to_the_parent() -> None:
    with one() as pool:
        worker = pool.submit("pid").result(WAIT)
        page = pool.submit("sleep", 0.3)
        os.kill(worker, signal.SIGINT)
        assert page.result(WAIT) is None
        assert pool.submit("pid").result(WAIT) == worker


def test_an_exception_of_the_task_comes_back_as_it_was() -> None:
    with one() as pool:
        worker = pool.submit("pid").result(WAIT)
        error = failure(pool.submit("fail", "no such page"))
        assert type(error) is LookupError
        assert error.args == ("no such page", 404)
        assert "pool_tasks.py" in error.__notes__[0]
        assert pool.submit("pid").result(WAIT) == worker


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (("fail_unpicklably",), "NeedsTwoError"),
        (("leave",), "the task wants to go"),
        (("unpicklable",), "result can't be pickled"),
        (("echo", lambda: None), "arguments can't be pickled"),
    ],
)
def test_what_cannot_travel_fails_its_page_alone(call: tuple[Any, ...], text: str) -> None:
    with one() as pool:
        worker = pool.submit("pid").result(WAIT)
        error = failure(pool.submit(*call))
        assert type(error) is PoolError
        assert text in str(error)
        assert pool.submit("pid").result(WAIT) == worker


def test_a_waiting_page_can_be_cancelled(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with one() as pool:
        running = pool.submit("wait_for", str(gate))
        until(running.running)
        waiting, last = pool.submit("echo", 1), pool.submit("echo", 2)
        assert waiting.cancel()
        assert not running.cancel()
        gate.touch()
        assert last.result(WAIT) == 2
        assert waiting.cancelled()
