"""Inside a text block: which stretches of its text are links, emphasis or code, and where pictures stand."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from ..page import IDEOGRAPHIC_SPACE, collapse
from .outline import What

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

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
    "sub": "sub",
    "sup": "sup",
}


class Mark(NamedTuple):
    """A stretch of a block's text, ``start`` to ``end``, of one kind: a, strong, em, code, sub or sup."""

    kind: str
    start: int
    end: int
    address: str


class Inline(NamedTuple):
    """A block's text, its marks (an outer one before those in it) and its pictures as (offset, object number)."""

    text: str
    marks: Sequence[Mark]
    images: Sequence[tuple[int, int]]


class Step(Enum):
    """What comes next when a block's text is written from its start to its end."""

    TEXT = auto()
    OPEN = auto()
    CLOSE = auto()
    IMAGE = auto()


def steps(inline: Inline) -> Iterator[tuple[Step, int, int]]:
    """Yield a block's content in order: TEXT with its start and end, other steps with a number and where they stand.

    The number is a mark's (OPEN, CLOSE) or a picture's (IMAGE). Marks are well nested.
    """
    text, marks, images = inline
    position = opened = shown = 0
    stack: list[int] = []
    while True:
        while stack and marks[stack[-1]].end == position:
            yield Step.CLOSE, stack.pop(), position
        while shown < len(images) and images[shown][0] <= position:
            yield Step.IMAGE, images[shown][1], position
            shown += 1
        while opened < len(marks) and marks[opened].start == position:
            stack.append(opened)
            yield Step.OPEN, opened, position
            opened += 1
        if position == len(text):
            return
        ahead = len(text)
        if stack:
            ahead = marks[stack[-1]].end
        if opened < len(marks):
            ahead = min(ahead, marks[opened].start)
        if shown < len(images):
            ahead = min(ahead, images[shown][0])
        yield Step.TEXT, position, ahead
        position = ahead


def read_lines(page: Page, outline: Outline, addresses: Addresses, deadline: Deadline) -> dict[int, Inline]:
    """Return the selected text blocks with their marks and pictures, by block."""
    reader = _Reader(page, addresses, outline.inner_images, deadline)
    blocks = [event.number for event in outline.events if event.what is What.LINE]
    return {block: reader.read(block) for block in deadline.watch(blocks)}


class _Reader:
    """Reads the blocks of a page, in document order, each at most once.

    ``images`` are the pictures inside a block, as object numbers. Elements of one kind in each other count once, so
    that no more than six marks are ever open.
    """

    def __init__(
        self, page: Page, addresses: Addresses, images: Mapping[int, Sequence[int]], deadline: Deadline
    ) -> None:
        self._page = page
        self._deadline = deadline
        self._addresses = addresses
        self._images = images
        self._elements = [element for element, tag in enumerate(page.tags) if tag in _KINDS]
        self._next = 0
        self._left = MAX_MARKS
        self._open: list[tuple[int, str]] = []
        self._active: dict[str, tuple[int, str]] = {}  # by kind: how many are open, and a link's address

    def read(self, block: int) -> Inline:
        """Return the block's text with its marks and pictures."""
        page = self._page
        if self._is_bare(block):
            return Inline(page.texts[block], (), ())
        images = self._images.get(block, ())
        placed: list[tuple[int, int]] = []
        marks: list[Mark] = []
        pending: list[int] = []  # numbers of the marks that have no end yet
        position = 0
        for piece, start, end in self._deadline.watch(self._stretches(block)):
            while len(placed) < len(images) and page.piece_starts[page.objects[images[len(placed)]]] <= piece:
                placed.append((position, images[len(placed)]))
            if start == end:
                continue
            self._move_to(piece)
            if pending or self._active:
                kept = 0
                for number, (kind, (_, address)) in zip(pending, self._active.items(), strict=False):
                    if (marks[number].kind, marks[number].address) != (kind, address):
                        break
                    kept += 1
                _end(marks, pending, kept, position)
                opened = list(self._active.items())[kept:]
                if len(marks) + len(opened) > self._left:
                    opened, self._elements = [], []
                    self._open, self._active = [], {}
                for kind, (_, address) in opened:
                    pending.append(len(marks))
                    marks.append(Mark(kind, start, start, address))
            position = end
        _end(marks, pending, 0, position)
        self._left -= len(marks)
        placed.extend((position, image) for image in images[len(placed) :])
        return Inline(page.texts[block], marks, placed)

    def _is_bare(self, block: int) -> bool:
        if self._active or block in self._images:
            return False
        page, elements = self._page, self._elements
        return self._next >= len(elements) or page.piece_starts[elements[self._next]] >= page.text_ends[block]

    def _stretches(self, block: int) -> Iterator[tuple[int, int, int]]:
        page = self._page
        text, first, last = page.texts[block], page.text_starts[block], page.text_ends[block]
        if last == first + 1:
            yield first, 0, len(text)
            return
        pieces = page.pieces[first:last]
        wide = any(IDEOGRAPHIC_SPACE in piece for piece in pieces)
        position = 0
        for number, piece in enumerate(pieces, first):
            own = collapse(piece, wide)
            start = text.find(own, position)
            if start < 0:  # preformatted text in a place that keeps no line breaks
                return
            if own:
                position = start + len(own)
            yield number, start, position if own else start

    def _move_to(self, piece: int) -> None:
        page, opened, active = self._page, self._open, self._active
        while self._next < len(self._elements) and page.piece_starts[self._elements[self._next]] <= piece:
            element = self._elements[self._next]
            self._next += 1
            if page.piece_ends[element] > piece:
                kind = _KINDS[page.tags[element]]
                address = self._address(element) if kind == "a" else ""
                if address is not None:
                    self._leave(piece)
                    count, first = active.get(kind, (0, address))
                    active[kind] = count + 1, first
                    opened.append((page.piece_ends[element], kind))
        self._leave(piece)

    def _leave(self, piece: int) -> None:
        while self._open and self._open[-1][0] <= piece:
            kind = self._open.pop()[1]
            count, address = self._active[kind]
            if count > 1:
                self._active[kind] = count - 1, address
            else:
                del self._active[kind]

    def _address(self, element: int) -> str | None:
        href = self._page.attrs[element].get("href")
        if href is None:
            return None
        start, end = self._page.blocks_in(element)
        return None if end - start > MAX_LINK_BLOCKS else self._addresses.link(href)


def _end(marks: list[Mark], pending: list[int], kept: int, position: int) -> None:
    for number in pending[kept:]:
        kind, start, _, address = marks[number]
        marks[number] = Mark(kind, start, position, address)
    del pending[kept:]
