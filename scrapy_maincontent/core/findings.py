"""What is known of a page before a method labels it: each part is made when somebody first asks for it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..speed import measure
from .placement import place
from .reblock import reblock
from .segment import DEVIATIONS, segment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .measures import Measures
    from .page import Block, Page, Region
    from .placement import Evidence


class Findings:
    """A page with text, and its navigation regions: what a method is given."""

    def __init__(self, page: Page, regions: Sequence[Region], deviations: float = DEVIATIONS) -> None:
        self.page = page
        self.regions = regions
        self._deviations = deviations

    @cached_property
    def measures(self) -> Measures:
        """Lengths, depths and link shares as arrays."""
        return measure(self.page)

    @cached_property
    def segments(self) -> list[Block]:
        """The blocks that the page's structure gives."""
        return segment(self.page, self.measures, self._deviations)

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks, cut and joined at the regions."""
        return reblock(self.page, self.segments, self.regions)

    @cached_property
    def evidence(self) -> list[Evidence]:
        """What the regions' places say about blocks."""
        return place(self.page, self.blocks, self.regions)
