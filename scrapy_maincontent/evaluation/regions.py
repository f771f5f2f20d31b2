"""Scores of detected regions against regions marked by hand."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..corpus.metrics import Counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


OVERLAP = 0.5
"""Jaccard overlap of two regions' words from which on they are the same region."""

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Expected:
    """A region marked by hand; a neutral one is neither missed nor wrong."""

    kind: str
    text: str
    neutral: bool = False


def score_regions(detected: Iterable[tuple[str, str]], expected: Iterable[Expected], counts: dict[str, Counts]) -> None:
    """Match one page's detected (kind, text) pairs with the expected regions and add the outcome to ``counts``.

    Two regions match when they are of one kind and overlap by at least `OVERLAP`; matches are one to one, the
    greatest overlap first. Regions without a word (icons, pictures) cannot be compared and are left out.
    """
    mine = [(kind, bag) for kind, text in detected if (bag := _words(text))]
    theirs = [(region, _words(region.text)) for region in expected]
    pairs = sorted(_pairs(mine, theirs), reverse=True)
    matched: dict[int, int] = {}
    used: set[int] = set()
    for _, detected_number, expected_number in pairs:
        left, right = -detected_number, -expected_number
        if left not in matched and right not in used:
            matched[left] = right
            used.add(right)
    for number, (kind, _) in enumerate(mine):
        count = counts.setdefault(kind, Counts())
        if number not in matched:
            count.wrong += 1
        elif not theirs[matched[number]][0].neutral:
            count.hits += 1
    for number, (region, _) in enumerate(theirs):
        if number not in used and not region.neutral:
            counts.setdefault(region.kind, Counts()).missed += 1


def _pairs(
    mine: Sequence[tuple[str, Counter[str]]], theirs: Sequence[tuple[Expected, Counter[str]]]
) -> Iterable[tuple[float, int, int]]:
    """Yield overlap and (negated, so that the first come first) numbers of every pair that matches."""
    for left, (kind, own) in enumerate(mine):
        for right, (region, other) in enumerate(theirs):
            if region.kind == kind and (shared := _overlap(own, other)) >= OVERLAP:
                yield shared, -left, -right


def _words(text: str) -> Counter[str]:
    """Return a text's lower-cased words with their numbers; a single kana or Chinese character is a word."""
    return Counter(_WORD.findall(text.lower()))


def _overlap(left: Counter[str], right: Counter[str]) -> float:
    """Return the Jaccard overlap of two bags of words, 0 to 1."""
    union = (left | right).total()
    return (left & right).total() / union if union else 0.0
