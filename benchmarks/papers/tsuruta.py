"""The measures of Tsuruta et al.: coverage of the main content, and of the noise, on pages that have been laid out (3).

A node is a text block or an object; the annotation calls a text block main when at least half of it stands in the
reference, an object when at least half of the text does that it stands with. So it is with what a system keeps.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.papers import LAID_OUT, figures, plain
from scrapy_maincontent.corpus import folds, word_score
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.facts.advertisements import OWN_LIST, advertised_blocks, load_list
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods import layout
from scrapy_maincontent.methods.layout import (
    FURTHER_NODE,
    LINKED_SHARE,
    MAIN_NODE,
    elements_below,
    fates_of,
    main_nodes,
)
from scrapy_maincontent.page import Label, boxes_of
from scrapy_maincontent.training.align import targets
from scrapy_maincontent.training.layout import PACKAGED, PAPER, fit_layout, layout_rows
from scrapy_maincontent.training.learner import CRF
from scrapy_maincontent.training.tree import write_model

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from benchmarks.papers import Corpora, Tables
    from scrapy_maincontent.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.facts.advertisements import AdList
    from scrapy_maincontent.methods.layout import LayoutModel
    from scrapy_maincontent.page import Boxes, Page
    from scrapy_maincontent.progress import Progress
    from scrapy_maincontent.training.layout import LayoutRows

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
    """What a system keeps of a page, or a person: text blocks and objects."""

    blocks: Bools
    objects: Bools


@dataclass(frozen=True, slots=True)
class Coverage:
    """Cov and Cov_n of one page (formulas 3 and 4), 0 to 1; ``None`` where it has no main content, or no noise.

    ``text`` is what was kept.
    """

    main: float | None
    noise: float | None
    text: str


class JudgedPage:
    """A laid-out page with its annotation, against which systems are measured."""

    def __init__(self, annotated: AnnotatedPage, page: Page) -> None:
        self.annotated, self.page = annotated, page
        self.boxes: Boxes = boxes_of(page)
        self._objects = np.array([o for o in page.objects if page.tags[o] in OBJECT_TAGS], np.int64)
        self._lengths = np.array([len(text) for text in page.texts])
        self._words = measure(page).words.astype(np.float64)
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
        return Kept(blocks, main[self._objects])

    def with_objects(self, blocks: Bools) -> Kept:
        """Return main text blocks together with the objects that stand with them."""
        before = np.concatenate((np.zeros((2, 1)), np.cumsum((self._words, self._words * blocks), axis=1)), axis=1)
        main = [self._stands_with_main(element, before) for element in self._objects.tolist()]
        return Kept(blocks, np.array(main, bool))

    def coverage(self, kept: Kept) -> Coverage:
        """Return how much of the main content a system keeps, and how much of the noise it leaves out."""
        main, noise = self._weight(self._truth, kept, of=True), self._weight(self._truth, kept, of=False)
        text = "\n".join(text for text, chosen in zip(self.page.texts, kept.blocks.tolist(), strict=True) if chosen)
        return Coverage(main, noise, text)

    def _weight(self, truth: Kept, kept: Kept, *, of: bool) -> float | None:
        """Return the share of what the truth calls main (``of``), or noise, on which the system agrees."""
        agreed = total = 0
        for mine, theirs, weights in (
            (truth.blocks, kept.blocks, self._lengths),
            (truth.objects, kept.objects, np.full(len(self._objects), OBJECT_WEIGHT)),
        ):
            total += int(weights[mine == of].sum())
            agreed += int(weights[(mine == of) & (theirs == of)].sum())
        return agreed / total if total else None

    def _stands_with_main(self, element: int, before: NDArray[np.float64]) -> bool:
        """Return True if most of the text of the first element with text around an object is main."""
        for outer in self.page.ancestors(element):
            low, high = self.page.blocks_in(outer)
            words, main = (before[:, high] - before[:, low]).tolist()
            if words:
                return bool(main >= MOST * words)
        return False


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
    result = extract(annotated.html(), annotated.url, encoding=annotated.encoding, method=method, model=model)
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


def as_text(pages: Sequence[JudgedPage], found: Found) -> str:
    """Return table 1, and beside its two measures the word F1 of the texts."""
    lines = [f"Table 1: {len(pages)} laid-out pages with main content", f"{'':34}{'Cov':>7}{'Cov_n':>7}{'F1':>7}"]
    for name, covered in found.items():
        main = [each.main for each in covered if each.main is not None]
        noise = [each.noise for each in covered if each.noise is not None]
        scores = [
            word_score(each.text, page.annotated.main_content).f1 for each, page in zip(covered, pages, strict=True)
        ]
        lines.append(f"{name:34}{np.mean(main):7.3f}{np.mean(noise):7.3f}{np.mean(scores):7.3f}")
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
