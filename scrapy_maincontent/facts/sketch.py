"""A text in, 64 bytes out that are alike where texts are: what near duplicates are found by.

One-permutation MinHash over runs of characters: every run of letters and digits is hashed once, the hashes fall into 64
bins, and of each bin the least is kept, eight bits of it. The share of equal bytes estimates which share of their
runs two texts have in common (Jaccard). No words are cut, so that all scripts are treated alike.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..words.sentences import UNSPACED

Hashes = NDArray[np.uint64]

BYTES = 64
"""Of a sketch."""
LEAST = 150
"""Letters and digits below which a text has no sketch: prompts to sign in and the like are the same everywhere."""
LEAST_UNSPACED = 60
"""The same where most are of scripts without blanks between words."""
MOST = 100_000
"""Characters of a text that are read."""
RUN = 12
"""Letters and digits of a run: two or three words. With 16 a text with a tenth of its words changed is lost."""
RUN_UNSPACED = 6
_CODE_POINTS = 0x20000
"""Code points that are looked up; those above are letters, rare Chinese ones."""
_ODD = tuple(np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_NONE = np.uint64(2**64 - 1)
_BIN_BITS = np.uint64(58)
"""Bits of a hash behind those that name its bin."""


def sketch(text: str) -> bytes | None:
    """Return a text's sketch, or None if the text is too short to be compared.

    >>> a, b = (sketch(f"The {name} mill stood idle for forty years, until " * 5) for name in ("old", "old"))
    >>> likeness(a, b)
    1.0
    """
    letters, unspaced = _tables()
    points = np.frombuffer(text[:MOST].lower().encode("utf-32-le", "surrogatepass"), np.uint32)
    known = np.minimum(points, _CODE_POINTS - 1)
    kept = letters[known]
    points, known = points[kept], known[kept]
    is_unspaced = 2 * np.count_nonzero(unspaced[known]) > len(points)
    if len(points) < (LEAST_UNSPACED if is_unspaced else LEAST):
        return None
    hashes = _runs(_mixed(points.astype(np.uint64)), RUN_UNSPACED if is_unspaced else RUN)
    least = np.full(BYTES, _NONE)
    np.minimum.at(least, (hashes >> _BIN_BITS).astype(np.intp), hashes & (_NONE >> np.uint64(6)))
    return (_mixed(_filled(least)) >> np.uint64(56)).astype(np.uint8).tobytes()


def likeness(one: bytes, other: bytes) -> float:
    """Return the share of two sketches' bytes that are equal, 0 to 1."""
    return sum(map(int.__eq__, one, other)) / BYTES


def _runs(values: Hashes, length: int) -> Hashes:
    """Return a hash of each run of so many values, put together from runs of 1, 2, 4, … of them."""
    done: Hashes | None = None
    covered, power, part = 0, 1, values
    while length:
        if length & 1:
            count = len(values) - covered - power + 1
            ahead = part[covered : covered + count]
            done = ahead if done is None else done[:count] * _power(power) + ahead
            covered += power
        length >>= 1
        if length:
            count = len(values) - 2 * power + 1
            part = part[:count] * _power(power) + part[power : power + count]
            power *= 2
    assert done is not None
    return _mixed(done)


def _power(exponent: int) -> np.uint64:
    return np.uint64(pow(int(_ODD[0]), exponent, 2**64))


def _mixed(values: Hashes) -> Hashes:
    """Return each number with its bits spread over all 64 (splitmix64)."""
    values = (values ^ (values >> np.uint64(30))) * _ODD[1]
    values = (values ^ (values >> np.uint64(27))) * _ODD[2]
    return values ^ (values >> np.uint64(31))


def _filled(least: Hashes) -> Hashes:
    """Return the least hashes; a bin without any has the next one's, changed by the distance."""
    filled = least.copy()
    for place in np.flatnonzero(least == _NONE):
        distance = 1
        while least[(place + distance) % BYTES] == _NONE:
            distance += 1
        filled[place] = least[(place + distance) % BYTES] ^ np.uint64(distance << 58)
    return filled


@cache
def _tables() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return, for each code point, whether it is a letter or digit, and whether its script has no blanks."""
    letters = np.fromiter((chr(point).isalnum() for point in range(_CODE_POINTS)), np.bool_, _CODE_POINTS)
    unspaced = np.zeros(_CODE_POINTS, np.bool_)
    for first, last in zip(UNSPACED[::3], UNSPACED[2::3], strict=True):
        unspaced[ord(first) : ord(last) + 1] = True
    letters[-1] = unspaced[-1] = True
    return letters, unspaced
