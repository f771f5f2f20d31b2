"""Selected text blocks -> plain text: paragraphs, lists, rows of cells, and where each block lies in it."""

from __future__ import annotations

import re
from itertools import compress
from typing import TYPE_CHECKING

from ..page import HEADINGS
from .raised import written_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page


ITEM_MARK = "- "
"""What stands before an item of a list, as in other extractors' texts; one of an ordered list has its number."""
MARK = re.compile(r"- |\d{1,10}\. ")
"""What may stand between the beginning of a line and its text block."""
OWN_MARKS = frozenset("-–—•·∙*‣⁃▪▸►●○◦■□✓✔")
"""Signs at the start of an item that brings its own mark."""
FIRST_UNMARKED = "\u2e80"
"""Items that begin with this sign or a later one, those of East Asia, have no mark: Japanese lists have no hyphens."""

MAX_DIGITS = 9
"""Digits of the highest number that an ordered list may start with."""

_PARAGRAPH, _LINE, _CELL = "\n\n", "\n", "\t"
_SUBHEADINGS = frozenset(("h2", "h3", "h4", "h5", "h6"))
_ITEMS = frozenset(("li", "dt", "dd"))
_CELLS = frozenset(("td", "th"))
_LISTS = frozenset(("ul", "ol"))
_CODE = frozenset(("pre", "code"))
_HOLDERS = _ITEMS | _CELLS | {"pre"}
_NOWHERE = -1

Spans = list[tuple[int, int] | None]


def plain_text(page: Page, main: Sequence[bool]) -> tuple[str, Spans]:
    """Return the text of the selected blocks and, for each block of the page, its (start, end) in that text.

    Blocks are parted by a blank line; by a line break at ``<br>``, in preformatted text, between list items and rows,
    behind a heading (but a headline), before a list behind a paragraph; by a tab between cells. Items and cells with
    several paragraphs are parted as paragraphs are. Items begin with `ITEM_MARK`, or with their number and a full stop
    where the list is ordered; these belong to no block. A block's text is written as `written_texts` has it.
    """
    texts = page.texts
    written = written_texts(page)
    blocks = [*compress(range(len(texts)), main)]
    spans: Spans = [None] * len(texts)
    parts: list[str] = []
    offset = 0
    for block, gap in zip(blocks, _Gaps(page, blocks).before(), strict=True):
        text = written.get(block) or texts[block]
        parts.append(gap)
        parts.append(text)
        start = offset + len(gap)
        offset = start + len(text)
        spans[block] = start, offset
    return "".join(parts), spans


def _is_marked(text: str) -> bool:
    return text[0] not in OWN_MARKS and text[0] < FIRST_UNMARKED


class _Gaps:
    """What stands between selected blocks; a *loose* holder (item, cell, preformatted) has several paragraphs."""

    def __init__(self, page: Page, blocks: list[int]) -> None:
        self._page, self._blocks = page, blocks
        self._nearest: dict[int, int] = {_NOWHERE: _NOWHERE}
        self._outermost: dict[int, int] = {}
        self._holders: list[int] = []
        self._loose: set[int] = set()
        self._numbers: dict[int, dict[int, int]] = {}
        once: set[int] = set()
        owners, breaks, nearest, holders = page.owners, page.breaks, self._nearest, self._holders
        for block in blocks:
            owner = owners[block]
            holder = nearest[owner] if owner in nearest else self._holder(owner)
            holders.append(holder)
            if holder != _NOWHERE and not breaks[block]:
                if holder in once:
                    self._loose.add(holder)
                once.add(holder)

    def before(self) -> list[str]:
        page, begun = self._page, {_NOWHERE}
        breaks, tags, owners = page.breaks, page.tags, page.owners
        last, one, above = _NOWHERE, _NOWHERE, ""
        gaps: list[str] = []
        for block, other in zip(self._blocks, self._holders, strict=True):
            tag = tags[owners[block]]
            if not gaps:
                gap = ""
            elif breaks[block] and block == last + 1:
                gap = _PARAGRAPH if block in page.gaps else _LINE
            elif above in _SUBHEADINGS and len(gaps) > 1:
                gap = self._below_heading(one, other, tag)
            elif min(one, other) != _NOWHERE:
                gap = self._between(one, other)
            else:
                gap = _LINE if above == "p" and other != _NOWHERE and tags[other] == "li" else _PARAGRAPH
            if other not in begun:
                begun.add(other)
                if tags[other] == "li" and _is_marked(page.texts[block]):
                    gap += self._mark(other, page.texts[block])
            gaps.append(gap)
            last, one, above = block, other, tag
        return gaps

    def _mark(self, item: int, text: str) -> str:
        """Return what stands before an item: its number in an ordered list, nothing in code or where it has its own."""
        page = self._page
        above = page.parents[item]
        if above == _NOWHERE or page.tags[above] != "ol":
            return ITEM_MARK
        if page.tags[page.parents[above]] in _CODE:
            return ""
        if above not in self._numbers:
            self._numbers[above] = item_numbers(page, above)
        number = self._numbers[above][item]
        return "" if own_number(text, number) else f"{number}. "

    def _below_heading(self, one: int, other: int, tag: str) -> str:
        """Return the separator behind a heading: what it heads stands right below it."""
        gap = self._between(one, other) if min(one, other) != _NOWHERE else _PARAGRAPH
        return _LINE if gap == _PARAGRAPH and tag not in HEADINGS else gap

    def _between(self, one: int, other: int) -> str:
        page = self._page
        if one == other:
            return _LINE if page.tags[one] == "pre" else _PARAGRAPH
        return _PARAGRAPH if self._loose & {one, other} else self._between_holders(one, other)

    def _between_holders(self, one: int, other: int) -> str:
        page = self._page
        tags = {page.tags[one], page.tags[other]}
        if tags <= _ITEMS:
            return _LINE if self._outermost_list(one) == self._outermost_list(other) else _PARAGRAPH
        if not tags <= _CELLS:
            return _PARAGRAPH
        row, other_row = page.parents[one], page.parents[other]
        if row == other_row:
            return _CELL
        return _LINE if self._table(row) == self._table(other_row) else _PARAGRAPH

    def _table(self, row: int) -> int:
        page = self._page
        above = row if row == _NOWHERE else page.parents[row]
        return above if above == _NOWHERE or page.tags[above] == "table" else page.parents[above]

    def _holder(self, element: int) -> int:
        nearest, tags, parents = self._nearest, self._page.tags, self._page.parents
        path = []
        while element not in nearest and tags[element] not in _HOLDERS:
            path.append(element)
            element = parents[element]
        found = nearest.setdefault(element, element)
        for passed in path:
            nearest[passed] = found
        return found

    def _outermost_list(self, item: int) -> int:
        outermost, parents = self._outermost, self._page.parents
        path = []
        while item not in outermost:
            path.append(item)
            around = parents[item]
            while around != _NOWHERE and self._page.tags[parents[around]] in _LISTS:
                around = parents[around]  # a list in a list belongs to the item before
            above = around if around == _NOWHERE else self._holder(parents[around])
            if above == _NOWHERE or self._page.tags[above] not in _ITEMS:
                outermost[item] = around
                break
            item = above
        found = outermost[item]
        for passed in path:
            outermost[passed] = found
        return found


def own_number(text: str, number: int) -> int:
    """Return the length of the number that an item of an ordered list brings itself: "2. ", "(b) ", "1.2 "."""
    found = _OWN_NUMBER.match(text)
    if found is None:
        return 0
    own = found[1] or found[2]
    return found.end() if (int(own) if own.isdecimal() else ord(own.lower()) - ord("a") + 1) == number else 0


_OWN_NUMBER = re.compile(
    r"(?:[(\[]?(?:\d{1,3}\.){0,4}(\d{1,4}|[A-Za-z])[.)\]]|(?:\d{1,3}\.){1,4}(\d{1,4}))(?:\s{1,4}|\Z)"
)


def item_numbers(page: Page, ordered: int) -> dict[int, int]:
    """Return the number of each item of an ordered list: its own, else one on from the one before, or back."""
    own = page.attrs[ordered]
    items = [element for element in page.children(ordered) if page.tags[element] == "li"]
    step = -1 if "reversed" in own else 1
    number = _number(own.get("start"), len(items) if step < 0 else 1)
    found: dict[int, int] = {}
    for item in items:
        number = _number(page.attrs[item].get("value"), number)
        found[item] = number
        number += step
    return found


def _number(value: str | None, other: int) -> int:
    value = (value or "").strip()
    return int(value) if value.isdecimal() and len(value) <= MAX_DIGITS else other
