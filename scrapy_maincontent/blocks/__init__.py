"""Page + regions -> segments, re-blocked blocks, placement evidence: what a method is given, each made on first access.

`Configuration` is how the system of Uda et al. uses them (4.2 (1)).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..features.measures import measure
from ..navigation import PRINTED, PRODUCT, detect
from ..page import Kind
from .placement import RULES, Order, decide, place
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
        return place(self.page, self.blocks, self.regions)


@dataclass(frozen=True)
class Configuration:
    """Which navigation is used, and how it decides over blocks (Uda 4.2 (1)); the tree decides what is left.

    Regions of ``kinds`` are used, and all rules of placement but ``without``; ``order`` decides where rules disagree.
    Without kinds it is the prior method: structure and tree alone. ``deviations`` are the standard deviations above the
    mean from which on a distance is a border (`segment`). With ``printed`` the regions are those that the paper's steps
    alone find (`navigation.PRINTED`), not the product's.
    """

    kinds: frozenset[Kind] = frozenset(Kind)
    without: frozenset[str] = frozenset()
    order: Order = Order.LAST
    deviations: float = DEVIATIONS
    printed: bool = False

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Configuration:
        """Build a configuration from its JSON form.

        Raises:
            KeyError, TypeError, ValueError: the data is no such configuration.
        """
        without = frozenset(data["without"])
        if unknown := without.difference(RULES):
            raise ValueError(f"there is no rule {min(unknown)!r}")
        kinds = frozenset(Kind(name) for name in data["kinds"])
        printed = data.get("printed", False)
        if not isinstance(printed, bool):
            raise TypeError(f"printed is {printed!r}; it must be true or false")
        return cls(kinds, without, Order(data["order"]), float(data["deviations"]), printed)

    def as_dict(self) -> dict[str, Any]:
        """Return the configuration as plain data, the same for the same configuration."""
        return {
            "kinds": [kind.value for kind in Kind if kind in self.kinds],
            "without": [rule for rule in RULES if rule in self.without],
            "order": self.order.value,
            "deviations": self.deviations,
            "printed": self.printed,
        }

    def findings(self, page: Page) -> Findings:
        """Return the findings of a page with text where only these kinds of its regions (or of those printed) count."""
        regions = detect(page, PRINTED if self.printed else PRODUCT) if self.kinds else ()
        return Findings(page, [region for region in regions if region.kind in self.kinds], self.deviations)

    def decided(self, evidence: Sequence[Evidence]) -> dict[int, Evidence]:
        """Return the evidence that decides, by block: Uda 4.2 (1)."""
        return decide((item for item in evidence if item.rule not in self.without), self.order)
