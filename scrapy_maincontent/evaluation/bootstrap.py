"""Bootstrap over pages: how far a mean may be trusted, and a difference between two extractors.

The paired form (Koehn 2004, "Statistical significance tests for machine translation evaluation") draws pages with
replacement and compares both extractors on the same draw, so that hard pages don't blur the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from .run import PageResult

SAMPLES = 2000
_SEED = 0
_COVERED = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Difference:
    """Ours minus theirs: the mean over pages, its interval (95 %), and the share of samples in which ours is ahead."""

    mean: float
    low: float
    high: float
    ahead: float

    def as_dict(self) -> dict[str, float]:
        """Return it as plain JSON types, under the names of the table's columns."""
        return {"difference": self.mean, "from": self.low, "to": self.high, "ahead": self.ahead}


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the interval (95 %) of a mean."""
    low, high = np.percentile(_sampled_means(np.asarray(values, np.float64)), _COVERED)
    return float(low), float(high)


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    """Compare two extractors by their scores of the same pages in the same order.

    Raises:
        ValueError: they have not the same number of pages, or none.
    """
    if len(ours) != len(theirs) or not ours:
        raise ValueError(f"{len(ours)} pages can't be paired with {len(theirs)}")
    values = np.asarray(ours, np.float64) - np.asarray(theirs, np.float64)
    means = _sampled_means(values)
    low, high = np.percentile(means, _COVERED)
    return Difference(float(values.mean()), float(low), float(high), float((means > 0).mean()))


def as_text(ours: Sequence[PageResult], peers: Mapping[str, Sequence[PageResult]]) -> str:
    """Return a table in plain text: for each peer the difference of word F1, and of the F1 of character 4-grams."""
    lines = [f"{'':26}{'difference':>12}{'from':>9}{'to':>9}{'ahead':>9}"]
    for name, theirs in peers.items():
        for measure, found in differences(ours, theirs).items():
            row = f"{found.mean:+12.3f}{found.low:+9.3f}{found.high:+9.3f}{found.ahead:9.1%}"
            lines.append(f"{name:16}{measure:10}{row}")
    return "\n".join(lines)


def differences(ours: Sequence[PageResult], theirs: Sequence[PageResult]) -> dict[str, Difference]:
    """Return how two extractors differ in word F1 and in the F1 of character 4-grams, on the same pages."""
    return {
        measure: difference(_f1(ours, of_words), _f1(theirs, of_words))
        for measure, of_words in (("f1", True), ("char4_f1", False))
    }


def _f1(results: Sequence[PageResult], of_words: bool) -> list[float]:
    return [(result.words if of_words else result.characters).f1 for result in results]


def _sampled_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the means of `SAMPLES` draws, the same ones for the same number of values."""
    picks = np.random.default_rng(_SEED).integers(0, len(values), (SAMPLES, len(values)))
    means: NDArray[np.float64] = values[picks].mean(axis=1)
    return means
