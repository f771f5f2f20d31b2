"""Tokens -> the weights of the lexicon: a logistic regression by averaged stochastic gradient descent."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..methods.crf_features import PARTS, TOKEN_LEVELS, Lexicon
from .crf_rows import ABOVE, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from ..features.measures import Floats
    from .crf_rows import CrfRows, Token

MIN_DOMAINS = 3
"""Domains that a token must be seen on, so that nothing is learned of a single site."""
FEW_DOMAINS = 300
"""A corpus of fewer domains asks for proportionally fewer of them, yet two."""
PENALTY = 1e-3
"""Of the squared weights. Word F1 of the lexicon alone: .818 with 1e-4, .852 with 1e-3, .836 with 1e-2."""
EPOCHS = 4


@dataclass(frozen=True, slots=True)
class LexiconWeights:
    """A weight for each token of the table, and the bias."""

    weights: NDArray[np.float16]
    bias: float


class TokenTable:
    """The tokens of all pages that stand on enough domains, and every page as a sparse matrix over them."""

    def __init__(self, pages: Sequence[CrfRows]) -> None:
        from scipy.sparse import csr_matrix

        domains: dict[Token, set[str]] = defaultdict(set)
        for rows in pages:
            for token in rows.tokens:
                domains[token].add(rows.domain)
        count = len({rows.domain for rows in pages})
        least = min(MIN_DOMAINS, max(2, MIN_DOMAINS * count // FEW_DOMAINS), count)
        # A model file has a token a line: the value of an attribute with a line break can't be one.
        self.tokens = sorted(token for token, seen in domains.items() if len(seen) >= least and "\n" not in token[1])
        columns = {token: number for number, token in enumerate(self.tokens)}
        self._pages = pages
        self._matrices = []
        for rows in pages:
            known = np.array([columns.get(token, -1) for token in rows.tokens], np.int32)[rows.token_ids]
            kept = np.concatenate(([0], np.cumsum(known >= 0)))[rows.token_starts]
            ids = known[known >= 0]
            shape = (len(rows.targets), len(self.tokens))
            self._matrices.append(csr_matrix((np.ones(len(ids), np.float32), ids, kept), shape=shape))

    def fit(self, places: Iterable[int], seed: int) -> LexiconWeights:
        """Fit the weights on the pages of these numbers. A soft target counts as two rows that share the weight."""
        from scipy.sparse import vstack
        from sklearn.linear_model import SGDClassifier

        numbers = list(places)
        matrix = vstack([self._matrices[place] for place in numbers], format="csr")
        targets = np.concatenate([self._pages[place].targets for place in numbers])
        weights = np.concatenate([self._pages[place].weights for place in numbers])
        classes = np.repeat([1, 0], len(targets))
        shares = np.concatenate((weights * targets, weights * (1 - targets)))
        used = shares > 0
        if len(set(classes[used])) < 2:
            raise ValueError("the pages to train on have no main content, or nothing else")
        classifier = SGDClassifier(
            loss="log_loss", alpha=PENALTY, max_iter=EPOCHS, tol=None, average=True, random_state=seed
        )
        both = vstack([matrix, matrix], format="csr")[used]
        classifier.fit(both, classes[used], sample_weight=shares[used] / shares[used].mean())
        # The regression has converged to about two digits; float16 has three.
        return LexiconWeights(classifier.coef_[0].astype(np.float16), float(classifier.intercept_[0]))

    def scores(self, lexicon: LexiconWeights, place: int) -> Floats:
        """Return what a lexicon says of a page's text blocks (m x `PARTS`), as `methods.crf_features.Lexicon` does."""
        levels = np.array([level for level, _ in self.tokens], np.intp)
        part = np.where(levels == ABOVE, 0, np.where(levels == TEXT, 2, 1))
        by_part = np.zeros((len(self.tokens), len(PARTS)))
        by_part[np.arange(len(part)), part] = lexicon.weights
        scores: Floats = self._matrices[place] @ by_part
        scores[:, 0] += lexicon.bias
        return scores

    def lexicon(self, weights: LexiconWeights) -> Lexicon:
        """Return the lexicon itself."""
        found = self.tokens_by_level(weights)
        by_level = {level: dict(zip(tokens, own.tolist(), strict=True)) for level, (tokens, own) in found.items()}
        return Lexicon(by_level, weights.bias)

    def tokens_by_level(self, lexicon: LexiconWeights) -> dict[str, tuple[list[str], NDArray[Any]]]:
        """Return for each of `LEVELS` its tokens that weigh anything, and their weights."""
        found: dict[str, tuple[list[str], NDArray[Any]]] = {}
        for number, level in enumerate(TOKEN_LEVELS):
            kept = [place for place, token in enumerate(self.tokens) if token[0] == number and lexicon.weights[place]]
            found[level] = [self.tokens[place][1] for place in kept], lexicon.weights[kept]
        return found
