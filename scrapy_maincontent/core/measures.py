"""Page -> plain measures of its elements and text blocks as NumPy arrays: what features are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ..page.columns import visible
from .copies import Copies, find_copies
from .word_counts import word_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..page import Page

    Floats = NDArray[np.floating]
    Ints = NDArray[np.intp]

LONG_TEXT = 12
"""Words from which a text block counts as long: prose rather than a label."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Arrays over the elements (n) and the text blocks (m) of a page.

    ``starts`` and ``stops`` (n): the range of text blocks that an element touches. ``parents`` (n), the root being its
    own parent. ``depths`` (n). ``words`` (m): words, wide scripts counted by characters. ``linked`` (m): share of the
    characters in links, 0 to 1. ``owners`` (m). ``copies``: the texts that stand more than once. ``words_before``,
    ``long_before``, ``linked_before`` (m + 1): sums of all words, of the words of long blocks and of linked words over
    the blocks before each. ``words_inside``, ``long_inside``, ``linked_inside`` (n): the same over the blocks that an
    element touches.
    """

    starts: Ints
    stops: Ints
    parents: Ints
    ends: Ints
    depths: Ints
    owners: Ints
    words: Floats
    linked: Floats
    copies: Copies
    words_before: Floats
    long_before: Floats
    linked_before: Floats
    words_inside: Floats
    long_inside: Floats
    linked_inside: Floats
    compact: Any = field(default=None, compare=False, repr=False)
    """The compiled module's view of the same, where that has made them."""

    def of_texts(self) -> tuple[list[float], list[float]]:
        """Return ``words`` and ``linked`` as lists."""
        return self.words.tolist(), self.linked.tolist()

    def inside(self, sums: Floats) -> Floats:
        """Return for each element the total below it of what ``sums`` sums up (n); of each row, if it has rows."""
        return sums.take(self.stops, axis=-1) - sums.take(self.starts, axis=-1)

    def covered(self, elements: Ints, groups: Ints, count: int) -> Floats:
        """Return for each text block how many elements of each group cover it (m x count).

        ``elements`` and ``groups`` are pairs: an element and its group's number, 0 to ``count`` - 1.
        """
        size = (len(self.words) + 1) * count
        edges = np.bincount(self.starts[elements] * count + groups, minlength=size)
        edges = edges - np.bincount(self.stops[elements] * count + groups, minlength=size)
        return np.cumsum(edges.reshape(-1, count)[:-1], axis=0, dtype=np.float32)

    def around(self) -> list[int]:
        """Return the elements that text blocks stand in: their own, and all above those. In document order."""
        before = np.zeros(len(self.ends) + 1, np.intp)
        np.cumsum(np.bincount(self.owners, minlength=len(self.ends)), out=before[1:])
        found: list[int] = np.flatnonzero(before[self.ends] > before[:-1]).tolist()
        return found


def measure(page: Page) -> Measures:
    """Measure a page that has at least one text block."""
    text_starts, text_ends = integers(page.text_starts), integers(page.text_ends)
    starts = text_ends.searchsorted(integers(page.piece_starts), side="right")
    stops = np.maximum(starts, text_starts.searchsorted(integers(page.piece_ends), side="left"))
    parents, ends = integers(page.parents), integers(page.ends)
    parents[0] = 0
    lengths = np.fromiter(map(len, page.texts), np.intp, len(page.texts))
    words = word_counts(page.texts, lengths).astype(np.float32)
    in_links = integers(visible(page)[2])
    linked = np.minimum((in_links[text_ends] - in_links[text_starts]) / lengths, 1)
    before = sums(np.array((words, np.where(words >= LONG_TEXT, words, 0), words * linked)))
    inside = before.take(stops, axis=1) - before.take(starts, axis=1)
    return Measures(
        starts,
        stops,
        parents,
        ends,
        _depths(ends),
        integers(page.owners),
        words,
        linked.astype(np.float32),
        find_copies(page.texts),
        *before,
        *inside,
    )


def integers(values: Sequence[int]) -> Ints:
    """Return the values as an array; takes half as long as ``np.array``, which looks for a type first."""
    return np.fromiter(values, np.intp, len(values))


def _depths(ends: Ints) -> Ints:
    """Return how many elements are around each: those before it, but for the ones that have ended."""
    return np.arange(len(ends)) - np.cumsum(np.bincount(ends))[:-1]


def sums(values: NDArray[np.generic]) -> Floats:
    """Return the running sums of what stands before each value, and the total: one number more than values.

    Of each row by itself, if there are rows.
    """
    found = np.zeros((*values.shape[:-1], values.shape[-1] + 1), np.float32)
    found[..., 1:] = np.cumsum(values, axis=-1, dtype=np.float64)
    return found
