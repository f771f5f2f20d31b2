"""Rows -> a model of DOM PageRank: of all parameters tried those whose main elements are best.

The method is there for pages of pictures and videos, which are few in any corpus: they weigh as much as all pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods.pagerank import FORMAT
from .pagerank_rows import grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..methods.pagerank import Doubles
    from .pagerank_rows import PageRankRows


def fit_pagerank(
    pages: Iterable[PageRankRows | None],
    name: str,
    seed: int = 0,  # noqa: ARG001  a search over a grid draws no numbers
) -> dict[str, Any]:
    """Return a model as plain data: the parameters with the best F1, on a tie the first of the grid.

    It is the mean of the mean over all pages and the one over pages of pictures or videos, where there are any.

    Raises:
        ValueError: there is no page with text to learn from.
    """
    known = [rows for rows in pages if rows is not None]
    if not known:
        raise ValueError("no page with text to train on")
    means = [_mean(chosen) for chosen in (known, [rows for rows in known if rows.pictures]) if chosen]
    best = grid()[int(np.argmax(np.mean(means, axis=0)))]
    return {"format": FORMAT, "method": "pagerank", "name": name, "parameters": best.as_dict()}


def _mean(pages: Sequence[PageRankRows]) -> Doubles:
    """Return the mean F1 of each of the parameters."""
    found: Doubles = np.average([rows.scores for rows in pages], axis=0, weights=[rows.weight for rows in pages])
    return found
