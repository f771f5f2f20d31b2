"""A page as an 80-column text browser shows it (Shinnou and Sasaki 2.1).

The paper turns pages into text by ``lynx -dump``. These are lines of the same kind, made from a Page: each link that
shows something has its number in brackets, the list of addresses at the end is left out. The documentation, "The text
browser", says what is shown and how far it agrees with lynx.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from .elements import Elements, picture_text
from .screen import NO_BLOCK, Screen, is_east_asian

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....page import Page
    from .screen import Line

_LINK = "a"
_PICTURES = ("img", "picture")
_SECTIONS = ("article", "aside", "footer", "header", "main", "nav", "section")
"""Elements with an empty line above them where links of the head are shown, as lynx has it; else they do nothing."""
_RELATIONS = """
    alternate appendix begin bibliography bookmark chapter child contents copyright definition disclaimer editor end
    first glossary help home index last next origin parent prev previous publisher search section start subsection toc
    top translation up
"""
_TOOLBAR = frozenset(_RELATIONS.split())
"""Relations of links in the head, which are shown above the page."""


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
        self._pictures = list(accumulate((bool(self._picture(at).strip()) for at in page.objects), initial=0))
        self._visible = list(accumulate((not piece.isspace() for piece in page.pieces), initial=0))
        self._opened: list[int] = []
        self._piece = 0
        self._block = 0
        self._broken = NO_BLOCK  # the last block before which a line was broken

    def lines(self) -> list[Line]:
        page = self._page
        toolbar = [relation for relation in page.head_links if relation in _TOOLBAR]
        shown = {*self._elements.tags, _LINK, *_PICTURES, *(_SECTIONS if toolbar else ())}
        if toolbar:
            self._write_toolbar(toolbar)
        for element, tag in enumerate(page.tags):
            if tag in shown:
                self._close_before(element)
                self._write_pieces(page.piece_starts[element])
                self._open(element, tag)
        self._close_before(len(page.tags))
        self._write_pieces(len(page.pieces))
        return self._screen.finish()

    def _write_toolbar(self, relations: Sequence[str]) -> None:
        self._screen.text("#")
        for relation in relations:
            self._screen.number_link()
            self._screen.text(f"{relation} ")
        self._screen.part(1)

    def _open(self, element: int, tag: str) -> None:
        attrs = self._page.attrs[element]
        if tag in _PICTURES:
            self._screen.blank()
            self._screen.text(self._picture(element))
            self._screen.blank()
            return
        if tag in _SECTIONS:
            self._screen.part(1)
            return
        if tag != _LINK:
            parent = self._page.parents[element]
            self._elements.start(tag, attrs, self._page.tags[parent] if parent >= 0 else "")
        elif "href" in attrs and self._shows_something(element):
            self._break_before(self._page.piece_starts[element])
            self._screen.number_link()
        self._opened.append(element)

    def _picture(self, element: int) -> str:
        """Return the text that stands for a picture, "" for another element."""
        page = self._page
        is_picture = page.tags[element] in _PICTURES
        return picture_text(page.attrs[element], self._alternatives.get(element, "")) if is_picture else ""

    def _shows_something(self, link: int) -> bool:
        page = self._page
        first, last = (bisect_left(page.objects, element) for element in (link, page.ends[link]))
        texts = self._visible[page.piece_ends[link]] > self._visible[page.piece_starts[link]]
        return texts or self._pictures[last] > self._pictures[first]

    def _close_before(self, element: int) -> None:
        page = self._page
        while self._opened and page.ends[self._opened[-1]] <= element:
            ended = self._opened.pop()
            self._write_pieces(page.piece_ends[ended])
            if page.tags[ended] != _LINK:
                self._elements.end(page.tags[ended])

    def _write_pieces(self, end: int) -> None:
        """Write the pieces up to a number, without the blanks that `flatten` puts between inline elements."""
        page, screen = self._page, self._screen
        for piece in range(self._piece, end):
            self._break_before(piece)
            if piece not in page.blanks:
                screen.text(page.pieces[piece], self._block_of(piece))
        self._piece = max(self._piece, end)

    def _break_before(self, piece: int) -> None:
        """Begin a new line if a ``br``, which is no element of the Page, stands before a piece."""
        block = self._block_of(piece)
        if self._broken < block and self._page.breaks[block] and self._page.text_starts[block] == piece:
            self._broken = block
            self._screen.part()

    def _block_of(self, piece: int) -> int:
        """Return the text block of a piece that is not before the one asked for last."""
        page = self._page
        while self._block < len(page.texts) and page.text_ends[self._block] <= piece:
            self._block += 1
        inside = self._block < len(page.texts) and page.text_starts[self._block] <= piece
        return self._block if inside else NO_BLOCK
