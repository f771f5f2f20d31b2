from __future__ import annotations

import numpy as np
import pytest
from growth import steps

from scrapy_maincontent.methods.trees import MOST_LEAVES, Boosted, probability

COLUMNS = 6
LIGHTGBM_ZERO = 1e-30
"""LightGBM takes what is nearer to zero than 1e-35 for zero when it reads a matrix, and has thresholds there."""


@pytest.fixture(scope="module")
def lightgbm():
    return pytest.importorskip("lightgbm", reason="training needs the extra train")


def rows_of(count, seed):
    """Columns of reals, of few numbers, of one number, and of large ones."""
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(count, COLUMNS))
    matrix[:, 1] = random.integers(0, 4, count)
    matrix[:, 2] = 5
    matrix[:, 3] = random.integers(0, 10**6, count) / 3
    return matrix.astype(np.float32)


def trained(lightgbm, **parameters):
    """Return a LightGBM model and its trees as arrays."""
    from scrapy_maincontent.training.crf import plain

    matrix = rows_of(3_000, 1)
    targets = 1 / (1 + np.exp(-3 * matrix[:, 0] * (matrix[:, 1] > 1) + matrix[:, 3] / 2e5))
    defaults = {"objective": "cross_entropy", "num_leaves": MOST_LEAVES, "use_missing": False, "verbose": -1}
    chosen = defaults | {"num_threads": 1, "min_data_in_leaf": 20, "seed": 3} | parameters
    booster = lightgbm.train(chosen, lightgbm.Dataset(matrix, targets, params=chosen), 40)
    return booster, plain(booster.dump_model()["tree_info"]).arrays


@pytest.mark.parametrize(
    "parameters",
    [{}, {"num_leaves": 5}, {"min_data_in_leaf": 400}, {"max_bin": 15}, {"min_gain_to_split": 20.0}],
    ids=str,
)
def test_the_scores_are_those_of_lightgbm(lightgbm, parameters):
    booster, arrays = trained(lightgbm, **parameters)
    boosted = Boosted(arrays, COLUMNS)
    for count in (1, 2, 100, 2_047, 2_048, 2_049, 5_000):
        matrix = rows_of(count, count)
        expected = booster.predict(matrix.astype(np.float64), raw_score=True)
        assert np.allclose(boosted.log_odds(matrix), expected, atol=1e-5)


def test_a_value_at_a_threshold_goes_where_lightgbm_sends_it(lightgbm):
    booster, arrays = trained(lightgbm)
    boosted = Boosted(arrays, COLUMNS)
    base = rows_of(1, 5)
    for feature, threshold in zip(arrays["feature"].tolist(), arrays["threshold"], strict=True):
        matrix = np.repeat(base, 3, axis=0)
        least, most = np.float32(-np.inf), np.float32(np.inf)
        matrix[:, feature] = [np.nextafter(threshold, least), threshold, np.nextafter(threshold, most)]
        matrix[np.abs(matrix) < LIGHTGBM_ZERO] = 0
        expected = booster.predict(matrix.astype(np.float64), raw_score=True)
        assert np.allclose(boosted.log_odds(matrix), expected, atol=1e-5)


def test_trees_of_one_leaf(lightgbm):
    from scrapy_maincontent.training.crf import plain

    booster, arrays = trained(lightgbm, min_gain_to_split=1e9)
    assert len(arrays["feature"]) == 0
    matrix = rows_of(10, 2)
    assert np.allclose(Boosted(arrays, COLUMNS).log_odds(matrix), booster.predict(matrix, raw_score=True), atol=1e-5)
    stump = {
        "split_feature": 0,
        "threshold": 0.5,
        "left_child": {"leaf_value": -1.0},
        "right_child": {"leaf_value": 2.0},
    }
    mixed = plain([{"tree_structure": {"leaf_value": 0.25}}, {"tree_structure": stump}]).arrays
    assert Boosted(mixed, 1).log_odds(np.array([[0.5], [0.75]], np.float32)).tolist() == [-0.75, 2.25]


def test_rows_do_not_depend_on_each_other(lightgbm):
    _, arrays = trained(lightgbm)
    boosted, matrix = Boosted(arrays, COLUMNS), rows_of(2_500, 4)
    together = boosted.log_odds(matrix)
    for number in (0, 1, 2_047, 2_048, 2_499):
        assert boosted.log_odds(matrix[number : number + 1])[0] == together[number]
    assert np.array_equal(boosted.log_odds(np.asfortranarray(matrix)), together)


def small():
    """A tree of two leaves, one of one leaf."""
    return {
        "feature": np.array([1], np.int16),
        "threshold": np.array([0.5], np.float32),
        "tree": np.array([0], np.int16),
        "mask": np.array([0xFFFFFFFE], np.uint32),
        "leaves": np.array([[-1, 1], [0.5, 0]], np.float32),
    }


def test_a_small_model():
    matrix = np.array([[9, 0], [9, 0.5], [9, 0.6], [9, np.inf]], np.float32)
    assert Boosted(small(), 2).log_odds(matrix).tolist() == [-0.5, -0.5, 1.5, 1.5]


@pytest.mark.parametrize(
    ("change", "columns"),
    [
        ({"threshold": np.zeros(2, np.float32)}, 2),
        ({"mask": np.zeros(0, np.uint32)}, 2),
        ({"tree": np.array([2], np.int16)}, 2),
        ({"tree": np.array([-1], np.int16)}, 2),
        ({"feature": np.array([-1], np.int16)}, 2),
        ({}, 1),
        ({"leaves": np.zeros(2, np.float32)}, 2),
        ({"leaves": np.zeros((2, MOST_LEAVES + 1), np.float32)}, 2),
    ],
    ids=["thresholds", "masks", "tree", "no tree", "feature", "columns", "flat leaves", "many leaves"],
)
def test_arrays_that_do_not_fit_together_are_refused(change, columns):
    with pytest.raises(ValueError, match=r"its (nodes|leaves)|a node names"):
        Boosted(small() | change, columns)


def test_log_odds_become_probabilities():
    assert probability(np.array([0.0, np.log(3), -np.log(3)])).tolist() == pytest.approx([0.5, 0.75, 0.25])


def test_rows_are_scored_together(lightgbm):
    _, arrays = trained(lightgbm)
    matrix = rows_of(60_000, 6)
    assert steps(lambda: Boosted(arrays, COLUMNS).log_odds(matrix)) < len(matrix) / 10
