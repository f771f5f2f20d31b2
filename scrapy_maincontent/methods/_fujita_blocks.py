"""Sequences: a page's blocks in the sense of Fujita et al. (3.3 (2)), and the tree they make.

A block of the paper is a DIV, P, TD or BODY with what is in it and in no deeper one of these. That is coarser than our
text blocks: a DIV around a list is one block, and so is a DIV around a heading and a loose line. A text block belongs
to the nearest of the four elements around it, and takes over that block's label: labels project down.

Text that stands in none of the four (a document without a body) belongs to the root, which stands for the BODY.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..features.measures import Floats, Ints
    from ..page import Page

TAGS = ("body", "div", "p", "td")
"""The elements that part a page into blocks."""
NO_BLOCK = -1
_ROOT = 0


@dataclass(frozen=True, slots=True)
class Blocks:
    """The n blocks of a page in document order, which is depth first: text blocks, and the blocks around them.

    ``elements`` (n). ``parents`` (n): the number of the block around each, `NO_BLOCK` where there is none. ``ends``
    (n): one past the last block below each. ``has_text`` (n): whether it has text of its own, which makes it part of
    the text block sequence; the others are the parent block sequence. ``nearest`` (elements): the element of the
    nearest block at or above each element. ``block_of`` (m): the block that each of the page's text blocks belongs to.
    """

    elements: Ints
    parents: Ints
    ends: Ints
    has_text: NDArray[np.bool_]
    nearest: Ints
    block_of: Ints

    def own(self, values: Floats) -> Floats:
        """Add up a figure of the page's text blocks (m) over those that belong to each block (n)."""
        return np.bincount(self.block_of, values, minlength=len(self.elements)).astype(np.float32)

    def own_elements(self, elements: Ints) -> Floats:
        """Count those of the elements that belong to each block (n)."""
        held = self.nearest[elements]
        held = held[np.isin(held, self.elements)]
        return np.bincount(np.searchsorted(self.elements, held), minlength=len(self.elements)).astype(np.float32)

    def whole(self, own: Floats) -> Floats:
        """Add up a figure of blocks (n) over each block and all blocks below it."""
        sums = np.zeros(len(own) + 1, np.float64)
        np.cumsum(own, out=sums[1:])
        whole: Floats = (sums[self.ends] - sums[:-1]).astype(np.float32)
        return whole


def blocks(page: Page) -> Blocks:
    """Return the blocks of a page that has at least one text block (3.3 (2)).

    The paper takes the blocks around text blocks as its second sequence. Taken are those around these as well, up to
    the BODY: the second evaluation climbs from children to parents, and would end at the first gap.
    """
    nearest = _nearest(page)
    holders = nearest[np.array(page.owners, np.intp)]
    found = {int(holder) for holder in np.unique(holders)}
    own = frozenset(found)
    todo = list(found)
    while todo:
        above = _around(page, nearest, todo.pop())
        is_block = above > _ROOT or (above == _ROOT and page.tags[_ROOT] in TAGS)
        if is_block and above not in found:
            found.add(above)
            todo.append(above)
    elements = np.array(sorted(found), np.intp)
    number = {element: place for place, element in enumerate(elements.tolist())}
    return Blocks(
        elements,
        np.array([number.get(_around(page, nearest, element), NO_BLOCK) for element in number], np.intp),
        np.searchsorted(elements, np.array([page.ends[element] for element in number], np.intp)),
        np.array([element in own for element in number], bool),
        nearest,
        np.searchsorted(elements, holders),
    )


def _nearest(page: Page) -> Ints:
    """Return for each element the nearest of the four at or above it, the root where there is none."""
    found: list[int] = []
    for element, (tag, parent) in enumerate(zip(page.tags, page.parents, strict=True)):
        found.append(element if tag in TAGS or parent < 0 else found[parent])
    return np.array(found, np.intp)


def _around(page: Page, nearest: Ints, element: int) -> int:
    """Return the element of the block around a block's element, `NO_BLOCK` above the root."""
    parent = page.parents[element]
    return NO_BLOCK if parent < 0 else int(nearest[parent])
