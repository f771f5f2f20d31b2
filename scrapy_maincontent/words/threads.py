"""Lines of threads: what is said of members and edits, and what boards print around posts."""

from __future__ import annotations

import re
from functools import cache

from . import read_words
from .days import day_span, is_month
from .furniture import OPENS
from .lines import PARTS


def is_of_comment(text: str) -> bool:
    """Return True if a line's first day is a comment's or a member's: "3 comments, the last of ...", "Joined ..."."""
    span = day_span(text)
    before = PARTS.split(text[: span[0]].casefold())[-1] if span else ""
    return before.startswith(_dated("members")) or any(map(before.__contains__, _dated("answers")))


def says_member(text: str) -> bool:
    """Return True if a line says, or is the label of, since when somebody is a member: "Joined: May 2009"."""
    line = text.casefold().lstrip()
    return line.startswith(_dated("members")) and (
        any(map(str.isdigit, line)) or ":" in line or "：" in line or line in _dated("members")
    )


def says_edited(text: str) -> bool:
    """Return True if a line says who changed a post, and when: "Last edited by Ann Reed on 3 May 2024"."""
    line = text.casefold().lstrip(OPENS)
    return line.startswith(_words("edited")) and any(map(str.isdigit, line))


def begins_with_edit(text: str) -> bool:
    """Return True if a line begins with a word such as "edited", and no name behind it."""
    words = text.casefold().split(maxsplit=2)[:2]
    return len(words) > 1 and words[0] in _words("edits") and (words[1][0].isdigit() or is_month(words[1]))


def is_of_board(text: str) -> bool:
    """Return True if a line is what a board's software prints around posts: "You cannot edit your posts", "Author"."""
    line = text.casefold().strip(OPENS)
    return line.startswith(_words("board")) or line in _words("board_words")


def is_labelled(text: str) -> bool:
    """Return True if a line is a label and its value: "Posts: 31"."""
    return bool(_LABELLED.match(text))


_LABELLED = re.compile(r"[^\W\d][^:：.!?]{0,24}[:：]")


@cache
def _dated(name: str) -> tuple[str, ...]:
    return tuple(read_words("lines.toml")["comments"][name])


@cache
def _words(name: str) -> tuple[str, ...]:
    return tuple(read_words("comments.toml")["lines"][name])
