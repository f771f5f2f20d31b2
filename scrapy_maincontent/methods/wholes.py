"""Structures are decided as a whole: tables, lists, code and quotations with main content in them or around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..blocks.structures import (
    CODE,
    FIGURE,
    LIST,
    QUOTE,
    TABLE,
    line_numbers,
    link_boxes,
    linked_share,
    structures_near,
)
from ..page import HEADINGS, tagged

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..blocks.structures import Structure
    from ..features.measures import Ints, Measures
    from ..page import Page


WHOLE = "as all of its table, list, code or quotation"
"""Begins the reason of a text block that is decided with its structure."""
TAKEN = 0.3
"""Share of a structure's words that are main content from which on all of it is."""
FLOORS = {TABLE: 0.1, LIST: 0.1, CODE: 0.0, QUOTE: 0.3}
"""Mean score from which on one is that stands between main content."""
LAST = 0.15
"""The same where nothing follows it in its element."""
MOST_LINKED = 0.5
"""Share of linked characters above which a structure is decided text block by text block."""
MOST_IN_BOX = 0.3
"""Share of the main content that a table of links has at the most where it is navigation."""
MOST_LABELS, LABEL_WORDS = 2, 3.0
"""Labels and buttons beside a structure, and words of the longest one."""


def decided_whole(
    page: Page, measures: Measures, scores: Sequence[float], main: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return the text blocks that become main content, and those that cease to be, as structures are decided whole."""
    words: list[float] = measures.words.tolist()
    announced = {*_announced_code(page, words, main)}
    selected, main = main, {*main, *announced}
    taken = {*announced}
    dropped: set[int] = set()
    low, high = (min(main), max(main) + 1) if main else (0, 0)
    for run in _runs(structures_near(page, low, high, MOST_LABELS) if main else [], words, main):
        title = _title(page, run[0], words, main)
        before, behind = _around(run, words, main)
        if title is not None and before == title:
            before -= 1
        for each in run:
            if page.hidden[each.first] or each.kind == FIGURE or linked_share(page, each.element) > MOST_LINKED:
                continue
            numbers = {*line_numbers(page, each)} if each.kind == CODE else set()
            blocks = [block for block in range(each.first, each.end) if block not in numbers]
            total = sum(map(words.__getitem__, blocks))
            own = sum(words[block] for block in blocks if block in main)
            mean = sum(words[block] * scores[block] for block in blocks) / max(total, 1)
            dropped |= numbers
            if own >= TAKEN * total > 0 or (
                before in main
                and mean >= FLOORS[each.kind]
                and (behind in main or (mean >= LAST and _is_last(page, each, before, behind)))
            ):
                taken.update(blocks)
                if each is run[0] and title is not None and page.tags[page.owners[title]] not in HEADINGS:
                    taken.add(title)
    kept = sum(map(words.__getitem__, main))
    for box in link_boxes(page, low, high):
        blocks = [*range(box.first, box.end)]
        if box.kind == TABLE:
            if MOST_IN_BOX * kept > sum(words[block] for block in blocks if block in main):
                dropped.update(blocks)
        elif _is_announced(page, measures, box, main):
            taken.update(blocks)
    return taken.difference(selected), dropped.intersection(selected)


def _announced_code(page: Page, words: Sequence[float], main: Collection[int]) -> Iterator[int]:
    """Yield code that a line with a colon announces, and the line, where main content stands in the same element.

    Manuals end in a line such as "File src/lib.rs:" and its code, which are short, and far from any paragraph.
    """
    codes = tagged(page).get("pre", ()) if main else ()
    bodies = {page.parents[page.owners[block]] for block in main if words[block] >= ANNOUNCING} if codes else ()
    for element in codes:
        first, end = page.blocks_in(element)
        before = first - 1
        if (
            first < end
            and before >= 0
            and page.texts[before].endswith(COLONS)
            and page.parents[page.owners[before]] in bodies
            and page.owners[first] < page.ends[page.parents[page.owners[before]]]
            and not page.hidden[first]
        ):
            yield from range(before, end)


def _runs(found: Sequence[Structure], words: Sequence[float], main: Collection[int]) -> Iterator[list[Structure]]:
    """Yield structures that follow each other, but for a label or a button."""
    run: list[Structure] = []
    for each in found:
        if run and not _are_labels(range(run[-1].end, each.first), words, main):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _are_labels(between: range, words: Sequence[float], main: Collection[int]) -> bool:
    return len(between) <= MOST_LABELS and all(words[block] <= LABEL_WORDS and block not in main for block in between)


def _around(run: Sequence[Structure], words: Sequence[float], main: Collection[int]) -> tuple[int, int]:
    """Return the text blocks before and behind a run of structures, its labels and buttons aside."""
    before, behind, count = run[0].first - 1, run[-1].end, len(words)
    for _ in range(MOST_LABELS):
        if before >= 0 and _are_labels(range(before, before + 1), words, main):
            before -= 1
        if behind < count and _are_labels(range(behind, behind + 1), words, main):
            behind += 1
    return before, behind


def _title(page: Page, structure: Structure, words: Sequence[float], main: Collection[int]) -> int | None:
    """Return the one text block above code or a table in the element that holds both, and labels behind them."""
    if structure.kind not in (CODE, TABLE):
        return None
    around = page.parents[structure.element]
    for _ in range(TITLE_LEVELS):
        first, end = page.blocks_in(around)
        if first < structure.first - 1 or not _are_labels(range(structure.end, end), words, main):
            return None
        if first == structure.first - 1:
            return first if words[first] <= TITLE_WORDS and not page.linked[page.text_starts[first]] else None
        around = page.parents[around]
    return None


TITLE_LEVELS, TITLE_WORDS = 4, 15.0
"""Elements around a structure that may hold its title, and words of the longest one."""


def _is_last(page: Page, structure: Structure, before: int, behind: int) -> bool:
    """Return True if a structure is the last of an element, behind text of the same element."""
    around = page.parents[structure.element]
    ends = behind >= len(page.texts) or page.owners[behind] >= page.ends[around]
    return ends and page.owners[before] >= around


def _is_announced(page: Page, measures: Measures, box: Structure, main: Collection[int]) -> bool:
    """Return True if a list of links stands in the text: between its paragraphs, in the same element.

    A list of two needs a colon before it.
    """
    before, behind, around = box.first - 1, box.end, page.parents[box.element]
    if before < 0 or behind >= len(page.texts):
        return False
    if behind - before <= FEWEST_ITEMS and not page.texts[before].endswith(COLONS):
        return False
    return all(
        block in main
        and page.parents[page.owners[block]] == around
        and measures.words[block] >= ANNOUNCING
        and measures.linked[block] <= MOST_LINKED
        for block in (before, behind)
    )


COLONS = (":", "：", "፥", "։")
FEWEST_ITEMS = 3
"""Items of a list that needs none."""
ANNOUNCING = 6.0
"""Words of the shortest such paragraph."""


ROWS = "as most rows of its make"
"""Begins the reason of a text block that is decided with those that have its place in rows of one make."""
FEWEST_ROWS, MOST_ROW_WORDS = 4, 12.0
"""Rows of the smallest group, and words that their text blocks have in the mean at the most: prose differs."""
ROWS_SHARE = 0.8
"""Share of them from which on all are main content."""


def turned_by_rows(measures: Measures, groups: Ints, scores: Sequence[float], main: Collection[int]) -> set[int]:
    """Return the text blocks of rows of which nearly all the others are main content.

    ``groups`` (2 x m): the numbers of what has the same tags above, and of what has the same tag and class.
    """
    paths, looks = groups
    every = np.where(np.array(scores) > 0, paths * (looks.max() + 1) + looks, -1)  # copies have a score of 0
    names, likes, counts = np.unique(every, return_inverse=True, return_counts=True)
    chosen = np.zeros(len(likes), bool)
    chosen[[*main]] = True
    taken = np.bincount(likes, chosen)
    short = np.bincount(likes, measures.words) <= MOST_ROW_WORDS * counts
    most = (names >= 0) & (counts >= FEWEST_ROWS) & short & (taken >= ROWS_SHARE * counts)
    return {*np.flatnonzero(most[likes] & ~chosen).tolist()}
