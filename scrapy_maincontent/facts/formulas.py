"""Formulas on lines of their own belong to the text around them: no method scores what has no words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ..page import Label, tagged
from ..page.formulas import MATH
from ..rendering.tex import formulas

if TYPE_CHECKING:
    from ..methods import Labels
    from ..page import Page


REASON = "formula beside main content"
_STARTS = ("\\[", "$$", "\\b")
_SIGNS = frozenset(start[0] for start in _STARTS)
_REST = re.compile(r"[\s.,;:。、，]*+(?:\(\s*+\w{1,4}(?:\.\w{1,4}){0,3}\s*+\))?[\s.,;:]*+")
"""What may stand beside a formula on its line: a full stop, its number."""


def with_formulas(page: Page, labels: Labels) -> Labels:
    """Return labels in which a text block that is a formula is main content if a neighbour is."""
    found = [block for block in _formulas(page) if labels.labels[block] is not Label.MAIN]
    if not found:
        return labels
    chosen, reasons = labels.labels[:], labels.reasons[:]
    others = set(found)
    for order, step in ((found, -1), (found[::-1], 1)):
        for block in order:
            beside = block + step
            if 0 <= beside < len(chosen) and chosen[beside] is Label.MAIN and not page.hidden[block]:
                chosen[block], reasons[block] = Label.MAIN, REASON
                others.discard(block)
    return labels if len(others) == len(found) else replace(labels, labels=chosen, reasons=reasons)


def _formulas(page: Page) -> list[int]:
    """Return the text blocks that are a formula."""
    likely = [block for block, text in enumerate(page.texts) if text[0] in _SIGNS]
    found = {block for block in likely if page.texts[block].startswith(_STARTS) and _is_formula(page.texts[block])}
    for element in tagged(page).get(MATH, ()):
        start, end = page.blocks_in(element)
        if end == start + 1 and _is_alone(page, element, start):
            found.add(start)
    return sorted(found)


def _is_formula(text: str) -> bool:
    inside = formulas(text)
    return bool(inside) and inside[0].start == 0 and _REST.fullmatch(text, inside[-1].end) is not None


MAX_PIECES = 12
"""Pieces of text of the longest line that is looked at: a formula alone has few."""


def _is_alone(page: Page, element: int, block: int) -> bool:
    if page.text_ends[block] - page.text_starts[block] > MAX_PIECES:
        return False
    before = page.pieces[page.text_starts[block] : page.piece_starts[element]]
    behind = page.pieces[page.piece_ends[element] : page.text_ends[block]]
    return _REST.fullmatch("".join(before)) is not None and _REST.fullmatch("".join(behind)) is not None
