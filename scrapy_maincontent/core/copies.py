"""Texts that stand on a page more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Ints = NDArray[np.intp]

_NONE = -1


class Copies(NamedTuple):
    """Of each of the m text blocks: those with the same text.

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
