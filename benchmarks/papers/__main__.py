"""Print the tables of a paper, made by this package's implementation of its system."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.papers import figures, fujita, pagerank, shinnou, tsuruta, uda
from benchmarks.papers.shinnou import BUILTIN, RENDERERS, renderer
from scrapy_maincontent import evaluation
from scrapy_maincontent.corpus import read_corpus
from scrapy_maincontent.corpus.annotated import CorpusError
from scrapy_maincontent.evaluation.tables import as_text, require_figures, summary
from scrapy_maincontent.facts.advertisements import OWN_LIST, load_list
from scrapy_maincontent.progress import bar
from scrapy_maincontent.training import learner
from scrapy_maincontent.training.lines import PACKAGED, PAPER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FOLDS = 5
"""Folds where none are given."""
FIGURE = "fujita-thresholds.png"
"""The file of the picture of Fujita et al."""
MAPS = "tsuruta-maps.png"
"""The file of the picture of Tsuruta et al."""
_WITH_FIGURES = ("fujita", "tsuruta")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a paper's tables; return the exit status: 0 done, 1 failed. A wrong call exits with 2."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.papers", description=__doc__)
    parser.add_argument("paper", choices=PAPERS)
    parser.add_argument("corpus", nargs="+", type=Path, help="folder of annotated pages; the first one is scored")
    parser.add_argument(
        "--folds", type=int, metavar="N", help=f"cross-validate by domain in so many (default: {FOLDS})"
    )
    parser.add_argument("--renderer", choices=RENDERERS, default=BUILTIN, help="text browser (shinnou)")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="draw the paper's figure there, too")
    options = parser.parse_args(arguments)
    if options.figures and options.paper not in _WITH_FIGURES:
        parser.error(f"--figures is for {' and '.join(_WITH_FIGURES)}: no other paper has a figure")
    if options.renderer != BUILTIN and options.paper != "shinnou":
        parser.error("--renderer is for shinnou: nothing else is read line by line")
    if options.paper == "uda" and len(options.corpus) > 1:
        parser.error("uda compares its configurations on one corpus")
    if options.paper == "pagerank" and options.folds:
        parser.error("pagerank trains nothing, so that --folds is not for it")
    try:
        PAPERS[options.paper](options)
    except (CorpusError, ModuleNotFoundError, OSError, ValueError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    return 0


def _uda(options: argparse.Namespace) -> None:
    """Print the tables of Uda et al., cross-validated on the first corpus, then the word F1 of what is left as text."""
    pages, count = read_corpus(options.corpus[0]), options.folds or FOLDS
    compared = uda.configurations()
    print(uda.as_text(uda.cross_validate(pages, compared, count, bar)))
    for name in uda.MAIN_CONFIGURATIONS:
        results = evaluation.cross_validate(pages, count, bar, learner=learner.uda(compared[name]))
        print(f"\n{name}, text")
        print(as_text(summary(results)))


def _fujita(options: argparse.Namespace) -> None:
    """Print the tables of Fujita et al. for the first corpus, then the word F1 of baseline and proposed texts."""
    if options.figures:
        require_figures()
    first, *others = [read_corpus(folder) for folder in options.corpus]
    found = fujita.cross_validate(first, options.folds or FOLDS, bar, others=others)
    print(fujita.as_text(found))
    texts = {"baseline": [page.baseline.text for page in found]}
    for upper, lower in dict.fromkeys((fujita.PAPER_PAIR, fujita.best_pair(found))):
        texts[f"upper {upper} %, lower {lower} %"] = [page.proposed[upper, lower].text for page in found]
    for name, predicted in texts.items():
        scored = [
            evaluation.score(page.page, evaluation.Prediction(text))
            for page, text in zip(found, predicted, strict=True)
        ]
        print(f"\n{name}, text")
        print(as_text(summary(scored)))
    if options.figures:
        _draw(found, options.figures)


def _draw(found: Sequence[fujita.PageOutcomes], folder: Path) -> None:
    """Draw figure 4 of Fujita et al."""
    folder.mkdir(parents=True, exist_ok=True)
    maps = fujita.heat_maps(fujita.changes(found))
    titles = {f"{name}, change from the baseline": values for name, values in maps.items()}
    steps = fujita.THRESHOLDS
    figures.heat_maps(titles, steps, steps, ("upper threshold", "lower threshold"), folder / FIGURE)
    print(f"\nFigure 4: {folder / FIGURE}")


def _shinnou(options: argparse.Namespace) -> None:
    """Print the tables of Shinnou and Sasaki for all corpora together, then the word F1 of the texts of each."""
    render = renderer(options.renderer)
    corpora = {folder.resolve().name: read_corpus(folder) for folder in options.corpus}
    pages = [page for corpus in corpora.values() for page in corpus]
    shown = shinnou.show(list(corpora.values()), render, bar)
    by_cart = replace(PAPER, cart=True)
    for name, setup in (("the paper", PAPER), ("the paper, but by CART", by_cart), ("the packaged model", PACKAGED)):
        other = shinnou.other_sites(shown, options.folds or FOLDS, setup, bar)
        same, own = shinnou.same_sites(shown, setup, bar), shinnou.own_sites(shown, setup, bar)
        print(f"As {name}, {options.renderer} renderer\n")
        print(shinnou.as_text(same, own, other))
        scored = iter(shinnou.texts(other, render, bar))
        for corpus, found in corpora.items():
            print(f"\n{corpus}, text")
            print(as_text(summary([next(scored) for _ in found])))
        print()
    print(shinnou.times(pages, bar))


def _pagerank(options: argparse.Namespace) -> None:
    """Print the tables of DOM PageRank for each corpus."""
    corpora = {folder.resolve().name: read_corpus(folder) for folder in options.corpus}
    for name, pages in corpora.items():
        print(f"{name}\n\n{pagerank.of_corpus(pages, bar)}\n")


def _tsuruta(options: argparse.Namespace) -> None:
    """Print the table of Tsuruta et al. for the first corpus; draw the weight maps of all its pages."""
    if options.figures:
        require_figures()
    ads = load_list(OWN_LIST)
    first, *others = [read_corpus(folder) for folder in options.corpus]
    found = tsuruta.cross_validate(first, options.folds or FOLDS, bar, others=others, ads=ads)
    print(tsuruta.as_text(*found))
    if options.figures:
        options.figures.mkdir(parents=True, exist_ok=True)
        figures.weight_maps(tsuruta.maps(first, bar), options.figures / MAPS)
        print(f"\nFigure 2: {options.figures / MAPS}")


PAPERS: dict[str, Callable[[argparse.Namespace], None]] = {
    "uda": _uda,
    "fujita": _fujita,
    "shinnou": _shinnou,
    "pagerank": _pagerank,
    "tsuruta": _tsuruta,
}

if __name__ == "__main__":
    raise SystemExit(main())
