"""How many words texts have: those of all texts of a page are counted at once, over the characters as numbers."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Counts = NDArray[np.float64]
    Ints = NDArray[np.intp]

_WIDE_RANGES = "\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_WIDE = re.compile(f"[{_WIDE_RANGES}]+")
WIDE_CHARACTERS_PER_WORD = 2.0
"""A word of a script without word spaces is about two characters long."""
_BLANKS = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""What ``str.split()`` splits at."""
_BETWEEN = "\n"
"""What stands between texts that are counted at once: no part of a word."""
_CODES = 0x10000
"""Codes that are looked up; those above are neither wide nor blank, like the last of these."""
_IN_WORD, _BLANK, _WIDE_CHARACTER = range(3)


def word_count(text: str) -> float:
    """Return how many words a text has; characters of scripts without word spaces count as parts of one."""
    if text.isascii():
        return len(text.split())
    rest, runs = _WIDE.subn(" ", text)
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
    """Return what each character is."""
    kinds = np.full(_CODES, _IN_WORD, np.uint8)
    kinds[[ord(blank) for blank in _BLANKS]] = _BLANK
    for first, last in re.findall("(.)-(.)", _WIDE_RANGES):
        kinds[ord(first) : ord(last) + 1] = _WIDE_CHARACTER
    return kinds
