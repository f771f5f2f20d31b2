"""Laid-out pages -> a weight map: formula 1 of Tsuruta et al., its parameters tuned on the training pages as theirs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from ...facts.title import headline
from ...features.measures import measure
from ...page import has_boxes
from ...papers.tsuruta import (
    BESIDE,
    CELL,
    COVERED,
    FORMAT,
    LINKED_SHARE,
    ROWS,
    WeightMap,
    boxes_of,
    candidates,
    elements_below,
    link_lists,
    main_nodes,
    page_map,
)
from .align import inside, targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...page import Page
    from ...papers.tsuruta import Boxes
    from ..corpus.annotated import AnnotatedPage


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
    """Return the mean word F1 of the text blocks that are kept."""
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


# Annotated pages -> rows: each page's main node, and where it lies.

MAX_WINDOWS = 6
"""Windows, one below the other, that a weight map may cover."""
WITH_HEADLINE = 0.8
"""Share of the best node's F1 that a node around it must keep to be taken for the headline that it holds."""
CLEAR = 0.8
"""Word F1 that a page's best node has to have: the paper takes only pages with a clear main part (3)."""


@dataclass(frozen=True, slots=True)
class LayoutRows:
    """A page that has been laid out.

    ``boxes`` are those of its elements. For each text block ``targets`` has the share that is main, ``words`` its
    words, and ``linked`` is true where it stands in a list of links.
    """

    page: Page
    boxes: Boxes
    targets: NDArray[np.float64]
    words: NDArray[np.float64]
    linked: NDArray[np.bool_]
    map: NDArray[np.int8] | None
    """As of `page_map`, `MAX_WINDOWS` high; ``None`` where the page has no clear main node."""


def layout_rows(annotated: AnnotatedPage) -> LayoutRows | None:
    """Return a page's rows, ``None`` where it has no text or no boxes."""
    page = annotated.read_with_text()
    if page is None or not has_boxes(page):
        return None
    boxes = boxes_of(page)
    shares = np.array(targets(page, annotated, body=False))
    words = measure(page).words.astype(np.float64)
    node, f1 = main_node(page, boxes, shares, words)
    known = page_map(page, boxes, node, MAX_WINDOWS * ROWS) if node is not None and f1 >= CLEAR else None
    linked = elements_below(page, link_lists(page))[page.owners]
    return LayoutRows(page, boxes, shares, words, linked, known)


def main_node(
    page: Page, boxes: Boxes, shares: NDArray[np.float64], words: NDArray[np.float64]
) -> tuple[int | None, float]:
    """Return the candidate that a person would mark as main, and its word F1; ``None`` where there is no candidate.

    The node with the best F1 stands for the one that the paper's annotators marked, of several the innermost; or else
    the next one around it that holds the headline, too, where that costs little: the paper counts a headline as main
    (figure 6), many references leave it out.
    """
    found = candidates(page, boxes)
    if not len(found):
        return None, 0.0
    ranges = np.array([page.blocks_in(node) for node in found.tolist()])
    hits, found_words = (inside(amounts, ranges) for amounts in (words * shares, words))
    f1 = 2 * hits / np.maximum(found_words + float(words @ shares), 1)
    best = len(f1) - 1 - int(np.argmax(f1[::-1]))
    outer = _around_headline(page, found, best)
    if outer is not None and f1[outer] >= WITH_HEADLINE * f1[best]:
        best = outer
    return int(found[best]), float(f1[best])


def _around_headline(page: Page, found: NDArray[np.int64], best: int) -> int | None:
    """Return which candidate is the innermost that holds both another one and the headline; ``None`` for none."""
    title, main = headline(page), int(found[best])
    places = [page.owners[block] for block, text in enumerate(page.texts) if text == title]
    for number in range(best, -1, -1):
        low, high = int(found[number]), page.ends[found[number]]
        if low <= main < high and any(low <= place < high for place in places):
            return number
    return None
