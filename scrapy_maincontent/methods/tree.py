"""``method="tree"``: an entropy decision tree over each text block's features (Uda 4.2 (2), extended).

The paper's tree (C4.5) decides main or not by a block's bytes, sentences, morphemes and links. This one has features
of the elements around the block as well, gives a probability, and the selection is the one with the best expected F1.
A model may also be the paper's own system, see `label_blocks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..blocks import Configuration, Findings
from ..features.text_blocks import BLOCK_FEATURES, block_features, feature_names, features, heading_ranks
from ..page import Label
from ..result import EmptyReason
from . import Labels, ModelError
from .model_files import read_json, refusing
from .selection import EMPTY_WORDS, best_expected_f, expected_words, tree_vetoes
from .trees import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.resources.abc import Traversable

    from ..page import Page, Region


SUFFIX = ".json"
FORMAT = 2
_COLUMNS = {name: number for number, name in enumerate(feature_names())}


@dataclass(frozen=True)
class TreeModel:
    """A trained tree and its name; with a configuration the tree is over the paper's blocks, else over text blocks."""

    name: str
    tree: Tree
    configuration: Configuration | None


def load(file: Traversable) -> TreeModel:
    """Read a model file, see `Method.load`."""
    data = read_json(file, "tree", FORMAT)
    with refusing(file, "tree"):
        configuration = None if data["blocks"] is None else Configuration.from_dict(data["blocks"])
        if tuple(data["features"]) != (BLOCK_FEATURES if configuration else feature_names()):
            raise ModelError(f"{file} was trained on other features than this version has")
        return TreeModel(str(data["name"]), Tree.from_dict(data["tree"], data["features"]), configuration)


def label(page: Page, regions: Sequence[Region], model: TreeModel, balance: float = 1.0) -> Labels:
    """Label every text block of a page that has at least one; the paper's system knows no balance."""
    if model.configuration is not None:
        return label_blocks(page, regions, model.name, model.tree, model.configuration)
    findings = Findings(page, regions)
    measures = findings.measures
    matrix = features(page, regions, measures)
    leaves = model.tree.leaves(matrix)
    scores = model.tree.value[leaves]
    paths = model.tree.paths
    reasons = [f"{model.name}: {paths[leaf]}" for leaf in leaves.tolist()]
    if expected_words(scores, measures.words) < EMPTY_WORDS:
        return Labels([Label.OTHER] * len(scores), scores.tolist(), reasons, EmptyReason.NO_MAIN_TEXT)
    main = best_expected_f(scores, measures.words, balance)
    out = tree_vetoes(findings, lambda name: matrix[:, _COLUMNS[name]], heading_ranks(page), main)
    for number, veto in out.items():
        main[number], reasons[number] = False, f"veto: {veto}; {reasons[number]}"
    labels = [Label.MAIN if chosen else Label.OTHER for chosen in main.tolist()]
    return Labels(labels, scores.tolist(), reasons, None if main.any() else EmptyReason.NO_MAIN_TEXT)


MAIN_SHARE = 0.5
"""A leaf's share of main blocks from which on the tree calls a block main."""


def label_blocks(page: Page, regions: Sequence[Region], name: str, tree: Tree, configuration: Configuration) -> Labels:
    """Label every text block of a page that has at least one by Uda's own system; ``name`` is the model's.

    A text block has the label of the re-blocked block it is in. A block that placement has decided has score 1 or 0 and
    the rule's name as its reason (Uda 4.2 (1)), another one the tree's estimate and path (Uda 4.2 (2)).
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
