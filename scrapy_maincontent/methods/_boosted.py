"""Boosted trees over a feature matrix, all trees at once (after QuickScorer; Lucchese and others 2015).

A tree's leaves are numbered from left to right, and every inner node has a mask of the leaves that stay possible when
its test fails. The leaf that a row ends in is the first one that all failed tests leave over. Tests of one feature are
sorted by threshold, so that the failed ones of a row are the first so many of them, whose masks are combined
beforehand: one search and one look-up for each feature, whatever the number of nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ..features.measures import Floats

    Test = tuple[int, NDArray[np.float32], NDArray[np.uint32]]
    """A feature's number, its thresholds, and for each number of failed tests the leaves that they leave over."""

MOST_LEAVES = 32
"""Leaves of the largest tree: as many as a mask has bits."""
_ALL = np.uint32(0xFFFFFFFF)
_ONE = np.uint32(1)
_MANTISSA, _BIAS = 23, 127
"""Bits below a float32's exponent, and what the exponent of 1 is written as."""
_ROWS = 2048
"""Rows that are scored at once, so that memory has a bound."""


class Boosted:
    """Trees that add up to log odds."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], features: int) -> None:
        """Read the trees from ``arrays``.

        ``feature``, ``threshold``, ``tree`` and ``mask`` have an entry for each inner node; a row fails its test with a
        value above the threshold. ``leaves`` (trees x leaves) are log odds. ``features`` is the number of columns.

        Raises:
            ValueError: the arrays do not fit together.
        """
        feature, threshold, tree, mask = (arrays[name] for name in ("feature", "threshold", "tree", "mask"))
        leaves = arrays["leaves"].astype(np.float64)
        if not len(feature) == len(threshold) == len(tree) == len(mask):
            raise ValueError("its nodes have columns of different length")
        if leaves.ndim != 2 or leaves.shape[1] > MOST_LEAVES:
            raise ValueError(f"its leaves have the shape {leaves.shape}")
        for name, numbers, count in (("feature", feature, features), ("tree", tree, len(leaves))):
            if len(numbers) and not 0 <= numbers.min() <= numbers.max() < count:
                raise ValueError(f"a node names a {name} that is not there")
        self.leaves, self._flat_leaves = leaves, leaves.ravel()
        self._offsets = np.arange(len(leaves), dtype=np.int32) * np.int32(leaves.shape[1])
        self.nodes = tree, feature, mask
        self.tests: list[Test] = []
        for number in sorted(set(feature.tolist())):
            nodes = np.flatnonzero(feature == number)
            nodes = nodes[np.argsort(threshold[nodes], kind="stable")]
            table = np.full((len(nodes) + 1, len(leaves)), _ALL, np.uint32)
            table[np.arange(1, len(nodes) + 1), tree[nodes]] = mask[nodes]
            self.tests.append((number, threshold[nodes], np.bitwise_and.accumulate(table, axis=0)))

    def log_odds(self, matrix: Floats) -> Floats:
        """Return the log odds of each row of a feature matrix (rows x features)."""
        parts = [self._log_odds(matrix[start : start + _ROWS]) for start in range(0, len(matrix), _ROWS)]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def leaf_numbers(self, matrix: Floats) -> NDArray[np.int32]:
        """Return the leaf that each row of a feature matrix ends in (rows x trees), from 0 in each tree."""
        columns = matrix.T
        same = (columns == columns[:, :1]).all(axis=1).tolist()
        of_page = np.full(len(self._offsets), _ALL, np.uint32)  # what tests leave over that all rows pass or fail
        for number, thresholds, table in self.tests:
            if same[number]:
                of_page &= table[thresholds.searchsorted(columns[number, 0])]
        possible = np.empty((len(matrix), len(of_page)), np.uint32)
        possible[:] = of_page
        left = np.empty_like(possible)
        for number, thresholds, table in self.tests:
            if not same[number]:
                table.take(thresholds.searchsorted(columns[number]), 0, left, "clip")
                possible &= left
        # A power of two as a float has nothing but its exponent.
        first = (possible & (~possible + _ONE)).astype(np.float32).view(np.int32)
        return (first >> _MANTISSA) - _BIAS

    def _log_odds(self, matrix: Floats) -> Floats:
        total: Floats = self._flat_leaves.take(self.leaf_numbers(matrix) + self._offsets).sum(axis=1)
        return total


def probability(log_odds: Floats) -> Floats:
    """Return the probabilities (0 to 1) of log odds."""
    return 1 / (1 + np.exp(-log_odds))
