"""Trained models over a page's feature matrix: boosted trees, and a linear-chain CRF over their scores.

Matrices in (rows x features), log odds or marginals out. They are plain arrays: trained by LightGBM and
python-crfsuite, read without them.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints
    from .crf_features import PageFeatures

    Test = tuple[int, NDArray[np.float32], NDArray[np.uint32]]
    """A feature's number, its thresholds, and for each number of failed tests the leaves that they leave over."""


MOST_LEAVES = 32
"""Leaves of the largest tree: as many as a mask has bits."""
MOST_LOG_ODDS = 700.0
"""What a model's log odds may add up to: of larger ones, scores would be no numbers."""
_ALL = np.uint32(0xFFFFFFFF)
_ONE = np.uint32(1)
_MANTISSA, _BIAS = 23, 127
"""Bits below a float32's exponent, and what the exponent of 1 is written as."""
_ROWS = 2048


class Boosted:
    """Trees that add up to log odds, evaluated all at once (QuickScorer; Lucchese and others 2015).

    Each test has a mask of the leaves (left to right) that stay possible when it fails; a row ends in the first leaf
    that all failed tests leave over. Tests of a feature are sorted, their masks combined: one search and one lookup
    for each feature.
    """

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
        if not (np.isfinite(threshold).all() and np.abs(leaves).max(axis=1).sum() <= MOST_LOG_ODDS):
            raise ValueError("a leaf or a threshold is no number, or too large")
        _check_masks(tree, mask, leaves)
        self.leaves, self._flat_leaves = leaves, leaves.ravel()
        self._offsets = np.arange(len(leaves), dtype=np.int32) * np.int32(leaves.shape[1])
        self.nodes = tree, feature, mask
        self.tests: list[Test] = []
        for number in sorted(set(feature.tolist())):
            nodes = np.flatnonzero(feature == number)
            # Trees share thresholds, and a table is to be small: it is read all over.
            thresholds, place = np.unique(threshold[nodes], return_inverse=True)
            table = np.full((len(thresholds) + 1, len(leaves)), _ALL, np.uint32)
            np.bitwise_and.at(table, (place + 1, tree[nodes]), mask[nodes])
            self.tests.append((number, thresholds, np.bitwise_and.accumulate(table, axis=0)))

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


def _check_masks(tree: NDArray[Any], mask: NDArray[Any], leaves: Floats) -> None:
    """Raise `ValueError` unless every row ends in a leaf of each tree: the last one, if it fails all of its tests."""
    left = np.full(len(leaves), _ALL, np.uint32)
    np.bitwise_and.at(left, tree.astype(np.intp), mask.astype(np.uint32))
    first = (left & (~left + _ONE)).astype(np.float64)
    if (left == 0).any() or (first >= 2.0 ** leaves.shape[1]).any():
        raise ValueError("a tree's tests leave none of its leaves over")


def probability(log_odds: Floats) -> Floats:
    """Return the probabilities (0 to 1) of log odds."""
    return 1 / (1 + np.exp(-log_odds))


ATTRIBUTES = ("score", "path", "look", "section", "words", "tag", "heading", "linked", "score_words", "same_path")
"""A text block's attributes in the CRF: its boosted score, the same pooled by path, look and section, its length,
element, rank as heading and share of links; score and length together; the score before where the path is the same."""
VALUES = 160
"""No attribute has more values."""
_SCORES = np.array([-5, -4, -3, -2.2, -1.5, -0.9, -0.4, 0, 0.4, 0.9, 1.5, 2.2, 3, 4])
_WORDS = np.array([1, 2, 3, 5, 8, 12, 20, 40, 80])
_LINKED = np.array([0.01, 0.3, 0.6, 0.95])
_LIMIT = 9.0


def attributes(of_page: PageFeatures, log_odds: Floats) -> Ints:
    """Return the value of each attribute (text blocks x `ATTRIBUTES`), from 0 to `VALUES` - 1.

    ``log_odds`` are the boosted trees'.
    """
    measures, path = of_page.measures, of_page.groups.path
    scores = np.minimum(np.maximum(log_odds, -_LIMIT), _LIMIT)
    by_scores = _SCORES.searchsorted(np.array((scores, *of_page.pooled(scores))), side="right")
    own, words = by_scores[0], _WORDS.searchsorted(measures.words, side="right")
    before = np.zeros(len(own), np.intp)
    before[1:] = own[:-1] + (path[1:] == path[:-1]) * (len(_SCORES) + 1)
    linked = _LINKED.searchsorted(measures.linked, side="right")
    values = (*by_scores, words, of_page.owners, of_page.headings, linked, own * (len(_WORDS) + 1) + words, before)
    return np.array(values).T


class Chain:
    """A linear-chain CRF over the boosted scores of a page's text blocks: main content comes in runs.

    ``weights`` (`ATTRIBUTES` x `VALUES`): how much more a value weighs for main than for other. ``transitions``
    (2 x 2): what it weighs that a label (row) is followed by a label (column); 0 is other.
    """

    def __init__(self, weights: Floats, transitions: Floats) -> None:
        if weights.shape != (len(ATTRIBUTES), VALUES) or transitions.shape != (2, 2):
            raise ValueError(f"its chain has the shapes {weights.shape} and {transitions.shape}")
        largest = float(np.abs(weights).max(axis=1).sum(dtype=np.float64)) + 2 * float(np.abs(transitions).max())
        if not largest <= MOST_LOG_ODDS:
            raise ValueError("a weight of its chain is no number, or too large")
        self.weights = weights.astype(np.float64).ravel()
        self._offsets = np.arange(len(ATTRIBUTES)) * VALUES
        self.steps: list[list[float]] = np.exp(transitions.astype(np.float64)).tolist()

    def marginals(self, values: Ints) -> Floats:
        """Return how likely each text block is main content (0 to 1), given all attributes of the page.

        Forward and backward over odds: what main weighs for each unit of other.
        """
        emitted: list[float] = np.exp(self.weights.take(values + self._offsets).sum(axis=1)).tolist()
        (stay_out, go_in), (go_out, stay_in) = self.steps
        odds = emitted[0]
        forward = [odds]
        for own in islice(emitted, 1, None):
            odds = own * ((go_in + odds * stay_in) / (stay_out + odds * go_out))
            forward.append(odds)
        ahead = 1.0
        backward = [ahead]
        for own in islice(reversed(emitted), len(emitted) - 1):
            ahead *= own
            ahead = (go_out + stay_in * ahead) / (stay_out + go_in * ahead)
            backward.append(ahead)
        total = np.array(forward) * np.array(backward)[::-1]
        marginals: Floats = total / (1 + total)
        return marginals
