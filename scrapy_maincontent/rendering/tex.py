r"""Formulas that are written into a text: ``\(..\)``, ``\[..\]``, ``$..$``, ``$$..$$`` and environments of LaTeX."""

from __future__ import annotations

import re
from typing import NamedTuple


class Formula(NamedTuple):
    """A stretch of a text that is a formula, delimiters included, and its TeX without them."""

    start: int
    end: int
    tex: str
    is_display: bool


MAX_TEX = 5000
"""Characters of the longest formula in a text."""
MAX_FORMULAS = 5000
"""Formulas of one text; what is behind these stays as it is written."""
_OPENING = re.compile(r"(?<!\\)(?:\\[(\[]|\$\$?|\\begin\{([a-z]{4,12}\*?)\})")
_ENVIRONMENTS = frozenset(
    f"{name}{star}"
    for name in ("equation", "align", "gather", "multline", "eqnarray", "displaymath")
    for star in ("", "*")
)
_CLOSING = {"\\(": "\\)", "\\[": "\\]", "$$": "$$", "$": "$"}
_MATHS = re.compile(
    r"[\\^_{}=<>+|]|^[-−]?[A-Za-zΑ-ω]{1,4}'*$|^[A-Za-z]\("
    r"|^\([^(),]{0,40}(?:,[^(),]{0,40}){1,20}\)$|^[A-Za-z](?:, ?[A-Za-z])+$|^\d+$"
)
"""What is between single dollar signs of a formula, and hardly ever between prices or names of variables."""


def formulas(text: str) -> list[Formula]:
    """Return the formulas of a text, in their order. Linear in the text."""
    if "$" not in text and "\\" not in text:
        return []
    found: list[Formula] = []
    behind = 0
    closers: dict[str, int] = {}  # by sign: where it closes next, as far as was looked
    for opening in _OPENING.finditer(text):
        if opening.start() < behind:
            continue
        sign = opening[0]
        if opening[1] is not None and opening[1] not in _ENVIRONMENTS:
            continue
        start = opening.end()
        closing = _CLOSING.get(sign) or f"\\end{{{opening[1]}}}"
        end = closers.get(closing, 0)
        if 0 <= end < start:
            closers[closing] = end = text.find(closing, start)
        if end < 0 or end - start > MAX_TEX:
            continue
        formula = _formula(text, opening, closing, end)
        if formula is not None:
            found.append(formula)
            behind = formula.end
            if len(found) == MAX_FORMULAS:
                break
    return found


def _formula(text: str, opening: re.Match[str], closing: str, end: int) -> Formula | None:
    start, stop = opening.start(), end + len(closing)
    inside = text[opening.end() : end]
    if not inside.strip():
        return None
    if closing == "$" and not _is_between_dollars(text, start, inside, stop):
        return None
    if closing == "$$" and (text[stop : stop + 1] == "$" or inside.lstrip()[0] in ",.;:" or _is_prose(inside)):
        return None
    if opening[1] is not None:
        return Formula(start, stop, _on_one_line(text[start:stop]), is_display=True)
    return Formula(start, stop, _on_one_line(inside), closing in ("\\]", "$$"))


def _is_between_dollars(text: str, start: int, inside: str, stop: int) -> bool:
    """Return True if dollar signs are a formula's: no price, no variable of a shell."""
    if inside[0].isspace() or inside[-1].isspace():
        return False
    before, after = text[start - 1 : start], text[stop : stop + 1]
    if before.isalnum() or after.isalnum() or after == "$":
        return False
    return _MATHS.search(inside) is not None and not _is_prose(inside)


def _is_prose(inside: str) -> bool:
    return "\\" not in inside and _PROSE.search(inside) is not None


_PROSE = re.compile(r"(?<![^\W\d_])[^\W\d_]{3,}+ ++[^\W\d_]{2,}+ ++[^\W\d_]{2}")


def _on_one_line(tex: str) -> str:
    return " ".join(tex.split())


def written(formula: str, *, is_display: bool) -> str:
    """Return a formula as Markdown has it."""
    return f"$${formula}$$" if is_display else f"${formula}$"
