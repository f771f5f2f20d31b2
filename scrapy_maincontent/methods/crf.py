"""``method="crf"``, the default: boosted trees score each text block, a linear-chain CRF smooths the scores.

Lexicon (a linear model over the names of elements and the words of short texts) -> features (its scores pooled over
what stands around a block, and figures) -> boosted trees -> CRF over their scores -> the mean of both -> the selection
with the best expected F. Articles have trees and a CRF of their own, all other pages share others (a mixture of
experts): next to an article a list of teasers is no text, on a page of entries it is. Where a page's type is in doubt
both judge it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from .. import speedups
from ..blocks import Findings
from ..navigation import detect
from ..page import Label
from ..result import EmptyReason
from . import ALONE, Labels, ModelError, read_archive, refusing
from .crf_features import FEATURES, TOKEN_LEVELS, Lexicon, PageFeatures
from .newsroom import REPEATED_QUOTE, pull_quotes
from .page_parts import (
    BESIDE,
    LABEL,
    PUBLISHED,
    SUMMARY,
    TEASER,
    WRITTEN_BY,
    declared_places,
    name_declared,
    with_declared,
)
from .places import name_places, places, with_places
from .selection import (
    EMPTY_WORDS,
    LEADS,
    RETURNED,
    SIBLINGS,
    best_expected_f,
    expected_words,
    leading_lines,
    name_pages,
    nothing,
    phrases,
    reasons,
    repeated,
    returned_copies,
    said_by_entries,
    turned_by_siblings,
    with_doubt,
    with_likes,
    with_site,
    without_copies,
)
from .trees import Boosted, Chain, attributes, probability
from .whole_bodies import MENDED, mended
from .wholes import ROWS, WHOLE, decided_whole, turned_by_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints, Measures
    from ..page import Page
    from . import Context
    from .selection import Marks


FORMAT = 2
SUFFIX = ".npz"
ARTICLE, OTHER, ANY = "article", "other", "any"
"""The experts: of articles and of other pages, or one for all."""
NO_ARTICLE, IS_ARTICLE = 0.1, 0.6
"""How likely a page is an article at the most where the expert of other pages alone judges it, and at the least where
that of articles does. In between both do, each by its share."""


@dataclass(frozen=True)
class CrfModel:
    """A trained model.

    ``experts`` has those of `ARTICLE` and `OTHER`, which differ in their betas alone where one was trained for `ANY`
    page; ``phrases`` are the model's reasons.
    """

    name: str
    experts: Mapping[str, Expert]
    phrases: list[str]

    def expert(self, article: float) -> Expert:
        """Return the expert with the larger share for a page that is an article with this probability (0 to 1)."""
        return self.experts[ARTICLE if article_share(article) >= HALF else OTHER]


@dataclass(frozen=True)
class Expert:
    """The model of one kind of page; ``beta`` weighs recall against precision by default."""

    parts: Parts
    scorer: Scorer
    beta: float


AFTERWARDS = frozenset((REPEATED_QUOTE, RETURNED, LEADS, SIBLINGS, ROWS, WHOLE, *MENDED))
"""What turns the label of a text block that its score has given it; each begins its reason."""
REPEATING = frozenset((None, "article", "documentation", "service"))
"""Types of pages whose texts repeat lines; others show cards, and products once for each size of screen."""
HALF = 0.5
LIKES_BELOW = 0.25
"""Share of the expert of articles below which what has the same place in entries of one make is scored alike."""


def article_share(article: float) -> float:
    """Return the share (0 to 1) of the expert of articles for a page that is one with this probability (0 to 1)."""
    return min(max((article - NO_ARTICLE) / (IS_ARTICLE - NO_ARTICLE), 0.0), 1.0)


def load(file: Traversable) -> CrfModel:
    """Read a model file, see `Method.load`."""
    header, arrays = read_archive(file, "crf", FORMAT)
    with refusing(file, "crf"):
        if tuple(header["features"]) != FEATURES:
            raise ModelError(f"{file} was trained on other features than this version has; train it anew")
        betas = {str(kind): float(beta) for kind, beta in header["betas"].items()}
        if set(betas) != {ARTICLE, OTHER}:
            raise ModelError(f"{file} has betas for {', '.join(betas) or 'nothing'}, not for {ARTICLE} and {OTHER}")
        lexicon, share = _lexicon(header, arrays), float(header["chain_share"])
        if not (0 <= share <= 1 and all(0 < beta < math.inf for beta in betas.values())):
            raise ModelError(f"{file} has a share of {share} for its chain, and betas {betas}")
        trained = {kind: ANY if f"{ANY}_leaves" in arrays else kind for kind in betas}
        parts = {expert: _parts(arrays, expert, lexicon, share) for expert in dict.fromkeys(trained.values())}
        made = dict(zip(parts, scorers(list(parts.values())), strict=True))
        experts = {kind: Expert(parts[trained[kind]], made[trained[kind]], beta) for kind, beta in betas.items()}
        name = str(header["name"])
        return CrfModel(name, experts, phrases(name))


def _parts(arrays: Mapping[str, NDArray[Any]], expert: str, lexicon: Lexicon, share: float) -> Parts:
    own = {name.removeprefix(f"{expert}_"): array for name, array in arrays.items() if name.startswith(f"{expert}_")}
    return Parts(lexicon, Boosted(own, len(FEATURES)), Chain(own["chain"], own["transitions"]), share)


def _lexicon(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> Lexicon:
    weights = {}
    for level in TOKEN_LEVELS:
        numbers = arrays[f"{level}_weights"].astype(np.float64).tolist()
        tokens = arrays[f"{level}_tokens"].tobytes().decode().split("\n") if numbers else []
        weights[level] = dict(zip(tokens, numbers, strict=True))
    bias = float(header["bias"])
    if not all(map(math.isfinite, chain([bias], *(level.values() for level in weights.values())))):
        raise ValueError("a weight of its lexicon is no number")
    return Lexicon(weights, bias)


def label(page: Page, model: CrfModel, context: Context = ALONE) -> Labels:
    """Label every text block of a page that has at least one."""
    share, experts, recalled = article_share(context.article), model.experts, context.recalled
    repeating = context.page_type in REPEATING
    expert, findings = model.expert(context.article), context.findings
    if findings is None:
        findings = Findings(page, detect(page), measures=None if recalled is None else recalled.measures)
    measures = findings.measures
    scored = expert.scorer.score(page, measures)
    if 0 < share < 1 and experts[ARTICLE].parts is not experts[OTHER].parts:
        second = experts[OTHER if expert is experts[ARTICLE] else ARTICLE].scorer.score(page, measures)
        scored = scored._replace(likely=pooled(scored.likely, second.likely, max(share, 1 - share)))
    likely, doubted = with_doubt(page, scored.likely, measures)
    if share < LIKES_BELOW:
        likely = with_likes(likely, measures.words, scored.groups)
    placed = places(findings, likely)
    likely = with_places(likely, findings, placed)
    declared = declared_places(page, likely, measures, article=share >= HALF)
    likely = with_declared(likely, declared)
    evidence = repeated(recalled, likely, article=share >= HALF) if recalled is not None else None
    spared = said_by_entries(page, measures.copies, measures.words) if repeating else ()
    beta = (share * experts[ARTICLE].beta + (1 - share) * experts[OTHER].beta) * context.balance

    def choose(likely: Floats) -> Choice:
        return choice(measures, scored._replace(likely=likely), doubted, beta, model.phrases, spared)

    scores, selected, why = choose(likely if evidence is None else with_site(likely, evidence))
    if evidence is not None:
        if selected:
            name_pages(why, evidence, selected, model.name)
        else:  # a page of nothing but what its site repeats
            scores, selected, why = choose(likely)
    selected = mended(
        page, measures, likely, selected, why, declared, article=share >= HALF, entries=share < LIKES_BELOW
    )
    name_declared(why, declared, selected, model.name)
    name_places(why, findings, placed, selected, model.name)
    main = {*selected}

    def turn(numbers: Iterable[int], cause: str) -> None:
        certain = CERTAIN.get(cause, ())
        for number in [number for number in numbers if number in main or declared.get(number) not in certain]:
            main.symmetric_difference_update((number,))
            why[number] = f"{cause}; {why[number]}"

    turn(leading_lines(page, measures, scores, selected, declared, article=share >= HALF), LEADS)
    turn(turned_by_siblings(page, measures, main), SIBLINGS)
    rows = turned_by_rows(measures, scored.groups, scores, main)
    turn([row for row in rows if share < HALF or declared.get(row) not in CERTAIN[WHOLE]], ROWS)
    turn(set().union(*decided_whole(page, measures, scores, main)), WHOLE)
    if repeating:
        turn(returned_copies(page, likely, scores, measures.words, main), RETURNED)
    if share >= HALF:
        turn(pull_quotes(page, measures.words, main), REPEATED_QUOTE)
    labels = [Label.OTHER] * len(scores)
    for number in main:
        labels[number] = Label.MAIN
    empty = None if selected else EmptyReason.NO_MAIN_TEXT
    return Labels(labels, scores, why, empty, evidence=placed.evidence)


CERTAIN = {ROWS: (LABEL, BESIDE, SUMMARY, TEASER), WHOLE: (WRITTEN_BY, PUBLISHED, TEASER)}
"""What a page declares of a text that the texts around it do not turn into main content, by how they would."""
_LEAST_SCORE = 1e-4
"""What scores are pooled as at the least, and 1 less it at the most."""


def pooled(first: Floats, second: Floats, share: float) -> Floats:
    """Mix the scores (0 to 1) of two experts: the mean of their log odds, weighted by the first one's share."""
    scores = np.clip((first, second), _LEAST_SCORE, 1 - _LEAST_SCORE)
    own, other = np.log(scores / (1 - scores))
    return probability(share * own + (1 - share) * other)


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

    ``features`` (m x `FEATURES`), ``likely`` (m): how likely each is main content, 0 to 1. ``groups`` (2 x m): the
    numbers of those with the same tags above, and of those with the same tag and class.
    """

    features: Floats
    likely: Floats
    groups: Ints


def choice(
    measures: Measures,
    scored: Scored,
    doubted: Marks | None,
    beta: float,
    phrases: Sequence[str],
    spared: Collection[int] = (),
) -> Choice:
    """Return the text blocks with the best expected F, of copies that are not ``spared`` one, and why.

    ``doubted`` (m, or ``None``): which blocks are no part of a declared description. ``beta`` is how many times
    recall counts for precision. ``phrases`` are all reasons there are, `selection.phrases`.
    """
    words, likely = measures.words, scored.likely
    scores = without_copies(measures.copies, likely, words, spared)
    if expected_words(scores, words) < EMPTY_WORDS:
        return Choice(scores.tolist(), [], nothing(phrases, len(scores)))
    main = best_expected_f(scores, words, beta)
    copies = None if scores is likely else scores < likely
    why = reasons(phrases, scored.features, main, copies, doubted)
    return Choice(scores.tolist(), np.flatnonzero(main).tolist(), why)


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
        of_page = PageFeatures.of(page, measures)
        features = of_page.features(parts.lexicon.read(page, measures.around()))
        log_odds = parts.boosted.log_odds(features)
        marginals = parts.chain.marginals(attributes(of_page, log_odds))
        groups = np.array([of_page.groups.path, of_page.groups.look])
        return Scored(features, parts.mixed(marginals, log_odds), groups)


class CompiledScorer:
    """Scores with compiled modules what another one has measured; only the exponentials are NumPy's."""

    def __init__(self, lexicon: Any, trees: Any, parts: Parts) -> None:
        """Take over ``parts``; ``lexicon`` is the compiled twin of theirs, ``trees`` the compiled module."""
        boosted, chain = parts.boosted, parts.chain
        self._lexicon = lexicon
        self._scorer = trees.Scorer(
            trees.Boosted(boosted.tests, boosted.leaves, len(FEATURES)), chain.weights, chain.steps, parts.chain_share
        )

    def score(self, page: Page, measures: Measures) -> Scored:
        """Score the text blocks of a page that has at least one."""
        count = len(page.texts)
        columns = np.empty((len(FEATURES), count), np.float32)
        linear, odds, likely = np.empty((3, count)), np.empty((2, count)), np.empty(count)
        groups = np.empty((2, count), np.intp)
        self._lexicon.read(page, measures.compact, linear)
        self._scorer.read(page, measures.compact, linear, columns, odds, groups)
        self._scorer.mix(np.exp(odds, out=odds), likely)
        return Scored(columns.T, likely, groups)


def scorers(experts: Sequence[Parts]) -> list[Scorer]:
    """Return the scorers of experts that share a lexicon: compiled ones where the modules are in use, or Python's."""
    names, trees = speedups.load("lexicon"), speedups.load("trees")
    if None in (speedups.load("measures"), names, trees):  # they score what the compiled module has measured
        return [PythonScorer(parts) for parts in experts]
    lexicon = experts[0].lexicon
    levels = {level: lexicon.weights[level] for level in TOKEN_LEVELS}
    compiled = names.Lexicon(levels, lexicon.bias, lexicon.weigh_text)
    return [CompiledScorer(compiled, trees, parts) for parts in experts]
