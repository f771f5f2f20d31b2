"""The parts of a model of method crf, and what they say of a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ._boosted import probability

if TYPE_CHECKING:
    from ..features.measures import Floats, Ints
    from ._boosted import Boosted
    from ._chain import Chain
    from ._lexicon import Lexicon


@dataclass(frozen=True)
class Parts:
    """A trained model's parts; ``chain_share`` (0 to 1) is the CRF's share in a score, the rest is the trees'."""

    lexicon: Lexicon
    boosted: Boosted
    chain: Chain
    chain_share: float

    def mixed(self, marginals: Floats, log_odds: Floats) -> Floats:
        """Return scores from the chain's marginals and the trees' log odds."""
        return self.chain_share * marginals + (1 - self.chain_share) * probability(log_odds)


class Choice(NamedTuple):
    """What is selected of the m text blocks of a page.

    ``scores`` (m) are 0 to 1, those of copies 0. ``selected`` are the selected blocks' numbers in order; there are none
    where too little main content is expected. ``told`` (m) says why each block is selected or left out.
    """

    scores: list[float]
    selected: list[int]
    told: list[str]


class Scored(NamedTuple):
    """What is known of the m text blocks of a page.

    ``features`` (m x `FEATURES`), ``likely`` (m): how likely each is main content, 0 to 1. ``headings`` (m): its rank
    as a heading, 0 for none.
    """

    features: Floats
    likely: Floats
    headings: Ints
