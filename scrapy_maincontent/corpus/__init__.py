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
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
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

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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


WITHOUT = "without-"
"""What the name of a split begins with that leaves a corpus out."""


@dataclass(frozen=True, slots=True)
class Split:
    """Numbers of the pages that are scored, and of those that the model is trained on; all are in rising order."""

    name: str
    scored: tuple[int, ...]
    trained: tuple[int, ...]

    def scoring(self, chosen: Callable[[int], bool]) -> Split:
        """Return the same split, with only those pages scored that are chosen by their number."""
        return replace(self, scored=tuple(filter(chosen, self.scored)))


def folds(pages: Sequence[AnnotatedPage], count: int) -> list[int]:
    """Return each page's fold, 0 to ``count`` - 1: one for all pages of a domain, and the same on every machine.

    Raises:
        CorpusError: there are fewer domains than folds, or fewer than two folds.
    """
    domains = sorted({site(page) for page in pages}, key=lambda domain: hashlib.sha256(domain.encode()).digest())
    if not 2 <= count <= len(domains):
        raise CorpusError(
            f"{count} folds of {len(domains)} domains: there must be 2 folds or more, and a domain for each "
            "(a page's domain is its field of that name, or its url's host, or its folder)"
        )
    fold_of = {domain: number % count for number, domain in enumerate(domains)}
    return [fold_of[site(page)] for page in pages]


def fold_splits(fold_of: Sequence[int]) -> list[Split]:
    """Return a split for each fold, "fold0" and so on: its pages are scored, all others are trained on."""
    inside = defaultdict[int, list[int]](list)
    for number, fold in enumerate(fold_of):
        inside[fold].append(number)
    every = range(len(fold_of))
    return [
        Split(f"fold{fold}", tuple(inside[fold]), tuple(number for number in every if fold_of[number] != fold))
        for fold in sorted(inside)
    ]


def corpus_splits(corpora: Mapping[str, Sequence[AnnotatedPage]], scored: Collection[str]) -> list[Split]:
    """Return a split for each of the corpora named: it is scored, the others are trained on without its sites' pages.

    Raises:
        CorpusError: nothing is left to train on.
    """
    every = [(name, site(page)) for name, pages in corpora.items() for page in pages]
    splits = []
    for left_out in scored:
        sites = {own for name, own in every if name == left_out} - {""}
        inside = tuple(number for number, (name, _) in enumerate(every) if name == left_out)
        rest = tuple(number for number, (name, own) in enumerate(every) if name != left_out and own not in sites)
        if not rest:
            raise CorpusError(f"without {left_out} and the pages of its sites there is nothing to train on")
        splits.append(Split(WITHOUT + left_out, inside, rest))
    return splits


def site(page: AnnotatedPage) -> str:
    """Return the page's domain as splits go by it."""
    return page.domain.lower().removeprefix("www.")
