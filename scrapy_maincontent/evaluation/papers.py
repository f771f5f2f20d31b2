"""The papers' own tables: ``evaluate --paper``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.advertisements import OWN_LIST, load_list
from ..corpus import read_corpus
from ..progress import bar
from ..training import learner
from ..training.lines import PACKAGED, PAPER
from . import figures, fujita, fujita_tables, pagerank_tables, run, shinnou, shinnou_tables, tsuruta_tables, uda
from .renderers import BUILTIN
from .shinnou_lines import renderer
from .tables import as_text, summary

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from pathlib import Path

FOLDS = 5
"""Folds where none are given."""
FIGURE = "fujita-thresholds.png"
"""The file of the picture of Fujita et al."""
MAPS = "tsuruta-maps.png"
"""The file of the picture of Tsuruta et al."""
_WITH_FIGURES = ("fujita", "tsuruta")


def check(options: argparse.Namespace) -> None:
    """Say what does not go together.

    Raises:
        ValueError: an option is not for this paper, or for none.
    """
    if options.figures and options.paper not in _WITH_FIGURES:
        raise ValueError(f"--figures goes with --paper {' and '.join(_WITH_FIGURES)}: no other table has a figure")
    if options.renderer != BUILTIN and options.paper != "shinnou":
        raise ValueError("--renderer goes with --paper shinnou: nothing else is read line by line")
    if options.paper and (options.model or options.peer or options.predictions or options.output):
        raise ValueError(
            "--paper compares its own configurations; it does not go with --model, --peer, --predictions or --output"
        )


def _uda(options: argparse.Namespace) -> int:
    """Print the tables of Uda et al., cross-validated on the first corpus, then the word F1 of what is left as text."""
    if len(options.corpus) > 1:
        raise ValueError("--paper uda compares its configurations on one corpus")
    pages, count = read_corpus(options.corpus[0]), options.folds or FOLDS
    compared = uda.configurations()
    print(uda.as_text(uda.cross_validate(pages, compared, count, bar)))
    for name in uda.MAIN_CONFIGURATIONS:
        results = run.cross_validate(pages, count, bar, learner=learner.uda(compared[name]))
        print(f"\n{name}, text")
        print(as_text(summary(results)))
    return 0


def _fujita(options: argparse.Namespace) -> int:
    """Print the tables of Fujita et al. for the first corpus, then the word F1 of baseline and proposed texts."""
    if options.figures:
        figures.require()
    first, *others = [read_corpus(folder) for folder in options.corpus]
    found = fujita.cross_validate(first, options.folds or FOLDS, bar, others=others)
    print(fujita_tables.as_text(found))
    texts = {"baseline": [page.baseline.text for page in found]}
    for upper, lower in dict.fromkeys((fujita.PAPER_PAIR, fujita_tables.best_pair(found))):
        texts[f"upper {upper} %, lower {lower} %"] = [page.proposed[upper, lower].text for page in found]
    for name, predicted in texts.items():
        scored = [run.score(page.page, run.Prediction(text)) for page, text in zip(found, predicted, strict=True)]
        print(f"\n{name}, text")
        print(as_text(summary(scored)))
    if options.figures:
        _draw(found, options.figures)
    return 0


def _draw(found: Sequence[fujita.PageOutcomes], folder: Path) -> None:
    """Draw figure 4 of Fujita et al."""
    folder.mkdir(parents=True, exist_ok=True)
    maps = fujita.heat_maps(fujita.changes(found))
    titles = {f"{name}, change from the baseline": values for name, values in maps.items()}
    steps = fujita_tables.THRESHOLDS
    figures.heat_maps(titles, steps, steps, ("upper threshold", "lower threshold"), folder / FIGURE)
    print(f"\nFigure 4: {folder / FIGURE}")


def _shinnou(options: argparse.Namespace) -> int:
    """Print the tables of Shinnou and Sasaki for all corpora together, then the word F1 of the texts of each."""
    render = renderer(options.renderer)
    corpora = {folder.resolve().name: read_corpus(folder) for folder in options.corpus}
    pages = [page for corpus in corpora.values() for page in corpus]
    shown = shinnou.show(list(corpora.values()), render, bar)
    for name, setup in (("the paper", PAPER), ("the packaged model", PACKAGED)):
        other = shinnou.other_sites(shown, options.folds or FOLDS, setup, bar)
        same, own = shinnou.same_sites(shown, setup, bar), shinnou.own_sites(shown, setup, bar)
        print(f"As {name}, {options.renderer} renderer\n")
        print(shinnou_tables.as_text(same, own, other))
        scored = iter(shinnou_tables.texts(other, render, bar))
        for corpus, found in corpora.items():
            print(f"\n{corpus}, text")
            print(as_text(summary([next(scored) for _ in found])))
        print()
    print(shinnou_tables.times(pages, bar))
    return 0


def _pagerank(options: argparse.Namespace) -> int:
    """Print the tables of DOM PageRank for each corpus."""
    if options.folds:
        raise ValueError("--paper pagerank trains nothing; --method pagerank goes with --folds")
    corpora = {folder.resolve().name: read_corpus(folder) for folder in options.corpus}
    for name, pages in corpora.items():
        print(f"{name}\n\n{pagerank_tables.of_corpus(pages, bar)}\n")
    return 0


def _tsuruta(options: argparse.Namespace) -> int:
    """Print the table of Tsuruta et al. for the first corpus; draw the weight maps of all its pages."""
    if options.figures:
        figures.require()
    ads = load_list(OWN_LIST)
    first, *others = [read_corpus(folder) for folder in options.corpus]
    found = tsuruta_tables.cross_validate(first, options.folds or FOLDS, bar, others=others, ads=ads)
    print(tsuruta_tables.as_text(*found))
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)
        figures.weight_maps(tsuruta_tables.maps(first, bar), options.figures / MAPS)
        print(f"\nFigure 2: {options.figures / MAPS}")
    return 0


PAPERS: dict[str, Callable[[argparse.Namespace], int]] = {
    "uda": _uda,
    "fujita": _fujita,
    "shinnou": _shinnou,
    "pagerank": _pagerank,
    "tsuruta": _tsuruta,
}
