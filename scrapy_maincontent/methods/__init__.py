"""The methods: each labels the text blocks of a Page. One file each, none imports another.

A method's module has ``load(file) -> Model``, ``label(page, regions, model, balance, article, recalled) -> Labels``
and ``SUFFIX``, the ending of its model files: ``.json`` for plain JSON, ``.npz`` for archives of arrays
(`methods.model_files`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from ..page import Label
from ..result import EmptyReason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.resources.abc import Traversable

    from ..page import Page, Region
    from ..site_memory import Recalled


METHODS = ("crf", "tree", "fujita", "lines", "pagerank", "layout")
DEFAULT_METHOD = "crf"
NEED_BOXES = ("layout",)
"""Methods for pages that a browser has laid out (`page.has_boxes`)."""
FALLBACKS = ("crf", "tree")
"""Methods that may answer for them where none has."""
PACKAGED_MODELS = {"uda": "tree"}
"""Models that come with the package beside each method's own, each with its method, and can be asked for by name.
``uda``: the system of Uda et al. in the paper's own configuration."""
BALANCES = (0.1, 10.0)
"""Bounds of ``balance``: above 1 counts recall for more than precision, below 1 the other way round."""
_MODELS_KEPT = 8
_PACKAGE = resources.files("scrapy_maincontent") / "models"


class ModelError(ValueError):
    """A model file can't be used: it is missing, damaged, of another format or for another method."""


class Model(Protocol):
    """What every model has; ``name`` travels with each result."""

    @property
    def name(self) -> str:
        """The model's name."""


class Method(Protocol):
    """A method's module."""

    SUFFIX: str
    """Ending of the method's model files."""
    FORMAT: int
    """Number of the model file's format; another one is refused."""

    def load(self, file: Traversable) -> Model:
        """Read a model file.

        Raises:
            ModelError: the file is missing, damaged, of another format or for another method.
        """

    def label(
        self,
        page: Page,
        regions: Sequence[Region],
        model: Model,
        balance: float = 1.0,
        article: float = 1.0,
        recalled: Recalled | None = None,
    ) -> Labels:
        """Label every text block of a page that has at least one.

        ``balance`` counts recall for more than precision where it is above 1. ``article`` (0 to 1) is how likely the
        page is an article. ``recalled`` is what is known of the page's site. A method may have no use for any of them.
        """


def get(name: str) -> Method:
    """Return a method.

    Raises:
        ValueError: there is no such method.
    """
    if name not in METHODS:
        raise ValueError(f"method is {name!r}; it must be one of {', '.join(METHODS)}")
    return cast("Method", import_module(f".{name}", __name__))


@lru_cache(maxsize=_MODELS_KEPT)
def load_model(method: str, model: str | None = None) -> Model:
    """Return a method's model, read once per process.

    ``model`` is the path of a model file or one of `PACKAGED_MODELS`; ``None`` is the method's own.

    Raises:
        ValueError: there is no such method.
        ModelError: the model can't be used.
    """
    module = get(method)
    if model is not None and PACKAGED_MODELS.get(model, method) != method:
        raise ModelError(f"model {model!r} is for method {PACKAGED_MODELS[model]!r}, not {method!r}")
    if model is None or model in PACKAGED_MODELS:
        return module.load(_PACKAGE / f"{model or method}{module.SUFFIX}")
    return module.load(Path(model))


@dataclass(frozen=True, slots=True)
class Labels:
    """What a method returns: one label for every text block of a page.

    ``labels``, ``scores`` (0 to 1: how likely the block is main content) and ``reasons`` have one entry a block.
    ``empty_reason`` says why no block is main content, ``None`` where there is one. ``title`` is the page's title, on
    one line, where the method finds titles of its own and has found one.
    """

    labels: list[Label]
    scores: list[float]
    reasons: list[str]
    empty_reason: EmptyReason | None = None
    title: str | None = None

    def without(self, blocks: Iterable[int], cause: str) -> Labels:
        """Return labels by which none of these text blocks is main content; ``cause`` comes before their reasons."""
        labels, reasons = self.labels[:], self.reasons[:]
        for block in blocks:
            labels[block] = Label.OTHER
            reasons[block] = f"{cause}; {reasons[block]}"
        empty = self.empty_reason or (None if Label.MAIN in labels else EmptyReason.NO_MAIN_TEXT)
        return replace(self, labels=labels, reasons=reasons, empty_reason=empty)
