"""What can be trained: how an annotated page becomes rows, rows a model, and a model a file."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ... import methods
from ...papers.fujita import Thresholds
from ...papers.uda import Configuration
from . import crf, layout, lines, pagerank, tree
from . import fujita as fujita_training
from .cards import about_crf, about_fujita, about_layout, about_lines, about_pagerank, about_tree
from .lines import PACKAGED, PAPER, Setup

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...progress import Progress
    from ..corpus import Split
    from ..corpus.annotated import AnnotatedPage

BALANCE = 1 / 3
"""Power of the sizes' ratio by which the pages of a smaller corpus weigh more."""
PAPER_THRESHOLDS = Thresholds(upper=70, lower=40)
"""The first pair of table 1 of Fujita et al."""
PACKAGED_THRESHOLDS = Thresholds(upper=50, lower=10, first=25)
"""Those of the packaged model: soft votes."""


def page_weights(corpora: Sequence[Sequence[AnnotatedPage]]) -> list[float]:
    """Return what each page of several corpora weighs, those of the largest one 1, of one an eighth as large 2."""
    largest = max(map(len, corpora))
    return [(largest / len(corpus)) ** BALANCE for corpus in corpora for _ in corpus]


def split_weights(corpora: Sequence[Sequence[AnnotatedPage]], split: Split) -> list[float]:
    """Return what each page that a split trains on weighs: what it would if there were no other pages."""
    every = [(number, page) for number, corpus in enumerate(corpora) for page in corpus]
    chosen: list[list[AnnotatedPage]] = [[] for _ in corpora]
    for place in split.trained:
        number, page = every[place]
        chosen[number].append(page)
    return page_weights([corpus for corpus in chosen if corpus])


@dataclass(frozen=True)
class Learner:
    """How the models of a method are trained.

    ``rows`` returns a page's rows, ``None`` where it has none; ``fit`` takes pages' rows, a name and a seed, and
    returns a model. ``weighed`` returns rows that count so many times, where the learner takes weights. ``method`` is
    the one that the model is for, ``write`` writes it to a file, and ``about`` describes it for its card.
    """

    rows: Callable[[AnnotatedPage], Any]
    fit: Callable[[Sequence[Any], str, int], dict[str, Any]]
    weighed: Callable[[Any, float], Any] = lambda rows, _: rows
    method: str = "tree"
    write: Callable[[dict[str, Any], Path], None] = tree.write_model
    about: Callable[[dict[str, Any]], str] = about_tree

    @property
    def suffix(self) -> str:
        """Ending of the model's file."""
        return methods.get(self.method).SUFFIX

    def read(self, corpora: Sequence[Sequence[AnnotatedPage]], progress: Progress) -> list[Any]:
        """Return the rows of all pages of several corpora, the pages of smaller ones weighing more."""
        pages = [page for corpus in corpora for page in corpus]
        return [
            self.weighed(self.rows(page), weight)
            for page, weight in zip(progress(pages, "features"), page_weights(corpora), strict=True)
        ]

    def held_out_models(
        self, rows: Sequence[Any], fold_of: Sequence[int], progress: Progress, seed: int = 0
    ) -> Iterator[tuple[int, Path]]:
        """Yield each fold with the file of a model that was trained on all other folds; the last one deletes them.

        ``fold_of`` has a number for each of ``rows``. A model has its fold's name, "fold0" and so on.
        """
        with tempfile.TemporaryDirectory() as folder:
            for fold in progress(sorted(set(fold_of)), "folds"):
                path = Path(folder) / f"fold{fold}{self.suffix}"
                training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
                self.write(self.fit(training, path.stem, seed), path)
                yield fold, path

    def split_models(
        self,
        corpora: Sequence[Sequence[AnnotatedPage]],
        splits: Sequence[Split],
        folder: Path,
        progress: Progress,
        seed: int = 0,
    ) -> Iterator[tuple[Split, Path]]:
        """Yield each split with the file of its model, written into a folder; it has the split's name."""
        pages = [page for corpus in corpora for page in corpus]
        rows = [self.rows(page) for page in progress(pages, "features")]
        for split in progress(splits, "models"):
            weights = split_weights(corpora, split)
            training = [self.weighed(rows[number], by) for number, by in zip(split.trained, weights, strict=True)]
            path = folder / f"{split.name}{self.suffix}"
            self.write(self.fit(training, split.name, seed), path)
            yield split, path


CRF = Learner(crf.crf_rows, crf.fit_crf, crf.weighed, "crf", crf.write_crf, about_crf)
"""The default method's: lexicon, boosted trees and a CRF."""
TREE = Learner(tree.rows_of, tree.fit_tree, tree.weighed)
"""Of the packaged model of method tree: a tree over text blocks."""
PAGERANK = Learner(pagerank.pagerank_rows, pagerank.fit_pagerank, pagerank.weighed, "pagerank", about=about_pagerank)
"""Of DOM PageRank: its parameters."""


def uda(configuration: Configuration | None = None) -> Learner:
    """Return the learner of the system of Uda et al.: a tree over re-blocked blocks, with placement."""
    chosen = configuration or Configuration()
    fit = partial(tree.fit_block_tree, configuration=chosen)
    return Learner(lambda page: next(tree.block_rows(page, (chosen,))), fit)


def fujita(thresholds: Thresholds | None = PAPER_THRESHOLDS) -> Learner:
    """Return the learner of the system of Fujita et al.: two CRFs and a vote; without thresholds the baseline."""
    return Learner(
        fujita_training.fujita_rows,
        partial(fujita_training.fit_fujita, thresholds=thresholds),
        fujita_training.weighed,
        "fujita",
        fujita_training.write_fujita,
        about_fujita,
    )


def shinnou(setup: Setup = PAPER) -> Learner:
    """Return the learner of the system of Shinnou and Sasaki: a tree over lines, and a diagram."""
    fit = partial(lines.fit_lines, setup=setup)
    return Learner(lines.lines_rows, fit, lines.weighed, "lines", about=about_lines)


def tsuruta(setup: layout.Setup = layout.PAPER) -> Learner:
    """Return the learner of the system of Tsuruta et al.: a weight map, for pages that a browser has laid out."""
    fit = partial(layout.fit_layout, setup=setup)
    return Learner(layout.layout_rows, fit, method="layout", about=about_layout)


PAPERS: dict[str, Callable[[], Learner]] = {
    "uda": uda,
    "uda-printed": partial(uda, Configuration(printed=True)),
    "fujita": fujita,
    "shinnou": shinnou,
    "pagerank": lambda: replace(PAGERANK, rows=lambda _: None, fit=pagerank.printed),
    "tsuruta": tsuruta,
}
"""The learners of papers' own systems, by the paper's name on the command line."""
METHODS = {
    "crf": CRF,
    "tree": TREE,
    "fujita": fujita(PACKAGED_THRESHOLDS),
    "lines": shinnou(PACKAGED),
    "pagerank": PAGERANK,
    "layout": tsuruta(layout.PACKAGED),
}
"""The learner of each method's packaged model."""
