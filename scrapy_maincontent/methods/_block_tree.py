"""Uda's system as the paper has it: placement decides over blocks, and a tree decides what it leaves open (Uda 4.2).

A text block has the label of the block it is in. The tree is grown and asked over re-blocked blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.labels import Labels
from ..features.text_blocks import block_features
from ..page import Label
from ..result import EmptyReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..blocks import Configuration
    from ..page import Page, Region
    from ._trees import Tree

MAIN_SHARE = 0.5
"""A leaf's share of main blocks from which on the tree calls a block main."""


def label_blocks(page: Page, regions: Sequence[Region], name: str, tree: Tree, configuration: Configuration) -> Labels:
    """Label every text block of a page that has at least one; ``name`` is the model's.

    A block that placement has decided has score 1 or 0 and the rule's name as its reason (Uda 4.2 (1)), another one
    the tree's estimate and path (Uda 4.2 (2)).
    """
    findings = configuration.findings(page, regions)
    decided = configuration.decided(findings.evidence)
    leaves = tree.leaves(block_features(findings))
    labels: list[Label] = []
    scores: list[float] = []
    reasons: list[str] = []
    for number, (block, leaf) in enumerate(zip(findings.blocks, leaves.tolist(), strict=True)):
        evidence = decided.get(number)
        if evidence is not None:
            label, score, reason = evidence.label, float(evidence.label == Label.MAIN), f"placement: {evidence.rule}"
        else:
            score = float(tree.value[leaf])
            label, reason = Label.MAIN if score >= MAIN_SHARE else Label.OTHER, f"{name}: {tree.paths[leaf]}"
        count = block.texts[1] - block.texts[0]
        labels += [label] * count
        scores += [score] * count
        reasons += [reason] * count
    return Labels(labels, scores, reasons, None if Label.MAIN in labels else EmptyReason.NO_MAIN_TEXT)
