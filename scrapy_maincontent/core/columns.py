"""What detectors ask of all elements, links and pieces of text of a page: each read in one loop, in Python.

`core.column_choice` chooses between these and their compiled twins.
"""

from __future__ import annotations

import re
from itertools import accumulate
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NUMBER = "#"
"""What every number counts as."""
PLAIN, ODD, TELLING = range(3)
"""What a text is."""
_SPACED_NUMBER = f" {NUMBER} "
_DIGITS = re.compile(r"[0-9]+")
_BLANKED = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128)).lower()
"""What each ASCII character counts as where only words and numbers are looked for."""
_LINES = {**dict(enumerate(_BLANKED)), ord("\n"): "\n"}


def elements_with(attrs: Sequence[Mapping[str, str]], names: tuple[str, str, str]) -> list[int]:
    """Return the elements that have one of three attributes."""
    first, second, third = names
    return [element for element, own in enumerate(attrs) if own and (first in own or second in own or third in own)]


def visible(pieces: list[str], linked: list[bool]) -> tuple[list[int], list[int], list[int]]:
    """Return the characters of each piece of text without the white space around it, and those before each piece.

    The third list are those in links before each piece. Both of the latter end with the sum of all.
    """
    lengths = list(map(len, map(str.strip, pieces)))
    return lengths, [0, *accumulate(lengths)], [0, *accumulate(map(mul, lengths, linked))]


def read_links(
    attrs: Sequence[Mapping[str, str]], elements: Sequence[int]
) -> tuple[list[str], dict[int, str], list[int]]:
    """Return the links' addresses, their relations by position, and which have an aria-label or a title."""
    own_attrs = [attrs[element] for element in elements]
    return (
        [own["href"].strip() for own in own_attrs],
        {position: own["rel"] for position, own in enumerate(own_attrs) if "rel" in own},
        [position for position, own in enumerate(own_attrs) if "aria-label" in own or "title" in own],
    )


def own_texts(elements: Sequence[int], pieces: list[str], starts: list[int], ends: list[int], most: int) -> list[str]:
    """Return the text of each element, its pieces parted by blanks, at most the first ``most`` of them."""
    return [
        pieces[start] if end - start == 1 else " ".join(pieces[start : min(end, start + most)])
        for start, end in [(starts[element], ends[element]) for element in elements]
    ]


def is_odd(text: str) -> bool:
    """Tell whether a text is not just words: it may be a number, or have a sign."""
    return text != "" and not (text[-1].isalpha() and text[0].isalnum())


class Known:
    """Words that texts and addresses are searched for, all at once."""

    def __init__(self, words: frozenset[str]) -> None:
        self._words = words

    def worded(self, texts: list[str]) -> list[tuple[str, list[str]]]:
        """Return those texts that have one of the words, each with its own words in lower case.

        Texts are of ASCII and have one line each. Every number counts as `NUMBER`.
        """
        lines = _DIGITS.sub(_SPACED_NUMBER, "\n".join(texts).translate(_LINES)).split("\n") if texts else []
        split, known = map(str.split, lines), self._words
        return [(text, words) for text, words in zip(texts, split, strict=True) if not known.isdisjoint(words)]

    def spelled(self, texts: list[str], most: int) -> tuple[list[str], list[int], list[tuple[str, list[str]]]]:
        """Return texts on one line, at most ``most`` characters of each, what they are, and what `worded` returns.

        They are `PLAIN`, `ODD` or `TELLING`. A text of ASCII is plain or odd where it has none of the words. It is
        plain where it begins with a letter or a digit and ends with a letter, or is empty.
        """
        lines = [" ".join(text.split())[:most] for text in texts]
        worded = self.worded([line for line in lines if line.isascii()])
        telling = {line for line, _ in worded}
        kinds = [TELLING if line in telling or not line.isascii() else ODD if is_odd(line) else PLAIN for line in lines]
        return lines, kinds, worded

    def with_segment(self, addresses: list[str]) -> list[int]:
        """Return the places of those addresses that have one of the words as a segment before a slash."""
        found = [f"/{segment}/" for segment in self._words.intersection("\n/".join(addresses).split("/"))]
        starts = tuple([segment[1:] for segment in found])
        places = {place for place, address in enumerate(addresses) if address.startswith(starts)} if found else set()
        for segment in found:
            places.update([place for place, address in enumerate(addresses) if segment in address])
        return sorted(places)
