"""The page as an 80-column text browser shows it (Shinnou and Sasaki 2.1).

The paper turns pages into text by ``lynx -dump``; this writes the same lines from a Page, each visible link with its
number in brackets, without the list of addresses at the end. The documentation, "The text browser", says where the two
differ.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from ._browser_flow import Flow
from ._browser_line import Line
from ._browser_pictures import picture_text
from ._browser_tags import Tags
from ._browser_widths import is_east_asian

if TYPE_CHECKING:
    from ..page import Page

__all__ = ["Line", "browser_lines"]

WIDTH = 80
"""Columns of the screen."""
_TOOLBAR_WORDS = """
    alternate appendix begin bibliography biblioentry bookmark chapter child contents copyright definition
    disclaimer documentation editor end first glossary help home hotlist index last meta navigator next origin
    parent pointer prev previous publisher search section sibling start subsection toc top trademark translation up
"""
_TOOLBAR = frozenset(_TOOLBAR_WORDS.split())
"""Relations of a head's links that are shown above the page."""
_PICTURES = ("img", "picture", "embed")


def browser_lines(page: Page, width: int = WIDTH) -> list[Line]:
    """Return the lines of a page as a text browser ``width`` columns wide shows it, empty ones included.

    Style sheets and scripts do not count: what they hide is shown. The time is proportional to the page's size.
    """
    return _Writer(page, width).write()


class _Writer:
    """Goes through elements and pieces in document order."""

    def __init__(self, page: Page, width: int) -> None:
        toolbar = [relation for relation in page.head_links if relation in _TOOLBAR]
        self._page = page
        self._flow = Flow(width, is_east_asian(page.texts))
        self._tags = Tags(self._flow, bool(toolbar))
        self._alts = dict(zip(page.objects, page.object_alts, strict=True))
        self._piece = 0
        self._block = 0
        self._broken = -1  # the last block before which a line break was written
        self._visible = list(accumulate((not piece.isspace() for piece in page.pieces), initial=0))
        self._pictures = list(accumulate((bool(self._picture(at).strip()) for at in page.objects), initial=0))
        self._links = set(page.links)
        if toolbar:
            self._write_toolbar(toolbar)

    def write(self) -> list[Line]:
        page, tags = self._page, self._tags
        ends, piece_ends, names = page.ends, page.piece_ends, page.tags
        opened: list[int] = []
        for element, tag in enumerate(names):
            while opened and ends[opened[-1]] <= element:
                self._write_pieces(piece_ends[opened[-1]])
                tags.end(names[opened.pop()])
            self._write_pieces(page.piece_starts[element])
            if element in self._alts and tag != "iframe":
                self._write_object(element, tag)
                continue
            self._break_at(element)
            tags.start(tag, page.attrs[element])
            opened.append(element)
            if element in self._links:
                self._begin_link(element)
        while opened:
            self._write_pieces(piece_ends[opened[-1]])
            tags.end(names[opened.pop()])
        self._write_pieces(len(page.pieces))
        return self._flow.screen.finish()

    def _write_toolbar(self, relations: list[str]) -> None:
        self._flow.text("#")
        for relation in relations:
            self._flow.link_number()
            self._flow.text(f"{relation} ")
        self._flow.screen.begin_paragraph()

    def _begin_link(self, element: int) -> None:
        """Write the number of a link that shows something; one in another ends that."""
        page = self._page
        end, last_piece = page.ends[element], page.piece_ends[element]
        following = bisect_right(page.links, element)
        if following < len(page.links) and page.links[following] < end:
            end = page.links[following]
            last_piece = page.piece_starts[end]
        first, last = bisect_left(page.objects, element), bisect_left(page.objects, end)
        texts = self._visible[last_piece] - self._visible[page.piece_starts[element]]
        if texts or self._pictures[last] > self._pictures[first]:
            self._flow.link_number()

    def _write_pieces(self, end: int) -> None:
        """Write the pieces up to a number, without the blanks that `flatten` puts between inline elements."""
        page = self._page
        while self._piece < end:
            if self._is_broken():
                self._break_line()
            if self._piece not in page.blanks:
                inside = self._block < len(page.texts) and page.text_starts[self._block] <= self._piece
                self._flow.text(page.pieces[self._piece], self._block if inside else -1)
            self._piece += 1

    def _move_to(self, piece: int) -> None:
        """Find the text block that holds a piece, or the next one."""
        while self._block < len(self._page.texts) and self._page.text_ends[self._block] <= piece:
            self._block += 1

    def _break_at(self, element: int) -> None:
        """Break the line before an inline element that begins it, unless a picture in the element may stand above."""
        objects = self._page.objects
        if self._is_broken():
            following = bisect_left(objects, element)
            if following == len(objects) or objects[following] >= self._page.ends[element]:
                self._break_line()

    def _is_broken(self) -> bool:
        """Tell whether a ``br`` parts what comes next from the text block before, and is not written yet."""
        page, piece = self._page, self._piece
        self._move_to(piece)
        block = self._block
        return self._broken < block < len(page.texts) and page.breaks[block] and page.text_starts[block] == piece

    def _break_line(self) -> None:
        self._broken = self._block
        self._tags.line_break()

    def _write_object(self, element: int, tag: str) -> None:
        if tag in _PICTURES:
            self._tags.picture(self._picture(element))

    def _picture(self, element: int) -> str:
        """Return the text that stands for a picture, "" for other elements."""
        tag, attrs = self._page.tags[element], self._page.attrs[element]
        if tag == "img":
            return picture_text(attrs)
        if tag == "embed":
            return attrs.get("alt", "[EMBED]")
        return self._alts[element] if tag == "picture" else ""
