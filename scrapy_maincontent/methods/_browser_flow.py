"""Writes the running text of a page on a screen: paragraphs, blanks, and the styles of the open elements."""

from __future__ import annotations

import re
from typing import NamedTuple

from ._browser_screen import Screen
from ._browser_styles import Align, Style, Styles

_BLANKS = " \t\r\n\f"
_TOKENS = re.compile(r"[ \t\r\n\f]+|[^ \t\r\n\f]+")
_NO_BREAK = "\xa0"
LIST_PARENTS = frozenset(("ul", "ol", "menu", "dir", "li"))
"""Elements in which a heading is an item's first line."""


class Open(NamedTuple):
    """An open element and the style that holds in it."""

    tag: str
    style: Style


class Flow:
    """The state of a text browser between two tags.

    A new style counts from the next text or block-level tag on, as in `lynx`: what opens and closes without text
    leaves no trace.
    """

    def __init__(self, width: int, east_asian: bool) -> None:
        self.styles = Styles()
        self.screen = Screen(width, self.styles.normal, east_asian)
        self.stack = [Open("", self.styles.normal)]
        self.divisions: list[Align] = []
        """Alignments of the open divisions and tables."""
        self.list_level = 0
        self.division_align = Align.LEFT
        self.in_paragraph = False
        """Whether text stands in the paragraph that was begun last."""
        self.in_word = False
        self.in_label = False
        self.style = self.styles.normal
        self.style_changed = False
        self._pre_begun = False
        self._links = 0

    @property
    def top(self) -> Open:
        """The innermost open element."""
        return self.stack[-1]

    def change(self, style: Style) -> None:
        """Let a style count for what follows."""
        if self.style is not style:
            self.style = style
            self.style_changed = True
        self.in_word = False

    def update(self) -> None:
        """Begin a paragraph if the style was changed."""
        if self.style_changed:
            self.screen.set_style(self.style)
            self.style_changed = False

    def single_space(self) -> None:
        """See that what follows stands on a line of its own."""
        if not self.screen.is_line_empty:
            self.screen.end_line()
        elif self.list_level:
            self.screen.first_line = False
        self.in_word = False

    def double_space(self) -> None:
        """See that an empty line stands before what follows."""
        if not self.screen.is_line_empty:
            self.screen.end_line()
            self.screen.end_line()
        elif not self.screen.was_line_empty:
            self.screen.end_line()
        elif self.list_level:
            self.screen.first_line = False
        self.in_word = False

    def reset_align(self) -> None:
        """Align what follows as the division around it does."""
        style = self.top.style
        plain = not self.divisions and style in (self.styles.normal, self.styles.preformatted)
        style.align = Align.LEFT if self.list_level or plain else self.division_align

    def divide(self, align: Align) -> None:
        """Open a division whose text is aligned in a way."""
        style = self.styles.division[align]
        self.divisions.append(align)
        self.change(style)
        self.update()
        self.division_align = style.align

    def continue_item(self) -> None:
        """In a list, let what follows stand at the margin of an item's further lines."""
        if self.list_level:
            self.screen.first_line = False

    def text(self, text: str, block: int = -1) -> None:
        """Write running text; its white space collapses."""
        self.screen.block = block
        if not self.top.style.flowing:
            self._preformatted(text)
            return
        if self.style_changed:
            text = text.lstrip(_BLANKS)
            if not text:
                return
            self.update()
        write, write_blank = self.screen.write, self.screen.write_blank
        for token in _TOKENS.findall(text):
            if token[0] not in _BLANKS:
                write(token)
                self.in_word = True
                self.in_paragraph = True
                self.in_label = False
                continue
            if self.in_word or token[0] in " \t":
                write_blank()
            self.screen.after_blank = True
            if "\n" in token:
                self.in_word = False

    def blank(self) -> None:
        """Write a blank that belongs to no word."""
        if not self.style_changed:
            self.screen.write_blank()
        self.in_word = False

    def link_number(self) -> None:
        """Write the number of the next link; outside East Asia it is a part of the link's first word."""
        after_blank = self.screen.after_blank
        self._links += 1
        self.screen.block = -1
        self.screen.write(f"[{self._links}]")
        self.screen.after_blank = after_blank
        self.end_link()

    def end_link(self) -> None:
        """Let a line of East Asian characters be parted at a link's end."""
        if self.screen.east_asian:
            self.screen.allow_break()

    def mark(self, text: str) -> None:
        """Write a bullet or number; blanks after it add nothing."""
        self.screen.block = -1
        self.screen.write(text.replace(" ", _NO_BREAK))
        self.screen.after_blank = True
        self.in_word = self.in_paragraph = False

    def begin_pre(self) -> None:
        """See that a line break right after the tag adds nothing."""
        self._pre_begun = False

    def _preformatted(self, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not self._pre_begun:
            text = text.removeprefix("\n")
            self._pre_begun = True
        self.update()
        if text:
            self.in_paragraph = True
            self.in_label = False
            self.screen.write_preformatted(text)
