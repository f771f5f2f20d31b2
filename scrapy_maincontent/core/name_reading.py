"""What class and id attributes tell: which of them mark navigation, and which say something of the page's type.

On a page of an unseen site most names are new, so they are read together: a call for each would cost more than all
that is done with them.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from .memo import keep
from .name_meanings import MEANINGS, words_in
from .name_words import (
    COMMENT_STEMS,
    COMMENTED,
    FIRST_GROUP,
    INSIDE,
    JOINED,
    MARKS,
    NUMBERED,
    grouped,
    page_type_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

TOLD = MARKS | COMMENTED | NUMBERED
"""What is told of each name by itself."""
GROUPS = len(page_type_words()["classes"])
_REMEMBERED = 1024
_STEMS = """
    crum topic pankuzu dirnavi pannavi pag navbelow navabove singlenav navsingle navnext prev post entr articl meta
    byline authordate info tag catlinks comment komment coment themenliste motscles etiquet etichet schlag slowakluczowe
    trefwoord keyword
"""
MARKING = {word: bits & MARKS for word, bits in JOINED.items() if bits & MARKS}
"""The words that mark an element, joined, and those that do in the middle of longer ones."""
TELLING_INSIDE = {
    **{inside: bits & MARKS for inside, bits in INSIDE if bits & MARKS},
    **dict.fromkeys(COMMENT_STEMS, COMMENTED),
}
_LETTERS = {code: None if code > ord(" ") and not chr(code).isalpha() else chr(code) for code in range(128)}
_TELLING: dict[str, int] = {}
"""What names tell, by name."""
_WORDS = {code: chr(code) if chr(code).isalpha() or chr(code) == "\n" else " " for code in range(128)}


def tell(names: Mapping[str, Sequence[int]]) -> tuple[dict[str, int], list[int]]:
    """Return what those names tell that tell anything, and how many elements have a name of each group of page types.

    ``names`` come with their elements. They tell `name_words.MARKS`, `COMMENTED` and `NUMBERED`.
    """
    listed = list(names)
    said = list(map(_TELLING.get, listed))
    if None in said:
        new = [name for name, says in zip(listed, said, strict=True) if says is None]
        read = dict(zip(new, _read(new), strict=True))
        keep(_TELLING, read)
        said = [read[name] if says is None else says for name, says in zip(listed, said, strict=True)]
    told: dict[str, int] = {}
    counts: defaultdict[int, int] = defaultdict(int)
    for name, says in zip(listed, said, strict=True):
        if says:
            counts[says >> FIRST_GROUP] += len(names[name])
            if own := says & TOLD:
                told[name] = own
    groups = [0] * GROUPS
    for bits, count in counts.items():
        for number in _numbers(bits):
            groups[number] += count
    return told, groups


@lru_cache(maxsize=_REMEMBERED)
def _numbers(bits: int) -> tuple[int, ...]:
    """Return which bits are set."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def _read(names: list[str]) -> list[int]:
    """Read names together."""
    lines = "\n".join([name if name.isprintable() else " ".join(name.split()) for name in names])
    found = [NUMBERED * name[1:2].isdigit() for name in names]
    lowered = lines.lower()
    for number in _commented(lowered):
        found[number] |= COMMENTED
    for number in _marking(lowered.translate(_LETTERS)):
        found[number] |= MEANINGS[names[number]] & MARKS
    for number, says in _grouped(lines):
        found[number] |= says
    return found


@cache
def _stemmed() -> dict[str, list[str]]:
    """Return the words that mark an element, by stem.

    Every one has a stem in it; common ones, such as "nav", would be in most names.
    """
    words = (*MARKING, *(inside for inside, bits in TELLING_INSIDE.items() if bits & MARKS))
    return {stem: [word for word in words if stem in word] for stem in _STEMS.split()}


def _marking(lines: str) -> Iterator[int]:
    """Yield the numbers of the lines that may have a word in them that marks an element."""
    for stem, words in _stemmed().items():
        number, before, at = 0, 0, lines.find(stem)
        while at >= 0:
            number += lines.count("\n", before, at)
            before = lines.find("\n", at)
            line = lines[lines.rfind("\n", 0, at) + 1 : before if before >= 0 else None]
            if any(map(line.__contains__, words)):
                yield number
            at = lines.find(stem, before) if before >= 0 else -1


def _commented(lines: str) -> Iterator[int]:
    """Yield the numbers of the lines that have a stem of names of comments in them."""
    for stem in COMMENT_STEMS:
        number, before, at = 0, 0, lines.find(stem)
        while at >= 0:
            number += lines.count("\n", before, at)
            before = at
            yield number
            at = lines.find(stem, at + 1)


def _grouped(lines: str) -> Iterator[tuple[int, int]]:
    """Yield the numbers of the lines that say something of the page's type, and what."""
    groups = grouped()
    known = groups.keys()
    parts = list(map(str.split, lines.translate(_WORDS).split("\n")))
    for number, line in enumerate(lines.split("\n")):
        if not line.islower() or not line.isascii():
            parts[number] = words_in(line)
    for number, words in enumerate(parts):
        if not known.isdisjoint(words):
            says = 0
            for word in words:
                if word in groups:
                    says |= groups[word]
            yield number, says
