"""Annotated pages: read, digest, and split by domain.

Three layouts of a corpus folder are read:

* ``ground-truth/<id>.json`` (``url`` and ``ground_truth``: ``main_content``, ``title``, ``with``, ``without``) beside
  ``html/<id>.html.gz``, with an optional ``metadata.json`` that names each page's type and domain;
* ``pages.json``, a list of pages (``id``, ``url``, ``encoding``, ``type``, ``title``, ``with``, ``without``, and the
  truth), each with its file as ``html``, or else at ``pages/<id>.html.gz``;
* pages alone: ``<id>.html`` beside ``<id>.txt`` with the truth, or ``<id>.json`` with the fields of ``pages.json``.

The truth is ``main_content``, the text, or ``main_xpaths``, the marked elements, less those of ``other_xpaths``.
`metrics` compares a text with it, `splits` says who is scored by a model of which pages.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import TYPE_CHECKING

from .annotated import (
    LIST,
    TRUTHS,
    AnnotatedPage,
    CorpusError,
    MarkError,
    Marks,
    has_pages,
    marked_shares,
    read_folder,
    read_list,
    read_truths,
)
from .splits import folds

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


__all__ = ["AnnotatedPage", "CorpusError", "MarkError", "Marks", "digest", "folds", "marked_shares", "read_corpus"]

CORPUS_VARIABLE = "MAINCONTENT_CORPUS"
"""Environment variable with the corpus folder of a gate or a benchmark that is not given one."""


def read_corpus(folder: Path) -> list[AnnotatedPage]:
    """Return a corpus's pages in the order of their ids.

    Raises:
        CorpusError: the folder has none of the layouts, two pages have one id, or a page lacks its file or its truth,
            or has a field that can't be understood.
    """
    if (folder / TRUTHS).is_dir():
        pages = read_truths(folder)
    elif (folder / LIST).is_file():
        pages = read_list(folder)
    elif has_pages(folder):
        pages = read_folder(folder)
    else:
        raise CorpusError(f"{folder} is no corpus: it has neither {TRUTHS}/ nor {LIST} nor pages (*.html)")
    found = sorted(pages, key=lambda page: page.id)
    if not found:
        raise CorpusError(f"{folder} has no pages")
    name, times = Counter(page.id for page in found).most_common(1)[0]
    if times > 1:
        raise CorpusError(f"{folder}: {times} pages have the id {name!r}")
    return found


def digest(pages: Iterable[AnnotatedPage]) -> str:
    """Return a digest of pages and truths: two equal ones mean the same training material."""
    total = hashlib.sha256()
    for page in pages:
        parts = [page.id, page.main_content]
        if page.marks is not None:
            parts += [*page.marks.main, "", *page.marks.other]
        for part in (parts[0].encode(), page.html(), *map(str.encode, parts[1:])):
            total.update(hashlib.sha256(part).digest())
    return total.hexdigest()[:16]
