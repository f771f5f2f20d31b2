"""Page -> blocks, cut where neighbouring content elements are far apart (Hattori, Matsumoto, Sugaya 2005).

Uda's paper does not print the formulas; here they are as follows. Each tag between two neighbours, opening or closing,
counts 1 / depth, the root's depth being 1. The threshold is the mean plus `DEVIATIONS` standard deviations. A text
stands in its block-level element; inline tags around it are part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..page import Block

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..features.measures import Ints, Measures
    from ..page import Page

    Distances = NDArray[np.float64]


DEVIATIONS = 1.0
"""Standard deviations above the mean from which on a distance is a border."""


@dataclass(frozen=True, slots=True)
class ContentElements:
    """The n texts and objects of a page in document order.

    ``elements`` (n): the element that each is, or that a text stands in. ``texts`` and ``objects`` (n + 1): how many
    text blocks, and how many objects, come before each, and in all.
    """

    elements: Ints
    texts: Ints
    objects: Ints

    def blocks(self, borders: Sequence[int]) -> list[Block]:
        """Return the blocks between borders: content elements before which a block begins, in order, without 0."""
        edges = [0, *borders, len(self.elements)]
        texts, objects = self.texts[edges].tolist(), self.objects[edges].tolist()
        return [
            Block((texts[number], texts[number + 1]), (objects[number], objects[number + 1]))
            for number in range(len(edges) - 1)
        ]


def segment(page: Page, measures: Measures, deviations: float = DEVIATIONS) -> list[Block]:
    """Return the blocks of a page that has text, in document order; each text and each object is in one of them."""
    found = content_elements(page, measures)
    between = distances(page, measures, found)
    return found.blocks((np.flatnonzero(between > threshold(between, deviations)) + 1).tolist())


def content_elements(page: Page, measures: Measures) -> ContentElements:
    """Return the page's texts and objects in document order; an object in a text comes before it."""
    objects = np.array(page.objects, np.intp)
    text_count = len(page.texts)
    before = np.minimum(measures.starts[objects], text_count)
    is_object = np.zeros(text_count + len(objects), bool)
    is_object[before + np.arange(len(objects))] = True
    elements = np.empty(len(is_object), np.intp)
    elements[is_object], elements[~is_object] = objects, measures.owners
    passed = np.zeros(len(is_object) + 1, np.intp)
    is_object.cumsum(out=passed[1:])
    return ContentElements(elements, np.arange(len(passed)) - passed, passed)


def distances(page: Page, measures: Measures, found: ContentElements) -> Distances:
    """Return the distances of neighbouring content elements (n - 1): 1 / depth of every tag between them, added up."""
    first, second = found.elements[:-1], found.elements[1:]
    depths = measures.depths
    to_root = (1 / np.arange(1, int(depths.max()) + 2)).cumsum()
    common = _common_depths(depths, first, second)
    path: Distances = to_root[depths[first]] + to_root[depths[second]] - 2 * to_root[common]
    return path + _empty_elements(page, measures, found)


def threshold(between: Distances, deviations: float) -> float:
    """Return the distance above which neighbours are separated: mean plus standard deviations of all distances."""
    count = len(between)
    if not count:
        return 0.0
    mean = np.add.reduce(between) / count  # what NumPy's methods do, in half their time
    away = between - mean
    return float(mean + deviations * np.sqrt(np.add.reduce(away * away) / count))


def _common_depths(depths: Ints, first: Ints, second: Ints) -> Ints:
    """Return the depth of the lowest element that holds both, for pairs of neighbours."""
    ranges = np.empty(2 * len(first), np.intp)
    ranges[::2], ranges[1::2] = np.minimum(first + 1, second), second + 1
    padded = np.zeros(len(depths) + 1, np.intp)
    padded[:-1] = depths
    common: Ints = np.minimum.reduceat(padded, ranges)[::2] - (first < second)
    return common


def _empty_elements(page: Page, measures: Measures, found: ContentElements) -> Distances:
    """Return what elements without content add to each distance, but those within a text block."""
    objects_before = np.zeros(len(measures.depths) + 1, np.intp)
    objects_before[[element + 1 for element in page.objects]] = 1
    objects_before.cumsum(out=objects_before)
    textless = (measures.starts == measures.stops).nonzero()[0]
    empty = textless[objects_before[measures.ends[textless]] == objects_before[textless]]
    before = measures.starts[empty] + objects_before[empty]
    count = len(found.elements)
    added = np.bincount(before, 2 / (measures.depths[empty] + 1), minlength=count)
    return added[1:count].astype(np.float64)
