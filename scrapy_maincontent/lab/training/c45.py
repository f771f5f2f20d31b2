"""C4.5 (Quinlan 1993, and 1996 for numbers): features and classes -> a pruned decision tree.

A tree grows by gain ratio, over thresholds of numbers alone, and is pruned from its leaves up by pessimistic estimates
of their errors: where a leaf, or the larger branch of a node, promises no more errors, it takes the node's place.
No feature is missing in any row, so that what C4.5 does about those is not here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...features.measures import Floats, Ints


CONFIDENCE = 0.25
"""C4.5's ``-c``: how likely a leaf has no more errors than it is charged for."""
DEVIATION = 0.6925
"""Standard deviations for it, from C4.5's table."""
_NEARLY_ALL = 0.67
LEAST = 2.0
"""C4.5's ``-m``: the least weight of each side of a split."""
MOST = 25.0
"""The least weight of each side rises with a node's, up to this."""
SHARE = 0.1
"""A tenth of a node's weight for each class is that least weight, where it is between `LEAST` and `MOST`."""
SLACK = 0.1
"""Errors by which what is simpler may promise more."""
FEW = 1000
"""Cases up to which the thresholds of all features are tried at once."""
_NONE = 1e-9
_LEAF = -1
_DIGITS = 4
_EQUAL = 9
"""Digits in which gain ratios are compared."""


def fit_c45(matrix: Floats, classes: Ints, weights: Floats | None = None, *, count: int = 2) -> dict[str, Any]:
    """Return a pruned tree in the form of `papers.decision_tree.Tree.from_dict`; the same rows give the same tree.

    ``matrix`` (rows x features), ``classes`` (rows, each from 0 to ``count`` - 1), ``weights`` (rows, 1 where there are
    none). A leaf's value is the share of class 1, or of each class where there are more than two.

    Raises:
        ValueError: there is no row.
    """
    if not len(classes):
        raise ValueError("no row to train on")
    rows = _Rows.of(matrix, classes, np.ones(len(classes)) if weights is None else weights, count)
    tree = _grow(rows)
    _prune(tree, rows)
    return _plain(tree)


def information(counts: Floats) -> Floats:
    """Return the entropy, in bits, of each row of class counts (... x classes)."""
    total = counts.sum(axis=-1, keepdims=True)
    shares = counts / np.where(total > 0, total, 1)
    bits: Floats = -(shares * np.log2(np.where(shares > 0, shares, 1))).sum(axis=-1)
    return bits


def expected_errors(weight: float, errors: float) -> float:
    """Return how many errors a leaf is charged for: the upper limit of its rate of errors, times its weight.

    That is the rate with which so few errors, or fewer, would come by chance with a probability of `CONFIDENCE`; as
    C4.5 does it, by a normal distribution from one error on, and between no error and one on the line between them.
    """
    one = min(weight, 1.0)
    if errors < one:
        none = weight * (1 - math.pow(CONFIDENCE, 1 / weight))
        return none + errors / one * (expected_errors(weight, one) - none)
    if errors + 0.5 >= weight:
        return errors + _NEARLY_ALL * (weight - errors)
    squared, limit = DEVIATION**2, errors + 0.5
    spread = math.sqrt(squared * (limit * (1 - limit / weight) + squared / 4))
    return weight * (limit + squared / 2 + spread) / (weight + squared)


# Growing.


@dataclass(frozen=True)
class _Rows:
    """``values`` of a feature are all there are of it, in order; ``ranks`` (features x rows) are their numbers."""

    values: list[Floats]
    ranks: Ints
    classes: Ints
    weights: Floats
    count: int

    @classmethod
    def of(cls, matrix: Floats, classes: Ints, weights: Floats, count: int) -> _Rows:
        found = [np.unique(column, return_inverse=True) for column in np.asarray(matrix).T]
        ranks = np.array([inverse for _, inverse in found], np.intp).reshape(len(found), len(classes))
        return cls([values for values, _ in found], ranks, classes.astype(np.intp), weights.astype(float), count)

    def counts(self, cases: Ints) -> Floats:
        """Return the weight of each class."""
        found: Floats = np.bincount(self.classes[cases], self.weights[cases], self.count).astype(float)
        return found

    def table(self, feature: int, cases: Ints) -> tuple[Ints, Floats]:
        """Return the ranks of a feature that there are among cases, and the weight of each class (ranks x classes)."""
        ranks, size = self.ranks[feature, cases], len(self.values[feature])
        if size > len(cases):
            known, ranks = np.unique(ranks, return_inverse=True)
            size = len(known)
        else:
            known = np.arange(size)
        cells = ranks * self.count + self.classes[cases]
        table: Floats = np.bincount(cells, self.weights[cases], size * self.count).astype(float)
        table = table.reshape(size, self.count)
        used = table.any(axis=1)
        return known[used], table[used]


class _Split(NamedTuple):
    feature: int
    rank: int
    gain: float
    ratio: float


@dataclass
class _Tree:
    """Nodes in the order in which they grew: a node's children stand behind it."""

    cases: list[Ints] = field(default_factory=list)
    counts: list[Floats] = field(default_factory=list)
    split: list[_Split | None] = field(default_factory=list)
    threshold: list[float] = field(default_factory=list)
    children: list[tuple[int, int]] = field(default_factory=list)

    def add(self, cases: Ints, counts: Floats) -> int:
        self.cases.append(cases)
        self.counts.append(counts)
        self.split.append(None)
        self.threshold.append(0.0)
        self.children.append((0, 0))
        return len(self.cases) - 1


def _grow(rows: _Rows) -> _Tree:
    tree = _Tree()
    every = np.arange(len(rows.classes))
    waiting = [tree.add(every, rows.counts(every))]
    while waiting:
        node = waiting.pop()
        split = tree.split[node] = _best_split(rows, tree.cases[node], tree.counts[node])
        if split is not None:
            low, high = _sides(rows, split, tree.cases[node])
            tree.threshold[node] = float(rows.values[split.feature][split.rank])
            tree.children[node] = tree.add(low, rows.counts(low)), tree.add(high, rows.counts(high))
            waiting.extend(tree.children[node])
    return tree


def _sides(rows: _Rows, split: _Split, cases: Ints) -> tuple[Ints, Ints]:
    low = rows.ranks[split.feature, cases] <= split.rank
    return cases[low], cases[~low]


def _best_split(rows: _Rows, cases: Ints, counts: Floats) -> _Split | None:
    """Return the split with the best gain ratio of those with no less than the mean gain; ``None`` for a leaf."""
    if counts.sum() < 2 * LEAST or counts.max() >= counts.sum() - _NONE:
        return None
    least = min(max(SHARE * counts.sum() / rows.count, LEAST), MOST)
    if len(cases) <= FEW:
        tried = _best_thresholds(rows, cases, least)
    else:
        tried = [_best_threshold(rows, feature, cases, least) for feature in range(len(rows.values))]
    found = [split for split in tried if split is not None and split.gain > _NONE]
    if not found:
        return None
    mean = sum(split.gain for split in found) / len(found)
    # Rounded, so that of equal ones the first is taken, whatever the order of the sums they come from.
    return max((split for split in found if split.gain >= mean - _NONE), key=lambda split: round(split.ratio, _EQUAL))


def _best_threshold(rows: _Rows, feature: int, cases: Ints, least: float) -> _Split | None:
    """Return the threshold with the best gain, less what it costs to name one of so many (Quinlan 1996)."""
    known, table = rows.table(feature, cases)
    if len(known) < 2:
        return None
    below = table.cumsum(axis=0)
    total = below[-1]
    below = below[:-1]
    weights, whole = below.sum(axis=1), float(total.sum())
    possible = np.flatnonzero((weights >= least) & (whole - weights >= least))
    if not len(possible):
        return None
    low, sizes = below[possible], weights[possible]
    left = (information(low) * sizes + information(total - low) * (whole - sizes)) / whole
    best = int(left.argmin())
    gain = float(information(total)) - float(left[best]) - float(np.log2(len(possible))) / len(cases)
    split = float(information(np.array([sizes[best], whole - sizes[best]])))
    return _Split(feature, int(known[possible[best]]), gain, gain / split if split > _NONE else 0.0)


def _best_thresholds(rows: _Rows, cases: Ints, least: float) -> list[_Split | None]:
    """Return what `_best_threshold` does for each feature; for few cases that is faster together than one by one."""
    ranks = rows.ranks[:, cases]
    order = ranks.argsort(axis=1, kind="stable")
    ranks = np.take_along_axis(ranks, order, 1)
    below = np.zeros((*ranks.shape, rows.count))
    np.put_along_axis(below, rows.classes[cases][order][..., None], rows.weights[cases][order][..., None], 2)
    below = below.cumsum(axis=1)
    total, below = below[:, -1], below[:, :-1]
    weights, whole = below.sum(axis=2), total.sum(axis=1, keepdims=True)
    possible = (ranks[:, :-1] != ranks[:, 1:]) & (weights >= least) & (whole - weights >= least)
    features, places = np.nonzero(possible)
    low, sizes, rest = below[features, places], weights[features, places], (whole - weights)[features, places]
    left = (information(low) * sizes + information(total[features] - low) * rest) / whole[features, 0]
    parted, everything, end = information(np.stack((sizes, rest), axis=1)), information(total), 0
    found: list[_Split | None] = []
    for feature, count in enumerate(np.bincount(features, minlength=len(ranks)).tolist()):
        start, end = end, end + count
        if not count:
            found.append(None)
            continue
        best = start + int(left[start:end].argmin())
        gain = float(everything[feature]) - float(left[best]) - float(np.log2(count)) / len(cases)
        split = float(parted[best])
        found.append(_Split(feature, int(ranks[feature, places[best]]), gain, gain / split if split > _NONE else 0.0))
    return found


# Pruning.


def _prune(tree: _Tree, rows: _Rows) -> None:
    """Replace nodes by leaves, or by their larger branch, from the last one to the first."""
    charged = [0.0] * len(tree.cases)
    for node in reversed(range(len(tree.cases))):
        counts = tree.counts[node]
        as_leaf = _leaf_errors(counts)
        if tree.split[node] is None:
            charged[node] = as_leaf
            continue
        as_tree = sum(charged[child] for child in tree.children[node])
        larger = max(tree.children[node], key=lambda child: len(tree.cases[child]))
        moved = _sent_down(tree, rows, larger, tree.cases[node])
        as_branch = sum(_leaf_errors(rows.counts(cases)) for at, cases in moved.items() if tree.split[at] is None)
        if as_leaf <= as_branch + SLACK and as_leaf <= as_tree + SLACK:
            tree.split[node], charged[node] = None, as_leaf
        elif as_branch <= as_tree + SLACK:
            for at, cases in moved.items():
                tree.cases[at], tree.counts[at] = cases, rows.counts(cases) if len(cases) else tree.counts[at]
            tree.split[node], tree.threshold[node] = tree.split[larger], tree.threshold[larger]
            tree.children[node], charged[node] = tree.children[larger], as_branch
        else:
            charged[node] = as_tree


def _leaf_errors(counts: Floats) -> float:
    weight = float(counts.sum())
    return expected_errors(weight, weight - float(counts.max())) if weight else 0.0


def _sent_down(tree: _Tree, rows: _Rows, start: int, cases: Ints) -> dict[int, Ints]:
    """Return which cases reach each node of a branch, if all of ``cases`` are sent down it."""
    reached = {start: cases}
    waiting = [start]
    while waiting:
        node = waiting.pop()
        split = tree.split[node]
        if split is not None:
            for child, side in zip(tree.children[node], _sides(rows, split, reached[node]), strict=True):
                reached[child] = side
                waiting.append(child)
    return reached


def _plain(tree: _Tree) -> dict[str, Any]:
    """Return the nodes that are left as lists, numbered anew from the root on."""
    order, waiting = [], [0]
    while waiting:
        node = waiting.pop()
        order.append(node)
        if tree.split[node] is not None:
            waiting.extend(reversed(tree.children[node]))
    number = {node: place for place, node in enumerate(order)}
    splits = [tree.split[node] for node in order]
    sides = [tree.children[node] if tree.split[node] else None for node in order]
    return {
        "feature": [_LEAF if split is None else split.feature for split in splits],
        "threshold": [tree.threshold[node] if tree.split[node] else 0.0 for node in order],
        "left": [number[side[0]] if side else 0 for side in sides],
        "right": [number[side[1]] if side else 0 for side in sides],
        "value": [_shares(tree.counts[node]) for node in order],
    }


def _shares(counts: Floats) -> float | Sequence[float]:
    shares = [round(share, _DIGITS) for share in (counts / counts.sum()).tolist()]
    return shares[1] if len(shares) == 2 else shares
