"""Lines that lead from a text to others: headings of boxes of further texts, and "Read also: …" between paragraphs."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from . import read_words
from .normalise import folded, key
from .sentences import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence


MAX_HEADING, MAX_LINE = 60, 300
"""Characters of a heading of further texts, and of a line that leads to one."""
LINKED_LINE, LINKED_ALONE = 0.5, 0.9
"""Share of such a line that is a link behind a colon, and of a text that is nothing but a link."""


def is_further_heading(text: str) -> bool:
    """Return True if a text is what heads a box of further texts or products, such as "You may also like"."""
    headings, begins = _headings()
    may_be = len(text) <= MAX_HEADING and (text[:1].casefold() in begins or not text[:1].isalnum())
    return may_be and key(text) in headings


@cache
def _headings() -> tuple[frozenset[str], frozenset[str]]:
    """Return the forms of such headings, and their first letters."""
    headings = read_words("lines.toml")["further"]["whole"]
    return frozenset(map(key, headings)), frozenset(heading[:1].casefold() for heading in headings)


def further_lines(texts: Sequence[str], linked: Sequence[float]) -> dict[int, bool]:
    """Return the numbers of lines such as "Read also: …" with a link, and whether the words stand alone.

    ``linked`` is each text's share of characters in links. What follows the words is a link, or a colon and a link for
    the most part: "Read also how …" is a sentence.
    """
    found = dict[int, bool]()
    for number, text in enumerate(texts):
        may_be = len(text) <= (MAX_LINE if linked[number] > 0 else MAX_HEADING)  # without a link the words stand alone
        if may_be and (lead := _lead(line := folded(text))):
            rest = line[lead:].lstrip(_BLANKS)
            named = rest.strip(_SIGNS)
            behind_colon = rest[:1] in _COLONS and linked[number] >= LINKED_LINE
            # All that is no link is the words themselves and signs.
            is_link = linked[number] * len(text) >= LINKED_ALONE * len(named)
            if not named or behind_colon or (is_link and linked[number] > 0):
                found[number] = not named
    return found


_BLANKS = " \t\n\xa0\u200b\u200e\u200f"
_COLONS = (":", "፡", "៖", "՝", "»", "|", ">", "→", "】", "]")
_SIGNS = _BLANKS + ":：;,،.…-–—|/•·►▶»«>→“”\"'‘’[]()（）【】「」՝፡៖*+👉➡"


def _lead(line: str) -> int:
    """Return where the words end that such a line begins with, behind signs and before no letter of a word, or 0."""
    opening = _OPENING.match(line)
    start = opening.end() if opening else 0
    lead = leads.match(line, start) if (leads := _leads().get(line[start : start + 2])) else None
    return lead.end() if lead else 0


_OPENING = re.compile(r"\W{1,4}")


@cache
def _leads() -> dict[str, re.Pattern[str]]:
    """Return how such lines begin, by their first two characters."""
    words = sorted((folded(word) for word in read_words("lines.toml")["further"]["begins"]), key=len, reverse=True)
    begins: dict[str, list[str]] = {}
    for word in words:
        begins.setdefault(word[:2], []).append(re.escape(word))
    return {two: re.compile(rf"(?:{'|'.join(own)})(?![^\W{UNSPACED}])") for two, own in begins.items()}
