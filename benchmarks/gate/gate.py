"""The gate: accuracy must not fall below pinned floors. ``python benchmarks/gate/gate.py CORPUS``.

Every page is scored in both ways of `evaluation.leave_out`: by a model that has seen nothing of its corpus, and
by one that has seen no page of its domain. This folder keeps these models, and ``floors.json``. So scores move with
rules, features' values and selection alone, and are the same to the bit where nothing has changed. Nothing is trained,
but by ``--update``, which makes models and floors anew. ``--floors`` makes the floors alone, for the kept models. That
a floor falls, or a ceiling rises, needs ``--lower`` as well.
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
from scrapy_maincontent.facts import page_type
from scrapy_maincontent.lab.corpus import CORPUS_VARIABLE, WITHOUT, digest, read_corpus
from scrapy_maincontent.lab.evaluation import our_extractor, score
from scrapy_maincontent.lab.evaluation.leave_out import FOLDS, LEFT_OUT, MACRO, splits_of
from scrapy_maincontent.lab.evaluation.tables import ALL, as_text, summary
from scrapy_maincontent.lab.training.learner import CRF
from scrapy_maincontent.lab.training.page_type import held_types
from scrapy_maincontent.methods import ModelError
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scrapy_maincontent.lab.corpus import Split
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.lab.evaluation import Extractor, PageResult
    from scrapy_maincontent.progress import Progress

    Rows = dict[str, dict[str, float]]
    Corpora = Mapping[str, Sequence[AnnotatedPage]]
    Scored = dict[str, dict[str, Rows]]
    """Both ways, the tables of each corpus, and of the mean over corpora."""


FOLDER = Path("benchmarks/gate")
"""Where models and floors are kept, relative to the checkout."""
FLOORS = "floors.json"
FIRST = "wcxb-dev"
"""Name in ``floors.json`` of the corpus that is given, wherever it lies."""
SCORED_BESIDE = ("daniel-dev", "publishers-dev", "ja-dev")
TRAINED_BESIDE = ("lists-dev",)
"""Folders looked for beside the first one."""
WAYS = (LEFT_OUT, FOLDS)
EVERY = {FIRST: 3}
"""Of a corpus so large, every so manyth page is scored."""
MARGIN = 0.001
"""A floor stands this much below what was measured: a page more or less, as another libxml2 may make it."""
PASSED, MISSED, UNUSABLE = range(3)
"""Exit statuses; a gate that is skipped passes."""
COUNT = 5
"""Folds by domain over all corpora."""
LEARNER = CRF
"""Of the default method."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A gated figure of a corpus: a measure of all pages or of a page type, by one way. ``most``: it must not rise."""

    corpus: str
    way: str
    group: str = ALL
    measure: str = "f1"
    most: bool = False

    @property
    def name(self) -> str:
        """Its name in ``floors.json``."""
        return f"{self.corpus} {self.way} {self.group} {self.measure}"

    def of(self, scored: Scored) -> float | None:
        """Return the measured value, ``None`` where the corpus has no such pages or snippets, or was not scored."""
        return scored.get(self.way, {}).get(self.corpus, {}).get(self.group, {}).get(self.measure)

    def misses(self, value: float | None, floor: float) -> bool:
        """Return True if a value misses its floor (or ceiling)."""
        return value is None or (value > floor if self.most else value < floor)

    def floor(self, value: float) -> float:
        """Return the floor (or ceiling) for what was measured."""
        return round(value + MARGIN if self.most else value - MARGIN, 4)


FIGURES = (
    *(Figure(corpus, way) for way in WAYS for corpus in (FIRST, *SCORED_BESIDE, MACRO)),
    Figure(FIRST, FOLDS, "article"),
    Figure(FIRST, FOLDS, measure="title"),
    Figure(FIRST, FOLDS, measure="without", most=True),
)


def misses(scored: Scored, floors: dict[str, float]) -> list[str]:
    """Return a line for every floor of a scored corpus that was missed."""
    return [
        f"{figure.name}: {figure.of(scored)} {'is above' if figure.most else 'is below'} {floors[figure.name]}"
        for figure in FIGURES
        if figure.corpus in scored.get(figure.way, {})
        and figure.name in floors
        and figure.misses(figure.of(scored), floors[figure.name])
    ]


def new_floors(scored: Scored, floors: dict[str, float], *, lower: bool) -> dict[str, float]:
    """Return floors for what was measured; one that would fall stays, unless ``lower``."""
    fresh = {figure: figure.floor(value) for figure in FIGURES if (value := figure.of(scored)) is not None}
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
    names = _fold_names(folds)
    try:
        extractors = {name: _extractor(folder, name) for name in set(names)}
    except ModelError:
        return None
    name_of = {page.id: name for page, name in zip(pages, names, strict=True)}
    return lambda page: extractors[name_of[page.id]](page)


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


def _kept(folders: dict[str, Path], path: Path, known: dict[str, Any]) -> Scored | None:
    """Score the corpora that are there by the kept models; print why and return ``None`` where they are for others."""
    if not known:
        print(f"there is no {path}; run the gate in the checkout, or make it with --update")
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
    try:
        return _score(corpora, {name: known["corpora"][name]["folds"] for name in corpora}, path.parent)
    except ModelError as error:
        print(f"{error}\nThe gate's models must be trained anew: run it with --update")
        return None


def _update(folders: dict[str, Path], path: Path, floors: dict[str, float], *, lower: bool) -> int:
    """Train the models on all corpora, score them, and write what the gate needs to know."""
    if missing := [str(folder) for folder in folders.values() if not folder.is_dir()]:
        print(f"the models are trained on all corpora; missing: {', '.join(missing)}")
        return UNUSABLE
    corpora = {name: read_corpus(folder) for name, folder in folders.items()}
    ways = splits_of(corpora, TRAINED_BESIDE, COUNT)
    train(corpora, [split for splits in ways.values() for split in splits], path.parent, bar)
    fold_of = {number: str(fold) for fold, split in enumerate(ways[FOLDS]) for number in split.scored}
    kept = {}
    place = 0
    for name, pages in corpora.items():
        if name not in TRAINED_BESIDE:
            digits = "".join(fold_of[number] for number in range(place, place + len(pages)))
            kept[name] = {"digest": digest(pages), "folds": digits}
        place += len(pages)
    scored = _score(
        {name: corpora[name] for name in kept}, {name: own["folds"] for name, own in kept.items()}, path.parent
    )
    floors = new_floors(scored, floors, lower=lower)
    _write(path, {"floors": floors, "corpora": kept})
    return _verdict(scored, floors)


def _write(path: Path, known: dict[str, Any]) -> None:
    path.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


def _score(corpora: Corpora, folds: Mapping[str, str], folder: Path) -> Scored:
    """Return each corpus's table both ways and the mean of those, and print them.

    Raises:
        ModelError: a model is missing or damaged, or was trained on other features than this version has.
    """
    names = {
        LEFT_OUT: {name: [WITHOUT + name] * len(pages) for name, pages in corpora.items()},
        FOLDS: {name: _fold_names(folds[name]) for name in corpora},
    }
    scored: Scored = {}
    for way in WAYS:
        scored[way] = {}
        for name, pages in corpora.items():
            every = EVERY.get(name, 1)
            results = evaluate(pages[::every], names[way][name][::every], folder, bar)
            scored[way][name] = summary(results)
            print(f"{name}, {way}\n{as_text(scored[way][name])}\n")
        if set(corpora) == {FIRST, *SCORED_BESIDE}:
            mean = sum(rows[ALL]["f1"] for rows in scored[way].values()) / len(corpora)
            scored[way][MACRO] = {ALL: {"f1": mean}}
            print(f"{MACRO}, {way}: {mean:.4f}\n")
    return scored


def _fold_names(digits: str) -> list[str]:
    return [f"fold{digit}" for digit in digits]


def _verdict(scored: Scored, floors: dict[str, float]) -> int:
    failed = misses(scored, floors)
    print("\n".join(failed) or "gate passed")
    return MISSED if failed else PASSED


# The kept models, each by the name of its split.


def train(corpora: Corpora, splits: Sequence[Split], folder: Path, progress: Progress) -> None:
    """Train a model for each split, and one of page types, and write them into a folder.

    The same pages give the same bytes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pages = list(corpora.values())
    types = held_types(pages, splits, progress)
    for number, (split, _) in enumerate(LEARNER.split_models(pages, splits, folder, progress)):
        file = _types_file(folder, split.name)
        file.unlink(missing_ok=True)
        if types:
            file.write_text(json.dumps(types[number], separators=(",", ":")) + "\n", "utf-8")
    methods.load_model.cache_clear()  # it may know files that were here before


def evaluate(
    pages: Sequence[AnnotatedPage], names: Iterable[str], folder: Path, progress: Progress
) -> list[PageResult]:
    """Score every page by the model of its split's name.

    Raises:
        ModelError: a model is missing or damaged, or was trained on other features than this version has.
    """
    held_out = list(zip(pages, names, strict=True))
    extractors = {name: _extractor(folder, name) for name in {name for _, name in held_out}}
    return [score(page, extractors[name](page)) for page, name in progress(held_out, "evaluate")]


def _extractor(folder: Path, name: str) -> Extractor:
    """Return a split's extractor; without a model of page types it has the packaged one.

    Raises:
        ModelError: the model is missing or damaged, or was trained on other features than this version has.
    """
    file, types = folder / f"{name}{LEARNER.suffix}", _types_file(folder, name)
    try:
        methods.load_model(LEARNER.method, str(file))
        return our_extractor(LEARNER.method, str(file), page_type.load(types) if types.is_file() else None)
    except ValueError as error:
        raise ModelError(str(error)) from error


def _types_file(folder: Path, name: str) -> Path:
    return folder / f"types-{name}.json"


if __name__ == "__main__":
    sys.exit(main())
