"""Measures of an extracted text against a reference text."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORD = re.compile(r"\w+")
_WHITE_SPACE = re.compile(r"\s+")
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
"""Thai, Lao, Burmese, Khmer, kana and Chinese characters."""
_UNIT = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
_NO_LETTERS = re.compile(r"\W+")
CHARACTER_NGRAM = 4
LEAST_HEADLINE = 10
"""Characters of the shortest first line that is a headline because the document's title has it."""


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 of one page, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(slots=True)
class Counts:
    """Hits, wrong and missed ones, added up over pages: of regions of a kind, of blocks, or of their words."""

    hits: float = 0
    wrong: float = 0
    missed: float = 0

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 0 where there is none."""
        return self.hits / (self.hits + self.wrong) if self.hits else 0.0

    @property
    def recall(self) -> float:
        """Share of what is there that was found; 0 where there is none."""
        return self.hits / (self.hits + self.missed) if self.hits else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.hits / (2 * self.hits + self.wrong + self.missed) if self.hits else 0.0


def words(text: str) -> list[str]:
    r"""Return the text's words: ``\w+`` of the lower-cased text."""
    return _WORD.findall(text.lower())


def units(text: str) -> list[str]:
    """Return a text's units, lower-cased: words, and each character of scripts without word spaces."""
    return _UNIT.findall(text.lower())


def character_ngrams(text: str, size: int = CHARACTER_NGRAM) -> list[str]:
    """Return the text's character n-grams, white space removed; for scripts without word spaces."""
    packed = _WHITE_SPACE.sub("", text.lower())
    if len(packed) < size:
        return [packed] if packed else []
    return [packed[start : start + size] for start in range(len(packed) - size + 1)]


def overlap(predicted: Iterable[str], expected: Iterable[str]) -> Score:
    """Compare two multisets of tokens. An empty reference scores 1 for an empty prediction, 0 for any other."""
    got, wanted = Counter(predicted), Counter(expected)
    if not wanted:
        value = 0.0 if got else 1.0
        return Score(value, value, value)
    hits = (got & wanted).total()
    precision = hits / got.total() if got else 0.0
    recall = hits / wanted.total()
    return Score(precision, recall, 2 * hits / (got.total() + wanted.total()))


def word_score(predicted: str, expected: str) -> Score:
    """Compare two texts by the multiset of their words."""
    return overlap(words(predicted), words(expected))


def character_score(predicted: str, expected: str) -> Score:
    """Compare two texts by the multiset of their character 4-grams."""
    return overlap(character_ngrams(predicted), character_ngrams(expected))


def has_word_spaces(text: str) -> bool:
    """Return True if a text is of a script with blanks between words, by most of its characters."""
    return len(units(text)) <= 2 * len(words(text))  # else each character is a unit


def headline_line(text: str, title: str, document_title: str) -> str:
    """Return a text's first line if it is the page's headline, "" where it is none.

    It is where it is the page's ``title``, or at least `LEAST_HEADLINE` characters that stand in the document's title;
    letters and digits alone are compared.
    """
    first = text.lstrip().partition("\n")[0].strip()
    line = letters(first)
    if not line:
        return ""
    named = line == letters(title)
    return first if named or (len(line) >= LEAST_HEADLINE and line in letters(document_title)) else ""


def letters(text: str) -> str:
    """Return a text's letters and digits, lower-cased, single blanks between."""
    return _NO_LETTERS.sub(" ", text.lower()).strip()


def snippet_share(text: str, snippets: Sequence[str]) -> float | None:
    """Return the share of snippets that stand in the text (case folded), ``None`` where there are none."""
    if not snippets:
        return None
    folded = text.casefold()
    return sum(snippet.casefold() in folded for snippet in snippets) / len(snippets)


def same_title(predicted: str | None, expected: str) -> bool:
    """Return True if two titles agree, white space and case folded."""
    return " ".join((predicted or "").split()).casefold() == " ".join(expected.split()).casefold()
