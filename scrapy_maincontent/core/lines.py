"""What a short line says: who wrote, when, or that one may share; such lines stand at a text and are no part of it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from ..page.columns import Stems

if TYPE_CHECKING:
    from collections.abc import Iterator


BYLINE, DATELINE, SHARE = "byline", "dateline", "share"
MAX_LENGTH = 100
"""Characters; a longer text is no line of this kind."""
_MAX_HEADING = 40
"""Characters of a comments' heading."""
_WIDE = 0x1100
"""The first character of the scripts that have no word spaces, and of Korean."""
_PART = re.compile(r"[^\s|·•／/–—,:;()（）【】\[\]、。…]+")
_PARTS = re.compile(r"\s*[|·•｜]\s*")
_BYLINE_WORDS = 7
"""Words of the first part of a byline, the opening word among them."""
_DATE_BEGINS = re.compile(r"[\d令平昭]")
_ASCII_DATE_BEGINS = re.compile(r"[0-9]")
"""The first characters of what `_YEAR_OR_DATE` finds: most lines have none of them, which takes a moment to see."""
_YEAR_OR_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}\s*[./-]\s*\d{1,2}|\d{1,2}\s*[月일]|(?:令和|平成|昭和)")
_NOT_LETTERS = re.compile(r"[\W\d_]+")


def line_kind(text: str, *, inside: bool = False) -> str | None:
    """Return `BYLINE`, `DATELINE` or `SHARE`, ``None`` for any other text.

    ``inside`` tells that the text stands in prose, where a name or a date may be part of it: only `SHARE` counts.
    """
    if len(text) > MAX_LENGTH:
        return None
    line = text.casefold().strip()
    begin = line.partition(" ")[0]
    # A word that opens no such line is sooner seen than by a pattern, and true of most.
    if (begin in _share_openings() or not begin.isalnum()) and _is_share(line):
        return SHARE
    if inside:
        return None
    if _is_dateline(line):
        return DATELINE
    return BYLINE if _is_byline(line) else None


def first_comments_heading(texts: list[str]) -> int | None:
    """Return the number of the first text that is the heading of visitors' comments, ``None`` where none is."""
    return next(comments_headings(texts, MAX_LENGTH), None)


def comments_headings(texts: list[str], longest: int) -> Iterator[int]:
    """Yield the numbers of the texts of at most ``longest`` characters that are headings of visitors' comments."""
    return (number for number in _comments_stems().places(texts, longest) if begins_comments(texts[number]))


def begins_comments(text: str) -> bool:
    """Tell whether a text is the heading of visitors' comments, with their number or without, or of trackbacks."""
    if len(text) > MAX_LENGTH:
        return False
    line = text.casefold()
    if line.startswith(_comments_openings()):
        return True
    return len(line) <= _MAX_HEADING and " ".join(_NOT_LETTERS.sub(" ", line).split()) in _comments_headings()


def _is_share(line: str) -> bool:
    words = _share_words()
    if line in words:
        return True
    first = _PART.search(line)
    return first is not None and first[0] in words and words.issuperset(_PART.findall(line))


def _is_dateline(line: str) -> bool:
    begin = (_ASCII_DATE_BEGINS if line.isascii() else _DATE_BEGINS).search(line)
    if begin is None or not _YEAR_OR_DATE.search(line, begin.start()):
        return False
    return not _NOT_LETTERS.sub("", _date_words().sub(" ", line))


def _is_byline(line: str) -> bool:
    openings = _byline_openings()
    if line[:1] not in _byline_initials() or not line.startswith(openings):
        return False
    first = _PARTS.split(line, maxsplit=1)[0]
    return first.startswith(openings) and len(first.split()) <= _BYLINE_WORDS and first[-1:] not in ".!?。"


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    text = resources.files(__package__).joinpath("words/lines.toml").read_text("utf-8")
    words: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return words


@cache
def _share_words() -> frozenset[str]:
    return frozenset(_words()["share"]["whole"])


@cache
def _share_openings() -> frozenset[str]:
    return _share_words().union(words.partition(" ")[0] for words in _share_words())


@cache
def _comments_stems() -> Stems:
    """Return what every heading of comments has one of."""
    return Stems(_words()["comments"]["stems"])


@cache
def _comments_openings() -> tuple[str, ...]:
    return tuple(_words()["comments"]["begins"])


@cache
def _comments_headings() -> frozenset[str]:
    return frozenset(_words()["comments"]["whole"])


@cache
def _byline_openings() -> tuple[str, ...]:
    # A Latin word ends at a blank, other scripts have none.
    return tuple(
        word + " " if word[-1].isascii() and word[-1].isalpha() else word for word in _words()["byline"]["begins"]
    )


@cache
def _byline_initials() -> frozenset[str]:
    return frozenset(opening[0] for opening in _byline_openings())


@cache
def _date_words() -> re.Pattern[str]:
    words = sorted(set(_words()["dateline"]["words"]), key=len, reverse=True)
    spaced = [re.escape(word) for word in words if word.isascii() or ord(word[0]) < _WIDE]
    wide = [re.escape(word) for word in words if ord(word[0]) >= _WIDE]
    return re.compile(
        rf"(?<![^\W\d_])(?:{'|'.join(spaced)})(?:st|nd|rd|th)?(?![^\W\d_])|{'|'.join(wide)}|(?<=\d)(?:st|nd|rd|th)\b"
    )
