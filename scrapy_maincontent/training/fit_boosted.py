"""Feature matrices -> boosted trees, trained by LightGBM and kept as the arrays that `methods.boosted` reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods.boosted import MOST_LEAVES, Boosted
from .fit import at_most

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats
    from .crf_rows import CrfRows

TREES = 128
"""Cross-validated word F1 of the trees alone: .880 with 64 that learn twice as fast, .881 with these and with 160."""
_PARAMETERS: dict[str, Any] = {
    "objective": "cross_entropy",
    "num_leaves": MOST_LEAVES,
    "learning_rate": 0.08,
    "lambda_l2": 5.0,
    "min_data_in_leaf": 100,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 63,
    "use_missing": False,
    "deterministic": True,
    "force_col_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
_FEW_ROWS = 20_000
"""A corpus of fewer text blocks may have proportionally smaller leaves."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The arrays of trained trees, see `methods.boosted.Boosted`."""

    arrays: dict[str, NDArray[Any]]

    def log_odds(self, matrix: Floats) -> Floats:
        """Return the log odds of each row."""
        return Boosted(self.arrays, matrix.shape[1]).log_odds(matrix)


def fit_boosted(matrices: Sequence[Floats], pages: Sequence[CrfRows], seed: int) -> Trees:
    """Train on the pages' feature matrices; soft targets are what cross entropy is for."""
    import lightgbm

    targets = np.concatenate([rows.targets for rows in pages])
    weights = np.concatenate([rows.weights for rows in pages])
    smallest = max(1, min(_PARAMETERS["min_data_in_leaf"], len(targets) * _PARAMETERS["min_data_in_leaf"] // _FEW_ROWS))
    parameters = _PARAMETERS | {"seed": seed, "min_data_in_leaf": smallest}
    data = lightgbm.Dataset(np.concatenate(matrices), targets, weight=weights, params=parameters)
    booster = lightgbm.train(parameters, data, TREES)
    return plain(booster.dump_model()["tree_info"])


def plain(trees: Sequence[dict[str, Any]]) -> Trees:
    """Return LightGBM's trees as arrays."""
    nodes: list[tuple[int, float, int, int]] = []
    leaves = np.zeros((len(trees), MOST_LEAVES), np.float32)
    for number, tree in enumerate(trees):
        values: list[float] = []
        stack: list[tuple[dict[str, Any] | None, dict[str, Any] | int]] = [(None, tree["tree_structure"])]
        while stack:
            test, item = stack.pop()
            if isinstance(item, int):  # all that is left of a test: its leaves are those since
                assert test is not None
                lost = (1 << len(values)) - (1 << item)
                nodes.append((test["split_feature"], test["threshold"], number, 0xFFFFFFFF & ~lost))
            elif "leaf_value" in item:
                values.append(item["leaf_value"])
            else:
                stack += [(None, item["right_child"]), (item, len(values)), (None, item["left_child"])]
        leaves[number, : len(values)] = values
    feature, threshold, tree_of, mask = zip(*nodes, strict=True) if nodes else ((), (), (), ())
    return Trees(
        {
            "feature": np.array(feature, np.int16),
            "threshold": at_most(np.array(threshold, np.float64)),
            "tree": np.array(tree_of, np.int16),
            "mask": np.array(mask, np.uint32),
            "leaves": leaves,
        }
    )
