"""Page -> the few facts that it can be drawn from again: which elements stand around which text, and nothing else.

No attribute of the page survives but how many columns and rows a table cell takes. Elements are drawn by names from a
fixed list, so that whatever the page calls them, it cannot bring anything to life.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from ..page import cell_span
from ..page.flatten import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..page import Page

CLOSE, BEGIN, END, BREAK, SPANS = -1, -2, -3, -4, -5
"""Steps of a drawing that are no element: end of the element, begin and end of a text block, a line break, and a cell's
columns and rows, which are the two numbers that follow."""
_SAME = """
    p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th pre blockquote address figure
    figcaption hr a b i em strong small sub sup code kbd samp s u q cite abbr time mark ins del
"""
SAME = frozenset(_SAME.split())
"""Elements that are drawn as what they are; others become ``div`` or ``span``."""
OBJECT = "object"
"""What a picture, video or player is drawn as: a box with its alternative text."""
_CELLS = frozenset(("td", "th"))
_EMPTY = frozenset(("td", "th", "hr"))
"""Elements that show something though there is nothing in them."""
_BLOCK, _OBJECT = KINDS["div"], KINDS["img"]


class Drawing(NamedTuple):
    """A page to be drawn.

    ``steps`` are texts, numbers of ``names`` (begin an element), and the negative numbers above. ``names`` are an
    element as a step of its xpath, what it is drawn as, and 1 if it is block-level. ``places`` are the numbers of the
    page's elements that are drawn, in order.
    """

    steps: list[int | str]
    names: list[tuple[str, str, int]]
    places: list[int]


def draw(page: Page) -> Drawing:
    """Return how to draw a page. Linear in the page; elements without text and pictures are left out."""
    drawer = _Drawer(page)
    for element in _shown(page):
        drawer.open(element)
    drawer.finish()
    return Drawing(drawer.steps, list(drawer.names), drawer.places)


def _shown(page: Page) -> Iterator[int]:
    element, count = 0, len(page.tags)
    while element < count:
        if page.piece_starts[element] == page.piece_ends[element] and page.tags[element] not in _EMPTY:
            first = bisect_left(page.objects, element)
            if first == len(page.objects) or page.objects[first] >= page.ends[element]:
                element = page.ends[element]
                continue
        yield element
        element += 1


class _Drawer:
    """Walks elements, pieces and text blocks side by side."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.steps: list[int | str] = []
        self.names: dict[tuple[str, str, int], int] = {}
        self.places: list[int] = []
        self._open: list[int] = []
        self._piece = self._block = 0

    def open(self, element: int) -> None:
        page = self._page
        self._close(element)
        self._write(page.piece_starts[element])
        tag = page.tags[element]
        name = (page.paths.step(element), _drawn_as(tag), int(KINDS.get(tag) == _BLOCK))
        self.steps.append(self.names.setdefault(name, len(self.names)))
        self.places.append(element)
        self._open.append(element)
        if tag in _CELLS and page.attrs[element]:
            spans = [cell_span(page, element, which) for which in ("colspan", "rowspan")]
            if max(spans) > 1:
                self.steps += [SPANS, *spans]

    def finish(self) -> None:
        self._close(len(self._page.tags))
        self._write(len(self._page.pieces))

    def _close(self, before: int) -> None:
        """Close the open elements that end before an element."""
        while self._open and self._page.ends[self._open[-1]] <= before:
            self._write(self._page.piece_ends[self._open.pop()])
            self.steps.append(CLOSE)

    def _write(self, stop: int) -> None:
        """Write the pieces before ``stop``, with the borders of the text blocks among them."""
        page, steps = self._page, self.steps
        while self._piece < stop:
            piece, block = self._piece, self._block
            inside = block < len(page.texts)
            if inside and piece == page.text_starts[block]:
                if page.breaks[block]:
                    steps.append(BREAK)
                steps.append(BEGIN)
            steps.append(page.pieces[piece])
            self._piece += 1
            if inside and self._piece == page.text_ends[block]:
                steps.append(END)
                self._block += 1


def _drawn_as(tag: str) -> str:
    if tag in SAME:
        return tag
    kind = KINDS.get(tag)
    if kind == _OBJECT:
        return OBJECT
    return "div" if kind == _BLOCK else "span"
