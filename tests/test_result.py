from __future__ import annotations

import copy
import gc
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from broken_pages import PAGES

from scrapy_maincontent import navigation
from scrapy_maincontent.extraction import extract, extract_in_crawl
from scrapy_maincontent.navigation.candidates import Candidates
from scrapy_maincontent.page import Page
from scrapy_maincontent.page.limits import OutOfTime
from scrapy_maincontent.page.paths import Paths
from scrapy_maincontent.result import Extraction, Later, text_block_dicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from scrapy_maincontent.navigation.candidates import DetectorRules
    from scrapy_maincontent.page.limits import Deadline
    from scrapy_maincontent.result import Maker

PARAGRAPH = "The mill at the lower weir ground barley until the spring of that year, and then it stood still."
PAGE = f"""<html><body><nav><a href="/">Home</a> <a href="/mills">Mills</a></nav>
<article><h1>The mill</h1>{f"<p>{PARAGRAPH}</p>" * 6}<figure><img src="/mill.jpg" width="640" height="400" alt="Mill">
</figure></article></body></html>"""
LOOK = """
import pickle, sys
result = pickle.loads(sys.stdin.buffer.read())
assert result.text and result.regions is not None and result.media_table.rows
print(sorted({"numpy", "lxml"} & set(sys.modules)))
"""


@pytest.fixture(scope="module")
def result() -> Extraction:
    found = extract(PAGE, "https://mill.example/weir")
    assert found.media
    return found


def test_a_result_is_the_same_behind_a_pipe(result: Extraction) -> None:
    arrived = pickle.loads(pickle.dumps(result))
    assert arrived.text_blocks == result.text_blocks
    assert arrived.media == result.media
    assert arrived == result
    assert arrived.as_dict() == result.as_dict()


def test_a_result_that_nobody_has_looked_at_is_handed_on(result: Extraction) -> None:
    arrived = pickle.loads(pickle.dumps(result))
    for again in (pickle.loads(pickle.dumps(arrived)), copy.copy(arrived), copy.deepcopy(arrived)):
        assert again == result
        assert again.text_blocks == result.text_blocks


def test_who_unpickles_spelled_blocks_spells_no_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = extract_in_crawl("<p>a</p>" * 9, spelled=True)
    arrived = pickle.loads(pickle.dumps(result))
    monkeypatch.setattr(Paths, "xpaths", None)
    assert arrived == result
    assert [block["xpath"] for block in text_block_dicts(arrived.blocks)][::8] == ["/html/body/p[1]", "/html/body/p[9]"]


def test_tables_share_their_paths_behind_a_pipe(result: Extraction) -> None:
    arrived = pickle.loads(pickle.dumps(result))
    assert arrived.blocks.paths is arrived.media_table.paths


def test_threads_may_look_at_the_same_result(result: Extraction) -> None:
    with ThreadPoolExecutor(4) as threads:
        for _ in range(50):
            arrived = pickle.loads(pickle.dumps(result))
            seen = list(threads.map(lambda _, one=arrived: one.text_blocks, range(4)))
            assert seen == [result.text_blocks] * 4


def test_what_a_table_does_not_have_is_no_column(result: Extraction) -> None:
    arrived = pickle.loads(pickle.dumps(result))
    with pytest.raises(AttributeError, match=r"BlockTable.*places"):
        arrived.blocks.places  # noqa: B018


def test_whoever_reads_a_result_needs_no_extractor(result: Extraction) -> None:
    looked = subprocess.run([sys.executable, "-c", LOOK], input=pickle.dumps(result), capture_output=True, check=True)
    assert looked.stdout.decode().strip() == "[]"


# What is made when it is first read.

NAMES = [each.name for each in fields(Extraction)]
COPIES: dict[str, Callable[[Extraction], Extraction]] = {
    "pickled": lambda found: pickle.loads(pickle.dumps(found)),
    "copied": copy.copy,
    "copied with all parts": copy.deepcopy,
    "replaced": lambda found: replace(found, warc=None),
    "completed": Extraction.complete,
}


def fresh() -> Extraction:
    return extract(PAGE, "https://mill.example/weir", formats=("text", "markdown", "html"))


def pages_alive() -> int:
    gc.collect()
    return sum(isinstance(each, Page) for each in gc.get_objects())


def later(*makers: Maker, seconds: float = 60.0) -> Extraction:
    return Later(makers, seconds).attach(Extraction(text="A mill", url="https://mill.example/"))


@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.stem)
def test_the_order_of_reading_makes_no_difference(path: Path) -> None:
    def read(names: list[str]) -> dict[str, object]:
        found = extract(path.read_bytes(), "https://mill.example/a", formats=("text", "markdown", "html"))
        values = {name: getattr(found, name) for name in names if name != "elapsed"}
        assert found.as_dict().keys() == Extraction().as_dict().keys()
        return values

    for seed in range(3):
        assert read(random.Random(seed).sample(NAMES, len(NAMES))) == read(NAMES)


@pytest.mark.parametrize("way", COPIES)
def test_a_result_that_was_hardly_read_is_whole_elsewhere(way: str) -> None:
    found = fresh()
    assert found.title == "The mill"
    again = COPIES[way](found)
    assert again == fresh()
    assert vars(replace(again, elapsed=0)) == vars(replace(fresh(), elapsed=0))
    assert again.as_dict() == found.as_dict()


def test_what_the_text_does_not_need_is_not_made_before_it_is_read() -> None:
    found = fresh()
    assert found.text
    assert not {"title", "authors", "media_table", "quality", "regions", "html"} & vars(found).keys()
    assert found.quality
    assert "title" not in vars(found)


def counted_detections(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    asked = list[str | None]()

    def candidates(page: Page, rules: DetectorRules) -> Candidates:
        asked.append(page.url)
        return Candidates(page, rules)

    monkeypatch.setattr(navigation, "Candidates", candidates)
    return asked


def test_regions_are_found_once_for_the_text_and_all_other_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, found = counted_detections(monkeypatch), fresh()
    assert found.text
    assert len(asked) == 1
    assert found.breadcrumbs is not None
    found.complete()
    assert len(asked) == 1


def test_the_papers_system_finds_its_own_regions_and_the_result_those_of_the_product(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = counted_detections(monkeypatch)
    assert extract(PAGE, method="tree", model="uda-printed").complete().regions == fresh().regions
    assert len(asked) == 3


def test_a_fault_among_the_regions_leaves_the_text_and_is_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(page: Page, rules: DetectorRules) -> Candidates:
        raise ValueError("a fault of ours")

    whole = fresh().complete()
    monkeypatch.setattr(navigation, "Candidates", fail)
    found = fresh().complete()
    assert (found.text, found.title, found.media) == (whole.text, whole.title, whole.media)
    assert (found.regions, found.empty_reason, found.truncated) == ((), None, True)
    assert len(caplog.records) == 1
    caplog.clear()  # conftest.py wants no such line


def test_the_first_picture_is_the_same_whether_the_others_were_looked_for() -> None:
    found, whole = fresh(), fresh()
    assert whole.images
    assert found.main_image == whole.images[0] == whole.main_image
    assert "media_table" not in vars(found)
    assert found.images == whole.images


@pytest.mark.parametrize("way", COPIES)
def test_a_whole_result_keeps_no_page(way: str) -> None:
    before = pages_alive()
    found = fresh()
    assert pages_alive() == before + 1
    again = COPIES[way](found)
    assert pages_alive() == before
    assert again.media


def test_a_result_that_was_read_to_the_end_keeps_no_page() -> None:
    before, found = pages_alive(), fresh()
    found.as_dict()
    assert pages_alive() == before


def test_the_seconds_are_those_of_reading_and_making() -> None:
    found = fresh()
    first = found.elapsed
    assert found.complete().elapsed > first > 0


def test_what_makes_an_attribute_runs_once_though_threads_ask_at_a_time() -> None:
    asked, gate = list[int](), Barrier(4)

    def make(_: Deadline) -> dict[str, str]:
        asked.append(1)
        return {"title": "The mill", "language": "en"}

    found = later((("title", "language"), make))

    def read(number: int) -> str | None:
        gate.wait()
        return found.title if number % 2 else found.language

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(read, range(4))) == ["en", "The mill"] * 2
    assert len(asked) == 1


@pytest.mark.parametrize("error", [OutOfTime(), MemoryError(), ValueError("a fault of ours")])
def test_a_part_that_fails_costs_itself_alone(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: object) -> dict[str, object]:
        raise error

    found = later((("title", "keywords"), fail), (("language",), lambda _: {"language": "en"}))
    assert (found.title, found.keywords, found.language, found.text) == (None, (), "en", "A mill")
    assert found.truncated
    assert ("title, keywords of <https://mill.example/>" in caplog.text) == isinstance(error, ValueError)
    caplog.clear()  # conftest.py wants no such line


def test_what_a_part_has_made_before_its_time_ran_out_is_kept() -> None:
    def run_out(_: object) -> Iterator[tuple[str, str]]:
        yield "markdown", "# A mill"
        raise OutOfTime

    found = later((("markdown", "html"), run_out))
    assert (found.markdown, found.html, found.truncated) == ("# A mill", None, True)


def test_parts_share_the_seconds_that_the_page_has_left() -> None:
    def wait(deadline: Deadline) -> dict[str, str]:
        while deadline.left > 0:
            pass
        return {"title": "The mill"}

    found = later((("title",), wait), (("language",), lambda _: {"language": "en"}), seconds=0.01)
    assert (found.title, found.truncated) == ("The mill", False)
    assert (found.language, found.truncated) == (None, True)


def test_of_a_result_that_was_completed_in_part_the_rest_stays_empty() -> None:
    before, whole = pages_alive(), fresh().complete()
    found = fresh()
    assert found.title == whole.title
    found.complete(["media", "text"])
    assert pages_alive() == before
    assert (found.media, found.text, found.title) == (whole.media, whole.text, whole.title)
    assert (found.authors, found.html, found.quality) == ((), None, None)
    assert found.as_dict().keys() == whole.as_dict().keys()


def test_a_name_that_is_no_attribute_is_none_before_and_after() -> None:
    found = fresh()
    for one in (found, found.complete()):
        with pytest.raises(AttributeError, match=r"'Extraction' object has no attribute 'author'"):
            one.author  # type: ignore[attr-defined] # noqa: B018


def test_completion_in_a_shell_names_what_is_made_later() -> None:
    fresh = extract(PAGE, "https://mill.example/weir")
    assert "title" not in vars(fresh)
    named = {field.name for field in fields(Extraction) if not field.name.startswith("_")}
    assert named | {"text_blocks", "media", "images", "as_dict", "complete"} <= {*dir(fresh)}
    assert all(hasattr(fresh, name) for name in dir(fresh))


def test_a_result_fits_a_screen_and_looking_at_it_makes_nothing() -> None:
    long = PAGE.replace("The mill</h1>", "The mill " * 40 + "</h1>").replace("</p>", PARAGRAPH * 40 + "</p>")
    fresh = extract(long, "https://mill.example/weir?" + "long=1&" * 100)
    before = {*vars(fresh)}
    assert fresh.text[:20] in repr(fresh)
    assert len(repr(fresh)) < 1000
    assert {*vars(fresh)} == before
    shown = repr(fresh.complete())
    assert "title=" in shown
    assert len(shown) < 1000


def test_a_name_with_much_in_it_is_cut_like_any_other() -> None:
    people = tuple({"name": "Ann " * 50, "url": "https://mill.example/" + "a" * 500} for _ in range(20))
    texts = dict.fromkeys(("url", "title", "next_page", "date_published", "page_type", "method", "model"), "x" * 5000)
    assert len(repr(Extraction(text="y" * 100_000, authors=people, **texts))) < 1000
