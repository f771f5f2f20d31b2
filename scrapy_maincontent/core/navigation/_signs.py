"""The signs between the items of a breadcrumb trail."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._candidates import Candidates

MAX_SIGN = 3
"""Characters of a separator."""
MAX_PIECES = 8
"""Pieces of text between two links that are read: a sign, and the white space of the elements around it."""
MAX_BEHIND = 100
"""Characters behind the last link in which a sign is looked for."""

SEPARATORS = frozenset(">›»＞﹥≫⟫→⟶▶▸▹▻❯❱⟩〉‹/／\\|⁄•·:≻⇒➔➜➝➤⏵")
STRONG_SEPARATORS = SEPARATORS - frozenset("/／\\|⁄•·:")
"""Signs that point somewhere. Forums write their trails backwards, too: "Index ‹ Games ‹ Riddles"."""
STRIPPED = "".join(sorted(SEPARATORS)) + " \t\n\r\f\xa0\u3000"
"""What is no part of an item at its ends."""
PARTS = re.compile(rf"\s[{''.join(sorted(STRONG_SEPARATORS))}](?=\s)")
"""Parts items that are no links within one text."""
_SEPARATOR_ALTS = frozenset(("の中の", "の中の:", ">", "›", "»", "gt"))


def has_separator_pictures(candidates: Candidates) -> bool:
    """Tell whether the page has any picture whose alternative text is a separator."""
    return not _SEPARATOR_ALTS.isdisjoint(map(str.strip, candidates.page.object_alts))


def may_be_parted(candidates: Candidates, positions: list[int]) -> bool:
    """Tell whether there are so few characters between the first two of some links: menus have none, or many."""
    page, elements, characters = candidates.page, candidates.elements, candidates.characters
    low, high = page.piece_ends[elements[positions[0]]], page.piece_starts[elements[positions[1]]]
    return 0 < characters[high] - characters[low] <= MAX_SIGN


def has_sign_behind(candidates: Candidates, position: int) -> bool:
    """Tell whether the next piece of text behind a link starts with a sign that points somewhere."""
    page = candidates.page
    piece = page.piece_ends[candidates.elements[position]]
    return (
        piece < len(page.pieces)
        and candidates.lengths[piece] > 0
        and page.pieces[piece].lstrip()[0] in STRONG_SEPARATORS
    )


def signs_between(candidates: Candidates, positions: list[int]) -> list[str]:
    """Return the sign behind each link, the last one's if it has one; [] where other text stands between them."""
    page, elements = candidates.page, candidates.elements
    signs = []
    for before, after in pairwise(positions):
        low, high = page.piece_ends[elements[before]], page.piece_starts[elements[after]]
        if not 0 < high - low <= MAX_PIECES:
            return []
        between = (page.pieces[low] if high - low == 1 else "".join(page.pieces[low:high])).strip()
        if not between or len(between) > MAX_SIGN or not SEPARATORS.issuperset(between):
            return []
        signs.append(between[0])
    low = page.piece_ends[elements[positions[-1]]]
    behind = "".join(page.pieces[low : low + 2])[:MAX_BEHIND].strip()
    if behind and behind[0] in SEPARATORS:
        signs.append(behind[0])
    return signs


def parted_by_pictures(candidates: Candidates, positions: list[int]) -> bool:
    """Uda 3.3 ① Step-4: pictures whose alternative text is a separator stand between the links (B-4)."""
    page, elements = candidates.page, candidates.elements
    if len(positions) < 2:
        return False
    for before, after in pairwise(positions):
        low = bisect_right(page.objects, elements[before])
        high = bisect_left(page.objects, elements[after])
        if high - low != 1 or page.object_alts[low].strip() not in _SEPARATOR_ALTS:
            return False
    return True


def is_bulleted(candidates: Candidates, position: int) -> bool:
    """Tell whether a sign stands before the first link: signs as bullets of a list."""
    page = candidates.page
    piece = page.piece_starts[candidates.elements[position]] - 1
    return piece >= 0 and not page.linked[piece] and page.pieces[piece].strip() in SEPARATORS
