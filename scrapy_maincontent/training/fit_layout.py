"""Rows -> a weight map: formula 1 of Tsuruta et al., its parameters tuned on the training pages as theirs were."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ..methods.layout import BESIDE, CELL, COVERED, FORMAT, LINKED_SHARE, ROWS, WeightMap, main_nodes
from .layout_rows import MAX_WINDOWS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .layout_rows import LayoutRows

ALPHAS = (0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0)
"""What is tried for alpha."""
_DECIMALS = 4
"""Of a weight in a model file."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a model is like; ``alpha`` and ``windows`` are tuned where they are ``None``.

    ``windows`` is how many windows, one below the other, the map covers. The other three are those of `LayoutModel`.
    """

    alpha: float | None = None
    windows: int | None = None
    several: bool = True
    linked_share: float | None = LINKED_SHARE
    shown: bool = False


PAPER = Setup(alpha=0.6, windows=1, several=False, shown=True)
"""The paper's own: alpha and window of 3.2, one node, Gupta's steps with what a style sheet hides (3.2, Step 1')."""
PACKAGED = Setup()
"""Of the packaged model."""


def fit_layout(
    pages: Sequence[LayoutRows | None],
    name: str,
    seed: int = 0,  # noqa: ARG001  nothing is drawn
    *,
    setup: Setup = PACKAGED,
) -> dict[str, Any]:
    """Return a model as plain data. The same rows give the same model.

    Raises:
        ValueError: no page has been laid out, or none has a clear main node.
    """
    known = [rows for rows in pages if rows is not None]
    if not known:
        raise ValueError("no page has boxes: lay the corpus out first, with the command render")
    clear = [rows for rows in known if rows.map is not None]
    if not clear:
        raise ValueError("no page has a main node to learn the weight map from")
    alpha, windows = _tuned(clear, setup)
    return {
        "format": FORMAT,
        "method": "layout",
        "name": name,
        "features": ["box"],
        "cell": CELL,
        "alpha": alpha,
        "pages": len(clear),
        "several": setup.several,
        "linked_share": setup.linked_share,
        "shown": setup.shown,
        "weights": weights(clear, alpha, windows).weights.round(_DECIMALS).tolist(),
    }


def weights(pages: Sequence[LayoutRows], alpha: float, windows: int) -> WeightMap:
    """Return the weight map of pages with a clear main node (formula 1)."""
    maps = np.array([rows.map for rows in pages])[:, : windows * ROWS]
    return WeightMap(alpha * (maps == COVERED).mean(axis=0) - (maps == BESIDE).mean(axis=0))


def _tuned(pages: Sequence[LayoutRows], setup: Setup) -> tuple[float, int]:
    """Return the alpha and the windows with the best closed test on the training pages (3.2, note 6)."""
    alphas = ALPHAS if setup.alpha is None else (setup.alpha,)
    windows = range(1, MAX_WINDOWS + 1) if setup.windows is None else (setup.windows,)
    tried = list(product(alphas, windows))
    if len(tried) == 1:
        return tried[0]
    return max(tried, key=lambda pair: (_closed_test(pages, weights(pages, *pair), setup), -pair[1], -pair[0]))


def _closed_test(pages: Sequence[LayoutRows], known: WeightMap, setup: Setup) -> float:
    """Return the mean word F1 of what is kept of pages."""
    return float(np.mean([_f1(rows, known, setup) for rows in pages]))


def _f1(rows: LayoutRows, known: WeightMap, setup: Setup) -> float:
    kept = np.zeros(len(rows.words), bool)
    for node in main_nodes(rows.page, rows.boxes, known, several=setup.several):
        low, high = rows.page.blocks_in(node)
        kept[low:high] = True
    if setup.linked_share is not None:
        kept &= ~rows.linked
    main: NDArray[np.float64] = rows.words * rows.targets
    return float(2 * main[kept].sum() / max(rows.words[kept].sum() + main.sum(), 1.0))
