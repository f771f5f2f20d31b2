"""Decision trees as plain data, and the walker that takes a whole feature matrix down at once."""

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


@dataclass(frozen=True)
class Tree:
    """A binary tree over named features.

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
        tree = cls(
            tuple(feature_names),
            np.array(data["feature"], np.intp),
            np.array(data["threshold"], np.float32),
            np.array(data["left"], np.intp),
            np.array(data["right"], np.intp),
            np.array(data["value"], np.float32),
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
