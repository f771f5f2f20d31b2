"""Inside a text block: which stretches of its text are links, emphasis or code, and where pictures are."""

from __future__ import annotations

import re
from bisect import bisect_right
from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from ..page import HEADINGS, IDEOGRAPHIC_SPACE, collapse
from ..page.formulas import MATH, SOURCE
from .notes import NOTE
from .outline import What
from .tex import formulas

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..page import Page
    from ..page.head import Addresses
    from ..page.limits import Deadline
    from .outline import Outline


MAX_LINK_BLOCKS = 20
"""Text blocks of the largest link that is kept; a link around more says nothing about their words."""
MAX_MARKS = 20_000
"""Marks of a page; text behind them is plain. Of 2,266 real pages none has more than 900, hostile ones have 150,000."""

_KINDS = {
    "a": "a",
    **dict.fromkeys(("b", "strong"), "strong"),
    **dict.fromkeys(("i", "em"), "em"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code"),
    **{tag: tag for tag in ("sub", "sup", "mark", "q", MATH)},
    **dict.fromkeys(("del", "s", "strike"), "del"),
}
DISPLAY = "display"
"""The kind of a formula that stands on a line of its own; others are `MATH`."""
BACK = "back"
"""The kind of a link that leads from a footnote back to its place."""


class Mark(NamedTuple):
    """A stretch of a block's text, ``start`` to ``end``, of one kind: a, strong, em, code, del, sub, math and so on.

    ``address`` is a link's, a formula's TeX, a footnote's label, "" of all others.
    """

    kind: str
    start: int
    end: int
    address: str


class Step(Enum):
    """What comes next when a block's text is written from its start to its end."""

    TEXT = auto()
    OPEN = auto()
    CLOSE = auto()
    IMAGE = auto()


class Inline(NamedTuple):
    """A block's text, its marks (an outer one before those in it) and its pictures as (offset, object number)."""

    text: str
    marks: Sequence[Mark]
    images: Sequence[tuple[int, int]]
    gaps: Collection[int] = ()
    """The pictures (object numbers) that have a blank on both sides, of which the text has one."""
    steps: Sequence[tuple[Step, int, int]] = ()
    """Its content in order, as `_steps` has it; none of a text without marks and pictures."""


def _steps(text: str, marks: Sequence[Mark], images: Sequence[tuple[int, int]]) -> list[tuple[Step, int, int]]:
    """Return a block's content in order: TEXT with its start and end, other steps with a number and where they stand.

    The number is a mark's (OPEN, CLOSE) or a picture's (IMAGE). Marks are well nested.
    """
    is_text, is_open, is_close, is_image = Step
    found: list[tuple[Step, int, int]] = []
    position = opened = shown = 0
    whole, last_mark, last_image = len(text), len(marks), len(images)
    stack: list[tuple[int, int]] = []  # open marks: where each ends, and its number
    while True:
        while stack and stack[-1][0] == position:
            found.append((is_close, stack.pop()[1], position))
        while shown < last_image and images[shown][0] <= position:
            found.append((is_image, images[shown][1], position))
            shown += 1
        while opened < last_mark and marks[opened].start == position:
            stack.append((marks[opened].end, opened))
            found.append((is_open, opened, position))
            opened += 1
        if position == whole:
            return found
        ahead = stack[-1][0] if stack else whole
        if opened < last_mark and marks[opened].start < ahead:
            ahead = marks[opened].start
        if shown < last_image and images[shown][0] < ahead:
            ahead = images[shown][0]
        found.append((is_text, position, ahead))
        position = ahead


def read_lines(page: Page, outline: Outline, addresses: Addresses, deadline: Deadline) -> dict[int, Inline]:
    """Return the selected text blocks with their marks and pictures, by block."""
    reader = _Reader(page, addresses, outline, deadline)
    blocks = [event.number for event in outline.events if event.what is What.LINE]
    return {block: reader.read(block) for block in deadline.watch(blocks)}


class _Reader:
    """Reads the blocks of a page, in document order, each at most once.

    ``images`` are the pictures inside a block, as object numbers. Elements of one kind in each other count once, so
    that no more than a dozen marks are ever open.
    """

    def __init__(self, page: Page, addresses: Addresses, outline: Outline, deadline: Deadline) -> None:
        self._page = page
        self._deadline = deadline
        self._addresses = addresses
        self._images, self._notes = outline.inner_images, outline.notes
        self._elements = [
            element
            for element, tag in enumerate(page.tags)
            if tag in _KINDS or (tag == "span" and _styled(page, element))
        ]
        self._next = self._turn = 0  # the next element, and the piece at which other marks may be open
        self._left = MAX_MARKS
        self._open: list[tuple[int, str]] = []
        self._active: dict[str, tuple[int, str]] = {}  # by kind: how many are open, and a link's address

    def read(self, block: int) -> Inline:
        """Return the block's text with its marks and pictures."""
        page = self._page
        text = page.texts[block]
        if self._is_bare(block):
            if "$" not in text and "\\" not in text:
                return Inline(text, (), ())
            marks = [*_written(text)]
            return Inline(text, marks, (), (), _steps(text, marks, ()) if marks else ())
        images = self._images.get(block, ())
        placed: list[tuple[int, int]] = []
        gaps: set[int] = set()
        marks = []
        pending: list[int] = []  # numbers of the marks that have no end yet
        position, is_new = 0, bool(self._active)
        for piece, start, end in self._stretches(block):
            while len(placed) < len(images) and page.piece_starts[page.objects[images[len(placed)]]] <= piece:
                first = not placed or placed[-1][0] < position
                placed.append(self._place(text, position, images[len(placed)], gaps if first else set()))
            if start == end:
                continue
            if is_new or piece >= self._turn:
                self._move_to(piece)
                self._change(marks, pending, start, position)
                is_new = False
            position = end
        _end(marks, pending, 0, position)
        self._left -= len(marks)
        marks = _without_seams(marks) if len(marks) > 1 else marks
        if self._notes.links or self._notes.back:
            marks = _with_bare_notes(marks)
        placed.extend((position, image) for image in images[len(placed) :])
        if "$" in text or "\\" in text:
            marks = _with_formulas(text, marks)
        return Inline(text, marks, placed, gaps, _steps(text, marks, placed) if marks or placed else ())

    def _change(self, marks: list[Mark], pending: list[int], start: int, position: int) -> None:
        """End the marks, at a position, that are no longer open, and begin those that have been opened."""
        kept, opened = 0, [*self._active.items()]
        for number, (kind, (_, address)) in zip(pending, opened, strict=False):
            if marks[number].kind != kind or marks[number].address != address:
                break
            kept += 1
        _end(marks, pending, kept, position)
        del opened[:kept]
        if len(marks) + len(opened) > self._left:
            opened, self._elements = [], []
            self._open, self._active = [], {}
        for kind, (_, address) in opened:
            pending.append(len(marks))
            marks.append(Mark(kind, start, start, address))

    def _place(self, text: str, position: int, image: int, gaps: set[int]) -> tuple[int, int]:
        """Return where a picture stands in a text that goes on at a position, and the picture."""
        page = self._page
        place = page.piece_starts[page.objects[image]]
        if position == 0 or text[position : position + 1] != " " or not page.pieces[place - 1][-1:].isspace():
            return position, image
        if page.pieces[place][:1].isspace():
            gaps.add(image)
            return position, image
        return position + 1, image

    def _is_bare(self, block: int) -> bool:
        return not self._active and self._turn >= self._page.text_ends[block] and block not in self._images

    def _stretches(self, block: int) -> Iterator[tuple[int, int, int]]:
        page = self._page
        text, first, last = page.texts[block], page.text_starts[block], page.text_ends[block]
        if last == first + 1:
            yield first, 0, len(text)
            return
        pieces = page.pieces[first:last]
        wide = any(IDEOGRAPHIC_SPACE in piece for piece in pieces)
        position = 0
        for number, piece in self._deadline.watch(enumerate(pieces, first)):
            own = collapse(piece, wide)
            start = text.find(own, position)
            if start < 0:  # preformatted text in a place that keeps no line breaks
                return
            if own:
                position = start + len(own)
            yield number, start, position if own else start

    def _move_to(self, piece: int) -> None:
        """Go on to a piece."""
        page, opened, active, elements = self._page, self._open, self._active, self._elements
        starts, number, last = page.piece_starts, self._next, len(self._elements)
        while number < last and starts[elements[number]] <= piece:
            element = elements[number]
            number += 1
            if page.piece_ends[element] > piece:
                kind, address = self._kind(element)
                if address is not None:
                    self._leave(piece)
                    count, first = active.get(kind, (0, address))
                    active[kind] = count + 1, first
                    opened.append((page.piece_ends[element], kind))
        self._next = number
        self._leave(piece)
        self._turn = starts[elements[number]] if number < last else len(page.pieces)
        if opened and opened[-1][0] < self._turn:
            self._turn = opened[-1][0]

    def _leave(self, piece: int) -> None:
        while self._open and self._open[-1][0] <= piece:
            kind = self._open.pop()[1]
            count, address = self._active[kind]
            if count > 1:
                self._active[kind] = count - 1, address
            else:
                del self._active[kind]

    def _kind(self, element: int) -> tuple[str, str | None]:
        """Return an element's kind, and the address of its mark; ``None`` if it has none."""
        kind = _KINDS.get(self._page.tags[element]) or _styled(self._page, element)
        if kind in _STYLED and "style" in self._page.attrs[element]:
            return kind, None if _NORMAL[kind].search(self._page.attrs[element]["style"][:MAX_STYLE]) else ""
        if kind == "a" and element in self._notes.links:
            return NOTE, self._notes.links[element]
        if kind == "a" and element in self._notes.back:
            return BACK, ""
        if kind == MATH:
            own = self._page.attrs[element]
            return DISPLAY if own.get("display") == "block" else MATH, own.get(SOURCE)
        return kind, self._address(element) if kind == "a" else ""

    def _address(self, element: int) -> str | None:
        href = self._page.attrs[element].get("href")
        # A heading's link within the page leads to itself.
        if href is None or (href.startswith("#") and self._page.tags[self._page.parents[element]] in HEADINGS):
            return None
        start, end = self._page.blocks_in(element)
        return None if end - start > MAX_LINK_BLOCKS else self._addresses.link(href)


_STYLED = {
    "strong": re.compile(r"font-weight\s?:\s?(?:bold|[6-9]00)"),
    "em": re.compile(r"font-style\s?:\s?(?:italic|oblique)"),
    "del": re.compile(r"text-decoration(?:-line)?\s?:\s?line-through"),
}
"""Styles that say what an element would, as word processors write them into a span."""
_NORMAL = {
    "strong": re.compile(r"font-weight\s?:\s?(?:normal|[1-5]00)"),
    "em": re.compile(r"font-style\s?:\s?normal"),
    "del": re.compile(r"text-decoration(?:-line)?\s?:\s?none"),
}
"""Those that take back what the element says: some wrap all of a text in such an element."""
MAX_STYLE = 400


def _styled(page: Page, element: int) -> str:
    """Return the kind of the mark that an element's style makes, "" for none."""
    style = page.attrs[element].get("style", "")[:MAX_STYLE]
    return next((kind for kind, sign in _STYLED.items() if sign.search(style)), "") if style else ""


def _without_seams(marks: list[Mark]) -> list[Mark]:
    """Return marks with neighbours of one kind of emphasis as one, where neither is in another mark."""
    found: list[Mark] = []
    reach = 0  # where the marks before the last one end
    for mark in marks:
        last = found[-1] if found else None
        is_seam = last is not None and mark.kind == last.kind and mark.kind in _STYLED and mark.start == last.end
        if is_seam and last is not None and reach <= last.start:
            found[-1] = last._replace(end=mark.end)
        else:
            reach = max(reach, last.end if last is not None else 0)
            found.append(mark)
    return found


def _end(marks: list[Mark], pending: list[int], kept: int, position: int) -> None:
    for number in pending[kept:]:
        kind, start, _, address = marks[number]
        marks[number] = Mark(kind, start, position, address)
    del pending[kept:]


def _with_bare_notes(marks: list[Mark]) -> list[Mark]:
    """Return marks without those of the link to a note, which its own mark raises, and of the link back, which goes."""
    notes = {(mark.start, mark.end) for mark in marks if mark.kind in _NOTE_LINKS}
    return [mark for mark in marks if mark.kind not in _RAISED or (mark.start, mark.end) not in notes]


_RAISED = frozenset(("sup", "sub", "em", "strong"))
_NOTE_LINKS = frozenset((NOTE, BACK))


def _written(text: str) -> Iterator[Mark]:
    """Yield the marks of the formulas that are written into a text."""
    for formula in formulas(text):
        yield Mark(DISPLAY if formula.is_display else MATH, formula.start, formula.end, formula.tex)


def _with_formulas(text: str, marks: list[Mark]) -> list[Mark]:
    """Return marks with those of the formulas that are written into a text, but in code; none begins or ends in one."""
    solid = [mark for mark in marks if mark.kind in SOLID]
    found = [each for each in _written(text) if not _overlap(each, solid)]
    if not found:
        return marks
    kept = [mark for mark in marks if not _is_cut(mark, found)]
    return sorted((*kept, *found), key=lambda mark: (mark.start, -mark.end))


SOLID = frozenset(("code", MATH, DISPLAY, NOTE, BACK))
"""Kinds of marks that are written whole: what is marked in them stays plain."""


def _overlap(one: Mark, others: list[Mark]) -> bool:
    """Return True if a mark shares text with one of others, which are in document order."""
    place = bisect_right(others, one.start, key=lambda other: other.end)
    return place < len(others) and others[place].start < one.end


def _is_cut(mark: Mark, found: list[Mark]) -> bool:
    """Return True if a mark begins or ends in one of some formulas, which are in document order."""
    for position in (mark.start, mark.end):
        place = bisect_right(found, position, key=lambda other: other.end)
        if place < len(found) and found[place].start < position:
            return True
    return False
