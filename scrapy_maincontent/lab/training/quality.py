"""Annotated pages -> the model of quality and its card.

``python -m scrapy_maincontent.lab.training.quality CORPUS... -o FILE`` cross-validates a method by domain on all corpora,
learns from the held-out texts how good they are, cross-validates that by domain too, and writes the model and its card.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import methods
from ...facts.page_type import from_data, page_type, use_page_types
from ...facts.quality import CLIP, FIGURES, FORMAT, QualityModel, expected_f1, quality_features
from ...page import Label
from ...progress import bar
from ...rendering import render
from ..corpus import character_score, fold_splits, folds, has_word_spaces, word_score
from ..corpus.annotated import CorpusError
from .cards import markdown_table, provenance, run_training, training_parser
from .learner import METHODS
from .page_type import ALIASES, held_types, rounded, standardized

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ...features.measures import Floats
    from ...progress import Progress
    from ..corpus.annotated import AnnotatedPage
    from .cards import Corpora
    from .learner import Learner


PENALTY = 5.0
"""Weight of the squared weights against the loss, as 1 / C of scikit-learn; flat from 1 to 10."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the training; its exit status is 1 where it failed."""
    parser = training_parser("scrapy_maincontent.lab.training.quality", __doc__, "folder of annotated pages")
    parser.add_argument("--method", choices=METHODS, default=methods.DEFAULT_METHOD, help="whose texts are judged")
    parser.add_argument("--seed", type=int, default=0, help="seed of the method's training")
    return run_training(parser, arguments, _train_with_card)


def _train_with_card(options: argparse.Namespace, corpora: Corpora, name: str) -> tuple[dict[str, Any], str]:
    judged = _held_out(corpora, METHODS[options.method], options.folds, bar, options.seed)
    model, held = _train(judged, name, options.method)
    return model, _card(model, corpora, held, options.folds, options.attribution)


def _train(judged: Sequence[Judged], name: str, method: str) -> tuple[dict[str, Any], Held]:
    """Return a model as plain data, and what is known of it from held-out texts."""
    texts = [page for page in judged if page.figures is not None]
    fold_of = [page.fold for page in texts]
    if len(set(fold_of)) < 2:
        raise CorpusError("there must be texts in two folds; take more pages, or fewer folds")
    rows = np.array([page.figures for page in texts])
    f1 = np.array([page.f1 for page in texts])
    model = {"format": FORMAT, "name": name, "method": method, "features": list(FIGURES)} | fit(rows, f1)
    empty = [page.f1 for page in judged if page.figures is None]
    return model, Held(texts, judge(rows, f1, fold_of), empty)


def fit(rows: Floats, f1: Floats) -> dict[str, Any]:
    """Return a logistic regression of the texts' F1 (0 to 1) over their figures (texts x figures) as plain data.

    The F1 are shares: each text counts as right with its F1 as weight, and as wrong with the rest. The regression's
    value is then the mean F1 of texts with such figures, as the loss of shares is least at their mean.
    """
    from sklearn.linear_model import LogisticRegression

    mean, scale, figures = standardized(rows, CLIP)
    right = np.repeat([1, 0], len(f1))
    regression = LogisticRegression(C=1 / PENALTY)
    regression.fit(np.vstack([figures, figures]), right, sample_weight=np.concatenate([f1, 1 - f1]))
    return {
        "mean": rounded(mean),
        "scale": rounded(scale),
        "weights": rounded(regression.coef_[0]),
        "bias": rounded(regression.intercept_)[0],
    }


def judge(rows: Floats, f1: Floats, fold_of: Sequence[int]) -> Floats:
    """Return each text's quality by a regression that was fitted on the other folds."""
    found, places = np.zeros(len(f1)), np.array(fold_of)
    for fold in sorted(set(fold_of)):
        data = fit(rows[places != fold], f1[places != fold])
        model = QualityModel("", "", data["mean"], data["scale"], data["weights"], data["bias"])
        found[places == fold] = [model.expected(row) for row in rows[places == fold].tolist()]
    return found


# Annotated pages -> held-out texts, and how good they are.


@dataclass(frozen=True)
class Judged:
    """A page that shows text, and its text by a model that was trained on no page of its domain.

    ``figures`` are those of `quality_features`, ``None`` where no text was selected. ``f1`` (0 to 1) is the text's.
    """

    page: AnnotatedPage
    corpus: str
    fold: int
    figures: Sequence[float] | None
    f1: float


def _held_out(corpora: Corpora, learner: Learner, count: int, progress: Progress, seed: int = 0) -> list[Judged]:
    """Judge the pages of all corpora by ``count`` models of a learner; a page without text blocks is left out."""
    pages = [page for corpus in corpora.values() for page in corpus]
    names = [name for name, corpus in corpora.items() for _ in corpus]
    fold_of = folds(pages, count)
    rows = learner.read(list(corpora.values()), progress)
    types = held_types(list(corpora.values()), fold_splits(fold_of), progress)
    found: dict[int, Judged] = {}
    for fold, path in learner.held_out_models(rows, fold_of, progress, seed):
        model = methods.get(learner.method).load(path)
        with use_page_types(from_data(types[fold]) if types else None):
            for number in (number for number, place in enumerate(fold_of) if place == fold):
                judged = _judge(pages[number], names[number], fold, learner.method, model)
                if judged is not None:
                    found[number] = judged
    return [found[number] for number in sorted(found)]


def _judge(annotated: AnnotatedPage, corpus: str, fold: int, method: str, model: methods.Model) -> Judged | None:
    page = annotated.read_with_text()
    if page is None:
        return None
    labels = methods.get(method).label(page, model, article=page_type(page).article)
    text = render(page, [label is Label.MAIN for label in labels.labels], ("text",)).text
    return Judged(annotated, corpus, fold, quality_features(page.texts, labels), text_f1(text, annotated.main_content))


def text_f1(text: str, reference: str) -> float:
    """Return the word F1 of a text; of its character 4-grams where the reference has no blanks between words."""
    return (word_score if has_word_spaces(reference) else character_score)(text, reference).f1


# Held-out qualities beside the F1 of the texts: how well they rank, and whether they are as high.

_BINS = 10
_RESAMPLES = 1000
_COVERED = (2.5, 97.5)
BAD = 0.5
"""A text with a lower F1 is bad."""


@dataclass(frozen=True)
class Held:
    """Texts that are not empty, and their qualities (0 to 1) by models that were not trained on their domains.

    ``empty`` are the F1 of the empty texts of pages that show text.
    """

    texts: Sequence[Judged]
    quality: Floats
    empty: Sequence[float]

    @cached_property
    def f1(self) -> Floats:
        """Return the F1 that each text has."""
        return np.array([text.f1 for text in self.texts])

    @cached_property
    def expected(self) -> Floats:
        """Return the F1 of each text that is expected from the method's scores alone."""
        return np.array([expected_f1(text.figures) for text in self.texts if text.figures is not None])

    def gain(self) -> tuple[float, float]:
        """Return the bootstrap interval (95 %) of how much better the quality ranks than the expected F1 does."""
        picks = np.random.default_rng(0).integers(0, len(self.f1), (_RESAMPLES, len(self.f1)))
        gains = [
            rank_correlation(self.quality[own], self.f1[own]) - rank_correlation(self.expected[own], self.f1[own])
            for own in picks
        ]
        low, high = np.percentile(gains, _COVERED)
        return float(low), float(high)

    def kept(self, cut: float) -> tuple[float, float, int]:
        """Return what stays of the texts at or above a quality: their share, their mean F1, and how many are bad."""
        f1 = self.f1[self.quality >= cut]
        return len(f1) / len(self.f1), float(f1.mean()) if len(f1) else float("nan"), int((f1 < BAD).sum())


def rank_correlation(one: Floats, other: Floats) -> float:
    """Return Spearman's rank correlation (-1 to 1), equal values sharing a rank; NaN where all values are equal."""
    first, second = (ranks - ranks.mean() for ranks in (_ranks(one), _ranks(other)))
    size = float(np.sqrt((first**2).sum() * (second**2).sum()))
    return float((first * second).sum()) / size if size else float("nan")


def _ranks(values: Floats) -> NDArray[np.float64]:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks


def reliability(predicted: Floats, f1: Floats) -> list[tuple[float, float, int, float, float]]:
    """Return for ten bins of about as many texts each, the best first: bounds, texts, mean prediction, mean F1."""
    order = np.argsort(-predicted, kind="stable")
    found = []
    for own in np.array_split(order, _BINS):
        if len(own):
            inside = predicted[own]
            found.append(
                (float(inside.min()), float(inside.max()), len(own), float(inside.mean()), float(f1[own].mean()))
            )
    return found


def calibration_error(predicted: Floats, f1: Floats) -> float:
    """Return the mean distance between prediction and F1 over the ten bins, weighed by texts."""
    return sum(count * abs(mean - actual) for _, _, count, mean, actual in reliability(predicted, f1)) / len(f1)


# The card.

CUTS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""Qualities at which a user might filter."""
FEWEST = 20
"""Texts of the smallest group that has a row."""


def _card(model: Mapping[str, Any], corpora: Corpora, held: Held, folds: int, attributions: Sequence[str]) -> str:
    """Return the card as Markdown."""
    low, high = held.gain()
    right = sum(f1 > BAD for f1 in held.empty)
    parts = [
        f"# Model {model['name']}",
        (
            f"Quality of the texts of method `{model['method']}`, format {model['format']}: a logistic regression over "
            "the figures of the last table."
        ),
        "## Scores",
        (
            f"{len(held.f1)} texts of {', '.join(corpora)}; method and model cross-validated by domain, {folds} folds. "
            f"{len(held.empty)} more pages have text, but none was selected; {right} of them rightly. The quality's "
            f"rank correlation is {low:+.3f} to {high:+.3f} above the expected F1's (95 % of bootstrap samples)."
        ),
        markdown_table(("", "rank correlation", "mean error", "root mean square", "calibration error"), _overall(held)),
        "### Reliability",
        markdown_table(("quality", "texts", "mean quality", "mean F1"), _reliability(held)),
        "### Filtering",
        markdown_table(("quality at least", "kept", "mean F1", f"F1 below {BAD:g}"), _cuts(held)),
        "### Groups",
        markdown_table(
            ("", "texts", "mean F1", "mean quality", "rank correlation", "of the expected F1"),
            [*_groups(held, "type"), *_groups(held, "corpus")],
        ),
        "### Figures",
        markdown_table(("figure", "mean", "deviation", "weight"), _figures(model)),
        *provenance(corpora, attributions),
    ]
    return "\n\n".join(parts) + "\n"


def _overall(held: Held) -> list[tuple[str, ...]]:
    same = np.full(len(held.f1), held.f1.mean())
    rows = (("the mean always", same), ("expected F1", held.expected), ("quality", held.quality))
    return [(name, *_scores(predicted, held.f1)) for name, predicted in rows]


def _scores(predicted: Floats, f1: Floats) -> tuple[str, ...]:
    missed = predicted - f1
    found = (np.abs(missed).mean(), np.sqrt((missed**2).mean()), calibration_error(predicted, f1))
    return (_correlation(predicted, f1), *(f"{value:.3f}" for value in found))


def _correlation(predicted: Floats, f1: Floats) -> str:
    value = rank_correlation(predicted, f1)
    return "-" if np.isnan(value) else f"{value:.3f}"


def _reliability(held: Held) -> list[tuple[str, ...]]:
    return [
        (f"{low:.3f} to {high:.3f}", str(count), f"{mean:.3f}", f"{f1:.3f}")
        for low, high, count, mean, f1 in reliability(held.quality, held.f1)
    ]


def _cuts(held: Held) -> list[tuple[str, ...]]:
    rows = ((cut, *held.kept(cut)) for cut in CUTS)
    return [(f"{cut:g}", f"{share:.1%}", f"{f1:.3f}", str(bad)) for cut, share, f1, bad in rows]


def _groups(held: Held, by: str) -> list[tuple[str, ...]]:
    """Return a row for each type of pages, or for each corpus, that has texts enough."""
    types = (text.page.page_type for text in held.texts)
    names = [ALIASES.get(name, name) for name in types] if by == "type" else [text.corpus for text in held.texts]
    rows = []
    for name in sorted(name for name, count in Counter(names).items() if count >= FEWEST):
        own = np.array([other == name for other in names])
        f1, quality, expected = held.f1[own], held.quality[own], held.expected[own]
        means = (f"{values.mean():.3f}" for values in (f1, quality))
        rows.append((name, str(len(f1)), *means, _correlation(quality, f1), _correlation(expected, f1)))
    return rows


def _figures(model: Mapping[str, Any]) -> list[tuple[str, ...]]:
    columns = (model["features"], model["mean"], model["scale"], model["weights"])
    return [(name, *(f"{value:.3f}" for value in values)) for name, *values in zip(*columns, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
