"""Outline -> Markdown: CommonMark, with GitHub's tables, footnotes and task boxes, and formulas as TeX."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..page import HEADINGS
from .code import code_text, language
from .escapes import at_start, destination, escaped, on_one_line, plain, settled, special_places
from .inline import BACK, DISPLAY, SOLID, Step
from .markup import HtmlWriter
from .notes import LABEL, NOTE
from .outline import PICTURES, Event, What, box_of, is_simple, link_around
from .plain_text import MAX_DIGITS, item_numbers, own_number
from .tables import Grid
from .tex import formulas, written

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..page import Page
    from ..page.head import Addresses
    from .frame import Style
    from .inline import Inline, Mark


MAX_NESTING = 6
"""Lists and quotes in each other; what is deeper is written at this depth. Every line repeats its indentation."""
MAX_MARKS = 2000
"""Characters of quotation marks before the lines of one block; one with more, and more marks than text, has fewer."""
MIN_FENCE = 3

_LINE, _TEXT = What.LINE, Step.TEXT
"""The most frequent ones: an attribute of an enumeration takes its time."""
_LINE_BREAK = re.compile(r"\r\n?|\n")
_HARD_BREAK = "\\\n"
_BULLETS = "-*"
_NUMBER_ENDS = ".)"
_QUOTE = "> "
_RULE = "---"
_FORMULA_STARTS = ("$$", "\\[", "\\begin{")


@dataclass(slots=True)
class _List:
    """An open list. Neighbouring lists use different signs, or they would be one."""

    numbers: Mapping[int, int] | None
    """Of an ordered list, by item."""
    sign: int
    number: int = 0
    fresh: bool = True

    def next_marker(self, item: int) -> str:
        if self.numbers is None:
            return f"{_BULLETS[self.sign]} "
        self.number = max(self.numbers.get(item, self.number + 1), 0)
        return f"{self.number}{_NUMBER_ENDS[self.sign]} "


@dataclass(slots=True)
class _Level:
    """An open item or quote: what stands before its first line, and before every other."""

    marker: str
    indent: str
    may_follow: bool
    """Whether it may start on the line after a paragraph."""


class MarkdownWriter:
    """Writes the selection as Markdown that CommonMark renders with the same visible text."""

    def __init__(
        self,
        page: Page,
        addresses: Addresses,
        inlines: Mapping[int, Inline],
        labels: Mapping[int, str],
        style: Style,
    ) -> None:
        self._page = page
        self._addresses = addresses
        self._inlines = inlines
        self._notes = labels
        self._style = style
        self._out: list[str] = []
        self._tags: list[tuple[str, int]] = []
        self._lines: list[str] = []  # of the paragraph that is being read
        self._joined: list[int] = []  # its text blocks
        self._code: list[int] = []  # text blocks of the code that is being read
        self._lists: list[_List] = []
        self._closed: tuple[int, _List] | None = None  # the list just closed, and its depth
        self._levels: list[_Level] = []
        self._shared = 0  # levels that are open since the last paragraph was written
        self._after_item = False  # the last paragraph was the first of its item
        self._box = ""  # the task box of the item that has begun
        self._in_note = False  # a footnote has begun
        self._number = -1  # of the item that has begun, in an ordered list
        self._alone = ""  # the first line of that item, where it is the number and no more
        self._grid: Grid | None = None  # the table that is being read
        self._markup: HtmlWriter | None = None  # what writes the table that is being read, if it is none of lines
        self._marked = "", -1  # that table

    def add(self, event: Event) -> None:
        """Write the next event."""
        what, tag, number, joined = event
        if self._markup is not None:
            self._add_markup(self._markup, event)
            return
        if what is _LINE:
            tag = self._tags[-1][0] if self._tags else ""
            if tag == "pre":
                self._code.append(number)
                return
            if not joined:
                if self._lines:
                    self._end_paragraph()
                self._joined = []
            self._joined.append(number)
            is_block = self._grid is None and tag not in HEADINGS
            line = self._line(self._inlines[number], is_block=is_block)
            if self._number >= 0 and line:
                rest, self._number = _without_number(line, self._number), -1
                line, self._alone = rest, "" if rest else line
            self._lines.append(line)
            return
        if self._lines:
            self._end_paragraph()
        if what is What.IMAGE:
            self._put(self._object(number))
        elif what is What.RULE:
            if self._grid is None:  # a cell of a table in lines has none
                self._write([_RULE])
        elif what is What.OPEN:
            self._open(tag, number)
        else:
            self._close(tag)

    def finish(self, rest: Iterable[int]) -> str:
        """Return all that was written, and the blocks behind it as plain paragraphs."""
        if self._lines:
            self._end_paragraph()
        for block in rest:
            self._write([settled(at_start(plain(self._page.texts[block])))])
        return "".join(self._out)

    def _add_markup(self, writer: HtmlWriter, event: Event) -> None:
        """Go on with a table in HTML; no line of it is empty, since that would end it."""
        writer.add(event)
        if event.what is What.OPEN:
            self._tags.append((event.tag, event.number))
        elif event.what is What.CLOSE and self._tags.pop() == self._marked:  # not a table in one of its cells
            self._markup = None
            self._write(_without_empty(_LINE_BREAK.split(writer.finish())))

    def _object(self, number: int) -> str:
        """Return a picture, or a link to what a player plays."""
        page = self._page
        if page.tags[page.objects[number]] in PICTURES:
            return self._image(number)
        url = self._addresses.link(page.object_urls[number])
        if url is None or not self._style.links:
            return ""
        return f"[{settled(plain(page.object_alts[number] or url, in_link=True))}]({destination(url)})"

    def _image(self, number: int, *, is_linked: bool = False) -> str:
        source = self._addresses.image(self._page.object_urls[number])
        if source is None or not self._style.images:
            return ""
        image = f"![{settled(plain(self._page.object_alts[number], in_link=True))}]({destination(source)})"
        around = link_around(self._page, number) if self._style.links and not is_linked else None
        address = self._addresses.link(around) if around else None
        return image if address is None else f"[{image}]({destination(address)})"

    def _open(self, tag: str, element: int) -> None:
        self._tags.append((tag, element))
        if tag in ("ul", "ol"):
            self._open_list(tag, element)
        elif tag == "li":
            self._open_item(element)
        elif tag == NOTE:
            self._levels.append(_Level(f"[^{self._notes[element]}]: ", "    ", may_follow=False))
            self._in_note = True
        elif tag == "blockquote":
            self._levels.append(_Level(_QUOTE, _QUOTE, may_follow=False))
        elif tag == "table":
            if is_simple(self._page, element):
                self._grid = Grid(self._page, element)
            else:
                self._markup = HtmlWriter(self._page, self._addresses, self._inlines, self._style)
                self._markup.add(Event(What.OPEN, tag, element))
                self._marked = tag, element
        elif self._grid is not None and tag == "tr":
            self._grid.open_row(element)
        elif self._grid is not None and tag in ("td", "th"):
            self._grid.open_cell(element)

    def _open_list(self, tag: str, element: int) -> None:
        ordered, sign = tag == "ol", 0
        if self._closed and self._closed[0] == len(self._lists) and (self._closed[1].numbers is not None) == ordered:
            sign = 1 - self._closed[1].sign
        numbers = (item_numbers(self._page, element) if element >= 0 else {}) if ordered else None
        self._lists.append(_List(numbers, sign))

    def _open_item(self, element: int) -> None:
        parent = self._lists[-1]
        marker = parent.next_marker(element)
        if self._grid is not None:
            self._grid.mark = marker
            return
        may_follow = not (parent.fresh and parent.numbers is not None and parent.number != 1)
        parent.fresh = False
        box = box_of(self._page, element)
        self._box = "" if box is None else "[x] " if box else "[ ] "
        self._number = parent.number if parent.numbers is not None else -1
        self._levels.append(_Level(marker, " " * len(marker), may_follow))

    def _close(self, tag: str) -> None:
        element = self._tags.pop()[1]
        if tag in ("ul", "ol"):
            self._closed = len(self._lists) - 1, self._lists.pop()
        elif tag in ("li", "blockquote", NOTE) and self._grid is None:
            if self._alone and self._shared < len(self._levels):
                self._write([self._alone], flowing=True)
            self._alone = ""
            self._levels.pop()
            self._shared = min(self._shared, len(self._levels))
            self._box, self._in_note, self._number = "", False, -1
        elif tag == "pre":
            self._end_code(element)
        elif self._grid is not None and tag in ("td", "th"):
            self._grid.close_cell(element)
        elif self._grid is not None and tag == "table":
            self._end_rows()
            self._grid = None

    def _end_paragraph(self) -> None:
        lines, self._lines = [line for line in self._lines if line], []
        tag = self._tags[-1][0] if self._tags else ""
        if not lines:
            return
        if tag in HEADINGS:
            self._write([f"{'#' * int(tag[1])} {_heading_text(settled(' '.join(lines)))}"])
        else:
            self._put(self._formula() or settled(_HARD_BREAK.join(lines)))

    def _formula(self) -> str:
        """Return the formula that a paragraph is whose lines are parted by line breaks, "" where it is none."""
        texts = [self._page.texts[block] for block in self._joined] if len(self._joined) > 1 else []
        if not texts or not texts[0].startswith(_FORMULA_STARTS):
            return ""
        text = " ".join(texts)
        found = formulas(text)
        is_whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(text))
        return written(found[0].tex, is_display=True) if is_whole else ""

    def _put(self, paragraph: str) -> None:
        if not paragraph:
            return
        if self._grid is not None and self._tags[-1][0] not in ("table", "caption"):
            self._grid.add(paragraph.replace(_HARD_BREAK, "<br>"))
            return
        self._end_rows()
        if self._box:
            paragraph, self._box = self._box + paragraph, ""
        self._write(paragraph.split("\n"), flowing=True)

    def _end_rows(self) -> None:
        rows = self._grid.take() if self._grid is not None else []
        if rows:
            self._write(rows)

    def _end_code(self, element: int) -> None:
        """Write a code block in a fence longer than any run of backticks in it, with its language."""
        blocks, self._code = self._code, []
        if not blocks:
            return
        text = code_text(self._page, element, blocks)
        if self._grid is not None:
            self._grid.add(_code_span(" ".join(text.split())))
            return
        fence = "`" * max(MIN_FENCE, _longest_run(text) + 1)
        self._write([f"{fence}{language(self._page, element)}", *_LINE_BREAK.split(text), fence])

    def _write(self, lines: list[str], *, flowing: bool = False) -> None:
        if not self._levels:
            self._out.append("\n\n" if self._out else "")
            self._out.append("\n".join(lines))
            self._shared, self._after_item, self._closed = 0, False, None
            return
        levels = self._levels[:MAX_NESTING]
        marks = len(lines) * sum(len(level.indent) for level in levels)
        if marks > max(MAX_MARKS, sum(map(len, lines))) and all(level.marker == "> " for level in levels):
            levels = levels[:1]
        opening = levels[self._shared] if self._shared < len(levels) else None
        is_item = opening is not None and opening.marker != _QUOTE
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

    # Lines: links, emphasis, code and formulas. Numbers are sections of https://spec.commonmark.org/0.31.2/.

    def _line(self, inline: Inline, *, is_block: bool) -> str:
        """Return a text block as a line of a paragraph, if it is one (``is_block``); see `escapes.settled`."""
        text = inline.text
        if not inline.marks and not inline.images:
            line = plain(text)
        else:
            line = on_one_line("".join(self._parts(inline)).strip())
        if self._in_note:
            line, self._in_note = LABEL.sub("", line, count=1) if LABEL.match(line) else line, False
        return at_start(line) if is_block else line

    def _parts(self, inline: Inline) -> list[str]:
        text, marks = inline.text, inline.marks
        bare = _without_delimiters(inline)
        special = special_places(text)
        out: list[str] = []
        whole, end = len(marks), 0  # the last mark that is written whole, and where it ends
        in_link = False
        for step, first, last in inline.steps:
            if step is _TEXT:
                if first >= end:
                    out.append(escaped(text, first, last, special, in_link=in_link))
            elif step is Step.IMAGE:
                image = self._image(first, is_linked=in_link)
                out.append(f" {image}" if image and first in inline.gaps else image)
            elif first >= whole and marks[first].start < end:
                continue
            elif (mark := marks[first]).kind in SOLID:
                out.append(self._whole(mark, text, out))
                whole, end = first, mark.end
            elif mark.kind == "a":
                if self._style.links:
                    in_link = step is Step.OPEN
                    out.append("[" if in_link else f"]({destination(mark.address)})")
            elif mark.kind == "q":
                out.append(_QUOTES[step is Step.CLOSE])
            elif mark.kind in _TAGGED:
                out.append(f"<{mark.kind}>" if step is Step.OPEN else f"</{mark.kind}>")
            elif first not in bare:
                out.append(_DELIMITERS[mark.kind])
        return out

    def _whole(self, mark: Mark, text: str, out: list[str]) -> str:
        """Return code, a formula or the number of a footnote."""
        if mark.kind == "code":
            return _code_span(text[mark.start : mark.end])
        if mark.kind == NOTE:
            return f"[^{mark.address}]"
        if mark.kind == BACK:
            return ""
        formula = written(mark.address, is_display=mark.kind == DISPLAY)
        return f" {formula}" if out and out[-1].endswith("$") else formula


_DELIMITERS = {"strong": "**", "em": "*", "del": "~~"}
_BLANKS_AND_SYMBOLS = frozenset("\t\n\f\r$+<=>^`|~")
"""White space and the symbols that count as punctuation everywhere (those of ASCII)."""
_TAGGED = frozenset(("sub", "sup", "mark"))
"""Marks that Markdown has HTML's tags for."""
_QUOTES = ("“", "”")
_BACKTICKS = re.compile(r"`+")


def _without_empty(lines: list[str]) -> list[str]:
    """Return lines of HTML with an empty one as a reference at the end of the one before: it is in code."""
    kept: list[str] = []
    for line in lines:
        if line or not kept:
            kept.append(line)
        else:
            kept[-1] += "&#10;"
    return kept


def _heading_text(line: str) -> str:
    body = line.rstrip("#")
    return line if len(body) == len(line) or body[-1:].strip() else f"{body}\\{line[len(body) :]}"


def _without_number(line: str, number: int) -> str:
    """Return the line of an item without the number that it brings itself, since its marker has it."""
    if not line[0].isdecimal():
        return line
    digits, sign, rest = line.partition("\\") if line[: MAX_DIGITS + 1].partition("\\")[1] else (line, "", "")
    own = own_number(digits + rest, number)
    return line[own + len(sign) :] if own else line


def _code_span(text: str) -> str:
    ticks = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _longest_run(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)


def _without_delimiters(inline: Inline) -> set[int]:
    """Return the marks whose delimiters would be no flanking runs there (6.2)."""
    text, marks = inline.text, inline.marks
    if _DELIMITERS.keys().isdisjoint([mark.kind for mark in marks]):
        return set()
    bare: set[int] = set()
    starts = Counter(mark.start for mark in marks if mark.kind not in _TAGGED)
    ends = Counter(mark.end for mark in marks if mark.kind not in _TAGGED)
    for number, mark in enumerate(marks):
        if mark.kind not in _DELIMITERS:
            continue
        before = text[mark.start - 1] if mark.start else " "
        after = text[mark.end] if mark.end < len(text) else " "
        if (
            (_touches(before) and not (_is_letter(text[mark.start]) and starts[mark.start] == 1))
            or (_touches(after) and not (_is_letter(text[mark.end - 1]) and ends[mark.end] == 1))
            or ends[mark.start]
            or starts[mark.end]
        ):
            bare.add(number)
    return bare


def _touches(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] != "P" and category != "Zs" and character not in _BLANKS_AND_SYMBOLS


def _is_letter(character: str) -> bool:
    return _touches(character) and unicodedata.category(character)[0] != "S"
