"""The screen of the text browser: fills lines up to the margin and parts paragraphs by empty lines."""

from __future__ import annotations

import re
from itertools import groupby

from ._browser_line import Chunk, Line
from ._browser_styles import Align, Style
from ._browser_widths import columns, columns_of, fitting

_TAB = 8
_TABS = re.compile("(\t)")
_TRAILING = " "


class Screen:
    """Lines of ``width`` columns, written from the top; ``block`` is the text block that is being written, -1: none.

    A line is parted at its last blank or before its last full-width character, where it has one, else at the margin.
    """

    def __init__(self, width: int, style: Style, east_asian: bool) -> None:
        self.width = width
        self.style = style
        self.east_asian = east_asian
        self.block = -1
        self.first_line = True
        """Whether the margin of a paragraph's first line holds."""
        self.after_blank = True
        """Whether a blank would add nothing, since one was just written."""
        self._lines: list[Line] = []
        self._settled: list[Chunk] = []
        self._open: list[Chunk] = []  # from the last place where the line may be parted
        self._used = 0  # columns of both
        self._shift = 0  # columns left free at the start of the line

    def finish(self) -> list[Line]:
        """End the last line; return all lines without empty ones at the end."""
        self.end_line()
        end = len(self._lines)
        while end and not self._lines[end - 1].text:
            end -= 1
        return self._lines[:end]

    @property
    def is_line_empty(self) -> bool:
        """Whether nothing stands on the line."""
        return not self._settled and not self._open

    @property
    def was_line_empty(self) -> bool:
        """Whether the line above is empty."""
        return not self._lines or not self._lines[-1].text

    @property
    def row(self) -> int:
        """The number of the line that is being written."""
        return len(self._lines)

    @property
    def column(self) -> int:
        """Columns used on the line, its margin not counted."""
        return self._used

    def set_style(self, style: Style) -> None:
        """Begin a paragraph of a style."""
        self.begin_paragraph(max(self.style.after, style.before))
        self.style = style

    def begin_paragraph(self, empty: int | None = None) -> None:
        """End the line and see that at least ``empty`` empty lines follow it; default: those of the style."""
        missing = max(self.style.after, self.style.before) if empty is None else empty
        if self.is_line_empty:
            if not self._lines and missing == 1:
                return
            above = len(self._lines)
            while missing and above and not self._lines[above - 1].text:
                missing -= 1
                above -= 1
        else:
            missing += 1
        for _ in range(missing):
            self.end_line()
        self.first_line = True

    def end_line(self, *, first: bool = False) -> None:
        """End the line, be it empty; ``first`` tells that the next one begins a paragraph."""
        self._emit(self._settled + self._open)
        self._settled, self._open, self._used = [], [], 0
        self.first_line = first
        self.after_blank = True

    def drop_line_above(self) -> None:
        """Take the last finished line away."""
        if self._lines:
            self._lines.pop()

    def break_line(self) -> None:
        """End the line unless nothing stands on it."""
        if not self.is_line_empty:
            self.end_line()

    def write_blank(self) -> None:
        """Write a blank, unless one was just written."""
        if self.after_blank:
            return
        self.allow_break()
        if self._free < 1:
            self._wrap()
        else:
            self._add(" ", 1)
        self.after_blank = True

    def write(self, text: str) -> None:
        """Write characters that hold no blank at which a line may be parted."""
        if text.isascii():
            self._write_narrow(text)
        else:
            for wide, chars in groupby(text, self._is_wide):
                if wide:
                    self._write_wide("".join(chars))
                else:
                    self._write_narrow("".join(chars))
        self.after_blank = False

    def write_preformatted(self, text: str) -> None:
        """Write characters as they are; the only ends of lines are those of the text and of the screen."""
        for number, line in enumerate(text.split("\n")):
            if number:
                self.end_line(first=True)
            for part in _TABS.split(line):
                self._write_unbroken(" " * (_TAB - (self.indent + self._used) % _TAB) if part == "\t" else part)

    def shift_to(self, column: int) -> None:
        """Go on at a column, in a new line where that one is passed."""
        here = self.indent + self._used
        if here >= column:
            self.end_line()
        elif self.is_line_empty:
            self._shift += column - here
        else:
            self.allow_break()
            self._add(" " * (column - here), column - here)

    def allow_break(self) -> None:
        """Let the line be parted here."""
        self._settled += self._open
        self._open = []

    def line(self, number: int) -> Line:
        """Return a finished line."""
        return self._lines[number]

    def replace_line(self, number: int, line: Line) -> None:
        """Put a line in the place of a finished one."""
        self._lines[number] = line

    @property
    def indent(self) -> int:
        """Columns left of the line's text, as long as it is aligned to the left."""
        return (self.style.first if self.first_line else self.style.rest) + self._shift

    @property
    def _free(self) -> int:
        return self.width - self.style.right - self.indent - self._used

    def _is_wide(self, char: str) -> bool:
        return columns_of(char, self.east_asian) == 2

    def _write_narrow(self, text: str) -> None:
        start = 0
        while len(text) - start > self._free:
            if self._settled:
                self._wrap()
                continue
            fitting = max(self._free, 0 if self._open else 1)
            if fitting:
                self._add(text[start : start + fitting], fitting)
                start += fitting
            self.allow_break()
            self._wrap()
        if start < len(text):
            self._add(text[start:], len(text) - start)

    def _write_wide(self, text: str) -> None:
        start = 0
        while start < len(text):
            self.allow_break()
            fitting = min(max(self._free // 2, 0 if self._settled else 1), len(text) - start)
            if not fitting:
                self._wrap()
                continue
            self._add(text[start : start + fitting], 2 * fitting)
            if fitting > 1:
                self._part_last()
            start += fitting

    def _part_last(self) -> None:
        """Let a line be parted before the last character written."""
        chunk = self._open.pop()
        self._settled.append(Chunk(chunk.text[:-1], chunk.width - 2, chunk.block))
        self._open.append(Chunk(chunk.text[-1], 2, chunk.block))

    def _write_unbroken(self, text: str) -> None:
        """Write a preformatted line; only the screen's margin parts it."""
        start = 0
        while start < len(text):
            free = self._free if self._used else max(self._free, 1)
            part = fitting(text[start : start + max(free, 0)], max(free, 2 * (not self._used)), self.east_asian)
            if part:
                self._add(part, columns(part, self.east_asian))
            start += len(part)
            if start < len(text):
                self.end_line()

    def _add(self, text: str, width: int) -> None:
        self._open.append(Chunk(text, width, self.block))
        self._used += width

    def _wrap(self) -> None:
        """End the line at the last place where it may be parted."""
        self._emit(self._settled)
        rest = self._open
        while rest and not rest[0].text.strip(" \xa0"):
            rest = rest[1:]
        self._settled, self._open = [], rest
        self._used = sum(chunk.width for chunk in rest)
        self.first_line = False
        self.after_blank = not rest

    def _emit(self, chunks: list[Chunk]) -> None:
        text = "".join(chunk.text for chunk in chunks).replace("\xa0", " ").rstrip(_TRAILING)
        blocks = tuple(dict.fromkeys(chunk.block for chunk in chunks if chunk.block >= 0 and chunk.text.strip()))
        indent = self.indent
        if text and self.style.align is not Align.LEFT:
            spare = self.width - self.style.right - indent - columns(text, self.east_asian)
            indent = max(0, indent + (spare if self.style.align is Align.RIGHT else int(spare / 2)))
        self._lines.append(Line(" " * indent + text if text else "", blocks))
        self._shift = 0
