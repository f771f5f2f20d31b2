"""How much texts are like another one, by runs of characters: for languages with and without blanks between words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

GRAM = 3
"""Characters of a run."""
MAX_TOLD = 500
"""Characters of a title or a description that are compared."""
_BETWEEN = "\0"
_BITS = 21
"""Of a character; so a run is one number."""


class Runs:
    """The runs of characters of several texts, white space and case aside."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        codes = _codes(_BETWEEN.join(text.replace(_BETWEEN, "") for text in texts))
        of = np.cumsum(codes == 0)
        self._runs, self._of = _runs(codes), of[: max(len(of) - GRAM + 1, 0)]
        lengths = np.bincount(of, codes != 0, self._count)
        self._sizes = np.maximum(lengths - GRAM + 1, 1)

    def similarities(self, told: str) -> NDArray[np.float64]:
        """Return how similar each of the n texts is to another one (n): their cosine, 0 to 1.

        A run that both have counts once, however often it comes; a text's length is the number of its runs.
        """
        wanted = np.unique(_runs(_codes(told[:MAX_TOLD].replace(_BETWEEN, ""))))
        if not len(wanted) or not len(self._runs):
            return np.zeros(self._count)
        places = np.minimum(np.searchsorted(wanted, self._runs), len(wanted) - 1)
        shared = np.flatnonzero(wanted[places] == self._runs)
        pairs = np.unique(self._of[shared] * len(wanted) + places[shared])
        found: NDArray[np.float64] = np.bincount(pairs // len(wanted), minlength=self._count) / np.sqrt(
            self._sizes * len(wanted)
        )
        return found


def _codes(text: str) -> NDArray[np.int64]:
    """Return the characters of a text without white space, in lower case, as numbers."""
    packed = "".join(text.lower().split())
    return np.frombuffer(packed.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.int64)


def _runs(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a number for each run of three characters; different runs have different numbers."""
    return codes[:-2] << 2 * _BITS | codes[1:-1] << _BITS | codes[2:]
