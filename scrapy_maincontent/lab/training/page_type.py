"""Annotated pages -> the model of page types and its card.

``python -m scrapy_maincontent.lab.training.page_type CORPUS... -o FILE`` cross-validates by domain on the first corpus,
calibrates on the held-out pages, trains on all corpora and writes the model and its card.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ...facts.page_type import (
    ARTICLE,
    CLIP,
    FORMAT,
    classifier,
    columns,
    packaged,
    page_type_feature_names,
    page_type_features,
    softmax,
)
from ...progress import bar
from ..corpus import digest, folds, site
from ..corpus.annotated import CorpusError
from .cards import markdown_table, provenance, run_training, training_parser

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ...features.measures import Floats
    from ...progress import Progress
    from ..corpus import Split
    from ..corpus.annotated import AnnotatedPage
    from .cards import Corpora

    Numbers = NDArray[np.intp]


TYPES = ("article", "service", "product", "collection", "listing", "documentation", "forum")
"""The types; pages of others are left out."""
ALIASES = {"category": "collection"}
"""Other names of types in corpora."""
PENALTY = 20.0
"""Weight of the squared weights against the loss, as 1 / C of scikit-learn; flat from 10 to 50."""
ARTICLES = 0.7
"""Share of the pages' weight that articles have, however many they are: corpora of news would make all an article."""
_SMALLEST_SCALE = 1e-3
"""Figures that vary less are not blown up."""
_TEMPERATURES = np.exp(np.linspace(np.log(0.5), np.log(2), 201))
_DIGITS = 5
_INNER_FOLDS = 5
"""In which the pages of a split are parted, to find its model's temperature."""
_UNSEEN = 1000.0
"""How far the score of a type without pages lies below all others."""


@dataclass(frozen=True)
class Material:
    """Pages with text and a known type: figures (pages x features), numbers of types, the pages themselves.

    ``told_apart`` (pages): the page's corpus has several types. Addresses in one of a single type tell the corpus, and
    not the type: such pages teach nothing about addresses.
    """

    rows: Floats
    types: Numbers
    pages: list[AnnotatedPage]
    told_apart: NDArray[np.bool_]

    def among(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> Material:
        """Return a part of the pages."""
        numbers = np.arange(len(self.pages))[places].tolist()
        pages = [self.pages[number] for number in numbers]
        return Material(self.rows[places], self.types[places], pages, self.told_apart[places])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the training; its exit status is 1 where it failed."""
    corpus = "folder of annotated pages; the first one is scored"
    parser = training_parser("scrapy_maincontent.lab.training.page_type", __doc__, corpus)
    return run_training(parser, arguments, _train_with_card)


def _train_with_card(options: argparse.Namespace, corpora: Corpora, name: str) -> tuple[dict[str, Any], str]:
    model, held = _train(list(corpora.values()), name, options.folds)
    return model, _card(model, corpora, held, options.folds, options.attribution)


def _train(corpora: Sequence[Sequence[AnnotatedPage]], name: str, count: int) -> tuple[dict[str, Any], list[Held]]:
    """Return a model as plain data, and what is known of it from held-out pages of the first corpus."""
    material = _read(corpora, lambda pages: bar(pages, "figures"))
    if len(set(material.types.tolist())) < 2:
        raise CorpusError(f"all pages are of type {TYPES[material.types[0]]}; there is nothing to tell apart")
    fold_of = np.array(folds(material.pages, count), np.intp)
    first = np.isin([id(page) for page in material.pages], [id(page) for page in corpora[0]])
    everything = columns(address=True)
    model, held = _header(name, corpora), []
    for label, key, used in (
        ("all figures", "with_address", everything),
        ("without the address", "without_address", columns(address=False)),
        ("the address alone", "", tuple(sorted(set(everything) - set(columns(address=False))))),
    ):
        data, scores = _fit_calibrated(material, fold_of, first, used)
        types = material.types[first]
        held.append(Held(label, _calibrated(scores, types, fold_of[first]), types))
        if key:
            model[key] = data
    return model, held


def held_types(
    corpora: Sequence[Sequence[AnnotatedPage]], splits: Sequence[Split], progress: Progress
) -> list[dict[str, Any]]:
    """Return for each split a model, as plain data, of the pages that it is trained on.

    With them a method is scored whose text depends on a page's type.

    No model at all where the packaged one was trained on none of the corpora, by their digests: it classifies them as
    it will its users' pages. Else those that it was trained on are used, where a split leaves any of their pages.
    Temperatures are those of the first corpus that a split leaves; a model of one type says so of every page.

    Raises:
        CorpusError: no page to train on has text and a type.
        ModuleNotFoundError: scikit-learn is not installed (the extra ``train``).
    """
    known = [digest(pages) in packaged().corpora for pages in corpora]
    if not any(known):
        return []
    every = [page for pages in corpora for page in pages]
    material = _read(corpora, lambda pages: progress(pages, "page types"))
    number_of = {id(page): number for number, page in enumerate(every)}
    numbers = np.array([number_of[id(page)] for page in material.pages], np.intp)
    corpus_of = np.repeat(np.arange(len(corpora)), [len(pages) for pages in corpora])[numbers]
    return [_held_type(split, material, numbers, corpus_of, np.array(known)[corpus_of]) for split in splits]


def _held_type(
    split: Split, material: Material, numbers: Numbers, corpus_of: Numbers, known: NDArray[np.bool_]
) -> dict[str, Any]:
    """Return a split's model; for each page of the material its number, its corpus, and if the latter is known."""
    left = np.isin(numbers, split.trained)
    rest = np.flatnonzero(left & known if (left & known).any() else left)
    if len(rest) < 2:
        raise CorpusError(f"{split.name}: at most one page with text and a type is left to train page types on")
    own = material.among(rest)
    fold_of, scored = _inner_folds(own.pages), corpus_of[rest] == corpus_of[rest].min()
    model = _header(f"types-{split.name}", [])
    for key, address in (("with_address", True), ("without_address", False)):
        model[key], _ = _fit_calibrated(own, fold_of, scored, columns(address=address))
    return model


def _inner_folds(pages: Sequence[AnnotatedPage]) -> Numbers:
    """Return a fold of each of the pages that a model is trained on; by page where all are of one site."""
    sites = {site(page) for page in pages}
    if len(sites) < 2:
        return np.arange(len(pages)) % 2
    return np.array(folds(pages, min(_INNER_FOLDS, len(sites))), np.intp)


def _read(
    corpora: Sequence[Sequence[AnnotatedPage]], progress: Callable[[list[AnnotatedPage]], Iterable[AnnotatedPage]]
) -> Material:
    """Read the pages of all corpora; those without text or of another type are left out."""
    rows, types, kept = [], [], []
    for annotated in progress([page for corpus in corpora for page in corpus]):
        name = ALIASES.get(annotated.page_type, annotated.page_type)
        page = annotated.read_with_text() if name in TYPES else None
        if page is not None:
            rows.append(page_type_features(page))
            types.append(TYPES.index(name))
            kept.append(annotated)
    if not kept:
        raise CorpusError(f"no page has text and a type; the types are {', '.join(TYPES)}")
    number_of = {id(page): number for number, corpus in enumerate(corpora) for page in corpus}
    corpus_of, all_types = np.array([number_of[id(page)] for page in kept], np.intp), np.array(types, np.intp)
    several = [number for number in set(corpus_of.tolist()) if len(set(all_types[corpus_of == number].tolist())) > 1]
    told_apart = np.isin(corpus_of, several) if several else np.ones(len(kept), bool)
    return Material(np.array(rows, np.float32), all_types, kept, told_apart)


def _header(name: str, corpora: Iterable[Sequence[AnnotatedPage]]) -> dict[str, Any]:
    """Return the fields of a model beside its classifiers."""
    return {
        "format": FORMAT,
        "name": name,
        "corpora": [digest(pages) for pages in corpora],
        "types": list(TYPES),
        "features": list(page_type_feature_names()),
    }


def _fit_calibrated(
    material: Material, fold_of: Numbers, scored: NDArray[np.bool_], used: Sequence[int]
) -> tuple[dict[str, Any], Floats]:
    """Return a classifier as plain data, its temperature that of the held-out ``scored`` pages; their scores."""
    scores = _held_out_scores(material, fold_of, used)[scored]
    data = _fit(material, used)
    return data | {"temperature": temperature(scores, material.types[scored])}, scores


def _fit(material: Material, used: Sequence[int]) -> dict[str, Any]:
    """Return a classifier over the figures ``used`` as plain data; types without a page get the least of all scores."""
    from sklearn.linear_model import LogisticRegression

    known = material.told_apart if set(used) - set(columns(address=False)) else np.ones(len(material.pages), bool)
    rows, types = material.rows[known], material.types[known]
    mean, scale, figures = standardized(rows[:, used].astype(np.float64), CLIP)
    present = np.unique(types)
    weights, bias = np.zeros((len(present), len(used))), np.zeros(len(present))
    if len(present) > 1:
        regression = LogisticRegression(C=1 / PENALTY, max_iter=2000)
        regression.fit(figures, types, sample_weight=_weights(types))
        weights, bias = regression.coef_, regression.intercept_
    if len(present) == 2:  # scikit-learn gives the second type's scores alone
        weights, bias = np.vstack([-weights, weights]) / 2, np.concatenate([-bias, bias]) / 2
    all_weights, all_bias = np.zeros((len(TYPES), len(used))), np.full(len(TYPES), -_UNSEEN)
    all_weights[present], all_bias[present] = weights, bias
    return {
        "mean": rounded(mean),
        "scale": rounded(scale),
        "weights": [rounded(row) for row in all_weights.T],
        "bias": rounded(all_bias),
        "temperature": 1.0,
    }


def _weights(types: Numbers) -> Floats:
    """Return what each page weighs, 1 in the mean."""
    articles = types == TYPES.index(ARTICLE)
    if articles.all() or not articles.any():
        return np.ones(len(types))
    share = float(articles.mean())
    return np.where(articles, ARTICLES / share, (1 - ARTICLES) / (1 - share))


def standardized(figures: Floats, clip: float) -> tuple[Floats, Floats, Floats]:
    """Return mean and scale of each figure, and the figures so scaled, between -``clip`` and ``clip``."""
    mean, scale = figures.mean(axis=0), np.maximum(figures.std(axis=0), _SMALLEST_SCALE)
    return mean, scale, np.clip((figures - mean) / scale, -clip, clip)


def rounded(values: NDArray[np.floating[Any]]) -> list[float]:
    """Return values as they stand in a model file, rounded to five significant digits."""
    return [float(f"{value:.{_DIGITS}g}") for value in values]


def _held_out_scores(material: Material, fold_of: Numbers, used: Sequence[int]) -> Floats:
    """Return every page's scores by a classifier that was trained on the other folds (pages x types)."""
    scores = np.zeros((len(material.types), len(TYPES)), np.float32)
    for fold in sorted(set(fold_of.tolist())):
        known, scored = fold_of != fold, fold_of == fold
        data = _fit(material.among(known), used)
        scores[scored] = classifier(data, used, len(TYPES)).scores(material.rows[scored])
    return scores


def temperature(scores: Floats, types: Numbers) -> float:
    """Return what scores are divided by for the true types to be likeliest (Guo, Pleiss, Sun, Weinberger 2017)."""
    losses = [-_log_shares(scores / value)[np.arange(len(types)), types].mean() for value in _TEMPERATURES]
    return float(f"{_TEMPERATURES[int(np.argmin(losses))]:.{_DIGITS}g}")


def _log_shares(scores: Floats) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = np.log(np.maximum(softmax(scores.astype(np.float64)), 1e-12))
    return shares


def _calibrated(scores: Floats, types: Numbers, fold_of: Numbers) -> Floats:
    """Return probabilities from held-out scores, each page's temperature being that of the other folds."""
    found = np.zeros_like(scores)
    for fold in set(fold_of.tolist()):
        inside = fold_of == fold
        found[inside] = softmax(scores[inside] / temperature(scores[~inside], types[~inside]))
    return found


# The card: how often the model is right, and how often it is as sure as it should be.

_BINS = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Bounds of the confidences whose pages are counted together."""


@dataclass(frozen=True)
class Held:
    """Probabilities (pages x types) by classifiers that were not trained on the pages' domains, and the true types."""

    label: str
    shares: Floats
    types: NDArray[np.intp]

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which pages have their own type as the likeliest one."""
        right: NDArray[np.bool_] = self.shares.argmax(axis=1) == self.types
        return right

    def accuracy(self) -> float:
        """Return the share of pages that are right."""
        return float(self.right.mean())

    def loss(self) -> float:
        """Return the mean negative logarithm of the true type's probability."""
        return float(-np.log(np.maximum(self.shares[np.arange(len(self.types)), self.types], 1e-12)).mean())

    def macro_f1(self) -> float:
        """Return the mean F1 of the types that occur."""
        return float(np.mean([f1 for *_, f1, count in self.by_type() if count]))

    def confusion(self) -> NDArray[np.intp]:
        """Return how many pages of each type (rows) are taken for each (columns)."""
        count = self.shares.shape[1]
        cells = np.bincount(self.types * count + self.shares.argmax(axis=1), minlength=count * count)
        return cells.reshape(count, count)

    def by_type(self) -> list[tuple[float, float, float, int]]:
        """Return precision, recall, F1 and number of pages of each type."""
        cells = self.confusion()
        hits, taken, true = np.diag(cells), cells.sum(axis=0), cells.sum(axis=1)
        return [
            (hit / max(found, 1), hit / max(there, 1), 2 * hit / max(found + there, 1), int(there))
            for hit, found, there in zip(hits.tolist(), taken.tolist(), true.tolist(), strict=True)
        ]

    def reliability(self) -> list[tuple[float, float, int, float, float]]:
        """Return for bins of confidence: bounds, pages, mean confidence, share that is right."""
        confidence = self.shares.max(axis=1)
        found = []
        for low, high in pairwise(_BINS):
            inside = (confidence > low) & (confidence <= high)
            if inside.any():
                found.append(
                    (low, high, int(inside.sum()), float(confidence[inside].mean()), float(self.right[inside].mean()))
                )
        return found

    def calibration_error(self) -> float:
        """Return the mean distance between confidence and share that is right over the bins, weighed by pages."""
        return sum(pages * abs(mean - right) for _, _, pages, mean, right in self.reliability()) / len(self.types)


def _card(
    model: Mapping[str, Any], corpora: Corpora, held: Sequence[Held], folds: int, attributions: Sequence[str]
) -> str:
    """Return the card as Markdown; the first of ``held`` is the model's own figures."""
    first = held[0]
    parts = [
        f"# Model {model['name']}",
        (
            f"Types of pages, format {model['format']}, {len(model['features'])} figures a page, "
            f"{len(model['without_address']['mean'])} of them for pages without an address. Temperatures: "
            f"{model['with_address']['temperature']:g} and {model['without_address']['temperature']:g}."
        ),
        "## Scores",
        (
            f"Cross-validated by domain, {folds} folds, on the {len(first.types)} pages of {next(iter(corpora))} that "
            "have text and a type."
        ),
        markdown_table(("", "accuracy", "macro F1", "log loss"), [_majority(first), *map(_scores, held)]),
        "### Types",
        markdown_table(("type", "pages", "precision", "recall", "F1"), _types(model["types"], first)),
        "### What is taken for what",
        markdown_table(("true type", *model["types"]), _cells(model["types"], first)),
        "### Confidence",
        f"Expected calibration error {first.calibration_error():.3f}.",
        markdown_table(("confidence", "pages", "mean confidence", "right"), _bins(first)),
        *provenance(corpora, attributions),
    ]
    return "\n\n".join(parts) + "\n"


def _majority(held: Held) -> tuple[str, ...]:
    """Score the answer that is the commonest type for every page."""
    counts = np.bincount(held.types, minlength=held.shares.shape[1])
    shares = np.repeat(counts[None, :] / counts.sum(), len(held.types), axis=0).astype(np.float32)
    return _scores(Held("the commonest type always", shares, held.types))


def _scores(held: Held) -> tuple[str, ...]:
    return held.label, f"{held.accuracy():.3f}", f"{held.macro_f1():.3f}", f"{held.loss():.3f}"


def _types(names: Sequence[str], held: Held) -> list[tuple[str, ...]]:
    return [
        (name, str(count), f"{precision:.2f}", f"{recall:.2f}", f"{f1:.2f}")
        for name, (precision, recall, f1, count) in zip(names, held.by_type(), strict=True)
    ]


def _cells(names: Sequence[str], held: Held) -> list[tuple[str, ...]]:
    return [(name, *map(str, row)) for name, row in zip(names, held.confusion().tolist(), strict=True)]


def _bins(held: Held) -> list[tuple[str, ...]]:
    return [
        (f"{low:g} to {high:g}", str(pages), f"{mean:.2f}", f"{right:.2f}")
        for low, high, pages, mean, right in held.reliability()
    ]


if __name__ == "__main__":
    sys.exit(main())
