from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from small_corpora import write_corpus

from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.evaluation import Prediction, score
from scrapy_maincontent.lab.evaluation.tables import Difference, difference, differences_as_text, interval

GENERATOR = np.random.default_rng(7)
HARDNESS = GENERATOR.uniform(0, 1, 400)


def test_a_steady_gain_is_seen_on_pages_that_differ_widely():
    """Unpaired intervals of the two means overlap: only the pairs show it."""
    theirs = HARDNESS * 0.9
    ours = theirs + 0.02 + GENERATOR.normal(0, 0.01, 400)
    found = difference(ours.tolist(), theirs.tolist())
    assert found.low > 0.017
    assert found.high < 0.023
    assert found.ahead == 1
    assert interval(ours.tolist())[0] < interval(theirs.tolist())[1]


def test_the_interval_is_that_of_a_mean():
    values = GENERATOR.normal(0.5, 0.2, 400)
    low, high = interval(values.tolist())
    spread = 1.96 * values.std() / 20
    assert low == pytest.approx(values.mean() - spread, abs=spread / 8)
    assert high == pytest.approx(values.mean() + spread, abs=spread / 8)


def test_noise_is_not_taken_for_a_difference():
    theirs = HARDNESS + GENERATOR.normal(0, 0.2, 400)
    found = difference(HARDNESS.tolist(), theirs.tolist())
    assert found.low < found.mean < found.high
    assert found.low < 0 < found.high
    assert 0.02 < found.ahead < 0.98


def test_swapping_sides_turns_the_sign_and_nothing_else():
    theirs = (HARDNESS**2).tolist()
    one, other = difference(HARDNESS.tolist(), theirs), difference(theirs, HARDNESS.tolist())
    assert (one.mean, one.low, one.high) == pytest.approx((-other.mean, -other.high, -other.low))
    assert one.ahead + other.ahead == 1
    assert difference(HARDNESS.tolist(), theirs) == one


def test_who_is_level_is_not_ahead():
    assert difference([0.3, 0.9], [0.3, 0.9]) == Difference(0, 0, 0, 0)


@pytest.mark.parametrize("theirs", [[], [0.1]])
def test_pages_must_pair(theirs):
    with pytest.raises(ValueError, match="paired"):
        difference([0.1, 0.2] if theirs else [], theirs)


def test_words_and_characters_are_compared_each(tmp_path):
    """Half a sentence without its blanks: no word is right, most runs of characters are."""
    pages = read_corpus(write_corpus(tmp_path / "corpus", 4))
    ours = [score(page, Prediction(page.main_content)) for page in pages]
    glued = [score(page, Prediction(page.main_content.replace(" ", ""))) for page in pages]
    head, words, characters = differences_as_text(ours, {"glue": glued}).splitlines()
    assert head.split() == ["difference", "from", "to", "ahead"]
    assert words.split()[:2] == ["glue", "f1"]
    assert float(words.split()[2]) > 0.9
    assert words.endswith("100.0%")
    assert characters.split() == ["glue", "char4_f1", "+0.000", "+0.000", "+0.000", "0.0%"]


@pytest.mark.slow
def test_nothing_but_drawing_imports_matplotlib():
    script = "import sys, scrapy_maincontent.cli, scrapy_maincontent.lab.evaluation.tables; print('matplotlib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
