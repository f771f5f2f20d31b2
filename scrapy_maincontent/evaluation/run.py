"""Score extractions against annotated pages, as they are or cross-validated by domain."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..corpus import folds
from ..corpus.metrics import Score, character_score, same_title, snippet_share, word_score
from ..extraction import extract
from ..facts.page_type import from_data, use_page_types
from ..training.quality import held_types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..facts.page_type import PageTypeModel
    from ..progress import Progress
    from ..training.learner import Learner

    Extractor = Callable[[AnnotatedPage], "Prediction"]


@dataclass(frozen=True, slots=True)
class Prediction:
    """What an extractor says of a page; ``title`` is ``None`` where it gives no titles at all."""

    text: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page's prediction and how good it is.

    ``title`` tells whether the title is right, ``wanted`` and ``unwanted`` are the shares of those snippets found;
    ``None`` where the page has no such reference, or the extractor gives no titles.
    """

    page: AnnotatedPage
    prediction: Prediction
    words: Score
    characters: Score
    title: bool | None
    wanted: float | None
    unwanted: float | None


def score(page: AnnotatedPage, prediction: Prediction) -> PageResult:
    """Score one prediction."""
    return PageResult(
        page,
        prediction,
        words=word_score(prediction.text, page.main_content),
        characters=character_score(prediction.text, page.main_content),
        title=same_title(prediction.title, page.title) if page.title and prediction.title is not None else None,
        wanted=snippet_share(prediction.text, page.wanted),
        unwanted=snippet_share(prediction.text, page.unwanted),
    )


def evaluate(
    pages: Sequence[AnnotatedPage], extractor: Extractor, progress: Progress, what: str = "evaluate"
) -> list[PageResult]:
    """Score an extractor on every page."""
    return [score(page, extractor(page)) for page in progress(pages, what)]


def our_extractor(method: str, model: str | None = None, types: PageTypeModel | None = None) -> Extractor:
    """Return an extractor that runs the whole chain on a page's bytes; ``types`` tells the types of pages."""

    def run(page: AnnotatedPage) -> Prediction:
        with use_page_types(types):
            result = extract(page.html(), page.url, encoding=page.encoding, method=method, model=model)
        return Prediction(result.text, result.title or "")

    return run


def cross_validate(
    pages: Sequence[AnnotatedPage],
    count: int,
    progress: Progress,
    *,
    learner: Learner,
    others: Sequence[Sequence[AnnotatedPage]] = (),
    seed: int = 0,
) -> list[PageResult]:
    """Score a learner's models on ``pages``, each by a model that has seen no page of its domain.

    So are the models of page types. ``others`` are corpora to train on and not to score; their pages of a scored page's
    domain are left out with it.
    """
    corpora = [pages, *others]
    rows = learner.read(corpora, progress)
    fold_of = folds([page for corpus in corpora for page in corpus], count)
    types = held_types(corpora, fold_of, progress)
    by_fold: dict[int, list[PageResult]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for fold in progress(range(count), "folds"):
            path = Path(folder) / f"fold{fold}{learner.suffix}"
            training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
            learner.write(learner.fit(training, f"fold{fold}", seed), path)
            held_out = [page for page, place in zip(pages, fold_of, strict=False) if place == fold]
            run = our_extractor(learner.method, str(path), from_data(types[fold]) if types else None)
            by_fold[fold] = [score(page, run(page)) for page in held_out]
    in_order: dict[int, Iterator[PageResult]] = {fold: iter(results) for fold, results in by_fold.items()}
    return [next(in_order[fold]) for fold in fold_of[: len(pages)]]
