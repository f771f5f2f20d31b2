"""Page -> feature matrix: one row for each text block, every column computed at once over arrays.

Groups: the text itself (the figures of Uda's decision tree: bytes, sentences, morphemes or their stand-in, links, links
to the own site), the elements above it, what the class names above it say, groups of blocks that look alike, its
place on the page and among the navigation regions, and counts of the whole page.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import numpy as np

from .class_words import categories, element_bits
from .measures import LONG_TEXT, measure
from .page import Kind, Page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .measures import Floats, Ints, Measures
    from .page import Region

    Columns = dict[str, NDArray[np.generic]]

_SENTENCE_ENDS = re.compile(r"[.!?。！？…]+[\"'”’»」』)]*(?:\s|$)|[。！？]")
_LETTER_LIMIT = 5000
"""Characters of a block in which sentences are counted."""
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
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}
_OWNER_CODES = {"p": 1, "li": 2, "td": 3, "th": 3, "div": 4, "dd": 5, "dt": 5, "pre": 6, "blockquote": 7, "a": 8}
_LEVELS = (1, 2, 3, 4, 6)
"""How far above a block's owner its surroundings are measured."""
_DEEP_SHARE = 0.4
"""Share of the page's long text that the deep node must hold (findings: the most useful single figure)."""
_DEEP_BLOCKS = 2
"""The deep node is not a lone paragraph."""
_FAR = 50
"""Distances in blocks are cut off here."""


def features(page: Page, regions: Sequence[Region], measures: Measures) -> Floats:
    """Return the feature matrix (text blocks x `feature_names`, float32) of a page with text blocks."""
    columns = _columns(page, regions, measures)
    matrix = np.empty((len(page.texts), len(columns)), np.float32)
    for number, values in enumerate(columns.values()):
        matrix[:, number] = values
    return matrix


def _columns(page: Page, regions: Sequence[Region], measures: Measures) -> Columns:
    return {
        **_text(page, measures),
        **_containers(page, measures),
        **_surroundings(measures),
        **_central_nodes(page, measures),
        **_lookalikes(page, measures),
        **_place(page, measures),
        **_navigation(regions, len(page.texts)),
        **_whole_page(page, measures),
    }


@cache
def feature_names() -> tuple[str, ...]:
    """Return the columns' names; a model must have been trained on the same."""
    block = Page(
        tags=["p"], attrs=[{}], parents=[-1], ends=[1], piece_starts=[0], piece_ends=[1], pieces=["x"], linked=[False],
        texts=["x"], owners=[0], text_starts=[0], text_ends=[1], hidden=[False], breaks=[False],
    )  # fmt: skip
    return tuple(_columns(block, (), measure(block)))


def _text(page: Page, measures: Measures) -> Columns:
    """Describe the text itself: Uda's figures (prior method), and the element it stands in."""
    texts, tags = page.texts, page.tags
    return {
        "words": measures.words,
        "bytes": np.array([len(text) if text.isascii() else len(text.encode()) for text in texts]),
        "sentences": np.array([len(_SENTENCE_ENDS.findall(text, 0, _LETTER_LIMIT)) for text in texts]),
        "linked": measures.linked,
        "heading": np.array([_HEADINGS.get(tags[owner], 0) for owner in page.owners]),
        "owner": np.array([_OWNER_CODES.get(tags[owner], 0) for owner in page.owners]),
        "hidden": np.array(page.hidden),
        **_own_site_links(page, measures),
    }


def _own_site_links(page: Page, measures: Measures) -> Columns:
    """Count each block's links, and those that lead to the page's own host (Uda 4, prior method)."""
    host = urlsplit(page.url or "").hostname or ""
    links = np.array(page.links, np.intp)
    own = np.array([_is_own(page.attrs[link]["href"], host) for link in page.links], bool)
    starts = measures.starts[links]
    count = len(page.texts)
    inside = starts < count
    return {
        "links": np.bincount(starts[inside], minlength=count),
        "own_links": np.bincount(starts[inside & own], minlength=count),
    }


def _is_own(href: str, host: str) -> bool:
    return not href.startswith(("http:", "https:", "//")) or bool(host and host in href[:_OWN_PREFIX])


_OWN_PREFIX = 80


def _containers(page: Page, measures: Measures) -> Columns:
    """Count the elements above each block, by tag and by what their class names say."""
    tag_codes = np.array([_CONTAINER_CODES.get(tag, -1) for tag in page.tags])
    known = np.flatnonzero(tag_codes >= 0)
    by_tag = measures.covered(known, tag_codes[known], len(_CONTAINERS))
    bits = np.array(
        [
            element_bits(attrs) if attrs and tag not in _INLINE else 0
            for tag, attrs in zip(page.tags, page.attrs, strict=True)
        ]
    )
    said = bits[:, None] >> np.arange(len(categories())) & 1
    elements, classes = np.nonzero(said)
    by_class = measures.covered(elements, classes, len(categories()))
    own = said[measures.owners] | said[measures.parents[measures.owners]]
    columns: Columns = {f"in_{tag}": by_tag[:, number] for number, tag in enumerate(_CONTAINERS)}
    columns |= {f"class_{name}": by_class[:, number] for number, name in enumerate(categories())}
    columns |= {f"own_{name}": own[:, categories().index(name)] for name in _OWN_CATEGORIES}
    return columns


def _surroundings(measures: Measures) -> Columns:
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


def _central_nodes(page: Page, measures: Measures) -> Columns:
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
            np.where(numbers < start, numbers - start, np.maximum(numbers - stop + 1, 0)), -_FAR, _FAR
        )
        columns[f"{name}_share"] = np.full(len(page.texts), long[node] / max(float(measures.long_before[-1]), 1.0))
    return columns


def _lookalikes(page: Page, measures: Measures) -> Columns:
    """Pool the blocks that stand below the same path of tags, and those of the same tag and class."""
    paths: dict[tuple[int, str], int] = {}
    path_of: list[int] = []
    for tag, parent in zip(page.tags, page.parents, strict=True):
        path_of.append(paths.setdefault((path_of[parent] if parent >= 0 else -1, tag), len(paths)))
    looks: dict[tuple[str, str], int] = {}
    look_of = [
        looks.setdefault((page.tags[owner], page.attrs[owner].get("class", "")), len(looks)) for owner in page.owners
    ]
    copies: dict[str, int] = {}
    for text in page.texts:
        copies[text] = copies.get(text, 0) + 1
    columns: Columns = {"copies": np.array([copies[text] for text in page.texts])}
    for name, group in (("path", np.array(path_of)[measures.owners]), ("look", np.array(look_of))):
        count = np.bincount(group)
        words = np.bincount(group, measures.words)
        linked = np.bincount(group, measures.words * measures.linked)
        columns[f"{name}_blocks"] = count[group]
        columns[f"{name}_words"] = words[group] / max(float(measures.words_before[-1]), 1.0)
        columns[f"{name}_mean_words"] = words[group] / count[group]
        columns[f"{name}_linked"] = linked[group] / np.maximum(words[group], 1)
    return columns


def _place(page: Page, measures: Measures) -> Columns:
    """Tell where each block stands: in the page, after the headline, after the last heading."""
    count = len(page.texts)
    numbers = np.arange(count)
    headings = np.array([_HEADINGS.get(page.tags[owner], 0) for owner in page.owners])
    first_h1 = int(np.argmax(headings == 1)) if 1 in headings else -_FAR
    return {
        "position": numbers / count,
        "words_before": measures.words_before[:-1] / max(float(measures.words_before[-1]), 1.0),
        "depth": measures.depths[measures.owners],
        "from_h1": np.clip(numbers - first_h1, -_FAR, _FAR),
        "since_heading": _since(headings > 0),
    }


def _since(marks: NDArray[np.bool_]) -> Ints:
    """Return how many blocks ago the last marked one was, 0 for a marked one itself."""
    numbers = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks, numbers, -_FAR))
    return np.minimum(numbers - last, _FAR)


def _navigation(regions: Sequence[Region], count: int) -> Columns:
    """Tell how many regions of each kind cover a block."""
    columns: Columns = {}
    for kind in Kind:
        edges = np.zeros(count + 1, np.intp)
        for region in regions:
            if region.kind is kind:
                edges[region.blocks[0]] += 1
                edges[region.blocks[1]] -= 1
        columns[f"region_{kind}"] = np.cumsum(edges[:-1])
    return columns


def _whole_page(page: Page, measures: Measures) -> Columns:
    total = max(float(measures.words_before[-1]), 1.0)
    figures = {
        "page_blocks": len(page.texts),
        "page_words": total,
        "page_long": float(measures.long_before[-1]) / total,
        "page_linked": float(measures.linked_before[-1]) / total,
        "page_largest": float(measures.words.max()),
        "page_paragraphs": sum(page.tags[owner] == "p" for owner in page.owners),
        "page_articles": page.tags.count("article"),
        "page_objects": len(page.objects),
    }
    return {name: np.full(len(page.texts), value) for name, value in figures.items()}
