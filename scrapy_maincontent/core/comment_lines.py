"""What the short lines of a visitor's comment say: who wrote it, when, and what one may click on."""

from __future__ import annotations

import re
from functools import cache

from .comment_names import words
from .lines import DATELINE, line_kind

MAX_LINE = 100
"""Characters of a line with a date."""
MAX_DATE = 40
"""Characters of a date in words, such as "two days ago"."""
MAX_AGO = 5
"""Words of such a date."""
MAX_NAME = 60
"""Characters of a name."""
MAX_STARTS = 16
"""Words of a line at which its date may start."""
_START = re.compile(r"\S+")
_ENDS = ' \t\n:：,，、;|·•-–—"“”»'
_SHORT = re.compile(r"\d{1,3}\s?(?:s|m|min|h|hr|d|w|wk|mo|y|yr)s?\Z")
"""Ages such as "2mo"."""
_WORD = re.compile(r"[^\W\d_]+")
_NUMBERS = re.compile(r"[\d\W_]+")


def is_date_line(text: str) -> bool:
    """Tell whether a line has a date at its end, behind a name or nothing."""
    return split_date(text) is not None


def split_date(text: str) -> tuple[str, str] | None:
    """Return what stands before a line's date, and the date as shown; ``None`` for a line without one."""
    if len(text) > MAX_LINE or not any(map(str.isdigit, text)):
        return None
    for count, match in enumerate(_START.finditer(text)):
        if count >= MAX_STARTS:
            return None
        tail = text[match.start() :].strip(_ENDS)
        if _is_age(tail):
            return text[: match.start()], tail
        if line_kind(tail) == DATELINE:
            return text[: match.start()], _without_words(tail, ends=False)
    return None


def name_in(text: str) -> str | None:
    """Return the name in a line such as "Ann says:", ``None`` where there is none."""
    name = _without_words(text.strip(_ENDS))
    if not 0 < len(name) <= MAX_NAME or not any(map(str.isalnum, name)) or is_action(name):
        return None
    return name


def is_action(text: str) -> bool:
    """Tell whether a line is there to be clicked on: "Reply", "3 likes"."""
    if len(text) > MAX_NAME:
        return False
    line = text.casefold()
    if line.startswith(_answers()):
        return True
    return not (rest := " ".join(_NUMBERS.sub(" ", line).split())) or rest in _actions()


def is_empty(text: str) -> bool:
    """Tell whether nothing but words such as "at" is left of a line whose name and date stand elsewhere."""
    return len(text) <= MAX_NAME and not _without_words(text.strip(_ENDS))


def _is_age(text: str) -> bool:
    """Tell whether a text is a date in words, such as "3 days ago" or "6mo"."""
    if not 0 < len(text) <= MAX_DATE or not any(map(str.isdigit, text)):
        return False
    parts = text.casefold().split()
    return bool(_SHORT.match(text)) or (
        (text[0].isdigit() or parts[0] in _ago())
        and len(parts) <= MAX_AGO
        and not _ago().isdisjoint(_WORD.findall(text.casefold()))
    )


def _without_words(text: str, *, ends: bool = True) -> str:
    """Return a line without words such as "by" at its beginning and, with ``ends``, "says" at its end."""
    changed = True
    while changed:
        changed = False
        lowered = text.casefold()
        words = _says()
        if not lowered.startswith(words) and not (ends and lowered.endswith(words)):
            break
        for word in words:
            if lowered.startswith(word) and _parts(text, len(word)):
                text, changed = text[len(word) :].strip(_ENDS), True
            elif ends and lowered.endswith(word) and _parts(text, len(text) - len(word)):
                text, changed = text[: len(text) - len(word)].strip(_ENDS), True
            if changed:
                break
    return text


def _parts(text: str, at: int) -> bool:
    """Tell whether a word may end or begin at a place: scripts without blanks, a blank, a sign."""
    if at in (0, len(text)):
        return True
    return not (text[at - 1].isalnum() and text[at].isalnum() and text[at - 1].isascii() and text[at].isascii())


@cache
def _says() -> tuple[str, ...]:
    return tuple(sorted(words()["lines"]["says"], key=len, reverse=True))


@cache
def _actions() -> frozenset[str]:
    return frozenset(words()["lines"]["actions"])


@cache
def _answers() -> tuple[str, ...]:
    return tuple(words()["lines"]["answers"])


@cache
def _ago() -> frozenset[str]:
    return frozenset(words()["lines"]["ago"])
