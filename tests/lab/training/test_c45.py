"""C4.5: Quinlan's worked examples to the digit, what it grows, and what it prunes."""

from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.lab.training import c45
from scrapy_maincontent.lab.training.c45 import LEAST, expected_errors, fit_c45, information
from scrapy_maincontent.papers.decision_tree import Tree


def grown(matrix, classes, **options):
    found = np.array(matrix, np.float32)
    return Tree.from_dict(fit_c45(found, np.array(classes), **options), [f"f{n}" for n in range(found.shape[1])])


def answers(tree, matrix):
    return tree.value[tree.leaves(np.array(matrix, np.float32))]


def gain_ratio(parts):
    """Return the gain of a split in bits, and its ratio to the information of the split itself."""
    sizes = parts.sum(axis=1)
    gain = information(parts.sum(axis=0)) - (information(parts) * sizes).sum() / sizes.sum()
    return gain, gain / information(sizes)


def leaves(tree):
    return int((tree.feature < 0).sum())


def test_gains_of_the_fourteen_days():
    """The days on which one plays or not, by outlook, humidity and wind, as every text on C4.5 has them."""
    assert information(np.array([9.0, 5.0])) == pytest.approx(0.940, abs=5e-4)
    outlook = gain_ratio(np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]]))
    assert outlook == (pytest.approx(0.247, abs=5e-4), pytest.approx(0.156, abs=5e-4))
    humidity = gain_ratio(np.array([[3.0, 4.0], [6.0, 1.0]]))
    assert humidity == (pytest.approx(0.152, abs=5e-4), pytest.approx(0.152, abs=5e-4))
    windy = gain_ratio(np.array([[6.0, 2.0], [3.0, 3.0]]))
    assert windy == (pytest.approx(0.048, abs=5e-4), pytest.approx(0.049, abs=5e-4))


def test_errors_of_the_book_s_pruned_tree():
    """Leaves of 6, 9 and 1 cases without an error promise more errors than one leaf of 16 cases with one error."""
    rates = [round(expected_errors(cases, 0) / cases, 3) for cases in (6, 9, 1)]
    assert rates == [0.206, 0.143, 0.75]
    assert sum(cases * rate for cases, rate in zip((6, 9, 1), rates, strict=True)) == pytest.approx(3.273)
    assert round(expected_errors(16, 1) / 16, 3) == 0.157
    assert expected_errors(16, 1) < 3.273


@pytest.mark.parametrize(("cases", "errors"), [(10.0, 0.5), (10, 1), (10, 5), (10, 9.6), (3, 3), (0.4, 0.1)])
def test_a_leaf_is_charged_for_more_errors_than_it_made_but_not_for_more_than_its_cases(cases, errors):
    assert errors <= expected_errors(cases, errors) <= cases


def test_more_errors_cost_more():
    charged = [expected_errors(20, errors) for errors in np.arange(0, 19.25, 0.25)]
    assert charged == sorted(charged)


def test_thresholds_are_numbers_that_were_seen():
    tree = grown([[1], [2], [3], [7], [8], [9]] * 5, [0, 0, 0, 1, 1, 1] * 5)
    assert (leaves(tree), tree.threshold[0]) == (2, 3)
    assert answers(tree, [[3], [3.01]]).tolist() == [0, 1]


def test_the_best_ratio_wins_over_the_best_gain():
    """The second feature gains most, but by parting the cases in the middle; the third has the mean gain lower."""
    classes = np.r_[np.ones(30), np.zeros(70)].astype(int)
    few = np.r_[np.ones(10), np.zeros(90)]
    half = np.r_[np.ones(60), np.zeros(40)]
    weak = np.r_[np.ones(15), np.zeros(15), np.ones(20), np.zeros(50)]
    sides = [np.array([[(classes[f == v] == c).sum() for c in (0, 1)] for v in (0, 1)], float) for f in (few, half)]
    (few_gain, few_ratio), (half_gain, half_ratio) = map(gain_ratio, sides)
    assert few_gain < half_gain
    assert few_ratio > half_ratio
    assert grown(np.c_[few, half, weak], classes).feature[0] == 0


def test_a_feature_that_parts_by_chance_is_pruned():
    random = np.random.default_rng(5)
    matrix = random.normal(size=(400, 3))
    noise = (random.random(400) < 0.15).astype(int)
    assert leaves(grown(matrix, noise)) < 10
    signal = (matrix[:, 0] > 0.3).astype(int)
    tree = grown(matrix, np.where(noise, 1 - signal, signal))
    fresh = random.normal(size=(400, 3))
    assert ((answers(tree, fresh) > 0.5) == (fresh[:, 0] > 0.3)).mean() > 0.9


def test_a_larger_branch_takes_the_place_of_a_split_that_is_worth_nothing():
    """Of four features two say something. Without that, the tree asks for a third one above them."""
    random = np.random.default_rng(33)
    matrix = random.normal(size=(120, 4)).round(1)
    classes = ((matrix[:, 0] > 0) & (matrix[:, 1] > -0.3)) ^ (random.random(120) < 0.12)
    tree = grown(matrix, classes.astype(int))
    assert set(tree.feature[tree.feature >= 0].tolist()) == {0, 1}


def test_sides_have_the_least_weight():
    assert leaves(grown([[0], [1], [1], [1]], [1, 0, 0, 0])) == 1
    assert leaves(grown([[0], [0], [1], [1], [1], [1]], [1, 1, 0, 0, 0, 0])) == 2
    weights = np.array([LEAST, 1, 1, 1, 1, 1])
    assert leaves(grown([[0], [1], [1], [1], [1], [1]], [1, 0, 0, 0, 0, 0], weights=weights)) == 2


def test_a_case_of_weight_two_is_two_cases():
    random = np.random.default_rng(7)
    matrix = random.integers(0, 6, (80, 2)).astype(np.float32)
    classes = (matrix[:, 0] + random.integers(0, 3, 80) > 4).astype(int)
    weights = np.where(np.arange(80) < 40, 2.0, 1.0)
    weighed = fit_c45(matrix, classes, weights)
    repeated = fit_c45(np.r_[matrix, matrix[:40]], np.r_[classes, classes[:40]])
    # What a threshold costs goes by the number of cases: the same splits, but for those of next to no gain.
    assert weighed["feature"][0] == repeated["feature"][0]
    assert weighed["value"][0] == repeated["value"][0]


def test_leaves_of_several_classes_have_a_share_of_each():
    tree = grown([[0]] * 10 + [[1]] * 10 + [[2]] * 10, [0] * 10 + [1] * 9 + [2] + [2] * 10, count=4)
    assert np.allclose(answers(tree, [[0], [1], [2]]), [[1, 0, 0, 0], [0, 0.9, 0.1, 0], [0, 0, 1, 0]])


def test_the_same_rows_give_the_same_tree():
    random = np.random.default_rng(1)
    matrix, classes = random.normal(size=(200, 4)), random.integers(0, 2, 200)
    assert fit_c45(matrix, classes) == fit_c45(matrix.copy(), classes.copy())


def test_no_rows():
    with pytest.raises(ValueError, match="no row"):
        fit_c45(np.zeros((0, 2)), np.zeros(0, int))


@pytest.mark.parametrize("count", [2, 4])
def test_thresholds_tried_together_or_one_by_one_make_the_same_tree(monkeypatch, count):
    draw = np.random.default_rng(count)
    matrix, weights = draw.normal(size=(400, 5)).round(1), draw.choice((0.3, 1, 1.7), 400)
    classes = (matrix[:, 0] > matrix[:, 1]).astype(int) + draw.integers(0, count - 1, 400)
    together = fit_c45(matrix, classes, weights, count=count)
    assert len(together["feature"]) > 10
    monkeypatch.setattr(c45, "FEW", 0)
    assert fit_c45(matrix, classes, weights, count=count) == together


@pytest.mark.parametrize("seed", range(5))
def test_of_features_that_part_alike_the_first_is_taken(seed):
    """The second one is the first one turned round: its sums differ in their last digits alone."""
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 40, 300)
    matrix = np.column_stack([values, -values]).astype(np.float32)
    tree = fit_c45(matrix, (values // 7 % 3).astype(np.intp), rng.random(300), count=3)
    assert {feature for feature in tree["feature"] if feature >= 0} == {0}
