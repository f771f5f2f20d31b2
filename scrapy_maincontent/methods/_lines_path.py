"""The most likely row of classes that the diagram allows, by dynamic programming (Shinnou and Sasaki 2.2, 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..features.measures import Floats
    from ._lines_diagram import Diagram

_LEAST = 1e-6
"""A class that a leaf has never seen is this likely: one such line must not forbid a page's only path."""


def best_path(shares: Floats, diagram: Diagram) -> list[int] | None:
    """Return the state of each line: the path with the greatest product of its classes' shares.

    ``shares`` (lines x classes). ``None`` where the diagram has no path of so many lines. Of equal paths the one
    through the states that the diagram names first is taken. Time and memory are linear in the lines.
    """
    count = len(shares)
    if not count:
        return None
    weights = np.log(np.maximum(shares.astype(np.float64), _LEAST))[:, diagram.classes]
    size = len(diagram.states)
    rows = np.arange(size)
    score = np.full(size + 1, -np.inf)  # the last one stands for no state
    first = list(diagram.first)
    score[first] = weights[0, first]
    chosen = np.empty((count, size), np.int16)
    for line in range(1, count):
        reached = score[diagram.before]
        best = reached.argmax(axis=1)
        chosen[line] = diagram.before[rows, best]
        score[:size] = reached[rows, best] + weights[line]
    final = list(diagram.final)
    state = final[int(score[final].argmax())]
    if score[state] == -np.inf:
        return None
    path = [state]
    for line in range(count - 1, 0, -1):
        path.append(int(chosen[line, path[-1]]))
    return path[::-1]
