"""The texts of links: each on one line, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..memo import keep
from . import _words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page

MAX_LINK_PIECES = 12
"""Pieces of text of one link that are read."""
MAX_RAW = 1000
"""Characters of a link's text, with its white space, from which on its pieces are cut first."""
_LONGEST_KEPT = 200
"""Characters of the longest text that is remembered, with its white space."""

_Read = tuple[str, int]
_READ: dict[str, _Read] = {}
"""Texts on one line, and what they say, by the text as the page has it."""


def read_texts(page: Page, elements: Sequence[int]) -> list[_Read]:
    """Return what links say by their own texts, at most `_words.MAX_TEXT` characters, and bits of `senses_of`."""
    raws = _raw(page, elements)
    if None in list(map(_READ.get, raws)):
        known = {raw: _READ[raw] for raw in raws if raw in _READ}
        known |= _read({raw for raw in raws if raw not in known})
    else:
        known = _READ
    return [known[raw] for raw in raws]


def _read(raws: set[str]) -> dict[str, _Read]:
    """Read texts together, and remember them."""
    texts = {raw: " ".join(raw.split())[: _words.MAX_TEXT] for raw in raws}
    _words.learn(texts.values())
    found = {raw: (text, senses_of(text)) for raw, text in texts.items()}
    keep(_READ, {raw: read for raw, read in found.items() if len(raw) <= _LONGEST_KEPT})
    return found


def senses_of(text: str) -> int:
    """Return what a text says: the bits of `_words.SENSES`, and `_words.ODD` where it is not just words."""
    says = _words.SENSES[text]
    return says if not text or (text[-1].isalpha() and text[0].isalnum()) else says | _words.ODD


def _raw(page: Page, elements: Sequence[int]) -> list[str]:
    """Return the links' own texts as the page has them, pieces parted by blanks."""
    pieces, starts, ends = page.pieces, page.piece_starts, page.piece_ends
    raw = [
        pieces[start] if end - start == 1 else " ".join(pieces[start : min(end, start + MAX_LINK_PIECES)])
        for start, end in [(starts[element], ends[element]) for element in elements]
    ]
    if max(map(len, raw), default=0) > MAX_RAW:
        raw = [
            text if len(text) <= MAX_RAW else _joined(pieces, starts[element], ends[element])
            for element, text in zip(elements, raw, strict=True)
        ]
    return raw


def _joined(pieces: list[str], start: int, end: int) -> str:
    return " ".join([piece[: _words.MAX_TEXT] for piece in pieces[start : min(end, start + MAX_LINK_PIECES)]])
