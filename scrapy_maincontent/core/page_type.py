"""What type a page is of, and how sure that is: a multinomial model over the page's figures.

The model is data (``models/page_type.json``), trained by ``scrapy_maincontent.training.page_type``. It has two
classifiers: one for pages whose address is known, and one without the figures of the address for all others.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from math import exp
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .page_type_features import ADDRESS_PREFIXES, page_address, page_type_feature_names, page_type_figures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from ..features.measures import Floats, Ints
    from ..page import Page, Region
    from ..words.class_names import Names

FORMAT = 2
"""Number of the model file's format."""
CLIP = 3.0
"""Standard deviations from the mean beyond which a figure says nothing more."""
_PACKAGED = "models/page_type.json"
_DIGITS = 3
"""Digits of a confidence; the last ones of a float differ between processors."""


class PageType(NamedTuple):
    """A page's type, and the probability (0 to 1, calibrated) that it is right; both ``None`` for a page without text.

    A page is of one of the model's types: ``article``, ``service``, ``product``, ``collection``, ``listing``,
    ``documentation``, ``forum``.
    """

    name: str | None
    confidence: float | None


@dataclass(frozen=True)
class Classifier:
    """One multinomial logistic regression of n figures and k types.

    ``columns`` (n) are the figures' places in the row. They are standardised by ``mean`` and ``scale`` (n) and cut at
    `CLIP`; ``weights`` (n x k) and ``bias`` (k) make scores of them, ``temperature`` divides these before softmax.
    """

    columns: Ints
    mean: Floats
    scale: Floats
    weights: Floats
    bias: Floats
    temperature: float

    def scores(self, rows: Floats) -> Floats:
        """Return each row's scores (rows x k), not yet divided by the temperature."""
        figures = (rows[:, self.columns] - self.mean) / self.scale
        scores: Floats = np.minimum(np.maximum(figures, -CLIP), CLIP) @ self.weights + self.bias
        return scores

    def shares(self, figures: Sequence[float]) -> list[float]:
        """Return the probability of each type for one page's figures.

        Most figures of a page are 0. What those say is known beforehand, so that a loop over the others is done before
        NumPy's first call is.
        """
        bias, terms = self._terms
        moved, rows = [1.0], [bias]
        for number, figure in enumerate(figures):
            if figure and number in terms:
                mean, scale, at_zero, weights = terms[number]
                moved.append(min(max((figure - mean) / scale, -CLIP), CLIP) - at_zero)
                rows.append(weights)
        scores = [sum(map(mul, moved, column)) / self.temperature for column in zip(*rows, strict=True)]
        highest = max(scores)
        powers = [exp(score - highest) for score in scores]
        total = sum(powers)
        return [power / total for power in powers]

    @cached_property
    def _terms(self) -> tuple[list[float], dict[int, tuple[float, float, float, list[float]]]]:
        """The scores of a page of zeros; by place a figure's mean, its scale, what 0 is cut to, and its weights."""
        zero = np.zeros((1, int(self.columns.max()) + 1), np.float64)
        at_zero = np.minimum(np.maximum(-self.mean.astype(np.float64) / self.scale, -CLIP), CLIP)
        columns = (self.columns, self.mean, self.scale, at_zero, self.weights)
        numbers, *known = (column.tolist() for column in columns)
        return self.scores(zero)[0].tolist(), dict(zip(numbers, zip(*known, strict=True), strict=True))


@dataclass(frozen=True)
class PageTypeModel:
    """The types, in the order of the probabilities, and the classifiers; ``corpora`` are the digests of its pages."""

    name: str
    corpora: frozenset[str]
    types: tuple[str, ...]
    with_address: Classifier
    without_address: Classifier

    def probabilities(self, figures: Sequence[float], *, address: bool) -> list[float]:
        """Return the probability of each type for one page's figures; ``address`` tells whether its URL is known."""
        return (self.with_address if address else self.without_address).shares(figures)


_TOLD_BY: ContextVar[PageTypeModel | None] = ContextVar("told by", default=None)


def softmax(scores: Floats) -> Floats:
    """Return scores (rows x k) as probabilities."""
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def page_type(page: Page, regions: Sequence[Region], names: Names | None = None) -> PageType:
    """Return the type of a page, by the packaged model where `told_by` names no other.

    ``names`` are the page's `read_names`, where another stage needs them, too.
    """
    if not page.texts:
        return PageType(None, None)
    used = _TOLD_BY.get() or packaged()
    shares = used.probabilities(page_type_figures(page, regions, names), address=bool(page_address(page)))
    best = shares.index(max(shares))
    return PageType(used.types[best], round(shares[best], _DIGITS))


@contextmanager
def told_by(model: PageTypeModel | None) -> Iterator[None]:
    """Have another model tell the types of pages meanwhile; ``None`` is the packaged one.

    So a cross-validation scores whole extractions without a model that has seen the pages.
    """
    token = _TOLD_BY.set(model)
    try:
        yield
    finally:
        _TOLD_BY.reset(token)


@cache
def packaged() -> PageTypeModel:
    """Return the packaged model, read once per process."""
    return load(resources.files("scrapy_maincontent") / _PACKAGED)


def load(file: Traversable) -> PageTypeModel:
    """Read a model.

    Raises:
        ValueError: the file is no model of this version's format and figures.
        OSError: the file can't be read.
    """
    try:
        data = json.loads(file.read_text("utf-8"))
        if data["format"] != FORMAT or tuple(data["features"]) != page_type_feature_names():
            raise ValueError(f"{file} is of another version; train it anew")
        return from_data(data)
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"{file} is no model of page types: {error!r}") from error


def from_data(data: dict[str, Any]) -> PageTypeModel:
    """Build a model from its JSON form.

    Raises:
        KeyError, TypeError, ValueError: the data is no such model.
    """
    types = tuple(data["types"])
    return PageTypeModel(
        data["name"],
        frozenset(data["corpora"]),
        types,
        classifier(data["with_address"], columns(address=True), len(types)),
        classifier(data["without_address"], columns(address=False), len(types)),
    )


def columns(*, address: bool) -> tuple[int, ...]:
    """Return the places, in a row, of the figures that a classifier uses."""
    names = page_type_feature_names()
    return tuple(number for number, name in enumerate(names) if address or not name.startswith(ADDRESS_PREFIXES))


def classifier(data: dict[str, Any], used: Sequence[int], types: int) -> Classifier:
    """Build a classifier from its JSON form.

    Raises:
        KeyError, TypeError, ValueError: the data is no such classifier.
    """
    mean, scale, weights, bias = (np.array(data[name], np.float32) for name in ("mean", "scale", "weights", "bias"))
    if not (mean.shape == scale.shape == (len(used),) and weights.shape == (len(used), types) and len(bias) == types):
        raise ValueError("a classifier's lists are of wrong lengths")
    if not (scale > 0).all() or not data["temperature"] > 0:
        raise ValueError("a classifier's scales and temperature must be above 0")
    return Classifier(np.array(used, np.intp), mean, scale, weights, bias, float(data["temperature"]))
