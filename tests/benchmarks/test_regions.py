from __future__ import annotations

import pytest

from benchmarks.regions import Expected, score_regions
from scrapy_maincontent.lab.corpus import Counts


def score(detected, expected):
    counts: dict[str, Counts] = {}
    score_regions(detected, expected, counts)
    return counts


def test_half_of_the_words_is_a_hit():
    (count,) = score([("paging", "1 2 3")], [Expected("paging", "1 2 3 next last end")]).values()
    assert (count.hits, count.wrong, count.missed) == (1, 0, 0)


def test_less_is_wrong_and_missed():
    (count,) = score([("paging", "1 2")], [Expected("paging", "1 2 3 next last")]).values()
    assert (count.hits, count.wrong, count.missed) == (0, 1, 1)


def test_kinds_do_not_match_each_other():
    counts = score([("paging", "Home News")], [Expected("breadcrumb", "Home News")])
    assert counts["paging"].wrong == 1
    assert counts["breadcrumb"].missed == 1


def test_a_region_matches_once_the_greatest_overlap_first():
    (count,) = score(
        [("paging", "1 2 3"), ("paging", "1 2 3 4")], [Expected("paging", "1 2 3 4"), Expected("paging", "7 8")]
    ).values()
    assert (count.hits, count.wrong, count.missed) == (1, 1, 1)


def test_neutral_regions_are_neither_missed_nor_wrong():
    neutral = [Expected("in_page", "Top", neutral=True), Expected("in_page", "Bottom", neutral=True)]
    (count,) = score([("in_page", "Top")], neutral).values()
    assert (count.hits, count.wrong, count.missed) == (0, 0, 0)


def test_regions_without_words_are_left_out():
    assert score([("in_page", "▲")], []) == {}


def test_japanese_characters_count_one_by_one():
    (count,) = score([("in_page", "本文へ移動")], [Expected("in_page", "本文へ移動する")]).values()
    assert count.hits == 1


def test_rates():
    count = Counts(hits=3, wrong=1, missed=2)
    assert count.precision == pytest.approx(0.75)
    assert count.recall == pytest.approx(0.6)
    assert count.f1 == pytest.approx(2 * 3 / 9)
    assert Counts().f1 == 0
