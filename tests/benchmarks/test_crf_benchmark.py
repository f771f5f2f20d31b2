"""The benchmark behind the table of choices in the documentation of ``crf`` goes with the package as it is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from small_corpora import write_corpora

from benchmarks import crf as benchmark
from benchmarks.crf import CHOICES, PACKAGE
from scrapy_maincontent.lab.training import crf

pytestmark = pytest.mark.slow

pytest.importorskip("lightgbm", reason="stages are trained; that needs the extra train")
pytest.importorskip("sklearn", reason="stages are trained; that needs the extra train")

SCORED = ("wcxb-dev", "ja-dev")
RIGHT = "text blocks labelled right"
OF_EXPERTS = {name for name, choice in CHOICES.items() if choice.is_of_experts}


@pytest.fixture
def arguments(tmp_path):
    """Two corpora to score, one to train on."""
    folder = write_corpora(tmp_path).parent
    return [*(str(folder / name) for name in SCORED), "--train-only", str(folder / "lists-dev")]


def figures(printed):
    """Return the figures of each choice: F1 of each corpus, their mean, the difference, and its interval."""
    head, *lines = printed.splitlines()
    assert head.split() == [*SCORED, "macro", "mean", "difference", "from", "to"]
    width = max(map(len, CHOICES))
    return {line[:width].rstrip(): [float(cell) for cell in line[width:].split()] for line in lines}


def check(found):
    *f1, mean = found[PACKAGE]
    assert min(f1) > 0.9
    assert mean == pytest.approx(sum(f1) / len(f1), abs=1e-4)
    for name in found.keys() - {PACKAGE}:
        *own, own_mean, difference, low, high = found[name]
        assert len(own) == len(SCORED)
        assert difference == pytest.approx(own_mean - mean, abs=2e-4)
        assert low <= difference <= high
    assert found[RIGHT][2] >= mean


def test_every_choice_but_those_of_experts_is_scored_where_there_is_one(arguments):
    command = [sys.executable, benchmark.__file__, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = figures(done.stdout)
    assert list(found) == [name for name in CHOICES if name not in OF_EXPERTS]
    check(found)


@pytest.mark.parametrize("options", [[], ["--folds", "--every", "1"]], ids=["left out", "folds"])
def test_every_choice_is_scored_where_there_are_two_experts(arguments, monkeypatch, capsys, options):
    monkeypatch.setattr(crf, "FEWEST_PAGES", 1)
    for folder in (argument for argument in arguments if not argument.startswith("--")):
        listed = Path(folder) / "pages.json"
        entries = json.loads(listed.read_text("utf-8"))
        for entry in entries[::2]:
            entry["type"] = "listing"
        listed.write_text(json.dumps(entries), "utf-8")
    benchmark.main([*arguments, *options])
    found = figures(capsys.readouterr().out)
    assert list(found) == list(CHOICES)
    assert len(OF_EXPERTS) == 4
    check(found)
