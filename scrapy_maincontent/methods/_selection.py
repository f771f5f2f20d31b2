"""What is selected of a page, for those who look at single text blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..features.measures import LONG_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from ..blocks import Findings
    from ..features.measures import Ints
    from ..page import Page

    Marks = NDArray[np.bool_]

LINKED = 0.6
"""Share of linked text from which a block is a link with a remark rather than a text with a link."""
PROSE = 0.7
"""Share of words in long blocks that are no links from which a selection is prose."""


class Selection(NamedTuple):
    """Of a page's m text blocks: words (m), share of links (m) and ranks as headings (m), and which are selected.

    Lists, not arrays: a page has so few text blocks that a loop is done before NumPy's first call is.
    """

    page: Page
    words: list[float]
    linked: list[float]
    headings: list[int]
    selected: list[int]

    @classmethod
    def of(cls, findings: Findings, headings: Ints, selected: list[int]) -> Selection:
        """Look at a selection; ``headings`` (m) are ranks as headings, 0 for none."""
        return cls(findings.page, *findings.measures.of_texts(), headings.tolist(), selected)

    def words_of(self, numbers: Iterable[int]) -> float:
        """Return the words of some of the text blocks."""
        return sum(map(self.words.__getitem__, numbers))

    @property
    def is_prose(self) -> bool:
        """Whether the selection is prose: lists and loose lines are then no part of it."""
        words, linked = self.words, self.linked
        prose = [number for number in self.selected if words[number] >= LONG_TEXT and linked[number] < LINKED]
        return self.words_of(prose) >= PROSE * self.words_of(self.selected)
