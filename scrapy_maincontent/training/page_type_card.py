"""The card of the model of page types: how often it is right, and how often it is as sure as it should be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .provenance import provenance

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..features.measures import Floats

_BINS = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Bounds of the confidences whose pages are counted together."""


@dataclass(frozen=True)
class Held:
    """Probabilities (pages x types) of pages by classifiers that have not seen their domains, and the true types."""

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


def card(
    model: Mapping[str, Any],
    corpora: Mapping[str, Sequence[AnnotatedPage]],
    held: Sequence[Held],
    folds: int,
    attributions: Sequence[str],
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
        table(("", "accuracy", "macro F1", "log loss"), [_majority(first), *map(_scores, held)]),
        "### Types",
        table(("type", "pages", "precision", "recall", "F1"), _types(model["types"], first)),
        "### What is taken for what",
        table(("true type", *model["types"]), _cells(model["types"], first)),
        "### Confidence",
        f"Expected calibration error {first.calibration_error():.3f}.",
        table(("confidence", "pages", "mean confidence", "right"), _bins(first)),
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


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown, numbers to the right of its first column."""
    line = "|---" + "|--:" * (len(head) - 1) + "|"
    return "\n".join([f"| {' | '.join(head)} |", line, *(f"| {' | '.join(row)} |" for row in rows)])
