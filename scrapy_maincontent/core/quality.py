"""How good a text is likely to be: the F1 it is expected to have, by a logistic regression over three figures.

The model is data (``models/quality.json``), trained by ``scrapy_maincontent.training.quality`` on texts of pages that
the method had not seen. It holds for one method: what a score of 0.9 is worth differs from one to the other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import tanh
from typing import TYPE_CHECKING

from .quality_features import FIGURES, quality_features

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.resources.abc import Traversable

    from ..page import Page
    from .labels import Labels

FORMAT = 1
"""Number of the model file's format."""
CLIP = 3.0
"""Standard deviations from the mean beyond which a figure says nothing more."""
_PACKAGED = "models/quality.json"
_DIGITS = 3
"""Digits of a quality; the last ones of a float differ between processors."""


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

    ``None`` where no text block is selected, and for another method than the model's. ``model`` takes the packaged
    one's place.
    """
    used = model or packaged()
    row = quality_features(page.texts, labels) if method == used.method else None
    return None if row is None else round(used.expected(row), _DIGITS)


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
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{file} is no model of quality: {error!r}") from error
    if not (len(mean) == len(scale) == len(weights) == len(FIGURES)):
        raise ValueError(f"{file}: its lists are of wrong lengths")
    if not min(scale) > 0:
        raise ValueError(f"{file}: its scales must be above 0")
    return model
