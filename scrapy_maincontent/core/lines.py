"""What a short line says: who wrote, when, or that one may share; such lines stand at a text and are no part of it."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib import resources

MAX_LENGTH = 100
"""Characters; a longer text is no line of this kind."""
_REMEMBERED = 4096
_WIDE = 0x1100
"""The first character of the scripts that have no word spaces, and of Korean."""
_SEPARATORS = re.compile(r"[\s|·•／/–—,:;()（）【】\[\]、。…]+")
_PARTS = re.compile(r"\s*[|·•｜]\s*")
_BYLINE_WORDS = 7
"""Words of the first part of a byline, the opening word among them."""
_YEAR_OR_DATE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}\s*[./-]\s*\d{1,2}|\d{1,2}\s*[月일]|(?:令和|平成|昭和)")
_NOT_LETTERS = re.compile(r"[\W\d_]+")


@lru_cache(maxsize=_REMEMBERED)
def line_kind(text: str) -> str | None:
    """Return ``"byline"``, ``"dateline"`` or ``"share"``, ``None`` for any other text."""
    if len(text) > MAX_LENGTH:
        return None
    line = text.casefold().strip()
    if _is_share(line):
        return "share"
    if _is_dateline(line):
        return "dateline"
    first = _PARTS.split(line, maxsplit=1)[0]
    if first.startswith(_byline_openings()) and len(first.split()) <= _BYLINE_WORDS and first[-1:] not in ".!?。":
        return "byline"
    return None


def _is_share(line: str) -> bool:
    words = _share_words()
    if line in words:
        return True
    parts = [part for part in _SEPARATORS.split(line) if part]
    return bool(parts) and all(part in words for part in parts)


def _is_dateline(line: str) -> bool:
    return bool(_YEAR_OR_DATE.search(line)) and not _NOT_LETTERS.sub("", _date_words().sub(" ", line))


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    text = resources.files(__package__).joinpath("words/lines.toml").read_text("utf-8")
    words: dict[str, dict[str, list[str]]] = tomllib.loads(text)
    return words


@cache
def _share_words() -> frozenset[str]:
    return frozenset(_words()["share"]["whole"])


@cache
def _byline_openings() -> tuple[str, ...]:
    # A Latin word ends at a blank, other scripts have none.
    return tuple(
        word + " " if word[-1].isascii() and word[-1].isalpha() else word for word in _words()["byline"]["begins"]
    )


@cache
def _date_words() -> re.Pattern[str]:
    words = sorted(set(_words()["dateline"]["words"]), key=len, reverse=True)
    spaced = [re.escape(word) for word in words if word.isascii() or ord(word[0]) < _WIDE]
    wide = [re.escape(word) for word in words if ord(word[0]) >= _WIDE]
    return re.compile(
        rf"(?<![^\W\d_])(?:{'|'.join(spaced)})(?:st|nd|rd|th)?(?![^\W\d_])|{'|'.join(wide)}|(?<=\d)(?:st|nd|rd|th)\b"
    )
