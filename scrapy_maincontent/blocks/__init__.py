"""Page + regions -> segments, re-blocked blocks, placement evidence: each made on first access."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ..features.measures import measure
from .placement import place
from .reblock import reblock
from .segment import DEVIATIONS, segment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..features.measures import Measures
    from ..page import Block, Page, Region
    from .placement import Evidence


class Findings:
    """A page with text, its navigation regions, and what follows from them; ``measures`` are the page's, if made."""

    def __init__(
        self,
        page: Page,
        regions: Sequence[Region],
        deviations: float = DEVIATIONS,
        measures: Measures | None = None,
    ) -> None:
        self.page = page
        self.regions = regions
        self._deviations = deviations
        if measures is not None:
            self.measures = measures

    @cached_property
    def measures(self) -> Measures:
        """Lengths, depths and link shares as arrays."""
        return measure(self.page)

    @cached_property
    def segments(self) -> list[Block]:
        """The blocks of the page's structure alone."""
        return segment(self.page, self.measures, self._deviations)

    @cached_property
    def blocks(self) -> list[Block]:
        """The blocks, cut and joined at the regions."""
        return reblock(self.page, self.segments, self.regions)

    @cached_property
    def evidence(self) -> list[Evidence]:
        """The placement rules' evidence on the blocks."""
        if not self.regions:
            return []
        return place(self.page, self.blocks, self.regions)
