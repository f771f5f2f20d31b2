"""Held-out qualities beside the F1 that the texts have: how well they rank, and whether they say what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..facts.quality import expected_f1

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Floats
    from .quality_rows import Judged

_BINS = 10
_RESAMPLES = 1000
_COVERED = (2.5, 97.5)
BAD = 0.5
"""A text with a lower F1 is bad."""


@dataclass(frozen=True)
class Held:
    """Texts that are not empty, their qualities (0 to 1) by models that have not seen their domains.

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
        """Return the F1 that the method's scores alone promise for each text."""
        return np.array([expected_f1(text.figures) for text in self.texts if text.figures is not None])

    def gain(self, seed: int = 0) -> tuple[float, float]:
        """Return the bootstrap interval (95 %) of how much better the quality ranks than the expected F1 does."""
        picks = np.random.default_rng(seed).integers(0, len(self.f1), (_RESAMPLES, len(self.f1)))
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
