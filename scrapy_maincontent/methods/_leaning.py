"""How far the default method leans to recall on a page, by its type.

Scores are calibrated over all pages, yet not on those of one type. What is doubtful on the page of a service or of a
shop's category is main content more often than its score says, so that there more recall costs no F1. On articles,
lists, threads and manuals it is boilerplate as often as not, and on the pages of products, with their reviews and
offers, more often.
"""

from __future__ import annotations

LEANING = {"service": 2.0, "collection": 1.7, "product": 0.9}
"""Factors by which ``balance`` is multiplied on pages of a type; elsewhere 1. Cross-validated, types held out, too."""
_LEANS = frozenset({"crf"})
"""Methods whose scores this holds for."""
_DIGITS = 3
"""Digits of a factor; the last ones of a power differ between processors."""


def leaning(method: str, page_type: str | None, confidence: float | None) -> float:
    """Return what the balance of a method is multiplied by on a page, above 0.

    The less sure the type is (``confidence``, 0 to 1), the nearer is the factor to 1, which it is without a type.
    """
    if method not in _LEANS or page_type not in LEANING or confidence is None:
        return 1.0
    return float(round(LEANING[page_type] ** confidence, _DIGITS))
