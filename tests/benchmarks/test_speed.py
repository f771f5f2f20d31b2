"""The benchmarks of speed: times of pages, and their pictures."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from small_corpora import write_corpus

from benchmarks.speed.pages import main as bench

sys.path.append(str(Path(__file__).parents[2] / "benchmarks" / "speed"))

from pictures import curves


@pytest.mark.slow
@pytest.mark.parametrize("log", [False, True])
def test_curves_are_a_png_and_the_same_every_time(tmp_path, log):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    lines = {"ours": ([1, 10, 100], [2.0, 20.0, 200.0]), "parser": ([1, 10, 100], [1.0, 10.0, 90.0])}
    curves(lines, ("kB", "ms"), tmp_path / "a.png", log=log)
    curves(lines, ("kB", "ms"), tmp_path / "b.png", log=log)
    first = (tmp_path / "a.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    assert (tmp_path / "b.png").read_bytes() == first


def test_the_bench_times_every_extractor_on_every_page(tmp_path, capsys):
    corpus = write_corpus(tmp_path / "corpus", 12)
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("2 pages") for line in lines)
    assert any(line.startswith("scrapy-maincontent") and line.endswith("1.00") for line in lines)
    assert bench([str(corpus), "--every", "6", "--peer", "trafilatura", "--at-most", "0.000001"]) == 1
