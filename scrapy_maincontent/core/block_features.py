"""Blocks -> feature matrix for the paper's decision tree: its figures for a block's text, and the block's place.

Uda 1 names the figures of the prior method: bytes of text, linguistic nature (morphemes that make up the sentences),
links, links to the own site. With navigation, a block's place among the regions comes to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..page import Kind
from .text_features import text_features

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..page import Block
    from .findings import Findings
    from .measures import Floats

_TEXT = ("bytes", "sentences", "words", "words_per_sentence", "links", "own_links")
BLOCK_FEATURES = (*_TEXT, *(f"{place}_{kind}" for kind in Kind for place in ("before", "behind")))
"""``before_paging`` is how many blocks of paging come before the block, ``behind_paging`` how many follow it."""


def block_features(findings: Findings) -> Floats:
    """Return the feature matrix (blocks x `BLOCK_FEATURES`, float32) of the re-blocked blocks."""
    blocks = findings.blocks
    figures = text_features(findings.page, findings.measures)
    of_texts = {name: added_up(values, blocks) for name, values in figures.items()}
    of_texts["words_per_sentence"] = of_texts["words"] / np.maximum(of_texts["sentences"], 1)
    matrix = np.empty((len(blocks), len(BLOCK_FEATURES)), np.float32)
    for number, name in enumerate(_TEXT):
        matrix[:, number] = of_texts[name]
    for number, kind in enumerate(Kind):
        made_of = [any(findings.regions[region].kind == kind for region in block.regions) for block in blocks]
        passed = np.concatenate(([0], np.cumsum(made_of)))
        column = len(_TEXT) + 2 * number
        matrix[:, column], matrix[:, column + 1] = passed[:-1], passed[-1] - passed[1:]
    return matrix


def added_up(values: NDArray[np.generic], blocks: Sequence[Block]) -> NDArray[np.float64]:
    """Return for each block the sum of what its text blocks have."""
    sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    return np.diff(sums[[0, *(block.texts[1] for block in blocks)]])
