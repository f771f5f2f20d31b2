"""What stands in the margin of a text and is none is taken out of a page: numbers of lines and pages, copy buttons.

Notes of the margin are parted from the sentence they stand in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from . import collapse, tagged
from .flatten import MAX_SIGN, is_heading_anchor
from .stems import named
from .unshown import leave_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from . import Page


_GUTTER = re.compile(
    r"line-?_?(?:no|nr|num|number)s?(?![a-z])|linenodiv|(?:^|[\s_-])gutter|(?:^|\s)lnt?d?(?=\s|$)|crayon-num|hljs-ln-n|blob-num"
    r"|lineNo|lineNumber",
)
"""Classes of the columns, lines and spans that hold the numbers of lines."""
_PAGE = re.compile(r"(?:^|[\s_-])page-?_?(?:num(?:ber)?|no|break)(?![a-z])", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"[\[({\s]{0,3}(?:pg|p|page|s|seite)?[.\s]{0,3}(?:\d{1,4}|[ivxlc]{1,8})[\])}\s]{0,3}", re.IGNORECASE
)
_MIN_BESIDE = 20
"""Characters around the number of a page: it stands in a paragraph."""
_MARGIN = re.compile(r"(?:^|\s)(?:margin-?note|side-?note|ltx_note_content)(?=\s|$)", re.IGNORECASE)
"""Classes of notes that a style sheet moves out of the sentence: of Tufte's books and of LaTeXML."""
_MARGIN_SIGN = re.compile(r"(?:^|\s)(?:margin-toggle|ltx_note_mark|ltx_tag_note)(?=\s|$)")
"""Classes of what shows such a note where there is no margin, and of its number."""
_NUMBERS = re.compile(r"[\d\s\xa0.:|]*")
_BUTTONS = frozenset(("button", "clipboard-copy"))
_CELLS = frozenset(("td", "th"))
MAX_NUMBERS = 100_000
"""Characters of the longest column of numbers."""


def without_margins(page: Page) -> None:
    """Take line numbers, copy buttons, numbers of printed pages and permalinks out of a page's texts. Linear."""
    codes = tagged(page).get("pre", [])
    notes = _named(page, "margin", _MARGIN)
    dropped = {*_page_numbers(page), *_permalinks(page)}
    if notes:
        dropped.update(_signs(page))
    dropped.update(_gutters(page, among_code=bool(codes) or "1" in page.texts))
    if codes:
        dropped.update(_columns(page, codes), _buttons(page, codes))
    if dropped:
        leave_out(page, dropped)
    _part(page, notes)


def _named(page: Page, sense: str, names: re.Pattern[str]) -> list[int]:
    """Return the elements with text in a block of more text that have one of some names."""
    return [
        element
        for value in named(page, sense)
        if names.search(value)
        for element in page.names[value]
        if page.tags[element] not in _ALONE and page.piece_starts[element] < page.piece_ends[element]
    ]


_ALONE = frozenset(("body", "main", "article", "section", "div", "p", "td"))


def _page_numbers(page: Page) -> Iterator[int]:
    """Yield the numbers of pages of a printed book that stand in a paragraph."""
    for element in _named(page, "page number", _PAGE):
        start, end = page.piece_starts[element], page.piece_ends[element]
        text = "".join(page.pieces[start : min(end, start + _MAX_PIECES)])
        is_number = _PAGE_NUMBER.fullmatch(text) is not None and not page.linked[start]
        block = page.block_at(start)
        if is_number and block < len(page.texts) and len(page.texts[block]) >= len(text) + _MIN_BESIDE:
            yield element


_MAX_PIECES = 8


def _signs(page: Page) -> Iterator[int]:
    """Yield the signs that show a note of the margin, and the numbers that are repeated in one."""
    for element in _named(page, "margin", _MARGIN_SIGN):
        start = page.piece_starts[element]
        text = "".join(page.pieces[start : min(page.piece_ends[element], start + _MAX_PIECES)])
        around = page.attrs[page.parents[element]].get("class", "")
        if not any(map(str.isalnum, text)) or _MARGIN.search(around):
            yield element


def _permalinks(page: Page) -> Iterator[int]:
    """Yield the signs by which captions link to themselves, as headings do."""
    for element in _named(page, "permalink", _PERMALINK):
        text, link = page.text_in(element), page.link_in(element)
        if link is not None and 0 < len(text) <= MAX_SIGN and is_heading_anchor(text, page.attrs[link]):
            yield element


_PERMALINK = re.compile(r"headerlink|permalink", re.IGNORECASE)


def _part(page: Page, notes: list[int]) -> None:
    """Put blanks around notes that stand in a sentence."""
    inside: dict[int, list[int]] = {}
    for note in notes:
        block = page.block_at(page.piece_starts[note])
        if block < len(page.texts) and page.text_starts[block] <= page.piece_starts[note]:
            inside.setdefault(block, []).append(note)
    for block, found in inside.items():
        start, end = page.text_starts[block], page.text_ends[block]
        if collapse("".join(page.pieces[start:end])) != page.texts[block]:
            continue
        for place in {page.piece_starts[note] for note in found}:
            page.pieces[place] = f" {page.pieces[place]}"
        for place in {page.piece_ends[note] for note in found}:
            if place < end and page.pieces[place][:1].isalnum():
                page.pieces[place] = f" {page.pieces[place]}"
        page.texts[block] = collapse("".join(page.pieces[start:end]))


def _gutters(page: Page, *, among_code: bool) -> Iterator[int]:
    """Yield the outermost elements that are called a place of line numbers, and hold nothing else.

    On a page that seems to have no code these are numbers in a line: a column of a page may be called so, too.
    """
    values = [value for value in named(page, "gutter") if _GUTTER.search(value)]
    end, behind = -1, list[int]()
    for element in sorted({element for value in values for element in page.names[value]}):
        if element >= end and _is_numbers(page, element):
            in_line = _is_in_line(page, element)
            if among_code or in_line:
                end = page.ends[element]
                behind += [page.piece_ends[element]] if in_line else []
                yield element
    if all(page.pieces[piece][:1] == "\xa0" for piece in behind):  # it parts the numbers from the lines
        for piece in behind:
            page.pieces[piece] = page.pieces[piece][1:]


def _is_in_line(page: Page, element: int) -> bool:
    block = page.block_at(page.piece_starts[element])
    return block < len(page.texts) and page.piece_ends[element] < page.text_ends[block]


def _is_numbers(page: Page, element: int) -> bool:
    pieces = page.pieces[page.piece_starts[element] : page.piece_ends[element]]
    return (
        bool(pieces)
        and all(_NUMBERS.fullmatch(piece) is not None for piece in pieces)
        and sum(map(len, pieces)) <= MAX_NUMBERS
    )


def _columns(page: Page, codes: list[int]) -> Iterator[int]:
    """Yield the cells of rising numbers that stand beside a cell of code."""
    for code in codes:
        cell = page.parents[code]
        if cell < 0 or page.tags[cell] not in _CELLS or not _is_numbers(page, cell):
            continue
        lines = "".join(page.pieces[page.piece_starts[cell] : page.piece_ends[cell]]).split()
        rises = all(line.isdecimal() for line in lines) and [*map(int, lines)] == [
            *range(int(lines[0]), int(lines[0]) + len(lines))
        ]
        beside = page.ends[cell]
        if rises and beside < page.ends[page.parents[cell]] and "pre" in page.tags[beside : page.ends[beside]]:
            yield cell


def _buttons(page: Page, codes: list[int]) -> Iterator[int]:
    if _BUTTONS.isdisjoint(page.tags):
        return
    for element in [element for element, tag in enumerate(page.tags) if tag in _BUTTONS]:
        place = bisect_right(codes, element) - 1
        if place >= 0 and element < page.ends[codes[place]]:
            yield element
