"""Which case of ① and ② a page is: the number of regions of the kind, and whether they are of the same sort."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._layout import Layout, Spot


class Case(NamedTuple):
    """The case's number in the paper, "II" (one region), "III" or "IV" (a pair), and its regions."""

    name: str
    spots: list[Spot]


def case_of(layout: Layout, spots: list[Spot]) -> Case | None:
    """Return the case of some regions of one kind (Uda 4.2 ① I and ② I), None where nothing can be said.

    One region is case II, two of the same subtype are III, three and more of which exactly two are of the same
    subtype, all others single ones, are IV. Everything else may be a false detection.

    The paper does not say what two regions are that stand side by side (links to the previous and to the next page,
    detected one by one). Regions of one subtype without a block of content between them count as one here: as a pair
    they would leave nothing between them, and judge the whole rest of the page.
    """
    sorts: dict[str, list[Spot]] = {}
    for spot in spots:
        same = sorts.setdefault(spot.region.subtype, [])
        if same and layout.content_from(same[-1].last + 1, spot.first) is None:
            same[-1] = same[-1]._replace(last=spot.last)
        else:
            same.append(spot)
    counts = sorted(map(len, sorts.values()))
    if counts == [1]:
        return Case("II", spots_of(sorts, 1))
    if counts == [2]:
        return Case("III", spots_of(sorts, 2))
    if counts[-1] == 2 and counts[-2] == 1:
        return Case("IV", spots_of(sorts, 2))
    return None


def spots_of(sorts: dict[str, list[Spot]], count: int) -> list[Spot]:
    """Return the regions of the first subtype that has so many."""
    return next(spots for spots in sorts.values() if len(spots) == count)
