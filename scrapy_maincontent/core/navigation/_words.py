"""The words of each kind of navigation, in all languages at once: what a short text says.

``words/<language>.toml`` holds the phrases, `word_files` makes one table of them, which is read here. All languages are
active together, since menus mix languages and pages do not always say theirs.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..memo import Memo
from ..phrases import LEFT, Phrase, Phrases
from .word_files import BITS, FIRST_UNSPACED, TABLE, numbered, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .word_files import Table

MAX_TEXT = 120
"""Characters of a text that are read."""
_MAX_INNER_CHARACTERS = 24
"""Characters of a text in whose middle a phrase is looked for, in scripts without blanks."""

# fmt: off
(
    LEAD, TRAIL_LABEL, HOME,
    NEXT, PREVIOUS, NEXT_ARTICLE, PREVIOUS_ARTICLE, NEXT_LEAD, PREVIOUS_LEAD, OLDER, NEWER, MORE,
    PAGE, PAGES_LABEL,
    LEGAL, ABOUT, _RIGHTS,
    COMMENTS, BY, DATE, TAGS,
    TOP, BODY, END, CONTENTS,
) = BITS.values()
# fmt: on

ODD = 1 << len(BITS)
"""The text begins or ends with something else than a letter: it may be a number, or have a sign."""


def _table() -> tuple[dict[str, int], list[Phrase], dict[str, list[Phrase]], tuple[str, ...]]:
    """Return whole texts, spaced phrases, unspaced ones by their characters, and those of notices."""
    table: Table = json.loads(TABLE.read_bytes())
    exact: dict[str, int] = {}
    for bits, texts in table["exact"]:
        exact.update(dict.fromkeys(texts, bits))
    spaced = [
        Phrase(tuple(text.split(" ")), before, after, bits)
        for bits, before, after, texts in table["spaced"]
        for text in texts
    ]
    unspaced: dict[str, list[Phrase]] = {}
    for bits, before, after, texts in table["unspaced"]:
        for text in texts:
            unspaced.setdefault(text, []).append(Phrase((text,), before, after, bits))
    return exact, spaced, unspaced, tuple(table["rights"])


_EXACT, _SPACED, _UNSPACED, RIGHTS = _table()
READER = Phrases(_EXACT, _SPACED, ODD)
"""Reads texts of ASCII."""


def _sizes(phrases: Iterable[str]) -> dict[str, list[int]]:
    """Return the lengths of phrases by their first letter, longest first."""
    sizes: dict[str, set[int]] = {}
    for phrase in phrases:
        sizes.setdefault(phrase[0], set()).add(len(phrase))
    return {letter: sorted(known, reverse=True) for letter, known in sizes.items()}


_UNSPACED_SIZES = _sizes(_UNSPACED)


def senses(texts: Sequence[str]) -> list[int]:
    """Return what texts say, each no longer than `MAX_TEXT`."""
    said = READER.read(texts)
    return (
        [SENSES[text] if bits == LEFT else bits for text, bits in zip(texts, said, strict=True)]
        if LEFT in said
        else said
    )


def _read(text: str) -> int:
    if text.isascii():
        return READER.says(text)
    words = numbered(split(text))
    found = _unspaced_senses("".join(words)) if max(text) >= FIRST_UNSPACED else 0
    return found | READER.told(words)


def _unspaced_senses(joined: str) -> int:
    """Read a text from its start: the longest phrase at a place counts, and the next one begins behind it."""
    found, start, length = 0, 0, len(joined)
    last = length if length <= _MAX_INNER_CHARACTERS else 1
    while start < last:
        end = start + 1
        for size in _UNSPACED_SIZES.get(joined[start], ()):
            written = joined[start : start + size]
            if written in _UNSPACED:
                end = start + len(written)
                for phrase in _UNSPACED[written]:
                    if (start == 0 or phrase.before) and (end == length or phrase.after):
                        found |= phrase.bits
                break
        start = end
    return found


SENSES = Memo(_read)
"""What a text says: the union of the bits `LEAD` to `CONTENTS`, by the text.

The text must be no longer than `MAX_TEXT`; cut it first.
"""
