"""The compiled twin of `_scorer.PythonScorer`: the same scores, to the last bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.structure import LEVELS
from ._crf_features import FEATURES, FIGURES, LIMIT
from ._lexicon import LEVELS as TOKEN_LEVELS
from ._parts import Scored

if TYPE_CHECKING:
    from ..core.measures import Floats, Ints, Measures
    from ..core.page import Page
    from ._parts import Parts


class CompiledScorer:
    """Scores with a compiled module, all but what NumPy is as fast at: sorting and exponentials."""

    def __init__(self, module: Any, parts: Parts) -> None:
        self._module = module
        self._parts = parts
        lexicon, boosted = parts.lexicon, parts.boosted
        levels = {level: lexicon.weights[level] for level in TOKEN_LEVELS}
        self._lexicon = module.Lexicon(levels, lexicon.bias, lexicon.weigh_text)
        self._boosted = module.Boosted(boosted.tests, boosted.leaves, len(FEATURES))

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        module, parts = self._module, self._parts
        count = len(page.texts)
        groups, tags = np.empty((3, count), np.intp), np.empty((2, count), np.intp)
        runs = np.empty((2, len(LEVELS) + 1, count), np.intp)
        weights, columns = np.empty(count, np.float32), np.empty((len(FEATURES), count), np.float32)
        module.look(page, measures, groups, tags, runs, weights, columns[: len(FIGURES)])
        linear = np.empty((3, count))
        self._lexicon.read(page, measures.parents, measures.ends, measures.owners, linear)
        groups_size = max(len(page.tags), count + 1)
        module.pools(linear, _rising(linear), groups, runs, weights, groups_size, columns[len(FIGURES) :])
        log_odds = np.empty(count)
        self._boosted.log_odds(columns, log_odds)
        logarithms, marginals = np.empty(count), np.empty(count)
        module.emitted(log_odds, measures, tags, groups, weights, groups_size, parts.chain.weights, logarithms)
        module.marginals(np.exp(logarithms), parts.chain.steps, marginals)
        return Scored(columns.T, parts.mixed(marginals, log_odds), tags[0])


def _rising(linear: Floats) -> Ints:
    """Return the text blocks' numbers by rising score."""
    scores = linear[0] + linear[1]
    scores += linear[2]
    np.minimum(np.maximum(scores, -LIMIT, out=scores), LIMIT, out=scores)
    rising: Ints = scores.argsort(kind="stable")
    return rising
