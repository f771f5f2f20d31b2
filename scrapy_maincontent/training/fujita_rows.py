"""Annotated pages -> the sequences of Fujita et al. with their truth (3.3 (4))."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..extraction import read_page
from ..features.measures import word_count
from ..methods.fujita import MAIN, OTHER, blocks
from ..methods.fujita_features import attributes
from .align import targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..methods.fujita import Blocks
    from ..page import Page

MAIN_SHARE = 0.5
"""Share of a block's words that are main content from which on the block is."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """n blocks: their attributes, and their labels, `MAIN` or `OTHER`."""

    attributes: list[list[str]]
    labels: list[str]


@dataclass(frozen=True, slots=True)
class FujitaRows:
    """One page's sequences, and how many times they count."""

    text: Sequence
    parent: Sequence
    times: int = 1


def fujita_rows(annotated: AnnotatedPage) -> FujitaRows | None:
    """Return a page's sequences, ``None`` where it has no text block."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return None
    found = blocks(page)
    told, main = attributes(page, found), truth(page, found, annotated)
    return FujitaRows(_sequence(told, main, found.has_text), _sequence(told, main, ~found.has_text))


def truth(page: Page, found: Blocks, annotated: AnnotatedPage) -> NDArray[np.bool_]:
    """Return which of a page's n blocks are main content: those with at least half of their words in the truth.

    Words of a block with text are its own, those of another one all below it.
    """
    words = np.array([word_count(text) for text in page.texts], np.float32)
    own, own_main = found.own(words), found.own(words * np.array(targets(page, annotated), np.float32))
    total = np.where(found.has_text, own, found.whole(own))
    main: NDArray[np.bool_] = np.where(found.has_text, own_main, found.whole(own_main)) >= MAIN_SHARE * total
    return main


def weighed(rows: FujitaRows | None, weight: float) -> FujitaRows | None:
    """Return rows that count so many times, in whole numbers: a CRF knows no weights."""
    return rows and replace(rows, times=max(round(weight), 1))


def _sequence(told: list[list[str]], main: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> Sequence:
    places = np.flatnonzero(chosen).tolist()
    return Sequence([told[place] for place in places], [MAIN if main[place] else OTHER for place in places])
