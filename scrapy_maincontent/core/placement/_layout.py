"""Where the regions and the headings stand among the blocks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ...page import HEADINGS
from ...page.columns import headings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...page import Block, Kind, Page, Region


class Spot(NamedTuple):
    """A region and its first and last block, the same one as a rule."""

    region: Region
    first: int
    last: int


class Heading(NamedTuple):
    """A heading: its element, its rank (1 to 6, 1 is the strongest) and its block."""

    element: int
    rank: int
    block: int


class Layout:
    """The blocks of a page as the rules look at them.

    A *block of content* is one that no region is made of. ``spots`` are the regions by kind, in the order of their
    blocks; a region without a block (it has no text and no object, or is a few words of a sentence) is not among them.
    """

    def __init__(self, page: Page, blocks: Sequence[Block], regions: Sequence[Region]) -> None:
        self.page = page
        self.blocks = blocks
        self.count = len(blocks)
        self.spots: dict[Kind, list[Spot]] = {}
        known: set[int] = set()
        for index, block in enumerate(blocks):
            for number in block.regions:
                if number not in known:
                    known.add(number)
                    region = regions[number]
                    self.spots.setdefault(region.kind, []).append(Spot(region, index, index))

    def content(self, first: int, stop: int) -> Iterator[int]:
        """Yield the blocks of content from first on, before stop."""
        return (block for block in range(first, stop) if not self.blocks[block].regions)

    def content_from(self, block: int, stop: int | None = None) -> int | None:
        """Return the first block of content from a block on, before stop."""
        return next(self.content(block, self.count if stop is None else stop), None)

    def content_before(self, block: int) -> int | None:
        """Return the last block of content before a block."""
        return next((above for above in range(block - 1, -1, -1) if not self.blocks[above].regions), None)

    def strongest_heading(self, first: int, stop: int) -> Heading | None:
        """Return the heading with the lowest rank in blocks from first on, before stop; the first one of that rank."""
        return min(self._headings_between(first, stop), key=lambda heading: heading.rank, default=None)

    def last_heading(self, stop: int) -> Heading | None:
        """Return the last heading in a block before stop."""
        headings = self._headings_between(0, stop)
        return headings[-1] if headings else None

    def is_alone(self, heading: Heading) -> bool:
        """Tell whether a block is nothing but that heading."""
        block, element = self.blocks[heading.block], heading.element
        first, end = self.page.blocks_in(element)
        if block.texts[0] < block.texts[1] and not first <= block.texts[0] <= block.texts[1] <= end:
            return False
        inside = range(element, self.page.ends[element])
        return all(self.page.objects[number] in inside for number in range(*block.objects))

    def block_of_text(self, text: int) -> int:
        """Return the block of a text block; `count` for one behind the last block."""
        return bisect_right(self._text_ends, text)

    def block_of_object(self, number: int) -> int:
        """Return the block of an object, by its number in `Page.objects`; `count` for one behind the last block."""
        return bisect_right(self._object_ends, number)

    @cached_property
    def _text_ends(self) -> list[int]:
        return [block.texts[1] for block in self.blocks]

    @cached_property
    def _object_ends(self) -> list[int]:
        return [block.objects[1] for block in self.blocks]

    @cached_property
    def _headings(self) -> list[Heading]:
        """The headings in blocks of content, in document order. Hidden ones, and empty ones, are no headings."""
        tags = self.page.tags
        found = ((element, self._heading_block(element)) for element in headings(self.page))
        return [
            Heading(element, HEADINGS[tags[element]], block)
            for element, block in found
            if block < self.count and not self.blocks[block].regions
        ]

    @cached_property
    def _heading_blocks(self) -> list[int]:
        return [heading.block for heading in self._headings]

    def _headings_between(self, first: int, stop: int) -> list[Heading]:
        blocks = self._heading_blocks
        return self._headings[bisect_left(blocks, first) : bisect_left(blocks, stop)]

    def _heading_block(self, element: int) -> int:
        """Return the block of a heading's text, else that of its picture; `count` where it shows nothing."""
        page = self.page
        first, end = page.blocks_in(element)
        if first < end:
            return self.count if page.hidden[first] else self.block_of_text(first)
        number = bisect_left(page.objects, element)
        if number < len(page.objects) and page.objects[number] < page.ends[element]:
            return self.block_of_object(number)
        return self.count
