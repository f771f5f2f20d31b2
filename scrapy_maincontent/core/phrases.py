"""Phrases that texts are read by: what each text of a page says, as bits."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, NamedTuple, cast

from .memo import keep

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NUMBER = "#"
"""What every number counts as."""
LEFT = -1
"""Stands for what a text says that is not of ASCII: it is left to the caller."""
MAX_INNER_TOKENS = 8
"""Words of a text in whose middle a phrase is looked for; a longer text is a title or a sentence."""
_LONGEST_KEPT = 200
"""Characters of the longest text that is remembered, with its white space."""
_SPACED_NUMBER = f" {NUMBER} "
_DIGITS = re.compile(r"[0-9]+")
_BLANKED = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128)).lower()
"""What each ASCII character counts as where only words and numbers are looked for."""
_LINES = {**dict(enumerate(_BLANKED)), ord("\n"): "\n"}
_COMMON_WORDS = (
    "the this what your with blog content guide help information media news press review security service "
    "a am are at by for get go here how in is more of on to up us we you de "
    "center community data event find join learn management photo photography product read report search services "
    "share tips work"
)
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words that tell less than a shorter one of the same phrase."""


class Phrase(NamedTuple):
    """One phrase that may stand among other words: what may stand before and after it, and what it says."""

    tokens: tuple[str, ...]
    before: bool
    after: bool
    bits: int


class Phrases:
    """Phrases by which texts are read: ``exact`` whole texts, and ``spaced`` ones with other words around them.

    Words are in lower case, every number is `NUMBER`. What a text says is the union of its phrases' bits, and ``odd``
    where it is asked for by `links`, and the text is not just words.
    """

    def __init__(self, exact: Mapping[str, int], spaced: Sequence[Phrase], odd: int) -> None:
        self._exact, self._odd = exact, odd
        self._spaced: dict[str, list[Phrase]] = {}
        for phrase in spaced:
            self._spaced.setdefault(phrase.tokens[0], []).append(phrase)
        self._telling = frozenset(max(phrase.tokens, key=_rank) for phrase in spaced)
        self._said: dict[str, int] = {}
        self._read: dict[str, tuple[str, int]] = {}

    @functools.cached_property
    def _known(self) -> frozenset[str]:
        """A word of every phrase."""
        return self._telling | {max(text.replace(NUMBER, "").split(), key=_rank) for text in self._exact}

    def told(self, tokens: Sequence[str]) -> int:
        """Return what a text says by its words and numbers."""
        found = self._exact.get(" ".join(tokens), 0)
        return found if self._telling.isdisjoint(tokens) else found | self._spaced_in(tokens)

    def says(self, text: str) -> int:
        """Return what a text of ASCII says."""
        return self.told(_DIGITS.sub(_SPACED_NUMBER, text.translate(_LINES)).split())

    def read(self, texts: Sequence[str]) -> list[int]:
        """Return what texts say, `LEFT` for those that are not of ASCII."""
        said = list(map(self._said.get, texts))
        if None in said:
            new = self._learn({text for text, bits in zip(texts, said, strict=True) if bits is None})
            return [new[text] if bits is None else bits for text, bits in zip(texts, said, strict=True)]
        return cast("list[int]", said)

    def links(
        self,
        elements: Sequence[int],
        pieces: list[str],
        starts: list[int],
        ends: list[int],
        sizes: tuple[int, int, int],
    ) -> tuple[list[str], list[int]]:
        """Return elements' texts on one line, and what each says: `LEFT` for those that are not of ASCII.

        ``sizes`` are the most pieces of an element that are read, the most characters of its text, and those of all
        its pieces together from which on each piece is cut at the former. Pieces are parted by blanks.
        """
        most, longest, longest_raw = sizes
        raws = [
            pieces[start] if end - start == 1 else " ".join(pieces[start : min(end, start + most)])
            for start, end in [(starts[element], ends[element]) for element in elements]
        ]
        if max(map(len, raws), default=0) > longest_raw:
            raws = [
                raw
                if len(raw) <= longest_raw
                else " ".join(
                    [piece[:longest] for piece in pieces[starts[link] : min(ends[link], starts[link] + most)]]
                )
                for link, raw in zip(elements, raws, strict=True)
            ]
        found = list(map(self._read.get, raws))
        if None in found:
            new = self._read_lines({raw for raw, known in zip(raws, found, strict=True) if known is None}, longest)
            found = [known or new[raw] for raw, known in zip(raws, found, strict=True)]
        lines = cast("list[tuple[str, int]]", found)
        return [text for text, _ in lines], [bits for _, bits in lines]

    def _learn(self, texts: Iterable[str]) -> dict[str, int]:
        """Read texts together: most say nothing, which is told without reading each."""
        found = {text: 0 if text.isascii() else LEFT for text in texts}
        listed = [text for text, bits in found.items() if bits != LEFT and "\n" not in text]
        lines = _DIGITS.sub(_SPACED_NUMBER, "\n".join(listed).translate(_LINES)).split("\n") if listed else []
        known = self._known
        for text, words in zip(listed, map(str.split, lines), strict=True):
            if not known.isdisjoint(words):
                found[text] = self.told(words)
        for text in [text for text in found if "\n" in text and text.isascii()]:
            found[text] = self.says(text)
        keep(self._said, found)
        return found

    def _read_lines(self, raws: set[str], longest: int) -> dict[str, tuple[str, int]]:
        """Put texts on one line, and read them together."""
        lines = [" ".join(raw.split())[:longest] for raw in raws]
        odd = self._odd
        said = [
            bits if bits == LEFT or not is_odd(line) else bits | odd
            for line, bits in zip(lines, self.read(lines), strict=True)
        ]
        found = dict(zip(raws, zip(lines, said, strict=True), strict=True))
        keep(self._read, {raw: read for raw, read in found.items() if len(raw) <= _LONGEST_KEPT})
        return found

    def _spaced_in(self, tokens: Sequence[str]) -> int:
        found, count = 0, len(tokens)
        for start, token in enumerate(tokens if count <= MAX_INNER_TOKENS else tokens[:1]):
            for phrase in self._spaced.get(token, ()):
                end = start + len(phrase.tokens)
                if (
                    (start == 0 or phrase.before)
                    and (end == count or (end < count and phrase.after))
                    and (end - start == 1 or tuple(tokens[start:end]) == phrase.tokens)
                ):
                    found |= phrase.bits
        return found


def is_odd(text: str) -> bool:
    """Tell whether a text is not just words: it may be a number, or have a sign."""
    return text != "" and not (text[-1].isalpha() and text[0].isalnum())


def _rank(token: str) -> tuple[bool, int]:
    """Return how much of a phrase one of its tokens tells: words more than letters and signs, rare ones more."""
    return len(token) > 1 and token not in _COMMON, len(token)
