"""The weight map: where in a browser's window the main node of a page is likely to lie (Tsuruta 2.1).

The window is parted into square cells. A cell's weight W(c) is learnt from pages whose main node A is known: the mean
of alpha for each page on which A covers the cell, of -1 for each on which a sibling of A does, or a sibling of an
element around A, and of 0 for all others (formula 1). A cell is covered by a box that its centre lies in. What lies
below the last row counts nothing. The paper's map is one window high; a model's may go on below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..page import Page
    from ..page.boxes import Boxes

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

CELL = 20
"""Width and height of a cell, in CSS pixels (3.2)."""
COLUMNS = 960 // CELL
ROWS = 800 // CELL
"""Cells of a window, which is 960 wide and 800 high (3.2)."""
COVERED, BESIDE = 1, -1
_DECIMALS = 6
"""Scores that differ by less are the same: they are sums in another order."""


@dataclass(frozen=True)
class WeightMap:
    """W(c) for each cell: an array of rows x `COLUMNS`, the first row at the top of the page."""

    weights: Floats

    def scores(self, boxes: Boxes) -> Floats:
        """Return score(e) for each box: the sum of the weights of the cells it covers (formula 2)."""
        rows, columns = self.weights.shape
        sums = np.zeros((rows + 1, columns + 1))
        sums[1:, 1:] = self.weights.cumsum(0).cumsum(1)
        top, bottom, left, right = covered(boxes, rows).T
        total: Floats = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        return total.round(_DECIMALS)


def page_map(page: Page, boxes: Boxes, main: int, rows: int) -> NDArray[np.int8]:
    """Return for each cell whether the page's main node covers it, something beside it, or nothing (0).

    What covers a cell together with the main node does not count: the paper names the main node first.
    """
    found = np.zeros((rows, COLUMNS), np.int8)
    ranges = covered(boxes, rows).tolist()
    for beside in _beside(page, main):
        top, bottom, left, right = ranges[beside]
        found[top:bottom, left:right] = BESIDE
    top, bottom, left, right = ranges[main]
    found[top:bottom, left:right] = COVERED
    return found


def covered(boxes: Boxes, rows: int) -> Ints:
    """Return the cells of each box: its rows from, to, its columns from, to (to is one past the last)."""
    left, top, width, height = boxes.T
    edges = np.stack((top, top + height, left, left + width), axis=1)
    cells = -((CELL // 2 - edges) // CELL)  # the first cell whose centre is not before the edge
    clipped = np.clip(cells, 0, np.array((rows, rows, COLUMNS, COLUMNS)))
    shown = (width > 0) & (height > 0)
    ranges: Ints = np.where(shown[:, np.newaxis], clipped, 0)
    return ranges


def _beside(page: Page, main: int) -> Iterator[int]:
    """Yield the siblings of an element and those of all elements around it."""
    inner = main
    for outer in page.ancestors(main):
        yield from (child for child in page.children(outer) if child != inner)
        inner = outer
