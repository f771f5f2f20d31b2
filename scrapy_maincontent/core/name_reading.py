"""What class and id attributes tell: which of them mark navigation, and which say something of the page's type.

On a page of an unseen site most names are new, so they are read together: a call for each would cost more than all
that is done with them. `core.column_choice` chooses between this and its compiled twin.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from .memo import keep
from .name_meanings import MEANINGS, words_in
from .name_words import INSIDE, JOINED, MARKS, grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

_STEMS = """
    crum topic pankuzu dirnavi pannavi pag navbelow navabove singlenav navsingle navnext prev post entr articl meta
    byline authordate info tag catlinks comment komment coment themenliste motscles etiquet etichet schlag slowakluczowe
    trefwoord keyword
"""
MARKING = {word: bits & MARKS for word, bits in JOINED.items() if bits & MARKS}
"""The words that mark an element, joined, and those that do in the middle of longer ones."""
MARKING_INSIDE = {inside: bits & MARKS for inside, bits in INSIDE if bits & MARKS}
_LETTERS = {code: None if code > ord(" ") and not chr(code).isalpha() else chr(code) for code in range(128)}
_TELLING: dict[str, int] = {}
"""What names tell, by name."""
_WORDS = {code: chr(code) if chr(code).isalpha() or chr(code) == "\n" else " " for code in range(128)}


def tell(names: list[str]) -> dict[str, int]:
    """Return what those names tell that tell anything: bits of `name_words.MARKS`, and of the groups of page types."""
    said = list(map(_TELLING.get, names))
    if None in said:
        new = [name for name, says in zip(names, said, strict=True) if says is None]
        read = dict(zip(new, _read(new), strict=True))
        keep(_TELLING, read)
        said = [read[name] if says is None else says for name, says in zip(names, said, strict=True)]
    return {name: says for name, says in zip(names, said, strict=True) if says}


def _read(names: list[str]) -> list[int]:
    """Read names together."""
    lines = "\n".join([name if name.isprintable() else " ".join(name.split()) for name in names])
    found = [0] * len(names)
    for number in _marking(lines.lower().translate(_LETTERS)):
        found[number] = MEANINGS[names[number]] & MARKS
    for number, says in _grouped(lines):
        found[number] |= says
    return found


@cache
def _stemmed() -> dict[str, list[str]]:
    """Return the words that mark an element, by stem.

    Every one has a stem in it; common ones, such as "nav", would be in most names.
    """
    words = (*MARKING, *MARKING_INSIDE)
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
