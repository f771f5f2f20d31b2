"""What each element does to the running text, as `lynx` treats it.

Elements that `lynx` 2.9 does not know (``figcaption``, ``summary``, ``picture``) do nothing; those of HTML 5 that it
knows (``section``, ``article``) break no line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..page import HEADINGS
from ._browser_cells import Cells
from ._browser_flow import LIST_PARENTS, Open
from ._browser_lists import Lists
from ._browser_marks import Marks
from ._browser_paragraphs import Paragraphs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ._browser_flow import Flow
    from ._browser_handlers import End, Start

_SECTIONS = ("article", "aside", "footer", "header", "main", "nav", "section")
_EMPHASIS = ("b", "blink", "cite", "em", "i", "strong", "u")
_LISTS = ("dir", "dl", "menu", "ol", "ul")
_ENDS_HEADINGS = frozenset(
    (*_LISTS, "address", "blockquote", "center", "div", "fieldset", "form", "hr", "p", "pre", "table")
)
"""What cannot stand in a heading and closes it."""


class Tags:
    """Writes elements; ``toolbar`` tells that the page's head has links that are shown above it."""

    def __init__(self, flow: Flow, toolbar: bool) -> None:
        self._flow = flow
        self._screen = flow.screen
        self._toolbar = toolbar
        self._heading = 0
        """The place of the open heading on the stack of open elements, 0 where there is none."""
        self._paragraphs = Paragraphs(flow)
        groups = (self._paragraphs, Lists(flow), Cells(flow), Marks(flow))
        self._starts: dict[str, Start] = {
            **dict.fromkeys(_SECTIONS, self._start_section),
            **dict.fromkeys((*_EMPHASIS, "thead", "tbody", "tfoot"), self._start_plain),
        }
        self._ends: dict[str, End] = {
            "a": self._end_link,
            **dict.fromkeys((*_SECTIONS, "figure"), self._end_plain),
        }
        for group in groups:
            self._starts.update(group.starts)
            self._ends.update(group.ends)

    def start(self, tag: str, attrs: Mapping[str, str]) -> None:
        """Open an element."""
        if self._heading and tag in _ENDS_HEADINGS:
            self._close_heading()
        start = self._starts.get(tag)
        inner = tag
        if start is not None:
            if tag in HEADINGS and self._flow.list_level and self._flow.top.tag in LIST_PARENTS:
                inner = self._flow.top.tag
            start(tag, attrs)
        self._flow.stack.append(Open(inner, self._flow.style))
        if inner in HEADINGS:
            self._heading = len(self._flow.stack) - 1

    def end(self, tag: str) -> None:
        """Close the innermost element, whose tag this is."""
        flow = self._flow
        inner = flow.stack.pop().tag
        if self._heading == len(flow.stack):
            self._heading = 0
        end = self._ends.get(tag)
        if end is not None and inner == tag:
            end(tag)

    def _close_heading(self) -> None:
        """Close the open heading, since a block-level element begins in it."""
        stack, place = self._flow.stack, self._heading
        tag, inside = stack[place].tag, len(stack) - place
        del stack[place:]
        self._heading = 0
        self._paragraphs.end_heading(tag)
        stack.extend([Open("", self._flow.top.style)] * inside)

    def line_break(self) -> None:
        """Write a ``br``; several in a row make one line break."""
        self._flow.update()
        self._screen.break_line()
        self._flow.in_word = self._flow.in_paragraph = False

    def picture(self, text: str) -> None:
        """Write the text that stands for a picture."""
        self._flow.blank()
        self._flow.text(text)
        self._flow.blank()

    def _start_section(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        if self._toolbar:
            self._screen.begin_paragraph()

    def _start_plain(self, _tag: str, _attrs: Mapping[str, str]) -> None:
        self._flow.update()

    def _end_plain(self, _: str) -> None:
        self._flow.change(self._flow.top.style)

    def _end_link(self, _: str) -> None:
        self._flow.update()
        self._flow.end_link()
