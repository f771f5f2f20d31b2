"""The main nodes of a laid-out page: candidates, their scores, the best one (Tsuruta 2.1), and further ones (4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..page import HEADINGS
from ._weight_map import CELL

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..page import Page
    from ..page.boxes import Boxes
    from ._weight_map import WeightMap

    Ints = NDArray[np.int64]

_TAGS = """
    address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav noscript ol p pre search section summary
    table tbody td tfoot th thead tr ul
"""
BLOCK_LEVEL = frozenset(_TAGS.split())
"""Block-level elements: those of HTML 4.01 (7.5.3), list items and parts of tables, and what has been added since."""
MAX_NODES = 20
"""Main nodes of a page at most."""
_HEADLINES = 2
"""Rank of the lowest headings that may be a page's headline."""


def candidates(page: Page, boxes: Boxes) -> Ints:
    """Return the block-level elements that are wider and higher than a cell, in document order (2.1, Step 1)."""
    return np.flatnonzero(is_block_level(page) & (boxes[:, 2] > CELL) & (boxes[:, 3] > CELL))


def is_block_level(page: Page) -> NDArray[np.bool_]:
    """Tell for each element whether it is block-level."""
    return np.fromiter((tag in BLOCK_LEVEL for tag in page.tags), np.bool_, len(page.tags))


def main_nodes(page: Page, boxes: Boxes, weights: WeightMap, *, several: bool) -> list[int]:
    """Return the candidate with the highest score (2.1, Step 3); none where there is no candidate.

    Of several with that score it is the innermost: where an element and the one around it differ only in what no
    cell covers, more than the inner one says nothing for.

    The paper extracts this node alone, loses headlines that stand apart from the body, and asks for several (4, 5).
    ``several`` adds the candidates whose own score is above 0, which neither hold a chosen one nor stand in it, the
    best first; and the headline above the main node.
    """
    found = candidates(page, boxes)
    if not len(found):
        return []
    scores = weights.scores(boxes[found])
    chosen = [_best(found, scores)]
    if not several:
        return chosen
    ends = np.asarray(page.ends)
    free = scores > 0
    while len(chosen) < MAX_NODES:
        last = chosen[-1]
        free &= (ends[found] <= last) | (found >= ends[last])
        if not free.any():
            break
        chosen.append(_best(found, np.where(free, scores, -np.inf)))
    headline = _headline(page, found.tolist(), chosen[0])
    if headline is not None and not any(node <= headline < page.ends[node] for node in chosen):
        chosen.append(headline)
    return chosen


def _best(found: Ints, scores: NDArray[np.float64]) -> int:
    return int(found[len(scores) - 1 - np.argmax(scores[::-1])])


def _headline(page: Page, found: list[int], main: int) -> int | None:
    """Return the nearest of the highest headings before the main node; ``None`` where the node has one itself."""
    if "h1" in page.tags[main : page.ends[main]]:
        return None
    before = [(HEADINGS[page.tags[node]], -node) for node in found if node < main and page.tags[node] in HEADINGS]
    rank, node = min(before, default=(_HEADLINES + 1, 0))
    return -node if rank <= _HEADLINES else None
