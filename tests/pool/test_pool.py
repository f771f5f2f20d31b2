"""What the tests of the pool share."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
import time
from concurrent.futures import as_completed, wait
from typing import TYPE_CHECKING, Any

import pool_tasks
import pytest

from scrapy_maincontent import pool
from scrapy_maincontent.pool import Pool, acquire, driver, worker
from scrapy_maincontent.pool.driver import default_workers
from scrapy_maincontent.pool.messages import PageTimeout, PoolClosed, PoolError, PoolUnavailable, WorkerDied
from scrapy_maincontent.pool.worker import BODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future
    from pathlib import Path


CALL = f"{pool_tasks.__name__}:call"
WAIT = 300
"""Seconds that no test should need: a guard against hanging."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="memory can't be limited here")
posix = pytest.mark.skipif(os.name != "posix", reason="no such signals here")


def one(task: str = CALL, *, timeout: float = WAIT, **options: Any) -> Pool:
    return Pool(task, workers=1, timeout=timeout, **options)


def failure(future: Future[Any]) -> BaseException | None:
    return future.exception(WAIT)


def drivers() -> int:
    return sum(thread.name == "maincontent-pool" for thread in threading.enumerate())


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


class Clock:
    """The pool's clock in this process, which can be put forward: what is late is late when a test says so."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module in (driver, worker):
        monkeypatch.setattr(module, "time", made)
    return made


# Pages in the pool: their results, and what one page can do to the others.

ECHO = f"{pool_tasks.__name__}:echo"


def test_the_limits_of_workers_are_those_of_the_documentation() -> None:
    assert (pool.TIMEOUT, pool.MAX_PAGES, pool.START_LIMIT, pool.PATIENCE) == (10.0, 5_000, 30.0, 600.0)
    assert (pool.MAX_MEMORY, pool.HARD_MEMORY) == (500_000_000, 1_400_000_000)
    assert (driver.FIRST_PAUSE, driver.MAX_PAUSE) == (0.5, 30.0)


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


def test_another_function_runs_in_a_worker_under_the_same_limits() -> None:
    with one(ECHO) as pool:
        assert pool.call(os.getpid).result(WAIT) != os.getpid()
    with one(ECHO, timeout=1.0) as pool, pytest.raises(PageTimeout):
        pool.call(time.sleep, 600).result(WAIT)


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
def test_a_poison_page_costs_only_itself(
    poison: str, error: type[Exception], exitcode: int | None, clock: Clock, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    with Pool(CALL, workers=2, timeout=WAIT, hard_memory=200_000_000) as pool:
        calls: list[tuple[Any, ...]] = [("echo", number) for number in range(15)]
        calls.insert(5, (poison, str(begun)) if error is PageTimeout else (poison,))
        futures = [pool.submit(*call) for call in calls]
        bad = futures.pop(5)
        wait(futures, WAIT)
        assert [future.result(0) for future in futures] == list(range(15))
        if error is PageTimeout:
            until(begun.exists)
            clock.ahead = WAIT
            assert pool.submit("echo", 15).result(WAIT) == 15
        assert type(failure(bad)) is error
        assert getattr(bad.exception(0), "exitcode", None) == exitcode
        # Whoever has killed a worker may have meant another one: such a page, and no other, is tried once more.
        assert pool.restarts == {WorkerDied: 2, PageTimeout: 1, MemoryError: 0}[error]


def test_the_clock_starts_when_a_worker_has_the_page(clock: Clock, tmp_path: Path) -> None:
    gates = [tmp_path / str(number) for number in range(3)]
    with Pool(CALL, workers=2, timeout=WAIT) as pool:
        first, second, third = (pool.submit("wait_for", str(gate)) for gate in gates)
        until(second.running)
        clock.ahead = 0.6 * WAIT
        for gate, page in ((gates[0], first), (gates[1], second)):
            gate.touch()
            page.result(WAIT)
        until(third.running)
        clock.ahead = 1.2 * WAIT
        assert pool.submit("echo", "looks at the clock").result(WAIT)
        gates[2].touch()
        assert third.result(WAIT) is None
        assert pool.restarts == 0


@posix
def test_a_stopped_worker_does_not_stop_the_pool(clock: Clock, tmp_path: Path) -> None:
    with Pool(CALL, workers=2, timeout=WAIT) as pool:
        os.kill(pool.submit("pid").result(WAIT), signal.SIGSTOP)
        unread = pool.submit("echo", bytes(20_000_000))
        assert pool.submit("echo", "other").result(WAIT) == "other"
        clock.ahead = WAIT
        assert pool.submit("echo", "next").result(WAIT) == "next"
        assert isinstance(failure(unread), PageTimeout)
        pages = [pool.submit("wait_for", str(tmp_path / "gate")) for _ in range(2)]
        until(lambda: all(page.running() for page in pages))  # there are two workers again
        (tmp_path / "gate").touch()
        assert [page.result(WAIT) for page in pages] == [None] * 2


@posix
def test_a_worker_that_dies_idle_costs_no_page() -> None:
    with one() as pool:
        os.kill(pool.submit("pid").result(WAIT), signal.SIGKILL)
        until(lambda: pool.restarts == 1)
        assert pool.submit("echo", "next").result(WAIT) == "next"


@posix
def test_a_page_that_loses_its_worker_is_tried_once_more(tmp_path: Path) -> None:
    with one() as pool:
        pages = [pool.submit("die_once", str(tmp_path / "died")), pool.submit("echo", "next")]
        assert [page.result(WAIT) for page in pages] == ["alive", "next"]
        assert pool.restarts == 1


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


# Workers of the pool: how they start, are shared and replaced, and end.


def test_closing_fails_what_is_pending() -> None:
    pool = Pool(CALL, workers=2, timeout=WAIT)
    futures = [pool.submit("hang") for _ in range(4)]
    until(futures[1].running)
    pool.close()  # comes back, though the pages would take an hour
    pool.close()
    assert {type(failure(future)) for future in [*futures, pool.submit("pid")]} == {PoolClosed}
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
        ({"task": CALL, "warm": "pool_tasks:hang", "start_limit": 0.5}, "not ready within"),
        pytest.param({"task": CALL, "warm": "pool_tasks:kill_self"}, "exit code -9", marks=posix),
    ],
)
def test_pages_fail_that_have_waited_too_long_for_a_worker(options: dict[str, Any], text: str) -> None:
    with one(**options, patience=0.1) as pool:
        futures = [pool.submit("echo", number) for number in range(3)]
        for future in [*futures, pool.submit("echo", 3)]:
            assert type(failure(future)) is PoolUnavailable
            assert text in str(failure(future))
        assert pool.stalled
    assert pool.failed_starts == pool.restarts > 0


class TestStartsThatFail:
    """No worker can start as long as there is a certain file."""

    @pytest.fixture
    def no_start(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        path = tmp_path / "no start"
        path.touch()
        monkeypatch.setenv("NO_START", str(path))
        monkeypatch.setattr(driver, "FIRST_PAUSE", 0.01)
        monkeypatch.setattr(driver, "MAX_PAUSE", 0.04)
        return path

    @pytest.fixture
    def stalled(self, no_start: Path) -> Iterator[Pool]:
        with one(warm="pool_tasks:start_if_allowed", patience=WAIT) as pool:
            yield pool

    def test_they_are_tried_again_until_one_succeeds(
        self, stalled: Pool, no_start: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        pages = [stalled.submit("echo", number) for number in range(3)]
        until(lambda: stalled.failed_starts >= 5)
        assert stalled.stalled
        assert not any(page.done() for page in pages)
        no_start.unlink()
        assert [page.result(WAIT) for page in pages] == [0, 1, 2]
        assert not stalled.stalled
        assert stalled.waited > 0
        pauses = [record.args[1] for record in caplog.records if isinstance(record.args, tuple)]
        assert pauses[:5] == [0.01, 0.02, 0.04, 0.04, 0.04]

    def test_the_pool_is_back_when_a_start_succeeds_after_it_gave_up(self, no_start: Path) -> None:
        with one(warm="pool_tasks:start_if_allowed", patience=0) as pool:
            assert type(failure(pool.submit("echo", 1))) is PoolUnavailable
            assert type(failure(pool.submit("echo", 2))) is PoolUnavailable
            no_start.unlink()
            until(lambda: not pool.stalled)  # though no page waits
            assert pool.submit("echo", 3).result(WAIT) == 3

    def test_pages_need_not_wait_to_the_end(self, stalled: Pool, no_start: Path) -> None:
        page = stalled.submit("echo", 1)
        until(lambda: stalled.stalled)
        stalled.give_up()
        assert type(failure(page)) is PoolUnavailable
        late = stalled.submit("echo", 2)
        no_start.unlink()
        assert late.result(WAIT) == 2

    @posix
    def test_a_page_that_has_lost_its_worker_waits_like_the_others(
        self, stalled: Pool, no_start: Path, tmp_path: Path
    ) -> None:
        no_start.unlink()
        assert stalled.submit("echo", 1).result(WAIT) == 1
        no_start.touch()
        pages = [stalled.submit("die_once", str(tmp_path / "died")), stalled.submit("echo", 2)]
        until(lambda: stalled.stalled)
        assert not any(page.done() for page in pages)
        stalled.close()
        assert {type(failure(page)) for page in pages} == {PoolClosed}

    @posix
    def test_a_process_without_descriptors_has_workers_again_when_it_has_some(self, no_start: Path) -> None:
        import resource

        no_start.unlink()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with one(patience=WAIT) as pool:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
                assert type(failure(pool.submit("echo", 0))) is PoolUnavailable
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            os.kill(pool.submit("pid").result(WAIT), signal.SIGKILL)
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
                page = pool.submit("echo", 1)
                until(lambda: pool.failed_starts >= 2)
                assert not page.done()
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            assert page.result(WAIT) == 1

    def test_a_slow_start_gets_more_time_when_it_is_tried_again(
        self, no_start: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        no_start.unlink()
        monkeypatch.setattr(driver, "MAX_START_GROWTH", 1_000_000)
        with one(start_limit=0.01, patience=WAIT) as pool:
            assert pool.submit("echo", 1).result(WAIT) == 1
            assert pool.failed_starts > 1


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
