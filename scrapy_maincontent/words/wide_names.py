"""Names in Han, kana and Hangul, which have neither capitals nor blanks: told by family names and reporters' titles.

The words are data (``wide_names.toml``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from . import read_words

if TYPE_CHECKING:
    from collections.abc import Collection


WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A sign of these scripts."""
MAX_WIDE = 6
"""Signs of a name, at most."""
_TWO = 2


def titled_name(text: str) -> str | None:
    """Return the first name in a script without word spaces beside a reporter's title, or ``None``.

    It stands before the title, or between it and a slash.

    >>> titled_name("서울=김하늘 기자 | 입력")
    '김하늘'
    >>> titled_name("記者林小明／台北報導")
    '林小明'
    """
    found = (_BEHIND_TITLE.match(text) or _titled().search(text)) if not text.isascii() else None
    return None if found is None or found[1] in _words("no_reporters") else found[1]


_BEHIND_TITLE = re.compile(rf"\W{{0,3}}(?:記者|记者)\s?({WIDE.pattern}{{2,4}})\s?[／/]")


def begins_with_surname(words: list[str]) -> bool:
    """Return True for "佐藤花子", "佐藤 花子" and "林小明": a known family name and one to three other signs."""
    name = "".join(words)
    if len(words) > _TWO or not _GIVEN.fullmatch(name) or name.endswith(_no_given_ends()):
        return False
    lengths = (len(words[0]),) if len(words) == _TWO else range(min(len(name) - 1, _TWO + 1), 0, -1)
    begun = next((length for length in lengths if name[:length] in _surnames()), 0)
    # One sign and another one are most often a word.
    return begun > 0 and _TWO + 1 <= len(name) <= begun + _TWO + 1


_GIVEN = re.compile(r"[\u3005\u3400-\u9fff]++[\u3041-\u3096\u30a1-\u30fa\u30fc\u3005\u3400-\u9fff]*+")


@cache
def _no_given_ends() -> tuple[str, ...]:
    return tuple(_words("no_given_ends"))


@cache
def _surnames() -> frozenset[str]:
    return frozenset(name for line in _words("surnames") for name in line.split())


def without_beside(text: str, helpers: Collection[str]) -> str:
    """Return a line in a script without capitals with commas between its names, without places and jobs beside them."""
    if report := _REPORT.search(text):
        text = "、".join(text[: report.start()].split())
    text = _DOTS.sub("、", text)
    if found := _REPORTER.search(text):
        return found[1] if found[1][:1] in _surnames() else text
    if not WIDE.search(text):
        # "القاهرة - كريم الشافعي": a place stands before who writes from it.
        first, dash, rest = text.partition(" - ")
        return rest if dash and " " not in first and " " in rest and first.isalpha() and not _has_case(text) else text
    parts = [part for part in _BESIDE.split(text) if part]
    helped = [before for before in range(len(parts)) if parts[before] in helpers]
    parts = [part for number, part in enumerate(parts) if not {number, number - 1}.intersection(helped)]
    persons = [part for part in parts if begins_with_surname([part])]
    if len(parts) < _TWO or not persons or begins_with_surname(text.split()) or titled_name(text):
        return text
    return "、".join(part for part in parts if part in persons or (len(part) == _TWO and part[0] in _surnames()))


_DOTS = re.compile(r"(?<=[\uac00-\ud7a3])·(?=[\uac00-\ud7a3])")
_BESIDE = re.compile(r"[\s　：:＝=／/]+")
"""Signs between a name and a place, a job or the name in another script."""
_REPORTER = re.compile(
    r"(?:记者|記者)\s?([\u4e00-\u9fff]{2,3})(?=\s?\Z|[\u4e00-\u9fff]{2,4}(?:报道|報導|\d{1,2}日[電电])|／)"
)
_REPORT = re.compile(r"(?:^|[\s／/])[\u3400-\u9fff]{0,6}(?:报道|報導)\s?\Z")
"""Behind the names of reporters, parted by blanks, where they write from: "邱小琪 羅大中 台北報導"."""


def _has_case(text: str) -> bool:
    return text.upper() != text.lower()


@cache
def _titled() -> re.Pattern[str]:
    behind = "|".join((_EXPERT, *map(re.escape, titles())))
    return re.compile(rf"(?:^|[^\w])({WIDE.pattern}{{2,{MAX_WIDE}}})\s?(?:{behind})(?![^\W\d_])")


_EXPERT = r"[\uac00-\ud7a3]{0,3}전문기자"
"""A reporter of one field: "문화전문기자"."""


@cache
def titles() -> tuple[str, ...]:
    """Return the titles of reporters."""
    return tuple(read_words("wide_names.toml")["titles"])


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(read_words("wide_names.toml")[name])
