"""Page -> feature matrix: one row for each text block, every column computed at once over arrays.

Groups: the text itself (the figures of Uda's decision tree: bytes, sentences, morphemes or their stand-in, links, links
to the own site), the elements above it, the categories of the class names above it, groups of blocks that look alike,
its place on the page and among the navigation regions, and counts of the whole page.

`block_features` are those of the paper's decision tree instead (Uda 1): one row for each re-blocked block, with the
figures of the prior method, which are bytes of text, linguistic nature (morphemes that make up the sentences), links,
and links to the own site, and with the block's place among the regions.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..features import structure
from ..features.measures import integers, measure
from ..features.structure import owner_tags, place, whole_page
from ..page import Kind, Page
from ..page.addresses import host_of
from ..words.class_names import QUIET, categories, element_bits
from ..words.sentences import SENTENCE_ENDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..blocks import Findings
    from ..features.measures import Floats, Measures
    from ..page import Block, Region

    Columns = dict[str, NDArray[np.generic]]


_CONTAINERS = (
    "article", "aside", "blockquote", "button", "dl", "figure", "footer", "form", "header", "li", "main", "nav",
    "noscript", "section", "table", "td",
)  # fmt: skip
_CONTAINER_CODES = {tag: number for number, tag in enumerate(_CONTAINERS)}
_OWN_CATEGORIES = ("about", "comment", "hidden")
_E = re.escape(SENTENCE_ENDS) + "…"
# Begins with a set, so that all other characters are skipped at once, which a look back would prevent.
_SENTENCE_ENDS = re.compile(rf"[{_E}](?:(?<![{_E}]{{2}})[{_E}]*+[\"'”’»」』)]*+(?:\s|$)|(?<=[。！？]))")
_LETTER_LIMIT = 5000
"""Characters of a block in which sentences are counted."""
_HOST = re.compile(r"\s*(?:https?:)?//([^/?#:\s]*)", re.IGNORECASE)
_ADDRESS_PREFIX = 300
_NO_PAGES = ("mailto:", "tel:", "javascript:", "data:")
_TEXT = ("bytes", "sentences", "words", "words_per_sentence", "links", "own_links")
BLOCK_FEATURES = (*_TEXT, *(f"{place}_{kind}" for kind in Kind for place in ("before", "behind")))
"""``before_paging`` is how many blocks of paging come before the block, ``behind_paging`` how many follow it."""


def features(page: Page, regions: Sequence[Region], measures: Measures) -> Floats:
    """Return the feature matrix (text blocks x `feature_names`, float32) of a page with text blocks."""
    columns = _columns(page, regions, measures)
    matrix = np.empty((len(page.texts), len(columns)), np.float32)
    for number, values in enumerate(columns.values()):
        matrix[:, number] = values
    return matrix


def _columns(page: Page, regions: Sequence[Region], measures: Measures) -> Columns:
    headings, owners = owner_tags(page)
    count = len(page.texts)
    return {
        **lengths(page, measures),
        "linked": measures.linked,
        "heading": headings,
        "owner": owners,
        "hidden": np.array(page.hidden),
        **link_counts(page, measures),
        **containers(page, measures),
        **structure.surroundings(measures, structure.levels_above(measures)),
        **structure.central_nodes(measures),
        **structure.lookalikes(measures, structure.Groups.of(page, measures, headings)),
        **place(measures, headings),
        **_navigation(regions, count),
        **{name: np.full(count, value) for name, value in whole_page(page, measures, owners).items()},
    }


@cache
def feature_names() -> tuple[str, ...]:
    """Return the columns' names; a model must have been trained on the same."""
    block = Page(
        tags=["p"], attrs=[{}], parents=[-1], ends=[1], piece_starts=[0], piece_ends=[1], pieces=["x"], linked=[False],
        texts=["x"], owners=[0], text_starts=[0], text_ends=[1], hidden=[False], breaks=[False],
    )  # fmt: skip
    return tuple(_columns(block, (), measure(block)))


def containers(page: Page, measures: Measures) -> Columns:
    """Return how many elements of each tag, and of each category of class names, are above each block."""
    tag_codes = integers([_CONTAINER_CODES.get(tag, -1) for tag in page.tags])
    known = np.flatnonzero(tag_codes >= 0)
    by_tag = measures.covered(known, tag_codes[known], len(_CONTAINERS))
    bits = integers(
        [
            element_bits(attrs) if attrs and tag not in QUIET else 0
            for tag, attrs in zip(page.tags, page.attrs, strict=True)
        ]
    )
    named = np.flatnonzero(bits)
    rows, classes = np.nonzero(bits[named, None] >> np.arange(len(categories())) & 1)
    by_class = measures.covered(named[rows], classes, len(categories()))
    own = bits[measures.owners] | bits[measures.parents[measures.owners]]
    columns: Columns = {f"in_{tag}": by_tag[:, number] for number, tag in enumerate(_CONTAINERS)}
    columns |= {f"class_{name}": by_class[:, number] for number, name in enumerate(categories())}
    columns |= {f"own_{name}": own >> categories().index(name) & 1 for name in _OWN_CATEGORIES}
    return columns


def _navigation(regions: Sequence[Region], count: int) -> Columns:
    """Return how many regions of each kind cover each block."""
    columns: Columns = {}
    for kind in Kind:
        edges = np.zeros(count + 1, np.intp)
        for region in regions:
            if region.kind is kind:
                edges[region.blocks[0]] += 1
                edges[region.blocks[1]] -= 1
        columns[f"region_{kind}"] = np.cumsum(edges[:-1])
    return columns


def text_features(page: Page, measures: Measures) -> Columns:
    """Return columns of one figure a text block: words, bytes, sentences, links, links to the own site."""
    return {**lengths(page, measures), **link_counts(page, measures)}


def lengths(page: Page, measures: Measures) -> Columns:
    """Return each text block's words, bytes of UTF-8 and sentences."""
    texts = page.texts
    return {
        "words": measures.words,
        "bytes": np.array([len(text) if text.isascii() else len(text.encode()) for text in texts]),
        "sentences": np.array([len(_SENTENCE_ENDS.findall(text, 0, _LETTER_LIMIT)) for text in texts]),
    }


def link_counts(page: Page, measures: Measures) -> Columns:
    """Return how many links start in each text block, and how many of them lead to the own site."""
    host = host_of(page.url or "").removeprefix("www.")
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
    """Return True if an address is a page of the host, or of a host below it."""
    named = _HOST.match(href, 0, _ADDRESS_PREFIX)
    if named is None:
        return not href.startswith(_NO_PAGES)
    name = named[1].lower()
    return bool(host) and (name == host or name.endswith(f".{host}"))


def block_features(findings: Findings) -> Floats:
    """Return the feature matrix (blocks x `BLOCK_FEATURES`, float32) of the re-blocked blocks."""
    blocks = findings.blocks
    figures = text_features(findings.page, findings.measures)
    of_texts = {name: added_up(values, blocks) for name, values in figures.items()}
    of_texts["words_per_sentence"] = of_texts["words"] / np.maximum(of_texts["sentences"], 1)
    matrix = np.empty((len(blocks), len(BLOCK_FEATURES)), np.float32)
    for number, name in enumerate(_TEXT):
        matrix[:, number] = of_texts[name]
    for number, kind in enumerate(Kind):
        made_of = [any(findings.regions[region].kind == kind for region in block.regions) for block in blocks]
        passed = np.concatenate(([0], np.cumsum(made_of)))
        column = len(_TEXT) + 2 * number
        matrix[:, column], matrix[:, column + 1] = passed[:-1], passed[-1] - passed[1:]
    return matrix


def added_up(values: NDArray[np.generic], blocks: Sequence[Block]) -> NDArray[np.float64]:
    """Return for each block the sum of what its text blocks have."""
    sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
    return np.diff(sums[[0, *(block.texts[1] for block in blocks)]])
