"""Navigation regions and their places -> evidence on scores: what a region covers, and which rules of placement count.

Re-blocked blocks are the units (Uda 4.1), the rules are those of Uda 4.2 (1). Both speak weakly: a detector's mistake
must not take a page's text.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..page import Kind, Label

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..blocks import Findings
    from ..blocks.placement import Evidence
    from ..features.measures import Floats


PLACEMENT = 0.5
"""Log odds that a block gains where placement calls it main content, and loses where it does not."""
OUT = frozenset((Kind.BREADCRUMB, Kind.PAGING, Kind.SITE_INFO))
"""Kinds of regions that are no part of the text. Lines about entries and tables of contents are judged by their
scores: sentences have them, and a table of contents is part of some texts."""
MAY_TAKE = 0.5
"""Share of the expected words of main content below which a rule is believed that speaks against them."""
_OWN = ".region"


class Places(NamedTuple):
    """The evidence of regions and placement about re-blocked blocks, by the blocks' numbers.

    ``covered`` are the blocks that are out of the text, with the rule that found their region; ``evidence`` is the
    evidence that counts.
    """

    covered: Mapping[int, str]
    evidence: Mapping[int, Evidence]


def places(findings: Findings, scores: Floats) -> Places:
    """Return the evidence of regions and placement that counts; ``scores`` (0 to 1) are those of the text blocks before
    it.

    A rule is believed unless it speaks against `MAY_TAKE` of the expected words or more.
    """
    evidence = findings.evidence
    if not evidence:
        return Places({}, {})
    expected = np.concatenate(([0.0], np.cumsum(scores * findings.measures.words, dtype=np.float64)))
    starts, ends = np.array([block.texts for block in findings.blocks], np.intp).T
    inside = (expected[ends] - expected[starts]).tolist()
    taken: dict[str, float] = {}
    for block, label, rule in evidence:
        if label is Label.OTHER:
            taken[rule] = taken.get(rule, 0.0) + inside[block]
    most = MAY_TAKE * float(expected[-1])
    believed = [item for item in evidence if taken.get(item.rule, 0.0) < most or not inside[item.block]]
    covered = {
        block: next(
            region.rule
            for number in findings.blocks[block].regions
            if (region := findings.regions[number]).kind == rule.removesuffix(_OWN)
        )
        for block, _, rule in believed
        if rule.endswith(_OWN) and rule.removesuffix(_OWN) in OUT
    }
    return Places(covered, {item.block: item for item in believed})  # the last rule counts where several speak


def with_places(scores: Floats, findings: Findings, found: Places) -> Floats:
    """Return the scores (0 to 1) with the evidence of `places`; those of what regions cover are 0."""
    if not found.evidence:
        return scores
    factors, against = np.ones(len(scores)), {Label.MAIN: math.exp(-PLACEMENT), Label.OTHER: math.exp(PLACEMENT)}
    for block, item in found.evidence.items():
        start, end = findings.blocks[block].texts
        factors[start:end] = against[item.label]
    changed: Floats = scores / (scores + (1 - scores) * factors)
    for block in found.covered:
        start, end = findings.blocks[block].texts
        changed[start:end] = 0
    return changed


def name_places(reasons: list[str], findings: Findings, found: Places, selected: Sequence[int], name: str) -> None:
    """Write regions, and the rules of placement that agree with a text block's label, into the reasons."""
    taken = {*selected}
    for block, item in found.evidence.items():
        texts = range(*findings.blocks[block].texts)
        if (rule := found.covered.get(block)) is not None:
            reasons[texts.start : texts.stop] = [f"{name}: it is navigation (region: {rule})"] * len(texts)
            continue
        is_main, words = item.label is Label.MAIN, f" (placement: {item.rule})"
        for number in texts:
            if (number in taken) is is_main:
                reasons[number] += words
