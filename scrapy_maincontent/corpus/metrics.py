"""Measures of an extracted text against a reference text."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from math import exp, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    # BLEU and ROUGE of an extracted text, as Fujita et al. define them (4.3).
    #
    # Both count n-grams of units: words, or single characters of scripts without word spaces. A page without a reference
    # text has neither measure.

    Grams = Counter[tuple[str, ...]]


_WORD = re.compile(r"\w+")
_WHITE_SPACE = re.compile(r"\s+")
CHARACTER_NGRAM = 4


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


def snippet_share(text: str, snippets: Sequence[str]) -> float | None:
    """Return the share of snippets that stand in the text (case folded), ``None`` where there are none."""
    if not snippets:
        return None
    folded = text.casefold()
    return sum(snippet.casefold() in folded for snippet in snippets) / len(snippets)


def same_title(predicted: str | None, expected: str) -> bool:
    """Tell whether two titles agree, white space and case folded."""
    return " ".join((predicted or "").split()).casefold() == " ".join(expected.split()).casefold()


BLEU_ORDER = 4
ROUGE_ORDER = 2
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f"
"""Thai, Lao, Burmese, Khmer, kana and Chinese characters."""
_UNIT = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")


def units(text: str) -> list[str]:
    """Return a text's units, lower-cased: words, and each character of scripts without word spaces."""
    return _UNIT.findall(text.lower())


def grams(sequence: Sequence[str], order: int) -> Grams:
    """Return the n-grams of a sequence, n being the order, with their numbers."""
    return Counter(zip(*(sequence[start:] for start in range(order)), strict=False))


class Reference:
    """A reference text, against which several texts are measured."""

    def __init__(self, text: str) -> None:
        self._grams = [grams(units(text), order) for order in range(1, BLEU_ORDER + 1)]

    def measure(self, text: str) -> tuple[float, float]:
        """Return BLEU-4 and ROUGE-2 of a text, each 0 to 1."""
        found = [grams(units(text), order) for order in range(1, BLEU_ORDER + 1)]
        hits = [(own & wanted).total() for own, wanted in zip(found, self._grams, strict=True)]
        return _bleu(hits, [own.total() for own in found]), _rouge(hits, [wanted.total() for wanted in self._grams])


def _bleu(hits: Sequence[int], totals: Sequence[int]) -> float:
    """Return the geometric mean of the precisions, with BP = 1 (4.3 (1)).

    A text of fewer than four units has no 4-grams: orders without n-grams are left out. An empty text has 0.
    """
    known = [(hit, total) for hit, total in zip(hits, totals, strict=True) if total]
    if not known or any(hit == 0 for hit, _ in known):
        return 0.0
    return exp(sum(log(hit / total) for hit, total in known) / len(known))


def _rouge(hits: Sequence[int], totals: Sequence[int]) -> float:
    """Return the recall of bigrams (4.3 (2)), of units where the reference is a single one; 0 where it has none."""
    order = ROUGE_ORDER if totals[ROUGE_ORDER - 1] else 1
    return hits[order - 1] / totals[order - 1] if totals[order - 1] else 0.0
