"""The texts of links: each on one line, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...words import phrases
from ...words.phrases import LEFT, is_odd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...page import Page

MAX_LINK_PIECES = 12
"""Pieces of text of one link that are read."""
MAX_RAW = 1000
"""Characters of a link's text, with its white space, from which on its pieces are cut first."""

_SIZES = (MAX_LINK_PIECES, phrases.MAX_TEXT, MAX_RAW)


def read_texts(page: Page, elements: Sequence[int]) -> tuple[list[str], list[int]]:
    """Return links' own texts, at most `words.phrases.MAX_TEXT` characters of each, and bits of `senses_of`."""
    texts, says = phrases.READER.links(elements, page.pieces, page.piece_starts, page.piece_ends, _SIZES)
    if LEFT in says:
        says = [senses_of(text) if bits == LEFT else bits for text, bits in zip(texts, says, strict=True)]
    return texts, says


def senses_of(text: str) -> int:
    """Return what a text says: the bits of `words.phrases.SENSES`, and `words.phrases.ODD` where it is not just words."""
    return phrases.SENSES[text] | phrases.ODD if is_odd(text) else phrases.SENSES[text]
