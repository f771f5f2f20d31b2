"""Raised and lowered text in plain text: 10<sup>6</sup> becomes 10^6; links back from notes are removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..page import collapse, tagged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..page import Page


_SIGNS = {"sup": "^", "sub": "_"}
_RAISED = re.compile(
    r"(?P<bare>[+\-−–]?(?:\d{1,4}|[nkxyz]))|[+\-−–]?\d{0,4}[a-zπ]?(?:[+\-−–*/.,]?(?:\d{1,4}|[a-zπ])){1,4}"
)
"""A power or the base of a number, which is bare without brackets. Letters alone are ordinals and units: 21st, 5h."""
_BASE = re.compile(r"(?:\d|[)\]]|(?:^|[\W\d_])[^\W\d_]{1,3})$")
"""What ends before a power: a digit, a bracket, a variable or unit. A longer word has a footnote's number behind it."""
_DIGIT = re.compile(r"\d$")
_MAX_BASE = 8
_BACK_SIGNS = frozenset(("↩", "↩︎", "↩️", "↵", "⏎", "⤴", "↑", "^"))
_FEW = 3
"""Pieces of a raised text, characters of a sign, at most."""


def written_texts(page: Page) -> dict[int, str]:
    """Return, by block, the plain texts that need signs for raised or lowered text, or lose a part."""
    pieces = {**dict(_raised(page)), **dict.fromkeys(_back(page), "")}
    if not pieces:
        return {}
    found: dict[int, str] = {}
    for block in dict.fromkeys(map(page.block_at, pieces)):
        start, end = page.text_starts[block], page.text_ends[block]
        if collapse("".join(page.pieces[start:end])) == page.texts[block]:
            found[block] = collapse("".join(pieces.get(n, page.pieces[n]) for n in range(start, end)))
    return found


def _raised(page: Page) -> Iterator[tuple[int, str]]:
    """Yield pieces that are raised or lowered, and what is written for each."""
    done = 0  # pieces of the outer ones
    for element in sorted(element for tag in _SIGNS for element in tagged(page).get(tag, ())):
        tag, start, end = page.tags[element], page.piece_starts[element], page.piece_ends[element]
        if not 0 < end - start <= _FEW or page.linked[start] or start < done:
            continue
        done = end
        text = "".join(page.pieces[start:end]).strip()
        raised = _RAISED.fullmatch(text)
        block = page.block_at(start)  # white space between blocks is no piece, so there is one
        if raised is None or (text.isalpha() and not raised["bare"]) or page.text_starts[block] >= start:
            continue
        before = page.pieces[start - 1][-_MAX_BASE:]
        if (_BASE if tag == "sup" else _DIGIT).search(before):
            yield start, f"{_SIGNS[tag]}{text if raised['bare'] else f'({text})'}"
            yield from ((piece, "") for piece in range(start + 1, end))


def _back(page: Page) -> Iterator[int]:
    """Yield the pieces that are all of a link back to the place of a note."""
    pieces, starts, ends = page.pieces, page.piece_starts, page.piece_ends
    for link in page.links:
        start = starts[link]
        is_sign = ends[link] == start + 1 and len(pieces[start]) <= _FEW and pieces[start].strip() in _BACK_SIGNS
        if is_sign and page.attrs[link]["href"].startswith("#"):
            yield start
