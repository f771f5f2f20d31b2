"""Scores -> selection: the set of text blocks with the best expected F1."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..core.measures import Floats

EMPTY_WORDS = 10.0
"""A page on which fewer words of main content are expected has none."""


def expected_words(scores: Floats, words: Floats) -> float:
    """Return how many words of main content the page is expected to have."""
    return float(np.dot(scores, words))


def best_expected_f1(scores: Floats, words: Floats) -> NDArray[np.bool_]:
    """Return which blocks to select (booleans) so that the expected word F1 is highest.

    Blocks are taken by falling score; of all prefixes the one with the highest
    2 * sum(score * words over selected) / (sum(words over selected) + sum(score * words over all)) wins.
    """
    order = np.argsort(-scores, kind="stable")
    gained = np.cumsum((scores * words)[order], dtype=np.float64)
    taken = np.cumsum(words[order], dtype=np.float64)
    best = int(np.argmax(gained / np.maximum(taken + gained[-1], np.finfo(np.float64).tiny)))
    selected = np.zeros(len(scores), bool)
    selected[order[: best + 1]] = True
    return selected
