"""Corpora -> splits: which pages are scored by a model that was trained on which others.

No split has pages of one site on both sides. Pages go by their number: those of all corpora, one corpus after another.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .annotated import CorpusError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from .annotated import AnnotatedPage


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
