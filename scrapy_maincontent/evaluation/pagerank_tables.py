"""The tables of DOM PageRank in plain text, corpus by corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..methods import DEFAULT_METHOD
from ..page.encoding import decode
from ..training.pagerank_rows import FEW_WORDS, MIN_MEDIA
from . import gate, run
from .pagerank import PAPER, Texts, elements, means, packaged, texts, timed, variants
from .peers import peer
from .tables import ALL, as_text, summary

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..progress import Progress
    from .pagerank import PageElements

PEERS = ("trafilatura", "readability")
"""Other extractors on pages of pictures and videos, where they are installed."""
ON_PICTURES = ("text (paper)", "title", "text, media", "characters, title", "packaged", "packaged, without media")
"""Variants whose texts are compared on pages of pictures and videos."""
_HELD_OUT = f"{DEFAULT_METHOD} (default), held out"
_PACKAGED = f"{DEFAULT_METHOD} (default)"


def of_corpus(pages: Sequence[AnnotatedPage], progress: Progress) -> str:
    """Return the tables of one corpus.

    The default method works by the gate's models that have not seen a page's domain, where the corpus is one of the
    gate's; else by the packaged model, which may have seen the pages.
    """
    found = elements(pages, progress)
    ours = _ours(pages)
    pictures = [page for page in found if page.pictures]
    parts = [
        f"Main element, {len(found)} pages with text and a reference text",
        _elements(found),
        f"Main element, {len(pictures)} with less than {FEW_WORDS} words and at least {MIN_MEDIA} pictures or videos",
    ]
    if pictures:
        chosen = {name: told for name, told in variants().items() if name in ON_PICTURES}
        shown = [page.page for page in pictures]
        made = texts(shown, chosen, progress) | _timed(ours | _theirs(), shown, progress)
        parts += [_elements(pictures), "Text, the same pages", _texts(made)]
    chosen = {"text (paper)": PAPER, "packaged": packaged()}
    made = texts(pages, chosen, progress) | _timed(ours, pages, progress)
    return "\n\n".join([*parts, f"Text, all {len(pages)} pages", _texts(made)])


def _elements(found: Sequence[PageElements]) -> str:
    rows = {name: means(found, name) for name in variants()}
    return as_text(rows | {"best element there is": means(found, None)})


def _texts(made: dict[str, Texts]) -> str:
    """Return a row for each extractor, with the median milliseconds of processor time that a page takes."""
    return as_text(
        {name: summary(told.results)[ALL] | {"ms": float(np.median(told.seconds)) * 1e3} for name, told in made.items()}
    )


def _timed(
    extractors: Mapping[str, run.Extractor], pages: Sequence[AnnotatedPage], progress: Progress
) -> dict[str, Texts]:
    return {name: timed(pages, extractor, progress) for name, extractor in extractors.items()}


def _ours(pages: Sequence[AnnotatedPage]) -> dict[str, run.Extractor]:
    kept = gate.held_out(pages)
    return {_PACKAGED: run.our_extractor(DEFAULT_METHOD)} if kept is None else {_HELD_OUT: kept}


def _theirs() -> dict[str, run.Extractor]:
    found = {}
    for name in PEERS:
        try:
            found[name] = _extractor(name)
        except ModuleNotFoundError:
            continue
    return found


def _extractor(name: str) -> run.Extractor:
    """Give another extractor what it wants: UTF-8, well decoded."""
    extract = peer(name)
    return lambda page: run.Prediction(extract(decode(page.html(), page.encoding).text.encode()))
