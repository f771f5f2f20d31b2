"""Data tables -> a grid with each cell where it is drawn -> a pipe table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .outline import cell_span

if TYPE_CHECKING:
    from ..page import Page


MAX_COLUMNS = 200
"""Columns of the widest grid; further cells follow without gaps."""
MAX_EMPTY, EMPTY_TIMES = 2000, 4
"""Empty cells that may be put into a table, and further ones for each cell of it."""
_BREAK = "<br>"
_ALIGN = re.compile(r"text-align\s*:\s*(right|center)", re.IGNORECASE)
_LINES = {"right": "---:", "center": ":---:"}


class Grid:
    """A table that is being read, cell by cell."""

    def __init__(self, page: Page, table: int) -> None:
        self._page = page
        rows = [element for element in range(table, page.ends[table]) if page.tags[element] == "tr"]
        self._numbers = {row: number for number, row in enumerate(rows)}
        self._rows: list[list[str]] = []
        self._cells: list[list[int]] = []  # the elements, by row
        self._busy: dict[int, set[int]] = {}  # columns that a cell of a row above reaches into, by row
        self._number = 0
        self.mark = ""
        """What stands before the next paragraph: the marker of a list's item."""
        self._paragraphs = 0
        self._filled = self._empty = 0  # cells of the page, and those that were put in

    def open_row(self, row: int) -> None:
        """Begin a row."""
        self._number = self._numbers.get(row, self._number + 1)
        self._rows.append([])
        self._cells.append([])

    def open_cell(self, cell: int) -> None:
        """Begin a cell."""
        if not self._rows:
            self.open_row(-1)
        row = self._rows[-1]
        busy = self._busy.get(self._number, ())
        while len(row) in busy and self._has_room(1):
            row.append("")
        column, width, height = len(row), cell_span(self._page, cell, "colspan"), cell_span(self._page, cell, "rowspan")
        row.append("")
        self._filled += 1
        self._cells[-1].append(cell)
        self._paragraphs = 0
        if height > 1 and column < MAX_COLUMNS and self._has_room(0):
            for below in range(self._number + 1, self._number + height):
                self._busy.setdefault(below, set()).update(range(column, column + width))

    def add(self, paragraph: str) -> None:
        """Add a paragraph to the open cell."""
        if not self._rows or not self._rows[-1]:
            self.open_cell(-1)
        text = paragraph.replace("|", "\\|").strip()
        if text:
            row = self._rows[-1]
            row[-1] = f"{row[-1]}{_BREAK if self._paragraphs else ''}{self.mark}{text}"
            self._paragraphs += 1
            self.mark = ""

    def close_cell(self, cell: int) -> None:
        """End a cell: it is as wide as its columns."""
        row, wide = self._rows[-1], cell_span(self._page, cell, "colspan") - 1
        if wide and len(row) < MAX_COLUMNS and self._has_room(wide):
            row.extend([""] * wide)

    def _has_room(self, empty: int) -> bool:
        """Return True if a table of so many cells may have further empty ones, and count them."""
        self._empty += empty
        return self._empty <= MAX_EMPTY + EMPTY_TIMES * self._filled

    def take(self) -> list[str]:
        """Return the rows so far as a pipe table, and begin anew."""
        rows, cells = self._rows, self._cells
        self._rows, self._cells = [], []
        if not any(map(any, rows)):
            return []
        columns = max(map(len, rows))
        if self._has_room(columns * len(rows) - sum(map(len, rows))):
            for row in rows:
                row.extend([""] * (columns - len(row)))
        else:
            rows[0].extend([""] * (columns - len(rows[0])))
        marks = self._alignments(cells[0] if cells else [], columns)
        if not self._has_head(cells):
            rows.insert(0, [""] * columns)
        return [f"| {' | '.join(row)} |" for row in (rows[0], marks, *rows[1:])]

    def _has_head(self, cells: list[list[int]]) -> bool:
        """Return True if the first row is the head: one of headings alone, or in a table that heads no row."""
        page = self._page

        def is_heading(cell: int) -> bool:
            return cell >= 0 and page.tags[cell] == "th"

        first, rest = cells[0], [row for row in cells[1:] if row]
        if not first or all(map(is_heading, first)):
            return True
        row = page.parents[first[0]] if first[0] >= 0 else -1
        if row >= 0 and page.parents[row] >= 0 and page.tags[page.parents[row]] == "thead":
            return True
        return not (is_heading(first[0]) and rest and all(is_heading(row[0]) for row in rest))

    def _alignments(self, head: list[int], columns: int) -> list[str]:
        marks: list[str] = []
        for cell in head:
            own = self._page.attrs[cell] if cell >= 0 else {}
            styled = _ALIGN.search(own.get("style", "")[:200])
            align = own.get("align", "") or (styled[1] if styled else "")
            marks += [_LINES.get(align.strip().lower(), "---")] * cell_span(self._page, cell, "colspan")
        return [*marks, *["---"] * columns][:columns]
