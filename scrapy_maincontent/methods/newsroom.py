"""What newsrooms put around and into an article's text: summaries that a machine has made, corrections, pull quotes.

The first are no part of the text, which they repeat; the second are; pull quotes are a second time what stands in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..page import HEADINGS, is_link, make_of, tagged
from ..page.stems import named
from ..words.further import LINKED_ALONE, further_lines, is_further_heading
from ..words.normalise import letters
from ..words.notes import corrections, headings_of_points, labels_of_machines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Floats, Measures
    from ..page import Page


REPEATED_QUOTE = "it is quoted from the text beside it"
"""Begins the reason of a pull quote."""
_BLOCKQUOTE, _ITEM, _CODE = "blockquote", "li", "pre"
_BOXES = frozenset(("div", "section", "aside", "figure", "q", "details", _BLOCKQUOTE))
MOST_IN_QUOTE, LEAST_QUOTED, LONGEST_QUOTE, LONGEST_SOURCE = 4, 5.0, 50.0, 10.0
"""Text blocks of a pull quote at the most, words of the shortest and of the longest, and of who is quoted."""
MOST_QUOTED = 100
"""Text blocks of a page's quotations that are looked for in its text."""
COMPARED = 40
"""Letters and blanks at the beginning of a quote that stand in the text, too; who said it may follow in one line."""


def pull_quotes(page: Page, words: Floats, main: set[int]) -> set[int]:
    """Return the texts of quotations that stand a second time in the other main content, with whom they name."""
    quotes = [*tagged(page).get(_BLOCKQUOTE, ())]
    quotes += [element for name in named(page, "quote") for element in page.names[name] if page.tags[element] in _BOXES]
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
LONGEST_HEADING = 5.0
"""Words of the longest heading of one."""
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
        blocks = _box(page, label, words, most, MOST_IN_SUMMARY)
        before = sum(number < blocks.start for number in long[: MOST_BEFORE + 1])
        if len(blocks) > 1 and before <= MOST_BEFORE:
            found.update(blocks)
    return sorted(found)


def _box(page: Page, label: int, words: Floats, most: float, count: int) -> range:
    """Return the text blocks of the largest small box that begins or ends with a label; a heading is a short one.

    It has ``most`` words and ``count`` text blocks at the most.
    """
    found, box = range(0), page.owners[label]
    if page.tags[box] in HEADINGS and words[label] > LONGEST_HEADING:
        return found
    while box > 0 and page.tags[box] != _ITEM:
        first, end = page.blocks_in(box)
        if label not in (first, end - 1) or end - first > count:
            break
        if float(words[first:end].sum()) > most:
            break
        if page.tags[box] in _BOXES:
            found = range(first, end)
        box = page.parents[box]
    return found


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


MOST_IN_CARD, MOST_OF_CARD, MOST_CARDS = 5, 60.0, 3
"""Text blocks and words of a card that leads to another article at the most, and cards of one make."""
_ARTICLE = "article"


def cards(page: Page, measures: Measures) -> set[int]:
    """Return the texts of small articles within an article whose heading is a link: teasers of others amid the text."""
    makes, found = dict[tuple[str, str], list[range]](), set[int]()
    end = -1
    for element in tagged(page).get(_ARTICLE, ()):
        if element >= end:
            end = page.ends[element]
            continue
        blocks = range(*page.blocks_in(element))
        size = float(measures.words[blocks.start : blocks.stop].sum())
        if (
            0 < len(blocks) <= MOST_IN_CARD
            and size <= MOST_OF_CARD
            and any(_is_linked_heading(page, each) for each in blocks)
        ):
            makes.setdefault(make_of(page, element), []).append(blocks)
    for alike in makes.values():
        if len(alike) <= MOST_CARDS:
            found.update(*alike)
    return found


def _is_linked_heading(page: Page, block: int) -> bool:
    return page.tags[page.owners[block]] in HEADINGS and is_link(page, block)


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


def further_boxes(page: Page, expected: Floats) -> list[int]:
    """Return the texts of boxes behind the longest text that are headed as further texts or products."""
    sums, found = [0.0, *np.cumsum(expected).tolist()], set[int]()
    for first in range(int(expected.argmax()) + 1, len(page.texts)):
        box = page.owners[first]
        if page.tags[box] not in HEADINGS or first in found or not is_further_heading(page.texts[first]):
            continue
        while page.parents[box] > 0 and page.blocks_in(page.parents[box])[0] == first:
            box = page.parents[box]
        blocks = range(*page.blocks_in(box))
        if len(blocks) > 1 and sums[blocks.stop] - sums[blocks.start] <= FURTHER_SHARE * sums[-1]:
            found.update(blocks)
    return sorted(found) if sums[-1] - float(expected[[*found]].sum()) >= LEAST_BESIDE_FURTHER else []


def further_links(page: Page, expected: Floats, likely: Sequence[int], measures: Measures, most: float) -> list[int]:
    """Return those of some texts that lead to other texts, and what is behind those that are only the words.

    That is a small box with a link, or links. They have ``most`` of the expected words at the most.
    """
    found, linked = set[int](), measures.linked
    lines = further_lines([page.texts[number] for number in likely], linked[likely].tolist())
    for number, alone in ((likely[place], alone) for place, alone in lines.items()):
        if page.tags[page.owners[number]] in HEADINGS:
            continue
        box = _box(page, number, measures.words, MOST_OF_CARD, MOST_IN_CARD) if alone else range(0)
        if box and box.start == number and linked[number + 1 : box.stop].max(initial=0) >= LINKED_ALONE:
            found.update(box)
            continue
        behind = number + 1
        while alone and behind <= number + MOST_FURTHER and behind < len(linked) and linked[behind] >= LINKED_ALONE:
            behind += 1
        if not (alone and behind == number + 1):
            found.update(range(number, behind))
    own = sorted(found.intersection(likely))
    return own if float(expected[own].sum()) <= most * float(expected.sum()) else []


MOST_FURTHER = 6
"""Links behind such a line that it leads to at the most."""
FURTHER_SHARE, LEAST_BESIDE_FURTHER = 0.6, 25.0
"""Share of the expected words in such a box at the most, and expected words beside all of them at the least."""
