"""Annotated pages and extractors -> scores and tables: `evaluate` scores, `tables` prints and keeps what comes out."""

from __future__ import annotations

import logging
import math
import re
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from ...extraction import extract
from ...facts.page_type import from_data, use_page_types
from ...page.encoding import decode
from ...page.limits import Limits, OutOfTime
from ..corpus import (
    Score,
    character_score,
    fold_splits,
    folds,
    has_word_spaces,
    headline_line,
    same_title,
    snippet_share,
    word_score,
)
from ..training.page_type import held_types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...facts.page_type import PageTypeModel
    from ...progress import Progress
    from ..corpus import Split
    from ..corpus.annotated import AnnotatedPage
    from ..training.learner import Learner

    Extractor = Callable[[AnnotatedPage], "Prediction"]
    Peer = Callable[[bytes], str]
    """UTF-8 bytes of a page -> its main text."""


logger = logging.getLogger(__name__)

_TAG = re.compile(r"<[^<>]*+>")
_READ = 20_000
"""Bytes from a page's start in which its root element is looked for."""
_LANGUAGE = re.compile(rb"""<html\b[^<>]{0,500}?[\s"']lang\s*+=\s*+["']?\s*+([a-zA-Z]{2,3})\b""", re.IGNORECASE)
_REMEMBERED = 4096
"""Pages whose document's title is kept: each extractor is scored on the same ones."""
UNHURRIED = Limits(seconds=math.inf)
"""What an extractor is scored with: a machine that is busy lowers no score."""
UNKNOWN = "unknown"
"""The language of a page that names none."""
UNSPACED = frozenset({"ja", "th", "zh"})
"""Languages without blanks between words: their texts are compared by character 4-grams in place of words."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """An extractor's text and title of a page; ``title`` is ``None`` where it gives no titles at all."""

    text: str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page's prediction and how good it is.

    ``words`` compares by words, or by character 4-grams where `by_characters` says so; ``body`` does the same against
    the reference without its headline. ``title`` is true where the title is right, ``wanted`` and ``unwanted`` are the
    shares of those snippets found; ``None`` where the page has no such reference, or the extractor gives no titles.
    """

    page: AnnotatedPage
    prediction: Prediction
    words: Score
    body: Score
    characters: Score
    title: bool | None
    wanted: float | None
    unwanted: float | None


def score(page: AnnotatedPage, prediction: Prediction) -> PageResult:
    """Score one prediction."""
    characters = character_score(prediction.text, page.main_content)
    words = characters if by_characters(page) else word_score(prediction.text, page.main_content)
    body, reference = words, body_reference(page)
    if reference != page.main_content:
        body = (character_score if by_characters(page) else word_score)(prediction.text, reference)
    return PageResult(
        page,
        prediction,
        words=words,
        body=body,
        characters=characters,
        title=same_title(prediction.title, page.title) if page.title and prediction.title is not None else None,
        wanted=snippet_share(prediction.text, page.wanted),
        unwanted=snippet_share(prediction.text, page.unwanted),
    )


def by_characters(page: AnnotatedPage) -> bool:
    """Return True if a page's texts are compared by character 4-grams: words have no blanks between them.

    The annotated language decides; without one, the page's own or the script of the reference.
    """
    return language_of(page) in UNSPACED or not (page.language or has_word_spaces(page.main_content))


def language_of(page: AnnotatedPage) -> str:
    """Return the language that the annotation names, or else the page's own root element; `UNKNOWN` without either.

    Only the language counts, not the country: "pt" for "pt-BR".
    """
    if page.language:
        return page.language.split("-")[0].lower()
    found = _LANGUAGE.search(page.html()[:_READ])
    return found[1].decode().lower() if found else UNKNOWN


def body_reference(page: AnnotatedPage) -> str:
    """Return a page's reference text without its first line where that is the headline and not all of the text."""
    reference = page.main_content.strip()
    line = headline_line(reference, page.title, "") or headline_line(reference, "", _document_title(page))
    return reference.removeprefix(line).lstrip() if line and line != reference else page.main_content


@lru_cache(maxsize=_REMEMBERED)
def _document_title(page: AnnotatedPage) -> str:
    try:
        flat = page.read()
    except OutOfTime:
        return ""
    return "" if flat is None else flat.head_title


def evaluate(
    pages: Sequence[AnnotatedPage], extractor: Extractor, progress: Progress, what: str = "evaluate"
) -> list[PageResult]:
    """Score an extractor on every page."""
    return [score(page, extractor(page)) for page in progress(pages, what)]


def our_extractor(method: str, model: str | None = None, types: PageTypeModel | None = None) -> Extractor:
    """Return an extractor that runs the whole chain on a page's bytes; ``types`` is the model of page types."""

    def run(page: AnnotatedPage) -> Prediction:
        with use_page_types(types):
            result = extract(
                page.html(), page.url, encoding=page.encoding, method=method, model=model, limits=UNHURRIED
            )
        return Prediction(result.text, result.title or "")

    return run


def peer_extractor(name: str) -> Extractor:
    """Return a peer as an extractor; it gets the page in UTF-8, so that encodings are not what is compared.

    Raises:
        ValueError: there is none of that name.
        ModuleNotFoundError: it is not installed.
    """
    extract_text = peer(name)

    def run(page: AnnotatedPage) -> Prediction:
        try:
            return Prediction(extract_text(decode(page.html(), page.encoding).text.encode()))
        except Exception:
            logger.exception("%s failed on page %s, which counts as an empty text", name, page.id)
            return Prediction("")

    return run


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


def held_out_results(
    corpora: Sequence[Sequence[AnnotatedPage]],
    splits: Sequence[Split],
    learner: Learner,
    progress: Progress,
    seed: int = 0,
) -> Iterator[tuple[Split, dict[int, PageResult]]]:
    """Yield each split with the results of the pages that it scores, by their numbers.

    Its own models score them, those of the method and of page types, which know none of these pages.
    """
    pages = [page for corpus in corpora for page in corpus]
    types = held_types(corpora, splits, progress)
    with tempfile.TemporaryDirectory() as folder:
        models = learner.split_models(corpora, splits, Path(folder), progress, seed)
        for number, (split, path) in enumerate(models):
            run = our_extractor(learner.method, str(path), from_data(types[number]) if types else None)
            yield split, {number: score(pages[number], run(pages[number])) for number in split.scored}


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
    fold_of = folds([page for corpus in corpora for page in corpus], count)
    splits = [split.scoring(lambda number: number < len(pages)) for split in fold_splits(fold_of)]
    found: dict[int, PageResult] = {}
    for _, results in held_out_results(corpora, splits, learner, progress, seed):
        found |= results
    return [found[number] for number in range(len(pages))]
