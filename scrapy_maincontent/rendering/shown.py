"""Text blocks that Markdown and HTML show beside the selected ones: what belongs between two of them.

A selection by words passes over what has few: code of a line, captions, the first line of an address.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress, islice, pairwise
from typing import TYPE_CHECKING

from ..words.media import is_caption

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ..page import Page


MAX_GAP = 40
"""Text blocks between two selected ones that are looked at."""
MAX_CAPTIONS = 4
"""Text blocks of the captions and credits in a gap."""
MAX_LABEL = 24
"""Characters of what may stand beside code without being shown: the label of a tab, a button that copies."""
MAX_LINES = 4
"""Lines of a paragraph that join a selected one."""
_LINED = frozenset(("p", "address"))
_AROUND = 8
"""Elements above a text block among which its figure is, or the code that it stands in."""


def with_neighbours(page: Page, main: Sequence[bool], codes: Collection[int]) -> Sequence[bool]:
    """Return which blocks are shown: the selected ones, and code, captions and lines of paragraphs between them.

    ``codes`` are elements, but for ``pre``, that hold code.
    """
    shown = [*main]
    for last, block in pairwise(compress(range(len(main)), main)):
        if 1 < block - last <= MAX_GAP + 1:
            for number in _belonging(page, range(last + 1, block), codes):
                shown[number] = True
    return shown


def _belonging(page: Page, gap: range, codes: Collection[int]) -> Iterable[int]:
    """Return the text blocks of a gap that are shown."""
    if _joins(page, gap):
        return gap
    code, captions = list[int](), list[int]()
    beside = {_letters(page, gap.start - 1), _letters(page, gap.stop)}  # a hidden copy is there to be copied
    for block in gap:
        if _in_code(page, block, codes):
            if not page.hidden[block] or _letters(page, block) not in beside:
                code.append(block)
                beside.add(_letters(page, block))
        elif _in_figure(page, block):
            captions.append(block)
        elif len(page.texts[block]) > MAX_LABEL:
            return ()
    if code:
        return [*code, *captions] if len(captions) <= MAX_CAPTIONS else code
    return captions if len(captions) == len(gap) <= MAX_CAPTIONS else ()


def _joins(page: Page, gap: range) -> bool:
    """Return True if only line breaks part a gap from the selected line behind it or before it."""
    owner = page.owners[gap.start]
    if len(gap) > MAX_LINES or page.tags[owner] not in _LINED or any(page.owners[block] != owner for block in gap):
        return False
    behind = page.owners[gap.stop] == owner and all(page.breaks[gap.start + 1 : gap.stop + 1])
    return behind or (page.owners[gap.start - 1] == owner and all(page.breaks[gap.start : gap.stop]))


def _letters(page: Page, block: int) -> str:
    return "".join(page.texts[block].split())


def _in_code(page: Page, block: int, codes: Collection[int]) -> bool:
    for element in _around(page, block):
        if page.tags[element] == "button":
            return False
        if page.tags[element] == "pre" or element in codes:
            return True
    return False


def _in_figure(page: Page, block: int) -> bool:
    """Return True if a text block stands in a figure, or what is called so, with a picture."""
    for element in _around(page, block):
        if page.tags[element] == "figure" or is_caption(page.attrs[element]):
            place = bisect_left(page.objects, element)
            if place < len(page.objects) and page.objects[place] < page.ends[element]:
                return True
    return False


def _around(page: Page, block: int) -> Iterable[int]:
    owner = page.owners[block]
    return (owner, *islice(page.ancestors(owner), _AROUND))
