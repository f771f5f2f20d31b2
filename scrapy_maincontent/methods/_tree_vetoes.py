"""Vetoes of ``method="tree"`` alone: lists of links, comments, rests of lists.

The CRF sees these by itself; there they would cost snippets that are wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..features.measures import LONG_TEXT, sums
from ._selection import LINKED, Selection
from ._vetoes import vetoes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..blocks import Findings
    from ..features.measures import Floats, Ints, Measures
    from ._placed import Against
    from ._selection import Marks

    Column = Callable[[str], Floats]

LINK_LIST = 0.6
"""Share of linked text in the element above from which it is a list of links."""
COMMENTS = 0.5
"""Comments are content (a forum, a question and its answers) from this share of the selected words on."""
REST = 0.6
"""Share of an element's words that must be out for its other short blocks to go with them."""


def tree_vetoes(findings: Findings, column: Column, headings: Ints, main: Marks) -> dict[int, str]:
    """Return the names of vetoes by the number of the text block that they speak against.

    ``column`` gives a feature by its name, ``headings`` are the blocks' ranks as headings, ``main`` is the selection.
    """
    measures = findings.measures
    words = measures.words
    seen = Selection.of(findings, headings, np.flatnonzero(main).tolist())
    names = vetoes(findings, seen, _own(measures, column, main, is_prose=seen.is_prose))
    if seen.is_prose:
        kept = main.copy()
        kept[list(names)] = False
        if (kept & (words < LONG_TEXT)).any():
            for rest in np.flatnonzero(_rests(measures, kept) & kept).tolist():
                names[rest] = "rest of a list"
    return names


def _own(measures: Measures, column: Column, main: Marks, *, is_prose: bool) -> Iterator[Against]:
    yield "comment", np.flatnonzero(main & _comments(measures, column, main)).tolist()
    if is_prose:
        yield "link list", np.flatnonzero(main & _link_lists(measures, column)).tolist()


def _link_lists(measures: Measures, column: Column) -> Marks:
    """Mark linked blocks in lists of links."""
    in_list = (column("up1_linked") >= LINK_LIST) | (column("up2_linked") >= LINK_LIST)
    in_list |= (column("links") > 1) | (column("in_aside") > 0) | (column("in_nav") > 0)
    return (measures.linked >= LINKED) & (measures.words < 2 * LONG_TEXT) & in_list


def _comments(measures: Measures, column: Column, main: Marks) -> Marks:
    """Mark what stands in an element that names itself comments, unless the page is made of them."""
    marks = column("class_comment") > 0
    selected = measures.words * main
    are_content = bool(selected[marks].sum() >= COMMENTS * selected.sum())
    return np.zeros(len(marks), bool) if are_content else marks


def _rests(measures: Measures, kept: Marks) -> Marks:
    """Mark the short blocks of elements whose other words are out: a list's heading, a remark below it."""
    long_kept = sums(kept & (measures.words >= LONG_TEXT))
    words = measures.inside(measures.words_before)
    left = measures.inside(sums(measures.words * kept))
    emptied = (left <= (1 - REST) * words) & (measures.inside(long_kept) == 0)
    elements = np.flatnonzero(emptied)
    return measures.covered(elements, np.zeros(len(elements), np.intp), 1)[:, 0] > 0
