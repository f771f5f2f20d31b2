"""What paging says of other blocks (Uda 4.2 ②): it stands right behind main content, or before and behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._cases import case_of
from ._evidence import main, other

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._evidence import Evidence
    from ._layout import Layout, Spot

RULES = (
    "paging.II.before",
    "paging.II.after",
    "paging.III.between",
    "paging.III.outside",
    "paging.IV.between",
    "paging.IV.outside",
)


def judge(layout: Layout, spots: list[Spot]) -> Iterator[Evidence]:
    """Yield what the page's paging regions say; they are the same when both lead to pages, or both to articles.

    - II, one region: the block directly before it is main (``before``), the blocks after it are not (``after``). A
      block that is other navigation is skipped, upwards.
    - III, two of the same, and IV, two of the same and others: blocks between them are main (``between``), all others
      are not (``outside``).

    II announces "processing by the type of paging", but prints one text only: it is applied to both types.
    """
    case = case_of(layout, spots)
    if case is None:
        return
    first, last = case.spots[0], case.spots[-1]
    if case.name == "II":
        above = layout.content_before(first.first)
        if above is not None:
            yield from main((above,), "paging.II.before")
        yield from other(range(first.last + 1, layout.count), "paging.II.after")
        return
    yield from main(layout.content(first.last + 1, last.first), f"paging.{case.name}.between")
    yield from other(range(first.first), f"paging.{case.name}.outside")
    yield from other(range(last.last + 1, layout.count), f"paging.{case.name}.outside")
