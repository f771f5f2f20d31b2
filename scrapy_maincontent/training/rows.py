"""Annotated pages -> rows to train on: features, soft targets and weights of every text block."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from .. import navigation
from ..extraction import read_page
from ..features.measures import measure
from ..features.text_blocks import features
from .align import targets, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..features.measures import Floats
    from ..page import Page

MIN_REFERENCE_WORDS = 50
"""Shorter references weigh as if they had this many words, so that a page of three words does not outweigh others."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The text blocks of one page: features (blocks x features), the share of each in the reference, its weight."""

    features: Floats
    targets: Floats
    weights: Floats


def rows_of(annotated: AnnotatedPage) -> Rows | None:
    """Return a page's rows, ``None`` where it has no text block.

    A block weighs the square root of its share of the reference's words.
    """
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return None
    return Rows(
        features(page, navigation.detect(page), measure(page)),
        np.array(targets(page, annotated), np.float32),
        block_weights(page, annotated.main_content),
    )


def weighed(rows: Rows | None, weight: float) -> Rows | None:
    """Return rows that weigh so many times as much."""
    return rows and replace(rows, weights=rows.weights * np.float32(weight))


def block_weights(page: Page, reference: str) -> Floats:
    """Return what each text block weighs: the square root of its share of the reference's words."""
    words = np.array([len(tokens(text)) for text in page.texts], np.float32)
    return np.sqrt(words / max(len(tokens(reference)), MIN_REFERENCE_WORDS))


def stack(pages: Iterable[Rows | None]) -> tuple[Floats, NDArray[np.int8], Floats]:
    """Return features, classes (1 main, 0 other) and weights of all rows.

    A soft target becomes two rows that share the block's weight.
    """
    known = [rows for rows in pages if rows is not None]
    if not known:
        raise ValueError("no page with text to train on")
    matrix = np.concatenate([rows.features for rows in known])
    targets = np.concatenate([rows.targets for rows in known])
    weights = np.concatenate([rows.weights for rows in known])
    classes = np.concatenate([np.ones(len(targets), np.int8), np.zeros(len(targets), np.int8)])
    shares = np.concatenate([weights * targets, weights * (1 - targets)])
    used = shares > 0
    return np.concatenate([matrix, matrix])[used], classes[used], shares[used]
