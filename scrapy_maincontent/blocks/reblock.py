"""Blocks and regions -> blocks cut before and after each region (Uda 4.1).

Cuts fall between content elements (texts and objects), never inside one. A *position* is a pair: how many text blocks,
and how many objects, come before it. Both numbers grow along the page, so positions compare as pairs do.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from ..navigation.site_info import compound
from ..page import Block, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..page import Page, Region

    Position = tuple[int, int]


MIN_SHARE = 0.5
"""Share of a text block's characters from which on a region takes the whole of it."""


class _Area(NamedTuple):
    start: Position
    end: Position
    regions: tuple[int, ...]


def reblock(page: Page, blocks: Sequence[Block], regions: Sequence[Region]) -> list[Block]:
    """Return the blocks, cut before and after each region and joined where one region covers several (Uda 4.1).

    ``blocks`` are all of the page's, in document order, as are the blocks returned: each text block and each object is
    in one of them, none is empty, and those that no region touches are the ones that were given. The regions' own
    blocks carry their numbers in ``regions``, ascending.

    - A region covers the text blocks it touches and the objects below its elements. A text block that it covers in part
      (a linked author in a sentence) goes with it as a whole if at least `MIN_SHARE` of the characters are its own;
      otherwise the text block stays outside, together with the objects in it. A region that is left with nothing makes
      no block, and its number appears nowhere.
    - Site information counts with its compound (Uda 3.3 ③ (C)). Compounds that touch or overlap are one block.
    - Where other regions overlap, each content element belongs to the region that starts first, and of those that start
      together to the longest; a region of which nothing is left joins the block that holds its end.
    - Regions that follow each other are blocks of their own.

    Costs no more than the blocks, the regions and their texts.
    """
    areas = list(_parted(_areas(page, regions)))
    return list(_cut(blocks, areas)) if areas else list(blocks)


def _cut(blocks: Sequence[Block], areas: Sequence[_Area]) -> Iterator[Block]:
    """Yield what the areas leave of each block, and the areas, in document order (patterns A-1 to B-4)."""
    number = 0
    done: Position = (0, 0)
    for block in blocks:
        (first_text, end_text), (first_object, end_object) = block.texts, block.objects
        start, end = (first_text, first_object), (end_text, end_object)
        if done <= start and (number == len(areas) or areas[number].start >= end):
            yield block
            continue
        done = max(done, start)
        intact = done == start
        while number < len(areas) and areas[number].start < end:
            area = areas[number]
            if done < area.start:
                yield _block(done, area.start)
            yield _block(area.start, area.end, area.regions)
            done, intact = area.end, False
            number += 1
        if done < end:
            yield block if intact else _block(done, end)


def _block(start: Position, end: Position, regions: tuple[int, ...] = ()) -> Block:
    return Block((start[0], end[0]), (start[1], end[1]), regions)


def _areas(page: Page, regions: Sequence[Region]) -> list[_Area]:
    areas: list[_Area] = []
    compounds: list[_Area] = []
    for number, region in enumerate(regions):
        edges = _edges(page, region)
        if edges:
            area = _Area(min(edges), max(edges), (number,))
            (compounds if region.kind == Kind.SITE_INFO else areas).append(area)
    areas += _united(sorted(compounds))
    areas.sort(key=lambda area: (area.start, -area.end[0], -area.end[1]))
    return areas


def _united(areas: Iterable[_Area]) -> list[_Area]:
    united: list[_Area] = []
    for area in areas:
        if united and area.start <= united[-1].end:
            start, end, regions = united[-1]
            united[-1] = _Area(start, max(end, area.end), regions + area.regions)
        else:
            united.append(area)
    return united


def _parted(areas: Iterable[_Area]) -> Iterator[_Area]:
    """Yield areas without their overlaps: the one that starts first keeps what two share."""
    parted: list[_Area] = []
    ends: list[Position] = []
    for area in areas:
        if not parted or parted[-1].end < area.end:
            parted.append(area if not parted else area._replace(start=max(area.start, ends[-1])))
            ends.append(area.end)
        else:
            holder = bisect_left(ends, area.end)
            parted[holder] = parted[holder]._replace(regions=parted[holder].regions + area.regions)
    for area in parted:
        yield area._replace(regions=tuple(sorted(area.regions)))


def _edges(page: Page, region: Region) -> list[Position]:
    """Return positions from a region's start to its end, without edge blocks mostly not its own; [] for nothing."""
    first, last = region.elements
    low, high = page.piece_starts[first], page.piece_ends[last]
    start, end = region.blocks
    if start < end and not _mostly_between(page, start, low, high):
        if low > page.text_starts[start]:
            low = page.text_ends[start]
        else:
            high = page.text_starts[start]
        start += 1
    if start < end and not _mostly_between(page, end - 1, low, high):
        high = page.text_starts[end - 1]
        end -= 1
    edges = []
    from_object = max(bisect_left(page.objects, first), _objects_before(page, low))
    to_object = min(bisect_left(page.objects, page.ends[last]), _objects_before(page, high + 1))
    if from_object < to_object:
        edges += [(_text_after(page, from_object), from_object), (_text_after(page, to_object - 1), to_object)]
    if start < end:
        edges += [_before(page, start), _behind(page, end - 1)]
        if region.kind == Kind.SITE_INFO:
            edges += _compound_edges(page, region, (start, end))
    return edges


def _mostly_between(page: Page, text: int, low: int, high: int) -> bool:
    start, end = page.text_starts[text], page.text_ends[text]
    if low <= start and end <= high:
        return True
    own = " ".join("".join(page.pieces[max(low, start) : min(high, end)]).split())
    return len(own) >= MIN_SHARE * len(page.texts[text])


def _compound_edges(page: Page, region: Region, own: tuple[int, int]) -> list[Position]:
    """Return where a site information region's compound ends; a side that lost a text block is prose."""
    edges = []
    first, end = compound(page, region)
    if first < own[0] == region.blocks[0]:
        owner = page.owners[first]
        opens = page.piece_starts[owner] == page.text_starts[first]
        edges.append((first, bisect_left(page.objects, owner)) if opens else _before(page, first))
    if end > own[1] == region.blocks[1]:
        owner = page.owners[end - 1]
        closes = page.piece_ends[owner] == page.text_ends[end - 1]
        edges.append((end, bisect_left(page.objects, page.ends[owner])) if closes else _behind(page, end - 1))
    return edges


def _before(page: Page, text: int) -> Position:
    return text, _objects_before(page, page.text_ends[text])


def _behind(page: Page, text: int) -> Position:
    return text + 1, _objects_before(page, page.text_ends[text])


def _objects_before(page: Page, piece: int) -> int:
    return bisect_left(page.objects, piece, key=page.piece_starts.__getitem__)


def _text_after(page: Page, number: int) -> int:
    return page.first_block(page.objects[number])
