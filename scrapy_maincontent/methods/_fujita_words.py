"""Keywords: words that stand in footers, menus and the like, and their numbers in each text block (Fujita et al. 4.4).

The paper's list was made by hand and is not printed, but for two examples ("copyright", a recommended browser).
``words/fujita.toml`` is a list of its own, in groups, for Japanese, English and other languages.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..features.measures import Floats

_UNSPACED = "\u2e80"
"""From here on in Unicode, scripts need no blanks between words."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Phrase:
    """``first`` is its first word, "" where words do not tell whether it may stand in a text."""

    text: str
    first: str
    group: int


@cache
def keyword_groups() -> tuple[str, ...]:
    """Return the names of the groups."""
    return tuple(_words())


def keyword_counts(texts: Sequence[str]) -> Floats:
    """Return how often each group's phrases stand in each text (texts x groups)."""
    lowered = [text.lower() for text in texts]
    joined = "\n".join(lowered)
    words = {*_WORD.findall(joined), ""}
    starts = np.array([0, *accumulate(len(text) + 1 for text in lowered)], np.intp)
    places: list[int] = []
    groups: list[int] = []
    for phrase in _phrases():
        if phrase.first in words and phrase.text in joined:
            places += _places(phrase.text, joined)
            groups += [phrase.group] * (len(places) - len(groups))
    width = len(keyword_groups())
    fields = (np.searchsorted(starts, places, side="right") - 1) * width + np.array(groups, np.intp)
    return np.bincount(fields, minlength=len(texts) * width).reshape(-1, width).astype(np.float32)


@cache
def _words() -> dict[str, list[str]]:
    text = resources.files(__package__).joinpath("words/fujita.toml").read_text("utf-8")
    words: dict[str, list[str]] = tomllib.loads(text)
    return words


@cache
def _phrases() -> tuple[_Phrase, ...]:
    return tuple(
        _Phrase(phrase, "" if max(phrase) >= _UNSPACED else "".join(_WORD.findall(phrase)[:1]), group)
        for group, phrases in enumerate(_words().values())
        for phrase in phrases
    )


def _places(phrase: str, text: str) -> Iterator[int]:
    """Yield where a phrase stands, not within a longer word."""
    place = text.find(phrase)
    while place >= 0:
        end = place + len(phrase)
        before = text[place - 1 : place] if place else ""
        if not (_joins(before, phrase[0]) or _joins(phrase[-1], text[end : end + 1])):
            yield place
        place = text.find(phrase, end)


def _joins(left: str, right: str) -> bool:
    """Tell whether two neighbouring characters are of one word, as far as that can be seen."""
    return left.isalnum() and right.isalnum() and left < _UNSPACED and right < _UNSPACED
