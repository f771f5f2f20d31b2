"""Evidence that a selected text block is no main content after all; each veto has a name.

Selection by expected F1 takes short doubtful lines along with the prose around them, since they cost little. People
want them out all the same, and leaving them out costs no F1 either (see the documentation of the method).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from ..core.lines import line_kind
from ..core.measures import LONG_TEXT, sums
from ._placed import placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..core.findings import Findings
    from ..core.measures import Floats, Measures
    from ..core.page import Page, Region

    Column = Callable[[str], Floats]
    Marks = NDArray[np.bool_]
    Numbers = NDArray[np.intp]

LINKED = 0.6
"""Share of linked text from which a block is a link with a remark rather than a text with a link."""
LINK_LIST = 0.6
"""Share of linked text in the element above from which it is a list of links."""
PROSE = 0.7
"""Share of words in long blocks that are no links from which a selection is prose: lists are then no part of it."""
COMMENTS = 0.5
"""Comments are content (a forum, a question and its answers) from this share of the selected words on."""
REST = 0.6
"""Share of an element's words that must be out for its other short blocks to go with them."""
_OPENING = 2
HEADLINE = 6
"""Characters of the shortest heading that is taken for the page's own."""
TITLE = 1000
"""Characters of the document's title that are looked at: every heading is looked for in them."""
MAY_LOSE = 0.5
"""Share of the selected words that a veto may take; one that takes more is mistaken about the page."""


def vetoes(findings: Findings, column: Column, main: Marks) -> list[str | None]:
    """Return for each text block the name of the veto against it, ``None`` where there is none.

    ``column`` gives a feature by its name, ``main`` is the selection so far.
    """
    page, measures = findings.page, findings.measures
    names: list[str | None] = [None] * len(page.texts)
    words, selected = measures.words, np.flatnonzero(main)
    total = words[selected].sum()
    prose = (words >= LONG_TEXT) & (measures.linked < LINKED)
    is_prose = words[main & prose].sum() >= PROSE * total
    against = [*_covered(findings.regions, selected), *_marked(placed(findings, main), main)]
    against += _marked([("comment", _comments(measures, column, main))], main)
    against += _lines(page, measures, column, selected)
    if is_prose:
        against += _marked([("link list", _link_lists(measures, column))], main)
        against += _marked([("before the headline", _before_headline(page, measures, column))], main)
    for name, numbers in against:
        if words[numbers].sum() <= MAY_LOSE * total:
            for number in numbers:
                names[number] = names[number] or name
    if is_prose:
        kept = main & np.array([name is None for name in names])
        if (kept & (words < LONG_TEXT)).any():
            for rest in np.flatnonzero(_rests(measures, kept) & kept).tolist():
                names[rest] = "rest of a list"
    return names


def _covered(regions: Sequence[Region], selected: Numbers) -> Iterator[tuple[str, list[int]]]:
    """Yield the regions that cover selected blocks, and which."""
    numbers: list[int] = selected.tolist()
    for region in regions:
        low, high = (bisect_left(numbers, edge) for edge in region.blocks)
        if low < high:
            yield region.rule, numbers[low:high]


def _marked(named: Iterable[tuple[str, Marks]], main: Marks) -> Iterator[tuple[str, list[int]]]:
    """Yield those marks that selected blocks have, and which."""
    for name, marks in named:
        numbers: list[int] = np.flatnonzero(marks & main).tolist()
        if numbers:
            yield name, numbers


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


def _before_headline(page: Page, measures: Measures, column: Column) -> Marks:
    """Mark the short blocks before the headline: a heading that stands in the document's title, or is half of it."""
    title = page.head_title[:TITLE].casefold()
    headlines = (
        number
        for number, (text, heading) in enumerate(zip(page.texts, column("heading").tolist(), strict=True))
        if HEADLINE <= len(text) <= len(title) and (heading or 2 * len(text) >= len(title)) and text.casefold() in title
    )
    return (np.arange(len(page.texts)) < next(headlines, 0)) & (measures.words < LONG_TEXT)


def _lines(page: Page, measures: Measures, column: Column, selected: Numbers) -> Iterable[tuple[str, list[int]]]:
    """Find bylines, datelines and share lines before and after the prose; inside they may be part of it."""
    prose = selected[(measures.words[selected] >= LONG_TEXT) & (column("heading")[selected] == 0)]
    if not len(prose):
        return ()
    # A line may stand below the first paragraph, which introduces the rest, or above the last one, a postscript.
    opening, closing = prose[:_OPENING][-1], prose[-_OPENING:][0]
    kinds: dict[str, list[int]] = {}
    for number in selected.tolist():
        kind = line_kind(page.texts[number], inside=opening < number < closing)
        if kind is not None:
            kinds.setdefault(kind, []).append(number)
    return kinds.items()


def _rests(measures: Measures, kept: Marks) -> Marks:
    """Mark the short blocks of elements whose other words are out: a list's heading, a remark below it."""
    long_kept = sums(kept & (measures.words >= LONG_TEXT))
    words = measures.inside(measures.words_before)
    left = measures.inside(sums(measures.words * kept))
    emptied = (left <= (1 - REST) * words) & (measures.inside(long_kept) == 0)
    elements = np.flatnonzero(emptied)
    return measures.covered(elements, np.zeros(len(elements), np.intp), 1)[:, 0] > 0
