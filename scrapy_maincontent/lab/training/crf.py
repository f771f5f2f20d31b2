"""Annotated pages -> rows -> a model for ``method="crf"``: a lexicon, and for each expert boosted trees and a CRF.

A stage must not learn from scores of pages that the stage before has learnt by heart. So each is trained once for
every inner fold, and scores the pages of the fold it was not trained on; the next stage learns from those scores.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pycrfsuite

from ...features.measures import measure
from ...methods.crf import ANY, ARTICLE, FORMAT, OTHER
from ...methods.crf_features import FEATURES, PARTS, TOKEN_LEVELS, Lexicon, PageFeatures
from ...methods.trees import ATTRIBUTES, MOST_LEAVES, VALUES, Boosted, attributes
from ...words.class_names import element_tokens, text_tokens, tokens_below
from ..archive import write_archive
from .align import block_weights, targets
from .tree import at_most

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ...features.measures import Floats, Ints
    from ...page import Page
    from ..corpus.annotated import AnnotatedPage


ABOVE, OWN, PARENT, GRANDPARENT, TEXT = range(len(TOKEN_LEVELS))
Token = tuple[int, str]
"""The number of a level in `TOKEN_LEVELS`, and a token of it."""


@dataclass(frozen=True, slots=True)
class CrfRows:
    """The m text blocks of one page.

    ``tokens`` are the page's distinct ones; those of block b are ``token_ids[token_starts[b]:token_starts[b + 1]]``.
    ``targets`` (m): the share of each block in the reference. ``weights`` (m). ``times``: how often the page counts
    where a stage takes no weights. ``is_article``: the page is of one of `ARTICLE_TYPES`.
    """

    domain: str
    page_features: PageFeatures
    tokens: list[Token]
    token_starts: NDArray[np.int32]
    token_ids: NDArray[np.int32]
    targets: Floats
    weights: Floats
    times: int = 1
    is_article: bool = False


def crf_rows(annotated: AnnotatedPage) -> CrfRows | None:
    """Return a page's rows, ``None`` where it has no text block."""
    page = annotated.read_with_text()
    return None if page is None else rows_of_page(page, annotated)


def rows_of_page(page: Page, annotated: AnnotatedPage) -> CrfRows:
    """Return the rows of a page that was read already, and has at least one text block."""
    numbers: dict[Token, int] = {}
    starts, ids = [0], list[int]()
    for tokens in block_tokens(page):
        ids.extend(numbers.setdefault(token, len(numbers)) for token in tokens)
        starts.append(len(ids))
    return CrfRows(
        annotated.domain,
        PageFeatures.of(page, measure(page)),
        list(numbers),
        np.array(starts, np.int32),
        np.array(ids, np.int32),
        np.array(targets(page, annotated), np.float32),
        block_weights(page, annotated.main_content),
        is_article=annotated.page_type in ARTICLE_TYPES,
    )


def weighed(rows: CrfRows | None, weight: float) -> CrfRows | None:
    """Return rows that weigh so many times as much."""
    return rows and _weighed(rows, weight)


def _weighed(rows: CrfRows, weight: float) -> CrfRows:
    return replace(rows, weights=rows.weights * np.float32(weight), times=max(round(rows.times * weight), 1))


def block_tokens(page: Page) -> Iterator[list[Token]]:
    """Yield the distinct tokens of each text block, as `methods.crf_features.Lexicon` reads them."""
    tokens: dict[int, tuple[str, ...]] = {}
    below: dict[int, frozenset[str]] = {-1: frozenset()}
    for owner, text in zip(page.owners, page.texts, strict=True):
        path, element = [], owner
        while element not in below:
            path.append(element)
            element = page.parents[element]
        for element in reversed(path):
            tag = page.tags[element]
            tokens[element] = element_tokens(tag, page.attrs[element])
            below[element] = below[page.parents[element]].union(tokens_below(tag, tokens[element]))
        found = [(ABOVE, token) for token in sorted(below[owner])]
        element = owner
        for level in (OWN, PARENT, GRANDPARENT):
            if element >= 0:
                found += [(level, token) for token in dict.fromkeys(tokens[element])]
                element = page.parents[element]
        yield found + [(TEXT, token) for token in text_tokens(text)]


# Rows -> a model.

INNER_FOLDS = 5
CHAIN_SHARE = 0.25
"""Share of the CRF in a block's score: a quarter is never worse than none or a half."""
ARTICLE_TYPES = frozenset({"article", "blog"})
"""Types of pages, as corpora name them, that the expert of articles learns from."""
FEWEST_PAGES = 100
"""With fewer articles, or fewer pages of other types, there is one expert for all: types can't be told apart then."""
ARTICLES_ELSEWHERE = 0.2
"""What articles weigh for the expert of other pages: it is asked about those that are taken for other pages."""
BETAS = {ARTICLE: 1.0, OTHER: 1.4}
"""How many times recall counts for precision, by kind of page, whoever judges it: what is doubtful is text more often
where it is no article."""


def fit_crf(
    pages: Iterable[CrfRows | None],
    name: str,
    seed: int = 0,
    *,
    chain_share: float = CHAIN_SHARE,
    betas: Mapping[str, float] = BETAS,
) -> dict[str, Any]:
    """Return a model as plain data. The same rows and seed give the same model.

    ``chain_share`` (0 to 1) and ``betas`` are the model's, see `methods.crf.CrfModel`.

    Raises:
        ModuleNotFoundError: LightGBM or scikit-learn is not installed (the extra ``train``).
        ValueError: there is no page with text to train on, or only one.
    """
    known = [rows for rows in pages if rows is not None]
    table, lexicon, matrices = fit_lexicon(known, seed)
    experts = expert_weights(known)
    arrays: dict[str, NDArray[Any]] = {}
    for expert, weights in experts.items():
        own, rows = weighed_pages(known, weights)
        for key, array in fit_expert([matrices[number] for number in own], rows, seed).arrays.items():
            arrays[f"{expert}_{key}"] = array
    return {
        "format": FORMAT,
        "method": "crf",
        "name": name,
        "features": FEATURES,
        "chain_share": chain_share,
        "betas": dict(betas),
        "bias": lexicon.bias,
        "lexicon": table.tokens_by_level(lexicon),
        "arrays": arrays,
    }


class LexiconFit(NamedTuple):
    """The table of tokens, a lexicon's weights, and the feature matrix of each page by held-out scores."""

    table: TokenTable
    weights: LexiconWeights
    matrices: list[Floats]


def fit_lexicon(pages: Sequence[CrfRows], seed: int) -> LexiconFit:
    """Return a lexicon of all pages, and what the next stage learns from."""
    table = TokenTable(pages)
    scores = held_out_scores(table, inner_folds([rows.domain for rows in pages]), seed)
    matrices = [rows.page_features.features(linear) for rows, linear in zip(pages, scores, strict=True)]
    return LexiconFit(table, table.fit(range(len(pages)), seed), matrices)


def expert_weights(pages: Sequence[CrfRows]) -> dict[str, list[float]]:
    """Return the experts to train, and what each page weighs for each of them; 0 leaves it out."""
    articles = sum(rows.is_article for rows in pages)
    if min(articles, len(pages) - articles) < FEWEST_PAGES:
        return {ANY: [1.0] * len(pages)}
    return {
        ARTICLE: [float(rows.is_article) for rows in pages],
        OTHER: [ARTICLES_ELSEWHERE if rows.is_article else 1.0 for rows in pages],
    }


def weighed_pages(pages: Sequence[CrfRows], weights: Sequence[float]) -> tuple[list[int], list[CrfRows]]:
    """Return the numbers of the pages that weigh anything, and their rows so weighed."""
    own = [number for number, weight in enumerate(weights) if weight]
    return own, [_weighed(pages[number], weights[number]) for number in own]


class ExpertFit(NamedTuple):
    """The arrays of boosted trees and of a CRF, and the held-out log odds of each page that the CRF learnt from."""

    arrays: dict[str, NDArray[Any]]
    log_odds: list[Floats]


def fit_expert(matrices: Sequence[Floats], pages: Sequence[CrfRows], seed: int) -> ExpertFit:
    """Return boosted trees, and a CRF over their held-out scores."""
    log_odds = held_out_log_odds(matrices, pages, inner_folds([rows.domain for rows in pages]), seed)
    chain, transitions = fit_chain(pages, log_odds)
    arrays = fit_boosted(matrices, pages, seed).arrays | {"chain": chain, "transitions": transitions}
    return ExpertFit(arrays, log_odds)


def write_crf(model: dict[str, Any], path: Path) -> None:
    """Write a model file; the same model gives the same bytes."""
    arrays = dict(model["arrays"])
    for level in TOKEN_LEVELS:
        tokens, weights = model["lexicon"][level]
        arrays[f"{level}_tokens"] = np.frombuffer("\n".join(tokens).encode(), np.uint8)
        arrays[f"{level}_weights"] = weights
    write_archive(path, {key: value for key, value in model.items() if key not in ("arrays", "lexicon")}, arrays)


def held_out_scores(table: TokenTable, folds: Sequence[int], seed: int) -> list[Floats]:
    """Return the scores of each page's text blocks by a lexicon that was trained on the other folds."""
    scores: list[Floats] = [np.empty(0)] * len(folds)
    for inside, outside in _splits(folds):
        lexicon = table.fit(outside, seed)
        for place in inside:
            scores[place] = table.scores(lexicon, place)
    return scores


def held_out_log_odds(
    matrices: Sequence[Floats], pages: Sequence[CrfRows], folds: Sequence[int], seed: int
) -> list[Floats]:
    """Return the log odds of each page's text blocks by trees that were trained on the other folds."""
    log_odds: list[Floats] = [np.empty(0)] * len(folds)
    for inside, outside in _splits(folds):
        trees = fit_boosted([matrices[place] for place in outside], [pages[place] for place in outside], seed)
        for place in inside:
            log_odds[place] = trees.log_odds(matrices[place])
    return log_odds


def inner_folds(domains: Sequence[str]) -> list[int]:
    """Return each page's inner fold: one for all pages of a domain, or by page where all are of the same one."""
    names = list(domains) if len(set(domains)) > 1 else [str(number) for number in range(len(domains))]
    distinct = sorted(set(names), key=lambda name: hashlib.sha256(name.encode()).digest())
    if len(distinct) < 2:
        raise ValueError("there must be two pages with text to train on, better a few hundred")
    fold_of = {name: number % INNER_FOLDS for number, name in enumerate(distinct)}
    return [fold_of[name] for name in names]


def _splits(folds: Sequence[int]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield for each fold the numbers of the pages in it, and of those outside."""
    for fold in range(max(folds) + 1):
        inside = np.array(folds) == fold
        yield np.flatnonzero(inside), np.flatnonzero(~inside)


# Feature matrices -> boosted trees, by LightGBM.

TREES = 200
"""More of them gain little on news, and nothing elsewhere."""
_PARAMETERS: dict[str, Any] = {
    "objective": "cross_entropy",
    "num_leaves": MOST_LEAVES,
    "learning_rate": 0.08,
    "lambda_l2": 5.0,
    "min_data_in_leaf": 100,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "max_bin": 63,
    "use_missing": False,
    "deterministic": True,
    "force_col_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
_FEW_ROWS = 20_000
"""A corpus of fewer text blocks may have proportionally smaller leaves."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The arrays of trained trees, see `methods.trees.Boosted`."""

    arrays: dict[str, NDArray[Any]]

    def log_odds(self, matrix: Floats) -> Floats:
        """Return the log odds of each row."""
        return Boosted(self.arrays, matrix.shape[1]).log_odds(matrix)


def fit_boosted(matrices: Sequence[Floats], pages: Sequence[CrfRows], seed: int) -> Trees:
    """Train on the pages' feature matrices; soft targets are what cross entropy is for."""
    import lightgbm

    targets = np.concatenate([rows.targets for rows in pages])
    weights = np.concatenate([rows.weights for rows in pages])
    smallest = max(1, min(_PARAMETERS["min_data_in_leaf"], len(targets) * _PARAMETERS["min_data_in_leaf"] // _FEW_ROWS))
    parameters = _PARAMETERS | {"seed": seed, "min_data_in_leaf": smallest}
    data = lightgbm.Dataset(np.concatenate(matrices), targets, weight=weights, params=parameters)
    booster = lightgbm.train(parameters, data, TREES)
    return as_arrays(booster.dump_model()["tree_info"])


def as_arrays(trees: Sequence[dict[str, Any]]) -> Trees:
    """Return LightGBM's trees as arrays."""
    nodes: list[tuple[int, float, int, int]] = []
    leaves = np.zeros((len(trees), MOST_LEAVES), np.float32)
    for number, tree in enumerate(trees):
        values: list[float] = []
        stack: list[tuple[dict[str, Any] | None, dict[str, Any] | int]] = [(None, tree["tree_structure"])]
        while stack:
            test, item = stack.pop()
            if isinstance(item, int):  # all that is left of a test: its leaves are those since
                assert test is not None
                lost = (1 << len(values)) - (1 << item)
                nodes.append((test["split_feature"], test["threshold"], number, 0xFFFFFFFF & ~lost))
            elif "leaf_value" in item:
                values.append(item["leaf_value"])
            else:
                stack += [(None, item["right_child"]), (item, len(values)), (None, item["left_child"])]
        leaves[number, : len(values)] = values
    feature, threshold, tree_of, mask = zip(*nodes, strict=True) if nodes else ((), (), (), ())
    return Trees(
        {
            "feature": np.array(feature, np.int16),
            "threshold": at_most(np.array(threshold, np.float64)),
            "tree": np.array(tree_of, np.int16),
            "mask": np.array(mask, np.uint32),
            "leaves": leaves,
        }
    )


# Boosted scores -> the weights of the CRF, by python-crfsuite.

MAIN_SHARE = 0.5
"""A block is main content from this share of it in the reference on: a CRF takes no soft targets."""
_CHAIN_PARAMETERS = {"c1": 0.0, "c2": 1.0, "max_iterations": 80, "feature.possible_transitions": True}
_LABELS = ("0", "1")


class ChainItems(NamedTuple):
    """A page's items as a CRF learns them: their attributes, their labels, and how many times the page counts."""

    attributes: list[list[str]]
    labels: list[str]
    times: int


def fit_chain(pages: Sequence[CrfRows], log_odds: Sequence[Floats]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights and the transitions that `methods.trees.Chain` reads; ``log_odds`` are held-out ones."""
    sequences = (
        ChainItems(
            spelled_out(attributes(rows.page_features, scores)),
            [_LABELS[int(share >= MAIN_SHARE)] for share in rows.targets],
            rows.times,
        )
        for rows, scores in zip(pages, log_odds, strict=True)
    )
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "chain")
        train_chain(sequences, path)
        return read_weights(path)


def train_chain(sequences: Iterable[ChainItems], path: str) -> None:
    """Train a CRF, and write it to a file of CRFsuite's."""
    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=_CHAIN_PARAMETERS, verbose=False)
    for own in sequences:
        items = pycrfsuite.ItemSequence(own.attributes)
        for _ in range(own.times):
            trainer.append(items, own.labels)
    trainer.train(path)


def spelled_out(values: Ints) -> list[list[str]]:
    """Return attribute values as python-crfsuite wants them."""
    return [[f"{name}={value}" for name, value in zip(ATTRIBUTES, row, strict=True)] for row in values.tolist()]


def read_weights(path: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights of a CRFsuite model file, other counted against main."""
    tagger = pycrfsuite.Tagger()
    tagger.open(path)
    info = tagger.info()
    tagger.close()
    weights = np.zeros((len(ATTRIBUTES), VALUES))
    for (attribute, label), weight in info.state_features.items():
        name, _, value = attribute.partition("=")
        weights[ATTRIBUTES.index(name), int(value)] += weight if label == _LABELS[1] else -weight
    transitions = [[info.transitions.get((before, after), 0.0) for after in _LABELS] for before in _LABELS]
    return weights.astype(np.float32), np.array(transitions, np.float32)


# Tokens -> the weights of the lexicon: a logistic regression by averaged stochastic gradient descent.

MIN_DOMAINS = 3
"""Domains that must have a token, so that nothing is learnt of a single site."""
FEW_DOMAINS = 300
"""A corpus of fewer domains asks for proportionally fewer of them, yet two."""
PENALTY = 1e-3
"""Of the squared weights."""
EPOCHS = 4


@dataclass(frozen=True, slots=True)
class LexiconWeights:
    """A weight for each token of the table, and the bias."""

    weights: NDArray[np.float16]
    bias: float


class TokenTable:
    """The tokens of all pages that are on enough domains, and every page as a sparse matrix over them."""

    def __init__(self, pages: Sequence[CrfRows]) -> None:
        from scipy.sparse import csr_matrix

        domains: dict[Token, set[str]] = defaultdict(set)
        for rows in pages:
            for token in rows.tokens:
                domains[token].add(rows.domain)
        count = len({rows.domain for rows in pages})
        least = min(MIN_DOMAINS, max(2, MIN_DOMAINS * count // FEW_DOMAINS), count)
        # A model file has a token a line: the value of an attribute with a line break can't be one.
        self.tokens = sorted(token for token, names in domains.items() if len(names) >= least and "\n" not in token[1])
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
        """Return a lexicon's scores of a page's m text blocks (m x `PARTS`), as `methods.crf_features.Lexicon` does."""
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
        """Return for each of `TOKEN_LEVELS` its tokens that weigh anything, and their weights."""
        found: dict[str, tuple[list[str], NDArray[Any]]] = {}
        for number, level in enumerate(TOKEN_LEVELS):
            kept = [place for place, token in enumerate(self.tokens) if token[0] == number and lexicon.weights[place]]
            found[level] = [self.tokens[place][1] for place in kept], lexicon.weights[kept]
        return found
