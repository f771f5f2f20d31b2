"""A method's scores and its selection -> the figures that the text's quality is told by: one row for the whole page.

Texts are weighed by their characters. All figures are shares of one page, so that scripts need no weighing.

Tried beside these three and rejected (rank correlation with the true F1, .740 with them; differences below .005 are
noise): the share of prose in the selection or among what is expected, the highest score, hidden and linked shares of
the selection, .739 to .743; amounts of words and of text blocks, number of runs, mean uncertainty score * (1 - score),
expected precision and recall, the page's type, no difference beside these three. Without the lowest score .726,
without the unbroken share .734, the expected F1 alone .717.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .page import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .labels import Labels
    from .measures import Floats

FIGURES = ("expected_log_odds", "lowest_score", "unbroken")
"""The figures' names; a model must have been trained on the same."""
_LEAST, _MOST = 0.02, 0.995
"""Bounds of an expected F1; log odds beyond them would say more than scores can."""


def quality_features(texts: Sequence[str], labels: Labels) -> Floats | None:
    """Return the row of a page, one figure for each of `FIGURES`; ``None`` where no text block is selected.

    * ``expected_log_odds``: log odds of the F1 that the selection has if each score is the probability that its block
      is main content: 2 * sum(score * size over selected) / (sum(size over selected) + sum(score * size over all));
    * ``lowest_score`` (0 to 1): the score of the selected block with the least;
    * ``unbroken`` (above 0, to 1): the share of what is selected in all from the first to the last selected block.
    """
    count = len(texts)
    main = np.fromiter((label is Label.MAIN for label in labels.labels), np.bool_, count)
    selected = main.nonzero()[0]
    if not len(selected):
        return None
    sizes = np.fromiter(map(len, texts), np.float64, count)
    scores = np.array(labels.scores, np.float64)
    taken, likely = float(sizes[main].sum()), scores * sizes
    expected = min(max(2 * float(likely[main].sum()) / (taken + float(likely.sum())), _LEAST), _MOST)
    spanned = float(sizes[selected[0] : selected[-1] + 1].sum())
    return np.array([np.log(expected / (1 - expected)), scores[main].min(), taken / spanned])


def expected_f1(row: Floats) -> float:
    """Return the expected F1 of a row, as far as it is not cut off."""
    return float(1 / (1 + np.exp(-row[FIGURES.index("expected_log_odds")])))
