"""Page and measures -> how likely each text block is main content: lexicon, features, boosted trees and chain.

In Python, or by the compiled module where there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .. import compiled
from ._chain import attributes
from ._compiled_scorer import CompiledScorer
from ._crf_features import Seen
from ._parts import Scored

if TYPE_CHECKING:
    from ..core.measures import Measures
    from ..core.page import Page
    from ._parts import Parts


class Scorer(Protocol):
    """Scores text blocks."""

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""


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


def scorer(parts: Parts) -> Scorer:
    """Return the compiled scorer where there is one, otherwise Python's."""
    return PythonScorer(parts) if compiled.scores is None else CompiledScorer(compiled.scores, parts)
