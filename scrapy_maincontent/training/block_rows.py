"""Annotated pages -> re-blocked blocks to train on and to score: features, truth, weights, evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .. import navigation
from ..extraction import read_page
from ..features.text_blocks import added_up, block_features
from .align import targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from ..blocks import Configuration
    from ..blocks.placement import Evidence
    from ..corpus.annotated import AnnotatedPage
    from ..features.measures import Floats

MAIN_SHARE = 0.5
"""Share of a block's words found in the reference from which on the block is main content."""


@dataclass(frozen=True, slots=True)
class BlockRows:
    """The n blocks of one page, re-blocked.

    ``features`` (n x `BLOCK_FEATURES`). ``words`` (n), ``main_words`` (n): how many of them stand in the reference.
    ``texts`` (n): each block's range of text blocks. ``evidence`` is what the regions' places say.
    """

    features: Floats
    words: Floats
    main_words: Floats
    texts: list[tuple[int, int]]
    evidence: list[Evidence]

    @property
    def scored(self) -> NDArray[np.bool_]:
        """Which blocks have a truth: those with a word. Of pictures alone nobody has said what they are."""
        known: NDArray[np.bool_] = self.words > 0
        return known

    @property
    def main(self) -> NDArray[np.bool_]:
        """Which blocks are main content: at least half of their words stand in the reference."""
        main: NDArray[np.bool_] = self.main_words >= MAIN_SHARE * self.words
        return main & self.scored


def block_rows(annotated: AnnotatedPage, configurations: Iterable[Configuration]) -> Iterator[BlockRows | None]:
    """Yield a page's blocks under each configuration, ``None`` where the page has no text block."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        yield from (None for _ in configurations)
        return
    regions = navigation.detect(page)
    shares = np.array(targets(page, annotated), np.float64)
    for configuration in configurations:
        findings = configuration.findings(page, regions)
        blocks = findings.blocks
        words = findings.measures.words.astype(np.float64)
        yield BlockRows(
            block_features(findings),
            added_up(words, blocks).astype(np.float32),
            added_up(words * shares, blocks).astype(np.float32),
            [block.texts for block in blocks],
            findings.evidence,
        )
