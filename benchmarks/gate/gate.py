"""The gate: accuracy must not fall below pinned floors. ``python benchmarks/gate/gate.py CORPUS``.

This folder keeps the models of a cross-validation and ``floors.json``; every page is scored by the
model that was trained on no page of its domain. So scores move with rules, features' values and selection alone, and
are the same to the bit where nothing has changed. Nothing is trained, but by ``--update``, which makes models and
floors anew. ``--floors`` makes the floors alone, for the kept models. That a floor falls, or a ceiling rises, needs
``--lower`` as well.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy_maincontent import methods
from scrapy_maincontent.corpus import CORPUS_VARIABLE, digest, folds, read_corpus
from scrapy_maincontent.corpus.splits import fold_splits
from scrapy_maincontent.evaluation.run import our_extractor, score
from scrapy_maincontent.evaluation.tables import ALL, as_text, summary
from scrapy_maincontent.facts import page_type
from scrapy_maincontent.methods import ModelError
from scrapy_maincontent.progress import bar
from scrapy_maincontent.training.learner import CRF
from scrapy_maincontent.training.page_type import held_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy_maincontent.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.evaluation.run import Extractor, PageResult
    from scrapy_maincontent.progress import Progress

    Rows = dict[str, dict[str, float]]


FOLDER = Path("benchmarks/gate")
"""Where models and floors are kept, relative to the checkout."""
FLOORS = "floors.json"
FIRST = "wcxb-dev"
"""Name in ``floors.json`` of the corpus that is given, wherever it lies."""
SCORED_BESIDE = ("ja-dev",)
TRAINED_BESIDE = ("lists-dev",)
"""Folders looked for beside the first one."""
MARGIN = 0.001
"""A floor stands this much below what was measured: a page more or less, as another libxml2 may make it."""
PASSED, MISSED, UNUSABLE = range(3)
"""Exit statuses; a gate that is skipped passes."""
FOLDS = 5
LEARNER = CRF
"""Of the default method."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A gated figure of a corpus: a measure of all pages or of a page type. ``most``: it must not rise."""

    corpus: str
    group: str
    measure: str
    most: bool = False

    @property
    def name(self) -> str:
        """Its name in ``floors.json``."""
        return f"{self.corpus} {self.group} {self.measure}"

    def of(self, rows: dict[str, Rows]) -> float | None:
        """Return the measured value, ``None`` where the corpus has no such pages or snippets, or was not scored."""
        return rows.get(self.corpus, {}).get(self.group, {}).get(self.measure)

    def misses(self, value: float | None, floor: float) -> bool:
        """Return True if a value misses its floor (or ceiling)."""
        return value is None or (value > floor if self.most else value < floor)

    def floor(self, value: float) -> float:
        """Return the floor (or ceiling) for what was measured."""
        return round(value + MARGIN if self.most else value - MARGIN, 4)


FIGURES = (
    Figure(FIRST, ALL, "f1"),
    Figure(FIRST, "article", "f1"),
    Figure(FIRST, ALL, "with"),
    Figure(FIRST, ALL, "without", most=True),
    Figure(FIRST, ALL, "title"),
    *(Figure(name, ALL, "char4_f1") for name in SCORED_BESIDE),
)


def misses(rows: dict[str, Rows], floors: dict[str, float]) -> list[str]:
    """Return a line for every floor of a scored corpus that was missed."""
    return [
        f"{figure.name}: {figure.of(rows)} {'is above' if figure.most else 'is below'} {floors[figure.name]}"
        for figure in FIGURES
        if figure.corpus in rows and figure.name in floors and figure.misses(figure.of(rows), floors[figure.name])
    ]


def new_floors(rows: dict[str, Rows], floors: dict[str, float], *, lower: bool) -> dict[str, float]:
    """Return floors for what was measured; one that would fall stays, unless ``lower``."""
    fresh = {figure: figure.floor(value) for figure in FIGURES if (value := figure.of(rows)) is not None}
    return {
        figure.name: floors[figure.name]
        if figure.name in floors and not lower and figure.misses(value, floors[figure.name])
        else value
        for figure, value in fresh.items()
    }


def held_out(pages: Sequence[AnnotatedPage], folder: Path = FOLDER) -> Extractor | None:
    """Return the default method by the kept models, each page by the one that was not trained on its domain.

    ``None`` where there are none for these pages, or none that this version can use.
    """
    path = folder / FLOORS
    known: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {"corpora": {}}
    kept = {corpus["digest"]: corpus["folds"] for corpus in known["corpora"].values()}
    folds = kept.get(digest(pages))
    if folds is None:
        return None
    try:
        extractors = _extractors(folder)
    except ModelError:
        return None
    fold_of = {page.id: int(fold) for page, fold in zip(pages, folds, strict=True)}
    return lambda page: extractors[fold_of[page.id]](page)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the gate: exit status 0 passed or skipped, 1 missed, 2 another corpus than the floors are for, or models."""
    options = _parser().parse_args(arguments)
    if not options.corpus or not Path(options.corpus).is_dir():
        print(f"gate skipped: no corpus at {options.corpus!r}; name its folder, or set {CORPUS_VARIABLE}")
        return PASSED
    if options.lower and not (options.update or options.floors):
        print("--lower goes with --update or --floors")
        return UNUSABLE
    first = Path(options.corpus).resolve()
    folders = {FIRST: first} | {name: first.parent / name for name in (*SCORED_BESIDE, *TRAINED_BESIDE)}
    path = options.folder / FLOORS
    known: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    if options.update:
        return _update(folders, path, known.get("floors", {}), lower=options.lower)
    scored = _kept(folders, path, known)
    if scored is None:
        return UNUSABLE
    if options.floors:
        known["floors"] |= new_floors(scored, known["floors"], lower=options.lower)
        _write(path, known)
    return _verdict(scored, known["floors"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", default=os.environ.get(CORPUS_VARIABLE), help="folder of annotated pages")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"of models and floors (default: {FOLDER})")
    parser.add_argument("--update", action="store_true", help="train the models and write the floors anew")
    parser.add_argument("--floors", action="store_true", help="write the floors anew, for the kept models")
    parser.add_argument("--lower", action="store_true", help="with either: let floors fall")
    return parser


def _kept(folders: dict[str, Path], path: Path, known: dict[str, Any]) -> dict[str, Rows] | None:
    """Score the corpora that are there by the kept models; print why and return ``None`` where they are for others."""
    if not known:
        print(f"there is no {path}; run the gate in the checkout, or make it with --update")
        return None
    try:
        _extractors(path.parent)
    except ModelError as error:
        print(f"{error}\nThe gate's models must be trained anew: run it with --update")
        return None
    corpora: dict[str, list[AnnotatedPage]] = {}
    for name, kept in known["corpora"].items():
        if not folders[name].is_dir():
            print(f"{name} skipped: there is no {folders[name]}")
            continue
        corpora[name] = read_corpus(folders[name])
        if (found := digest(corpora[name])) != kept["digest"]:
            print(f"the floors are for another {name}: its digest is {kept['digest']}, that of {folders[name]} {found}")
            return None
    fold_of = {name: [int(digit) for digit in known["corpora"][name]["folds"]] for name in corpora}
    return _score(corpora, fold_of, path.parent)


def _update(folders: dict[str, Path], path: Path, floors: dict[str, float], *, lower: bool) -> int:
    """Train the models on all corpora, score them, and write what the gate needs to know."""
    if missing := [str(folder) for folder in folders.values() if not folder.is_dir()]:
        print(f"the models are trained on all corpora; missing: {', '.join(missing)}")
        return UNUSABLE
    corpora = {name: read_corpus(folder) for name, folder in folders.items()}
    fold_of = dict(zip(corpora, train(list(corpora.values()), path.parent, bar), strict=True))
    for name in TRAINED_BESIDE:
        del corpora[name]
    rows = _score(corpora, fold_of, path.parent)
    floors = new_floors(rows, floors, lower=lower)
    kept = {
        name: {"digest": digest(pages), "folds": "".join(map(str, fold_of[name]))} for name, pages in corpora.items()
    }
    _write(path, {"floors": floors, "corpora": kept})
    return _verdict(rows, floors)


def _write(path: Path, known: dict[str, Any]) -> None:
    path.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


def _score(corpora: dict[str, list[AnnotatedPage]], fold_of: dict[str, list[int]], folder: Path) -> dict[str, Rows]:
    """Return each corpus's table, and print it."""
    rows = {}
    for name, pages in corpora.items():
        rows[name] = summary(evaluate(pages, fold_of[name], folder, bar))
        print(f"{name}\n{as_text(rows[name])}\n")
    return rows


def _verdict(rows: dict[str, Rows], floors: dict[str, float]) -> int:
    failed = misses(rows, floors)
    print("\n".join(failed) or "gate passed")
    return MISSED if failed else PASSED


# The kept models of a cross-validation.


def train(corpora: Sequence[Sequence[AnnotatedPage]], folder: Path, progress: Progress) -> list[list[int]]:
    """Train a model for each fold of all corpora by domain, and one of page types, and write them into a folder.

    Returns for each corpus the fold of each of its pages. The same pages give the same bytes.
    """
    rows = LEARNER.read(corpora, progress)
    fold_of = folds([page for pages in corpora for page in pages], FOLDS)
    folder.mkdir(parents=True, exist_ok=True)
    for fold in progress(range(FOLDS), "folds"):
        training = [own for own, place in zip(rows, fold_of, strict=True) if place != fold]
        LEARNER.write(LEARNER.fit(training, f"fold{fold}", 0), _file(folder, fold))
        _types_file(folder, fold).unlink(missing_ok=True)
    for fold, types in enumerate(held_types(corpora, fold_splits(fold_of), progress)):
        _types_file(folder, fold).write_text(json.dumps(types, separators=(",", ":")) + "\n", "utf-8")
    methods.load_model.cache_clear()  # it may know files that were here before
    rest = iter(fold_of)
    return [[next(rest) for _ in pages] for pages in corpora]


def evaluate(
    pages: Sequence[AnnotatedPage], fold_of: Sequence[int], folder: Path, progress: Progress
) -> list[PageResult]:
    """Score every page by the model of its fold."""
    extractors = _extractors(folder)
    held_out = list(zip(pages, fold_of, strict=True))
    return [score(page, extractors[fold](page)) for page, fold in progress(held_out, "evaluate")]


def _extractors(folder: Path) -> list[Extractor]:
    """Return each fold's extractor; without a model of page types it has the packaged one.

    Raises:
        ModelError: a model is missing or damaged, or was trained on other features than this version has.
    """
    found = []
    for fold in range(FOLDS):
        file, types = _file(folder, fold), _types_file(folder, fold)
        try:
            methods.load_model(LEARNER.method, str(file))
            found.append(our_extractor(LEARNER.method, str(file), page_type.load(types) if types.is_file() else None))
        except ValueError as error:
            raise ModelError(str(error)) from error
    return found


def _types_file(folder: Path, fold: int) -> Path:
    return folder / f"types{fold}.json"


def _file(folder: Path, fold: int) -> Path:
    return folder / f"fold{fold}{LEARNER.suffix}"


if __name__ == "__main__":
    sys.exit(main())
