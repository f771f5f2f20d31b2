"""How the main content of a page is laid out: the kinds of page of Fujita et al., table 2."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from ..extraction import read_page
from ..features.measures import word_count
from ..methods.fujita import blocks
from ..training.align import targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..page import Page
    from .fujita import Outcome, PageOutcomes

MOVED = 0.4
"""Change of ROUGE from which on a page is looked at (5.2)."""
_MOST = 0.5
"""Share of the main content's words that must be laid out so."""
_SHALLOW = 2
"""Blocks of the paper's kind around a block, at most, on a page made like one for phones: BODY and one more."""
_ROUGE = 1


class Structure(StrEnum):
    """How most of the main content is laid out; the first that fits."""

    NESTED_TABLES = "nested tables"
    LISTS = "lists"
    SHALLOW = "shallow, as for phones"
    OTHER = "other"


def moved(found: Iterable[PageOutcomes], pair: tuple[int, int]) -> Counter[tuple[Structure, str]]:
    """Count the pages whose ROUGE a pair of thresholds moves by 0.4 or more, by structure and "up" or "down"."""
    counts: Counter[tuple[Structure, str]] = Counter()
    for page in found:
        gain = _gain(page.baseline, page.proposed[pair])
        if abs(gain) >= MOVED:
            counts[structure(page.page), "up" if gain > 0 else "down"] += 1
    return counts


def structure(annotated: AnnotatedPage) -> Structure:
    """Return how the main content of a page is laid out."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return Structure.OTHER
    words = np.array([word_count(text) for text in page.texts]) * np.array(targets(page, annotated))
    shares = dict(
        zip(Structure, (words @ marks / max(float(words.sum()), 1.0) for marks in _marks(page)), strict=False)
    )
    return next((kind for kind, share in shares.items() if share >= _MOST), Structure.OTHER)


def _marks(page: Page) -> Iterator[NDArray[np.bool_]]:
    """Yield for each structure which text blocks (m) are laid out so."""
    owners = np.array(page.owners, np.intp)
    yield _around(page, "td")[owners] > 1
    yield _around(page, "li")[owners] > 0
    found = blocks(page)
    depths = [0] * len(found.elements)
    for block, parent in enumerate(found.parents.tolist()):
        depths[block] = depths[parent] + 1 if parent >= 0 else 0
    yield np.array(depths)[found.block_of] <= _SHALLOW


def _around(page: Page, tag: str) -> NDArray[np.intp]:
    """Return how many elements of a tag are at or above each element (n)."""
    counts: list[int] = []
    for own, parent in zip(page.tags, page.parents, strict=True):
        counts.append((counts[parent] if parent >= 0 else 0) + (own == tag))
    return np.array(counts, np.intp)


def _gain(old: Outcome, new: Outcome) -> float:
    return new.scores[_ROUGE] - old.scores[_ROUGE]
