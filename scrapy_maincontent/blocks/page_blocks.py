"""Re-blocked blocks, structures and labels -> page blocks: the page in order and without gaps, each block decided."""

from __future__ import annotations

from itertools import compress, groupby
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..page import Label, PageBlock

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..methods import Labels
    from ..page import Block, Region
    from . import Findings
    from .placement import Evidence
    from .structures import Structure


TEXT = "text"
"""Kind of a page block that is neither a structure nor a region."""
MAIN_SHARE = 0.5
"""Share of a structure's words in main content from which on it is main content."""


def page_blocks(findings: Findings, decided: Labels, structures: Sequence[Structure] = ()) -> tuple[PageBlock, ...]:
    """Return a page's blocks after the decision: re-blocked blocks, structures laid over, cut where labels change.

    ``structures`` are in page order and do not overlap. A structure is one page block, with the label of most of its
    words; inside a region it is part of the region.
    """
    labels = decided.labels
    if not labels:
        return ()
    words = np.maximum(findings.measures.words, _FEWEST).tolist()

    def block(run: _Run, first: int, end: int, label: Label) -> PageBlock:
        own = words[first:end]
        score = sum(map(mul, own, decided.scores[first:end])) / sum(own)
        return PageBlock(run.kind, first, end, label, min(max(score, 0.0), 1.0), run.region, run.placement)

    made: list[PageBlock] = []
    for run in _laid_over(_runs(findings, decided.evidence), structures):
        first, own = run.first, labels[run.first : run.end]
        if run.is_structure:
            weights = words[first : run.end]
            main = sum(compress(weights, [label is Label.MAIN for label in own]))
            made.append(block(run, first, run.end, Label.MAIN if main >= MAIN_SHARE * sum(weights) else Label.OTHER))
            continue
        for label, same in groupby(own):
            end = first + sum(1 for _ in same)
            made.append(block(run, first, end, label))
            first = end
    return tuple(made)


_FEWEST = 0.5
"""Words of a text block at the least, where they are a weight: signs alone have none."""


class _Run(NamedTuple):
    """A range of text blocks that is a structure, a region (by its number), or neither."""

    kind: str
    first: int
    end: int
    region: int | None = None
    placement: str | None = None
    is_structure: bool = False


def _runs(findings: Findings, evidence: Mapping[int, Evidence]) -> Iterator[_Run]:
    """Yield the re-blocked blocks that have text."""
    for number, block in enumerate(findings.blocks):
        placement = evidence[number].rule if number in evidence else None
        if not block.regions:
            if block.texts[0] < block.texts[1]:
                yield _Run(TEXT, *block.texts, placement=placement)
            continue
        for region, same in groupby(range(*block.texts), _owners(findings.regions, block).__getitem__):
            texts = list(same)
            yield _Run(str(findings.regions[region].kind), texts[0], texts[-1] + 1, region, placement)


def _owners(regions: Sequence[Region], block: Block) -> dict[int, int]:
    """Return the region that each text block of a region's block belongs to; of what none touches, the one before."""
    first, end = block.texts
    own: dict[int, int] = {}
    for number in reversed(block.regions):
        low, high = regions[number].blocks
        own.update(dict.fromkeys(range(max(low, first), min(high, end)), number))
    region, owners = block.regions[0], {}
    for text in range(first, end):
        owners[text] = region = own.get(text, region)
    return owners


def _laid_over(runs: Iterator[_Run], structures: Sequence[Structure]) -> Iterator[_Run]:
    """Yield the runs with structures laid over them; a structure has the placement of the run in which it begins."""
    number = done = 0
    for run in runs:
        while number < len(structures) and structures[number].first < run.end:
            own = structures[number]
            number += 1
            if run.region is not None and own.end <= run.end:
                continue
            if done < own.first:
                yield run._replace(first=max(done, run.first), end=own.first)
            yield _Run(own.kind, own.first, own.end, placement=run.placement, is_structure=True)
            done = own.end
        if done < run.end:
            yield run._replace(first=max(done, run.first))
            done = run.end
