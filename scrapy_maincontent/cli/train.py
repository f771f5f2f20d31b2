"""The command ``train``: cross-validate, train on all pages, and write the model with its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..evaluation.run import cross_validate
from ..evaluation.tables import ALL, as_text, interval, summary
from ..progress import bar
from ..training.cards import HEADING, provenance, read_corpora
from ..training.learner import METHODS, PAPERS

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..corpus.annotated import AnnotatedPage
    from ..evaluation.run import PageResult


def train(options: argparse.Namespace) -> int:
    """Cross-validate on the first corpus, train on all of them, write the model and its card.

    Raises:
        ValueError: the model's file has the ending of another method.
        CorpusError: a corpus can't be read, or has fewer domains than folds.
    """
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
    text = _card(model, learner.about(model), corpora, results, options.folds, options.attribution)
    options.output.with_suffix(".md").write_text(text, "utf-8")
    print(text.partition(HEADING)[0].strip())
    return 0


def _card(
    model: Mapping[str, Any],
    about: str,
    corpora: Mapping[str, Sequence[AnnotatedPage]],
    results: Sequence[PageResult],
    folds: int,
    attributions: Sequence[str],
) -> str:
    """Return the card as Markdown.

    ``about`` describes the model itself. ``corpora`` are the training pages by the corpus's name, ``results``
    the cross-validated ones of the first corpus.
    """
    low, high = interval([result.words.f1 for result in results])
    rows = summary(results)
    parts = [
        f"# Model {model['name']}",
        f"Method `{model['method']}`, format {model['format']}, {about}",
        "## Scores",
        (
            f"Cross-validated by domain, {folds} folds, on {next(iter(corpora))}: word F1 {rows[ALL]['f1']:.3f} "
            f"(95 % of bootstrap samples: {low:.3f} to {high:.3f})."
        ),
        f"```\n{as_text(rows)}\n```",
        *provenance(corpora, attributions),
    ]
    return "\n\n".join(parts) + "\n"
