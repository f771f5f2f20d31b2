"""Page -> Measures: by the compiled module where there is one, otherwise in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import compiled
from . import measures
from .copies import Copies

if TYPE_CHECKING:
    from .measures import Measures
    from .page import Page


def measure(page: Page) -> Measures:
    """Measure a page that has at least one text block; see `measures.measure`."""
    return measures.measure(page) if compiled.scores is None else compiled_measure(compiled.scores, page)


def compiled_measure(module: Any, page: Page) -> Measures:
    """Return the same as `measures.measure`, by a compiled module."""
    elements, blocks = len(page.tags), len(page.texts)
    sizes = np.empty(5 * elements + 4 * blocks, np.intp)
    shares = np.empty(5 * blocks + 3 + 3 * elements, np.float32)
    seen = module.Measures(page, sizes, shares)
    starts, stops, parents, ends, depths = sizes[: 5 * elements].reshape(5, -1)
    owners, times, earlier, last = sizes[5 * elements :].reshape(4, -1)
    words, linked = shares[: 2 * blocks].reshape(2, -1)
    all_before, long_before, linked_before = shares[2 * blocks : 5 * blocks + 3].reshape(3, -1)
    all_inside, long_inside, linked_inside = shares[5 * blocks + 3 :].reshape(3, -1)
    return measures.Measures(
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
        compact=seen,
    )
