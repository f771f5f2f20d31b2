"""The paragraph styles of the text browser: margins, alignment and empty lines, as `lynx` shows its elements.

Columns are counted from 0. Elements that have no style of their own keep the one around them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Align(Enum):
    """Where the lines of a paragraph stand between its margins."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


_ALIGNS = {"center": Align.CENTER, "right": Align.RIGHT, "left": Align.LEFT, "justify": Align.LEFT}


def align_of(attrs: Mapping[str, str]) -> Align | None:
    """Return the alignment that an element asks for, if any."""
    return _ALIGNS.get(attrs.get("align", "").strip().lower())


@dataclass(slots=True, eq=False)
class Style:
    """How the lines of a paragraph are set.

    ``first`` and ``rest`` are the left margins of its first line and of the others, ``right`` is the right margin, all
    in columns. ``before`` and ``after`` are the empty lines around it. ``flowing`` tells that lines are filled;
    preformatted ones are not. ``align`` changes while a page is written: an element's attribute speaks for what
    follows in the same style.
    """

    first: int
    rest: int
    right: int
    before: int = 1
    after: int = 0
    align: Align = Align.LEFT
    flowing: bool = True


_RIGHT = 6
_LIST_INDENTS = ((3, 7), (8, 12), (13, 17), (18, 22), (23, 27), (28, 32), (33, 37))
_GLOSSARY_INDENTS = ((3, 10), (8, 16), (14, 22), (20, 28), (26, 34), (32, 40), (38, 46))
_HEADING_INDENTS = (0, 0, 2, 4, 6, 8)


class Styles:
    """The styles of one page; each page has its own, since alignments change."""

    def __init__(self) -> None:
        self.normal = Style(3, 3, _RIGHT)
        self.division = {align: Style(3, 3, _RIGHT, align=align) for align in Align}
        self.quote = Style(5, 5, 7)
        self.address = Style(4, 4, 7, before=2)
        self.preformatted = Style(0, 0, 0, before=0, flowing=False)
        self.headings = [
            Style(indent, indent, 0, after=int(rank < 2), align=Align.LEFT if rank else Align.CENTER)
            for rank, indent in enumerate(_HEADING_INDENTS)
        ]
        self.heading_in_division = {align: Style(0, 0, 3, align=align) for align in Align}
        self.lists = [Style(first, rest, _RIGHT, before=0) for first, rest in _LIST_INDENTS]
        self.glossaries = [Style(first, rest, _RIGHT, after=1) for first, rest in _GLOSSARY_INDENTS]
