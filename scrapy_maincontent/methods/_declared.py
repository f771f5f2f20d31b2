"""What a shop declares as its product's description, as evidence: text that is not part of it is doubtful.

Product pages are full of prose that is no part of the description: reviews, questions, other products. Where JSON-LD
tells the description and the page shows it, all other text needs more evidence.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ..page.head import product_description

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..features.measures import Floats, Measures
    from ..page import Page

FEWEST_WORDS = 50
"""Words of the shortest description that tells anything; a teaser is no body."""
MOST_WORDS = 20_000
SHOWN = 0.6
"""Share of the description that the page must show; share of a text block's words that must stand in it."""
DOUBT = 2.0
"""Log odds that other text loses. From 1.5 to 2.5, and with 40 to 80 words, word F1 is the same within .003."""
_RUN = 4
"""Words in a row that are looked for."""
_SAMPLES = 8
"""Runs of a long text block that are looked for, spread evenly; fewer than twice as many."""
_WORD = re.compile(r"\w+")


def with_doubt(page: Page, scores: Floats, measures: Measures) -> tuple[Floats, NDArray[np.bool_] | None]:
    """Return scores (0 to 1) of text blocks that tell of the page's declared product, and which blocks are doubted.

    The scores are as they were, and ``None`` is doubted, where no product is declared, or the page does not show its
    description. Linear in the page.
    """
    description = product_description(page.json_ld) if page.json_ld else None
    if description is None:
        return scores, None
    declared = _WORD.findall(description.lower())[:MOST_WORDS]
    if len(declared) < FEWEST_WORDS:
        return scores, None
    runs = {" ".join(declared[at : at + size]) for size in range(1, _RUN + 1) for at in range(len(declared) - size + 1)}
    inside = np.array([_share(text, runs) >= SHOWN for text in page.texts])
    if measures.words[inside].sum() < SHOWN * len(declared):
        return scores, None
    doubted = scores / (scores + (1 - scores) * np.exp(DOUBT))
    return np.where(inside, scores, doubted), ~inside


def _share(text: str, runs: set[str]) -> float:
    """Return the share of a text's runs of words that are among these, 0 to 1; estimated for long texts."""
    found = [run in runs for run in _sample(_WORD.findall(text.lower()))]
    return sum(found) / len(found) if found else 0.0


def _sample(words: list[str]) -> Iterator[str]:
    size = min(_RUN, len(words))
    count = len(words) - size + 1 if words else 0
    for at in range(0, count, max(1, count // _SAMPLES)):
        yield " ".join(words[at : at + size])
