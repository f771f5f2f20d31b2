"""Extractors -> scores of every page: a packaged model's, a peer's, or cross-validated by domain.

Peers are other extractors, of the extra ``peers``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from ..corpus import folds
from ..corpus.metrics import Score, character_score, same_title, snippet_share, word_score
from ..extraction import extract
from ..facts.page_type import from_data, use_page_types
from ..page.encoding import decode
from ..training.page_type import held_types

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..facts.page_type import PageTypeModel
    from ..progress import Progress
    from ..training.learner import Learner

    Extractor = Callable[[AnnotatedPage], "Prediction"]
    Peer = Callable[[bytes], str]
    """UTF-8 bytes of a page -> its main text."""


_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Prediction:
    """An extractor's text and title of a page; ``title`` is ``None`` where it gives no titles at all."""

    text: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page's prediction and how good it is.

    ``title`` is true where the title is right, ``wanted`` and ``unwanted`` are the shares of those snippets found;
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
    """Return an extractor that runs the whole chain on a page's bytes; ``types`` is the model of page types."""

    def run(page: AnnotatedPage) -> Prediction:
        with use_page_types(types):
            result = extract(page.html(), page.url, encoding=page.encoding, method=method, model=model)
        return Prediction(result.text, result.title or "")

    return run


def peer_extractor(name: str) -> Extractor:
    """Return a peer as an extractor; it gets the page in UTF-8, so that encodings are not what is compared.

    Raises:
        ValueError: there is none of that name.
        ModuleNotFoundError: it is not installed.
    """
    extract_text = peer(name)
    return lambda page: Prediction(extract_text(decode(page.html(), page.encoding).text.encode()))


def peer(name: str) -> Peer:
    """Return another extractor by name.

    Raises:
        ValueError: there is none of that name.
        ModuleNotFoundError: it is not installed.
    """
    if name not in PEERS:
        raise ValueError(f"peer is {name!r}; it must be one of {', '.join(PEERS)}")
    return PEERS[name]()


def _trafilatura() -> Peer:
    extract = import_module("trafilatura").extract
    return lambda html: extract(html) or ""


def _resiliparse() -> Peer:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda html: str(extract(html.decode("utf-8", "replace"), main_content=True))


def _readability() -> Peer:
    document = import_module("readability").Document
    parse = import_module("lxml.html").fromstring

    def run(html: bytes) -> str:
        summary = document(html.decode("utf-8", "replace")).summary()
        return str(parse(summary).text_content()) if _TAG.sub("", summary).strip() else ""

    return run


PEERS: dict[str, Callable[[], Peer]] = {
    "trafilatura": _trafilatura,
    "resiliparse": _resiliparse,
    "readability": _readability,
}


def cross_validate(
    pages: Sequence[AnnotatedPage],
    count: int,
    progress: Progress,
    *,
    learner: Learner,
    others: Sequence[Sequence[AnnotatedPage]] = (),
    seed: int = 0,
) -> list[PageResult]:
    """Score a learner's models on ``pages``, each by a model that was trained on no page of its domain.

    So are the models of page types. ``others`` are corpora to train on and not to score; their pages of a scored page's
    domain are left out with it.
    """
    corpora = [pages, *others]
    rows = learner.read(corpora, progress)
    fold_of = folds([page for corpus in corpora for page in corpus], count)
    types = held_types(corpora, fold_of, progress)
    found: dict[int, PageResult] = {}
    for fold, path in learner.held_out_models(rows, fold_of, progress, seed):
        run = our_extractor(learner.method, str(path), from_data(types[fold]) if types else None)
        for number, page in enumerate(pages):
            if fold_of[number] == fold:
                found[number] = score(page, run(page))
    return [found[number] for number in range(len(pages))]
