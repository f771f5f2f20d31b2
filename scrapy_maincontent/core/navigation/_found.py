"""What the detectors give back: regions before they are spelled out."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...page import Kind, Page


class Found(NamedTuple):
    """A region before it is spelled out: its first and its last element, siblings or the same."""

    kind: Kind
    subtype: str
    first: int
    last: int
    rule: str


def outermost(found: list[Found], page: Page) -> list[Found]:
    """Return regions in document order without those that lie in, or overlap, an earlier or larger one."""
    kept: list[Found] = []
    end = -1
    for region in sorted(found, key=lambda region: (region.first, -page.ends[region.last])):
        if region.first >= end:
            kept.append(region)
            end = page.ends[region.last]
    return kept


def counted(flags: list[bool]) -> list[int]:
    """Return how many flags are set before each position."""
    return [0, *accumulate(flags)]
