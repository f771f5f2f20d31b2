from __future__ import annotations

import json

import numpy as np
import pytest

from scrapy_maincontent.core.extract import read_page
from scrapy_maincontent.core.features import feature_names
from scrapy_maincontent.methods._trees import Tree
from scrapy_maincontent.training.fit import fit_tree, write_model
from scrapy_maincontent.training.rows import Rows, stack

sklearn = pytest.importorskip("sklearn", reason="training needs the extra train")


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(1)
    matrix = random.random((400, len(feature_names()))).astype(np.float32)
    targets = (matrix[:, 3] > 0.5).astype(np.float32) * 0.9
    return Rows(matrix, targets, np.ones(400, np.float32))


def test_the_packed_tree_answers_as_the_trained_one(rows):
    from sklearn.tree import DecisionTreeClassifier

    matrix, classes, weights = stack([rows])
    trained = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=192, min_weight_fraction_leaf=0.0005, random_state=0
    ).fit(matrix, classes, sample_weight=weights)
    model = fit_tree([rows], "test")
    tree = Tree.from_dict(model["tree"], model["features"])
    assert np.allclose(tree.value[tree.leaves(rows.features)], trained.predict_proba(rows.features)[:, 1], atol=1e-4)


def test_two_trainings_give_the_same_bytes(rows, tmp_path):
    for name in ("a", "b"):
        write_model(fit_tree([rows], "test"), tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert json.loads((tmp_path / "a").read_text("utf-8"))["features"] == list(feature_names())


def test_a_soft_target_shares_its_weight():
    rows = Rows(np.zeros((2, 1), np.float32), np.array([0.25, 1], np.float32), np.array([4, 2], np.float32))
    _, classes, weights = stack([rows, None])
    assert sorted(zip(classes.tolist(), weights.tolist(), strict=True)) == [(0, 3), (1, 1), (1, 2)]


def test_nothing_to_train_on():
    with pytest.raises(ValueError, match="no page"):
        stack([None])


def test_a_page_without_text_has_no_page():
    assert read_page(b"") is None
