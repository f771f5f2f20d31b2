"""What can be trained: how an annotated page becomes rows, and how rows become a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.configuration import Configuration
from .block_rows import block_rows
from .fit import fit_block_tree, fit_tree
from .rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..corpus import AnnotatedPage


@dataclass(frozen=True)
class Learner:
    """``rows`` reads a page, ``None`` where it has none; ``fit`` takes pages' rows, a name and a seed."""

    rows: Callable[[AnnotatedPage], Any]
    fit: Callable[[Sequence[Any], str, int], dict[str, Any]]


TREE = Learner(rows_of, fit_tree)
"""The packaged model's: a tree over text blocks."""


def uda(configuration: Configuration | None = None) -> Learner:
    """Return the learner of the system of Uda et al.: a tree over re-blocked blocks, with placement."""
    chosen = configuration or Configuration()
    return Learner(lambda page: next(block_rows(page, (chosen,))), partial(fit_block_tree, configuration=chosen))
