"""Page -> plain measures of its elements and text blocks as NumPy arrays: what features are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .page import Page

    Floats = NDArray[np.floating]
    Ints = NDArray[np.intp]

_WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+")
WIDE_CHARACTERS_PER_WORD = 2.0
"""A word of a script without word spaces is about two characters long."""
LONG_TEXT = 12
"""Words from which a text block counts as long: prose rather than a label."""


@dataclass(frozen=True, slots=True)
class Measures:
    """Arrays over the elements (n) and the text blocks (m) of a page.

    ``starts`` and ``stops`` (n): the range of text blocks that an element touches. ``parents`` (n), the root being its
    own parent. ``depths`` (n). ``words`` (m): words, wide scripts counted by characters. ``linked`` (m): share of the
    characters in links, 0 to 1. ``owners`` (m). ``words_before``, ``long_before``, ``linked_before`` (m + 1): sums of
    all words, of the words of long blocks and of linked words over the blocks before each.
    """

    starts: Ints
    stops: Ints
    parents: Ints
    depths: Ints
    owners: Ints
    words: Floats
    linked: Floats
    words_before: Floats
    long_before: Floats
    linked_before: Floats

    def inside(self, sums: Floats) -> Floats:
        """Return for each element the total below it of what ``sums`` sums up (n)."""
        return sums[self.stops] - sums[self.starts]

    def covered(self, elements: Ints, groups: Ints, count: int) -> Floats:
        """Return for each text block how many elements of each group cover it (m x count).

        ``elements`` and ``groups`` are pairs: an element and its group's number, 0 to ``count`` - 1.
        """
        size = (len(self.words) + 1) * count
        edges = np.bincount(self.starts[elements] * count + groups, minlength=size)
        edges = edges - np.bincount(self.stops[elements] * count + groups, minlength=size)
        return np.cumsum(edges.reshape(-1, count)[:-1], axis=0, dtype=np.float32)


def measure(page: Page) -> Measures:
    """Measure a page that has at least one text block."""
    text_starts, text_ends = integers(page.text_starts), integers(page.text_ends)
    starts = np.searchsorted(text_ends, integers(page.piece_starts), side="right")
    stops = np.maximum(starts, np.searchsorted(text_starts, integers(page.piece_ends), side="left"))
    parents = integers(page.parents)
    parents[0] = 0
    words = np.array([word_count(text) for text in page.texts], np.float32)
    linked = np.minimum(_linked_characters(page, text_starts, text_ends) / [len(text) for text in page.texts], 1)
    return Measures(
        starts=starts,
        stops=stops,
        parents=parents,
        depths=_depths(integers(page.ends)),
        owners=integers(page.owners),
        words=words,
        linked=linked.astype(np.float32),
        words_before=sums(words),
        long_before=sums(np.where(words >= LONG_TEXT, words, 0)),
        linked_before=sums(words * linked),
    )


def integers(values: Sequence[int]) -> Ints:
    """Return the values as an array; takes half as long as ``np.array``, which looks for a type first."""
    return np.fromiter(values, np.intp, len(values))


def word_count(text: str) -> float:
    """Return how many words a text has; characters of scripts without word spaces count as parts of one."""
    if text.isascii():
        return len(text.split())
    rest, runs = _WIDE.subn(" ", text)
    wide_characters = len(text) - len(rest) + runs
    return len(rest.split()) + wide_characters / WIDE_CHARACTERS_PER_WORD


def _linked_characters(page: Page, text_starts: Ints, text_ends: Ints) -> NDArray[np.float64]:
    in_links = np.fromiter(page.linked, np.bool_, len(page.linked))
    lengths = np.zeros(len(page.pieces))
    lengths[in_links] = [len(piece.strip()) for piece in compress(page.pieces, page.linked)]
    before = np.concatenate(([0], np.cumsum(lengths)))
    return before[text_ends] - before[text_starts]


def _depths(ends: Ints) -> Ints:
    """Return how many elements are around each: those before it, but for the ones that have ended."""
    return np.arange(len(ends)) - np.cumsum(np.bincount(ends))[:-1]


def sums(values: NDArray[np.generic]) -> Floats:
    """Return the running sums of what stands before each value, and the total: one number more than values."""
    return np.concatenate(([0], np.cumsum(values, dtype=np.float64))).astype(np.float32)
