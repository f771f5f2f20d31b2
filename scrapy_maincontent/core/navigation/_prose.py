"""Telling sentences and copyright notices from lists of links."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ...words import phrases
from ._candidates import MIN_SENTENCE, SENTENCE_ENDS

if TYPE_CHECKING:
    from ._candidates import Candidates

MAX_SENTENCE = 40
"""Characters outside links from which on a text block is a sentence, if they are more than the linked ones."""

_RIGHTS = ("©", "(c)", *phrases.RIGHTS)
_ASCII_RIGHTS = tuple(filter(str.isascii, _RIGHTS))
MAX_PIECES = 60
"""Pieces of a text in which a copyright notice is looked for."""
_MAX_PIECE = 300


def has_rights(candidates: Candidates, first_piece: int, last_piece: int) -> bool:
    """Tell whether the text outside links has a copyright notice; "Copyright policy" as a link is none."""
    page, all_before, linked_before = candidates.page, candidates.characters, candidates.linked_characters
    last_piece = min(last_piece, first_piece + MAX_PIECES)
    if all_before[last_piece] - all_before[first_piece] == linked_before[last_piece] - linked_before[first_piece]:
        return False  # between lists of links there is no other text, as a rule
    numbers = range(first_piece, last_piece)
    text = " ".join(page.pieces[number][:_MAX_PIECE] for number in numbers if not page.linked[number]).lower()
    return any(map(text.__contains__, _ASCII_RIGHTS if text.isascii() else _RIGHTS))


def in_sentence(candidates: Candidates, element: int) -> bool:
    """Tell whether a link stands in a sentence ("by signing up you agree to ..."), not in a list or notice."""
    page = candidates.page
    block = bisect_right(page.text_ends, page.piece_starts[element])
    if block >= len(page.text_ends):
        return False
    low, high = page.text_starts[block], page.text_ends[block]
    everything = candidates.characters[high] - candidates.characters[low]
    linked = candidates.linked_characters[high] - candidates.linked_characters[low]
    unlinked = everything - linked
    ended = page.texts[block].endswith(SENTENCE_ENDS) and unlinked >= MIN_SENTENCE
    if not ended and unlinked <= max(MAX_SENTENCE, linked):
        return False
    return not has_rights(candidates, low, high)
