from __future__ import annotations

import pytest

from scrapy_maincontent.methods.pagerank import Runs


def test_texts_are_alike_by_their_runs_of_characters():
    same, like, other, short, empty = Runs(["The old crane", "An old crane!", "Ferry", "a", ""]).similarities(
        "the OLD crane"
    )
    assert same == pytest.approx(1)
    assert 0.5 < like < 1
    assert (other, short, empty) == (0, 0, 0)


def test_languages_without_blanks():
    like, other = Runs(["岬の町で、海びらき。", "電車が庭を一周する"]).similarities("岬の町の海びらき")
    assert like > 0.3
    assert other == 0


def test_a_run_that_comes_often_counts_once():
    once, often = Runs(["crane and a long rest", "crane crane crane crane"]).similarities("crane")
    assert once > often > 0


def test_a_run_does_not_reach_over_the_end_of_a_text():
    assert Runs(["cra", "ne"]).similarities("aneaane").tolist() == [0, 0]


@pytest.mark.parametrize("told", ["", " ", "a", "\0\0\0"])
def test_nothing_is_like_a_text_without_runs(told):
    assert Runs(["The crane", "\0", ""]).similarities(told).tolist() == [0, 0, 0]


def test_odd_characters():
    assert Runs(["crane\0crane", "\ud800\ud800\ud800", "🚢🚢🚢"]).similarities("🚢🚢🚢").tolist() == [0, 0, 1]
