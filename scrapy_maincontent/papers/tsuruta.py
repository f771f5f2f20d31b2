"""``method="layout"``: the system of Tsuruta et al., which looks at where a browser has laid out a page's elements.

Main content lies in the middle of the window, menus at its edges. A weight map holds how likely each place is; the
block-level element that gathers the most weight is the main node (2.1). Gupta's steps remove the noise in it (2.2):
lists of links here, advertisements for every method (``facts/advertisements.py``). Nodes that this empties show
nothing, so that the third step has nothing left to do.

A page must have been laid out: `page.has_boxes`. One that has not goes to another method.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..methods import ALONE, Labels, ModelError, read_json, refusing
from ..page import HEADINGS, STAMP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

    from numpy.typing import NDArray

    from ..methods import Context
    from ..page import Page

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Boxes = NDArray[np.int64]
    """Elements x 4: left, top, width and height in CSS pixels from the document's top left corner; `NO_BOX` in each
    column where an element is not shown, or has no stamp."""


SUFFIX = ".json"
FORMAT = 1
NO_BOX = -1
"""Width and height of an element that is not shown."""
_BOX = re.compile(r"(-?[0-9]{1,7}) (-?[0-9]{1,7}) ([0-9]{1,7}) ([0-9]{1,7})")
NO_NODE, MAIN_NODE, FURTHER_NODE, LINK_LIST, NOT_SHOWN = range(5)
"""What becomes of an element: places in `REASONS`."""
REASONS = (
    "in no main node",
    "in the main node",
    "in a further main node",
    "in a main node, but in a list of links",
    "in a main node, but not shown",
)


@dataclass(frozen=True)
class LayoutModel:
    """The weight map, and how it is applied.

    ``several``: further nodes may be main besides the best one. ``linked_share`` is the threshold of the lists of
    links, ``None`` where they stay. ``shown``: text which the browser does not show is not main.
    """

    name: str
    weights: WeightMap
    several: bool
    linked_share: float | None
    shown: bool


def load(file: Traversable) -> LayoutModel:
    """Read a model file, see `Method.load`."""
    data = read_json(file, "layout", FORMAT)
    with refusing(file, "layout"):
        weights = np.array(data["weights"], np.float64)
        if data["cell"] != CELL or weights.ndim != 2 or weights.shape[1] != COLUMNS or not np.isfinite(weights).all():
            raise ModelError(f"{file} is for other cells than this version has; train it anew")
        linked_share = None if data["linked_share"] is None else float(data["linked_share"])
        several, shown = bool(data["several"]), bool(data["shown"])
        return LayoutModel(str(data["name"]), WeightMap(weights), several, linked_share, shown)


def label(page: Page, model: LayoutModel, _context: Context = ALONE) -> Labels:
    """Label every text block of a page that has at least one. Linear in the page.

    A page without boxes has no main node. Scores are 0 or 1: the method has no confidence.
    """
    boxes = boxes_of(page)
    nodes = main_nodes(page, boxes, model.weights, several=model.several)
    fates = fates_of(page, boxes, nodes, model.linked_share, shown=model.shown)[page.owners].tolist()
    main = [fate in (MAIN_NODE, FURTHER_NODE) for fate in fates]
    return Labels.of(main, [float(chosen) for chosen in main], [f"{model.name}: {REASONS[fate]}" for fate in fates])


def boxes_of(page: Page) -> Boxes:
    """Return the boxes of all elements; one that the parser, not the browser, has added has `NO_BOX`."""
    found = np.full((len(page.attrs), 4), NO_BOX, np.int64)
    for element, attrs in enumerate(page.attrs):
        stamp = attrs.get(STAMP)
        match = None if stamp is None else _BOX.fullmatch(stamp)
        if match is not None:
            found[element] = [int(number) for number in match.groups()]
    return found


def fates_of(
    page: Page, boxes: Boxes, nodes: Sequence[int], linked_share: float | None, *, shown: bool
) -> NDArray[np.int8]:
    """Return what becomes of each element, given the main nodes, the best one first (2.2)."""
    fates = np.full(len(page.tags), NO_NODE, np.int8)
    for number, node in enumerate(nodes):
        fates[node : page.ends[node]] = FURTHER_NODE if number else MAIN_NODE
    main = fates != NO_NODE
    if linked_share is not None:
        fates[main & elements_below(page, link_lists(page, linked_share))] = LINK_LIST
    if shown:
        fates[main & (boxes[:, 2] == NO_BOX)] = NOT_SHOWN
    return fates


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


def candidates(page: Page, boxes: Boxes) -> Ints:
    """Return the block-level elements that are wider and higher than a cell, in document order (2.1, Step 1)."""
    return np.flatnonzero(_is_block_level(page) & (boxes[:, 2] > CELL) & (boxes[:, 3] > CELL))


def _is_block_level(page: Page) -> NDArray[np.bool_]:
    return np.fromiter((tag in BLOCK_LEVEL for tag in page.tags), np.bool_, len(page.tags))


def main_nodes(page: Page, boxes: Boxes, weights: WeightMap, *, several: bool) -> list[int]:
    """Return the candidate with the highest score (2.1, Step 3); none where there is no candidate.

    Of several with that score it is the innermost: nothing is in favour of what it has around it.

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
    """W(c) for each square cell of the window: an array of rows x `COLUMNS`, the first row at the top of the page.

    A weight is learnt from pages whose main node A is known: the mean of alpha for each page on which A covers the
    cell, of -1 for each on which a sibling of A does, or a sibling of an element around A, and of 0 for all others
    (formula 1). A box covers the cells whose centres lie in it. What lies below the last row counts nothing. The
    paper's map is one window high; a model's may go on below it.
    """

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
    inner = main
    for outer in page.ancestors(main):
        yield from (child for child in page.children(outer) if child != inner)
        inner = outer


LINKED_SHARE = 5 / 6
"""Share of a node's characters in links from which on it is removed."""


def link_lists(page: Page, share: float = LINKED_SHARE) -> Ints:
    """Return the block-level elements with text of which this share, or more, is linked. White space counts nothing."""
    lengths = np.fromiter((sum(map(len, piece.split())) for piece in page.pieces), np.int64, len(page.pieces))
    linked = np.where(np.fromiter(page.linked, np.bool_, len(page.linked)), lengths, 0)
    total, in_links = _below(page, lengths), _below(page, linked)
    return np.flatnonzero(_is_block_level(page) & (total > 0) & (in_links >= share * total))


def elements_below(page: Page, elements: Ints) -> NDArray[np.bool_]:
    """Return for each element of the page whether it is one of those given, or below one."""
    edges = np.zeros(len(page.tags) + 1, np.int64)
    np.add.at(edges, elements, 1)
    np.add.at(edges, np.asarray(page.ends, np.int64)[elements], -1)
    below: NDArray[np.bool_] = edges.cumsum()[:-1] > 0
    return below


def _below(page: Page, amounts: Ints) -> Ints:
    before = np.zeros(len(amounts) + 1, np.int64)
    np.cumsum(amounts, out=before[1:])
    sums: Ints = before[page.piece_ends] - before[page.piece_starts]
    return sums
