"""What newsrooms put around and into an article's text: summaries that a machine has made, corrections, pull quotes.

The first are no part of the text, which they repeat; the second are; pull quotes are a second time what stands in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..page import HEADINGS, tagged
from ..page.stems import named
from ..words.normalise import letters
from ..words.notes import corrections, headings_of_points, labels_of_machines
from .further import BOXES, small_box

if TYPE_CHECKING:
    from ..features.measures import Floats, Measures
    from ..page import Page


REPEATED_QUOTE = "it is quoted from the text beside it"
"""Begins the reason of a pull quote."""
_BLOCKQUOTE, _ITEM, _CODE = "blockquote", "li", "pre"
MOST_IN_QUOTE, LEAST_QUOTED, LONGEST_QUOTE, LONGEST_SOURCE = 4, 5.0, 50.0, 10.0
"""Text blocks of a pull quote at the most, words of the shortest and of the longest, and of who is quoted."""
MOST_QUOTED = 100
"""Text blocks of a page's quotations that are looked for in its text."""
COMPARED = 40
"""Letters and blanks at the beginning of a quote that stand in the text, too; who said it may follow in one line."""


def pull_quotes(page: Page, words: Floats, main: set[int]) -> set[int]:
    """Return the texts of quotations that stand a second time in the other main content, with whom they name."""
    quotes = [*tagged(page).get(_BLOCKQUOTE, ())]
    quotes += [element for name in named(page, "quote") for element in page.names[name] if page.tags[element] in BOXES]
    likely, quoted, end = dict[int, range](), set[int](), -1
    for quote in sorted(quotes):
        blocks = range(*page.blocks_in(quote))
        if quote >= end:  # the outermost ones
            quoted.update(blocks)
            end = page.ends[quote]
        is_small = len(blocks) <= MOST_IN_QUOTE and float(words[blocks.start : blocks.stop].sum()) <= LONGEST_QUOTE
        if is_small and len(likely) < MOST_QUOTED and not main.isdisjoint(blocks):
            likely.update(dict.fromkeys(blocks, blocks))
    if not likely:
        return set()
    text = "\n".join(letters(page.texts[block]) for block in sorted(main.difference(quoted)))
    found: set[int] = set()
    for block, inside in likely.items():
        if (
            block in main
            and words[block] >= LEAST_QUOTED
            and page.tags[page.owners[block]] != _CODE
            and letters(page.texts[block])[:COMPARED] in text
        ):
            found.update(each for each in inside if each == block or words[each] <= LONGEST_SOURCE)
    return found.intersection(main)


MOST_IN_SUMMARY, MOST_OF_SUMMARY, SUMMARY_SHARE = 12, 150.0, 0.4
"""Text blocks and words of a machine's summary at the most, and its share of the likely words."""
PARAGRAPH, MOST_BEFORE = 15.0, 2
"""Words of a paragraph, and how many of them stand before such a summary at the most: a standfirst, a first one."""
LIKELY = 0.5
"""Score of likely main content."""


def machine_summaries(page: Page, scores: Floats, words: Floats) -> list[int]:
    """Return the texts of small boxes at the head of a text that are labelled as summaries made by a machine."""
    long = np.flatnonzero((scores >= LIKELY) & (words >= PARAGRAPH)).tolist()
    if not long:
        return []
    start = max(long[0] - MOST_IN_SUMMARY, 0)
    end = long[min(MOST_BEFORE, len(long) - 1)] + MOST_IN_SUMMARY
    most = min(MOST_OF_SUMMARY, SUMMARY_SHARE * float(words[scores >= LIKELY].sum()))
    found: set[int] = set()
    for label in [start + place for place in labels_of_machines(page.texts[start:end])]:
        blocks = small_box(page, label, words, most, MOST_IN_SUMMARY)
        before = sum(number < blocks.start for number in long[: MOST_BEFORE + 1])
        if len(blocks) > 1 and before <= MOST_BEFORE:
            found.update(blocks)
    return sorted(found)


MOST_POINTS, MOST_OF_POINTS = 12, 200.0
"""Text blocks of a box of main points at the most, its heading among them, and their words."""
LEAST_POINT, MOST_LINKED = 0.02, 0.3
"""Score of the least likely main point, and how much of one is a link at the most: tables of contents are links."""


def points(page: Page, scores: Floats, measures: Measures) -> list[int]:
    """Return the main points of an article in a small box before its heaviest text, without their heading."""
    heaviest, found = int((scores * measures.words).argmax()), set[int]()
    for heading in headings_of_points(page.texts[:heaviest]):
        box = page.owners[heading]
        while page.parents[box] > 0 and page.blocks_in(box) == (heading, heading + 1):
            box = page.parents[box]
        first, end = page.blocks_in(box)
        inside = slice(heading + 1, end)
        if (
            first == heading
            and end <= heaviest
            and 1 < end - first <= MOST_POINTS
            and float(measures.words[inside].sum()) <= MOST_OF_POINTS
            and float(scores[inside].min()) >= LEAST_POINT
            and float(measures.linked[inside].max()) <= MOST_LINKED
        ):
            found.update(range(heading + 1, end))
    return sorted(found)


BEHIND, BEFORE = 6, 6
"""Text blocks behind the last likely one, and before the first, among which a correction stands."""


def notes(page: Page, scores: Floats) -> list[int]:
    """Return the corrections among the less likely texts from a little before to a little behind the likely ones."""
    likely = np.flatnonzero(scores >= LIKELY)
    if not len(likely):
        return []
    first, last = max(int(likely[0]) - BEFORE, 0), int(likely[-1]) + BEHIND
    others = (first + np.flatnonzero(scores[first : last + 1] < LIKELY)).tolist()
    found = [others[place] for place in corrections([page.texts[number] for number in others])]
    return [number for number in found if page.tags[page.owners[number]] not in HEADINGS]
