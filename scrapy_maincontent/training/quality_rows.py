"""Annotated pages -> held-out texts, and how good they are: each by a model that has seen no page of its domain."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .. import methods, navigation
from ..corpus import folds
from ..evaluation.metrics import character_score, word_score, words
from ..evaluation.ngrams import units
from ..extraction import read_page
from ..facts.page_type import from_data, page_type, told_by
from ..facts.quality import quality_features
from ..page import Label
from ..rendering import render
from .held_types import held_types

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..progress import Progress
    from .learner import Learner

_CHARACTERS_PER_WORD = 2
"""A text with more units than so many times its words is written without blanks between words."""


@dataclass(frozen=True)
class Judged:
    """A page that shows text, and what a model that has seen no page of its domain makes of it.

    ``figures`` are those of `quality_features`, ``None`` where no text was selected. ``f1`` (0 to 1) is the text's.
    """

    page: AnnotatedPage
    corpus: str
    fold: int
    figures: Sequence[float] | None
    f1: float


def held_out(
    corpora: Mapping[str, Sequence[AnnotatedPage]], learner: Learner, count: int, progress: Progress, seed: int = 0
) -> list[Judged]:
    """Judge the pages of all corpora by ``count`` models of a learner; a page without text blocks is left out.

    Raises:
        CorpusError: there are fewer domains than folds.
    """
    pages = [page for corpus in corpora.values() for page in corpus]
    names = [name for name, corpus in corpora.items() for _ in corpus]
    fold_of = folds(pages, count)
    rows = learner.read(list(corpora.values()), progress)
    types = held_types(list(corpora.values()), fold_of, progress)
    found: dict[int, Judged] = {}
    with tempfile.TemporaryDirectory() as folder:
        for fold in progress(range(count), "folds"):
            path = Path(folder) / f"fold{fold}{learner.suffix}"
            training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
            learner.write(learner.fit(training, path.stem, seed), path)
            model = methods.get(learner.method).load(path)
            with told_by(from_data(types[fold]) if types else None):
                for number in (number for number, place in enumerate(fold_of) if place == fold):
                    judged = _judge(pages[number], names[number], fold, learner.method, model)
                    if judged is not None:
                        found[number] = judged
    return [found[number] for number in sorted(found)]


def _judge(annotated: AnnotatedPage, corpus: str, fold: int, method: str, model: methods.Model) -> Judged | None:
    page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
    if page is None or not page.texts:
        return None
    regions = navigation.detect(page)
    labels = methods.get(method).label(page, regions, model, methods.leaning(method, *page_type(page, regions)))
    text = render(page, [label is Label.MAIN for label in labels.labels], ("text",)).text
    return Judged(annotated, corpus, fold, quality_features(page.texts, labels), text_f1(text, annotated.main_content))


def text_f1(text: str, reference: str) -> float:
    """Return the word F1 of a text; of its character 4-grams where the reference has no blanks between words."""
    spaced = len(units(reference)) <= _CHARACTERS_PER_WORD * len(words(reference))
    return (word_score if spaced else character_score)(text, reference).f1
