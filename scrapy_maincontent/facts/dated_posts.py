"""Whether a page is of visitors' posts, as threads and guestbooks are: lines of one make with a day, texts between."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ..page import HEADINGS, is_link
from ..words.class_names import page_type_words
from ..words.days import day_in, with_years
from ..words.sentences import ends_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page


MAX_LINE, MAX_TITLE, MAX_LINES = 100, 200, 100
"""Characters of a line with a day and of a title that are read, and such lines."""
FEWEST, FEWEST_NAMED = 3, 2
"""Such lines of a page of posts, and of one whose title says that it is a guestbook."""
_TIME = "T"
"""Parts a day from its time. A guestbook's entries may have none; others without one are of a chronicle."""
SHORTEST = 20
"""Characters of the shortest sentence."""
TEXTS, TITLES, LEAD = 0.7, 0.3, 3
"""Least share of the lines that have a sentence before the next one, and largest of those that have a heading or a
link of `TITLE_BLANKS` blanks, as teasers have; so many times as long as such a text may be what is before all lines:
it is an article where it is longer."""
TITLE_BLANKS = 3


def has_posts(page: Page) -> bool:
    """Return True if a page is of posts. Of the 1,497 pages of WCXB, 26 are by this rule, and all of them are threads."""
    is_guestbook = any(map(page.head_title[:MAX_TITLE].casefold().__contains__, page_type_words()["guestbooks"]["names"]))
    fewest = FEWEST_NAMED if is_guestbook else FEWEST
    lines = _dated(page, times=not is_guestbook)
    if len(lines) < fewest or page.tags[page.owners[lines[0]]] in HEADINGS:
        return False
    texts = [_prose(page, range(first + 1, behind)) for first, behind in pairwise(lines)]
    titled = sum(_has_title(page, range(first + 1, behind)) for first, behind in pairwise(lines))
    if sum(map(bool, texts)) < TEXTS * len(texts) or titled > TITLES * len(texts):
        return False
    return _prose(page, range(lines[0])) <= LEAD * sum(texts) / len(texts)


def _dated(page: Page, *, times: bool) -> Sequence[int]:
    """Return the short lines with a day, or with its time, that the elements of one make have that has most."""
    texts = page.texts
    short = [block for block, text in enumerate(texts) if len(text) <= MAX_LINE and not page.hidden[block]]
    likely = [block for block in short if with_years([texts[block]])][:MAX_LINES]
    makes: dict[tuple[str, str], list[int]] = {}
    for block in likely:
        day = day_in(texts[block])
        if day is not None and (_TIME in day or not times):
            owner = page.owners[block]
            makes.setdefault((page.tags[owner], page.attrs[owner].get("class", "")), []).append(block)
    return max(makes.values(), key=len, default=[])


def _prose(page: Page, blocks: range) -> int:
    """Return the characters of the sentences among some text blocks."""
    texts = ((block, page.texts[block]) for block in blocks if not page.hidden[block])
    return sum(
        len(text) for block, text in texts if len(text) >= SHORTEST and ends_sentence(text) and not is_link(page, block)
    )


def _has_title(page: Page, blocks: range) -> bool:
    """Return True if one of some text blocks is a heading, or a link that is long enough for a title."""
    return any(
        page.tags[page.owners[block]] in HEADINGS
        or (page.texts[block].count(" ") >= TITLE_BLANKS and is_link(page, block))
        for block in blocks
    )
