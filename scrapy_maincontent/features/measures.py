"""Page -> plain measures of its elements and text blocks as NumPy arrays: what features are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import speedups
from ..page import visible
from ..words.sentences import BLANKS, ends_sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ..page import Page

    Floats = NDArray[np.floating]
    Ints = NDArray[np.intp]
    Counts = NDArray[np.float64]


LONG_TEXT = 12
"""Words from which a text block counts as long: prose rather than a label."""

_WIDE_RANGES = (
    "\u0e01-\u0e2e\u0e81-\u0eae\u0edc-\u0edf\u1000-\u1021\u1780-\u17a2"  # consonants of Thai, Lao, Burmese and Khmer
    "\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
)
_SIGN_RANGES = "\u0e2f-\u0e4e\u0eaf-\u0ecf\u1022-\u103f\u104a-\u104b\u17a3-\u17da\u200b-\u200b"
"""Vowels, tones and stops between and around those consonants, and the blank without width: they part words."""
_SIGN = re.compile(f"[{_SIGN_RANGES}]")
_WIDE = re.compile(f"[{_WIDE_RANGES}]+")
WIDE_CHARACTERS_PER_WORD = 2.0
"""A word of a script without word spaces is about two characters long."""
_BETWEEN = "\n"
"""What stands between texts that are counted at once: no part of a word."""
_CODES = 0x10000
"""Codes that have a kind of their own; those above are neither wide nor blank, like the last of these."""
_IN_WORD, _BLANK, _WIDE_CHARACTER = range(3)

_NONE = -1


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
    """The compiled module's view of the same measures, where that made them."""

    def inside(self, sums: Floats) -> Floats:
        """Return each element's total (n) of what ``sums`` has running sums of; a row for each row of sums."""
        return sums.take(self.stops, axis=-1) - sums.take(self.starts, axis=-1)

    def covered(self, elements: Ints, groups: Ints, count: int) -> Floats:
        """Return how many of each group's elements (in pairs with their groups) cover each text block (m x count)."""
        size = (len(self.words) + 1) * count
        edges = np.bincount(self.starts[elements] * count + groups, minlength=size)
        edges = edges - np.bincount(self.stops[elements] * count + groups, minlength=size)
        return np.cumsum(edges.reshape(-1, count)[:-1], axis=0, dtype=np.float32)

    def around(self) -> list[int]:
        """Return the elements around text blocks: their own, and all above those. In document order."""
        before = np.zeros(len(self.ends) + 1, np.intp)
        np.cumsum(np.bincount(self.owners, minlength=len(self.ends)), out=before[1:])
        found: list[int] = np.flatnonzero(before[self.ends] > before[:-1]).tolist()
        return found


def measure(page: Page) -> Measures:
    """Measure a page that has at least one text block; compiled where that is in use, to the same result."""
    return measured_in_python(page) if speedups.load("measures") is None else CompiledMeasures(page)


class CompiledMeasures(Measures):
    """Measures from the compiled module; NumPy arrays are built on first access."""

    __slots__ = ("_shares", "_sizes")
    _sizes: Ints
    _shares: Floats

    def __init__(self, page: Page) -> None:
        elements, blocks = len(page.tags), len(page.texts)
        sizes, shares = (
            np.empty(5 * elements + 4 * blocks, np.intp),
            np.empty(5 * blocks + 3 + 3 * elements, np.float32),
        )
        keep = object.__setattr__  # the class is frozen
        keep(self, "_sizes", sizes)
        keep(self, "_shares", shares)
        keep(self, "compact", speedups.load("measures").Measures(page, sizes, shares))

    def __getattr__(self, name: str) -> Any:
        """Fill the slots."""
        if name not in Measures.__slots__:
            raise AttributeError(name)
        elements, blocks = self.compact.counts()
        starts, stops, parents, ends, depths = self._sizes[: 5 * elements].reshape(5, -1)
        owners, times, earlier, last = self._sizes[5 * elements :].reshape(4, -1)
        words, linked = self._shares[: 2 * blocks].reshape(2, -1)
        all_before, long_before, linked_before = self._shares[2 * blocks : 5 * blocks + 3].reshape(3, -1)
        all_inside, long_inside, linked_inside = self._shares[5 * blocks + 3 :].reshape(3, -1)
        super().__init__(
            starts=starts,
            stops=stops,
            parents=parents,
            ends=ends,
            depths=depths,
            owners=owners,
            words=words,
            linked=linked,
            copies=Copies(times, earlier, last),
            words_before=all_before,
            long_before=long_before,
            linked_before=linked_before,
            words_inside=all_inside,
            long_inside=long_inside,
            linked_inside=linked_inside,
            compact=self.compact,
        )
        return object.__getattribute__(self, name)


def measured_in_python(page: Page) -> Measures:
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
    """Return the running sums (of each row) before each value, and the total: one number more than values."""
    found = np.zeros((*values.shape[:-1], values.shape[-1] + 1), np.float32)
    found[..., 1:] = np.cumsum(values, axis=-1, dtype=np.float64)
    return found


class Copies(NamedTuple):
    """For each of the m text blocks, the blocks with the same text.

    ``times`` (m): how many there are, itself among them. ``before`` (m): how many of them stand before it.
    ``earlier`` (m): the last of those, -1 where there is none.
    """

    times: Ints
    before: Ints
    earlier: Ints


def find_copies(texts: Sequence[str]) -> Copies:
    """Find the texts of a page that are the same."""
    size = len(texts)
    firsts = dict(zip(reversed(texts), range(size - 1, -1, -1), strict=True))
    before, earlier = np.zeros(size, np.intp), np.full(size, _NONE)
    if len(firsts) == size:
        return Copies(np.ones(size, np.intp), before, earlier)
    first = np.fromiter(map(firsts.__getitem__, texts), np.intp, size)
    times = np.bincount(first)[first]
    together = np.argsort(first, kind="stable")
    begins = np.arange(size) - np.searchsorted(first[together], first[together])
    before[together] = begins
    follow = np.flatnonzero(begins)
    earlier[together[follow]] = together[follow - 1]
    return Copies(times, before, earlier)


def word_count(text: str) -> float:
    """Return how many words a text has; characters of scripts without word spaces count as parts of one."""
    if text.isascii():
        return len(text.split())
    rest, runs = _WIDE.subn(" ", _SIGN.sub(" ", text))
    wide_characters = len(text) - len(rest) + runs
    return len(rest.split()) + wide_characters / WIDE_CHARACTERS_PER_WORD


def word_counts(texts: Sequence[str], lengths: Ints) -> Counts:
    """Return for each text what `word_count` returns. No text is empty; ``lengths`` are their characters."""
    joined = _BETWEEN + _BETWEEN.join(texts)
    starts = np.cumsum(lengths + 1) - lengths - 1
    if joined.isascii():
        codes = np.frombuffer(joined.encode(), np.uint8)
        # Blanks are 9 to 13 and 28 to 32; smaller numbers turn into large ones.
        inside = (codes - np.uint8(9) > 13 - 9) & (codes - np.uint8(28) > 32 - 28)
        return _begins(inside, starts)
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _kinds().take(codes.astype(np.intp), mode="clip")
    counts = _begins(kinds == _IN_WORD, starts)
    wide = kinds[1:] == _WIDE_CHARACTER
    if wide.any():
        counts += np.add.reduceat(wide, starts, dtype=np.float64) / WIDE_CHARACTERS_PER_WORD
    return counts


def _begins(inside: NDArray[np.bool_], starts: Ints) -> Counts:
    """Count in each text the characters in a word that follow one that is not."""
    begins = inside[1:] > inside[:-1]
    counts: Counts = np.add.reduceat(begins, starts, dtype=np.float64)
    return counts


@cache
def _kinds() -> NDArray[np.uint8]:
    """Return the kind of each character by its code: in a word, blank, or wide."""
    kinds = np.full(_CODES, _IN_WORD, np.uint8)
    kinds[[ord(blank) for blank in BLANKS]] = _BLANK
    for ranges, kind in ((_SIGN_RANGES, _BLANK), (_WIDE_RANGES, _WIDE_CHARACTER)):
        for first, last in re.findall("(.)-(.)", ranges):
            kinds[ord(first) : ord(last) + 1] = kind
    return kinds


def sentences_ended(texts: Sequence[str]) -> NDArray[np.bool_]:
    """Return which texts (m) end with the end of a sentence."""
    return np.fromiter(map(ends_sentence, texts), np.bool_, len(texts))


PROSE = 90
"""Bytes from which a text block is prose; they weigh scripts better than characters do."""
SENTENCE = 40
"""Bytes from which a text block with the end of a sentence is a whole one."""
LINE = 30
"""Characters of the longest line that is looked for among known ones."""


class TextFigures(NamedTuple):
    """Figures of all texts of a page; sizes are in bytes of UTF-8.

    ``lines`` (groups): how many texts are lines of each group. ``prose`` and ``sentences``: how many texts are prose,
    and how many are whole sentences; ``sentences_size`` is all that these have, ``together_size`` the most of it below
    one element. ``linked``: the characters in links.
    """

    lines: list[int]
    size: int
    prose: int
    sentences: int
    sentences_size: int
    together_size: int
    linked: int


def text_figures(page: Page, groups: Mapping[str, Sequence[int]], count: int) -> TextFigures:
    """Return the figures of a page's texts; ``groups`` has the numbers (0 to ``count`` - 1) of each known line's."""
    compiled = speedups.load("measures")
    if compiled is not None:
        return TextFigures(*compiled.text_figures(page, groups, count))
    return figures_in_python(page, groups, count)


def figures_in_python(page: Page, groups: Mapping[str, Sequence[int]], count: int) -> TextFigures:
    """Return what `text_figures` does, without compiled code."""
    lines = [0] * count
    for line in filter(groups.__contains__, [text.lower() for text in page.texts if len(text) <= LINE]):
        for number in groups[line]:
            lines[number] += 1
    sizes = [len(text.encode("utf-8", "surrogatepass")) for text in page.texts]
    long = [*compress(range(len(sizes)), map(SENTENCE.__le__, sizes))]
    below: dict[int, int] = {}
    whole = [*compress(long, sentences_ended([page.texts[block] for block in long]))]
    for block in whole:
        parent = page.parents[page.owners[block]]
        below[parent] = below.get(parent, 0) + sizes[block]
    return TextFigures(
        lines,
        sum(sizes),
        sum(map(PROSE.__le__, sizes)),
        len(whole),
        sum(below.values()),
        max(below.values(), default=0),
        sum(map(len, compress(page.pieces, page.linked))),
    )
