"""``method="tree"``: an entropy decision tree over each text block's features (Uda 4.2 (2), extended).

The paper's tree (C4.5) decides main or not by a block's bytes, sentences, morphemes and links. This one has features
of the elements around the block as well, gives a probability, and the selection is the one with the best expected F1,
less what navigation regions cover and what stands beyond them. A model may also be the paper's own system, see
`label_blocks`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from ..blocks import Findings
from ..blocks.placement import RULES
from ..blocks.segment import DEVIATIONS
from ..methods import ALONE, Labels, ModelError, read_json, refusing
from ..methods.selection import EMPTY_WORDS, best_expected_f, expected_words
from ..navigation import PRINTED, PRODUCT, detect
from ..navigation.in_page import TOP
from ..navigation.site_info import FOOTER, HEADER
from ..page import Kind, Label
from .decision_tree import Tree, questions
from .tree_features import BLOCK_FEATURES, block_features, feature_names, features

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from importlib.resources.abc import Traversable

    from ..blocks.placement import Evidence
    from ..methods import Context
    from ..page import Page, Region


SUFFIX = ".json"
FORMAT = 2


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
            raise ModelError(f"{file} was trained on other features than this version has; train it anew")
        return TreeModel(str(data["name"]), Tree.from_dict(data["tree"], data["features"]), configuration)


def label(page: Page, model: TreeModel, context: Context = ALONE) -> Labels:
    """Label every text block of a page that has at least one; the paper's system knows no balance."""
    if model.configuration is not None:
        return label_blocks(page, model.name, model.tree, model.configuration)
    findings = context.findings or Findings(page, detect(page))
    measures = findings.measures
    matrix = features(page, findings.regions, measures)
    leaves = model.tree.leaves(matrix)
    scores = model.tree.value[leaves]
    paths = model.tree.paths
    reasons = [f"{model.name}: {paths[leaf]}" for leaf in leaves.tolist()]
    if expected_words(scores, measures.words) < EMPTY_WORDS:
        return Labels.of([False] * len(scores), scores.tolist(), reasons)
    main = best_expected_f(scores, measures.words, context.balance)
    for number, rule in placed_outside(findings, np.flatnonzero(main).tolist()).items():
        main[number], reasons[number] = False, f"placement: {rule}; {reasons[number]}"
    return Labels.of(main.tolist(), scores.tolist(), reasons)


def evidence(page: Page, model: TreeModel) -> dict[str, Any]:
    """Return what the tree is asked of each text block of a page with text, for the inspector (`questions`).

    ``applied`` names the rules of placement that count.
    """
    if model.configuration is None:
        findings = Findings(page, detect(page))
        matrix = features(page, findings.regions, findings.measures)
        return {"applied": [*APPLIED_RULES], **questions(model.tree, matrix)}
    findings = model.configuration.findings(page)
    matrix = block_features(findings).repeat([block.texts[1] - block.texts[0] for block in findings.blocks], axis=0)
    applied = [rule for rule in RULES if rule not in model.configuration.without]
    return {"applied": applied, **questions(model.tree, matrix)}


# Regions, and what their places say (Uda 4.2 (1)), against selected text blocks.

APPLIED_RULES = (
    "breadcrumb.III.outside",
    "site_info.II.above",
    "site_info.IV.below",
    "in_page.II.after",
    "in_page.II.last",
)
"""Placement rules that are applied (Uda 4.2 ①, ③ and ⑤ II); the others lower F1."""
MAY_LOSE = 0.5
"""Share of the selected words that a rule may take; one that takes more is mistaken about the page."""
_ENDINGS = (FOOTER, TOP)


def placed_outside(
    findings: Findings, selected: Sequence[int], rules: Collection[str] = APPLIED_RULES
) -> dict[int, str]:
    """Return by the number of a selected text block the rule of navigation or placement that puts it out, if any.

    ``selected`` are the blocks' numbers in order, ``rules`` those of placement that are applied. The first rule counts.
    """
    words = findings.measures.words
    may_lose = MAY_LOSE * words[selected].sum()
    names: dict[int, str] = {}
    for rule, numbers in (*_covered(findings.regions, selected), *placed(findings, selected, rules)):
        if words[numbers].sum() <= may_lose:
            for number in numbers:
                names.setdefault(number, rule)
    return names


def _covered(regions: Sequence[Region], selected: Sequence[int]) -> Iterator[tuple[str, list[int]]]:
    for region in regions:
        low, high = region.blocks
        low, high = bisect_left(selected, low), bisect_left(selected, high)
        if low < high:
            yield region.rule, list(selected[low:high])


def placed(
    findings: Findings, selected: Sequence[int], rules: Collection[str] = APPLIED_RULES
) -> Iterator[tuple[str, list[int]]]:
    """Yield those of the applied rules that speak against selected text blocks, and which.

    ``selected`` are the blocks' numbers in order, ``rules`` are some of `APPLIED_RULES`.
    """
    if not selected or not _may_apply(findings.regions, selected[0], selected[-1]):
        return
    against: dict[str, set[int]] = {}
    for block, _, rule in findings.evidence:
        if rule in rules:
            start, end = findings.blocks[block].texts
            against.setdefault(rule, set()).update(selected[bisect_left(selected, start) : bisect_left(selected, end)])
    for rule, numbers in against.items():
        if numbers:
            yield rule, sorted(numbers)


def _may_apply(regions: Iterable[Region], first: int, last: int) -> bool:
    """Return True if selected text stands where a rule may apply: most pages need no blocks and no evidence."""
    trails = []
    for region in regions:
        # A region may touch a text block and not cover it, so that the far edges count.
        if region.subtype == HEADER and first < region.blocks[1]:
            return True
        if region.subtype in _ENDINGS and last >= region.blocks[0]:
            return True
        if region.kind is Kind.BREADCRUMB:
            trails.append(region.blocks)
    return len(trails) > 1 and (first < trails[0][1] or last >= trails[-1][0])


# The paper's own system.


class Order(StrEnum):
    """Which evidence wins where rules disagree; the paper leaves it open."""

    FIRST = "first"
    """The earliest rule, by the paper's numbers: a block that is identified stays so."""
    LAST = "last"
    """The latest rule: what a program gives that runs ① to ⑤ and overwrites."""
    MAIN = "main"
    """A block is main content if any rule labels it so."""
    OTHER = "other"
    """A block is not main content if any rule labels it so."""
    MAJORITY = "majority"
    """The label of more rules. A tie goes to other: the paper's aim is to find what is not main content."""


@dataclass(frozen=True)
class Configuration:
    """Which navigation is used, and how it decides over blocks (Uda 4.2 (1)); the tree decides what is left.

    Regions of ``kinds`` are used, and all rules of placement but ``without``; ``order`` decides where rules disagree.
    Without kinds it is the prior method: structure and tree alone. ``deviations`` are the standard deviations above the
    mean from which on a distance is a border (`blocks.segment`). With ``printed`` the regions are those that the
    paper's steps alone find (`navigation.PRINTED`), not the product's.
    """

    kinds: frozenset[Kind] = frozenset(Kind)
    without: frozenset[str] = frozenset()
    order: Order = Order.LAST
    deviations: float = DEVIATIONS
    printed: bool = False

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Configuration:
        """Build a configuration from its JSON form.

        Raises:
            KeyError, TypeError, ValueError: the data is no such configuration.
        """
        without = frozenset(data["without"])
        if unknown := without.difference(RULES):
            raise ValueError(f"there is no rule {min(unknown)!r}")
        kinds = frozenset(Kind(name) for name in data["kinds"])
        printed = data.get("printed", False)
        if not isinstance(printed, bool):
            raise TypeError(f"printed is {printed!r}; it must be true or false")
        return cls(kinds, without, Order(data["order"]), float(data["deviations"]), printed)

    def as_dict(self) -> dict[str, Any]:
        """Return the configuration as plain data, the same for the same configuration."""
        return {
            "kinds": [kind.value for kind in Kind if kind in self.kinds],
            "without": [rule for rule in RULES if rule in self.without],
            "order": self.order.value,
            "deviations": self.deviations,
            "printed": self.printed,
        }

    def findings(self, page: Page) -> Findings:
        """Return the findings of a page with text where only these kinds of its regions (or of those printed) count."""
        regions = detect(page, PRINTED if self.printed else PRODUCT) if self.kinds else ()
        return Findings(page, [region for region in regions if region.kind in self.kinds], self.deviations)

    def decided(self, evidence: Sequence[Evidence]) -> dict[int, Evidence]:
        """Return the evidence that decides, by block: Uda 4.2 (1)."""
        return decide((item for item in evidence if item.rule not in self.without), self.order)


def decide(evidence: Iterable[Evidence], order: Order) -> dict[int, Evidence]:
    """Return the evidence that wins for each block that has any, in the order of their first mention.

    ``evidence`` comes in the order of `RULES`, as `place` gives it, with or without some of the rules. Where only the
    label wins (``MAIN``, ``OTHER``, ``MAJORITY``), the first evidence for it is returned.
    """
    winners: dict[int, Evidence] = {}
    if order == Order.LAST:
        for item in evidence:
            winners[item.block] = item
        return winners
    if order == Order.FIRST:
        for item in evidence:
            winners.setdefault(item.block, item)
        return winners
    items = list(evidence)
    preferred = _preferred(items, order)
    for item in items:
        wanted = preferred[item.block]
        if winners.setdefault(item.block, item).label != wanted and item.label == wanted:
            winners[item.block] = item
    return winners


def _preferred(evidence: list[Evidence], order: Order) -> dict[int, Label]:
    if order != Order.MAJORITY:
        label = Label.MAIN if order == Order.MAIN else Label.OTHER
        return dict.fromkeys((item.block for item in evidence), label)
    votes: Counter[int] = Counter()
    for item in evidence:
        votes[item.block] += 1 if item.label == Label.MAIN else -1
    return {block: Label.MAIN if count > 0 else Label.OTHER for block, count in votes.items()}


MAIN_SHARE = 0.5
"""A leaf's share of main blocks from which on the tree calls a block main."""


def label_blocks(page: Page, name: str, tree: Tree, configuration: Configuration) -> Labels:
    """Label every text block of a page that has at least one by Uda's own system; ``name`` is the model's.

    A text block has the label of the re-blocked block it is in. A block that placement has decided has score 1 or 0 and
    the rule's name as its reason (Uda 4.2 (1)), another one the tree's estimate and path (Uda 4.2 (2)).
    """
    findings = configuration.findings(page)
    decided = configuration.decided(findings.evidence)
    leaves = tree.leaves(block_features(findings))
    main: list[bool] = []
    scores: list[float] = []
    reasons: list[str] = []
    for number, (block, leaf) in enumerate(zip(findings.blocks, leaves.tolist(), strict=True)):
        evidence = decided.get(number)
        if evidence is not None:
            score, reason = float(evidence.label is Label.MAIN), f"placement: {evidence.rule}"
        else:
            score, reason = float(tree.value[leaf]), f"{name}: {tree.paths[leaf]}"
        count = block.texts[1] - block.texts[0]
        main += [score >= MAIN_SHARE] * count
        scores += [score] * count
        reasons += [reason] * count
    return Labels.of(main, scores, reasons)
