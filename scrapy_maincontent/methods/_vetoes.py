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

from ..features.measures import LONG_TEXT
from ..words.lines import DATELINE, MAX_LENGTH, first_comments_heading, line_kind
from ._placed import placed
from ._selection import LINKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..blocks import Findings
    from ..page import Region
    from ._placed import Against
    from ._selection import Selection

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


def vetoes(findings: Findings, seen: Selection, more: Iterable[Against] = ()) -> dict[int, str]:
    """Return the names of vetoes by the number of the text block that they speak against; the first one counts.

    ``seen`` is the selection so far, ``more`` are a method's own vetoes.
    """
    may_lose = MAY_LOSE * seen.words_of(seen.selected)
    against = chain(
        _covered(findings.regions, seen.selected),
        placed(findings, seen.selected),
        _lines(seen),
        _before_headline(seen),
        _comments(seen),
        more,
    )
    names: dict[int, str] = {}
    for name, numbers in against:
        if seen.words_of(numbers) <= may_lose:
            for number in numbers:
                names.setdefault(number, name)
    return names


def _covered(regions: Sequence[Region], selected: list[int]) -> Iterator[Against]:
    """Yield the regions that cover selected blocks, and which."""
    for region in regions:
        low, high = region.blocks
        low, high = bisect_left(selected, low), bisect_left(selected, high)
        if low < high:
            yield region.rule, selected[low:high]


def _lines(seen: Selection) -> Iterable[Against]:
    """Find bylines, datelines and share lines before and after the prose; inside they may be part of it."""
    words, headings = seen.words, seen.headings
    prose = [number for number in seen.selected if words[number] >= LONG_TEXT and not headings[number]]
    if not prose:
        return ()
    # A line may stand below the first paragraph, which introduces the rest, or above the last one, a postscript.
    opening, closing = prose[:_OPENING][-1], prose[-_OPENING:][0]
    kinds: dict[str, list[int]] = {}
    texts = seen.page.texts
    for number in seen.selected:
        text = texts[number]
        if len(text) > MAX_LENGTH:
            continue
        kind = line_kind(text, inside=opening < number < closing)
        if kind is not None:
            kinds.setdefault(kind, []).append(number)
    if len(kinds.get(DATELINE, ())) > OWN_DATES:
        del kinds[DATELINE]
    return kinds.items()


def _comments(seen: Selection) -> Iterator[Against]:
    """Find a few comments behind the prose: what stands from their heading on."""
    words, linked, selected = seen.words, seen.linked, seen.selected
    first = next((number for number in selected if words[number] >= LONG_TEXT), None)
    if first is None:
        return
    # A link with these words leads to comments, and does not begin them.
    behind_prose = range(first + 1, selected[-1] + 1)
    short = [number for number in behind_prose if words[number] < LONG_TEXT and linked[number] < LINKED]
    texts = seen.page.texts
    heading = first_comments_heading([texts[number] for number in short])
    if heading is not None:
        behind = selected[bisect_left(selected, short[heading]) :]
        if seen.words_of(behind) <= MAY_CLOSE * seen.words_of(selected):
            yield "comments", behind


def _before_headline(seen: Selection) -> Iterator[Against]:
    """Find short and linked blocks before the headline of prose."""
    words, linked, selected = seen.words, seen.linked, seen.selected
    if not seen.is_prose:
        return
    before = selected[: bisect_left(selected, _headline(seen))]
    if before:
        short = [number for number in before if words[number] < LONG_TEXT and linked[number] < LINKED]
        is_introduction = seen.words_of(short) > MAY_OPEN * seen.words_of(selected)
        out = [
            number
            for number in before
            if linked[number] >= LINKED or (not is_introduction and words[number] < LONG_TEXT)
        ]
        if out:
            yield "before the headline", out


def _headline(seen: Selection) -> int:
    """Return the first text block that is a heading in the title, or half as long as it and in it; 0 without one."""
    title = seen.page.head_title[:TITLE].casefold()
    longest, half = len(title), len(title) / 2
    for number, text in enumerate(seen.page.texts):
        size = len(text)
        if HEADLINE <= size <= longest and (size >= half or seen.headings[number]) and text.casefold() in title:
            return number
    return 0
