"""The benchmarks of speed: times of pages, and their pictures."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from small_corpora import write_corpus

from benchmarks.speed.pages import OURS, TEXT, WHOLE, turns
from benchmarks.speed.pages import main as bench

sys.path.append(str(Path(__file__).parents[2] / "benchmarks" / "speed"))

import pictures


@pytest.mark.parametrize("others", [["parser"], ["parser", "one peer"], ["parser", *"abcde"]])
def test_none_of_the_own_runners_has_its_turn_right_behind_another_one(others):
    own = {OURS, TEXT, WHOLE}
    order = turns([others[0], OURS, TEXT, WHOLE, *others[1:]])
    assert {*order} == own | {*others}
    assert not any({*pair} <= own for pair in zip(order, order[1:] + order[:1], strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("log", [False, True])
def test_curves_are_a_png_and_the_same_every_time(tmp_path, log):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    lines = {"ours": ([1, 10, 100], [2.0, 20.0, 200.0]), "parser": ([1, 10, 100], [1.0, 10.0, 90.0])}
    pictures.curves(lines, ("kB", "ms"), tmp_path / "a.png", log=log)
    pictures.curves(lines, ("kB", "ms"), tmp_path / "b.png", log=log)
    first = (tmp_path / "a.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    assert (tmp_path / "b.png").read_bytes() == first


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_soak_crawls_every_page_once_and_draws_what_it_saw(tmp_path):
    corpus, picture = write_corpus(tmp_path / "corpus", 3), tmp_path / "soak.svg"
    soak = Path(pictures.__file__).with_name("soak.py")
    options = ["--pages", "200", "--concurrent", "32", "--workers", "1", "--figure", picture]
    command = [sys.executable, soak, corpus, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert "pages of 200" not in done.stdout, done.stdout + done.stderr
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", done.stdout, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(20, 201, 20))
    assert all(int(value) > 0 for row in rows for value in row)
    lines = re.findall(r"<polyline points=\"([^\"]+)\"", picture.read_text())
    assert [len(line.split()) for line in lines] == [100] * 4


@pytest.mark.slow
def test_the_bench_times_every_extractor_on_every_page(tmp_path, capsys):
    pytest.importorskip("trafilatura", reason="the peer needs the extra peers")
    corpus = write_corpus(tmp_path / "corpus", 12)
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("2 pages") for line in lines)
    rows = {line[:20].strip(): line[20:].split() for line in lines}
    assert rows["scrapy-maincontent"][2] == "1.00"
    assert rows["text alone"][3] == "1.00"
    assert {"lxml parse", "as_dict()", "trafilatura"} <= rows.keys()
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura", "--at-most", "0.000001"]) == 1


def test_the_shares_of_an_items_parts_are_all_of_its_time(tmp_path, capsys):
    assert bench([str(write_corpus(tmp_path / "corpus", 4)), "--every", "2", "--shares"]) == 0
    printed = capsys.readouterr().out
    assert printed.endswith("(2 pages)\n")
    parts = dict(re.findall(r"([a-z ]+?) ([\d.]+)%", printed))
    assert sum(map(float, parts.values())) == pytest.approx(100, abs=0.3)
    assert {name.strip() for name in parts} == {"text", "regions and next page", "metadata", "headline", "all else"}
