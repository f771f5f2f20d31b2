"""Whether a page is of visitors' posts, as threads and guestbooks are: lines of one make with a day, texts between."""

from __future__ import annotations

import re
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
_TIME = re.compile(r"\d\s?[:h時时시点點]\s?\d\d")
"""A time of day. A guestbook's entries may have none; others without one are of a chronicle."""
SHORTEST = 20
"""Characters of the shortest sentence."""
TEXTS, TITLES, LEAD, OPENING = 0.7, 0.3, 3, 6
"""Least share of the lines that have a sentence before the next one, and largest of those that have a heading or a
link of `TITLE_BLANKS` blanks, as teasers have; so many times as long as such a text may be what is before all lines,
and as the others the first one: an article, whose comments these are, is longer."""
TITLE_BLANKS = 3


def has_posts(page: Page) -> bool:
    """Return True if a page is of posts."""
    title, names = page.head_title[:MAX_TITLE].casefold(), page_type_words()["guestbooks"]["names"]
    is_guestbook = any(map(title.__contains__, names))
    fewest = FEWEST_NAMED if is_guestbook else FEWEST
    lines = _dated(page, times=not is_guestbook)
    if len(lines) < fewest or page.tags[page.owners[lines[0]]] in HEADINGS:
        return False
    texts = [_prose(page, range(first + 1, behind)) for first, behind in pairwise(lines)]
    titled = sum(_has_title(page, range(first + 1, behind)) for first, behind in pairwise(lines))
    if sum(map(bool, texts)) < TEXTS * len(texts) or titled > TITLES * len(texts):
        return False
    before, rest = _prose(page, range(lines[0])), texts[1:] or texts
    if before > LEAD * sum(texts) / len(texts) or texts[0] > OPENING * sum(rest) / len(rest):
        return False
    return sum(day_in(page.texts[line]) is not None for line in lines) >= max(fewest, TEXTS * len(lines))


def _dated(page: Page, *, times: bool) -> Sequence[int]:
    """Return the short lines with a year, or also with a time, that the elements of one make have that has most."""
    texts = page.texts
    likely = with_years([text for text in texts if len(text) <= MAX_LINE])
    likely = [text for text in likely if _TIME.search(text)] if times else likely
    if len(likely) < FEWEST_NAMED:
        return []
    known, makes = {*likely}, dict[tuple[str, str], list[int]]()
    blocks = [block for block, text in enumerate(texts) if text in known and not page.hidden[block]]
    for block in blocks[:MAX_LINES]:
        owner = page.owners[block]
        makes.setdefault((page.tags[owner], page.attrs[owner].get("class", "")), []).append(block)
    return max(makes.values(), key=len)


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
