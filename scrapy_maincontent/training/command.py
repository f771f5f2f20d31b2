"""The command ``train``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluation.run import cross_validate
from ..progress import bar
from .card import card
from .cards import HEADING, read_corpora
from .learner import METHODS, PAPERS

if TYPE_CHECKING:
    import argparse


def train(options: argparse.Namespace) -> int:
    """Cross-validate on the first corpus, train on all of them, write the model and its card."""
    learner = PAPERS[options.paper]() if options.paper else METHODS[options.method]
    if options.output.suffix != learner.suffix:
        raise ValueError(f"--output is {options.output}; a model of method {learner.method} is a {learner.suffix} file")
    if not options.output.parent.is_dir():
        raise NotADirectoryError(f"--output is {options.output}; {options.output.parent} is no folder")
    corpora = read_corpora(options.corpus)
    first, *others = corpora.values()
    results = cross_validate(first, options.folds, bar, learner=learner, others=others, seed=options.seed)
    rows = learner.read(list(corpora.values()), bar)
    model = learner.fit(rows, options.name or options.output.stem, options.seed)
    learner.write(model, options.output)
    text = card(model, learner.about(model), corpora, results, options.folds, options.attribution)
    options.output.with_suffix(".md").write_text(text, "utf-8")
    print(text.partition(HEADING)[0].strip())
    return 0
