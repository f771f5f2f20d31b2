"""Make the papers' tables anew, each by this package's implementation of its system, and write them where they stand.

With a folder of annotated corpora they are those of the documentation, without one those of the bundled pages
(``benchmarks/papers/bundled.md``). Of a corpus of one's own they are printed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.papers import (
    REPOSITORY,
    Corpora,
    difference,
    filled,
    fujita,
    pagerank,
    parallel,
    places,
    shinnou,
    tsuruta,
    uda,
)
from scrapy_maincontent.lab.corpus.annotated import CorpusError
from scrapy_maincontent.lab.evaluation.tables import require_figures
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.papers import Tables
    from scrapy_maincontent.progress import Progress


def _shinnou(corpora: Corpora, progress: Progress) -> Tables:
    """Return the tables of Shinnou and Sasaki, those of the parallel corpus among them where there are translations."""
    folder = corpora.translations
    return shinnou.tables(corpora, progress) | (parallel.tables(folder, progress) if folder else {})


PAPERS: dict[str, Callable[[Corpora, Progress], Tables]] = {
    "uda": uda.tables,
    "fujita": fujita.tables,
    "shinnou": _shinnou,
    "pagerank": pagerank.tables,
    "tsuruta": tsuruta.tables,
}
FIGURES: dict[str, Callable[[Corpora, Path, Progress], None]] = {"fujita": fujita.draw, "tsuruta": tsuruta.draw}
"""Those papers that have a figure."""
PAGES = {"uda": "uda", "fujita": "fujita", "shinnou": "lines", "pagerank": "pagerank", "tsuruta": "layout"}
"""The page of the documentation that a paper's tables stand on."""
ALL = "all"
BUNDLED = REPOSITORY / "benchmarks" / "papers" / "bundled.md"
"""Where the tables of the bundled pages stand."""
EXPLANATION = REPOSITORY / "docs" / "explanation"
NOTES = REPOSITORY / "benchmarks" / "NOTES.md"
"""Where those tables stand that are side experiments."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make papers' tables; return the exit status: 0 done, 1 failed or different. A wrong call exits with 2."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.papers", description=__doc__)
    parser.add_argument("paper", choices=(*PAPERS, ALL))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="folder of annotated corpora, or one such corpus")
    parser.add_argument("--folds", type=int, metavar="N", help="cross-validate a corpus of your own in so many folds")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail where a table differs")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="draw the papers' figures there, and no tables")
    parser.add_argument(
        "--parallel", type=Path, metavar="FOLDER", help="print what a folder of translated pages gives (shinnou)"
    )
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="with --parallel: write the pairs there")
    options = parser.parse_args(arguments)
    if options.figures and options.paper not in (*FIGURES, ALL):
        parser.error(f"--figures is for {', '.join(FIGURES)} and {ALL}: no other paper has a figure")
    if options.parallel and options.paper != "shinnou":
        parser.error("--parallel is for shinnou: no other paper has a parallel corpus")
    if options.pairs and not options.parallel:
        parser.error("--pairs needs --parallel")
    try:
        if options.parallel:
            return _print(parallel.tables(options.parallel, bar, options.pairs))
        corpora = Corpora(options.data, options.folds)
        if options.folds and not corpora.is_own:
            parser.error("--folds is for a corpus of your own: the tables that stand somewhere have theirs")
        if options.check and corpora.is_own:
            parser.error("--check needs tables that stand somewhere: those of a corpus of your own are printed")
        chosen = list(PAPERS) if options.paper == ALL else [options.paper]
        if options.figures:
            return _draw(chosen, corpora, options.figures)
        if corpora.is_own:
            return _print({name: table for paper in chosen for name, table in PAPERS[paper](corpora, bar).items()})
        make = _documented if corpora.folder else _bundled
        differences = [found for paper in chosen for found in make(paper, corpora, check=options.check)]
    except (CorpusError, ModuleNotFoundError, OSError, ValueError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    print("".join(differences), end="")
    return int(bool(differences))


def _draw(chosen: Sequence[str], corpora: Corpora, folder: Path) -> int:
    require_figures()
    folder.mkdir(parents=True, exist_ok=True)
    for paper in FIGURES.keys() & chosen:
        FIGURES[paper](corpora, folder, bar)
    return 0


def _print(tables: Tables) -> int:
    for name, table in tables.items():
        print(f"{name}\n\n{table}\n")
    return 0


def _documented(paper: str, corpora: Corpora, *, check: bool) -> list[str]:
    """Write a paper's tables into its page of the documentation and into the notes; return how they differ."""
    return _write([EXPLANATION / f"{PAGES[paper]}.md", NOTES], PAPERS[paper](corpora, bar), check=check)


def _bundled(paper: str, corpora: Corpora, *, check: bool) -> list[str]:
    """Write the tables of the bundled pages; return how they differ, where that is asked for."""
    tables = PAPERS[paper](corpora, bar)
    return _write(
        [BUNDLED], {paper: "\n\n".join(f"### {name}\n\n{text}" for name, text in tables.items())}, check=check
    )


def _write(files: Sequence[Path], tables: Tables, *, check: bool) -> list[str]:
    """Write tables into files; return how these differ, where that is asked for, and the tables that have no place."""
    texts = {file: file.read_text("utf-8") for file in files}
    known = {name for text in texts.values() for name in places(text)}
    found = [
        f"{files[0].relative_to(REPOSITORY)} has no place for the table {name}:\n\n{table}\n\n"
        for name, table in tables.items()
        if name not in known
    ]
    made = {file: filled(text, tables) for file, text in texts.items()}
    if check:
        return [*found, *filter(None, (difference(file, new) for file, new in made.items()))]
    for file, new in made.items():
        file.write_text(new, "utf-8")
    return found


if __name__ == "__main__":
    raise SystemExit(main())
