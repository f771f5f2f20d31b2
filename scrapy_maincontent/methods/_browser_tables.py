"""Tables on a screen: the cells of a column are set below each other where every row fits on one line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._browser_line import Line
from ._browser_styles import Align
from ._browser_widths import columns, columns_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ._browser_screen import Screen

_MOST_COLUMNS = 40
"""Columns of the widest table that has a place on a screen."""


@dataclass(slots=True)
class _Cell:
    start: int  # columns from the row's margin
    span: int
    align: Align


@dataclass(slots=True)
class _Row:
    line: int
    indent: int
    cells: list[_Cell] = field(default_factory=list)


class Table:
    """One table, row by row while it is written; `align` then sets its lines anew.

    Tables with a table in them, with cells over several rows or with a row of more than one line stay as they are.
    """

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self.fits = True

    def start_row(self, screen: Screen) -> None:
        """Begin a row on the current line."""
        self._rows.append(_Row(screen.row, screen.indent))

    def start_cell(self, screen: Screen, attrs: Mapping[str, str], align: Align) -> None:
        """Begin a cell at the current column."""
        if self._rows and self.fits:
            row = self._rows[-1]
            self.fits = row.line == screen.row and len(row.cells) < _MOST_COLUMNS and _number(attrs, "rowspan") == 1
            row.cells.append(_Cell(screen.column, _number(attrs, "colspan"), align))

    def end_row(self, screen: Screen) -> None:
        """End the row; one that shows nothing has no line."""
        if self._rows and screen.is_line_empty and self._rows[-1].line == screen.row:
            self._rows.pop()
        elif self._rows and self._rows[-1].line != screen.row:
            self.fits = False

    def align(self, screen: Screen, right: int) -> None:
        """Set the rows' lines anew if they fit between their margin and column ``right``."""
        if not self.fits or not any(row.cells for row in self._rows) or self._rows[-1].line >= screen.row:
            return
        lines = [screen.line(row.line) for row in self._rows]
        texts = [_cut(line.text, row, screen.east_asian) for line, row in zip(lines, self._rows, strict=True)]
        widths = _widths(self._rows, texts, screen.east_asian)
        if max(row.indent for row in self._rows) + sum(widths) + len(widths) - 1 > right:
            return
        for row, line, cells in zip(self._rows, lines, texts, strict=True):
            if row.cells and line.text:
                screen.replace_line(row.line, Line(_set(row, cells, widths, screen.east_asian), line.blocks))


def _number(attrs: Mapping[str, str], name: str) -> int:
    value = attrs.get(name, "").strip()
    return max(1, min(int(value), _MOST_COLUMNS)) if value.isascii() and value.isdecimal() and len(value) < 5 else 1


def _cut(line: str, row: _Row, east_asian: bool) -> list[str]:
    """Return the texts of a row's cells."""
    borders = [row.indent + cell.start for cell in row.cells[1:]]
    texts = [""]
    column = 0
    for char in line:
        while len(texts) <= len(borders) and column >= borders[len(texts) - 1]:
            texts.append("")
        texts[-1] += char
        column += columns_of(char, east_asian)
    texts += [""] * (len(row.cells) - len(texts))
    return [text.strip(" ") for text in texts]


def _widths(rows: Sequence[_Row], texts: Sequence[Sequence[str]], east_asian: bool) -> list[int]:
    """Return the width of each of the table's columns; a cell over several widens the last of them."""
    count = min(max(sum(cell.span for cell in row.cells) for row in rows), _MOST_COLUMNS)
    widths = [0] * count
    for spanning in (False, True):
        for row, cells in zip(rows, texts, strict=True):
            first = 0
            for cell, text in zip(row.cells, cells, strict=True):
                last = min(first + cell.span, count)
                if (cell.span > 1) is spanning and first < last:
                    others = sum(widths[first : last - 1]) + last - first - 1
                    widths[last - 1] = max(widths[last - 1], columns(text, east_asian) - others)
                first = last
    return widths


def _set(row: _Row, cells: Sequence[str], widths: Sequence[int], east_asian: bool) -> str:
    text = " " * row.indent
    first = used = 0
    for cell, content in zip(row.cells, cells, strict=True):
        last = first + cell.span
        width = sum(widths[first:last]) + len(widths[first:last]) - 1
        spare = max(0, width - columns(content, east_asian))
        before = {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[cell.align]
        text += " " * (used - columns(text, east_asian) + row.indent + before) + content
        used += width + 1
        first = last
    return text.rstrip(" ")
