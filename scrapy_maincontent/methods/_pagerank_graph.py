"""The graph of the elements that hold text, importance by power iteration, and DensitySum.

The graph is a tree, kept as one array of parents: a step of the iteration adds up along its edges and costs as much as
the graph has vertices. There is no matrix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..features.measures import integers
from ._pagerank_parameters import Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..features.measures import Ints
    from ..page import Page

    Doubles = NDArray[np.float64]

TOLERANCE = 1e-4
"""Sum of the changes of all importances, whose sum is 1, below which the iteration ends."""
MAX_STEPS = 500


class Graph(NamedTuple):
    """An undirected tree of v vertices, the root being vertex 0.

    ``elements`` (e): the page's elements that are vertices, in document order; they are vertices 0 to e - 1.
    ``parents`` (v - 1): the parent of each vertex but the root. ``texts``: the vertex of each text block, its
    element's or one of its own. ``objects``: those of the pictures and players that were asked for.
    """

    elements: Ints
    parents: Ints
    texts: Ints
    objects: Ints


def graph(page: Page, objects: Ints, *, text_vertices: bool = False) -> Graph:
    """Return the graph of a page with text or objects: the elements that hold them, and all elements above.

    An element holds a text block when it is the innermost block-level element around it: inline elements are no
    vertices, so that a bold word does not part a text. ``objects`` are the elements of pictures and players, risen.
    """
    owners, ends = integers(page.owners), integers(page.ends)
    held = np.bincount(owners, minlength=len(ends)) + np.bincount(objects, minlength=len(ends))
    before = np.concatenate(([0], np.cumsum(held)))
    is_vertex = before[ends] > before[:-1]
    number = np.cumsum(is_vertex) - 1
    elements = np.flatnonzero(is_vertex)
    parents = number[integers(page.parents)[elements[1:]]]
    texts = number[owners]
    if text_vertices:
        parents, texts = np.concatenate((parents, texts)), np.arange(len(owners)) + len(elements)
    return Graph(elements, parents, texts, number[objects])


def importance(tree: Graph, weights: Doubles, damping: float, reading: Reading = Reading.WALK) -> Doubles:
    """Return each vertex's importance (v) from its initial weight (v), whose sum is 1.

    Each reading of the formula is a step x <- ``left`` * A (``right`` * x) + ``base`` * w, repeated until the
    importances change by less than `TOLERANCE`, or `MAX_STEPS` times.
    """
    parents = tree.parents
    degrees = np.bincount(parents, minlength=len(weights)).astype(np.float64)
    degrees[1:] += 1
    degrees = np.maximum(degrees, 1)
    left, right, base = _factors(reading, damping, degrees)
    start = base * weights
    found = weights
    for _ in range(MAX_STEPS):
        sent = right * found
        step = _gathered(parents, sent)
        step[1:] += sent[parents]
        step = left * step + start
        change = float(np.abs(step - found).sum())
        found = step
        if change < TOLERANCE:
            break
    return found


def density_sums(tree: Graph, found: Doubles) -> Doubles:
    """Return the DensitySum of each element (e): the sum of its children's importances (Sun, Song, Liao 2011)."""
    return _gathered(tree.parents, found)[: len(tree.elements)]


def _gathered(parents: Ints, values: Doubles) -> Doubles:
    """Return for each vertex the sum of its children's values (v)."""
    return np.bincount(parents, values[1:], len(values)).astype(np.float64, copy=False)


def _factors(
    reading: Reading, damping: float, degrees: Doubles
) -> tuple[Doubles | float, Doubles | float, Doubles | float]:
    if reading is Reading.WALK:
        return damping, 1 / degrees, 1 - damping
    if reading is Reading.AVERAGE:
        return damping / degrees, 1.0, 1 - damping
    if reading is Reading.SYMMETRIC:
        root = np.sqrt(degrees)
        return damping / root, 1 / root, 1 - damping
    whole = 1 + damping * degrees
    return damping / whole, 1.0, 1 / whole
