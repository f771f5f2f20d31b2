"""Structures are taken whole: tables, lists, code and quotations of which some is main content, or that stand in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..blocks.structures import CODE, FIGURE, LIST, QUOTE, TABLE, line_numbers, link_boxes, linked_share, structures

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from ..blocks.structures import Structure
    from ..features.measures import Measures
    from ..page import Page


WHOLE = "as all of its table, list, code or quotation"
"""Begins the reason of a text block that is decided with its structure."""
OPT = dict(x.split("=") for x in os.environ.get("WHOLE", "").split(",") if x)
BOX, LBOX, LDROP = int(OPT.get("box", 0)), float(OPT.get("lbox", 0.5)), float(OPT.get("ldrop", 0.3))
DROP = float(OPT.get("drop", 0.0))
TAKEN = 0.3
"""Share of a structure's words that are main content from which on all of it is."""
FLOORS = {TABLE: 0.1, LIST: 0.1, CODE: 0.0, QUOTE: 0.3}
"""Mean score from which on one is that stands between main content."""
LAST = float(OPT.get("tail", 0.15))
"""The same where nothing follows it in its element."""
MOST_LINKED = 0.5
"""Share of linked characters above which a structure is decided text block by text block."""
MOST_LABELS, LABEL_WORDS = 2, 3.0
"""Labels and buttons beside a structure, and words of the longest one."""


def decided_whole(
    page: Page, measures: Measures, scores: Sequence[float], main: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return the text blocks that become main content, and those that are no more, since their structures are whole."""
    taken: set[int] = set()
    dropped: set[int] = set()
    for run in _runs(structures(page), measures, main):
        before, behind = _around(run, measures, main)
        for each in run:
            if page.hidden[each.first] or each.kind == FIGURE or linked_share(page, each.element) > MOST_LINKED:
                continue
            numbers = {*line_numbers(page, each)} if each.kind == CODE else set()
            blocks = [block for block in range(each.first, each.end) if block not in numbers]
            words = sum(measures.words[block] for block in blocks)
            own = sum(measures.words[block] for block in blocks if block in main)
            mean = sum(measures.words[block] * scores[block] for block in blocks) / max(words, 1)
            dropped |= numbers
            if own >= TAKEN * words > 0 or (
                before in main
                and mean >= FLOORS[each.kind]
                and (behind in main or (mean >= LAST and _is_last(page, each, before, behind)))
            ):
                taken.update(blocks)
            elif own < DROP * words:
                dropped.update(blocks)
    for each in link_boxes(page) if BOX else ():
        blocks = [*range(each.first, each.end)]
        own = sum(measures.words[block] for block in blocks if block in main)
        words = sum(measures.words[block] for block in blocks)
        if each.kind == "table":
            if BOX & 1:
                dropped.update(blocks)
        elif BOX & 2 and own >= LBOX * words > 0:
            taken.update(blocks)
        elif BOX & 4 and own < LDROP * words:
            dropped.update(blocks)
        elif BOX & 16 and page.texts[each.first - 1].endswith((":", "：", "،:")) and _stands_beside(page, measures, each, main):
            taken.update(blocks)
    return taken.difference(main), dropped.intersection(main)


def _runs(found: Sequence[Structure], measures: Measures, main: Collection[int]) -> Iterator[list[Structure]]:
    """Yield structures that follow each other, but for a label or a button."""
    run: list[Structure] = []
    for each in found:
        if run and not _are_labels(range(run[-1].end, each.first), measures, main):
            yield run
            run = []
        run.append(each)
    if run:
        yield run


def _are_labels(between: range, measures: Measures, main: Collection[int]) -> bool:
    return len(between) <= MOST_LABELS and all(
        measures.words[block] <= LABEL_WORDS and block not in main for block in between
    )


def _around(run: Sequence[Structure], measures: Measures, main: Collection[int]) -> tuple[int, int]:
    """Return the text blocks before and behind a run of structures, its labels and buttons aside."""
    before, behind, count = run[0].first - 1, run[-1].end, len(measures.words)
    for _ in range(MOST_LABELS):
        if before >= 0 and _are_labels(range(before, before + 1), measures, main):
            before -= 1
        if behind < count and _are_labels(range(behind, behind + 1), measures, main):
            behind += 1
    return before, behind


def _is_last(page: Page, structure: Structure, before: int, behind: int) -> bool:
    """Return True if a structure is the last of an element, behind text of the same element."""
    around = page.parents[structure.element]
    ends = behind >= len(page.texts) or page.owners[behind] >= page.ends[around]
    return ends and page.owners[before] >= around


def _stands_beside(page: Page, measures: Measures, each: Structure, main: Collection[int]) -> bool:
    """Return True if paragraphs of the text stand before and behind a list in the same element."""
    around = page.parents[each.element]
    return (
        all(
            block in main
            and page.parents[page.owners[block]] == around
            and measures.words[block] >= 6
            and measures.linked[block] < 0.5
            for block in (each.first - 1, each.end)
            if 0 <= block < len(page.texts)
        )
        and each.first > 0
        and each.end < len(page.texts)
    )
