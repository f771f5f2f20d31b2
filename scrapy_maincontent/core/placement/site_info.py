"""What site information says of other blocks (Uda 4.2 ③): it stands in the header, at a side or in the footer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...navigation.site_info import FOOTER, HEADER
from ._evidence import other

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._evidence import Evidence
    from ._layout import Layout, Spot

RULES = ("site_info.II.above", "site_info.IV.below")


def judge(layout: Layout, spots: list[Spot]) -> Iterator[Evidence]:
    """Yield that blocks above header regions (II) and below footer regions (IV) are not main; III, a side, is silent.

    Each region speaks for itself. What all of them say together is what the lowest header region and the highest
    footer region say, so only those two are asked. The paper also takes ``header`` and ``footer`` from copyright
    notices, ids and classes: that is in the region's subtype.
    """
    headers = [spot.first for spot in spots if spot.region.subtype == HEADER]
    footers = [spot.last for spot in spots if spot.region.subtype == FOOTER]
    if headers:
        yield from other(range(max(headers)), "site_info.II.above")
    if footers:
        yield from other(range(min(footers) + 1, layout.count), "site_info.IV.below")
