"""BLEU and ROUGE of an extracted text, as Fujita et al. define them (4.3).

Both count n-grams of units: words, or single characters of scripts without word spaces. A page without a reference
text has neither measure.
"""

from __future__ import annotations

import re
from collections import Counter
from math import exp, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Grams = Counter[tuple[str, ...]]

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
