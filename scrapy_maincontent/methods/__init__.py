"""The methods: each labels the text blocks of a Page. One file each, none imports another.

A method's module has ``load(path: Path | None) -> Model`` (``None`` is the packaged model) and
``label(page, regions, model) -> Labels``.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.labels import Labels
    from ..core.page import Page, Region

METHODS = ("tree",)
DEFAULT_METHOD = "tree"
_MODELS_KEPT = 8


class ModelError(ValueError):
    """A model file can't be used: it is missing, damaged, of another format or for another method."""


class Model(Protocol):
    """What every model tells about itself; ``name`` travels with each result."""

    @property
    def name(self) -> str:
        """The model's name."""


class Method(Protocol):
    """A method's module."""

    def load(self, path: Path | None) -> Model:
        """Read a model."""

    def label(self, page: Page, regions: Sequence[Region], model: Model) -> Labels:
        """Label every text block of a page that has at least one."""


def get(name: str) -> Method:
    """Return a method.

    Raises:
        ValueError: there is no such method.
    """
    if name not in METHODS:
        raise ValueError(f"method is {name!r}; it must be one of {', '.join(METHODS)}")
    return cast("Method", import_module(f".{name}", __name__))


@lru_cache(maxsize=_MODELS_KEPT)
def load_model(method: str, path: str | None = None) -> Model:
    """Return a method's model, read once per process.

    Raises:
        ValueError: there is no such method.
        ModelError: the model can't be used.
    """
    return get(method).load(None if path is None else Path(path))


def warm() -> None:
    """Load the default model, so that a worker's first page need not wait for it."""
    load_model(DEFAULT_METHOD)
