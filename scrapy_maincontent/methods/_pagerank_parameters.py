"""The parameters of DOM PageRank: what a model file holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self

MAX_DAMPING = 0.98
"""The iteration needs about 1 / (1 - damping) steps for each digit."""


class Reading(StrEnum):
    """What the lost formula may be. A is the adjacency matrix, D the degrees, w the initial weights, l is lambda."""

    WALK = "walk"
    """x = l A D^-1 x + (1 - l) w: personalised PageRank."""
    AVERAGE = "average"
    """x = l D^-1 A x + (1 - l) w: each vertex takes the mean of its neighbours, as in label propagation."""
    SYMMETRIC = "symmetric"
    """x = l D^-1/2 A D^-1/2 x + (1 - l) w: local and global consistency (Zhou et al. 2004)."""
    LAPLACIAN = "laplacian"
    """x minimises |x - w|^2 + l x'(D - A)x: l is a regularisation parameter in the strict sense."""


class Unit(StrEnum):
    """What weighs the same where text weighs uniformly."""

    BLOCK = "block"
    CHARACTER = "character"
    """Every character that is not in a link."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The defaults are the configuration of the paper's tables: uniform over texts, lambda 0.5.

    ``damping`` is lambda, from 0 to `MAX_DAMPING`. ``title`` (0 to 1) is the share of the weight that goes by the
    similarity to title and description, ``trade_off`` (0 to 1) how much of that by the title; ``media`` (0 to 1) is the
    share of the weight that pictures and players have. ``text_vertices``: texts are vertices of their own, not a
    property of their elements.
    """

    damping: float = 0.5
    reading: Reading = Reading.WALK
    unit: Unit = Unit.BLOCK
    title: float = 0.0
    trade_off: float = 0.5
    media: float = 0.0
    text_vertices: bool = False

    def __post_init__(self) -> None:
        """Check the bounds."""
        for name, high in (("damping", MAX_DAMPING), ("title", 1.0), ("trade_off", 1.0), ("media", 1.0)):
            if not 0 <= getattr(self, name) <= high:
                raise ValueError(f"{name} is {getattr(self, name)!r}; it must be from 0 to {high}")

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Self:
        """Return the parameters of a model file.

        Raises:
            TypeError, ValueError: one is unknown, of another type or out of bounds.
        """
        return cls(**dict(told) | {"reading": Reading(told["reading"]), "unit": Unit(told["unit"])})

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as plain JSON types."""
        return asdict(self) | {"reading": str(self.reading), "unit": str(self.unit)}
