"""The measures of Shinnou and Sasaki: how many lines get the right class (3.2, 3.3).

Twice: on other pages of the sites that are trained on, and on other sites. The paper took 50 pages of each of five
sites, and as many again to score. Corpora have few pages of a site: the sites with `SITE_PAGES` or more take the place
of the five, and each page is scored by a model trained on other pages of those sites, or of its own site alone. On
other sites every page is scored by a model that has seen no page of its domain.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..core.extract import read_page
from ..corpus import folds
from ..methods import lines
from ..methods.lines import CLASSES, NONE
from ..training import learner
from ..training.lines import rows_of_lines, weighed
from .metrics import Counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..core.measures import Ints
    from ..corpus import AnnotatedPage
    from ..methods.lines import Read
    from ..progress import Progress
    from ..training.lines import LinesRows, Setup
    from .shinnou_lines import Renderer

SITE_PAGES = 4
"""Fewest pages of a site that is trained on and scored; also the folds that its pages are dealt to."""
SCORED = tuple(name for name in CLASSES if name != CLASSES[NONE])
"""The classes of the tables."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page, and its lines with their true classes; ``None`` where it has no text block, or no lines."""

    page: AnnotatedPage
    rows: LinesRows | None


@dataclass(frozen=True, slots=True)
class Judged:
    """A page, the true classes of its lines, and what a model that has not seen the page makes of them.

    ``truth`` (lines) are numbers of `CLASSES`. All are ``None`` where the page has no lines.
    """

    page: AnnotatedPage
    truth: Ints | None = None
    found: Read | None = None

    @property
    def classes(self) -> Ints | None:
        """The classes found, all N where the diagram has no path."""
        if self.found is None or self.truth is None:
            return None
        return np.full(len(self.truth), NONE) if self.found.classes is None else self.found.classes


def show(corpora: Sequence[Sequence[AnnotatedPage]], render: Renderer, progress: Progress) -> list[Shown]:
    """Return the pages of all corpora as a renderer shows them, weighed as they are in training."""
    pages = [page for corpus in corpora for page in corpus]
    found = []
    for annotated, weight in zip(progress(pages, "lines"), learner.page_weights(corpora), strict=True):
        page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
        shown = render(page, annotated) if page is not None and page.texts else None
        rows = None if page is None or shown is None else rows_of_lines(page, shown, annotated)
        found.append(Shown(annotated, weighed(rows, weight)))
    return found


def same_sites(shown: Sequence[Shown], setup: Setup, progress: Progress, seed: int = 0) -> list[Judged]:
    """Judge the pages of the sites that have enough of them, each by a model of other pages of all these sites."""
    sites = _sites(shown)
    chosen = [one for own in sites for one in own]
    fold_of = [place % SITE_PAGES for own in sites for place in range(len(own))]
    return _judge(chosen, fold_of, setup, progress, seed) if chosen else []


def own_sites(shown: Sequence[Shown], setup: Setup, progress: Progress, seed: int = 0) -> list[Judged]:
    """Judge the same pages as `same_sites`, each by a model of other pages of its own site alone."""
    return [one for own in _sites(shown) for one in same_sites(own, setup, progress, seed)]


def _sites(shown: Sequence[Shown]) -> list[list[Shown]]:
    """Return the pages with lines of each site that has enough of them."""
    sites: dict[str, list[Shown]] = {}
    for one in shown:
        if one.rows is not None:
            sites.setdefault(one.page.domain, []).append(one)
    return [own for own in sites.values() if len(own) >= SITE_PAGES]


def other_sites(shown: Sequence[Shown], count: int, setup: Setup, progress: Progress, seed: int = 0) -> list[Judged]:
    """Judge all pages, cross-validated by domain in so many folds.

    Raises:
        CorpusError: there are fewer domains than folds.
    """
    return _judge(shown, folds([one.page for one in shown], count), setup, progress, seed)


def _judge(shown: Sequence[Shown], fold_of: Sequence[int], setup: Setup, progress: Progress, seed: int) -> list[Judged]:
    paper = learner.shinnou(setup)
    found: dict[int, Judged] = {}
    with tempfile.TemporaryDirectory() as folder:
        for fold in progress(sorted(set(fold_of)), "folds"):
            path = Path(folder) / f"fold{fold}{paper.suffix}"
            training = [one.rows for one, place in zip(shown, fold_of, strict=True) if place != fold]
            paper.write(paper.fit(training, path.stem, seed), path)
            model = lines.load(path)
            for number, (one, place) in enumerate(zip(shown, fold_of, strict=True)):
                if place == fold:
                    rows = one.rows
                    judged = Judged(one.page, rows.classes, lines.read_lines(rows.figures, model)) if rows else None
                    found[number] = judged or Judged(one.page)
    return [found[number] for number in range(len(shown))]


def class_counts(judged: Iterable[Judged]) -> dict[str, Counts]:
    """Count for each class the lines that have it and got it, got it wrongly, and missed it."""
    counts = {name: Counts() for name in SCORED}
    for page in judged:
        found, truth = page.classes, page.truth
        if found is None or truth is None:
            continue
        for name, own in counts.items():
            number = CLASSES.index(name)
            got, wanted = found == number, truth == number
            own.hits += int((got & wanted).sum())
            own.wrong += int((got & ~wanted).sum())
            own.missed += int((wanted & ~got).sum())
    return counts


def by_site(judged: Iterable[Judged]) -> dict[str, list[Judged]]:
    """Return the pages of each site that has `SITE_PAGES` or more, the best site first.

    The best one has the greatest mean of F over the classes that stand on its pages; equal ones stand by their names.
    """
    sites: dict[str, list[Judged]] = {}
    for page in judged:
        sites.setdefault(page.page.domain, []).append(page)
    enough = {name: pages for name, pages in sites.items() if len(pages) >= SITE_PAGES}
    return dict(sorted(enough.items(), key=lambda site: (-_mean_f(site[1]), site[0])))


def _mean_f(judged: Iterable[Judged]) -> float:
    present = [counts.f1 for counts in class_counts(judged).values() if counts.hits + counts.missed]
    return sum(present) / len(present) if present else 0.0
