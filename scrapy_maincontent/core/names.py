"""The class names and ids of a page's elements: read once, for all stages that ask about them."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from .memo import keep
from .name_meanings import MAX_NAME, MEANINGS, words_in
from .name_words import INSIDE, JOINED, MARKS, grouped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from .page import Page

_STEMS = """
    crum topic pankuzu dirnavi pannavi pag navbelow navabove singlenav navsingle navnext prev post entr articl meta
    byline authordate info tag catlinks comment komment coment themenliste motscles etiquet etichet schlag slowakluczowe
    trefwoord keyword
"""
_MARKING = (
    *(word for word, bits in JOINED.items() if bits & MARKS),
    *(inside for inside, bits in INSIDE if bits & MARKS),
)
_STEMMED = {stem: [word for word in _MARKING if stem in word] for stem in _STEMS.split()}
"""The words that mark an element, by stem. Every one has a stem in it; common ones, such as "nav", would be in most
names."""
_LETTERS = {code: None if code > ord(" ") and not chr(code).isalpha() else chr(code) for code in range(128)}
_WORDS = {code: chr(code) if chr(code).isalpha() or chr(code) == "\n" else " " for code in range(128)}


class Names(NamedTuple):
    """The class and id attributes of a page's elements, cut at `MAX_NAME`.

    ``elements`` are those that have an attribute of some value, in document order; one whose class and id are the same
    comes twice. ``tells`` is what each value says of those bits of `name_words` that are looked for on the whole page:
    `MARKS`, and the groups of page types.
    """

    elements: Mapping[str, list[int]]
    tells: Mapping[str, int]


def read_names(page: Page) -> Names:
    """Read the names of a page."""
    elements = _cut(page.names) if max(map(len, page.names), default=0) > MAX_NAME else page.names
    return Names(elements, telling(elements))


def _cut(names: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Return names cut at `MAX_NAME`."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for name, elements in names.items():
        found[name[:MAX_NAME]] += elements
    return {name: sorted(elements) for name, elements in found.items()}


def telling(names: Iterable[str]) -> dict[str, int]:
    """Return what names say of `MARKS` and of the page's type; they must be no longer than `MAX_NAME`.

    On a page of an unseen site most names are new, so they are read together: a call for each would cost more than all
    that is done with them.
    """
    get = _TELLING.get
    found = {name: get(name, -1) for name in names}
    unknown = [name for name, says in found.items() if says < 0]
    if unknown:
        lines = "\n".join([name if name.isprintable() else " ".join(name.split()) for name in unknown])
        new = dict.fromkeys(unknown, 0)
        for number in _marking(lines.lower().translate(_LETTERS)):
            new[unknown[number]] = MEANINGS[unknown[number]] & MARKS
        for number, says in _grouped(lines):
            new[unknown[number]] |= says
        found.update(new)
        keep(_TELLING, new)
    return found


def _marking(lines: str) -> Iterator[int]:
    """Yield the numbers of the lines that may have a word in them that marks an element."""
    for stem, words in _STEMMED.items():
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


_TELLING: dict[str, int] = {}
"""What attributes' values tell."""
