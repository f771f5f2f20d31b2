"""Lines of editors about a text: corrections, headings of its main points, labels of a machine's summaries."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from . import read_words

if TYPE_CHECKING:
    from collections.abc import Sequence


MAX_LABEL = 200
"""Characters of the longest label of a machine's summary."""
_OPENS = " \t\xa0*_•-–—([【［"


def corrections(texts: Sequence[str]) -> list[int]:
    """Return the numbers of the texts that begin as notes on a correction do: "An earlier version of this article".

    A word may stand before: "Correction An earlier version of this article".
    """
    begins, found = _begins(), []
    for number, text in enumerate(texts):
        line = text[:_LONGEST].casefold().lstrip(_OPENS)
        behind = line.partition(" ")[2]
        if line.startswith(begins.get(line[:2], ())) or behind.startswith(begins.get(behind[:2], ())):
            found.append(number)
    return found


_LONGEST = 60
"""Characters of a text in which it is seen how it begins."""


@cache
def _begins() -> dict[str, tuple[str, ...]]:
    """Return how corrections begin, by the first two characters."""
    words = [word.casefold().lstrip(_OPENS) for word in read_words("notes.toml")["correction"]["begins"]]
    return {two: tuple(word for word in words if word.startswith(two)) for two in {word[:2] for word in words}}


def headings_of_points(texts: Sequence[str]) -> list[int]:
    """Return the numbers of the texts that head a list of an article's main points: "Key points", "In Kürze"."""
    headings = _points()
    return [
        number
        for number, text in enumerate(texts)
        if len(text) <= MAX_HEADING and text.casefold().strip(_AROUND) in headings
    ]


MAX_HEADING, _AROUND = 40, " \t\n\xa0:：!.•·-–—|【】[]［］「」■▼"
"""Characters of the longest heading of main points, and signs around one."""


@cache
def _points() -> frozenset[str]:
    return frozenset(map(str.casefold, read_words("notes.toml")["points"]["whole"]))


def labels_of_machines(texts: Sequence[str]) -> list[int]:
    """Return the numbers of the texts that label a summary as a machine's: "AI summary", "Summarised with AI".

    They are lines with a word for a summary near their beginning and one for a machine.
    """
    lines = [text.casefold() if len(text) <= MAX_LABEL else "" for text in texts]
    beginnings = [line[:_MAX_BEGINNING] for line in lines]
    everything = "\n".join(beginnings)
    summaries, words, parts = _machine()
    found = [stem for stem in summaries if stem in everything]
    likely = [number for number, line in enumerate(beginnings) if any(map(line.__contains__, found))] if found else []
    return [
        number
        for number in likely
        if not words.isdisjoint(_WORD.findall(lines[number])) or any(map(lines[number].__contains__, parts))
    ]


_MAX_BEGINNING = 36
"""Characters of a label that have the word for a summary: a sentence about machines has it later."""
_WORD = re.compile(r"[a-zа-яіё]+")


@cache
def _machine() -> tuple[tuple[str, ...], frozenset[str], tuple[str, ...]]:
    words = read_words("notes.toml")["machine"]
    return tuple(words["summaries"]), frozenset(words["words"]), tuple(map(str.casefold, words["parts"]))
