"""How far the default method leans to recall on a page, by what type the page may be of.

Scores are calibrated over all pages, yet not on those of one type. What is doubtful on the page of a service, a forum
or a list is main content more often than its score says, so that there more recall costs no F1. On articles it is
boilerplate as often as not, and on the pages of products, with their reviews and offers, more often.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

LEANING = {"article": 1.0, "product": 0.8}
"""Factors by which ``balance`` is multiplied on pages of a type; cross-validated, the types held out, too."""
ELSEWHERE = 1.6
"""Factor on pages of any other type. From 1.4 to 1.8 word F1 is the same within .001."""
_LEANS = frozenset({"crf"})
"""Methods whose scores this holds for."""
_DIGITS = 3
"""Digits of a factor; the last ones of a float differ between processors."""


def leaning(method: str, shares: Mapping[str, float]) -> float:
    """Return what the balance of a method is multiplied by on a page, above 0.

    ``shares`` are the probabilities of the page's types (`core.page_type.PageType`). The factor is the geometric mean
    over the types, so that a page of a doubtful type is treated as something in between; 1 where no type is known.
    """
    if method not in _LEANS:
        return 1.0
    return round(exp(sum(share * log(LEANING.get(name, ELSEWHERE)) for name, share in shares.items())), _DIGITS)
