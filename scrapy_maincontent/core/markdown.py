"""Outline -> Markdown: CommonMark, and pipe tables for tables whose cells fit on a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..page import HEADINGS, cell_span
from .containers import is_simple
from .inline import InlineReader
from .markdown_inline import address, heading_text, longest_run, markdown_line, markdown_text
from .outline import What

if TYPE_CHECKING:
    from ..page import Page
    from ..page.head import Addresses
    from .outline import Event, Outline

MAX_NESTING = 6
"""Lists and quotes in each other; what is deeper is written at this depth. Every line repeats its indentation."""
MAX_START = 999
"""The highest number that an ordered list may start with."""
MIN_FENCE = 3

_LANGUAGE = re.compile(r"(?:^|\s)lang(?:uage)?-([\w+#.-]{1,32})(?=\s|$)")
_LINE_BREAK = re.compile(r"\r\n?|\n")
_HARD_BREAK = "\\\n"
_BULLETS = "-*"
_NUMBER_ENDS = ".)"


@dataclass(slots=True)
class _List:
    """An open list. Neighbouring lists use different signs, or they would be one."""

    ordered: bool
    number: int
    sign: int
    fresh: bool = True

    def next_marker(self) -> str:
        if not self.ordered:
            return f"{_BULLETS[self.sign]} "
        self.number += 1
        return f"{self.number - 1}{_NUMBER_ENDS[self.sign]} "


@dataclass(slots=True)
class _Level:
    """An open item or quote: what stands before its first line, and before every other."""

    marker: str
    indent: str
    may_follow: bool
    """Whether it may start on the line after a paragraph."""


def to_markdown(page: Page, outline: Outline, addresses: Addresses) -> str:
    """Return the selection as Markdown that CommonMark renders with the same visible text."""
    writer = _Writer(page, addresses, InlineReader(page, addresses, outline.inner_images))
    for event in outline.events:
        writer.add(event)
    return writer.finish()


class _Writer:
    def __init__(self, page: Page, addresses: Addresses, reader: InlineReader) -> None:
        self._page = page
        self._addresses = addresses
        self._reader = reader
        self._out: list[str] = []
        self._tags: list[tuple[str, int]] = []
        self._lines: list[str] = []  # of the paragraph that is being read
        self._lists: list[_List] = []
        self._closed: tuple[int, _List] | None = None  # the list just closed, and its depth
        self._levels: list[_Level] = []
        self._shared = 0  # levels that are open since the last paragraph was written
        self._after_item = False  # the last paragraph was the first of its item
        self._rows: list[list[str]] | None = None  # of the table that is being read

    def add(self, event: Event) -> None:
        what, tag, number, joined = event
        if what is What.LINE:
            if not joined:
                self._end_paragraph()
            preformatted = bool(self._tags) and self._tags[-1][0] == "pre"
            self._lines.append(
                self._page.texts[number] if preformatted else markdown_line(self._reader.read(number), self._image)
            )
            return
        self._end_paragraph()
        if what is What.IMAGE:
            self._put(self._image(number))
        elif what is What.OPEN:
            self._open(tag, number)
        else:
            self._close(tag)

    def finish(self) -> str:
        self._end_paragraph()
        return "".join(self._out)

    def _image(self, number: int) -> str:
        source = self._addresses.image(self._page.object_urls[number])
        return "" if source is None else f"![{markdown_text(self._page.object_alts[number])}]({address(source)})"

    def _open(self, tag: str, element: int) -> None:
        self._tags.append((tag, element))
        if tag in ("ul", "ol"):
            sign = 0
            if self._closed and self._closed[0] == len(self._lists) and self._closed[1].ordered == (tag == "ol"):
                sign = 1 - self._closed[1].sign
            self._lists.append(_List(tag == "ol", self._start(element), sign))
        elif tag == "li":
            parent = self._lists[-1]
            marker = parent.next_marker()
            may_follow = not (parent.fresh and parent.ordered and not marker.startswith("1"))
            parent.fresh = False
            self._levels.append(_Level(marker, " " * len(marker), may_follow))
        elif tag == "blockquote":
            self._levels.append(_Level("> ", "> ", False))
        elif tag == "table" and is_simple(self._page, element):
            self._rows = []
        elif self._rows is not None and tag == "tr":
            self._rows.append([])
        elif self._rows is not None and tag in ("td", "th"):
            self._rows[-1].append("")

    def _close(self, tag: str) -> None:
        element = self._tags.pop()[1]
        if tag in ("ul", "ol"):
            self._closed = len(self._lists) - 1, self._lists.pop()
        elif tag in ("li", "blockquote"):
            self._levels.pop()
            self._shared = min(self._shared, len(self._levels))
        elif self._rows is not None and tag in ("td", "th"):
            self._rows[-1].extend([""] * (cell_span(self._page, element, "colspan") - 1))
        elif self._rows is not None and tag == "table":
            self._end_rows()
            self._rows = None

    def _start(self, element: int) -> int:
        value = self._page.attrs[element].get("start", "") if element >= 0 else ""
        return int(value) if value.isdecimal() and len(value) <= len(str(MAX_START)) else 1

    def _end_paragraph(self) -> None:
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        tag, element = self._tags[-1] if self._tags else ("", -1)
        if tag in HEADINGS:
            self._write([f"{'#' * int(tag[1])} {heading_text(' '.join(lines))}"])
        elif tag == "pre":
            self._write(self._fenced("\n".join(lines), element))
        else:
            self._put(_HARD_BREAK.join(lines))

    def _put(self, paragraph: str) -> None:
        """Write a paragraph, into the open cell where there is one."""
        if self._rows is not None and self._rows and self._tags[-1][0] in ("td", "th"):
            cell = paragraph.replace(_HARD_BREAK, " ").replace("|", "\\|")
            self._rows[-1][-1] = f"{self._rows[-1][-1]} {cell}".strip()
        elif paragraph:
            self._end_rows()
            self._write(paragraph.split("\n"), flowing=True)

    def _end_rows(self) -> None:
        """Write the rows read so far: at the end of a table, and where a caption stands below or among them."""
        if self._rows:
            self._write(_table(self._rows))
            self._rows = []

    def _fenced(self, text: str, element: int) -> list[str]:
        """Return a code block in a fence longer than any run of backticks in it, with the language of its class."""
        page = self._page
        children = range(element, min(element + 2, page.ends[element]))
        classes = " ".join(page.attrs[child].get("class", "") for child in children)
        language = _LANGUAGE.search(classes)
        fence = "`" * max(MIN_FENCE, longest_run(text) + 1)
        return [f"{fence}{language[1] if language else ''}", *_LINE_BREAK.split(text), fence]

    def _write(self, lines: list[str], *, flowing: bool = False) -> None:
        """Write lines, each behind the markers or the indentation of the levels around it."""
        levels = self._levels[:MAX_NESTING]
        opening = levels[self._shared] if self._shared < len(levels) else None
        is_item = opening is not None and opening.marker != "> "
        if self._out:
            close = flowing and is_item and self._after_item and opening is not None and opening.may_follow
            between = "".join(level.indent for level in levels[: self._shared]).rstrip()
            self._out.append("\n" if close else f"\n{between}\n")
        first = "".join(level.indent if depth < self._shared else level.marker for depth, level in enumerate(levels))
        rest = "".join(level.indent for level in levels)
        self._out.append("\n".join([first + lines[0], *(rest + line if line else rest.rstrip() for line in lines[1:])]))
        self._shared = len(self._levels)
        self._after_item = flowing and is_item
        self._closed = None


def _table(rows: list[list[str]]) -> list[str]:
    """Return rows of cells as a pipe table; the first row is its head, since there is no table without one."""
    columns = max(map(len, rows))
    head, *body = rows
    head = [*head, *[""] * (columns - len(head))]
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * columns, *body)]
