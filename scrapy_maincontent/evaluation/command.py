"""The command ``evaluate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.decode import decode
from ..corpus import read_corpus
from ..progress import bar
from ..training import learner
from . import run, uda
from .peers import Peer, peer
from .tables import as_text, summary

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ..corpus import AnnotatedPage


FOLDS = 5
"""Folds of a paper's tables where none are given."""


def evaluate(options: argparse.Namespace) -> int:
    """Print a table for the method, and one for each other extractor; or a paper's own tables."""
    if options.paper:
        return _paper(options)
    peers = {name: peer(name) for name in options.peer}
    first, *others = [read_corpus(folder) for folder in options.corpus]
    if options.folds and options.model:
        raise ValueError("--folds trains models anew; it does not go with --model")
    if options.folds:
        print(f"{options.method}, {options.folds} folds by domain")
        print(as_text(summary(run.cross_validate(first, options.folds, bar, others=others))))
        others = []
    for pages in (first, *others):
        if not options.folds:
            print(f"{options.method}, {options.model or 'packaged model'}")
            print(as_text(summary(run.evaluate(pages, run.our_extractor(options.method, options.model), bar))))
        for name, extractor in peers.items():
            print(f"\n{name}")
            print(as_text(summary(run.evaluate(pages, _predict(extractor), bar))))
    return 0


def _paper(options: argparse.Namespace) -> int:
    """Print the tables of Uda et al., cross-validated on the first corpus, then the word F1 of what is left as text."""
    if options.model or options.peer or len(options.corpus) > 1:
        raise ValueError("--paper compares its own configurations on one corpus; it does not go with --model or --peer")
    pages, count = read_corpus(options.corpus[0]), options.folds or FOLDS
    compared = uda.configurations()
    print(uda.as_text(uda.cross_validate(pages, compared, count, bar)))
    for name in uda.MAIN_CONFIGURATIONS:
        results = run.cross_validate(pages, count, bar, learner=learner.uda(compared[name]))
        print(f"\n{name}, text")
        print(as_text(summary(results)))
    return 0


def _predict(extractor: Peer) -> Callable[[AnnotatedPage], run.Prediction]:
    """Give another extractor what it wants: UTF-8, well decoded."""
    return lambda page: run.Prediction(extractor(decode(page.html(), page.encoding).text.encode()))
