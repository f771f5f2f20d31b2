"""The pictures of the benchmarks of speed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks" / "speed"))

from pictures import curves

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("log", [False, True])
def test_curves_are_a_png_and_the_same_every_time(tmp_path, log):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    lines = {"ours": ([1, 10, 100], [2.0, 20.0, 200.0]), "parser": ([1, 10, 100], [1.0, 10.0, 90.0])}
    curves(lines, ("kB", "ms"), tmp_path / "a.png", log=log)
    curves(lines, ("kB", "ms"), tmp_path / "b.png", log=log)
    first = (tmp_path / "a.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    assert (tmp_path / "b.png").read_bytes() == first
