"""The command ``evaluate``: methods and other extractors side by side on annotated pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..corpus import read_corpus
from ..corpus.annotated import CorpusError
from ..evaluation import run, tables
from ..methods import DEFAULT_METHOD
from ..progress import bar
from ..training import learner

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ..corpus.annotated import AnnotatedPage


def evaluate(options: argparse.Namespace) -> int:
    """Print a table for each method and each other extractor, and how they differ."""
    methods = list(dict.fromkeys(options.method or [DEFAULT_METHOD]))
    if options.folds and options.model:
        raise ValueError("--folds trains models anew; it does not go with --model")
    if options.model and len(methods) > 1:
        raise ValueError(f"--model is a model of one method; there are {len(methods)}: {', '.join(methods)}")
    if options.output:
        tables.require_figures()
    others = {name: run.peer_extractor(name) for name in dict.fromkeys(options.peer)}
    others |= {file.stem: _kept(file) for file in options.predictions}
    corpora = {folder.resolve().name: read_corpus(folder) for folder in options.corpus}
    if len(corpora) < len(options.corpus):
        raise ValueError("two corpus folders have one name; results are kept and shown by it")
    for number, (corpus, pages) in enumerate(corpora.items()):
        if options.folds:
            print(f"{corpus}, {options.folds} folds by domain\n")
            more = [other for name, other in corpora.items() if name != corpus]
            ours = {
                name: run.cross_validate(pages, options.folds, bar, learner=learner.METHODS[name], others=more)
                for name in methods
            }
        else:
            print(f"{corpus}, {options.model or 'packaged model'}\n")
            ours = {name: run.evaluate(pages, run.our_extractor(name, options.model), bar, name) for name in methods}
        results = ours | {name: run.evaluate(pages, extractor, bar, name) for name, extractor in others.items()}
        _show(results)
        if options.output:
            folder = options.output / corpus
            tables.write_results(
                folder, corpus, results, worst=options.worst, inspect=not options.folds, model=options.model
            )
            print(f"\nKept in {folder}")
        if options.folds:
            break  # further corpora are only trained on
        if number + 1 < len(corpora):
            print()
    return 0


def _show(results: Mapping[str, Sequence[run.PageResult]]) -> None:
    """Print a table for each extractor, by page type and by language, and how the first differs from the others."""
    for name, scored in results.items():
        print(name)
        print(tables.as_text(tables.summary(scored, intervals=True)))
        by_language = tables.summary_by_language(scored)
        if len(by_language) > 2:  # all, and more than one
            print()
            print(tables.as_text(by_language))
        print()
    first, *others = results
    if others:
        print(f"{first} minus the others, {tables.SAMPLES:,} paired bootstrap samples of the pages")
        print(tables.differences_as_text(results[first], {name: results[name] for name in others}))


def _kept(file: Path) -> run.Extractor:
    """Return an extractor that looks each page up in a file of predictions."""
    predictions = tables.read_predictions(file)

    def find(page: AnnotatedPage) -> run.Prediction:
        if page.id not in predictions:
            raise CorpusError(f"{file} has no prediction for page {page.id}")
        return predictions[page.id]

    return find
