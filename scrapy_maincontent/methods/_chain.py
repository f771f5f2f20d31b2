"""A linear-chain CRF over the boosted scores of a page's text blocks: main content comes in runs.

The weights are python-crfsuite's. Marginals are computed here over the same weights, since spelling the attributes out
for its tagger would take several times as long as all the rest; a test holds the two equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._crf_features import pool_weights, pooled

if TYPE_CHECKING:
    from ..core.measures import Floats, Ints
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
    measures, groups = seen.measures, seen.groups
    scores, weights = np.clip(log_odds, -_LIMIT, _LIMIT), pool_weights(measures)
    own, words = np.digitize(scores, _SCORES), np.digitize(measures.words, _WORDS)
    before = np.concatenate(([0], own[:-1]))
    follows = np.concatenate(([False], groups.path[1:] == groups.path[:-1]))
    values = (
        own,
        *(np.digitize(pooled(group, scores, weights), _SCORES) for group in groups),
        words,
        seen.owners,
        seen.headings,
        np.digitize(measures.linked, _LINKED),
        own * (len(_WORDS) + 1) + words,
        before + follows * (len(_SCORES) + 1),
    )
    return np.stack(values, axis=1)


class Chain:
    """Weights of two labels, other and main.

    ``weights`` (`ATTRIBUTES` x `VALUES`): how much more a value speaks for main than for other. ``transitions``
    (2 x 2): what it weighs that a label (row) is followed by a label (column); 0 is other.
    """

    def __init__(self, weights: Floats, transitions: Floats) -> None:
        if weights.shape != (len(ATTRIBUTES), VALUES) or transitions.shape != (2, 2):
            raise ValueError(f"its chain has the shapes {weights.shape} and {transitions.shape}")
        self._weights = weights.astype(np.float64)
        self._steps: list[list[float]] = np.exp(transitions.astype(np.float64)).tolist()

    def marginals(self, values: Ints) -> Floats:
        """Return how likely each text block is main content (0 to 1), given all attributes of the page.

        Forward and backward over odds: what main weighs for each unit of other.
        """
        emitted = np.exp(self._weights[np.arange(len(ATTRIBUTES)), values].sum(axis=1)).tolist()
        (stay_out, go_in), (go_out, stay_in) = self._steps
        forward, odds = [], 0.0
        for number, own in enumerate(emitted):
            odds = own * ((go_in + odds * stay_in) / (stay_out + odds * go_out) if number else 1.0)
            forward.append(odds)
        total, behind = np.empty(len(emitted)), 1.0
        for number in range(len(emitted) - 1, -1, -1):
            total[number] = forward[number] * behind
            ahead = emitted[number] * behind
            behind = (go_out + stay_in * ahead) / (stay_out + go_in * ahead)
        marginals: Floats = total / (1 + total)
        return marginals
