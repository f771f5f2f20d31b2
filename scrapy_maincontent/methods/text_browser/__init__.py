"""A page as an 80-column text browser shows it (Shinnou and Sasaki 2.1).

The paper turns pages into text by ``lynx -dump``. These are lines of the same kind, made from a Page: each link that
shows something has its number in brackets, the list of addresses at the end is left out. The documentation, "The text
browser", says what is shown and how far it agrees with lynx.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .elements import Elements, picture_text
from .screen import NO_BLOCK, WIDTH, Line, Screen, columns, columns_of, is_east_asian

if TYPE_CHECKING:
    from ...page import Page

__all__ = ["WIDTH", "Line", "browser_lines", "columns", "columns_of", "is_east_asian"]

_LINK = "a"
_PICTURES = ("img", "picture")


def browser_lines(page: Page) -> list[Line]:
    """Return the lines of a page as a text browser shows it, empty ones included, in time linear in the page's size.

    Style sheets and scripts do not count: what they hide is shown.
    """
    return _Flow(page).lines()


class _Flow:
    """Goes through the elements and pieces of a page in document order and writes them on a screen."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._screen = Screen(east_asian=is_east_asian(page.texts))
        self._elements = Elements(self._screen)
        self._alternatives = dict(zip(page.objects, page.object_alts, strict=True))
        self._opened: list[int] = []
        self._piece = 0
        self._block = 0

    def lines(self) -> list[Line]:
        page = self._page
        shown = {*self._elements.tags, _LINK, *_PICTURES}
        for element, tag in enumerate(page.tags):
            if tag in shown:
                self._close_before(element)
                self._write_pieces(page.piece_starts[element])
                self._open(element, tag)
        self._close_before(len(page.tags))
        self._write_pieces(len(page.pieces))
        return self._screen.finish()

    def _open(self, element: int, tag: str) -> None:
        attrs = self._page.attrs[element]
        if tag in _PICTURES:
            self._screen.blank()
            self._screen.text(picture_text(attrs, self._alternatives.get(element, "")))
            self._screen.blank()
            return
        if tag != _LINK:
            self._elements.start(tag, attrs)
        elif "href" in attrs:
            self._screen.begin_link()
        self._opened.append(element)

    def _close_before(self, element: int) -> None:
        page = self._page
        while self._opened and page.ends[self._opened[-1]] <= element:
            ended = self._opened.pop()
            self._write_pieces(page.piece_ends[ended])
            if page.tags[ended] == _LINK:
                self._screen.end_link()
            else:
                self._elements.end(page.tags[ended])

    def _write_pieces(self, end: int) -> None:
        """Write the pieces up to a number, without the blanks that `flatten` puts between inline elements."""
        page, screen = self._page, self._screen
        for piece in range(self._piece, end):
            block = self._block_of(piece)
            if block != NO_BLOCK and page.breaks[block] and page.text_starts[block] == piece:
                screen.part()  # the `br` itself is no element of the Page
            if piece not in page.blanks:
                screen.text(page.pieces[piece], block)
        self._piece = max(self._piece, end)

    def _block_of(self, piece: int) -> int:
        """Return the text block of a piece that is not before the one asked for last."""
        page = self._page
        while self._block < len(page.texts) and page.text_ends[self._block] <= piece:
            self._block += 1
        inside = self._block < len(page.texts) and page.text_starts[self._block] <= piece
        return self._block if inside else NO_BLOCK
