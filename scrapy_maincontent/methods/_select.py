"""Scores -> selection: the set of text blocks with the best expected F."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..features.measures import Copies, Floats

EMPTY_WORDS = 10.0
"""A page on which fewer words of main content are expected has none."""
COPY_WORDS = 6
"""Words of the shortest text that may be a copy."""
COPY_DISTANCE = 2
"""Text blocks from one copy to the other; a text that is said twice in a row is meant so."""
_TINY = float(np.finfo(np.float64).tiny)


def expected_words(scores: Floats, words: Floats) -> float:
    """Return how many words of main content the page is expected to have."""
    return float((scores * words).cumsum(dtype=np.float64)[-1])


def best_expected_f(scores: Floats, words: Floats, beta: float = 1.0) -> NDArray[np.bool_]:
    """Return which blocks to select (booleans) so that the expected word F is highest.

    ``beta`` is how many times as much recall counts as precision (above 0; 1 is F1). Blocks are taken by falling
    score; of all prefixes the one with the highest
    (1 + beta²) * sum(score * words over selected) / (sum(words over selected) + beta² * sum(score * words over all))
    wins.
    """
    order = (-scores).argsort(kind="stable")
    sizes = words.astype(scores.dtype)  # arrays of one type take NumPy half the time
    gained = (scores * sizes).take(order).cumsum(dtype=np.float64)
    taken = sizes.take(order).cumsum(dtype=np.float64)
    best = int((gained / np.maximum(taken + beta * beta * gained[-1], _TINY)).argmax())
    selected = np.zeros(len(scores), bool)
    selected[order[: best + 1]] = True
    return selected


def without_copies(copies: Copies, scores: Floats, words: Floats) -> Floats:
    """Return scores in which of texts that stand twice, as menus for small screens do, only the likelier one counts.

    A copy is told by its neighbour: the text before or behind it is a copy of the one before or behind the other, too.
    Single sentences that come again are left alone; references repeat them.
    """
    earlier = copies.earlier
    long = ((earlier >= 0) & (words >= COPY_WORDS)).nonzero()[0]
    if not len(long):
        return scores
    follows = np.zeros(len(earlier) + 1, bool)  # the block before it is a copy of the one before its own copy
    follows[1:-1] = (earlier[1:] == earlier[:-1] + 1) & (earlier[1:] > 0)
    far = long[(long - earlier[long] >= COPY_DISTANCE) & (follows[long] | follows[long + 1])]
    kept = scores.copy()
    survivors: dict[int, int] = {}  # of each text and its copies so far
    for number in far.tolist():
        other = int(earlier[number])
        survivor = survivors.get(other, other)
        out, survivors[number] = (number, survivor) if kept[number] <= kept[survivor] else (survivor, number)
        kept[out] = 0
    return kept
