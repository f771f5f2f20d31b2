"""Page -> feature columns that describe what stands around each text block: elements, class names, lookalikes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .class_words import categories, element_bits
from .measures import LONG_TEXT, integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .measures import Ints, Measures
    from .page import Page

    Columns = dict[str, NDArray[np.generic]]

_CONTAINERS = (
    "article", "aside", "blockquote", "button", "dl", "figure", "footer", "form", "header", "li", "main", "nav",
    "noscript", "section", "table", "td",
)  # fmt: skip
_INLINE = frozenset(
    ("a", "abbr", "b", "code", "em", "font", "i", "img", "picture", "small", "span", "strong", "sub", "sup")
)
"""Elements whose class names say little about a part of the page, and are many."""
_CONTAINER_CODES = {tag: number for number, tag in enumerate(_CONTAINERS)}
_OWN_CATEGORIES = ("about", "comment", "hidden")
_LEVELS = (1, 2, 3, 4, 6)
"""How far above a block's owner its surroundings are measured."""
_DEEP_SHARE = 0.4
"""Share of the page's long text that the deep node must hold."""
_DEEP_BLOCKS = 2
"""The deep node is not a lone paragraph."""
FAR = 50
"""Distances in blocks are cut off here."""


def containers(page: Page, measures: Measures) -> Columns:
    """Count the elements above each block, by tag and by what their class names say."""
    tag_codes = integers([_CONTAINER_CODES.get(tag, -1) for tag in page.tags])
    known = np.flatnonzero(tag_codes >= 0)
    by_tag = measures.covered(known, tag_codes[known], len(_CONTAINERS))
    bits = integers(
        [
            element_bits(attrs) if attrs and tag not in _INLINE else 0
            for tag, attrs in zip(page.tags, page.attrs, strict=True)
        ]
    )
    named = np.flatnonzero(bits)
    said, classes = np.nonzero(bits[named, None] >> np.arange(len(categories())) & 1)
    by_class = measures.covered(named[said], classes, len(categories()))
    own = bits[measures.owners] | bits[measures.parents[measures.owners]]
    columns: Columns = {f"in_{tag}": by_tag[:, number] for number, tag in enumerate(_CONTAINERS)}
    columns |= {f"class_{name}": by_class[:, number] for number, name in enumerate(categories())}
    columns |= {f"own_{name}": own >> categories().index(name) & 1 for name in _OWN_CATEGORIES}
    return columns


def surroundings(measures: Measures) -> Columns:
    """Describe the elements above each block's owner: words, blocks, share of linked and of long text."""
    words = measures.inside(measures.words_before)
    linked = measures.inside(measures.linked_before) / np.maximum(words, 1)
    long = measures.inside(measures.long_before)
    blocks = measures.stops - measures.starts
    total_long = max(float(measures.long_before[-1]), 1.0)
    columns: Columns = {}
    above = measures.owners
    for level in range(1, max(_LEVELS) + 1):
        above = measures.parents[above]
        if level in _LEVELS:
            columns[f"up{level}_words"] = words[above]
            columns[f"up{level}_linked"] = linked[above]
            columns[f"up{level}_long"] = long[above] / total_long
            columns[f"up{level}_blocks"] = blocks[above]
            columns[f"up{level}_mean_words"] = words[above] / np.maximum(blocks[above], 1)
    return columns


def central_nodes(page: Page, measures: Measures) -> Columns:
    """Find two candidates for the main element and tell where each block stands to them."""
    long = measures.inside(measures.long_before)
    words = measures.inside(measures.words_before)
    depths = measures.depths
    holds_much = (long >= _DEEP_SHARE * measures.long_before[-1]) & (measures.stops - measures.starts >= _DEEP_BLOCKS)
    deep = int(np.argmax(np.where(holds_much, depths, -1)))
    owners = measures.owners
    is_long = measures.words >= LONG_TEXT
    points = np.where(is_long, 1 + np.minimum(measures.words / 20, 3), 0) * (1 - measures.linked)
    scores = np.bincount(measures.parents[owners], points, minlength=len(page.tags))
    scores += np.bincount(measures.parents[measures.parents[owners]], points / 2, minlength=len(page.tags))
    prose = 1 - measures.inside(measures.linked_before) / np.maximum(words, 1)
    top = int(np.argmax(scores * prose))
    columns: Columns = {}
    numbers = np.arange(len(page.texts))
    for name, node in (("deep", deep), ("top", top)):
        start, stop = measures.starts[node], measures.stops[node]
        columns[f"in_{name}"] = (numbers >= start) & (numbers < stop)
        columns[f"below_{name}"] = np.clip(depths[owners] - depths[node], -20, 20)
        columns[f"from_{name}"] = np.clip(
            np.where(numbers < start, numbers - start, np.maximum(numbers - stop + 1, 0)), -FAR, FAR
        )
        columns[f"{name}_share"] = np.full(len(page.texts), long[node] / max(float(measures.long_before[-1]), 1.0))
    return columns


class Groups(NamedTuple):
    """Text blocks that belong together: the number of each one's group, from 0 (m each).

    ``path``: the same tags above. ``look``: the same tag and class. ``section``: the same heading before.
    """

    path: Ints
    look: Ints
    section: Ints

    @classmethod
    def of(cls, page: Page, measures: Measures, headings: Ints) -> Groups:
        """Group the text blocks of a page; ``headings`` (m) is a block's rank as a heading, 0 for none."""
        paths: dict[tuple[int, str], int] = {}
        path_of: list[int] = []
        for tag, parent in zip(page.tags, page.parents, strict=True):
            path_of.append(paths.setdefault((path_of[parent] if parent >= 0 else -1, tag), len(paths)))
        looks: dict[tuple[str, str], int] = {}
        tags, attrs = page.tags, page.attrs
        look_of = [looks.setdefault((tags[owner], attrs[owner].get("class", "")), len(looks)) for owner in page.owners]
        return cls(integers(path_of)[measures.owners], integers(look_of), np.cumsum(headings > 0))


def lookalikes(page: Page, measures: Measures, groups: Groups) -> Columns:
    """Pool the blocks that stand below the same path of tags, and those of the same tag and class."""
    copies = Counter(page.texts)
    columns: Columns = {"copies": integers([copies[text] for text in page.texts])}
    for name, group in (("path", groups.path), ("look", groups.look)):
        count = np.bincount(group)
        words = np.bincount(group, measures.words)
        linked = np.bincount(group, measures.words * measures.linked)
        columns[f"{name}_blocks"] = count[group]
        columns[f"{name}_words"] = words[group] / max(float(measures.words_before[-1]), 1.0)
        columns[f"{name}_mean_words"] = words[group] / count[group]
        columns[f"{name}_linked"] = linked[group] / np.maximum(words[group], 1)
    return columns
