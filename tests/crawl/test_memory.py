"""What a crawl knows of its sites: the same for every page however workers are through, kept in the job's folder."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING, Any

import pytest
from edge_spiders import Pages
from edge_tools import small_disk
from hypothesis import given, settings
from hypothesis import strategies as st
from test_site_memory import APPEAL, TIDES, page, sentences

from scrapy_maincontent.crawl import memory as crawl_memory
from scrapy_maincontent.crawl.memory import ASIDE, FILE, LAG, MemoryFile, SiteVisits, Visit, seen_by
from scrapy_maincontent.extraction import extract, extract_in_crawl
from scrapy_maincontent.known_host import HOST_BYTES, SLOTS, TOTAL_BYTES, KnownHost, Lesson, most_texts
from scrapy_maincontent.site_memory import PAGE_TEXTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from edge_tools import Crawl

HOST = "https://island.example"
SITES = (HOST, "https://mainland.example")


def taught(visit: Visit) -> bytes:
    """Return a lesson that depends on all that the page saw."""
    assert visit.host is not None
    seed = int.from_bytes(visit.host[-8:], "little") ^ len(visit.host)
    chance = random.Random(seed ^ visit.number << 64)
    fingerprints = sorted({chance.randrange(1, 400) for _ in range(40)})
    count = len(fingerprints)
    return Lesson(visit.number, fingerprints, [9.0] * count, [4.5] * count).to_bytes()


def through(visit: Visit) -> None:
    with visit:
        visit.lesson = taught(visit)


def seen(visits: SiteVisits, count: int, picks: Sequence[int] = (), under_way: int = 1) -> list[bytes | None]:
    """Send pages of two sites through; ``picks`` choose which page is through first of those ``under_way``."""
    pages: list[Visit] = []
    waiting: list[Visit] = []
    for number in range(count):
        visit = visits.visit(f"{SITES[number % 2]}/{number}")
        assert visit is not None
        pages.append(visit)
        waiting.append(visit)
        while len(waiting) >= under_way:
            begun = [visit for visit in waiting if visit.host is not None]
            chosen = begun[picks[number % len(picks)] % len(begun)] if picks else begun[0]
            waiting.remove(chosen)
            through(chosen)
    while waiting:
        begun = [visit for visit in waiting if visit.host is not None]
        waiting.remove(begun[-1])
        through(begun[-1])
    return [visit.host for visit in pages]


@settings(max_examples=15)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=100), st.integers(1, 40))
def test_every_page_sees_the_same_whichever_is_through_first(picks: list[int], under_way: int) -> None:
    disordered = SiteVisits()
    assert seen(disordered, 100, picks, under_way) == IN_ORDER
    assert disordered.to_bytes() == FINISHED


@settings(max_examples=15)
@given(st.integers(0, 100), st.integers(1, 20))
def test_a_run_that_goes_on_sees_what_one_run_sees(first: int, under_way: int) -> None:
    stopped = SiteVisits()
    before = seen(stopped, first - first % 2, (1,), under_way)
    resumed = SiteVisits.from_bytes(stopped.to_bytes())
    assert before + seen(resumed, 100 - len(before), (1,), under_way) == IN_ORDER


def test_a_page_sees_half_of_those_before_and_later_on_all_but_a_few() -> None:
    assert [seen_by(number) for number in range(1, 8)] == [0, 1, 1, 2, 2, 3, 3]
    assert [seen_by(number) for number in (2 * LAG, 2 * LAG + 1, 1000)] == [LAG, LAG + 1, 1000 - LAG]


def known(visits: SiteVisits, url: str = HOST) -> KnownHost:
    """Return what the next page of a host sees, after so many others that it sees all."""
    for _ in range(2 * LAG):
        visit = visits.visit(url)
        assert visit is not None
        with visit:
            pass
    assert visit.host is not None
    return KnownHost.unpacked(visit.host, 0, most_texts(HOST_BYTES))[1]


def test_pages_that_are_under_way_together_are_all_learnt() -> None:
    visits = SiteVisits()
    under_way = [visits.visit(HOST) for _ in range(3)]
    for number in (0, 2, 1):
        assert under_way[number] is not None
        through(under_way[number])
    assert known(visits).filled == 3


def test_of_later_pages_one_of_eight_is_learnt() -> None:
    visits = SiteVisits()
    for _ in range(SLOTS + 17):
        visit = visits.visit(HOST)
        assert visit is not None
        through(visit)
    bodies = {body for body in known(visits).bodies.tolist() if body > SLOTS}
    assert bodies == {SLOTS + 8, SLOTS + 16}


def test_a_page_that_fails_holds_up_no_other_one() -> None:
    visits = SiteVisits()
    failing, waiting = visits.visit(HOST), visits.visit(HOST)
    assert failing is not None
    assert waiting is not None
    assert waiting.host is None
    turn = waiting.turn()
    with pytest.raises(ZeroDivisionError), failing:
        raise ZeroDivisionError
    assert turn.result(0) == waiting.host
    with waiting:
        pass
    assert known(visits).filled == 0


def test_a_page_that_no_longer_waits_holds_up_no_other_one() -> None:
    visits = SiteVisits()
    first, cancelled, third = (visits.visit(HOST) for _ in range(3))
    assert first is not None
    assert cancelled is not None
    assert third is not None
    with cancelled:
        cancelled.turn().cancel()
    through(first)
    assert third.host is not None


def test_addresses_without_a_host_have_no_visit() -> None:
    assert [SiteVisits().visit(url) for url in (None, "", "file:///tmp/page.html", "https://[")] == [None] * 4


def in_crawl(visits: SiteVisits, markup: str, url: str) -> str:
    """Return the text of a page of a crawl."""
    visit = visits.visit(url)
    assert visit is not None
    with visit:
        assert visit.host is not None
        result, learnt = extract_in_crawl(markup, url, host=visit.host)
        assert learnt is not None
        visit.lesson = learnt.lesson
    return result.text


def test_a_page_of_very_many_lines_pushes_out_nothing_that_comes_back() -> None:
    visits = SiteVisits()
    for number in range(6):
        in_crawl(visits, page(f"mill {number}"), f"{HOST}/{number}")
    lines = "".join(f"<p>Line number {line} of the long list" for line in range(100_000))
    in_crawl(visits, lines, f"{HOST}/list")
    assert len(known(visits).texts) > PAGE_TEXTS
    assert APPEAL not in in_crawl(visits, page("kiln"), f"{HOST}/kiln")
    assert visits.size <= HOST_BYTES


def test_hosts_are_apart() -> None:
    visits = SiteVisits()
    for number in range(2 * LAG):
        in_crawl(visits, page(f"mill {number}"), f"{HOST}/{number}")
    for number in range(2 * LAG):
        url = f"https://mainland.example/{number}"
        alone = extract(page(f"mill {number}", furniture=False), url).text
        assert in_crawl(SiteVisits.from_bytes(visits.to_bytes()), page(f"mill {number}", furniture=False), url) == alone


LESSON = Lesson(1, range(1, 200), [9.0] * 199, [4.0] * 199).to_bytes()


@given(st.dictionaries(st.integers(1, 2**64 - 1), st.tuples(st.floats(1, 1e6), st.floats(0, 1)), max_size=30))
def test_a_lesson_comes_back_from_its_bytes(texts: dict[int, tuple[float, float]]) -> None:
    """Words are counted up to 65,535, and shares of main content in steps of 1/255."""
    found = sorted(texts)
    words = [texts[text][0] for text in found]
    back = Lesson.from_bytes(
        Lesson(7, found, words, [count * texts[text][1] for text, count in zip(found, words, strict=True)]).to_bytes()
    )
    assert (back.body, list(back.fingerprints)) == (7, found)
    assert list(back.words) == [min(int(count), 65_535) for count in words]
    for text, count, expected in zip(found, back.words, back.expected, strict=True):
        assert abs(expected / count - texts[text][1]) <= 0.5 / 255 + 1e-9


def invented(visits: SiteVisits, hosts: int) -> None:
    for number in range(hosts):
        for _ in range(1 + number % 2):
            visit = visits.visit(f"https://h{number}.example/")
            assert visit is not None
            with visit:
                visit.lesson = LESSON


def test_memory_is_bounded_in_all() -> None:
    visits = SiteVisits(200_000)
    invented(visits, 500)
    assert 100_000 < visits.size <= 200_000
    assert len(visits) + visits.evictions == 500
    assert known(visits, "https://h499.example/").filled == 1
    assert len(SiteVisits.from_bytes(visits.to_bytes(), 100_000)) < len(visits)


def test_hosts_take_what_is_said_of_them() -> None:
    total = 2_000_000
    tracemalloc.start()
    try:
        visits = SiteVisits(total)
        invented(visits, 1000)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert visits.evictions > 0
    assert taken <= total


@pytest.mark.slow
def test_a_hundred_thousand_hosts_take_no_more_than_the_total() -> None:
    visits = SiteVisits()
    invented(visits, 100_000)
    assert TOTAL_BYTES / 2 < visits.size <= TOTAL_BYTES
    assert len(visits) + visits.evictions == 100_000


def finished() -> tuple[list[bytes | None], bytes]:
    visits = SiteVisits()
    return seen(visits, 100), visits.to_bytes()


IN_ORDER, FINISHED = finished()


@given(st.integers(0, len(FINISHED) - 1), st.integers(1, 255))
def test_damaged_bytes_are_refused(at: int, flipped: int) -> None:
    damaged = bytearray(FINISHED)
    damaged[at] ^= flipped
    for each in (bytes(damaged), FINISHED[:at], FINISHED + b"x"):
        with pytest.raises(ValueError, match="memory"):
            SiteVisits.from_bytes(each)


@given(st.integers(0, len(FINISHED) - 22), st.binary(min_size=1, max_size=12))
def test_forged_bytes_are_refused_or_harmless(at: int, forged: bytes) -> None:
    """The digest holds off accidents; whoever writes it as well gets no more than an odd memory."""
    content = FINISHED[21:]
    try:
        visits = SiteVisits.from_bytes(crawl_memory.sealed_parts([content[:at], forged, content[at + len(forged) :]]))
    except ValueError:
        return
    assert sentences("kiln")[0] in in_crawl(visits, page("kiln"), f"{HOST}/kiln")


def test_pages_that_were_under_way_have_taught_nothing() -> None:
    visits = SiteVisits()
    killed = [visits.visit(HOST) for _ in range(4)]
    assert killed[0] is not None
    through(killed[0])
    resumed = SiteVisits.from_bytes(visits.to_bytes())
    assert known(resumed).filled == 1


@pytest.mark.parametrize("content", [b"", b"something else altogether", FINISHED[:-1]])
def test_a_file_that_is_no_memory_is_put_aside(
    content: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert len(MemoryFile(tmp_path / FILE).read()) == 0
    assert (tmp_path / (FILE + ASIDE)).read_bytes() == content
    assert "left aside" in caplog.text


def test_a_file_that_cannot_be_written_costs_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    MemoryFile(tmp_path / "nowhere" / FILE).close(SiteVisits())
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_a_full_disk_keeps_what_was_known(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / FILE).write_bytes(FINISHED)
    file = MemoryFile(tmp_path / FILE)
    visits = SiteVisits()
    seen(visits, 50)
    with small_disk(100):
        file.close(visits)
    assert "File too large" in caplog.text
    assert (tmp_path / FILE).read_bytes() == FINISHED
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


WRITING = """
import sys
from pathlib import Path
from test_memory import seen
from scrapy_maincontent.crawl import memory as crawl_memory
from scrapy_maincontent.crawl.memory import MemoryFile, SiteVisits

crawl_memory.FLUSH = 0
file, visits = MemoryFile(Path(sys.argv[1])), SiteVisits()
while True:
    seen(visits, 10)
    file.flush(visits)
    print("flushed", flush=True)
"""


@pytest.mark.slow
def test_a_killed_crawl_leaves_a_file_that_can_be_read(tmp_path: Path) -> None:
    import os

    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for flushes in (20, 21, 22, 23):
        folder = tmp_path / str(flushes)
        folder.mkdir()
        process = subprocess.Popen(
            [sys.executable, "-c", WRITING, str(folder / FILE)], stdout=subprocess.PIPE, env=environment
        )
        assert process.stdout is not None
        for _ in range(flushes):
            process.stdout.readline()
        while not (folder / FILE).exists() or known(written(folder)).filled <= 2 * LAG:
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert len(written(folder)) == 2
        assert known(written(folder)).filled > 2 * LAG


def written(folder: Path) -> SiteVisits:
    return SiteVisits.from_bytes((folder / FILE).read_bytes())


class Items(Pages):
    """Yields items with HTML of one site, in the order of ``numbers``; all of them are under way at once."""

    name = "items"
    numbers: tuple[int, ...] = ()

    def parse(self, response: Any) -> Any:
        for number in self.numbers:
            yield {"url": f"{HOST}/{number}", "html": page(f"mill {number}")}


def bodies(crawl: Crawl) -> dict[str, str]:
    return {item["url"]: item["articleBody"] for item in crawl.items if item["url"].startswith(HOST)}


NUMBERS = tuple(range(1, 31))


@pytest.mark.parametrize("switched", [{}, {"MAINCONTENT_SITE_MEMORY": "True"}])
def test_text_of_many_pages_goes_from_the_second_page_on(
    switched: dict[str, Any], crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    crawl = crawl_here(Items, switched, pages=[page_file(1)], numbers=NUMBERS)
    with_appeal = [url for url, body in bodies(crawl).items() if APPEAL in body]
    assert with_appeal == [f"{HOST}/1"]
    assert all(sentences(f"mill {number}")[0] in bodies(crawl)[f"{HOST}/{number}"] for number in NUMBERS)
    counts = crawl.counts("site_memory")
    assert (counts["hosts"], counts["pages"], counts["hits"]) == (1, len(NUMBERS), len(NUMBERS) - 1)
    assert 0 < counts["bytes"] < 2 * HOST_BYTES
    assert counts["evictions"] == 0


def test_switched_off_pages_are_extracted_alone(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    switched_off = {"MAINCONTENT_SITE_MEMORY": False, "JOBDIR": str(tmp_path / "job")}
    crawl = crawl_here(Items, switched_off, pages=[page_file(1)], numbers=NUMBERS)
    assert bodies(crawl) == {
        f"{HOST}/{number}": extract(page(f"mill {number}"), f"{HOST}/{number}").text for number in NUMBERS
    }
    assert crawl.counts("site_memory") == {}
    assert not (tmp_path / "job" / FILE).exists()


@pytest.mark.slow
def test_texts_are_the_same_with_any_number_of_workers(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str]
) -> None:
    inline, one, two = (
        bodies(crawl_here(Items, {"MAINCONTENT_WORKERS": workers}, pages=[page_file(1)], numbers=NUMBERS))
        for workers in (0, 1, 2)
    )
    assert inline == one == two
    assert len(inline) == len(NUMBERS)


def test_texts_are_the_same_after_a_stop(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path
) -> None:
    whole = crawl_here(Items, pages=[page_file(1)], numbers=NUMBERS)
    parts: dict[str, str] = {}
    for numbers in (NUMBERS[:1], NUMBERS[1:12], NUMBERS[12:]):
        job = {"JOBDIR": str(tmp_path / "job")}
        parts |= bodies(crawl_here(Items, job, pages=[page_file(1)], numbers=numbers))
    assert parts == bodies(whole)


def test_a_damaged_file_costs_a_crawl_no_page(
    crawl_here: Callable[..., Crawl], page_file: Callable[..., str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job = tmp_path / "job"
    job.mkdir()
    (job / FILE).write_bytes(FINISHED[: len(FINISHED) // 2])
    crawl = crawl_here(Items, {"JOBDIR": str(job)}, pages=[page_file(1)], numbers=NUMBERS)
    assert len(bodies(crawl)) == len(NUMBERS)
    assert "left aside" in caplog.text
    assert known(MemoryFile(job / FILE).read()).filled > 1


def test_the_file_is_written_while_the_crawl_goes_on(
    crawl_here: Callable[..., Crawl],
    page_file: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wait(file: MemoryFile, *_: object) -> None:
        if file._thread is not None:
            file._thread.join()

    def flush_each(file: MemoryFile, memory: SiteVisits) -> None:
        wait(file)  # a slow disk would have the next page's lesson wait for the flush after it
        flush(file, memory)

    flush = MemoryFile.flush
    monkeypatch.setattr(crawl_memory, "FLUSH", 0)
    monkeypatch.setattr(MemoryFile, "flush", flush_each)
    monkeypatch.setattr(MemoryFile, "close", wait)
    crawl_here(Items, {"JOBDIR": str(tmp_path / "job")}, pages=[page_file(1)], numbers=NUMBERS)
    assert known(MemoryFile(tmp_path / "job" / FILE).read()).filled > 1


def test_the_memory_holds_no_text() -> None:
    visits = SiteVisits()
    for number in range(SLOTS):
        in_crawl(visits, page(f"mill {number}"), f"{HOST}/{number}")
    assert not any(word in visits.to_bytes() for word in (b"mill", b"ferry", TIDES.encode()))


def test_a_crawls_own_process_loads_no_extractor() -> None:
    script = "import sys, scrapy_maincontent.crawl.memory; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert "scrapy_maincontent.known_host" in loaded
    assert not {"numpy", "scrapy_maincontent.speed", "scrapy_maincontent.words", "scrapy_maincontent.methods"} & {
        *loaded
    }
