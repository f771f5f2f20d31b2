"""Page and measures -> how likely each text block is main content, and which are selected.

In Python, or by compiled modules where they are in use: the same scores, to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .. import speed
from ._chain import attributes
from ._crf_features import FEATURES, Seen
from ._lexicon import LEVELS
from ._parts import Choice, Scored
from ._reasons import nothing, reasons
from ._select import EMPTY_WORDS, best_expected_f, expected_words, without_copies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.measures import Measures
    from ..core.page import Page
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


class CompiledScorer:
    """Scores with compiled modules what another one has measured; only the exponentials are NumPy's."""

    def __init__(self, lexicon: Any, trees: Any, parts: Parts) -> None:
        boosted, chain = parts.boosted, parts.chain
        levels = {level: parts.lexicon.weights[level] for level in LEVELS}
        self._lexicon = lexicon.Lexicon(levels, parts.lexicon.bias, parts.lexicon.weigh_text)
        self._scorer = trees.Scorer(
            trees.Boosted(boosted.tests, boosted.leaves, len(FEATURES)), chain.weights, chain.steps, parts.chain_share
        )
        self._choose = trees.choose

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        count = len(page.texts)
        columns, headings = np.empty((len(FEATURES), count), np.float32), np.empty(count, np.intp)
        linear, odds, likely = np.empty((3, count)), np.empty((2, count)), np.empty(count)
        self._lexicon.read(page, measures.compact, linear)
        self._scorer.read(page, measures.compact, linear, columns, headings, odds)
        self._scorer.mix(np.exp(odds, out=odds), likely)
        return Scored(columns.T, likely, headings)

    def choose(
        self, measures: Measures, scored: Scored, doubted: Marks | None, beta: float, phrases: Sequence[str]
    ) -> Choice:
        """Select text blocks; see `Scorer.choose`."""
        return Choice(*self._choose(measures.compact, scored.features.T, scored.likely, doubted, beta, phrases))


def scorer(parts: Parts) -> Scorer:
    """Return a model's scorer: the compiled one where its modules are in use, otherwise Python's."""
    modules = speed.scoring()
    return PythonScorer(parts) if modules is None else CompiledScorer(*modules, parts)
