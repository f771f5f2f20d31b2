"""The selected text blocks and pictures in document order, with the elements that give them structure.

Both Markdown and HTML are written from this one list of events, so that neither can select anything of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from enum import Enum, auto
from itertools import compress, islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from ..page import HEADINGS, tagged
from ..page import visible as visible_text
from ..page.stems import NOTE_CLASS
from ..words.media import has_word, kind_of, often_shown, visible
from .code import code_elements
from .notes import NOTE, Notes, find_notes
from .shown import with_neighbours

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page


MAX_EVENTS = 40_000
"""Events before all that follows is plain paragraphs. Of 2,266 real pages none has more than 7,000."""

_NOWHERE = -1
_Images = dict[int, list[int]]
PICTURES = frozenset(("img", "picture"))


class What(Enum):
    """The kind of an event."""

    OPEN = auto()
    CLOSE = auto()
    LINE = auto()
    IMAGE = auto()
    RULE = auto()


class Event(NamedTuple):
    """One step through the selection.

    OPEN and CLOSE name a container's ``tag`` and its element as ``number`` (-1 where none stands in the page). LINE
    is a text block: ``tag`` is "p", or "" where the container itself holds the text; ``joined`` tells that only a
    line break parts it from the line before. IMAGE is a picture or player between text blocks, by its number in
    `Page.objects`; RULE parts what stands before it from what follows.
    """

    what: What
    tag: str
    number: int
    joined: bool = False


class Outline(NamedTuple):
    """The events, well nested, the pictures inside text blocks (object numbers by block), and the blocks behind all.

    ``notes`` are the footnotes.
    """

    events: list[Event]
    inner_images: _Images
    rest: list[int]
    notes: Notes


def outline(page: Page, main: Sequence[bool]) -> Outline:
    """Return the selected blocks with their containers, and the pictures among them."""
    notes = find_notes(page, main)
    containers = _Containers(page, notes)
    shown = with_neighbours(page, main, containers.codes)
    inner, between = _images(page, shown, containers)
    rules = _rules(page, shown)
    builder, count = _Builder(page, containers), len(main)
    for block in sorted({*compress(range(count), shown), *between, *rules}):
        for image in between.get(block, ()):
            if block in rules and rules[block] < page.objects[image]:
                builder.rule(rules.pop(block))
            builder.image(image)
        if block in rules:
            builder.rule(rules[block])
        if builder.is_full():
            return Outline(builder.finish(), inner, [*compress(range(block, count), shown[block:])], notes)
        if block < count and shown[block]:
            builder.line(block)
    return Outline(builder.finish(), inner, [], notes)


def _rules(page: Page, main: Sequence[bool]) -> dict[int, int]:
    """Return the rules (``hr``) between selected blocks, by the block behind each."""
    rules: dict[int, int] = {}
    if "hr" in page.tags:
        for element in [element for element, tag in enumerate(page.tags) if tag == "hr"]:
            block = page.first_block(element)
            if 0 < block < len(main) and main[block - 1] and main[block]:
                rules[block] = element
    return rules


def _images(page: Page, main: Sequence[bool], containers: _Containers) -> tuple[_Images, _Images]:
    """Return pictures by the block they precede: between selected blocks, or with a selected block in their figure."""
    inner: _Images = {}
    between: _Images = {}
    figures: dict[int, bool] = {}
    often = often_shown(page)
    for number in visible(page, range(len(page.objects))):
        element = page.objects[number]
        if not page.object_urls[number]:
            continue
        piece = page.piece_starts[element]
        block = page.block_at(piece)
        is_icon = page.object_urls[number] in often
        if block < len(main) and page.text_starts[block] < piece:
            if (
                page.tags[element] in PICTURES
                and main[block]
                and (not is_icon or page.object_alts[number])
                and kind_of(page, number, in_text=True) is not None
            ):
                inner.setdefault(block, []).append(number)
            continue
        wanted = 0 < block < len(main) and main[block - 1] and main[block]
        if not wanted:
            figure = containers.nearest(page.parents[element])
            if figure != _NOWHERE and page.tags[figure] == "figure":
                if figure not in figures:
                    figures[figure] = any(main[index] for index in range(*page.blocks_in(figure)))
                wanted = figures[figure]
        if wanted and not is_icon and (kind_of(page, number) is not None or _is_embedded(page, number)):
            between.setdefault(block, []).append(number)
    return inner, between


def _is_embedded(page: Page, number: int) -> bool:
    """Return True if an object is a frame that shows what another site lets be embedded."""
    url = page.object_urls[number]
    return page.tags[page.objects[number]] == "iframe" and has_word(url, "embed") and not has_word(url, "not_a_player")


class _Builder:
    """Keeps the stack of open containers between neighbouring blocks; each container is opened once at most."""

    def __init__(self, page: Page, containers: _Containers) -> None:
        self._page = page
        self._containers = containers
        self._events: list[Event] = []
        self._stack: list[tuple[str, int]] = []
        self._next_cell: dict[int, int] = {}
        self._last = _NOWHERE

    def is_full(self) -> bool:
        return len(self._events) >= MAX_EVENTS

    def line(self, block: int) -> None:
        page, piece = self._page, self._page.text_starts[block]
        self._close_where(page.piece_ends, piece)
        events = self._events
        follows = bool(events) and events[-1].what is What.LINE
        joined = follows and page.breaks[block] and block not in page.gaps and self._last == block - 1
        self._last = block
        if not joined:
            owner = page.owners[block]
            self._enter(self._containers.nearest(owner))
            tag, element = self._stack[-1] if self._stack else ("", _NOWHERE)
            direct = tag in _INLINE_ONLY or (tag in _DIRECT and element in (owner, _NOWHERE) and block not in page.gaps)
            joined = direct and events[-1].what is What.LINE and not events[-1].tag
            line_tag = "" if direct else "p"
        else:
            line_tag = events[-1].tag
        events.append(Event(What.LINE, line_tag, block, joined))

    def image(self, number: int) -> None:
        if self.is_full():
            return
        ends, element = self._page.ends, self._page.objects[number]
        self._close_where(ends, element)
        self._enter(self._containers.nearest(self._page.parents[element]))
        self._events.append(Event(What.IMAGE, "", number))

    def rule(self, element: int) -> None:
        ends = self._page.ends
        self._close_where(ends, element)
        self._enter(self._containers.nearest(self._page.parents[element]))
        if not (self._stack and (self._stack[-1][0] in _INLINE_ONLY or self._stack[-1][0] in _ITEM_OF)):
            self._events.append(Event(What.RULE, "", element))

    def finish(self) -> list[Event]:
        self._close_to(0)
        return self._events

    def _close_where(self, ends: Sequence[int], place: int) -> None:
        """Close the containers that end at a place at the latest."""
        stack, last_parts = self._stack, self._containers.last_parts
        depth = cut = len(stack)
        while depth:
            depth -= 1
            element = stack[depth][1]
            if element != _NOWHERE:
                if ends[last_parts.get(element, element)] > place:
                    break
                cut = depth
        if cut < len(stack):
            self._close_to(cut)

    def _close_to(self, depth: int) -> None:
        while len(self._stack) > depth:
            tag, element = self._stack.pop()
            self._events.append(Event(What.CLOSE, tag, element))

    def _enter(self, container: int) -> None:
        while self._stack and self._stack[-1][1] == _NOWHERE:
            self._close_to(len(self._stack) - 1)
        innermost = self._stack[-1][1] if self._stack else _NOWHERE
        path = []
        while container != innermost:
            path.append(container)
            container = self._containers.above[container]
        for element in reversed(path):
            tag = self._containers.tag(element)
            self._supply_items(tag)
            self._skip_cells(element)
            self._open(tag, element)
        self._supply_items("p")

    def _supply_items(self, tag: str) -> None:
        while self._stack and self._stack[-1][0] in _ITEM_OF:
            items = _ITEM_OF[self._stack[-1][0]]
            if tag in items:
                return
            self._open(items[0], _NOWHERE)

    def _skip_cells(self, cell: int) -> None:
        """Add the empty cells before a cell, so that columns stay columns."""
        page, row = self._page, self._stack[-1][1] if self._stack else _NOWHERE
        if row == _NOWHERE or page.tags[row] != "tr" or page.parents[cell] != row:
            return
        child = self._next_cell.get(row, row + 1)
        while child < cell:
            if page.tags[child] in _ITEM_OF["tr"]:
                self._open(page.tags[child], child)
                self._close_to(len(self._stack) - 1)
            child = page.ends[child]
        self._next_cell[row] = page.ends[cell]

    def _open(self, tag: str, element: int) -> None:
        self._stack.append((tag, element))
        self._events.append(Event(What.OPEN, tag, element))


# Containers: the elements whose structure the output keeps, each only where HTML allows it.

_INLINE_ONLY = HEADINGS.keys() | {"pre", "caption", "figcaption"}
_DIRECT = frozenset(("li", "dt", "dd", "td", "th"))
"""Containers that may hold a line of their own without a paragraph around it."""
_ITEM_OF = {"ul": ("li",), "ol": ("li",), "dl": ("dd", "dt"), "table": ("tr", "caption"), "tr": ("td", "th")}
"""What may stand directly in a list, table or row; the first is made up around anything else."""

_INSIDE: dict[str, frozenset[str]] = {
    "li": frozenset(("ul", "ol")),
    "dt": frozenset(("dl",)),
    "dd": frozenset(("dl",)),
    "tr": frozenset(("table",)),
    "td": frozenset(("tr",)),
    "th": frozenset(("tr",)),
    "caption": frozenset(("table",)),
    "figcaption": frozenset(("figure",)),
}
_KEPT = _INLINE_ONLY | _DIRECT | set(_ITEM_OF) | {"blockquote", "figure", NOTE}
_CELLS = frozenset(("td", "th"))
_TALL = HEADINGS.keys() | {"dl", "blockquote", "figure"}
_LAYOUT_ROLES = frozenset(("presentation", "none"))


class _Containers:
    """Finds containers; ``above`` has the one around each that was found."""

    def __init__(self, page: Page, notes: Notes) -> None:
        self.above: dict[int, int] = {}
        self._page = page
        self.codes = code_elements(page)
        self._places = sorted(self.codes)
        self._notes = notes
        self._is_plain = not self.codes and not notes.labels
        self._nearest: dict[int, int] = {_NOWHERE: _NOWHERE}
        self._items = _items_before(page)
        self.last_parts = {item: inner for inner, item in self._items.items()}
        """By item, the last list that stands behind it as its own: ``ends`` of the item is where that list ends."""

    def tag(self, element: int) -> str:
        """Return the tag that an element stands for: code may be in other elements than ``pre``."""
        if self._is_plain:
            return self._page.tags[element]
        if element in self._notes.labels:
            return NOTE
        return "pre" if element in self.codes else self._page.tags[element]

    def nearest(self, element: int) -> int:
        nearest, page = self._nearest, self._page
        path = []
        while element not in nearest:
            path.append(element)
            element = page.parents[element]
        found = nearest[element]
        for passed in reversed(path):
            if self.tag(passed) in _KEPT and self._is_container(passed, found):
                self.above[passed] = self.nearest(self._items[passed]) if passed in self._items else found
                found = passed
            nearest[passed] = found
        return found

    def _is_container(self, element: int, above: int) -> bool:
        tag = self.tag(element)
        outer = self.tag(above) if above != _NOWHERE else ""
        if outer in _INLINE_ONLY or element in self._notes.lists:
            return False
        if tag == "pre" and self._page.tags[element] == "table":
            return True
        if tag in _INSIDE:
            return outer in _INSIDE[tag]
        return tag != "table" or not _is_layout(self._page, element, self._places)


def _items_before(page: Page) -> dict[int, int]:
    """Return the item before each list that stands in a list without one of its own, and belongs to that item."""
    lists = [element for tag in _LISTS for element in tagged(page).get(tag, ())]
    found: dict[int, int] = {}
    for outer in {page.parents[each] for each in lists if page.tags[page.parents[each]] in _LISTS}:
        item, end = _NOWHERE, 0
        for child in page.children(outer):
            if page.tags[child] == "li":
                item = child
            elif page.tags[child] in _LISTS and item != _NOWHERE and page.piece_starts[child] == end:
                found[child] = item
            else:  # what is neither belongs to no item, nor does what follows it
                item = _NOWHERE
            end = page.piece_ends[child]
    return found


_LISTS = ("ul", "ol")


def _is_layout(page: Page, table: int, codes: list[int]) -> bool:
    """Return True if a table only places things.

    It holds another table, or no row has two cells, or two with text where there is code; or it numbers a formula, or
    puts a sign beside a note; or its only row puts paragraphs, pictures or formulas side by side; or a cell has most of
    the page's text.
    """
    own = page.attrs[table]
    if own.get("role", "").strip().lower() in _LAYOUT_ROLES or _has(page, "table", table) or _holds_page(page, table):
        return True
    if ("class" in own and _EQUATION.search(own["class"])) or _is_note(page, table):
        return True
    with_text = _has(page, "pre", table) or bisect_left(codes, table) < bisect_left(codes, page.ends[table])
    rows: set[int] = set()
    is_wide = False
    for element in range(table, page.ends[table]):
        if page.tags[element] in _CELLS and not (with_text and _is_empty(page, element)):
            row = page.parents[element]
            is_wide |= row in rows
            rows.add(row)
            if is_wide and len(rows) > 1:
                return False
    return not is_wide or any(_has(page, tag, table) for tag in _PLACED)


_PLACED = ("p", "img", "math")
"""What a table of one row places side by side."""
_EQUATION = re.compile(r"(?:^|[\s_-])(?:equation|eqn)(?=[\s_-]|$)", re.IGNORECASE)
"""The class of a table that puts a number beside a formula."""


def _holds_page(page: Page, table: int) -> bool:
    """Return True if a table without heads has a cell with most of the page's text, beside a menu."""
    before, most = visible_text(page)[1], _MOST_OF_PAGE * visible_text(page)[1][-1]
    if before[page.piece_ends[table]] - before[page.piece_starts[table]] < most or _has(page, "th", table):
        return False
    cells = (cell for cell in range(table, page.ends[table]) if page.tags[cell] == "td")
    large = (cell for cell in cells if before[page.piece_ends[cell]] - before[page.piece_starts[cell]] >= most)
    return any(end - start >= _MIN_PARAGRAPHS for start, end in map(page.blocks_in, large))


_MOST_OF_PAGE, _MIN_PARAGRAPHS = 0.5, 3
"""Share of a page's visible characters that a cell has in which the page's text is placed, and its text blocks."""


def _is_note(page: Page, table: int) -> bool:
    """Return True if a table of a row or two, or what it fills, is called a note or a warning."""
    above = page.parents[table]
    around = page.attrs[above].get("class", "") if above >= 0 and page.ends[above] == page.ends[table] else ""
    is_called = NOTE_CLASS.search(f"{page.attrs[table].get('class', '')} {around}") is not None
    return is_called and page.tags[table : page.ends[table]].count("tr") <= _ROWS_OF_NOTE


_ROWS_OF_NOTE = 2


def _is_empty(page: Page, element: int) -> bool:
    start, end = page.blocks_in(element)
    return start == end


def is_simple(page: Page, table: int) -> bool:
    """Return True if each cell of a table fits on a line: no headings, quotes, code or lists in lists in it."""
    end = page.ends[table]
    tags = page.tags[table:end]
    if not _TALL.isdisjoint(tags):
        return False
    codes = [element for element, tag in enumerate(tags, table) if tag == "pre"]
    lists = [element for element, tag in enumerate(tags, table) if tag in ("ul", "ol")]
    return not any(_has_lines(page, element) for element in codes) and not any(
        inner < page.ends[outer] for outer, inner in pairwise(lists)
    )


def _has_lines(page: Page, code: int) -> bool:
    start, end = page.blocks_in(code)
    return end - start > 1 or any("\n" in page.texts[block] for block in range(start, end))


def _has(page: Page, tag: str, element: int) -> bool:
    try:
        page.tags.index(tag, element + 1, page.ends[element])
    except ValueError:
        return False
    return True


MAX_SPAN = 32
"""Columns or rows of the widest cell."""


def cell_span(page: Page, cell: int, name: str) -> int:
    """Return a cell's ``colspan`` or ``rowspan``, 1 to `MAX_SPAN`; 1 where it is no number or there is no cell (-1)."""
    value = page.attrs[cell].get(name, "") if cell >= 0 else ""
    if not (value.isascii() and value.isdigit()):
        return 1
    return min(max(int(value), 1), MAX_SPAN) if len(value) <= len(str(MAX_SPAN)) else MAX_SPAN


def link_around(page: Page, number: int) -> str | None:
    """Return the ``href`` of the link around an object, ``None`` without one."""
    for above in islice(page.ancestors(page.objects[number]), _AROUND):
        if page.tags[above] == "a":
            return page.attrs[above].get("href")
    return None


_AROUND = 3
"""Elements around a picture that are looked at."""


def box_of(page: Page, item: int) -> bool | None:
    """Return whether the check box of an item is checked, ``None`` where it has none."""
    for element in range(item + 1, min(item + _BOX_AHEAD, page.ends[item]) if item >= 0 else 0):
        own = page.attrs[element]
        if page.tags[element] == "input" and own.get("type", "").strip().lower() == "checkbox":
            return "checked" in own
        if own.get("role") == "checkbox":
            return own.get("aria-checked") == "true"
        if drawn := _DRAWN_BOX.search(own.get("class", "")):
            return drawn[1] != "off"
    if item >= 0 and "task-list" in page.attrs[page.parents[item]].get("class", ""):
        return "checked" in page.attrs[item].get("class", "").split()
    return None


_DRAWN_BOX = re.compile(r"(?:^|\s)checkbox-(on|off|checked)(?=\s|$)")
_BOX_AHEAD = 4
"""Elements of an item among which its check box is."""
