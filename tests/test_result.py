from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from scrapy_maincontent.extraction import extract

if TYPE_CHECKING:
    from scrapy_maincontent.result import Extraction

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
    with pytest.raises(AttributeError, match=r"BlockTable.*rows"):
        arrived.blocks.rows  # noqa: B018


def test_whoever_reads_a_result_needs_no_extractor(result: Extraction) -> None:
    looked = subprocess.run([sys.executable, "-c", LOOK], input=pickle.dumps(result), capture_output=True, check=True)
    assert looked.stdout.decode().strip() == "[]"
