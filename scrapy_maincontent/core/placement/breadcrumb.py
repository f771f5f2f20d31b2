"""What breadcrumb trails say of other blocks (Uda 4.2 ①): they stand right behind the header, and before the footer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._cases import case_of
from ._evidence import main, other

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._evidence import Evidence
    from ._layout import Layout, Spot

RULES = (
    "breadcrumb.II.before",
    "breadcrumb.II.heading",
    "breadcrumb.II.next",
    "breadcrumb.III.outside",
    "breadcrumb.III.heading",
    "breadcrumb.III.next",
    "breadcrumb.IV.outside",
)


def judge(layout: Layout, spots: list[Spot]) -> Iterator[Evidence]:
    """Yield what the page's trails say; trails are the same when their subtypes, their link texts, are.

    - II, one trail: blocks before it are not main (``before``); the block of the strongest heading after it is
      (``heading``), and the next one as well where that block is the heading alone (``next``).
    - III, two of the same: blocks that are not between them are not main (``outside``); the strongest heading between
      them as in II.
    - IV, two of the same and others: ``outside`` alone. The paper prints no heading here.
    """
    case = case_of(layout, spots)
    if case is None:
        return
    first, last = case.spots[0], case.spots[-1]
    if case.name == "II":
        yield from other(range(first.first), "breadcrumb.II.before")
        yield from _heading(layout, first.last + 1, layout.count, case.name)
        return
    yield from other(range(first.first), f"breadcrumb.{case.name}.outside")
    yield from other(range(last.last + 1, layout.count), f"breadcrumb.{case.name}.outside")
    if case.name == "III":
        yield from _heading(layout, first.last + 1, last.first, case.name)


def _heading(layout: Layout, first: int, stop: int, case: str) -> Iterator[Evidence]:
    """Yield that the strongest heading's block is main; for a heading alone, also the next block of content.

    "The strongest <h> heading" is read as the lowest rank, and the first one of it. "The next block" leaves out blocks
    of navigation, such as the line with author and date below a title, and ends where the heading is looked for.
    """
    heading = layout.strongest_heading(first, stop)
    if heading is None:
        return
    yield from main((heading.block,), f"breadcrumb.{case}.heading")
    if layout.is_alone(heading):
        following = layout.content_from(heading.block + 1, stop)
        if following is not None:
            yield from main((following,), f"breadcrumb.{case}.next")
