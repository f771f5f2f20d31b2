"""The head of a mail, as archives print it above its text: who wrote it, when, and about what."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from . import read_words
from .sentences import ends_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


MAX_TEXTS, MAX_LINES = 60, 24
"""Text blocks of a page, and lines of one of them, among which a head is looked for."""
MAX_LINE, MAX_LABEL = 300, 20
"""Characters of such a line and of its label."""
MIN_PROSE = 80
"""Characters of a sentence that has no mail's head below it: what is quoted there is an article's."""
_FROM, _DATE, _SUBJECT, _OTHER = "from", "date", "subject", "others"
_COLON = re.compile(r"\s{0,2}[:：]\s{0,9}")
_ADDRESS = re.compile(r"[@<＠]|\S\s?(?:\s|[(\[])(?:at|AT|_at_)(?:\s|[)\]])\s?\S")


class Mail(NamedTuple):
    """A mail's head: the values of its lines, "" where there is none, and the numbers of its texts."""

    author: str
    day: str
    subject: str
    texts: tuple[int, ...]


def mail_head(texts: Sequence[str]) -> Mail | None:
    """Return the first head of a mail among a page's first texts, ``None`` where there is none.

    It has lines, or labels and values in turn, that say from whom the mail is, and when it was sent or what it is
    about. Flights have origins and days, too: a line of the subject, or the author's address, must be there.

    >>> mail_head(["From: Ann Reed <ann at example.org>", "Date: Sun, 4 Nov 2001", "Dear all"]).author
    'Ann Reed <ann at example.org>'
    """
    if not _may_have_one(texts[:MAX_TEXTS]):
        return None
    found: dict[str, str] = {}
    numbers: list[int] = []
    for number, label, value, size in _labelled(texts):
        if numbers and number > numbers[-1] + 1:
            if mail := _mail(found, numbers):
                return mail
            found, numbers = {}, []
        found.setdefault(label, value)
        numbers += range(number, number + size)
    return _mail(found, numbers)


def _may_have_one(texts: Sequence[str]) -> bool:
    """Return True if a text begins as the line of a mail's author does, or one of several lines as any of a head."""
    labels, initials = _labels(), _initials()
    begun = {text[:MAX_LABEL].partition(":")[0] for text in texts if text[:1] in initials}
    if any(labels.get(label.partition("：")[0].strip().casefold()) == _FROM for label in begun):
        return True
    return any(_parted(text[:MAX_LINE].partition("\n")[0])[0] in labels for text in texts if "\n" in text)


def _mail(found: dict[str, str], numbers: list[int]) -> Mail | None:
    author, day, subject = (found.get(name, "") for name in (_FROM, _DATE, _SUBJECT))
    is_mail = author and (subject or (day and _ADDRESS.search(author)))
    return Mail(author, day, subject, tuple(numbers)) if is_mail else None


def _labelled(texts: Sequence[str]) -> Iterator[tuple[int, str, str, int]]:
    """Yield number, kind and value of the lines with a label, and how many texts each is: none for a line of one."""
    labels, known = _labels(), -1
    for number, text in enumerate(texts[:MAX_TEXTS]):
        if number <= known:
            continue
        if "\n" in text:
            for line in text[: MAX_LINE * MAX_LINES].split("\n", MAX_LINES)[:MAX_LINES]:
                word, value = _parted(line)
                if word in labels and value:
                    yield number, labels[word], value, 0
                elif line.strip():
                    break
            continue
        if len(text) >= MIN_PROSE and ends_sentence(text):
            return
        word, value = _parted(text)
        if word in labels and len(text) <= MAX_LINE:
            known = number + (not value)
            value = value or (texts[known] if known < len(texts) else "")
            if value and _parted(value)[0] not in labels and len(value) <= MAX_LINE:
                yield number, labels[word], value, known - number + 1


def _parted(line: str) -> tuple[str, str]:
    """Return the word before a line's colon, in lower case, and what is behind it; a line without one is the word."""
    sign = _COLON.search(line, 0, MAX_LABEL + 2)
    end, behind = sign.span() if sign else (len(line), len(line))
    return (line[:end].strip().casefold(), line[behind:].strip()) if end <= MAX_LABEL else ("", line)


@cache
def _initials() -> frozenset[str]:
    """Return the letters, of both cases, with which a mail's author may be labelled."""
    first = {word[0] for word in read_words("mails.toml")[_FROM]}
    return frozenset(first | set(map(str.upper, first)))


@cache
def _labels() -> dict[str, str]:
    words = read_words("mails.toml")
    return {word: name for name in (_OTHER, _SUBJECT, _DATE, _FROM) for word in words[name]}
