"""Page -> feature columns of text blocks: elements, surroundings, lookalikes, places, and counts of the page."""

from __future__ import annotations

from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..page import HEADINGS
from .measures import LONG_TEXT, integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..page import Page
    from .measures import Ints, Measures

    Columns = dict[str, NDArray[np.generic]]


LEVELS = (1, 2, 3, 4, 6)
"""How far above a block's owner its surroundings are measured."""
_DEEP_SHARE = 0.4
"""Share of the page's long text that the deep node must hold."""
_DEEP_BLOCKS = 2
"""The deep node is not a lone paragraph."""
FAR = 50
"""Distances in blocks are cut off here."""
_DEEPEST = 20
"""Distances in depth are cut off here."""
_OWNER_CODES = {"p": 1, "li": 2, "td": 3, "th": 3, "div": 4, "dd": 5, "dt": 5, "pre": 6, "blockquote": 7, "a": 8}
_LAST_CODE = max(_OWNER_CODES.values())
_TAGS = _OWNER_CODES | {tag: _LAST_CODE + rank for tag, rank in HEADINGS.items()}


def levels_above(measures: Measures) -> Ints:
    """Return the elements at each of `LEVELS` above each block's owner (levels x m)."""
    found = np.empty((len(LEVELS), len(measures.owners)), np.intp)
    above, height = measures.owners, 0
    for row, level in zip(found, LEVELS, strict=True):
        while height < level:
            above, height = measures.parents.take(above), height + 1
        row[:] = above
    return found


def surroundings(measures: Measures, above: Ints) -> Columns:
    """Return words, blocks, linked and long text of the elements above each block's owner, those of `levels_above`."""
    words, blocks = measures.words_inside.take(above), (measures.stops - measures.starts).take(above)
    figures = {
        "words": words,
        "linked": measures.linked_inside.take(above) / np.maximum(words, 1),
        "long": measures.long_inside.take(above) / _at_least_one(measures.long_before[-1]),
        "blocks": blocks,
        "mean_words": words / np.maximum(blocks, 1),
    }
    return {f"up{level}_{name}": rows[row] for row, level in enumerate(LEVELS) for name, rows in figures.items()}


def central_nodes(measures: Measures) -> Columns:
    """Return the blocks' places to two elements: ``deep``, with much long text, ``top``, with most unlinked text."""
    long, words, depths, owners = measures.long_inside, measures.words_inside, measures.depths, measures.owners
    total_long = measures.long_before[-1]
    holds_much = (long >= _DEEP_SHARE * total_long) & (measures.stops - measures.starts >= _DEEP_BLOCKS)
    deep = int(np.argmax(np.where(holds_much, depths, -1)))
    is_long = measures.words >= LONG_TEXT
    points = np.where(is_long, 1 + np.minimum(measures.words / 20, 3), 0) * (1 - measures.linked)
    parents = measures.parents.take(owners)
    scores = np.bincount(parents, points, minlength=len(depths))
    scores += np.bincount(measures.parents.take(parents), points / 2, minlength=len(depths))
    prose = 1 - measures.linked_inside / np.maximum(words, 1)
    top = int(np.argmax(scores * prose))
    columns: Columns = {}
    numbers, owner_depths = np.arange(len(owners)), depths.take(owners)
    for name, node in (("deep", deep), ("top", top)):
        start, stop = int(measures.starts[node]), int(measures.stops[node])
        from_start, from_stop = numbers - start, numbers - (stop - 1)
        columns[f"in_{name}"] = (from_start >= 0) & (from_stop <= 0)
        columns[f"below_{name}"] = np.minimum(np.maximum(owner_depths - depths[node], -_DEEPEST), _DEEPEST)
        away = np.minimum(from_start, 0) + np.maximum(from_stop, 0)
        columns[f"from_{name}"] = np.minimum(np.maximum(away, -FAR), FAR)
        columns[f"{name}_share"] = np.full(len(numbers), long[node] / _at_least_one(total_long))
    return columns


class Groups(NamedTuple):
    """The group's number of each text block, from 0 (m each): by tags above, tag and class, or the heading before."""

    path: Ints
    look: Ints
    section: Ints

    @classmethod
    def of(cls, page: Page, measures: Measures, headings: Ints) -> Groups:
        """Group the text blocks of a page; ``headings`` (m) is a block's rank as a heading, 0 for none."""
        tags, attrs, parents = page.tags, page.attrs, page.parents
        # Each group gets its number when it is first asked for.
        paths: defaultdict[tuple[int, str], int] = defaultdict(count().__next__)
        looks: defaultdict[tuple[str, str], int] = defaultdict(count().__next__)
        path_of = {-1: -1}
        for element in measures.around():
            path_of[element] = paths[path_of[parents[element]], tags[element]]
        look_of = [looks[tags[owner], attrs[owner].get("class", "")] for owner in page.owners]
        return cls(integers([path_of[owner] for owner in page.owners]), integers(look_of), np.cumsum(headings > 0))


def lookalikes(measures: Measures, groups: Groups) -> Columns:
    """Return sums and means over the blocks below the same path of tags, and over those of the same tag and class."""
    columns: Columns = {"copies": measures.copies.times}
    linked_words = measures.words * measures.linked
    for name, group in (("path", groups.path), ("look", groups.look)):
        blocks = np.bincount(group)
        words = np.bincount(group, measures.words)
        figures = {
            "blocks": blocks,
            "words": words / _at_least_one(measures.words_before[-1]),
            "mean_words": words / np.maximum(blocks, 1),
            "linked": np.bincount(group, linked_words) / np.maximum(words, 1),
        }
        columns |= {f"{name}_{figure}": values.take(group) for figure, values in figures.items()}
    return columns


class OwnerTags(NamedTuple):
    """Each block's element (m each): ``headings``, ranks 1 to 6 or 0 for none, and ``codes``, a number for the tag."""

    headings: Ints
    codes: Ints


def owner_tags(page: Page) -> OwnerTags:
    """Return the tags of the text blocks' elements."""
    tags = page.tags
    found = integers([_TAGS.get(tags[owner], 0) for owner in page.owners])
    return OwnerTags(np.maximum(found - _LAST_CODE, 0), np.where(found > _LAST_CODE, 0, found))


def place(measures: Measures, headings: Ints) -> Columns:
    """Return each block's position: in the page, after the first h1, after the last heading."""
    count, far = len(measures.words), FAR
    numbers = np.arange(count)
    is_h1 = headings == 1
    first_h1 = int(is_h1.argmax()) if is_h1.any() else -far
    last_heading = np.maximum.accumulate(np.where(headings, numbers, -far))
    return {
        "position": numbers / count,
        "words_before": measures.words_before[:-1] / _at_least_one(measures.words_before[-1]),
        "depth": measures.depths.take(measures.owners),
        "from_h1": np.minimum(np.maximum(numbers - first_h1, -far), far),
        "since_heading": np.minimum(numbers - last_heading, far),
    }


def whole_page(page: Page, measures: Measures, owners: Ints) -> dict[str, float]:
    """Return figures of the whole page; ``owners`` are the codes of `owner_tags`."""
    total = _at_least_one(measures.words_before[-1])
    return {
        "page_blocks": len(page.texts),
        "page_words": total,
        "page_long": float(measures.long_before[-1]) / total,
        "page_linked": float(measures.linked_before[-1]) / total,
        "page_largest": float(measures.words.max()),
        "page_paragraphs": int(np.count_nonzero(owners == _OWNER_CODES["p"])),
        "page_articles": page.tags.count("article"),
        "page_objects": len(page.objects),
    }


def _at_least_one(number: np.floating) -> float:
    return max(float(number), 1.0)
