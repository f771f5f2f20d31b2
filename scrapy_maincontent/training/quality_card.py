"""The card of the model of quality: how well it ranks texts, and whether it says what it means."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from .page_type import ALIASES
from .page_type_card import table
from .provenance import provenance
from .quality_held import BAD, calibration_error, rank_correlation, reliability

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..features.measures import Floats
    from .quality_held import Held

CUTS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""Qualities at which a user might filter."""
FEWEST = 20
"""Texts of the smallest group that has a row."""


def card(
    model: Mapping[str, Any],
    corpora: Mapping[str, Sequence[AnnotatedPage]],
    held: Held,
    folds: int,
    attributions: Sequence[str],
) -> str:
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
        table(("", "rank correlation", "mean error", "root mean square", "calibration error"), _overall(held)),
        "### Reliability",
        table(("quality", "texts", "mean quality", "mean F1"), _reliability(held)),
        "### Filtering",
        table(("quality at least", "kept", "mean F1", f"F1 below {BAD:g}"), _cuts(held)),
        "### Groups",
        table(
            ("", "texts", "mean F1", "mean quality", "rank correlation", "of the expected F1"),
            [*_groups(held, "type"), *_groups(held, "corpus")],
        ),
        "### Figures",
        table(("figure", "mean", "deviation", "weight"), _figures(model)),
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
