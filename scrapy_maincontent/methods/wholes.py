"""Structures are taken whole: tables, lists, code and quotations of which some is main content, or that stand in it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ..blocks.structures import CODE, line_numbers, link_boxes, linked_share, structures

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..blocks.structures import Structure
    from ..features.measures import Measures
    from ..page import Page


WHOLE = "as all of its table, list, code or quotation"
"""Begins the reason of a text block that is decided with its structure."""
OPT = dict(x.split("=") for x in os.environ.get("WHOLE", "").split(",") if x)
TAKEN = float(OPT.get("taken", 0.3))
"""Share of a structure's words that are main content from which on all of it is."""
MOST_LINKED = 0.5
"""Share of linked characters above which a structure is decided text block by text block."""
FLOOR = float(OPT.get("floor", 0.1))
BOX, LBOX, LDROP = int(OPT.get("box", 0)), float(OPT.get("lbox", 0.5)), float(OPT.get("ldrop", 0.3))
TAIL = float(OPT.get("tail", 0))
FLOORS = {
    "quote": float(OPT.get("quote", 0.3)),
    "code": float(OPT.get("code", 0.0)),
    "list": float(OPT.get("list", FLOOR)),
}
STEPS = int(OPT.get("steps", 2))
WORDY = float(OPT.get("wordy", 3))
KINDSON = OPT.get("kinds", "table+list+code+quote").split("+")
DROP = float(OPT.get("drop", 0.0))
NEIGH = int(OPT.get("neigh", 1))


def decided_whole(
    page: Page, measures: Measures, scores: Sequence[float], main: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return the text blocks that become main content, and those that are no more, since their structures are whole."""
    taken: set[int] = set()
    dropped: set[int] = set()
    found = structures(page)
    inside = {block for each in found for block in range(each.first, each.end)}
    for each in found:
        if each.kind not in KINDSON or page.hidden[each.first] or linked_share(page, each.element) > MOST_LINKED:
            continue
        numbers = {*line_numbers(page, each)} if each.kind == CODE else set()
        blocks = [block for block in range(each.first, each.end) if block not in numbers]
        words = sum(measures.words[block] for block in blocks)
        own = sum(measures.words[block] for block in blocks if block in main)
        mean = sum(measures.words[block] * scores[block] for block in blocks) / max(words, 1)
        dropped |= numbers
        if own >= TAKEN * words > 0 or (
            NEIGH and mean >= FLOORS.get(each.kind, FLOOR) and _stands_in(page, measures, each, mean, inside, main)
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
        elif BOX & 8 and _stands_beside(page, measures, each, main):
            taken.update(blocks)
    return taken.difference(main), dropped.intersection(main)


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


def _stands_in(
    page: Page, measures: Measures, structure: Structure, mean: float, inside: set[int], main: Collection[int]
) -> bool:
    """Return True if the text before and behind a structure, other structures aside, is main content."""
    before, behind = structure.first - 1, structure.end
    steps = STEPS
    while before in inside or (steps and before >= 0 and before not in main and measures.words[before] <= WORDY):
        steps -= before not in inside
        before -= 1
    steps = STEPS
    while behind in inside or (
        steps and behind < len(page.texts) and behind not in main and measures.words[behind] <= WORDY
    ):
        steps -= behind not in inside
        behind += 1
    if TAIL and before in main and mean >= TAIL:
        around = page.parents[structure.element]
        if page.owners[before] >= around and (behind >= len(page.texts) or page.owners[behind] >= page.ends[around]):
            return True
    return before in main and behind in main
