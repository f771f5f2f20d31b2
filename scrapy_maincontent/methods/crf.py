"""``method="crf"``, the default: boosted trees score each text block, a linear-chain CRF smooths the scores.

Lexicon (a linear model over the names of elements and the words of short texts) -> features (its scores pooled over
what stands around a block, and figures) -> boosted trees -> CRF over their scores -> the mean of both -> the selection
with the best expected F.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from .. import speed
from ..page import Label
from ..result import EmptyReason
from . import Labels, ModelError
from .crf_features import FEATURES, TOKEN_LEVELS, Lexicon, PageFeatures
from .model_files import read_archive, refusing
from .selection import (
    EMPTY_WORDS,
    best_expected_f,
    expected_words,
    nothing,
    phrases,
    reasons,
    with_doubt,
    without_copies,
)
from .trees import Boosted, Chain, attributes, probability

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..features.measures import Floats, Measures
    from ..page import Page, Region
    from .selection import Marks


FORMAT = 1
SUFFIX = ".npz"


@dataclass(frozen=True)
class CrfModel:
    """A trained model.

    ``beta`` is how many times recall counts for precision where neither is asked for; ``phrases`` are its reasons.
    """

    name: str
    parts: Parts
    scorer: Scorer
    beta: float
    phrases: list[str]


def load(file: Traversable) -> CrfModel:
    """Read a model file, see `Method.load`."""
    header, arrays = read_archive(file, "crf", FORMAT)
    with refusing(file, "crf"):
        if tuple(header["features"]) != FEATURES:
            raise ModelError(f"{file} was trained on other features than this version has")
        parts = Parts(
            _lexicon(header, arrays),
            Boosted(arrays, len(FEATURES)),
            Chain(arrays["chain"], arrays["transitions"]),
            float(header["chain_share"]),
        )
        name = str(header["name"])
        return CrfModel(name, parts, scorer(parts), float(header["beta"]), phrases(name))


def _lexicon(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Lexicon:
    weights = {}
    for level in TOKEN_LEVELS:
        numbers = arrays[f"{level}_weights"].astype(np.float64).tolist()
        tokens = arrays[f"{level}_tokens"].tobytes().decode().split("\n") if numbers else []
        weights[level] = dict(zip(tokens, numbers, strict=True))
    return Lexicon(weights, float(header["bias"]))


def label(
    page: Page,
    regions: Sequence[Region],  # noqa: ARG001  as columns they gain nothing
    model: CrfModel,
    balance: float = 1.0,
) -> Labels:
    """Label every text block of a page that has at least one."""
    measures = speed.measure(page)
    scored = model.scorer.score(page, measures)
    likely, doubted = with_doubt(page, scored.likely, measures)
    if doubted is not None:
        scored = scored._replace(likely=likely)
    scores, selected, why = model.scorer.choose(measures, scored, doubted, model.beta * balance, model.phrases)
    labels = [Label.OTHER] * len(scores)
    for number in selected:
        labels[number] = Label.MAIN
    return Labels(labels, scores, why, None if selected else EmptyReason.NO_MAIN_TEXT)


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
    where too little main content is expected. ``reasons`` (m): why each block is selected or left out.
    """

    scores: list[float]
    selected: list[int]
    reasons: list[str]


class Scored(NamedTuple):
    """The features and scores of the m text blocks of a page.

    ``features`` (m x `FEATURES`), ``likely`` (m): how likely each is main content, 0 to 1.
    """

    features: Floats
    likely: Floats


class Scorer(Protocol):
    """Scores and selects text blocks."""

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""

    def choose(
        self, measures: Measures, scored: Scored, doubted: Marks | None, beta: float, phrases: Sequence[str]
    ) -> Choice:
        """Select the text blocks with the best expected F, of copies one, and say why.

        ``doubted`` (m, or ``None``): which blocks are no part of a declared description. ``beta`` is how many times
        recall counts for precision. ``phrases`` are all reasons there are, `selection.phrases`.
        """


class PythonScorer:
    """Scores with NumPy and Python."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        parts = self._parts
        of_page = PageFeatures.of(page, measures)
        features = of_page.features(parts.lexicon.read(page, measures.around()))
        log_odds = parts.boosted.log_odds(features)
        marginals = parts.chain.marginals(attributes(of_page, log_odds))
        return Scored(features, parts.mixed(marginals, log_odds))

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
        why = reasons(phrases, scored.features, main, copies, doubted)
        return Choice(scores.tolist(), np.flatnonzero(main).tolist(), why)


class CompiledScorer:
    """Scores with compiled modules what another one has measured; only the exponentials are NumPy's."""

    def __init__(self, lexicon: Any, trees: Any, parts: Parts) -> None:
        boosted, chain = parts.boosted, parts.chain
        levels = {level: parts.lexicon.weights[level] for level in TOKEN_LEVELS}
        self._lexicon = lexicon.Lexicon(levels, parts.lexicon.bias, parts.lexicon.weigh_text)
        self._scorer = trees.Scorer(
            trees.Boosted(boosted.tests, boosted.leaves, len(FEATURES)), chain.weights, chain.steps, parts.chain_share
        )
        self._choose = trees.choose

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        count = len(page.texts)
        columns = np.empty((len(FEATURES), count), np.float32)
        linear, odds, likely = np.empty((3, count)), np.empty((2, count)), np.empty(count)
        self._lexicon.read(page, measures.compact, linear)
        self._scorer.read(page, measures.compact, linear, columns, odds)
        self._scorer.mix(np.exp(odds, out=odds), likely)
        return Scored(columns.T, likely)

    def choose(
        self, measures: Measures, scored: Scored, doubted: Marks | None, beta: float, phrases: Sequence[str]
    ) -> Choice:
        """Select text blocks; see `Scorer.choose`."""
        return Choice(*self._choose(measures.compact, scored.features.T, scored.likely, doubted, beta, phrases))


def scorer(parts: Parts) -> Scorer:
    """Return a model's scorer: the compiled one where its modules are in use, otherwise Python's."""
    modules = speed.scoring()
    return PythonScorer(parts) if modules is None else CompiledScorer(*modules, parts)
