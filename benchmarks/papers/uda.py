"""The measures of Uda et al.: how well the blocks that are not main content are found, with navigation and without.

The truth is given after re-blocking, as in the paper: a block is main content when at least half of its words stand in
the reference text. Blocks without a word (pictures alone) have no truth; they are neither trained on nor counted. The
blocks differ between configurations, so that numbers of blocks do, too. Counts weighted by words do not depend on
how finely a page is cut.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.papers import ENGLISH, plain
from scrapy_maincontent import evaluation
from scrapy_maincontent.blocks import Configuration
from scrapy_maincontent.blocks.placement import RULES, Order
from scrapy_maincontent.corpus import Counts, folds
from scrapy_maincontent.evaluation import tables as scores
from scrapy_maincontent.methods.tree import MAIN_SHARE
from scrapy_maincontent.methods.trees import Tree
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.training import learner
from scrapy_maincontent.training.tree import block_rows, fit_block_tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from benchmarks.papers import Corpora, Tables
    from scrapy_maincontent.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.progress import Progress
    from scrapy_maincontent.training.tree import BlockRows

    Marks = NDArray[np.bool_]
    Cut = tuple[frozenset[Kind], float]


PRIOR, ALL, BEST = "no navigation (prior method)", "all", f"all but {Kind.BLOG_UTILITY}"
MAIN_CONFIGURATIONS = (PRIOR, ALL, BEST)
"""The prior method, the proposed one, and the paper's best."""
BY_CART = MAIN_CONFIGURATIONS
DEVIATIONS_TRIED = (0, 0.5, 1.5, 2)


def tables(corpora: Corpora, progress: Progress) -> Tables:
    """Return the tables of Uda et al., and the scores of what is left as text."""
    pages, compared = corpora[ENGLISH], configurations()
    made = {"blocks": plain(as_text(cross_validate(pages, compared, corpora.folds, progress)))}
    for number, name in enumerate(MAIN_CONFIGURATIONS, 1):
        results = evaluation.cross_validate(pages, corpora.folds, progress, learner=learner.uda(compared[name]))
        made[f"text-{number}"] = plain(f"{name}\n{scores.as_text(scores.summary(results))}")
    return made


@dataclass(slots=True)
class Outcome:
    """How a configuration did: blocks that are not main content, counted as blocks and by their words.

    ``placed`` counts only the blocks that placement decided, ``left`` those the tree decided.
    """

    blocks: Counts = field(default_factory=Counts)
    words: Counts = field(default_factory=Counts)
    placed: Counts = field(default_factory=Counts)
    left: Counts = field(default_factory=Counts)


def configurations() -> dict[str, Configuration]:
    """Return what is compared, by name: the prior method, kinds of navigation, orders, each rule left out in turn."""
    every = frozenset(Kind)
    found = {PRIOR: Configuration(frozenset())}
    found |= {f"{kind} alone": Configuration(frozenset({kind})) for kind in Kind}
    found |= {ALL: Configuration(), BEST: Configuration(every - {Kind.BLOG_UTILITY})}
    found |= {f"all, order {order}": Configuration(order=order) for order in Order}
    for deviations in DEVIATIONS_TRIED:
        found |= {
            f"{name}, deviations {deviations:g}": replace(found[name], deviations=deviations) for name in (PRIOR, BEST)
        }
    found["all, re-blocking alone"] = Configuration(without=frozenset(RULES))
    found |= {f"all without {rule}": Configuration(without=frozenset({rule})) for rule in RULES}
    return found


def cross_validate(
    pages: Sequence[AnnotatedPage], compared: Mapping[str, Configuration], count: int, progress: Progress, seed: int = 0
) -> dict[str, Outcome]:
    """Score each configuration on all pages, each page by a tree that was trained on no page of its domain.

    The trees are C4.5's; those of `BY_CART` are scored by scikit-learn's as well, under names that say so.
    """
    cuts = {_cut(configuration): configuration for configuration in compared.values()}
    rows: dict[Cut, list[BlockRows | None]] = {cut: [] for cut in cuts}
    for page in progress(pages, "blocks"):
        for cut, found in zip(cuts, block_rows(page, list(cuts.values())), strict=True):
            rows[cut].append(found)
    fold_of = folds(pages, count)
    outcomes = {}
    tried = [(name, False) for name in compared] + [(name, True) for name in BY_CART if name in compared]
    for name, cart in progress(tried, "configurations"):
        configuration, outcome = compared[name], Outcome()
        own = rows[_cut(configuration)]
        for fold in range(count):
            training = [found for found, place in zip(own, fold_of, strict=True) if place != fold]
            model = fit_block_tree(training, name, seed, configuration=configuration, cart=cart)
            tree = Tree.from_dict(model["tree"], model["features"])
            for found, place in zip(own, fold_of, strict=True):
                if found is not None and place == fold:
                    _count(found, tree, configuration, outcome)
        outcomes[f"{name}, CART" if cart else name] = outcome
    return outcomes


def _cut(configuration: Configuration) -> Cut:
    """Return what a page's blocks depend on."""
    return configuration.kinds, configuration.deviations


def _count(page: BlockRows, tree: Tree, configuration: Configuration, outcome: Outcome) -> None:
    """Add one page to an outcome."""
    main = tree.value[tree.leaves(page.features)] >= MAIN_SHARE
    placed = np.zeros(len(main), bool)
    for block, evidence in configuration.decided(page.evidence).items():
        main[block], placed[block] = evidence.label == Label.MAIN, True
    for counts, marks, weights in (
        (outcome.blocks, page.scored, np.ones(len(main))),
        (outcome.words, page.scored, page.words),
        (outcome.placed, page.scored & placed, np.ones(len(main))),
        (outcome.left, page.scored & ~placed, np.ones(len(main))),
    ):
        counts.hits += float(weights[marks & ~main & ~page.main].sum())
        counts.wrong += float(weights[marks & ~main & page.main].sum())
        counts.missed += float(weights[marks & main & ~page.main].sum())


def as_text(outcomes: Mapping[str, Outcome]) -> str:
    """Return the table in plain text: hits, false alarms, misses, and percentages, by blocks and by words."""
    width = max(map(len, outcomes))
    head = f"{'':{width}}     Hit     FA   Miss      P      R      F  |  words: P      R      F  |  placed: P  left: F"
    lines = [head]
    for name, outcome in outcomes.items():
        blocks, words = outcome.blocks, outcome.words
        lines.append(
            f"{name:{width}}  {blocks.hits:6.0f} {blocks.wrong:6.0f} {blocks.missed:6.0f}"
            f"  {blocks.precision:5.1%}  {blocks.recall:5.1%}  {blocks.f1:5.1%}"
            f"  |  {words.precision:7.1%}  {words.recall:5.1%}  {words.f1:5.1%}"
            f"  |  {outcome.placed.precision:8.1%}  {outcome.left.f1:6.1%}"
        )
    return "\n".join(lines)
