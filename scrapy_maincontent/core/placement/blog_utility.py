"""What blog utilities say of other blocks (Uda 4.2 ④): they stand at the end of an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._evidence import main, other

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._evidence import Evidence
    from ._layout import Layout, Spot

RULES = ("blog_utility.II.after", "blog_utility.II.entry", "blog_utility.III.after", "blog_utility.III.entry")


def judge(layout: Layout, spots: list[Spot]) -> Iterator[Evidence]:
    """Yield that blocks after the only (II) or the last region (III) are not main, and that entries are.

    An entry reaches from the block of the heading before a region up to the region. "The <h> tag that appears before"
    is read as the last heading before it: it may be a subheading, then the entry's upper part is left open, while
    the strongest heading could be the site's name. Where another region of the kind stands between heading and region,
    both belong to one entry.
    """
    case = "II" if len(spots) == 1 else "III"
    yield from other(range(spots[-1].last + 1, layout.count), f"blog_utility.{case}.after")
    done = 0
    for spot in spots:
        title = layout.last_heading(spot.first)
        if title is not None:
            yield from main(layout.content(max(title.block, done), spot.first), f"blog_utility.{case}.entry")
            done = max(done, spot.first)
