"""What can be trained: how an annotated page becomes rows, and how rows become a model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.configuration import Configuration
from .block_rows import block_rows
from .fit import fit_block_tree, fit_tree
from .rows import rows_of, weighed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..corpus import AnnotatedPage
    from ..progress import Progress

BALANCE = 1 / 3
"""Power of the sizes' ratio by which the pages of a smaller corpus weigh more."""


@dataclass(frozen=True)
class Learner:
    """``rows`` reads a page, ``None`` where it has none; ``fit`` takes pages' rows, a name and a seed.

    ``weighed`` returns rows that count so many times, where the learner knows weights.
    """

    rows: Callable[[AnnotatedPage], Any]
    fit: Callable[[Sequence[Any], str, int], dict[str, Any]]
    weighed: Callable[[Any, float], Any] = lambda rows, _: rows

    def read(self, corpora: Sequence[Sequence[AnnotatedPage]], progress: Progress) -> list[Any]:
        """Return the rows of all pages of several corpora, the pages of smaller ones weighing more.

        Small corpora are there since the large one has few pages of their kind: a page of a corpus an eighth as large
        weighs twice as much.
        """
        pages = [page for corpus in corpora for page in corpus]
        largest = max(map(len, corpora))
        weights = [(largest / len(corpus)) ** BALANCE for corpus in corpora for _ in corpus]
        return [
            self.weighed(self.rows(page), weight)
            for page, weight in zip(progress(pages, "features"), weights, strict=True)
        ]


TREE = Learner(rows_of, fit_tree, weighed)
"""The packaged model's: a tree over text blocks."""


def uda(configuration: Configuration | None = None) -> Learner:
    """Return the learner of the system of Uda et al.: a tree over re-blocked blocks, with placement."""
    chosen = configuration or Configuration()
    return Learner(lambda page: next(block_rows(page, (chosen,))), partial(fit_block_tree, configuration=chosen))
