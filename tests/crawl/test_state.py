"""What crawls remember of addresses, in a file: rows, runs, kills, damage."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.crawl import state as module
from scrapy_maincontent.crawl.state import Row, State, Status

if TYPE_CHECKING:
    from pathlib import Path

SITE = "courier.example"


def row(name: str, status: Status = Status.WAITING, **values: object) -> Row:
    return Row(f"http://{SITE}/{name}", SITE, status, **values)  # type: ignore[arg-type]


def names(rows: list[Row]) -> list[str]:
    return [each.address.rpartition("/")[2] for each in rows]


def test_rows_come_back_as_they_were(tmp_path: Path) -> None:
    kept = row(
        "a",
        Status.ARTICLE,
        listed={"title": "港", "authors": [{"name": "x", "url": None}]},
        text="1f",
        day="2026-11-24",
        etag='"1"',
    )
    state = State(str(tmp_path / "state"))
    state.put(kept)
    assert state.get([kept.address, "http://b.example/"]) == {kept.address: kept}
    state.close(finished=True)
    state = State(str(tmp_path / "state"))
    assert state.get([kept.address]) == {kept.address: kept}
    assert state.same_text(SITE, "1f") == kept.address
    assert state.same_text("other.example", "1f") is None
    state.close(finished=True)


def test_many_addresses_are_looked_up_at_once() -> None:
    state = State()
    for number in range(1500):
        state.put(row(str(number), Status.LIST))
    assert len(state.get([row(str(number)).address for number in range(2000)])) == 1500


def test_what_waits_comes_by_priority_and_once_in_a_run(tmp_path: Path) -> None:
    state = State(str(tmp_path / "state"))
    for name, priority in (("old", 1), ("new", 9), ("middle", 5)):
        state.put(row(name, priority=priority))
    state.put(row("done", Status.ARTICLE, priority=10))
    assert names(state.waiting(SITE, 2)) == ["new", "middle"]
    assert state.waiting("other.example", 9) == []
    state.put(row("new", priority=9, run=state.run))
    assert names(state.waiting(SITE, 9)) == ["middle", "old"]
    state.close(finished=True)
    state = State(str(tmp_path / "state"))
    assert names(state.waiting(SITE, 9)) == ["new", "middle", "old"]
    state.close(finished=True)


def test_a_run_that_was_killed_goes_on_under_its_number(tmp_path: Path) -> None:
    state = State(str(tmp_path / "state"))
    assert (state.run, state.unfinished) == (1, False)
    state.put(row("a", run=1))
    state.commit()
    state.put(row("b"))
    copy = tmp_path / "killed"
    for file in tmp_path.glob("state*"):
        shutil.copy(file, copy.with_name(file.name.replace("state", "killed")))
    state.close(finished=True)
    again = State(str(copy))
    assert (again.run, again.unfinished) == (1, True)
    assert names(again.waiting(SITE, 9)) == ["a"], "what was not committed is not there"
    again.close(finished=True)
    after = State(str(tmp_path / "state"))
    assert (after.run, after.unfinished) == (2, False)
    after.close(finished=True)


def test_items_are_written_before_what_is_said_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "COMMIT", -1)
    state = State(str(tmp_path / "state"))
    flushed = []
    state.before_commit = lambda: bool(flushed.append(len(flushed)))
    state.put(row("a"))
    assert flushed == [], "its item is on its way"
    state.settle()
    assert flushed == [0]
    state._database.execute("ROLLBACK")  # as a kill would: what can't be flushed is not committed
    state._database.execute("BEGIN")
    assert state.get([row("a").address]) == {}
    state.close(finished=True)


def test_what_cannot_be_written_comes_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    state = State(str(tmp_path / "state"))
    state.put(row("written", Status.ARTICLE))
    state.commit()

    def full() -> bool:
        raise OSError(28, "No space left on device")

    state.before_commit = full
    state.put(row("a", Status.ARTICLE))
    for _ in range(3):
        state.commit()
    assert [record.message for record in caplog.records] == [
        "Items can't be written any more, and come again in the next crawl: [Errno 28] No space left on device"
    ]
    state.close(finished=True)
    again = State(str(tmp_path / "state"))
    assert [*again.get([row(name).address for name in ("written", "a")])] == [row("written").address]
    assert again.unfinished
    again.close(finished=True)


def test_one_address_has_one_claim() -> None:
    state = State()
    assert state.claim("a", "x")
    assert state.claim("a", "x")
    assert not state.claim("a", "y")


def test_notes_are_found_by_their_beginning() -> None:
    state = State()
    state.note("length:/a", "7")
    assert state.noted("length:") == [("/a", "7")]


def test_files_that_are_none_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "state"
    path.write_text("something else, and rather long for that" * 50)
    with pytest.raises(OSError, match="can't be used as the state of a crawl"):
        State(str(path))
    state = State(str(tmp_path / "used"))
    with pytest.raises(OSError, match="or another one uses it"):
        State(str(tmp_path / "used"))
    state.note("format", "0")
    state.close(finished=True)
    with pytest.raises(OSError, match="another version"):
        State(str(tmp_path / "used"))
