"""The measures of Tsuruta et al.: coverage of the main content, and of the noise, on pages that have been laid out (3).

They are measured twice. Over DOM nodes, as printed: a node weighs by the texts and objects directly below it, and is
main when at least half of these are. Over text blocks and objects: the annotation calls a text block main when at least
half of it stands in the reference, an object when at least half of the text does that it stands with. So it is with
what a system keeps.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np

from benchmarks.papers import ENGLISH, EXAMPLE_SITE, JAPANESE, LAID_OUT, Corpora, figures, plain
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.advertisements import OWN_LIST, advertised_blocks, load_list
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.lab.corpus import folds, word_score
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage, Marks, marked_text
from scrapy_maincontent.lab.corpus.rendered import render_corpus
from scrapy_maincontent.lab.evaluation import UNHURRIED
from scrapy_maincontent.lab.training.align import targets
from scrapy_maincontent.lab.training.layout import PACKAGED, PAPER, fit_layout, layout_rows
from scrapy_maincontent.lab.training.learner import CRF
from scrapy_maincontent.lab.training.tree import write_model
from scrapy_maincontent.page import Label
from scrapy_maincontent.papers import tsuruta as layout
from scrapy_maincontent.papers.browser import renderer
from scrapy_maincontent.papers.tsuruta import (
    FURTHER_NODE,
    LINKED_SHARE,
    MAIN_NODE,
    boxes_of,
    elements_below,
    fates_of,
    main_nodes,
)
from scrapy_maincontent.progress import bar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from benchmarks.papers import Tables
    from scrapy_maincontent.facts.advertisements import AdList
    from scrapy_maincontent.lab.training.layout import LayoutRows
    from scrapy_maincontent.page import Boxes, Page
    from scrapy_maincontent.papers.tsuruta import LayoutModel
    from scrapy_maincontent.progress import Progress

    Bools = NDArray[np.bool_]

    System = Callable[["JudgedPage"], "Kept"]


OBJECT_WEIGHT = 10
"""Characters that an object counts for (formula 5)."""
OBJECT_TAGS = frozenset(("img", "picture", "embed", "object"))
"""What an object is (formula 5); a ``picture`` is the frame of an ``img``."""
MAPS = "tsuruta-maps.png"
"""The file of figure 2."""
MOST = 0.5
"""Share from which on something is main."""


def tables(corpora: Corpora, progress: Progress) -> Tables:
    """Return table 1 of Tsuruta et al. for pages that were laid out; nothing where there are none."""
    pages = corpora[LAID_OUT]
    if not pages:
        return {}
    return {"coverage": plain(as_text(*cross_validate(pages, corpora.folds, progress, ads=load_list(OWN_LIST))))}


def draw(corpora: Corpora, folder: Path, progress: Progress) -> None:
    """Draw figure 2, the weight maps of all pages."""
    figures.weight_maps(maps(corpora[LAID_OUT], progress), folder / MAPS)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a system keeps of a page, or a person: text blocks, objects, and DOM nodes."""

    blocks: Bools
    objects: Bools
    nodes: Bools


@dataclass(frozen=True, slots=True)
class Coverage:
    """Cov and Cov_n of one page (formulas 3 and 4), 0 to 1; ``None`` where it has no main content, or no noise.

    ``main`` and ``noise`` are over text blocks and objects, the two others over DOM nodes. ``text`` is what was kept.
    """

    main: float | None
    noise: float | None
    node_main: float | None
    node_noise: float | None
    text: str


class JudgedPage:
    """A laid-out page with its annotation, against which systems are measured."""

    def __init__(self, annotated: AnnotatedPage, page: Page) -> None:
        self.annotated, self.page = annotated, page
        self.boxes: Boxes = boxes_of(page)
        self._objects = np.array([o for o in page.objects if page.tags[o] in OBJECT_TAGS], np.int64)
        self._lengths = np.array([len(text) for text in page.texts])
        self._words = measure(page).words.astype(np.float64)
        self._holders = _holders(page)
        self._characters = np.array([len(" ".join(piece.split())) for piece in page.pieces], np.float64)
        around = np.array(page.parents, np.int64)[self._objects]
        self._around = np.maximum(around, 0)
        self._node_weights = self._on_nodes(self._characters, np.ones(len(self._objects)))
        self._truth = self.with_objects(np.array(targets(page, annotated)) >= MOST)

    def kept_nodes(self, nodes: Sequence[int], ads: AdList | None, linked_share: float | None, *, shown: bool) -> Kept:
        """Return what stands in nodes after Gupta's steps: advertisements, lists of links, what is not shown."""
        fates = fates_of(self.page, self.boxes, nodes, linked_share, shown=shown)
        main = (fates == MAIN_NODE) | (fates == FURTHER_NODE)
        blocks = main[self.page.owners]
        if ads is not None:
            found = sorted(ads.elements(self.page))
            main &= ~elements_below(self.page, np.array(found, np.int64))
            blocks &= ~np.array(advertised_blocks(self.page, found), bool)
        return Kept(blocks, main[self._objects], main)

    def with_objects(self, blocks: Bools) -> Kept:
        """Return main text blocks together with the objects that stand with them."""
        before = np.concatenate((np.zeros((2, 1)), np.cumsum((self._words, self._words * blocks), axis=1)), axis=1)
        main = [self._stands_with_main(element, before) for element in self._objects.tolist()]
        objects = np.array(main, bool)
        kept = np.zeros(len(self.page.pieces))
        for start, end in compress(zip(self.page.text_starts, self.page.text_ends, strict=True), blocks.tolist()):
            kept[start:end] = 1
        nodes = self._on_nodes(self._characters * kept, objects.astype(np.float64)) >= MOST * self._node_weights
        return Kept(blocks, objects, nodes)

    def coverage(self, kept: Kept) -> Coverage:
        """Return how much of the main content a system keeps, and how much of the noise it leaves out."""
        truth = self._truth
        objects = truth.objects, kept.objects, np.full(len(self._objects), OBJECT_WEIGHT)
        blocks = [(truth.blocks, kept.blocks, self._lengths), objects]
        nodes = [(truth.nodes, kept.nodes, self._node_weights)]
        text = "\n".join(text for text, chosen in zip(self.page.texts, kept.blocks.tolist(), strict=True) if chosen)
        return Coverage(
            _agreed(blocks, of=True), _agreed(blocks, of=False), _agreed(nodes, of=True), _agreed(nodes, of=False), text
        )

    def _on_nodes(self, characters: NDArray[np.float64], objects: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return I (formula 5) of each DOM node: what stands directly below it."""
        count = len(self.page.tags)
        texts = np.bincount(self._holders, characters, count)
        found: NDArray[np.float64] = texts + OBJECT_WEIGHT * np.bincount(self._around, objects, count)
        return found

    def _stands_with_main(self, element: int, before: NDArray[np.float64]) -> bool:
        """Return True if most of the text of the first element with text around an object is main."""
        for outer in self.page.ancestors(element):
            low, high = self.page.blocks_in(outer)
            words, main = (before[:, high] - before[:, low]).tolist()
            if words:
                return bool(main >= MOST * words)
        return False


def _holders(page: Page) -> NDArray[np.int64]:
    """Return the innermost element around each text node."""
    found = np.zeros(len(page.pieces), np.int64)
    for element, (start, end) in enumerate(zip(page.piece_starts, page.piece_ends, strict=True)):
        found[start:end] = element
    return found


def _agreed(compared: Sequence[tuple[Bools, Bools, NDArray[Any]]], *, of: bool) -> float | None:
    """Return the share of what the truth calls main (``of``), or noise, on which a system agrees, by weight."""
    total = sum(float(weights[truth == of].sum()) for truth, _, weights in compared)
    agreed = sum(float(weights[(truth == of) & (kept == of)].sum()) for truth, kept, weights in compared)
    return agreed / total if total else None


def judged(annotated: AnnotatedPage) -> JudgedPage | None:
    """Return a page with its annotation; ``None`` where it has no text, or no main content."""
    page = annotated.read_with_text()
    if page is None or not annotated.main_content.strip():
        return None
    return JudgedPage(annotated, page)


def body_gupta(judged: JudgedPage, ads: AdList | None) -> Kept:
    """Return what Gupta's steps leave of the body (the paper's BODY+Gupta)."""
    body = next((element for element, tag in enumerate(judged.page.tags) if tag == "body"), 0)
    return judged.kept_nodes([body], ads, LINKED_SHARE, shown=True)


def weight_map(judged: JudgedPage, model: LayoutModel, *, several: bool, gupta: bool, ads: AdList | None) -> Kept:
    """Return the best node, or several, by a model's map (the paper's WM, WM+Gupta)."""
    nodes = main_nodes(judged.page, judged.boxes, model.weights, several=several)
    if not gupta:
        return judged.kept_nodes(nodes, None, None, shown=False)
    return judged.kept_nodes(nodes, ads, LINKED_SHARE, shown=model.shown)


def by_method(judged: JudgedPage, method: str, model: str | None) -> Kept:
    """Return what a method of this package keeps."""
    annotated = judged.annotated
    result = extract(
        annotated.html(), annotated.url, encoding=annotated.encoding, method=method, model=model, limits=UNHURRIED
    )
    return judged.with_objects(np.array([label is Label.MAIN for label in result.blocks.labels], bool))


Found = dict[str, list["Coverage"]]
"""Coverages by the system's name, in the order of the pages."""


def cross_validate(
    pages: Sequence[AnnotatedPage],
    count: int,
    progress: Progress,
    *,
    others: Sequence[Sequence[AnnotatedPage]] = (),
    ads: AdList | None = None,
) -> tuple[list[JudgedPage], Found]:
    """Return the pages with main content, and how each system covers them.

    Weight maps are learnt on ``pages``, which must have been laid out; the default method on ``others``, too, but for
    their pages of a scored page's domain.
    """
    known = {number: page for number, each in enumerate(pages) if (page := judged(each)) is not None}
    rows = [layout_rows(page) for page in progress(pages, "boxes")]
    crf_rows = CRF.read([pages, *others], progress)
    fold_of = folds([page for corpus in [pages, *others] for page in corpus], count)
    found: dict[int, dict[str, Coverage]] = {}
    for fold, crf in CRF.held_out_models(crf_rows, fold_of, progress):
        training = [own for own, place in zip(rows, fold_of, strict=False) if place != fold]
        systems = _systems(training, crf, crf.with_name(f"layout{fold}{layout.SUFFIX}"), ads)
        for number, page in known.items():
            if fold_of[number] == fold:
                found[number] = {name: page.coverage(keep(page)) for name, keep in systems.items()}
    order = sorted(found)
    names = found[order[0]] if order else {}
    return [known[number] for number in order], {name: [found[number][name] for number in order] for name in names}


def maps(pages: Sequence[AnnotatedPage], progress: Progress) -> dict[str, NDArray[Any]]:
    """Return the weight maps of all pages, as the paper has it and as the packaged model has it, by their titles."""
    rows = [layout_rows(page) for page in progress(pages, "boxes")]
    found = {}
    for title, setup in (("As the paper", PAPER), ("Tuned", PACKAGED)):
        model = fit_layout(rows, "layout", setup=setup)
        found[f"{title}, alpha {model['alpha']:g}"] = np.array(model["weights"])
    return found


# More pages that keep their looks: those whose style sheets and pictures are on this machine.

MOST_PAGES, MOST_OF_PART = 40, 12
"""Pages taken of one folder of documentation, and of one folder directly in it, evenly spaced."""
_MAIN_IDS = ("content", "main-content", "apicontent", "bodyContent")
"""Ids of the main element that programs give it which write documentation."""
_MIN_WORDS = 50


def documentation(folder: Path) -> list[AnnotatedPage]:
    """Return pages of a folder of HTML documentation, annotated by the element that each declares to be its main one.

    The folder is their domain. Pages that declare none, or have few words in it, are left out.
    """
    parts: dict[str, list[Path]] = {}
    for file in sorted(folder.rglob("*.html")):
        parts.setdefault(file.relative_to(folder).parts[0], []).append(file)
    files = [file for part in parts.values() for file in _spaced(part, MOST_OF_PART)]
    return _spaced([page for file in files if (page := _documented(folder, file)) is not None], MOST_PAGES)


def _spaced(items: Sequence[Any], count: int) -> list[Any]:
    places = sorted({round(place) for place in np.linspace(0, len(items) - 1, count)}) if items else ()
    return [items[place] for place in places]


def _documented(folder: Path, file: Path) -> AnnotatedPage | None:
    name = file.relative_to(folder).as_posix()
    domain = "-".join(folder.resolve().parts[-2:])
    url = f"https://{domain}.example/{quote(name)}"
    page = read_page(file.read_bytes(), url)
    main = None if page is None else _declared_main(page)
    if page is None or main is None:
        return None
    marks = Marks((page.xpath(main),))
    text = marked_text(page, marks)
    if len(text.split()) < _MIN_WORDS:
        return None
    page_id = f"{domain}-{name.removesuffix('.html')}"
    return AnnotatedPage(page_id, url, file, None, "documentation", domain, "", text, marks=marks)


def _declared_main(page: Page) -> int | None:
    """Return the only element that is main by its tag, else by its role, else the first by its id, if there is one."""
    by_tag = [element for element, tag in enumerate(page.tags) if tag == "main"]
    by_role = [element for element, own in enumerate(page.attrs) if own.get("role") == "main"]
    by_id = [element for element, own in enumerate(page.attrs) if own.get("id") in _MAIN_IDS]
    found = by_tag or by_role or by_id[:1]
    return found[0] if len(found) == 1 else None


def lay_out(output: Path, folders: Sequence[Path], progress: Progress) -> None:
    """Lay out the example project's pages, and those of folders of documentation, into a corpus; print how many."""
    bundled = Corpora()
    site = [*bundled[ENGLISH], *bundled[JAPANESE]]
    sources = [(EXAMPLE_SITE, site), *((folder, documentation(folder)) for folder in folders)]
    with renderer() as browser:
        for folder, pages in sources:
            done = render_corpus(pages, output, browser, progress, folder)
            print(f"{folder}: {done.pages} pages, {done.failed} could not be laid out, {done.kept} keep their looks")


def as_text(pages: Sequence[JudgedPage], found: Found) -> str:
    """Return table 1, and beside its two measures the word F1 of the texts."""
    lines = [
        f"Table 1: {len(pages)} laid-out pages with main content",
        f"{'':38}{'DOM nodes':>14}{'text blocks':>14}",
        f"{'':38}{'Cov':>7}{'Cov_n':>7}{'Cov':>7}{'Cov_n':>7}{'F1':>7}",
    ]
    for name, covered in found.items():
        columns = zip(*((each.node_main, each.node_noise, each.main, each.noise) for each in covered), strict=True)
        means = [np.mean([value for value in column if value is not None]) for column in columns]
        scores = [
            word_score(each.text, page.annotated.main_content).f1 for each, page in zip(covered, pages, strict=True)
        ]
        lines.append(f"{name:38}{''.join(f'{mean:7.3f}' for mean in means)}{np.mean(scores):7.3f}")
    return "\n".join(lines)


def _systems(rows: Sequence[LayoutRows | None], crf: Path, file: Path, ads: AdList | None) -> dict[str, System]:
    """Return the paper's systems, their extensions, and the default beside them, trained on a fold's pages."""
    systems: dict[str, System] = {"BODY+Gupta": partial(body_gupta, ads=ads)}
    for title, setup in (("", PAPER), (", tuned map", PACKAGED)):
        write_model(fit_layout(rows, "layout", setup=setup), file)
        model = layout.load(file)
        for several in (False, True):
            for gupta in (False, True):
                name = f"WM{title}{', several nodes' if several else ''}{' + Gupta' if gupta else ''}"
                systems[name] = partial(weight_map, model=model, several=several, gupta=gupta, ads=ads)
    systems["crf"] = partial(by_method, method="crf", model=str(crf))
    return systems


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit("usage: python -m benchmarks.papers.tsuruta OUTPUT [FOLDER OF HTML DOCUMENTATION ...]")
    lay_out(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]], bar)
