"""Which navigation is used, and how it decides over re-blocked blocks (Uda 4.2 (1)); the tree decides what is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..page import Kind
from .findings import Findings
from .placement import RULES
from .placement.orders import Order, decide
from .segment import DEVIATIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..page import Page, Region
    from .placement._evidence import Evidence


@dataclass(frozen=True)
class Configuration:
    """Which navigation is used, and how.

    ``kinds`` of regions are heard, all rules of placement but ``without``, and ``order`` says who wins where rules
    disagree. Without kinds it is the prior method: structure and tree alone. ``deviations`` are the standard deviations
    above the mean from which on a distance is a border (`segment`).
    """

    kinds: frozenset[Kind] = frozenset(Kind)
    without: frozenset[str] = frozenset()
    order: Order = Order.LAST
    deviations: float = DEVIATIONS

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Configuration:
        """Build a configuration from its JSON form.

        Raises:
            KeyError, TypeError, ValueError: the data is no such configuration.
        """
        without = frozenset(data["without"])
        if unknown := without.difference(RULES):
            raise ValueError(f"there is no rule {sorted(unknown)[0]!r}")
        kinds = frozenset(Kind(name) for name in data["kinds"])
        return cls(kinds, without, Order(data["order"]), float(data["deviations"]))

    def as_dict(self) -> dict[str, Any]:
        """Return the configuration as plain data, the same for the same configuration."""
        return {
            "kinds": [kind.value for kind in Kind if kind in self.kinds],
            "without": [rule for rule in RULES if rule in self.without],
            "order": self.order.value,
            "deviations": self.deviations,
        }

    def findings(self, page: Page, regions: Sequence[Region]) -> Findings:
        """Return what is known of a page with text where only these kinds of regions are heard."""
        return Findings(page, [region for region in regions if region.kind in self.kinds], self.deviations)

    def decided(self, evidence: Sequence[Evidence]) -> dict[int, Evidence]:
        """Return the evidence that decides, by block: Uda 4.2 (1)."""
        return decide((item for item in evidence if item.rule not in self.without), self.order)
