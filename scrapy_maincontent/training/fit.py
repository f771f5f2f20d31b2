"""Rows -> a model file: an entropy decision tree, cross-validated by domain, with a card that says what it saw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.features import feature_names
from ..methods.tree import FORMAT
from .rows import stack

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from .rows import Rows

LEAVES = 192
"""Cross-validated word F1 is flat from 128 to 400 leaves."""
MIN_LEAF_SHARE = 0.0005
"""Least share of the training weight in a leaf."""
_LEAF = -1
_DIGITS = 4


def fit_tree(pages: Iterable[Rows | None], name: str, seed: int = 0) -> dict[str, Any]:
    """Return a tree model as plain data. The same rows and seed give the same model.

    Raises:
        ModuleNotFoundError: scikit-learn is not installed (the extra ``train``).
        ValueError: there is nothing to train on.
    """
    from sklearn.tree import DecisionTreeClassifier

    matrix, classes, weights = stack(pages)
    classifier = DecisionTreeClassifier(
        criterion="entropy", max_leaf_nodes=LEAVES, min_weight_fraction_leaf=MIN_LEAF_SHARE, random_state=seed
    )
    classifier.fit(matrix, classes, sample_weight=weights)
    return {
        "format": FORMAT,
        "method": "tree",
        "name": name,
        "features": list(feature_names()),
        "tree": _plain(classifier.tree_, list(classifier.classes_)),
    }


def _plain(tree: Any, classes: list[int]) -> dict[str, Any]:
    """Return scikit-learn's tree as lists."""
    inner = tree.children_left >= 0
    shares = tree.value[:, 0, :] / tree.value[:, 0, :].sum(axis=1, keepdims=True)
    main = shares[:, classes.index(1)] if 1 in classes else np.zeros(len(shares))
    return {
        "feature": np.where(inner, tree.feature, _LEAF).tolist(),
        "threshold": [float(value) for value in np.where(inner, _at_most(tree.threshold), 0)],
        "left": np.where(inner, tree.children_left, 0).tolist(),
        "right": np.where(inner, tree.children_right, 0).tolist(),
        "value": [round(float(value), _DIGITS) for value in main],
    }


def _at_most(thresholds: Any) -> Any:
    """Return the largest float32 at or below each threshold: float32 features compare with it as with the original."""
    rounded = thresholds.astype(np.float32)
    return np.where(rounded > thresholds, np.nextafter(rounded, np.float32(-np.inf)), rounded)


def write_model(model: dict[str, Any], path: Path) -> None:
    """Write a model file; the same model gives the same bytes."""
    path.write_text(json.dumps(model, separators=(",", ":"), ensure_ascii=False) + "\n", "utf-8")
