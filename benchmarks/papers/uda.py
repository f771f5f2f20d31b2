"""The tables of Uda et al.: how well the blocks that are not main content are found, with navigation and without.

The truth is given after re-blocking, as in the paper: a block is main content when at least half of its words stand in
the reference text. Blocks without a word (pictures alone) have no truth; they are neither trained on nor counted. The
blocks differ between configurations, so that numbers of blocks do, too. Counts weighted by words do not depend on
how finely a page is cut.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.papers import ENGLISH, JAPANESE, markdown, percent, share
from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.lab import evaluation
from scrapy_maincontent.lab.corpus import Counts, folds
from scrapy_maincontent.lab.evaluation.tables import ALL as EVERY_PAGE
from scrapy_maincontent.lab.evaluation.tables import summary
from scrapy_maincontent.lab.training.tree import block_rows, fit_block_tree
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.papers.decision_tree import Tree
from scrapy_maincontent.papers.uda import MAIN_SHARE, Configuration
from scrapy_maincontent.rendering.plain_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from benchmarks.papers import Corpora, Tables
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.lab.training.tree import BlockRows
    from scrapy_maincontent.progress import Progress

    Marks = NDArray[np.bool_]
    Answers = list[Marks | None]
    """Which blocks of each page a tree calls main."""


EVERY = frozenset(Kind)
PRIOR, ALL = Configuration(frozenset()), Configuration()
BEST = Configuration(EVERY - {Kind.BLOG_UTILITY})
"""The prior method, the proposed one, and the paper's best."""
MAIN_CONFIGURATIONS = (PRIOR, ALL, BEST)
SINGLE = tuple(Configuration(frozenset({kind})) for kind in Kind)
COMBINATIONS = tuple(
    Configuration(frozenset(kinds)) for size in range(len(Kind) + 1) for kinds in combinations(Kind, size)
)
PRINTED = tuple(replace(configuration, printed=True) for configuration in (*SINGLE, ALL, BEST))
RE_BLOCKED = Configuration(without=frozenset(RULES))
PAPER = {
    "prior": ((365, 156, 18), (977, 547, 140)),
    "all": ((503, 133, 29), (1419, 510, 100)),
}
"""Hit, FA and Miss of the paper's closed test (50 pages) and of its open one (150 pages)."""
_COUNTS = ("Hit", "FA", "Miss", "P", "R", "F")


def tables(corpora: Corpora, progress: Progress) -> Tables:
    """Return the tables of Uda et al., those of Japanese pages where there are any."""
    study = Study.of(corpora[ENGLISH], (*COMBINATIONS, *PRINTED), corpora.folds, progress)
    made = {
        "paper": paper_table(study),
        "kinds": kinds_table(study),
        "combinations": combinations_table(study),
        "rules": rules_table(study),
        "texts": text_table(study, progress),
    }
    if corpora[JAPANESE]:
        japanese = Study.of(corpora[JAPANESE], (*MAIN_CONFIGURATIONS, *PRINTED[-2:]), corpora.folds, progress)
        made["japanese-blocks"] = combinations_table(japanese, (*MAIN_CONFIGURATIONS, *PRINTED[-2:]))
    return made


def name_of(configuration: Configuration) -> str:
    """Return what a configuration's navigation is called."""
    left = [kind for kind in Kind if kind not in configuration.kinds]
    name = ", ".join(f"`{kind}`" for kind in Kind if kind in configuration.kinds) or "none (prior method)"
    if not left:
        name = "all"
    elif len(left) == 1:
        name = f"all but `{left[0]}`"
    return f"{name}, as printed" if configuration.printed else name


# Trees' answers, and what placement makes of them.


class Cut(NamedTuple):
    """What a page's blocks, and the tree over them, depend on."""

    kinds: frozenset[Kind]
    deviations: float
    printed: bool

    @classmethod
    def of(cls, configuration: Configuration) -> Cut:
        """Return that of a configuration."""
        return cls(configuration.kinds, configuration.deviations, configuration.printed)


@dataclass(slots=True)
class Outcome:
    """How a configuration did: blocks that are not main content, counted as blocks and by their words.

    ``placed`` counts only the blocks that placement decided, ``left`` those the tree decided.
    """

    blocks: Counts = field(default_factory=Counts)
    words: Counts = field(default_factory=Counts)
    placed: Counts = field(default_factory=Counts)
    left: Counts = field(default_factory=Counts)


class Study:
    """The blocks of a corpus under each way to cut its pages, and the answers of trees; each tree is grown once.

    In the open test each page is judged by a tree that was trained on no page of its domain, in so many folds; in the
    closed one by the tree that was trained on all pages.
    """

    def __init__(
        self, pages: Sequence[AnnotatedPage], fold_of: Sequence[int], rows: Mapping[Cut, Sequence[BlockRows | None]]
    ) -> None:
        self.pages, self.fold_of, self.rows = pages, fold_of, rows
        self.answers = cache(self._answers)

    @classmethod
    def of(
        cls, pages: Sequence[AnnotatedPage], compared: Iterable[Configuration], count: int, progress: Progress
    ) -> Study:
        """Cut the pages as some configurations do."""
        cuts = {Cut.of(configuration): configuration for configuration in compared}
        rows: dict[Cut, list[BlockRows | None]] = {cut: [] for cut in cuts}
        for page in progress(pages, "blocks"):
            for cut, found in zip(cuts, block_rows(page, list(cuts.values())), strict=True):
                rows[cut].append(found)
        return cls(pages, folds(pages, count), rows)

    def _answers(self, cut: Cut, closed: bool, cart: bool) -> Answers:
        return answered(self.rows[cut], None if closed else self.fold_of, cart=cart)

    def outcome(self, configuration: Configuration, *, closed: bool = False, cart: bool = False) -> Outcome:
        """Return how a configuration does in a test, with trees of C4.5 or of CART."""
        cut, outcome = Cut.of(configuration), Outcome()
        for page, answer in zip(self.rows[cut], self.answers(cut, closed, cart), strict=True):
            if page is not None and answer is not None:
                _count(page, *_decided(page, answer, configuration), outcome)
        return outcome

    def texts(self, compared: Sequence[Configuration], progress: Progress) -> list[list[str]]:
        """Return for each page the text of its main blocks under each configuration, in the open test."""
        cuts = [(Cut.of(configuration), configuration) for configuration in compared]
        studied = [(self.rows[cut], self.answers(cut, False, False), configuration) for cut, configuration in cuts]
        found: list[list[str]] = []
        for number, annotated in enumerate(progress(self.pages, "texts")):
            flat, texts = annotated.read_with_text(), []
            for rows, answers, configuration in studied:
                page, answer = rows[number], answers[number]
                if flat is None or page is None or answer is None:
                    texts.append("")
                    continue
                sizes = [end - start for start, end in page.texts]
                main = np.repeat(_decided(page, answer, configuration)[0], sizes)
                texts.append(plain_text(flat, main.tolist())[0])
            found.append(texts)
        return found


def answered(rows: Sequence[BlockRows | None], fold_of: Sequence[int] | None, *, cart: bool = False) -> Answers:
    """Return the answers of trees that were trained on the other folds; without folds of one, trained on all pages."""
    answers: Answers = [None] * len(rows)
    places = fold_of or [0] * len(rows)
    for fold in sorted(set(places)):
        training = [found for found, place in zip(rows, places, strict=True) if place != fold or fold_of is None]
        model = fit_block_tree(training, "", configuration=ALL, cart=cart)
        tree = Tree.from_dict(model["tree"], model["features"])
        for number, (found, place) in enumerate(zip(rows, places, strict=True)):
            if found is not None and place == fold:
                answers[number] = tree.value[tree.leaves(found.features)] >= MAIN_SHARE
    return answers


def _decided(page: BlockRows, answer: Marks, configuration: Configuration) -> tuple[Marks, Marks]:
    """Return which blocks are main in the end, and which of all placement has decided."""
    main, placed = answer.copy(), np.zeros(len(answer), bool)
    for block, evidence in configuration.decided(page.evidence).items():
        main[block], placed[block] = evidence.label == Label.MAIN, True
    return main, placed


def _count(page: BlockRows, main: Marks, placed: Marks, outcome: Outcome) -> None:
    """Add one page to an outcome."""
    for counts, marks, weights in (
        (outcome.blocks, page.scored, np.ones(len(main))),
        (outcome.words, page.scored, page.words),
        (outcome.placed, page.scored & placed, np.ones(len(main))),
        (outcome.left, page.scored & ~placed, np.ones(len(main))),
    ):
        counts.hits += float(weights[marks & ~main & ~page.main].sum())
        counts.wrong += float(weights[marks & ~main & page.main].sum())
        counts.missed += float(weights[marks & main & ~page.main].sum())


# The tables. Shares are percentages.


def _six(counts: Counts) -> list[str]:
    return [f"{value:,.0f}" for value in (counts.hits, counts.wrong, counts.missed)] + _shares(counts)


def _shares(counts: Counts) -> list[str]:
    return [percent(counts.precision), percent(counts.recall), percent(counts.f1)]


def paper_table(study: Study) -> str:
    """Return the paper's tables 5.3.1 and 5.3.2 beside the same of these pages: the closed test, the open one."""
    rows = [
        [f"the paper, {name}", *(cell for test in tests for cell in _six(Counts(*test)))]
        for name, tests in PAPER.items()
    ]
    for found in (PRIOR, ALL, BEST, *PRINTED[-2:]):
        outcomes = (study.outcome(found, closed=closed) for closed in (True, False))
        rows.append([name_of(found), *(cell for outcome in outcomes for cell in _six(outcome.blocks))])
    return markdown(["", *(f"{test}: {name}" for test in ("closed", "open") for name in _COUNTS)], rows)


def kinds_table(study: Study) -> str:
    """Return what each kind of navigation does in the open test, by the product's detectors and as printed."""
    tried = [(name_of(found), found, False) for found in (PRIOR, *SINGLE, ALL, BEST)]
    tried.append(("all, for re-blocking alone", RE_BLOCKED, False))
    tried += [(name_of(found), found, False) for found in PRINTED]
    tried += [(f"{name_of(found)}, by CART", found, True) for found in MAIN_CONFIGURATIONS]
    rows = []
    for name, found, cart in tried:
        outcome = study.outcome(found, cart=cart)
        placed = percent(outcome.placed.precision) if outcome.placed.hits + outcome.placed.wrong else ""
        rows.append([name, *_six(outcome.blocks), *_shares(outcome.words), placed, percent(outcome.left.f1)])
    head = ["Navigation", *_COUNTS, "P, words", "R, words", "F, words", "P of placement", "F of the tree"]
    return markdown(head, rows)


def combinations_table(study: Study, compared: Iterable[Configuration] = COMBINATIONS) -> str:
    """Return both tests of each configuration, by default of each combination of kinds."""
    rows = []
    for found in compared:
        closed, opened = study.outcome(found, closed=True), study.outcome(found)
        rows.append([name_of(found), *_six(closed.blocks), *_six(opened.blocks), percent(opened.words.f1)])
    head = [f"{test}: {name}" for test in ("closed", "open") for name in _COUNTS]
    return markdown(["Navigation", *head, "open: F, words"], rows)


def rules_table(study: Study) -> str:
    """Return how all kinds change with each rule left out, in the open test."""
    before, rows = study.outcome(ALL), []
    for rule in RULES:
        outcome = study.outcome(replace(ALL, without=frozenset({rule})))
        pairs = [
            (getattr(outcome.blocks, name), getattr(before.blocks, name)) for name in ("precision", "recall", "f1")
        ]
        pairs.append((outcome.words.f1, before.words.f1))
        rows.append([f"`{rule}`", *(_change(after - old) for after, old in pairs)])
    return markdown(["Left out", "P", "R", "F", "F, words"], rows)


def _change(difference: float) -> str:
    text = f"{100 * difference:+.1f}".replace("-", "−")
    return "0" if text[1:] == "0.0" else text


def text_table(study: Study, progress: Progress) -> str:
    """Return the word F1 of what is left as text, of all pages and of each type."""
    compared = (*MAIN_CONFIGURATIONS, *PRINTED[-2:])
    texts = study.texts(compared, progress)
    rows, head = [], ["Configuration"]
    for found, predicted in zip(compared, zip(*texts, strict=True), strict=True):
        results = [
            evaluation.score(page, evaluation.Prediction(text))
            for page, text in zip(study.pages, predicted, strict=True)
        ]
        means = {name: row["f1"] for name, row in summary(results).items()}
        rows.append([name_of(found), *(share(value) for value in means.values())])
        head = ["Configuration", *("all pages" if name == EVERY_PAGE else name or "no type" for name in means)]
    return markdown(head, rows)
