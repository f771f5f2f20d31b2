"""The benchmark behind the table of choices in the documentation of ``crf`` goes with the package as it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from small_corpora import write_corpora

pytestmark = pytest.mark.slow

pytest.importorskip("lightgbm", reason="stages are trained; that needs the extra train")
pytest.importorskip("sklearn", reason="stages are trained; that needs the extra train")

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "crf.py"
CHOICES = (
    "both, the mean",
    "threshold of one half",
    "beta 1.5",
    "copies stay",
    "trees alone, with lines",
    "second evaluation (Fujita)",
)


def test_every_choice_is_scored(tmp_path):
    first = write_corpora(tmp_path)
    command = [sys.executable, str(BENCHMARK), str(first), str(first.parent / "ja-dev")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    cells = [line.rsplit(maxsplit=3) for line in done.stdout.splitlines()[1:]]
    f1 = {name: float(figure) for name, figure, _, _ in cells}
    assert f1.keys() >= set(CHOICES)
    assert f1["both, the mean"] > 0.9
