"""Outline -> Markdown: CommonMark, and pipe tables for tables whose cells fit on a line."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from ..page import HEADINGS
from .inline import Step, steps
from .outline import What, cell_span, is_simple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ..page import Page
    from ..page.head import Addresses
    from .inline import Inline
    from .outline import Event


MAX_NESTING = 6
"""Lists and quotes in each other; what is deeper is written at this depth. Every line repeats its indentation."""
MAX_MARKS = 2000
"""Characters of quotation marks before the lines of one block; one with more, and more marks than text, has fewer."""
MAX_START = 999
"""The highest number that an ordered list may start with."""
MIN_FENCE = 3

_LANGUAGE = re.compile(
    r"(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source-)?|brush: ?|sourceCode )([\w+#.-]{1,32})(?=[\s;]|$)"
)
"""A language in a class: of HTML's own convention, of Sphinx and GitHub, of SyntaxHighlighter and of Pandoc."""
_LANGUAGE_ATTRIBUTES = ("data-lang", "data-language")
_NO_LANGUAGES = frozenset(("default", "none"))
_AROUND = 2
"""Elements around code that may name its language, where they hold nothing else."""
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


class MarkdownWriter:
    """Writes the selection as Markdown that CommonMark renders with the same visible text."""

    def __init__(self, page: Page, addresses: Addresses, inlines: Mapping[int, Inline]) -> None:
        self._page = page
        self._addresses = addresses
        self._inlines = inlines
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
        """Write what the next event stands for."""
        what, tag, number, joined = event
        if what is What.LINE:
            if not joined:
                self._end_paragraph()
            preformatted = bool(self._tags) and self._tags[-1][0] == "pre"
            self._lines.append(self._page.texts[number] if preformatted else _line(self._inlines[number], self._image))
            return
        self._end_paragraph()
        if what is What.IMAGE:
            self._put(self._image(number))
        elif what is What.OPEN:
            self._open(tag, number)
        else:
            self._close(tag)

    def finish(self, rest: Iterable[int]) -> str:
        """Return all that was written, and the blocks behind it as plain paragraphs."""
        self._end_paragraph()
        for block in rest:
            self._write([_escaped_start(_text(self._page.texts[block]))])
        return "".join(self._out)

    def _image(self, number: int) -> str:
        source = self._addresses.image(self._page.object_urls[number])
        return "" if source is None else f"![{_text(self._page.object_alts[number])}]({_destination(source)})"

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
        value = self._page.attrs[element].get("start", "")
        return int(value) if value.isdecimal() and len(value) <= len(str(MAX_START)) else 1

    def _end_paragraph(self) -> None:
        if not self._lines:
            return
        lines, self._lines = self._lines, []
        tag = self._tags[-1][0] if self._tags else ""
        if tag in HEADINGS:
            self._write([f"{'#' * int(tag[1])} {_heading_text(' '.join(lines))}"])
        elif tag == "pre":
            self._write(self._fenced("\n".join(lines), self._tags[-1][1]))
        else:
            self._put(_HARD_BREAK.join(lines))

    def _put(self, paragraph: str) -> None:
        if self._rows is not None and self._rows and self._tags[-1][0] in ("td", "th"):
            cell = paragraph.replace(_HARD_BREAK, " ").replace("|", "\\|")
            self._rows[-1][-1] = f"{self._rows[-1][-1]} {cell}".strip()
        elif paragraph:
            self._end_rows()
            self._write(paragraph.split("\n"), flowing=True)

    def _end_rows(self) -> None:
        if self._rows:
            self._write(_table(self._rows))
            self._rows = []

    def _fenced(self, text: str, element: int) -> list[str]:
        """Return a code block in a fence longer than any run of backticks in it, with its language."""
        fence = "`" * max(MIN_FENCE, _longest_run(text) + 1)
        return [f"{fence}{self._language(element)}", *_LINE_BREAK.split(text), fence]

    def _language(self, element: int) -> str:
        """Return the language that code names, or its first child, or what is around it alone; "" for none."""
        page, own = self._page, self._page.blocks_in(element)
        around = takewhile(lambda above: page.blocks_in(above) == own, islice(page.ancestors(element), _AROUND))
        for each in (*range(element, min(element + 2, page.ends[element])), *around):
            attrs = page.attrs[each]
            named = [f"lang-{attrs[name]}" for name in _LANGUAGE_ATTRIBUTES if name in attrs]
            language = _LANGUAGE.search(" ".join((attrs.get("class", ""), *named)))
            if language and language[1] not in _NO_LANGUAGES:
                return language[1]
        return ""

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


# Lines: escapes, links, emphasis and code. Numbers are sections of https://spec.commonmark.org/0.31.2/.

_DELIMITERS = {"strong": "**", "em": "*"}
_BLANKS_AND_SYMBOLS = frozenset("\t\n\f\r$+<=>^`|~")
"""White space and the symbols that count as punctuation everywhere (those of ASCII)."""
_ENCLOSING = frozenset(("a", "code"))
_PLAIN = frozenset(("sub", "sup"))
_SPECIAL = re.compile(r"[\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w{1,32};)|~(?=~)|(?<=~)~")
_LINE_START = re.compile(
    r"(\d{0,9})(?:[>|]|#(?=#{0,5}(?:\s|$))|[+-](?=\s|$)|[-:](?=[-:|])|=(?==*\s*$)|~(?=~~)|(?<=\d)[.)](?=\s|$))"
)
"""A character that makes a block of the line, at its start or behind the digits there."""
_UNSAFE_IN_ADDRESS = re.compile(r"[\s\x00-\x1f\x7f<>()\\`]")
_ENTITY_IN_ADDRESS = re.compile(r"&(?=#?\w{1,32};)")
_BACKTICKS = re.compile(r"`+")
_LINE_BREAKS = re.compile(r"[\r\n]+")


def _line(inline: Inline, image: Callable[[int], str]) -> str:
    text, marks = inline.text, inline.marks
    if not marks and not inline.images:
        return _escaped_start(_text(text))
    bare = _without_delimiters(inline)
    special = [match.start() for match in _SPECIAL.finditer(text)]
    out: list[str] = []
    code, code_end = len(marks), 0  # the last code span, and where it ends: what is marked in it stays plain
    for step, first, last in steps(inline):
        if step is Step.TEXT:
            if first >= code_end:
                out.append(_escaped(text, first, last, special))
        elif step is Step.IMAGE:
            out.append(image(first))
        elif first >= code and marks[first].start < code_end:
            continue
        elif (mark := marks[first]).kind == "code":
            out.append(_code_span(text[mark.start : mark.end]))
            code, code_end = first, mark.end
        elif mark.kind == "a":
            out.append("[" if step is Step.OPEN else f"]({_destination(mark.address)})")
        elif first not in bare:
            out.append(_DELIMITERS[mark.kind])
    return _escaped_start(_one_line("".join(out)))


def _text(text: str) -> str:
    special = [match.start() for match in _SPECIAL.finditer(text)]
    return _one_line(_escaped(text, 0, len(text), special) if special else text)


def _heading_text(line: str) -> str:
    body = line.rstrip("#")
    return line if len(body) == len(line) or body[-1:].strip() else f"{body}\\{line[len(body) :]}"


def _code_span(text: str) -> str:
    ticks = "`" * (_longest_run(text) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _longest_run(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)


def _destination(url: str) -> str:
    quoted = _UNSAFE_IN_ADDRESS.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), url)
    return _ENTITY_IN_ADDRESS.sub(r"\\&", quoted)


def _escaped(text: str, first: int, last: int, special: list[int]) -> str:
    parts = []
    start = first
    for position in special[bisect_left(special, first) : bisect_left(special, last)]:
        parts.append(text[start:position])
        start = position
    parts.append(text[start:last])
    escaped = "\\".join(parts)
    return escaped[:-1] + "\\!" if escaped.endswith("!") and last < len(text) else escaped


def _escaped_start(line: str) -> str:
    found = _LINE_START.match(line)
    return line if found is None else f"{found[1]}\\{line[found.end(1) :]}"


def _one_line(text: str) -> str:
    return " ".join(line.strip() for line in _LINE_BREAKS.split(text)) if "\n" in text or "\r" in text else text


def _without_delimiters(inline: Inline) -> set[int]:
    """Return the marks that have no Markdown, or would have no flanking run there (6.2)."""
    text, marks = inline.text, inline.marks
    if all(mark.kind in _ENCLOSING for mark in marks):
        return set()
    bare = {number for number, mark in enumerate(marks) if mark.kind in _PLAIN}
    starts = Counter(mark.start for mark in marks if mark.kind not in _PLAIN)
    ends = Counter(mark.end for mark in marks if mark.kind not in _PLAIN)
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
