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
    of_elements = np.empty((5, elements), np.intp)
    of_blocks = np.empty((4, blocks), np.intp)
    shares = np.empty((2, blocks), np.float32)
    before = np.empty((3, blocks + 1), np.float32)
    inside = np.empty((3, elements), np.float32)
    module.measure(page, of_elements, of_blocks, shares, before, inside)
    starts, stops, parents, ends, depths = of_elements
    owners, times, earlier, last = of_blocks
    return measures.Measures(
        starts=starts,
        stops=stops,
        parents=parents,
        ends=ends,
        depths=depths,
        owners=owners,
        words=shares[0],
        linked=shares[1],
        copies=Copies(times, earlier, last),
        words_before=before[0],
        long_before=before[1],
        linked_before=before[2],
        words_inside=inside[0],
        long_inside=inside[1],
        linked_inside=inside[2],
    )
