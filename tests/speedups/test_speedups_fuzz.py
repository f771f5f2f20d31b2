from __future__ import annotations

import argparse
import os
import sys

import fuzz
import pytest
from hostile import built

from scrapy_maincontent.page.limits import Limits

CRASH = "import os, struct, sys; open(sys.argv[2], 'r+b').write(struct.pack('q', 50)); os.abort()"


@pytest.fixture(scope="module")
def fuzzer():
    return fuzz.Fuzzer(1)


@built
@pytest.mark.parametrize("path", sorted(fuzz.SEEDS.iterdir()), ids=lambda path: path.stem)
def test_what_was_hard_once_makes_no_difference(fuzzer, path):
    for limits in (Limits(), Limits(max_depth=3), Limits(max_elements=9), Limits(max_attributes=1)):
        assert fuzzer.difference(fuzz.Case(path.read_bytes(), limits), score=True) is None


@built
def test_a_few_inputs_make_no_difference(fuzzer):
    for number in range(300, 400):
        assert fuzzer.difference(fuzzer.make(number), score=number % fuzz.SCORED_EVERY == 0) is None, number


def test_an_input_depends_on_its_seed_and_number_only(fuzzer):
    again = fuzz.Fuzzer(1)
    assert [fuzzer.make(number) for number in (3, 500, 501)] == [again.make(number) for number in (3, 500, 501)]
    assert fuzz.Fuzzer(2).make(500) != again.make(500)
    assert len({fuzzer.make(number).body for number in range(500, 600)}) > 90


def test_a_mutated_model_is_refused_or_gives_scores_from_0_to_1():
    fuzzer = fuzz.ModelFuzzer(1)
    for number in range(60):
        assert fuzzer.difference(fuzzer.make(number), score=True) is None, number
    assert 10 < fuzzer.refused < 60


@pytest.mark.parametrize("bias", ["NaN", "1e400"])
def test_a_score_outside_0_and_1_is_a_difference(monkeypatch, bias):
    monkeypatch.setattr(fuzz.ModelFuzzer, "_scores", lambda *_: [0.5, float("nan")])
    assert fuzz.ModelFuzzer(1).difference(fuzz.ModelCase(bias.encode(), "quality"), score=True) == (
        "quality: a score of nan"
    )


@built
def test_a_difference_is_written_down_as_small_as_it_goes(fuzzer, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(
        fuzz, "differences", lambda page, other: ["texts"] if any("needle" in text for text in page.texts) else []
    )
    case = fuzz.Case(b"<ul><li>a<li>b</ul>" * 9 + b"<p class=c>one needle in it</p>" + b"<i>d</i>" * 9, Limits())
    found = fuzz.outcome(fuzzer, case)
    assert found == "_by_reader: texts"
    fuzz.report(fuzzer, case, found, 7, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes() == b"needle"
    assert "seed 1, input 7" in capsys.readouterr().out


@built
def test_an_error_is_a_difference(fuzzer, monkeypatch):
    monkeypatch.setattr(fuzz, "differences", lambda page, other: 1 / 0)
    assert fuzz.outcome(fuzzer, fuzz.Case(b"<p>a", Limits())) == "ZeroDivisionError: division by zero"


@pytest.mark.skipif(sys.platform == "win32", reason="a file that another process has open")
def test_the_input_of_a_crash_is_kept(fuzzer, tmp_path, capsys):
    options = argparse.Namespace(seed=1, models=False, out=tmp_path / "page.html")
    assert fuzz.supervise(options, [sys.executable, "-c", CRASH], dict(os.environ)) == 1
    assert options.out.read_bytes() == fuzzer.make(50).body
    assert "seed 1, input 50" in capsys.readouterr().out
