"""The compiled twin of `_scorer.PythonScorer`: the same scores, to the last bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._crf_features import FEATURES
from ._lexicon import LEVELS
from ._parts import Choice, Scored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Measures
    from ..page import Page
    from ._parts import Parts
    from ._selection import Marks


class CompiledScorer:
    """Scores with a compiled module what that has measured; only the exponentials are NumPy's."""

    def __init__(self, module: Any, parts: Parts) -> None:
        self._module = module
        lexicon, boosted, chain = parts.lexicon, parts.boosted, parts.chain
        levels = {level: lexicon.weights[level] for level in LEVELS}
        self._scorer = module.Scorer(
            module.Lexicon(levels, lexicon.bias, lexicon.weigh_text),
            module.Boosted(boosted.tests, boosted.leaves, len(FEATURES)),
            chain.weights,
            chain.steps,
            parts.chain_share,
        )

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        count = len(page.texts)
        columns, headings = np.empty((len(FEATURES), count), np.float32), np.empty(count, np.intp)
        odds, likely = np.empty((2, count)), np.empty(count)
        self._scorer.read(page, measures.compact, columns, headings, odds)
        self._scorer.mix(np.exp(odds, out=odds), likely)
        return Scored(columns.T, likely, headings)

    def choose(
        self, measures: Measures, scored: Scored, doubted: Marks | None, beta: float, phrases: Sequence[str]
    ) -> Choice:
        """Select text blocks; see `_scorer.Scorer.choose`."""
        columns = scored.features.T
        return Choice(*self._module.choose(measures.compact, columns, scored.likely, doubted, beta, phrases))
