"""Poems whose lines are elements of their own: their text blocks become lines, parted as by ``<br>``."""

from __future__ import annotations

import re
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from .stems import MAX_NAME, STEMS, named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from . import Page


GROUPS = STEMS["verse"]
"""Words of class names of poems and their stanzas, as writers of documents, wikis and editions name them."""
_GROUP = re.compile(rf"(?:^|[\s_-])(?:{'|'.join(GROUPS)})s?(?=[\s_-]|$)", re.IGNORECASE)
_LINE = re.compile(r"(?:^|[\s_-])(?:line|verse|vers|verso|vl|l)(?=[\s_-]|\d|$)", re.IGNORECASE)
"""The same of a line in them."""
MOST_LEVELS = 3
"""Elements around a line among which the poem is: stanzas stand in stanzas, which indents them."""


def join_verses(page: Page) -> None:
    """Mark the lines of poems as lines; linear, and next to nothing for a page without any."""
    groups = _named(page, named(page, "verse"), _GROUP)
    if not groups:
        return  # as on most pages
    before, inside = -1, -1  # the last text block of the line before, and its group
    lines = sorted(_named(page, page.names, _LINE))
    for line, following in zip_longest(lines, lines[1:], fillvalue=len(page.tags)):
        if following < page.ends[line]:
            continue  # it has lines in it: a verse of a song
        group = next((each for each in islice(page.ancestors(line), MOST_LEVELS) if each in groups), -1)
        first, end = page.blocks_in(line)
        if group < 0:
            continue
        if first == end:
            inside = -1  # an empty line
            continue
        if before >= 0 and first == before + 1:
            page.breaks[first] = True
            is_around = any(
                each >= 0 and each <= other < page.ends[each] for each, other in ((group, inside), (inside, group))
            )
            if not is_around:
                page.gaps.add(first)
        before, inside = end - 1, group


def _named(page: Page, names: Iterable[str], meant: re.Pattern[str]) -> set[int]:
    return {element for name in names if meant.search(name[:MAX_NAME]) for element in page.names[name]}
