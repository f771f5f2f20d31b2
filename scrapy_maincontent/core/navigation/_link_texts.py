"""The texts of links: each on one line, and what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..column_choice import own_texts
from ..columns import ODD, PLAIN, TELLING, is_odd
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

_SAYS = {PLAIN: 0, ODD: _words.ODD}
_Read = tuple[str, int]
_READ: dict[str, _Read] = {}
"""Texts on one line, and what they say, by the text as the page has it."""


def read_texts(page: Page, elements: Sequence[int]) -> list[_Read]:
    """Return what links say by their own texts, at most `_words.MAX_TEXT` characters, and bits of `senses_of`."""
    raws = _raw(page, elements)
    found = list(map(_READ.get, raws))
    if None in found:
        new = _read({raw for raw, known in zip(raws, found, strict=True) if known is None})
        return [known or new[raw] for raw, known in zip(raws, found, strict=True)]
    return cast("list[_Read]", found)


def _read(raws: set[str]) -> dict[str, _Read]:
    """Read texts together, and remember them."""
    listed = list(raws)
    texts, kinds, worded = _words.KNOWN.spelled(listed, _words.MAX_TEXT)
    _words.learn_words(worded)
    says = [senses_of(text) if kind == TELLING else _SAYS[kind] for text, kind in zip(texts, kinds, strict=True)]
    found = dict(zip(listed, zip(texts, says, strict=True), strict=True))
    keep(_READ, {raw: read for raw, read in found.items() if len(raw) <= _LONGEST_KEPT})
    return found


def senses_of(text: str) -> int:
    """Return what a text says: the bits of `_words.SENSES`, and `_words.ODD` where it is not just words."""
    return _words.SENSES[text] | _words.ODD if is_odd(text) else _words.SENSES[text]


def _raw(page: Page, elements: Sequence[int]) -> list[str]:
    """Return the links' own texts as the page has them, pieces parted by blanks."""
    pieces, starts, ends = page.pieces, page.piece_starts, page.piece_ends
    raw = own_texts(elements, pieces, starts, ends, MAX_LINK_PIECES)
    if max(map(len, raw), default=0) > MAX_RAW:
        raw = [
            text if len(text) <= MAX_RAW else _joined(pieces, starts[element], ends[element])
            for element, text in zip(elements, raw, strict=True)
        ]
    return raw


def _joined(pieces: list[str], start: int, end: int) -> str:
    return " ".join([piece[: _words.MAX_TEXT] for piece in pieces[start : min(end, start + MAX_LINK_PIECES)]])
