"""A single decision tree over a page's feature matrix: trained by scikit-learn or as C4.5, read without them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats


_LEAF = -1
MOST_THRESHOLD = 1e9
"""No feature has larger values."""


@dataclass(frozen=True)
class Tree:
    """A binary decision tree over named features, walked by all rows of a matrix at once.

    Node i asks whether ``feature[i]`` (a column's number, -1 for a leaf) is at most ``threshold[i]`` and goes to
    ``left[i]`` where it is, to ``right[i]`` where it is not. ``value[i]`` is a leaf's answer, 0 to 1, or a row of them.
    """

    feature_names: tuple[str, ...]
    feature: NDArray[np.intp]
    threshold: Floats
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    value: Floats

    @classmethod
    def from_dict(cls, data: dict[str, Any], feature_names: Sequence[str]) -> Tree:
        """Build a tree from its JSON form.

        Raises:
            KeyError, TypeError, ValueError: the data is no such tree.
        """
        threshold, value = np.array(data["threshold"], np.float64), np.array(data["value"], np.float64)
        if not (np.abs(threshold).max(initial=0) <= MOST_THRESHOLD and ((value >= 0) & (value <= 1)).all()):
            raise ValueError("a tree's threshold is no number, or too large, or its answers are not from 0 to 1")
        tree = cls(
            tuple(feature_names),
            np.array(data["feature"], np.intp),
            threshold.astype(np.float32),
            np.array(data["left"], np.intp),
            np.array(data["right"], np.intp),
            value.astype(np.float32),
        )
        tree._check()
        return tree

    def _check(self) -> None:
        count = len(self.feature)
        if not count or {len(self.threshold), len(self.left), len(self.right), len(self.value)} != {count}:
            raise ValueError("a tree's lists must be of one length, at least 1")
        inner = np.flatnonzero(self.feature != _LEAF)
        # Children behind their parents: a walk always ends.
        if np.any(self.left[inner] <= inner) or np.any(self.right[inner] <= inner):
            raise ValueError("a tree's nodes must stand before their children")
        if np.any(self.left[inner] >= count) or np.any(self.right[inner] >= count):
            raise ValueError("a tree's node leads to one that does not exist")
        if np.any(self.feature < _LEAF) or np.any(self.feature >= len(self.feature_names)):
            raise ValueError("a tree asks for a feature that does not exist")

    def leaves(self, matrix: Floats) -> NDArray[np.intp]:
        """Return the leaf that each row of the matrix ends in."""
        nodes = np.zeros(len(matrix), np.intp)
        rows = np.arange(len(matrix))
        while len(rows):
            here = nodes[rows]
            feature = self.feature[here]
            inner = feature != _LEAF
            rows, here, feature = rows[inner], here[inner], feature[inner]
            goes_left = matrix[rows, feature] <= self.threshold[here]
            nodes[rows] = np.where(goes_left, self.left[here], self.right[here])
        return nodes

    @cached_property
    def paths(self) -> dict[int, str]:
        """Each leaf's conditions in words, the narrowest bounds of each feature only."""
        found: dict[int, str] = {}
        todo: list[tuple[int, dict[tuple[str, str], float]]] = [(0, {})]
        while todo:
            node, bounds = todo.pop()
            if self.feature[node] == _LEAF:
                found[node] = ", ".join(f"{name} {sign} {bound:.4g}" for (name, sign), bound in bounds.items())
                continue
            name, bound = self.feature_names[self.feature[node]], float(self.threshold[node])
            todo.append((int(self.left[node]), bounds | {(name, "<="): bound}))
            todo.append((int(self.right[node]), bounds | {(name, ">"): bound}))
        return found


def questions(tree: Tree, matrix: Floats) -> dict[str, Any]:
    """Return the questions to each leaf as [feature, threshold, 1 if above], and each row's leaf and values."""
    paths = _paths(tree)
    leaves = tree.leaves(matrix).tolist()
    asked = sorted({feature for leaf in set(leaves) for feature, _, _ in paths[leaf]})
    number = {feature: index for index, feature in enumerate(asked)}
    return {
        "kind": "tree",
        "features": [tree.feature_names[feature] for feature in asked],
        "paths": {
            str(leaf): [[number[feature], _short(threshold), above] for feature, threshold, above in paths[leaf]]
            for leaf in set(leaves)
        },
        "leaf": leaves,
        "values": [[_short(matrix[row, feature]) for feature, _, _ in paths[leaf]] for row, leaf in enumerate(leaves)],
    }


def _paths(tree: Tree) -> dict[int, list[tuple[int, float, int]]]:
    found: dict[int, list[tuple[int, float, int]]] = {}
    todo: list[tuple[int, list[tuple[int, float, int]]]] = [(0, [])]
    while todo:
        node, path = todo.pop()
        feature = int(tree.feature[node])
        if feature == _LEAF:
            found[node] = path
            continue
        threshold = float(tree.threshold[node])
        todo.append((int(tree.left[node]), [*path, (feature, threshold, 0)]))
        todo.append((int(tree.right[node]), [*path, (feature, threshold, 1)]))
    return found


def _short(number: float) -> float:
    return float(f"{float(number):.4g}")
