"""Structures are decided as a whole: tables, lists, code and quotations with main content in them or around them."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING

import numpy as np

from ..blocks.structures import (
    CODE,
    FIGURE,
    ITEMS,
    LIST,
    QUOTE,
    TABLE,
    line_numbers,
    link_boxes,
    linked_share,
    structures_near,
)
from ..page import HEADINGS, block_sizes, link_count, tagged
from ..page.stems import NOTE_CLASS, named

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
_SHOWN_WHOLE = frozenset((TABLE, LIST))
"""Those that are decided whole in closed panels, too, if some of one is main content."""
MOST_LINKED = 0.5
"""Share of linked characters above which a structure is decided text block by text block."""
MOST_IN_BOX = 0.3
"""Share of the main content that a table of links has at the most where it is navigation."""
MOST_LABELS, LABEL_WORDS = 2, 3.0
"""Labels and buttons beside a structure, and words of the longest one."""


def decided_whole(page: Page, measures: Measures, scores: Sequence[float], main: set[int]) -> tuple[set[int], set[int]]:
    """Return the text blocks that become main content, and those that cease to be, as structures are decided whole."""
    words: list[float] = measures.words.tolist()
    announcing = _announcing(page, words, main)
    taken = announcing | _titles_of_notes(page, words, main)
    selected, main = main, taken.union(main)
    dropped: set[int] = set()
    low, high = (min(main), max(main) + 1) if main else (0, 0)
    for run in _runs(structures_near(page, low, high, MOST_LABELS) if main else [], words, main):
        title = _title(page, run[0], words, main)
        before, behind = _around(run, words, main)
        if title is not None and before == title:
            before -= 1
        for each in run:
            is_hidden = page.hidden[each.first] and (
                each.kind not in _SHOWN_WHOLE or main.isdisjoint(range(each.first, each.end))
            )
            if is_hidden or each.kind == FIGURE or linked_share(page, each.element) > MOST_LINKED:
                continue
            numbers = {*line_numbers(page, each)} if each.kind == CODE else set()
            blocks = [block for block in range(each.first, each.end) if block not in numbers]
            total = sum(map(words.__getitem__, blocks))
            own = sum(words[block] for block in blocks if block in main)
            mean = _mean(scores, words, blocks)
            dropped |= numbers
            is_announced = each.kind == CODE and each.first - 1 in announcing
            if (
                own >= TAKEN * total > 0
                or is_announced
                or (
                    before in main
                    and mean >= FLOORS[each.kind]
                    and (behind in main or (mean >= LAST and _is_last(page, each, before, behind)))
                )
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
        elif _is_announced(page, measures, box, main) and _mean(scores, words, blocks) >= LEAST_ANNOUNCED:
            taken.update(blocks)
    menus = _menus(page, words, taken.union(selected) - dropped)
    return taken.difference(selected, menus), dropped.union(menus).intersection(selected)


def _menus(page: Page, words: Sequence[float], main: Collection[int]) -> set[int]:
    """Return the lines of links before the first paragraph or behind the last, where what is left is without links.

    A menu has three links, one below the other or on one line. Items of lists are none: sources and further reading end
    many a text.
    """
    is_linked = partial(_is_linked, page)
    found: set[int] = set()
    for order in (sorted(main), sorted(main, reverse=True)):
        edge = [*takewhile(lambda block: words[block] <= EDGE_WORDS or _is_row(page, words, block), order)]
        found.update(block for block in edge if _is_row(page, words, block))
        lines = [*takewhile(lambda block: block in found or (words[block] <= MENU_WORDS and is_linked(block)), edge)]
        if len(lines) >= FEWEST_ITEMS and abs(lines[-1] - lines[0]) < len(lines):
            found.update(lines)
    left = [block for block in main if block not in found] if found else []
    unlinked = sum(words[block] for block in left if not is_linked(block))
    return found if unlinked >= max(LEFT_WORDS, LEFT_SHARE * sum(map(words.__getitem__, left))) else set()


def _is_linked(page: Page, block: int) -> bool:
    everything, in_links = block_sizes(page, block)
    return everything == in_links and page.tags[page.owners[block]] not in ITEMS


def _is_row(page: Page, words: Sequence[float], block: int) -> bool:
    """Return True if a text block is a menu on one line: three links or more of a word or two, and signs between."""
    everything, in_links = block_sizes(page, block)
    if not 0 < in_links < everything or page.tags[page.owners[block]] in ITEMS:
        return False
    start, end, links = page.text_starts[block], page.text_ends[block], link_count(page, block)
    if links < FEWEST_ITEMS or words[block] > ROW_WORDS * links:
        return False
    between = "".join(
        piece for piece, own in zip(page.pieces[start:end], page.linked[start:end], strict=True) if not own
    )
    signs = "".join(between.split())
    # Names of persons have commas between them.
    return len(signs) >= links - 1 and not any(sign.isalnum() or sign in ",;、" for sign in signs)


ROW_WORDS = 3.5
"""Words for each link of a menu on one line."""
EDGE_WORDS = 10.0
"""Words of the longest line before the first paragraph, or behind the last one."""
MENU_WORDS, LEFT_WORDS, LEFT_SHARE = 4.0, 25.0, 0.7
"""Words of the longest such line; of the text that is left at the least, and their share of all that is left."""


def _announcing(page: Page, words: Sequence[float], main: Collection[int]) -> set[int]:
    """Return the lines with a colon before code that stand in one element with main content.

    Manuals end in a line such as "File src/lib.rs:" and its code, which are short, and far from any paragraph.
    """
    codes = tagged(page).get("pre", ()) if main else ()
    bodies = {page.parents[page.owners[block]] for block in main if words[block] >= ANNOUNCING} if codes else set()
    found: set[int] = set()
    for code in codes if bodies else ():
        first, end = page.blocks_in(code)
        line = first - 1
        if 0 < first < end and page.texts[line].endswith(COLONS) and not (page.hidden[line] or page.hidden[first]):
            body = page.parents[page.owners[line]]
            if body in bodies and code < page.ends[body]:
                found.add(line)
    return found


def _titles_of_notes(page: Page, words: Sequence[float], main: Collection[int]) -> set[int]:
    """Return the first lines of notes and warnings of which all else is main content."""
    found: set[int] = set()
    for note in [note for name in named(page, "note") if NOTE_CLASS.search(name) for note in page.names[name]]:
        title, end = page.blocks_in(note)
        is_title = title + 1 < end <= title + MOST_IN_NOTE and words[title] <= TITLE_WORDS and not page.hidden[title]
        if is_title and all(block in main for block in range(title + 1, end)):
            found.add(title)
    return found


MOST_IN_NOTE = 40
"""Text blocks of the longest note with its title."""


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
    """Return the text block above code or a table that is called its title; nothing but labels is beside both."""
    block = structure.first - 1
    if structure.kind not in (CODE, TABLE) or block < 0 or words[block] > TITLE_WORDS or page.hidden[block]:
        return None
    owner, piece = page.owners[block], page.text_starts[block]
    for around in islice((owner, *page.ancestors(owner)), TITLE_LEVELS):
        start, end = page.blocks_in(around)
        if start < block:
            return None
        if end > structure.first:
            inner = range(around + 1, min(structure.element, around + 1 + MAX_BEFORE))
            is_called = any(
                page.piece_starts[each] <= piece < page.piece_ends[each] and _calls(page, each) for each in inner
            )
            return block if is_called and _are_labels(range(structure.end, end), words, main) else None
    return None


def _calls(page: Page, element: int) -> bool:
    return page.tags[element] == "figcaption" or _TITLE.search(page.attrs[element].get("class", "")) is not None


_TITLE = re.compile(r"caption|file-?name|title|src-name|codeheader|(?:^|\s)header(?=\s|$)", re.IGNORECASE)
"""Classes of titles of code: of Sphinx, Docusaurus, Asciidoctor, Material, Org and Confluence."""
TITLE_LEVELS, TITLE_WORDS, MAX_BEFORE = 5, 15.0, 20
"""Elements from a title up to the one that holds its structure, words of the longest, elements before the structure."""


def _is_last(page: Page, structure: Structure, before: int, behind: int) -> bool:
    """Return True if a structure is the last of an element, behind text of the same element."""
    around = page.parents[structure.element]
    ends = behind >= len(page.texts) or page.owners[behind] >= page.ends[around]
    return ends and page.owners[before] >= around


def _mean(scores: Sequence[float], words: Sequence[float], blocks: Sequence[int]) -> float:
    return sum(words[block] * scores[block] for block in blocks) / max(sum(map(words.__getitem__, blocks)), 1)


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
LEAST_ANNOUNCED = 0.15
"""Mean score of such a list by words: teasers stand between paragraphs, too."""


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
    chosen = np.zeros(len(looks), bool)
    chosen[[*main]] = True
    may_be = np.bincount(looks, chosen) >= ROWS_SHARE * FEWEST_ROWS  # most makes have fewer
    blocks = ((np.array(scores) > 0) & may_be[looks]).nonzero()[0]  # copies have a score of 0
    chosen = chosen[blocks]
    if chosen.all():
        return set()
    every = paths[blocks] * (looks.max() + 1) + looks[blocks]
    _, likes, counts = np.unique(every, return_inverse=True, return_counts=True)
    taken = np.bincount(likes, chosen)
    short = np.bincount(likes, measures.words[blocks]) <= MOST_ROW_WORDS * counts
    most = (counts >= FEWEST_ROWS) & short & (taken >= ROWS_SHARE * counts)
    return {*blocks[most[likes] & ~chosen].tolist()}
