"""Corpora -> scores of each by models that have seen none of it, beside five folds by domain over all of them.

Models carry over to other sites' pages less well than folds by domain tell: corpora differ in what pages they hold, how
these were stored, and what is called main content. A corpus left out as a whole is what the web is to a model.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ... import __version__
from ..corpus import corpus_splits, digest, fold_splits, folds
from . import evaluate, held_out_results, language_of
from .tables import (
    ALL,
    SAMPLES,
    Difference,
    as_markdown,
    as_text,
    covered,
    sampled_means,
    summary,
    write_results,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from ...progress import Progress
    from ..corpus import Split
    from ..corpus.annotated import AnnotatedPage
    from ..training.learner import Learner
    from . import Extractor, PageResult
    from .tables import Doubles

    Corpora = Mapping[str, Sequence[AnnotatedPage]]
    Results = dict[str, list[PageResult]]
    """Of each corpus that is scored, in the order of its pages."""
    Rows = dict[str, dict[str, float]]
    """A table: measures of each row, by the columns' names."""


LEFT_OUT, FOLDS = "left-out", "folds"
"""The two ways: by a model without the corpus, and by a model without the page's domain."""
MACRO = "macro mean"
"""The row of the mean over corpora, in which each counts the same."""
OUTPUT = "leave-corpus-out"
"""Name of the files of tables and measures, whose endings are ``.md`` and ``.json``."""
FORMAT = 1
"""Number of the form of the JSON file."""
_SAMPLED = f"95 % of {SAMPLES:,} bootstrap samples of each corpus's pages"
_DIFFERENCES = f"Macro mean of F1 minus that of the others, on the same pages, {_SAMPLED}"
_SHOWN = {"f1": "f1", "p": "precision", "r": "recall", "body": "body_f1"}
"""A column's name, behind that of the way or the peer, and its measure."""


@dataclass(frozen=True)
class Comparison:
    """Results of both ways, and of other extractors, for each corpus that is scored."""

    ours: dict[str, Results]
    others: dict[str, Results] = field(default_factory=dict)

    def tables(self) -> dict[str, Rows]:
        """Return the tables by corpus, by language and by page type, with what their rows are called by."""
        return {
            "corpus": self._by_corpus(),
            "language": self._by_group(lambda result: language_of(result.page)),
            "page type": self._by_group(lambda result: result.page.page_type or "none"),
        }

    def differences(self) -> Rows:
        """Return how each way's macro mean of F1 differs from each other extractor's."""
        return {
            f"{way} - {name}": macro_difference(results, theirs).as_dict()
            for way, results in self.ours.items()
            for name, theirs in self.others.items()
        }

    def macro_means(self) -> Rows:
        """Return for each way and each other extractor the macro mean of its F1, with the interval."""
        found = {}
        for name, results in (self.ours | self.others).items():
            values = _f1(results)
            low, high = covered(_macro_samples(values))
            found[name] = {"f1": _macro_mean(values), "from": low, "to": high}
        return found

    def _by_corpus(self) -> Rows:
        measured = {
            name: {corpus: summary(scored)[ALL] for corpus, scored in results.items()}
            for name, results in (self.ours | self.others).items()
        }
        corpora = next(iter(self.ours.values()))
        rows = {corpus: _row(len(corpora[corpus]), measured, corpus) for corpus in corpora}
        macro = {column: float(np.mean([row[column] for row in rows.values()])) for column in next(iter(rows.values()))}
        return rows | {MACRO: macro | {"pages": float(sum(row["pages"] for row in rows.values()))}}

    def _by_group(self, group: Callable[[PageResult], str]) -> Rows:
        measured = {}
        for name, results in (self.ours | self.others).items():
            measured[name] = summary([result for scored in results.values() for result in scored], group)
        groups = next(iter(measured.values()))
        return {name: _row(int(groups[name]["pages"]), measured, name) for name in groups}


def _row(pages: int, measured: Mapping[str, Rows], row: str) -> dict[str, float]:
    columns = {
        f"{name}.{column}": rows[row][measure] for name, rows in measured.items() for column, measure in _SHOWN.items()
    }
    return {"pages": float(pages)} | columns


def macro_difference(ours: Results, theirs: Results) -> Difference:
    """Compare two extractors by the macro mean of F1 over corpora; pages are drawn anew within each corpus."""
    values = [own - other for own, other in zip(_f1(ours), _f1(theirs), strict=True)]
    return Difference.of(_macro_mean(values), _macro_samples(values))


def _f1(results: Results) -> list[Doubles]:
    return [np.array([result.words.f1 for result in scored]) for scored in results.values()]


def _macro_mean(values: Sequence[Doubles]) -> float:
    return float(np.mean([own.mean() for own in values]))


def _macro_samples(values: Sequence[Doubles]) -> Doubles:
    """Return the macro means of samples; corpora are drawn from independently of one another."""
    means: Doubles = np.mean([sampled_means(own, seed) for seed, own in enumerate(values)], axis=0)
    return means


# Corpora -> results.


def splits_of(corpora: Corpora, train_only: Collection[str], count: int) -> dict[str, list[Split]]:
    """Return the splits of both ways: one without each corpus, and ``count`` folds by domain over all of them.

    Corpora of ``train_only`` are trained on, and not scored.

    Raises:
        CorpusError: nothing is left to train on, or there are fewer domains than folds.
    """
    every = [(name, page) for name, pages in corpora.items() for page in pages]
    by_fold = fold_splits(folds([page for _, page in every], count))
    return {
        LEFT_OUT: corpus_splits(corpora, [name for name in corpora if name not in train_only]),
        FOLDS: [split.scoring(lambda number: every[number][0] not in train_only) for split in by_fold],
    }


def leave_corpora_out(
    corpora: Corpora,
    learner: Learner,
    progress: Progress,
    *,
    count: int,
    train_only: Collection[str] = (),
    others: Mapping[str, Extractor] | None = None,
) -> Comparison:
    """Train and score both ways, and score other extractors on the same pages.

    Raises:
        CorpusError: nothing is left to train on, or there are fewer domains than folds.
    """
    ways = splits_of(corpora, train_only, count)
    scored = {name: pages for name, pages in corpora.items() if name not in train_only}
    every = [split for splits in ways.values() for split in splits]
    found = dict(held_out_results(list(corpora.values()), every, learner, progress))
    return Comparison(
        {way: in_order(corpora, scored, [found[split] for split in splits]) for way, splits in ways.items()},
        {
            name: {
                corpus: evaluate(pages, extractor, progress, f"{name}, {corpus}") for corpus, pages in scored.items()
            }
            for name, extractor in (others or {}).items()
        },
    )


def in_order(corpora: Corpora, scored: Collection[str], found: Sequence[Mapping[int, PageResult]]) -> Results:
    """Return the results of all of a way's splits by corpus, in the order of its pages."""
    results = {number: result for own in found for number, result in own.items()}
    ordered = iter(range(sum(map(len, corpora.values()))))
    numbers = {name: [next(ordered) for _ in pages] for name, pages in corpora.items()}
    return {name: [results[number] for number in numbers[name]] for name in scored}


# Results -> text and files.


def comparison_as_text(found: Comparison) -> str:
    """Return the tables in plain text, and how each way differs from the other extractors."""
    parts = [f"By {title}\n{as_text(rows)}" for title, rows in found.tables().items()]
    parts.append(f"Macro mean of F1, {_SAMPLED}\n{as_text(found.macro_means())}")
    if found.others:
        parts.append(f"{_DIFFERENCES}\n{as_text(found.differences())}")
    return "\n\n".join(parts)


def write_comparison(folder: Path, method: str, corpora: Corpora, found: Comparison, *, worst: int) -> None:
    """Write the tables as Markdown and JSON, and for each corpus a folder as `write_results` does."""
    folder.mkdir(parents=True, exist_ok=True)
    tables, means, differences = found.tables(), found.macro_means(), found.differences()
    parts = [f"## By {title}\n\n{as_markdown(rows)}" for title, rows in tables.items()]
    parts.append(f"## Macro mean\n\nOf F1, {_SAMPLED}.\n\n{as_markdown(means)}")
    if differences:
        parts.append(f"## Differences\n\n{_DIFFERENCES}.\n\n{as_markdown(differences)}")
    (folder / f"{OUTPUT}.md").write_text("\n\n".join(["# Leave one corpus out", *parts]) + "\n", "utf-8")
    kept = {
        "format": FORMAT,
        "version": __version__,
        "method": method,
        "corpora": {name: {"pages": len(pages), "digest": digest(pages)} for name, pages in corpora.items()},
        "tables": tables,
        "macro_means": means,
        "differences": differences,
    }
    text = json.dumps(kept, ensure_ascii=False, indent=1)
    (folder / f"{OUTPUT}.json").write_text(f"{text}\n", "utf-8")
    ours = {f"{method}-{way}": results for way, results in found.ours.items()}
    for corpus in next(iter(found.ours.values())):
        own = {name: results[corpus] for name, results in (ours | found.others).items()}
        write_results(folder / corpus, corpus, own, worst=worst, inspect=False, model=None)
