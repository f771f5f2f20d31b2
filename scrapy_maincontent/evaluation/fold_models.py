"""The models of a cross-validation, kept: every page can be scored again by one that has seen no page of its domain.

Scores of kept models move with rules, features' values and selection alone, so that they can be compared to the bit,
and nothing has to be trained.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import methods
from ..corpus import folds
from ..training.learner import CRF
from .run import our_extractor, score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ..corpus import AnnotatedPage
    from ..progress import Progress
    from .run import Extractor, PageResult

FOLDS = 5
LEARNER = CRF
"""Of the default method."""


def train(corpora: Sequence[Sequence[AnnotatedPage]], folder: Path, progress: Progress) -> list[list[int]]:
    """Train a model for each fold of all corpora by domain, and write them into a folder.

    Returns for each corpus the fold of each of its pages. The same pages give the same bytes.
    """
    rows = LEARNER.read(corpora, progress)
    fold_of = folds([page for pages in corpora for page in pages], FOLDS)
    folder.mkdir(parents=True, exist_ok=True)
    for fold in progress(range(FOLDS), "folds"):
        training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
        LEARNER.write(LEARNER.fit(training, f"fold{fold}", 0), _file(folder, fold))
    methods.load_model.cache_clear()  # it may know files that were here before
    rest = iter(fold_of)
    return [[next(rest) for _ in pages] for pages in corpora]


def check(folder: Path) -> None:
    """See to it that every fold has a model that works.

    Raises:
        ModelError: one is missing or damaged, or was trained on other features than this version has.
    """
    for fold in range(FOLDS):
        methods.load_model(LEARNER.method, str(_file(folder, fold)))


def evaluate(
    pages: Sequence[AnnotatedPage], fold_of: Sequence[int], folder: Path, progress: Progress
) -> list[PageResult]:
    """Score every page by the model of its fold."""
    extractors = [our_extractor(LEARNER.method, str(_file(folder, fold))) for fold in range(FOLDS)]
    held_out = list(zip(pages, fold_of, strict=True))
    return [score(page, extractors[fold](page)) for page, fold in progress(held_out, "evaluate")]


def held_out(folder: Path, fold_of: Mapping[str, int]) -> Extractor:
    """Return an extractor that reads each page by the model of its fold, which is told by the page's id."""
    extractors = [our_extractor(LEARNER.method, str(_file(folder, fold))) for fold in range(FOLDS)]
    return lambda page: extractors[fold_of[page.id]](page)


def _file(folder: Path, fold: int) -> Path:
    return folder / f"fold{fold}{LEARNER.suffix}"
