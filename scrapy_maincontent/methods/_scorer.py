"""Page and measures -> how likely each text block is main content, and which are selected.

In Python, or by the compiled module where there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from .. import compiled
from ._chain import attributes
from ._compiled_scorer import CompiledScorer
from ._crf_features import Seen
from ._parts import Choice, Scored
from ._reasons import nothing, reasons
from ._select import EMPTY_WORDS, best_expected_f, expected_words, without_copies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Measures
    from ..page import Page
    from ._parts import Parts
    from ._selection import Marks


class Scorer(Protocol):
    """Scores and selects text blocks."""

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""

    def choose(
        self, measures: Measures, scored: Scored, doubted: Marks | None, beta: float, phrases: Sequence[str]
    ) -> Choice:
        """Select the text blocks with the best expected F, of copies one, and tell why.

        ``doubted`` (m, or ``None``): which blocks are no part of a declared description. ``beta`` is how many times
        recall counts for precision. ``phrases`` are what may be told, `_reasons.phrases`.
        """


class PythonScorer:
    """Scores with NumPy and Python."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        parts = self._parts
        seen = Seen.of(page, measures)
        features = seen.features(parts.lexicon.read(page, measures.around()))
        log_odds = parts.boosted.log_odds(features)
        marginals = parts.chain.marginals(attributes(seen, log_odds))
        return Scored(features, parts.mixed(marginals, log_odds), seen.headings)

    def choose(
        self, measures: Measures, scored: Scored, doubted: Marks | None, beta: float, phrases: Sequence[str]
    ) -> Choice:
        """Select text blocks."""
        words, likely = measures.words, scored.likely
        scores = without_copies(measures.copies, likely, words)
        if expected_words(scores, words) < EMPTY_WORDS:
            return Choice(scores.tolist(), [], nothing(phrases, len(scores)))
        main = best_expected_f(scores, words, beta)
        copies = None if scores is likely else scores < likely
        told = reasons(phrases, scored.features, main, copies, doubted)
        return Choice(scores.tolist(), np.flatnonzero(main).tolist(), told)


def scorer(parts: Parts) -> Scorer:
    """Return the compiled scorer where there is one, otherwise Python's."""
    return PythonScorer(parts) if compiled.scores is None else CompiledScorer(compiled.scores, parts)
