from __future__ import annotations

import numpy as np
import pytest

from scrapy_maincontent.methods.trees import Tree

DATA = {
    "feature": [0, -1, 1, -1, -1],
    "threshold": [1.5, 0, 10, 0, 0],
    "left": [1, 0, 3, 0, 0],
    "right": [2, 0, 4, 0, 0],
    "value": [0.5, 0.1, 0.5, 0.7, 0.9],
}
NAMES = ["depth", "words"]


def test_rows_end_in_their_leaves():
    tree = Tree.from_dict(DATA, NAMES)
    rows = np.array([[1.5, 99], [2, 10], [2, 10.5]], np.float32)
    assert tree.leaves(rows).tolist() == [1, 3, 4]
    assert tree.leaves(rows[:0]).tolist() == []


def test_a_leaf_says_how_it_is_reached():
    assert Tree.from_dict(DATA, NAMES).paths == {
        1: "depth <= 1.5",
        3: "depth > 1.5, words <= 10",
        4: "depth > 1.5, words > 10",
    }


@pytest.mark.parametrize(
    "change",
    [
        {"left": [0, 0, 3, 0, 0]},
        {"right": [5, 0, 4, 0, 0]},
        {"feature": [2, -1, 1, -1, -1]},
        {"feature": [-2, -1, 1, -1, -1]},
        {"value": [0.5]},
        {"feature": [], "threshold": [], "left": [], "right": [], "value": []},
    ],
)
def test_a_damaged_tree_is_refused(change):
    with pytest.raises(ValueError, match="tree"):
        Tree.from_dict(DATA | change, NAMES)
