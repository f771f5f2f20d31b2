"""The screen of the text browser: text fills lines of 80 columns, empty lines part its paragraphs."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 80
"""Columns of the screen."""
NO_BLOCK = -1
"""Stands for the text block of what is in none."""
_TAB = 8
_BLANKS = re.compile(r"[ \t\r\n\f]+")
"""The blanks of HTML; others, as the full-width one, are characters of the text."""
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_NO_BREAK = "\xa0"


class Align(Enum):
    """How the lines of a paragraph are aligned between its margins."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Style(NamedTuple):
    """How the lines of a paragraph are set; ``flowing`` lines are filled, preformatted ones stay as they are.

    ``indent`` and ``right`` are the columns of its margins.
    """

    indent: int
    right: int
    align: Align = Align.LEFT
    flowing: bool = True


TEXT = Style(3, 6)
"""Running text."""


class Line(NamedTuple):
    """One line of a page as a text browser shows it.

    ``text`` keeps its leading blanks, not its trailing ones; it is "" for an empty line. ``blocks`` are the numbers of
    the Page's text blocks that have characters on the line, in order.
    """

    text: str
    blocks: tuple[int, ...]


_EMPTY_LINE = Line("", ())


class _Chunk(NamedTuple):
    """Some of the characters on a line, all of one text block."""

    text: str
    columns: int
    block: int


class Screen:
    """Lines, written from the top.

    Empty lines are written when there is a line to stand below them: an element that shows nothing leaves no trace.
    ``style`` counts from the next line on.
    """

    def __init__(self, *, east_asian: bool) -> None:
        self.style = TEXT
        self._east_asian = east_asian
        self._lines: list[Line] = []
        self._gap = 0  # empty lines that are due before the next one
        self._block = NO_BLOCK
        self._links = 0
        self._line_style = TEXT
        self._settled: list[_Chunk] = []
        self._open: list[_Chunk] = []  # what stands behind the last place where the line may be parted
        self._used = 0  # columns of both
        self._only_mark = False
        self._pre_begins = False
        self._after_blank = True  # one more blank would add nothing

    def finish(self) -> list[Line]:
        """End the last line; return all of them."""
        self._end_line()
        return self._lines

    def part(self, empty: int = 0) -> None:
        """End the line and see that ``empty`` empty ones follow; the mark of an item waits for the item's text."""
        if not self._only_mark:
            self._end_line()
            self._gap = max(self._gap, empty)

    def close_gap(self) -> None:
        """Leave out the empty lines that are due."""
        self._gap = 0

    def mark(self, text: str) -> None:
        """Write the mark of an item on a new line, left of the margin of the item's text."""
        self._new_line()
        self._line_style = self.style._replace(indent=max(0, self.style.indent - len(text)))
        self._block = NO_BLOCK
        self._add(text, len(text))
        self._only_mark = True

    def begin_preformatted(self) -> None:
        """Leave out the line end that preformatted text begins with."""
        self._pre_begins = True

    def begin_item(self) -> None:
        """Let the empty line that is begun wait for text."""
        self._only_mark = True

    def end_item(self) -> None:
        """End the line, even if nothing but an item's mark is on it."""
        self._only_mark = False
        self.part()

    def number_link(self) -> None:
        """Write the next link's number, a part of the word behind it."""
        self._links += 1
        after_blank, only_mark = self._after_blank, self._only_mark
        self.text(f"[{self._links}]")
        self._after_blank, self._only_mark = after_blank, only_mark

    def blank(self) -> None:
        """Write a blank, unless there is one."""
        self.text(" ")

    def text(self, text: str, block: int = NO_BLOCK) -> None:
        """Write text of a text block."""
        self._block = block
        if self.style.flowing:
            text = _BLANKS.sub(" ", text)
            self._write(text.removeprefix(" ") if self._after_blank else text)
        else:
            self._write_preformatted(text.removeprefix("\n") if self._pre_begins else text)
            self._pre_begins = False

    def _write_preformatted(self, text: str) -> None:
        for number, line in enumerate(_LINE_ENDS.split(text)):
            if number:
                self.part(0 if self._used else 1)
            self._write(line.expandtabs(_TAB))

    def _write(self, text: str) -> None:
        if not text:
            return
        if not self._used:
            self._new_line()
        if text.isascii():
            self._write_narrow(text)
        else:
            for wide, chars in groupby(text, self._is_wide):
                (self._write_wide if wide else self._write_narrow)("".join(chars))
        self._only_mark = False
        self._after_blank = text[-1] == " "

    def _write_narrow(self, text: str) -> None:
        """Write characters of one column each; a line is parted at a blank, or within a word longer than a line."""
        start = 0
        while len(text) - start > self._free:
            blank = text.rfind(" ", start, start + self._free + 1) if self.style.flowing else -1
            if blank < 0 and self._settled and self.style.flowing:
                self._wrap()
                continue
            end = start + self._free if blank < 0 else blank
            self._add(text[start:end], end - start)
            self._new_line()
            start = end if blank < 0 else end + 1
        word = max(text.rfind(" ", start) + 1, start)
        self._add(text[start:word], word - start)
        if start < word:
            self._settle()
        self._add(text[word:], len(text) - word)

    def _write_wide(self, text: str) -> None:
        start = 0
        while start < len(text):
            self._settle()
            part = text[start : start + self._free // 2]
            self._add(part, 2 * len(part))
            start += len(part)
            if start < len(text):
                self._new_line()
        self._settle()

    def _is_wide(self, char: str) -> bool:
        return columns_of(char, self._east_asian) == 2

    @property
    def _free(self) -> int:
        return max(0, WIDTH - self._line_style.right - self._line_style.indent - self._used)

    def _add(self, text: str, width: int) -> None:
        if text:
            self._open.append(_Chunk(text, width, self._block))
            self._used += width

    def _settle(self) -> None:
        self._settled += self._open
        self._open = []

    def _wrap(self) -> None:
        """Go on in a new line, which takes what stands behind the last place where this one may be parted."""
        rest, self._open = self._open, []
        self._new_line()
        self._open = rest
        self._used = sum(chunk.columns for chunk in rest)

    def _new_line(self) -> None:
        self._end_line()
        if self._lines:
            self._lines += [_EMPTY_LINE] * self._gap
        self._gap = 0
        self._line_style = self.style

    def _end_line(self) -> None:
        """End the line if something stands on it; nothing but blanks makes an empty line."""
        chunks = self._settled + self._open
        self._settled, self._open, self._used = [], [], 0
        self._only_mark, self._after_blank = False, True
        if not chunks:
            return
        text = "".join(chunk.text for chunk in chunks).replace(_NO_BREAK, " ").rstrip(" ")
        if text:
            blocks = (chunk.block for chunk in chunks if chunk.block != NO_BLOCK and not chunk.text.isspace())
            self._lines.append(Line(" " * self._margin(text) + text, tuple(dict.fromkeys(blocks))))
        else:
            self._gap = max(self._gap, 1)

    def _margin(self, text: str) -> int:
        style = self._line_style
        if style.align is Align.LEFT:
            return style.indent
        spare = max(0, WIDTH - style.right - style.indent - columns(text, self._east_asian))
        return style.indent + (spare if style.align is Align.RIGHT else spare // 2)


_REMEMBERED = 4096
_LAST_LATIN = "\u024f"
"""Latin letters, which end here, take one column in East Asian fonts as well."""
_EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff]")
_EAST_ASIAN_SHARE = 0.1
"""Share of East Asian characters from which a page is set in their fonts."""


@lru_cache(_REMEMBERED)
def columns_of(char: str, east_asian: bool) -> int:
    """Return the columns of a character: 2 for a full-width one, else 1.

    In East Asian fonts characters whose width Unicode calls ambiguous (arrows, circled digits, Cyrillic) take two; so
    do half-width kana, which `lynx` writes as full-width ones.
    """
    width = east_asian_width(char)
    if width in ("W", "F") or (east_asian and width == "H"):
        return 2
    return 2 if east_asian and width == "A" and not (char <= _LAST_LATIN and char.isalpha()) else 1


def columns(text: str, east_asian: bool) -> int:
    """Return the columns of a text."""
    return len(text) if text.isascii() else sum(columns_of(char, east_asian) for char in text)


def is_east_asian(texts: Sequence[str]) -> bool:
    """Return whether a page's texts are to a good part Japanese, Chinese or Korean."""
    total = sum(map(len, texts))
    return sum(len(_EAST_ASIAN.findall(text)) for text in texts if not text.isascii()) > _EAST_ASIAN_SHARE * total
