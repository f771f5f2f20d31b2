"""Where a block stands in a table (Fujita et al. 4.4): its row and column, and the table's size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..features.measures import Floats
    from ..page import Page
    from ._fujita_blocks import Blocks

_NOWHERE = -1
_CELLS = ("td", "th")


def cells(page: Page, blocks: Blocks) -> dict[str, Floats]:
    """Return ``row`` and ``column`` of each block's cell, counted from 1, and the table's ``rows`` and ``columns``.

    The cell is the innermost one around the block; outside tables all are 0. Spans are not counted.
    """
    tags, parents = page.tags, page.parents
    cell = [_NOWHERE] * len(tags)  # the innermost cell, row and table at or above each element
    row, table = cell.copy(), cell.copy()
    row_number: dict[int, int] = {}
    column_number: dict[int, int] = {}
    heights: dict[int, int] = {}
    widths: dict[int, int] = {}
    filled: dict[int, int] = {}
    for element, (tag, parent) in enumerate(zip(tags, parents, strict=True)):
        if parent >= 0:
            cell[element], row[element], table[element] = cell[parent], row[parent], table[parent]
        if tag == "table":
            table[element] = element
        elif tag == "tr":
            row[element] = element
            heights[table[element]] = row_number[element] = heights.get(table[element], 0) + 1
        elif tag in _CELLS:
            cell[element] = element
            line, around = row[element], table[element]
            filled[line] = column_number[element] = filled.get(line, 0) + 1
            widths[around] = max(widths.get(around, 0), filled[line])
    places = [(cell[element], row[cell[element]], table[cell[element]]) for element in blocks.elements.tolist()]
    found = {
        "row": [row_number.get(line, 0) if inner >= 0 else 0 for inner, line, _ in places],
        "column": [column_number.get(inner, 0) for inner, _, _ in places],
        "rows": [heights.get(around, 0) if inner >= 0 else 0 for inner, _, around in places],
        "columns": [widths.get(around, 0) if inner >= 0 else 0 for inner, _, around in places],
    }
    return {name: np.array(values, np.float32) for name, values in found.items()}
