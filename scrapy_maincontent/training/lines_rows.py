"""Annotated pages -> lines with their features and classes (Shinnou and Sasaki 3.1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..extraction import read_page
from ..facts.title import MIN_SHARED
from ..methods._browser import browser_lines
from ..methods._lines_matrix import line_figures
from ..page import HEADINGS
from ..words.titles import key, shared_words
from .align import targets
from .line_classes import Known, line_classes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..features.measures import Floats, Ints
    from ..methods._browser_line import Line
    from ..page import Page

MAIN_SHARE = 0.5
"""Share of a line that must be main content for it to be of the body."""


@dataclass(frozen=True, slots=True)
class LinesRows:
    """The n lines of one page.

    ``figures`` (n x `FIGURES`), ``classes`` (n), numbers of `CLASSES`. ``weight`` is how much the page counts.
    """

    figures: Floats
    classes: Ints
    weight: float = 1.0


def lines_rows(annotated: AnnotatedPage) -> LinesRows | None:
    """Return a page's lines, ``None`` where it has no text block."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return None
    return rows_of_lines(page, browser_lines(page), annotated)


def rows_of_lines(page: Page, lines: Sequence[Line], annotated: AnnotatedPage) -> LinesRows:
    """Return the rows of a page that is shown as these lines."""
    figures = line_figures([line.text for line in lines])
    return LinesRows(figures, np.array(line_classes(known(page, lines, annotated)), np.intp))


def weighed(rows: LinesRows | None, weight: float) -> LinesRows | None:
    """Return rows that weigh so many times as much."""
    return rows and replace(rows, weight=rows.weight * weight)


def known(page: Page, lines: Sequence[Line], annotated: AnnotatedPage) -> list[Known]:
    """Return what a page's truth says of its lines.

    The reference text is aligned with the text blocks, and a line is of the body when the mean share of its blocks
    that stands in it is one half or more. A subtitle is a line of a heading of the body. The title is a text block
    with the letters and digits of the page's title; where there is none, a heading that shares most words with it.
    """
    shares = targets(page, annotated)
    headings = {block for block in range(len(page.texts)) if _is_heading(page, block)}
    titles = _titles(page, annotated.title, headings)
    seen: set[int] = set()
    found = []
    for line in lines:
        blocks = set(line.blocks)
        begun = blocks - seen
        seen |= blocks
        found.append(
            Known(
                empty=not line.text.strip(),
                body=bool(blocks) and sum(shares[block] for block in blocks) >= MAIN_SHARE * len(blocks),
                title=bool(begun & titles),
                heading=bool(begun) and blocks <= headings,
                continued=bool(blocks) and not begun and blocks <= headings | titles,
            )
        )
    return found


def _titles(page: Page, title: str, headings: set[int]) -> set[int]:
    wanted = key(title)
    if not wanted:
        return set()
    same = {block for block, text in enumerate(page.texts) if key(text) == wanted}
    return same or {block for block in headings if shared_words(page.texts[block], title) >= MIN_SHARED}


def _is_heading(page: Page, block: int) -> bool:
    """Tell whether a text block stands in a heading."""
    element = page.owners[block]
    while element >= 0:
        if page.tags[element] in HEADINGS:
            return True
        element = page.parents[element]
    return False
