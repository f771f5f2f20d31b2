"""A linear-chain CRF over the boosted scores of a page's text blocks: main content comes in runs.

The weights are python-crfsuite's. Marginals are computed here over the same weights, since spelling the attributes out
for its tagger would take several times as long as all the rest; a test holds the two equal.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..features.measures import Floats, Ints
    from ._crf_features import Seen

ATTRIBUTES = ("score", "path", "look", "section", "words", "tag", "heading", "linked", "score_words", "same_path")
"""What the CRF sees of a block: its boosted score, the same pooled by path, look and section, its length, element, rank
as a heading and share of links; score and length together; the score before where the path is the same."""
VALUES = 160
"""No attribute has more values."""
_SCORES = np.array([-5, -4, -3, -2.2, -1.5, -0.9, -0.4, 0, 0.4, 0.9, 1.5, 2.2, 3, 4])
_WORDS = np.array([1, 2, 3, 5, 8, 12, 20, 40, 80])
_LINKED = np.array([0.01, 0.3, 0.6, 0.95])
_LIMIT = 9.0
"""Log odds of the boosted trees are cut off here."""


def attributes(seen: Seen, log_odds: Floats) -> Ints:
    """Return the value of each attribute (text blocks x `ATTRIBUTES`), from 0 to `VALUES` - 1.

    ``log_odds`` are the boosted trees'.
    """
    measures, path = seen.measures, seen.groups.path
    scores = np.minimum(np.maximum(log_odds, -_LIMIT), _LIMIT)
    by_scores = _SCORES.searchsorted(np.array((scores, *seen.pooled(scores))), side="right")
    own, words = by_scores[0], _WORDS.searchsorted(measures.words, side="right")
    before = np.zeros(len(own), np.intp)
    before[1:] = own[:-1] + (path[1:] == path[:-1]) * (len(_SCORES) + 1)
    linked = _LINKED.searchsorted(measures.linked, side="right")
    values = (*by_scores, words, seen.owners, seen.headings, linked, own * (len(_WORDS) + 1) + words, before)
    return np.array(values).T


class Chain:
    """Weights of two labels, other and main.

    ``weights`` (`ATTRIBUTES` x `VALUES`): how much more a value speaks for main than for other. ``transitions``
    (2 x 2): what it weighs that a label (row) is followed by a label (column); 0 is other.
    """

    def __init__(self, weights: Floats, transitions: Floats) -> None:
        if weights.shape != (len(ATTRIBUTES), VALUES) or transitions.shape != (2, 2):
            raise ValueError(f"its chain has the shapes {weights.shape} and {transitions.shape}")
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
