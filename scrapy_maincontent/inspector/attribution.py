"""What each feature adds to the log odds of boosted trees, block by block.

A row goes down each tree; every question on its way moves what the tree is expected to answer, and the move is put
down to the question's feature (A. Saabas, "Interpreting random forests", 2014). What a node is expected to answer is
the mean of its leaves over the blocks of the page itself, since a packed model keeps no counts of its training. So the
parts of a block add up, to the last bit of rounding, to its log odds less the mean of the page, and a feature that is
the same for all blocks has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..features.measures import Floats, Ints
    from ..methods.boosted import Boosted


class Attribution(NamedTuple):
    """``log_odds`` (m), ``base``: their mean over the page, ``parts`` (m x features): what makes the difference."""

    log_odds: Floats
    base: float
    parts: Floats


class _Question(NamedTuple):
    """An inner node: leaves from ``low`` to ``middle`` are on its left, those up to ``high`` on its right."""

    feature: int
    low: int
    middle: int
    high: int


def attribute(boosted: Boosted, matrix: Floats) -> Attribution:
    """Attribute the log odds of each row of a feature matrix (m x features) to the features.

    Linear in the rows; some 128 small additions for each.
    """
    leaves = np.ascontiguousarray(boosted.leaf_numbers(matrix).T)
    rows, count = len(matrix), boosted.leaves.shape[1]
    parts = np.zeros((matrix.shape[1], rows))
    log_odds = np.zeros(rows)
    for tree, (answers, questions) in enumerate(zip(boosted.leaves, _trees(boosted), strict=True)):
        own = leaves[tree]
        log_odds += answers.take(own)
        seen = np.concatenate(([0.0], np.cumsum(np.bincount(own, minlength=count))))
        total = np.concatenate(([0.0], np.cumsum(np.bincount(own, minlength=count) * answers)))
        moves: dict[int, Floats] = {}
        for feature, low, middle, high in questions:
            here = _mean(seen, total, low, high)
            by_leaf = moves.setdefault(feature, np.zeros(count))
            by_leaf[low:middle] += _mean(seen, total, low, middle) - here
            by_leaf[middle:high] += _mean(seen, total, middle, high) - here
        for feature, by_leaf in moves.items():
            parts[feature] += by_leaf.take(own)
    return Attribution(log_odds, float(log_odds.mean()) if rows else 0.0, parts.T)


def strongest(parts: Floats, count: int) -> Ints:
    """Return the numbers of the features with the largest parts, either way, strongest first (m x count)."""
    order: Ints = np.argsort(-np.abs(parts), axis=1, kind="stable")[:, :count]
    return order


def _mean(seen: Floats, total: Floats, low: int, high: int) -> float:
    """Return the mean answer of leaves over the rows that end in them; 0 where none does, since none is moved then."""
    rows = seen[high] - seen[low]
    return float((total[high] - total[low]) / rows) if rows else 0.0


def _trees(boosted: Boosted) -> Iterator[list[_Question]]:
    """Yield each tree's questions, read back from the packed masks.

    A mask clears the leaves on the left of a node: where they begin and end. Of the questions whose left side begins
    where a subtree does, the one with the widest left side is the subtree's root.
    """
    marks: list[list[tuple[int, int, int]]] = [[] for _ in boosted.leaves]
    for tree, feature, mask in zip(*(column.tolist() for column in boosted.nodes), strict=True):
        cleared = ~mask & 0xFFFFFFFF
        low = (cleared & -cleared).bit_length() - 1
        marks[tree].append((low, cleared.bit_length(), feature))
    for own in marks:
        yield _questions(own)


def _questions(marks: list[tuple[int, int, int]]) -> list[_Question]:
    by_start: dict[int, list[tuple[int, int]]] = {}
    for low, middle, feature in sorted(marks):
        by_start.setdefault(low, []).append((middle, feature))
    questions: list[_Question] = []
    todo = [(0, len(marks) + 1)]
    while todo:
        low, high = todo.pop()
        if high - low > 1:
            middle, feature = by_start[low].pop()
            questions.append(_Question(feature, low, middle, high))
            todo += [(low, middle), (middle, high)]
    return questions
