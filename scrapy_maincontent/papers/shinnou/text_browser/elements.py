"""What each element does to the screen of the text browser: paragraphs, lists, tables, fields, pictures.

An element that is not named here is part of the text around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ....page import HEADINGS
from .screen import TEXT, WIDTH, Align, Style

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .screen import Screen

    Start = Callable[[str, Mapping[str, str]], Style]
    """Takes a tag and its attributes; returns the style of what stands in the element."""
    End = Callable[[str], None]


class _Block(NamedTuple):
    """The empty lines above and below a block-level element, its margins and its alignment; ``None``: as around it."""

    above: int = 0
    below: int = 0
    style: Style | None = None
    align: Align | None = None


_BLOCKS = {
    **dict.fromkeys(("form", "tr"), _Block()),
    **dict.fromkeys(("caption", "fieldset", "legend"), _Block(1, 1)),
    "p": _Block(1),
    "address": _Block(1, 1, Style(4, 7)),
    "blockquote": _Block(1, 1, Style(5, 7)),
    "pre": _Block(0, 1, Style(0, 0, flowing=False), Align.LEFT),
    **dict.fromkeys(HEADINGS, _Block(1, 1)),
}
_DIVISIONS = {"div": None, "center": Align.CENTER, "table": Align.LEFT}
"""Elements with an empty line around the outermost of them only, and their alignment."""
_HEADING_IN_DIVISION = Style(0, 3)
"""Other headings are indented by their rank and use the whole line."""
_CELLS = ("td", "th")
_ALIGNS = {"center": Align.CENTER, "right": Align.RIGHT, "left": Align.LEFT, "justify": Align.LEFT}

_LIST_PARENTS = ("dir", "li", "menu", "ol", "ul")
"""Elements whose headings are lines of an item."""
_TERMS = "dl"
_LISTS = ("dir", "menu", "ol", "ul", _TERMS)
_BULLETS = "*+o#@-="
_ITEM_MARGIN, _DEFINITION_MARGIN = 7, 10
"""Columns before the text of an item and of a definition."""
_LIST_STEP, _DEEPEST = 5, 7
"""Columns by which a list in a list is indented, and the depth from which on it is not indented any more."""
_RULE_MARGIN = 5
"""Columns by which a rule is shorter than a line of text."""


class Elements:
    """Writes the start and the end of elements on a screen, in the order of the page."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._styles = [screen.style]  # of the open elements
        self._parent = ""
        self._divisions = 0
        self._lists: list[str] = []
        self._numbers: list[int] = []  # how many items each open list has had
        self._starts: dict[str, Start] = {
            **dict.fromkeys(_BLOCKS, self._start_block),
            **dict.fromkeys(_DIVISIONS, self._start_division),
            **dict.fromkeys(_LISTS, self._start_list),
            **dict.fromkeys(_CELLS, self._start_cell),
            **dict.fromkeys(HEADINGS, self._start_heading),
            "button": self._start_button,
            "dd": self._start_definition,
            "dt": self._start_term,
            "hr": self._start_rule,
            "input": self._start_field,
            "li": self._start_item,
            "pre": self._start_pre,
        }
        self._ends: dict[str, End] = {
            **dict.fromkeys(_BLOCKS, self._end_block),
            **dict.fromkeys(_DIVISIONS, self._end_division),
            **dict.fromkeys(_LISTS, self._end_list),
            "dd": self._end_item,
            "li": self._end_item,
        }
        self.tags = frozenset(self._starts)
        """The elements that are known."""

    def start(self, tag: str, attrs: Mapping[str, str], parent: str) -> None:
        """Open an element that is known, in one of the tag ``parent``."""
        self._parent = parent
        style = self._starts[tag](tag, attrs)
        self._styles.append(style)
        self._screen.style = style

    def end(self, tag: str) -> None:
        """Close the innermost open element, whose tag this is."""
        self._styles.pop()
        if tag in self._ends:
            self._ends[tag](tag)
        self._screen.style = self._style

    @property
    def _style(self) -> Style:
        return self._styles[-1]

    def _part(self, empty: int) -> None:
        """Begin a new line; there are no empty ones within items."""
        self._screen.part(0 if self._lists and self._lists[-1] != _TERMS else empty)

    def _start_block(self, tag: str, attrs: Mapping[str, str]) -> Style:
        block = _BLOCKS[tag]
        self._part(block.above)
        return self._aligned(block.style or self._style, attrs, block.align)

    def _start_pre(self, tag: str, attrs: Mapping[str, str]) -> Style:
        style = self._start_block(tag, attrs)
        self._screen.begin_preformatted()
        return style

    def _start_heading(self, tag: str, attrs: Mapping[str, str]) -> Style:
        if self._parent in _LIST_PARENTS:
            self._part(0)
            return self._style
        self._screen.end_item()
        self._screen.part(1)
        if self._divisions:
            return self._aligned(_HEADING_IN_DIVISION, attrs, None)
        indent = max(0, 2 * HEADINGS[tag] - 4)
        return self._aligned(Style(indent, 0), attrs, Align.CENTER if tag == "h1" else None)

    def _end_block(self, tag: str) -> None:
        self._part(_BLOCKS[tag].below)

    def _start_division(self, tag: str, attrs: Mapping[str, str]) -> Style:
        self._part(0 if self._divisions else 1)
        self._divisions += 1
        return self._aligned(self._style, attrs, _DIVISIONS[tag])

    def _end_division(self, _: str) -> None:
        self._divisions -= 1
        self._part(0 if self._divisions else 1)

    def _aligned(self, style: Style, attrs: Mapping[str, str], align: Align | None) -> Style:
        """Return a style aligned as the attributes ask for, else as given, else as what is around it."""
        asked = _ALIGNS.get(attrs.get("align", "").strip().lower())
        return style._replace(align=asked or align or self._style.align)

    def _start_cell(self, _tag: str, _attrs: Mapping[str, str]) -> Style:
        self._screen.blank()
        return self._style

    def _start_button(self, _tag: str, _attrs: Mapping[str, str]) -> Style:
        self._screen.blank()
        self._screen.text("(BUTTON) ")
        return self._style

    def _start_rule(self, _tag: str, _attrs: Mapping[str, str]) -> Style:
        self._part(0)
        self._screen.close_gap()
        style = self._style
        self._screen.style = style._replace(align=Align.CENTER, flowing=True)
        self._screen.text("_" * (WIDTH - style.indent - style.right - _RULE_MARGIN))
        self._screen.part(1)
        return self._style

    def _start_list(self, tag: str, _: Mapping[str, str]) -> Style:
        if _TERMS in self._lists[-1:]:
            self._screen.end_item()
        self._part(1 if _TERMS in (tag, *self._lists[-1:]) else 0)
        self._lists.append(tag)
        self._numbers.append(0)
        return self._indented(TEXT.indent if tag == _TERMS else _ITEM_MARGIN)

    def _indented(self, margin: int) -> Style:
        """Return the style of text in a list, given its margin in an outermost one."""
        return Style(margin + _LIST_STEP * (min(len(self._lists), _DEEPEST) - 1), TEXT.right)

    def _end_list(self, _: str) -> None:
        self._lists.pop()
        self._numbers.pop()
        self._part(0 if self._lists else 1)

    def _start_item(self, _tag: str, _attrs: Mapping[str, str]) -> Style:
        if self._lists and self._lists[-1] == "ol":
            self._numbers[-1] += 1
            self._screen.mark(f"{self._numbers[-1]}. ")
        else:
            self._screen.mark(f"{_BULLETS[max(0, len(self._lists) - 1) % len(_BULLETS)]} ")
        return self._style

    def _end_item(self, _: str) -> None:
        self._screen.end_item()

    def _start_term(self, _tag: str, _attrs: Mapping[str, str]) -> Style:
        self._part(1)
        return self._style

    def _start_definition(self, _tag: str, _attrs: Mapping[str, str]) -> Style:
        self._part(0)
        self._screen.begin_item()
        return self._indented(_DEFINITION_MARGIN) if self._lists else self._style

    def _start_field(self, _: str, attrs: Mapping[str, str]) -> Style:
        self._screen.blank()
        self._screen.text(_field_text(attrs))
        return self._style


_FIELD_SIZE = 20
"""Columns of a text field that gives no size."""
_LARGEST_FIELD = 60
_MARKED = {"checkbox": ("[ ] ", "[X] "), "radio": ("( ) ", "(*) ")}
_BUTTONS = {"button": "", "image": "", "reset": "Reset", "submit": "Submit"}
_SHOWN_NOWHERE = ("hidden", "range")


def _field_text(attrs: Mapping[str, str]) -> str:
    """Return what an ``input`` shows; a text field is a row of underscores."""
    kind = attrs.get("type", "text").lower()
    if kind in _SHOWN_NOWHERE:
        return ""
    if kind in _MARKED:
        return _MARKED[kind]["checked" in attrs]
    value = attrs.get("value", "").strip()
    if kind in _BUTTONS:
        return value or attrs.get("alt", "") or _BUTTONS[kind]
    size = attrs.get("size", "")
    is_number = size.isascii() and size.isdecimal() and len(size) < 4
    return value.ljust(min(int(size), _LARGEST_FIELD) if is_number else _FIELD_SIZE, "_")


def picture_text(attrs: Mapping[str, str], alternative: str) -> str:
    """Return a picture's text: its alternative text, or its file's name in brackets where it gives none."""
    address = attrs.get("src", "")
    if alternative or "alt" in attrs or not address:
        return alternative
    return f"[{address.rsplit('/', 1)[-1]}]"
