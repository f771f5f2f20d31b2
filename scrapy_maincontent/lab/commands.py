"""The commands ``train`` and ``evaluate``: annotated pages in, a model with its card or tables of scores out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..cli.sources import check_target
from ..methods import DEFAULT_METHOD
from ..progress import bar
from . import evaluation
from .corpus import site
from .corpus.annotated import CorpusError
from .evaluation import leave_out, tables
from .training.cards import HEADING, provenance, read_corpora
from .training.learner import METHODS, PAPERS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Any

    from .corpus.annotated import AnnotatedPage
    from .training.cards import Corpora


FOLDS = 5
"""Of `--leave-corpus-out`, where `--folds` names no other number."""
FEWEST_PAGES = 2
"""Pages of a site that a model can be trained for."""


def train(options: argparse.Namespace) -> int:
    """Cross-validate on the first corpus, train on all of them, write the model and its card.

    Raises:
        ValueError: the model's file has the ending of another method, or there are no two pages of the site.
        CorpusError: a corpus can't be read, or has fewer domains than folds.
    """
    learner = PAPERS[options.paper]() if options.paper else METHODS[options.method]
    if options.output.suffix != learner.suffix:
        raise ValueError(f"--output is {options.output}; a model of method {learner.method} is a {learner.suffix} file")
    check_target(options.output)
    corpora, folds, unit = read_corpora(options.corpus), options.folds, "domain"
    if options.site is not None:
        pages = _of_site(corpora, options.site)
        corpora, folds, unit = {options.site: pages}, min(folds, len(pages)), "page"
    first, *others = corpora.values()
    results = evaluation.cross_validate(first, folds, bar, learner=learner, others=others, seed=options.seed)
    rows = learner.read(list(corpora.values()), bar)
    model = learner.fit(rows, options.name or options.output.stem, options.seed)
    learner.write(model, options.output)
    text = _card(model, learner.about(model), corpora, results, f"{unit}, {folds} folds", options.attribution)
    options.output.with_suffix(".md").write_text(text, "utf-8")
    print(text.partition(HEADING)[0].strip())
    return 0


def _of_site(corpora: Corpora, host: str) -> list[AnnotatedPage]:
    """Return the pages of a host. Each is a domain of its own, so that they are dealt to folds one by one.

    Raises:
        ValueError: there are fewer than two.
    """
    name = host.lower().removeprefix("www.")
    found = [replace(page, domain=page.id) for pages in corpora.values() for page in pages if site(page) == name]
    if len(found) < FEWEST_PAGES:
        raise ValueError(f"--site is {host!r}; there must be {FEWEST_PAGES} pages or more of it, not {len(found)}")
    return found


def _card(
    model: Mapping[str, Any],
    about: str,
    corpora: Corpora,
    results: Sequence[evaluation.PageResult],
    folds: str,
    attributions: Sequence[str],
) -> str:
    """Return the card as Markdown; ``results`` are the first corpus's, cross-validated by ``folds``."""
    low, high = tables.interval([result.words.f1 for result in results])
    rows = tables.summary(results)
    parts = [
        f"# Model {model['name']}",
        f"Method `{model['method']}`, format {model['format']}, {about}",
        "## Scores",
        (
            f"Cross-validated by {folds}, on {next(iter(corpora))}: word F1 {rows[tables.ALL]['f1']:.3f} "
            f"(95 % of bootstrap samples: {low:.3f} to {high:.3f})."
        ),
        f"```\n{tables.as_text(rows)}\n```",
        *provenance(corpora, attributions),
    ]
    return "\n\n".join(parts) + "\n"


def evaluate(options: argparse.Namespace) -> int:
    """Print a table for each method and each other extractor, and how they differ."""
    methods = list(dict.fromkeys(options.method or [DEFAULT_METHOD]))
    if options.folds and options.model:
        raise ValueError("--folds trains models anew; it does not go with --model")
    if options.model and len(methods) > 1:
        raise ValueError(f"--model is a model of one method; there are {len(methods)}: {', '.join(methods)}")
    _check_left_out(options, methods)
    if options.output:
        tables.require_figures()
    others = {name: evaluation.peer_extractor(name) for name in dict.fromkeys(options.peer)}
    others |= {file.stem: _kept(file) for file in options.predictions}
    if options.leave_corpus_out:
        return _leave_corpora_out(options, methods[0], others)
    corpora = read_corpora(options.corpus)
    for number, (corpus, pages) in enumerate(corpora.items()):
        if options.folds:
            print(f"{corpus}, {options.folds} folds by domain\n")
            more = [other for name, other in corpora.items() if name != corpus]
            ours = {
                name: evaluation.cross_validate(pages, options.folds, bar, learner=METHODS[name], others=more)
                for name in methods
            }
        else:
            print(f"{corpus}, {options.model or 'packaged model'}\n")
            ours = {
                name: evaluation.evaluate(pages, evaluation.our_extractor(name, options.model), bar, name)
                for name in methods
            }
        results = ours | {name: evaluation.evaluate(pages, extractor, bar, name) for name, extractor in others.items()}
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


def _check_left_out(options: argparse.Namespace, methods: Sequence[str]) -> None:
    if options.train_only and not options.leave_corpus_out:
        raise ValueError("--train-only goes with --leave-corpus-out; with --folds only the first corpus is scored")
    if options.leave_corpus_out and options.model:
        raise ValueError("--leave-corpus-out trains models anew; it does not go with --model")
    if options.leave_corpus_out and len(methods) > 1:
        raise ValueError(f"--leave-corpus-out takes one method; there are {len(methods)}: {', '.join(methods)}")


def _leave_corpora_out(options: argparse.Namespace, method: str, others: Mapping[str, evaluation.Extractor]) -> int:
    corpora = read_corpora([*options.corpus, *options.train_only])
    train_only = list(corpora)[len(options.corpus) :]
    count = options.folds or FOLDS
    found = leave_out.leave_corpora_out(
        corpora, METHODS[method], bar, count=count, train_only=train_only, others=others
    )
    print(f"{method}, each corpus by a model without it, and by {count} folds by domain over all\n")
    print(leave_out.comparison_as_text(found))
    if options.output:
        leave_out.write_comparison(options.output, method, corpora, found, worst=options.worst)
        print(f"\nKept in {options.output}")
    return 0


def _show(results: Mapping[str, Sequence[evaluation.PageResult]]) -> None:
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


def _kept(file: Path) -> evaluation.Extractor:
    """Return an extractor that looks each page up in a file of predictions."""
    predictions = tables.read_predictions(file)

    def find(page: AnnotatedPage) -> evaluation.Prediction:
        if page.id not in predictions:
            raise CorpusError(f"{file} has no prediction for page {page.id}")
        return predictions[page.id]

    return find
