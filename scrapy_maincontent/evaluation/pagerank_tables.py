"""The tables of DOM PageRank in plain text, corpus by corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..core.decode import decode
from ..methods import DEFAULT_METHOD
from ..training.pagerank_rows import FEW_WORDS, MIN_MEDIA
from . import run
from .pagerank import PAPER, Texts, cross_validated, elements, means, packaged, texts, timed, variants
from .peers import peer
from .tables import ALL, as_text, summary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..corpus import AnnotatedPage
    from ..progress import Progress
    from .pagerank import PageElements

PEERS = ("trafilatura", "readability")
"""Other extractors on pages of pictures and videos, where they are installed."""
ON_PICTURES = ("text (paper)", "title", "text, media", "characters, title", "packaged", "packaged, without media")
"""Variants whose texts are compared on pages of pictures and videos."""
_OURS = f"{DEFAULT_METHOD} (default)"


def of_corpus(pages: Sequence[AnnotatedPage], progress: Progress) -> str:
    """Return the tables of one corpus, with packaged models: the default's may have seen its pages."""
    found = elements(pages, progress)
    pictures = [page for page in found if page.pictures]
    parts = [
        f"Main element, {len(found)} pages with text and a reference text",
        _elements(found),
        f"Main element, {len(pictures)} with less than {FEW_WORDS} words and at least {MIN_MEDIA} pictures or videos",
    ]
    if pictures:
        chosen = {name: told for name, told in variants().items() if name in ON_PICTURES}
        shown = [page.page for page in pictures]
        made = texts(shown, chosen, progress) | _ours(shown, progress) | _theirs(shown, progress)
        parts += [_elements(pictures), "Text, the same pages", _texts(made)]
    chosen = {"text (paper)": PAPER, "packaged": packaged()}
    made = texts(pages, chosen, progress) | _ours(pages, progress)
    return "\n\n".join([*parts, f"Text, all {len(pages)} pages", _texts(made)])


def of_folds(corpora: Sequence[Sequence[AnnotatedPage]], folds: int, progress: Progress) -> str:
    """Return the tables of the first corpus, cross-validated; the others are only trained on."""
    first, *others = corpora
    results = cross_validated(first, others, folds, progress)
    pictures = {page.page.id for page in elements(first, progress) if page.pictures}
    few = {name: [told for told in rows if told.page.id in pictures] for name, rows in results.items()}
    parts = [f"Text, {folds} folds by domain"]
    for title, chosen in (("all pages", results), (f"pages of pictures and videos ({len(pictures)})", few)):
        rows = {name: summary(told)[ALL] for name, told in chosen.items() if told}
        parts += [title, as_text(rows)]
    return "\n\n".join(parts)


def _elements(found: Sequence[PageElements]) -> str:
    rows = {name: means(found, name) for name in variants()}
    return as_text(rows | {"best element there is": means(found, None)})


def _texts(made: dict[str, Texts]) -> str:
    """Return a row for each extractor, with the median milliseconds of processor time that a page takes."""
    return as_text(
        {name: summary(told.results)[ALL] | {"ms": float(np.median(told.seconds)) * 1e3} for name, told in made.items()}
    )


def _ours(pages: Sequence[AnnotatedPage], progress: Progress) -> dict[str, Texts]:
    return {_OURS: timed(pages, run.our_extractor(DEFAULT_METHOD), progress)}


def _theirs(pages: Sequence[AnnotatedPage], progress: Progress) -> dict[str, Texts]:
    found = {}
    for name in PEERS:
        try:
            found[name] = timed(pages, _extractor(name), progress)
        except ModuleNotFoundError:
            continue
    return found


def _extractor(name: str) -> Callable[[AnnotatedPage], run.Prediction]:
    """Give another extractor what it wants: UTF-8, well decoded."""
    extract = peer(name)
    return lambda page: run.Prediction(extract(decode(page.html(), page.encoding).text.encode()))
