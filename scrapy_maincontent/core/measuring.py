"""Page -> Measures: by the compiled module where there is one, otherwise in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import compiled
from ..features import measures
from ..features.measures import Copies

if TYPE_CHECKING:
    from ..features.measures import Floats, Ints, Measures
    from ..page import Page


def measure(page: Page) -> Measures:
    """Measure a page that has at least one text block; see `measures.measure`."""
    return measures.measure(page) if compiled.scores is None else compiled_measure(compiled.scores, page)


def compiled_measure(module: Any, page: Page) -> Measures:
    """Return the same as `measures.measure`, by a compiled module."""
    return _Measured(module, page)


class _Measured(measures.Measures):
    """Measures whose arrays are made when one is first asked for: a compiled module that scores asks for none."""

    __slots__ = ("_shares", "_sizes")
    _sizes: Ints
    _shares: Floats

    def __init__(self, module: Any, page: Page) -> None:
        elements, blocks = len(page.tags), len(page.texts)
        sizes, shares = (
            np.empty(5 * elements + 4 * blocks, np.intp),
            np.empty(5 * blocks + 3 + 3 * elements, np.float32),
        )
        keep = object.__setattr__  # the class is frozen
        keep(self, "_sizes", sizes)
        keep(self, "_shares", shares)
        keep(self, "compact", module.Measures(page, sizes, shares))

    def __getattr__(self, name: str) -> Any:
        """Fill the slots."""
        if name not in measures.Measures.__slots__:
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

    def of_texts(self) -> tuple[list[float], list[float]]:
        """Return words and links, without arrays."""
        found: tuple[list[float], list[float]] = self.compact.of_texts()
        return found
