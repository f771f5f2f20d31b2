"""Evidence that a selected text block is no main content after all; each veto has a name.

What detected regions cover, what their places tell of, bylines, datelines and share lines around the prose, what stands
before its headline, and a few comments behind it. Selection by expected F takes short doubtful lines along with the
prose around them, since they cost little. People want them out all the same, and leaving them out costs nothing (see
the documentation of the methods).
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ..core.lines import DATELINE, MAX_LENGTH, first_comments_heading, line_kind
from ..core.measures import LONG_TEXT
from ._placed import placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..core.findings import Findings
    from ..core.measures import Ints, Measures
    from ..core.page import Page, Region

    Marks = NDArray[np.bool_]
    Against = tuple[str, list[int]]
    """A veto's name and the numbers of the text blocks it speaks against."""

LINKED = 0.6
"""Share of linked text from which a block is a link with a remark rather than a text with a link."""
PROSE = 0.7
"""Share of words in long blocks that are no links from which a selection is prose."""
HEADLINE = 6
"""Characters of the shortest heading that is taken for the page's own."""
TITLE = 1000
"""Characters of the document's title that are looked at: every heading is looked for in them."""
_OPENING = 2
MAY_OPEN = 0.1
"""Share of the selected words that short texts before the headline may have and be out; more are an introduction."""
MAY_CLOSE = 0.1
"""Share of the selected words that may stand behind the heading of comments and be out; more of them are a forum's."""
OWN_DATES = 2
"""Datelines of a text; a page that selects more of them lists entries, whose dates are part of them."""
MAY_LOSE = 0.5
"""Share of the selected words that a veto may take; one that takes more is mistaken about the page."""


def vetoes(findings: Findings, headings: Ints, main: Marks, more: Iterable[Against] = ()) -> list[str | None]:
    """Return for each text block the name of the veto against it, ``None`` where there is none.

    ``headings`` are the blocks' ranks as headings, ``main`` is the selection so far, ``more`` a method's own vetoes.
    """
    names: list[str | None] = [None] * len(main)
    words, selected = findings.measures.words, np.flatnonzero(main)
    may_lose = MAY_LOSE * words[selected].sum()
    regions = _covered(findings.regions, selected)
    lines = _lines(findings.page, findings.measures, headings, selected)
    opening = marked(_before_headline(findings, headings, main), main)
    closing = _comments(findings.page, findings.measures, selected)
    for name, numbers in chain(regions, marked(placed(findings, main), main), lines, opening, closing, more):
        if words[numbers].sum() <= may_lose:
            for number in numbers:
                names[number] = names[number] or name
    return names


def selects_prose(measures: Measures, main: Marks) -> bool:
    """Tell whether a selection is prose: lists and loose lines are then no part of it."""
    words = measures.words
    prose = (words >= LONG_TEXT) & (measures.linked < LINKED)
    return bool(words[main & prose].sum() >= PROSE * words[main].sum())


def marked(named: Iterable[tuple[str, Marks]], main: Marks) -> Iterator[Against]:
    """Yield those marks that selected blocks have, and which."""
    for name, marks in named:
        numbers: list[int] = np.flatnonzero(marks & main).tolist()
        if numbers:
            yield name, numbers


def _covered(regions: Sequence[Region], selected: Ints) -> Iterator[Against]:
    """Yield the regions that cover selected blocks, and which."""
    numbers: list[int] = selected.tolist()
    for region in regions:
        low, high = (bisect_left(numbers, edge) for edge in region.blocks)
        if low < high:
            yield region.rule, numbers[low:high]


def _lines(page: Page, measures: Measures, headings: Ints, selected: Ints) -> Iterable[Against]:
    """Find bylines, datelines and share lines before and after the prose; inside they may be part of it."""
    prose = selected[(measures.words[selected] >= LONG_TEXT) & (headings[selected] == 0)]
    if not len(prose):
        return ()
    # A line may stand below the first paragraph, which introduces the rest, or above the last one, a postscript.
    opening, closing = prose[:_OPENING][-1], prose[-_OPENING:][0]
    kinds: dict[str, list[int]] = {}
    texts = page.texts
    for number in selected.tolist():
        if len(texts[number]) > MAX_LENGTH:
            continue
        kind = line_kind(texts[number], inside=opening < number < closing)
        if kind is not None:
            kinds.setdefault(kind, []).append(number)
    if len(kinds.get(DATELINE, ())) > OWN_DATES:
        del kinds[DATELINE]
    return kinds.items()


def _comments(page: Page, measures: Measures, selected: Ints) -> Iterator[Against]:
    """Find a few comments behind the prose: what stands from their heading on."""
    words = measures.words
    prose = selected[words[selected] >= LONG_TEXT]
    if not len(prose):
        return
    first, last = prose[0] + 1, selected[-1] + 1
    # A link with these words leads to comments, and does not begin them.
    lines = (words < LONG_TEXT) & (measures.linked < LINKED)
    short: list[int] = (first + np.flatnonzero(lines[first:last])).tolist()
    heading = first_comments_heading([page.texts[number] for number in short])
    if heading is not None:
        behind = selected[selected >= short[heading]]
        if words[behind].sum() <= MAY_CLOSE * words[selected].sum():
            yield "comments", behind.tolist()


def _before_headline(findings: Findings, headings: Ints, main: Marks) -> Iterator[tuple[str, Marks]]:
    """Mark short and linked blocks before the headline of prose: a heading in the title, or half as long as it."""
    if not selects_prose(findings.measures, main):
        return
    page = findings.page
    title = page.head_title[:TITLE].casefold()
    headlines = (
        number
        for number, (text, heading) in enumerate(zip(page.texts, headings.tolist(), strict=True))
        if HEADLINE <= len(text) <= len(title) and (heading or 2 * len(text) >= len(title)) and text.casefold() in title
    )
    headline = next(headlines, 0)
    if main[:headline].any():
        words, linked = findings.measures.words, findings.measures.linked >= LINKED
        before = np.arange(len(main)) < headline
        short = before & (words < LONG_TEXT) & ~linked
        if words[short & main].sum() > MAY_OPEN * words[main].sum():
            short[:] = False
        yield "before the headline", short | (before & linked)
