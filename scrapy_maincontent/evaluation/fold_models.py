"""The models of a cross-validation, kept: every page can be scored again by one that has seen no page of its domain.

Scores of kept models move with rules, features' values and selection alone, so that they can be compared to the bit,
and nothing has to be trained.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .. import methods
from ..corpus import folds
from ..facts import page_type
from ..training.held_types import held_types
from ..training.learner import CRF
from .run import our_extractor, score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ..corpus.annotated import AnnotatedPage
    from ..progress import Progress
    from .run import Extractor, PageResult

FOLDS = 5
LEARNER = CRF
"""Of the default method."""


def train(corpora: Sequence[Sequence[AnnotatedPage]], folder: Path, progress: Progress) -> list[list[int]]:
    """Train a model for each fold of all corpora by domain, and one of page types, and write them into a folder.

    Returns for each corpus the fold of each of its pages. The same pages give the same bytes.
    """
    rows = LEARNER.read(corpora, progress)
    fold_of = folds([page for pages in corpora for page in pages], FOLDS)
    folder.mkdir(parents=True, exist_ok=True)
    for fold in progress(range(FOLDS), "folds"):
        training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
        LEARNER.write(LEARNER.fit(training, f"fold{fold}", 0), _file(folder, fold))
        _types_file(folder, fold).unlink(missing_ok=True)
    for fold, types in enumerate(held_types(corpora, fold_of, progress)):
        _types_file(folder, fold).write_text(json.dumps(types, separators=(",", ":")) + "\n", "utf-8")
    methods.load_model.cache_clear()  # it may know files that were here before
    rest = iter(fold_of)
    return [[next(rest) for _ in pages] for pages in corpora]


def check(folder: Path) -> None:
    """See to it that every fold has a model that works.

    Raises:
        ModelError: one is missing or damaged, or was trained on other features than this version has.
    """
    try:
        _extractors(folder)
    except methods.ModelError:
        raise
    except ValueError as error:
        raise methods.ModelError(str(error)) from error


def evaluate(
    pages: Sequence[AnnotatedPage], fold_of: Sequence[int], folder: Path, progress: Progress
) -> list[PageResult]:
    """Score every page by the model of its fold."""
    extractors = _extractors(folder)
    held_out = list(zip(pages, fold_of, strict=True))
    return [score(page, extractors[fold](page)) for page, fold in progress(held_out, "evaluate")]


def held_out(folder: Path, fold_of: Mapping[str, int]) -> Extractor:
    """Return an extractor that reads each page by the model of its fold, which is told by the page's id."""
    extractors = _extractors(folder)
    return lambda page: extractors[fold_of[page.id]](page)


def _extractors(folder: Path) -> list[Extractor]:
    """Return each fold's; types of pages are told by the packaged model where it has not seen the corpora."""
    found = []
    for fold in range(FOLDS):
        file, types = _file(folder, fold), _types_file(folder, fold)
        methods.load_model(LEARNER.method, str(file))
        found.append(our_extractor(LEARNER.method, str(file), page_type.load(types) if types.is_file() else None))
    return found


def _types_file(folder: Path, fold: int) -> Path:
    return folder / f"types{fold}.json"


def _file(folder: Path, fold: int) -> Path:
    return folder / f"fold{fold}{LEARNER.suffix}"
