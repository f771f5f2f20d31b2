"""A line of the text browser, and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page as a text browser shows it.

    ``text`` keeps its leading blanks, not its trailing ones; it is "" for an empty line. ``blocks`` are the numbers of
    the Page's text blocks that have characters on the line, in order.
    """

    text: str
    blocks: tuple[int, ...]


class Chunk:
    """Characters in a row between which a line may not be parted."""

    __slots__ = ("block", "text", "width")

    def __init__(self, text: str, width: int, block: int) -> None:
        self.text = text
        self.width = width
        self.block = block
