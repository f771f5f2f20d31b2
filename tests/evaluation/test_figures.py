from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from scrapy_maincontent.evaluation.tables import curves, heat_maps

pytestmark = pytest.mark.slow

STEPS = ("0.1", "0.2", "0.3")


def draw(path, values):
    heat_maps({"BLEU": values, "ROUGE": -values}, STEPS, STEPS, ("upper", "lower"), path)
    return path.read_bytes()


def test_a_picture_is_a_png_and_the_same_every_time(tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    values = np.linspace(-0.1, 0.1, 9).reshape(3, 3)
    first = draw(tmp_path / "a.png", values)
    assert first.startswith(b"\x89PNG")
    assert draw(tmp_path / "b.png", values) == first
    assert draw(tmp_path / "c.png", values / 2) != first


def test_maps_without_any_change_are_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    assert draw(tmp_path / "a.png", np.zeros((3, 3)))


def test_nothing_but_drawing_imports_matplotlib():
    script = "import sys, scrapy_maincontent.cli, scrapy_maincontent.evaluation; print('matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


@pytest.mark.parametrize("log", [False, True])
def test_curves_are_a_png_and_the_same_every_time(tmp_path, log):
    pytest.importorskip("matplotlib", reason="pictures need the extra figures")
    lines = {"ours": ([1, 10, 100], [2.0, 20.0, 200.0]), "parser": ([1, 10, 100], [1.0, 10.0, 90.0])}
    curves(lines, ("kB", "ms"), tmp_path / "a.png", log=log)
    curves(lines, ("kB", "ms"), tmp_path / "b.png", log=log)
    first = (tmp_path / "a.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    assert (tmp_path / "b.png").read_bytes() == first
