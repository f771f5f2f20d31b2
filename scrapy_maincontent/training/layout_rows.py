"""Annotated pages -> what a weight map is learnt from: each page's main node, and where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..extraction import read_page
from ..facts.title import headline
from ..features.measures import measure
from ..methods.layout import ROWS, candidates, elements_below, link_lists, page_map
from ..page.boxes import boxes_of, has_boxes
from .align import targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..page import Page
    from ..page.boxes import Boxes

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
    words, and ``linked`` tells whether it stands in a list of links.
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
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts or not has_boxes(page):
        return None
    boxes = boxes_of(page)
    shares = np.array(targets(page, annotated))
    words = measure(page).words.astype(np.float64)
    node, f1 = main_node(page, boxes, shares, words)
    known = page_map(page, boxes, node, MAX_WINDOWS * ROWS) if node is not None and f1 >= CLEAR else None
    linked = elements_below(page, link_lists(page))[page.owners]
    return LayoutRows(page, boxes, shares, words, linked, known)


def main_node(
    page: Page, boxes: Boxes, shares: NDArray[np.float64], words: NDArray[np.float64]
) -> tuple[int | None, float]:
    """Return the candidate that a person would mark as main, and its word F1; ``None`` where there is no candidate.

    The paper's annotators marked the one node that holds the whole main part and no noise that could be left out.
    That is taken as the node with the best F1, of several the innermost; or else as the next one around it that holds
    the headline, too, where that costs little: the paper counts a headline as main (figure 6), many references leave it
    out.
    """
    found = candidates(page, boxes)
    if not len(found):
        return None, 0.0
    ranges = np.array([page.blocks_in(node) for node in found.tolist()])
    inside = [_inside(amounts, ranges) for amounts in (words * shares, words)]
    f1 = 2 * inside[0] / np.maximum(inside[1] + float(words @ shares), 1)
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


def _inside(amounts: NDArray[np.float64], ranges: NDArray[np.int64]) -> NDArray[np.float64]:
    before = np.concatenate(((0.0,), amounts.cumsum()))
    sums: NDArray[np.float64] = before[ranges[:, 1]] - before[ranges[:, 0]]
    return sums
