"""How good a text is likely to be: the F1 it is expected to have, by a logistic regression over two figures.

The model is data (``models/quality.json``), trained by ``scrapy_maincontent.lab.training.quality`` on texts of pages
that the method had not seen. It holds for one method: what a score of 0.9 is worth differs from one to the other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import compress
from math import exp, isfinite, log, tanh
from operator import mul
from typing import TYPE_CHECKING

from ..page import Label

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.resources.abc import Traversable

    from ..methods import Labels
    from ..page import Page


FORMAT = 1
"""Number of the model file's format."""
CLIP = 3.0
"""Standard deviations from the mean where figures are cut off."""
_PACKAGED = "models/quality.json"
_DIGITS = 3


@dataclass(frozen=True)
class QualityModel:
    """A logistic regression of n figures, for the texts of one method.

    The figures are standardised by ``mean`` and ``scale`` (n) and cut at `CLIP`.
    """

    name: str
    method: str
    mean: Sequence[float]
    scale: Sequence[float]
    weights: Sequence[float]
    bias: float

    def expected(self, row: Iterable[float]) -> float:
        """Return the expected F1 (0 to 1) of a row of figures."""
        log_odds = self.bias
        for figure, mean, scale, weight in zip(row, self.mean, self.scale, self.weights, strict=True):
            log_odds += weight * min(max((figure - mean) / scale, -CLIP), CLIP)
        return (1 + tanh(log_odds / 2)) / 2  # the logistic function; no number is too large for it


def quality(page: Page, labels: Labels, method: str, model: QualityModel | None = None) -> float | None:
    """Return the F1 (0 to 1) that the text is expected to have against one that a reader would mark.

    ``None`` where no text block is selected, and for another method than the model's. ``model`` replaces the packaged
    one.
    """
    used = model or packaged()
    row = quality_features(page.texts, labels) if method == used.method else None
    return None if row is None else round(used.expected(row), _DIGITS)


def of_teaser(found: float | None, *, is_teaser: bool | None) -> float | None:
    """Return the quality of a text, at most `MAX_OF_TEASER` if it is only the beginning of a longer one."""
    return min(found, MAX_OF_TEASER) if is_teaser and found is not None else found


MAX_OF_TEASER = 0.5
"""What is cut out well is still less than half of an article that is sold."""


@cache
def packaged() -> QualityModel:
    """Return the packaged model, read once per process."""
    return load(resources.files("scrapy_maincontent") / _PACKAGED)


def load(file: Traversable) -> QualityModel:
    """Read a model.

    Raises:
        ValueError: the file is no model of this version's format and figures.
        OSError: the file can't be read.
    """
    try:
        data = json.loads(file.read_text("utf-8"))
        if data["format"] != FORMAT or tuple(data["features"]) != FIGURES:
            raise ValueError(f"{file} is of another version; train it anew")
        mean, scale, weights = (tuple(map(float, data[name])) for name in ("mean", "scale", "weights"))
        model = QualityModel(str(data["name"]), str(data["method"]), mean, scale, weights, float(data["bias"]))
    except (ArithmeticError, KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{file} is no model of quality: {error!r}") from error
    if not (len(mean) == len(scale) == len(weights) == len(FIGURES)):
        raise ValueError(f"{file}: its lists are of wrong lengths")
    if not all(one > 0 for one in scale):
        raise ValueError(f"{file}: its scales must be above 0")
    if not all(map(isfinite, (*mean, abs(model.bias) + CLIP * sum(map(abs, weights))))):
        raise ValueError(f"{file}: a number is none, or too large")
    return model


FIGURES = ("expected_loss", "gaps")
"""The figures' names; a model must have been trained on the same."""
_LEAST_LOSS = 0.005
"""Scores are not exact enough for smaller losses."""
_LEAST_GAPS = 0.02


def quality_features(texts: Sequence[str], labels: Labels) -> tuple[float, ...] | None:
    """Return the row of a page, one figure for each of `FIGURES`; ``None`` where no text block is selected.

    Text blocks are weighted by their characters. All figures are shares of one page, so that scripts need no weights;
    they are logarithms: from one part in fifty to one in a hundred is as far as from a half to a quarter.

    * ``expected_loss``: logarithm of 1 - F1, for the F1 that the selection has if each score is the probability that
      its block is main content: 2 * sum(score * size over selected) / (sum(size over selected) + sum(score * size));
    * ``gaps``: logarithm of the share that is not selected of what stands from the first to the last selected block.
    """
    is_main = Label.MAIN
    selected = [label is is_main for label in labels.labels]
    if True not in selected:
        return None
    run = slice(selected.index(True), len(selected) - selected[::-1].index(True))
    sizes, chosen = list(map(len, texts)), selected[run]
    likely = list(map(mul, labels.scores, sizes))
    taken = sum(compress(sizes[run], chosen))
    loss = 1 - 2 * sum(compress(likely[run], chosen)) / (taken + sum(likely))
    gaps = 1 - taken / sum(sizes[run])
    return log(max(loss, _LEAST_LOSS)), log(gaps + _LEAST_GAPS)


def expected_f1(row: Sequence[float]) -> float:
    """Return the expected F1 of a row, as far as it is not cut off."""
    return 1 - exp(row[FIGURES.index("expected_loss")])
