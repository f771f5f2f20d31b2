"""The measures of Fujita et al.: what the second evaluation changes, over its two thresholds (4.1, 5).

The baseline is the first evaluation of the text block sequence. Each page is labelled by CRFs that have seen no page
of its domain; the first evaluation is made once, and each pair of thresholds only votes again. Pages without a
reference text are left out. As in the paper the figures are means over the pages whose text the second evaluation
changes, with those of all pages in brackets.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..corpus import folds
from ..extraction import read_page
from ..methods import fujita
from ..methods.fujita import Thresholds, blocks, second_evaluation
from ..rendering import render
from ..training import learner
from .ngrams import Reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ..corpus.annotated import AnnotatedPage
    from ..methods.fujita import Blocks
    from ..page import Page
    from ..progress import Progress

STEPS = tuple(range(10, 100, 10))
"""Thresholds tried, in per cent (4.1)."""
PAIRS = tuple((upper, lower) for upper, lower in product(STEPS, STEPS))
"""(upper, lower), in per cent."""
PAPER_PAIR = (learner.PAPER_THRESHOLDS.upper, learner.PAPER_THRESHOLDS.lower)
"""The pair that the paper looks into (5.2)."""
BEST = 3
"""Rows of table 1."""
MEASURES = ("BLEU", "ROUGE")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One text of a page, and its BLEU and ROUGE."""

    text: str
    scores: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PageOutcomes:
    """A page's text by the baseline, and by each pair of thresholds: as the text has it, and as figure 3 prints it."""

    page: AnnotatedPage
    baseline: Outcome
    proposed: dict[tuple[int, int], Outcome] = field(default_factory=dict)
    printed: dict[tuple[int, int], Outcome] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """Baseline and proposed means of BLEU and ROUGE: on the ``pages`` whose texts differ, and on all."""

    pair: tuple[int, int]
    pages: int
    baseline: tuple[float, float]
    proposed: tuple[float, float]
    baseline_all: tuple[float, float]
    proposed_all: tuple[float, float]

    @property
    def relative(self) -> tuple[float, float]:
        """How much higher the proposed means are on the pages that differ, as a share of the baseline's."""
        first, second = (new / old - 1 if old else 0.0 for new, old in zip(self.proposed, self.baseline, strict=True))
        return first, second


def cross_validate(
    pages: Sequence[AnnotatedPage],
    count: int,
    progress: Progress,
    *,
    others: Sequence[Sequence[AnnotatedPage]] = (),
    seed: int = 0,
) -> list[PageOutcomes]:
    """Return the outcomes of the pages that have a reference text, in their order.

    ``others`` are corpora to train on and not to score; their pages of a scored page's domain are left out with it.
    """
    paper = learner.fujita()
    corpora = [pages, *others]
    rows = paper.read(corpora, progress)
    fold_of = folds([page for corpus in corpora for page in corpus], count)
    found: dict[int, PageOutcomes] = {}
    with tempfile.TemporaryDirectory() as folder:
        for fold in progress(range(count), "folds"):
            path = Path(folder) / f"fold{fold}{paper.suffix}"
            training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
            paper.write(paper.fit(training, f"fold{fold}", seed), path)
            model = fujita.load(path)
            for number, (page, place) in enumerate(zip(pages, fold_of, strict=False)):
                if place == fold and page.main_content.strip():
                    found[number] = outcomes(page, model)
    return [found[number] for number in sorted(found)]


def outcomes(annotated: AnnotatedPage, model: fujita.FujitaModel) -> PageOutcomes:
    """Return what baseline and second evaluation make of a page."""
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        empty = Outcome("", (0.0, 0.0))
        return PageOutcomes(annotated, empty, dict.fromkeys(PAIRS, empty), dict.fromkeys(PAIRS, empty))
    found = blocks(page)
    first = fujita.first_evaluation(page, found, model).main
    parents = found.parents.tolist()
    texts = _Texts(page, found, Reference(annotated.main_content))
    result = PageOutcomes(annotated, texts.outcome(first))
    for upper, lower in PAIRS:
        for chosen, as_printed in ((result.proposed, False), (result.printed, True)):
            second = second_evaluation(parents, first, Thresholds(upper, lower, as_printed))
            chosen[upper, lower] = texts.outcome(second)
    return result


class _Texts:
    """The texts of one page: each selection of its blocks is rendered and measured once."""

    def __init__(self, page: Page, found: Blocks, reference: Reference) -> None:
        self._page, self._found, self._reference = page, found, reference
        self._known: dict[bytes, Outcome] = {}

    def outcome(self, main: Sequence[bool]) -> Outcome:
        selected = np.array(main, bool)[self._found.block_of]
        key = selected.tobytes()
        if key not in self._known:
            text = render(self._page, selected.tolist()).text
            self._known[key] = Outcome(text, self._reference.measure(text))
        return self._known[key]


def change(found: Sequence[PageOutcomes], pair: tuple[int, int], *, as_printed: bool = False) -> Change:
    """Return what a pair of thresholds changes."""
    both = [(page.baseline, (page.printed if as_printed else page.proposed)[pair]) for page in found]
    differ = [(old, new) for old, new in both if old.text != new.text]
    return Change(
        pair,
        len(differ),
        _means(old for old, _ in differ),
        _means(new for _, new in differ),
        _means(old for old, _ in both),
        _means(new for _, new in both),
    )


def changes(found: Sequence[PageOutcomes], *, as_printed: bool = False) -> dict[tuple[int, int], Change]:
    """Return what each pair of thresholds changes."""
    return {pair: change(found, pair, as_printed=as_printed) for pair in PAIRS}


def above_baseline(made: Iterable[Change]) -> list[Change]:
    """Return the changes that leave both measures higher than the baseline, on the pages that differ."""
    return [change for change in made if min(change.relative) > 0]


def best(made: Iterable[Change]) -> list[Change]:
    """Return the rows of table 1: the best three of those above the baseline in both measures (5.1).

    Best is the greatest sum of both changes, which puts the paper's three in their order. Where fewer are above
    the baseline, others follow in the order of that sum.
    """
    every = list(made)
    above = above_baseline(every)
    ranked = sorted(every, key=lambda change: (change not in above, -sum(change.relative), change.pair))
    return ranked[:BEST]


def heat_maps(made: dict[tuple[int, int], Change]) -> dict[str, NDArray[np.float64]]:
    """Return for each measure the relative change (upper x lower thresholds, both rising), as figure 4 shows it."""
    return {
        measure: np.array([[made[upper, lower].relative[number] for lower in STEPS] for upper in STEPS])
        for number, measure in enumerate(MEASURES)
    }


def _means(texts: Iterable[Outcome]) -> tuple[float, float]:
    scores = [outcome.scores for outcome in texts]
    if not scores:
        return 0.0, 0.0
    bleu, rouge = np.mean(scores, axis=0).tolist()
    return bleu, rouge
