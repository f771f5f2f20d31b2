"""DOM PageRank measured: which main element each of its variants finds, and the texts on pages of pictures and videos.

The paper has two pages and no figures. Here a page's truth gives each of its elements an F1 as the main one, so that a
variant can be compared with the best that one element can do. Where the annotation lists the page's pictures and
players, those in the main element are compared with them.
"""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.gate import gate
from benchmarks.papers import ENGLISH, JAPANESE, PICTURES, plain
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab import evaluation
from scrapy_maincontent.lab.evaluation.tables import ALL, as_text, summary
from scrapy_maincontent.lab.training.pagerank import (
    FEW_WORDS,
    MIN_MEDIA,
    element_scores,
    is_of_pictures,
    main_elements,
)
from scrapy_maincontent.methods import DEFAULT_METHOD, load_model
from scrapy_maincontent.papers.pagerank import (
    FORMAT,
    PageRankModel,
    Parameters,
    Unit,
    degrees,
    density_sums,
    graph,
    media_elements,
    rank,
    spread,
    weights,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from benchmarks.papers import Corpora, Tables
    from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
    from scrapy_maincontent.page import Page
    from scrapy_maincontent.papers.pagerank import Doubles, Graph
    from scrapy_maincontent.progress import Progress


NEAR = 0.9
"""Share of the best element's F1 from which on the main element counts as found."""
DAMPINGS = (0.3, 0.5, 0.7, 0.85, 0.95)
MEDIA_SHARES = (0.0, 0.2, 0.5, 0.8, 1.0)
"""Shares of the weight that go to media, tried with what else the packaged model has."""
PAPER = Parameters()
_METHOD = "pagerank"
PEERS = ("trafilatura", "readability")
"""Other extractors on pages of pictures and videos, where they are installed."""


def tables(corpora: Corpora, progress: Progress) -> Tables:
    """Return the tables of DOM PageRank for each corpus."""
    named = {name: corpora[name] for name in (ENGLISH, JAPANESE, PICTURES)}
    # The tables of the bundled pages are the same whatever is installed.
    peers = PEERS if corpora.folder else ()
    made: Tables = {}
    for name, pages in named.items():
        if pages:
            main, text = of_corpus(pages, progress, peers)
            made |= {name: plain(main), f"{name}-text": plain(text)}
    return made


class Element(NamedTuple):
    """How much of the main content an element has, counted in words."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class PageElements:
    """One page: how good the main element of each variant is, by the variant's name, and the best there is."""

    page: AnnotatedPage
    found: dict[str, Element]
    best: Element
    pictures: bool
    """Whether it is a page of pictures or videos."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What an extractor made of some pages, and the seconds of processor time that each took."""

    results: list[evaluation.PageResult]
    seconds: list[float]


def packaged() -> Parameters:
    """Return the parameters of the packaged model."""
    model = load_model(_METHOD)
    assert isinstance(model, PageRankModel)
    return model.parameters


class Reading(StrEnum):
    """What the lost formula of importance may be.

    A is the adjacency matrix, D the degrees, w the initial weights, l is lambda.
    """

    WALK = "walk"
    """x = l A D^-1 x + (1 - l) w: personalised PageRank, that of the package."""
    AVERAGE = "average"
    """x = l D^-1 A x + (1 - l) w: each vertex takes the mean of its neighbours, as in label propagation."""
    SYMMETRIC = "symmetric"
    """x = l D^-1/2 A D^-1/2 x + (1 - l) w: local and global consistency (Zhou et al. 2004)."""
    LAPLACIAN = "laplacian"
    """x minimises |x - w|^2 + l x'(D - A)x: l is a regularisation parameter in the strict sense."""


@dataclass(frozen=True, slots=True)
class Variant(Parameters):
    """Parameters, and how else the paper may be read; with ``text_vertices`` texts are vertices of their own."""

    reading: Reading = Reading.WALK
    text_vertices: bool = False

    @classmethod
    def of(cls, parameters: Parameters, **read: Any) -> Variant:
        """Return parameters, read otherwise."""
        return cls(**{field.name: getattr(parameters, field.name) for field in fields(parameters)}, **read)

    def importance(self, page: Page) -> tuple[Graph, Doubles]:
        """Return the page's graph, and the importance of its vertices."""
        tree = graph(page, media_elements(page) if self.media else np.zeros(0, np.intp))
        if self.text_vertices:
            parents = np.concatenate((tree.parents, tree.texts))
            tree = tree._replace(parents=parents, texts=np.arange(len(tree.texts)) + len(tree.elements))
        own, damping, around = weights(page, tree, self), self.damping, degrees(tree)
        root, whole = np.sqrt(around), 1 + damping * around
        left, right, base = {
            Reading.WALK: (damping, 1 / around, 1 - damping),
            Reading.AVERAGE: (damping / around, 1.0, 1 - damping),
            Reading.SYMMETRIC: (damping / root, 1 / root, 1 - damping),
            Reading.LAPLACIAN: (damping / whole, 1.0, 1 / whole),
        }[self.reading]
        return tree, spread(tree, base * own, own, left, right)

    def main_element(self, page: Page) -> int:
        """Return the main element of a page with text."""
        tree, found = self.importance(page)
        return int(tree.elements[density_sums(tree, found).argmax()])


def variants() -> dict[str, Parameters]:
    """Return the variants that are compared: what the paper names, and what it leaves open."""
    own = packaged()
    named = {
        "text (paper)": PAPER,
        "title": replace(PAPER, title=1.0),
        "title alone": replace(PAPER, title=1.0, trade_off=1.0),
        "description alone": replace(PAPER, title=1.0, trade_off=0.0),
        "text, media": replace(PAPER, media=0.2),
        "media": replace(PAPER, media=1.0),
        "characters": replace(PAPER, unit=Unit.CHARACTER),
        "characters, title": replace(PAPER, unit=Unit.CHARACTER, title=0.5),
        "packaged": own,
        "packaged, without media": replace(own, media=0.0),
    }
    readings = {
        f"text, {reading}": Variant.of(PAPER, reading=reading) for reading in Reading if reading is not Reading.WALK
    }
    vertices = {"text, texts as vertices": Variant.of(PAPER, text_vertices=True)}
    dampings = {
        f"text, lambda {damping:g}": replace(PAPER, damping=damping) for damping in DAMPINGS if damping != PAPER.damping
    }
    return named | readings | vertices | dampings


def elements(pages: Sequence[AnnotatedPage], progress: Progress) -> list[PageElements]:
    """Return what the variants find on the pages that show text and have a reference text."""
    names = variants()
    found = []
    for annotated in progress(pages, "main elements"):
        page = annotated.read_with_text()
        if page is None or not annotated.main_content.strip():
            continue
        truth = [Element(*own) for own in element_scores(page, annotated).T.tolist()]
        alike = {name: own for name, own in names.items() if not isinstance(own, Variant)}
        main = dict(zip(alike, main_elements(page, list(alike.values())), strict=True))
        main |= {name: own.main_element(page) for name, own in names.items() if isinstance(own, Variant)}
        by_name = {name: truth[main[name]] for name in names}
        found.append(
            PageElements(annotated, by_name, max(truth, key=lambda own: own.f1), is_of_pictures(page, annotated))
        )
    return found


def means(pages: Sequence[PageElements], name: str | None) -> dict[str, float]:
    """Return the mean figures of a variant's main elements, of the best elements there are for ``None``."""
    main = [page.best if name is None else page.found[name] for page in pages]
    found = [own.f1 >= NEAR * page.best.f1 for own, page in zip(main, pages, strict=True)]
    f1, precision, recall, near = np.mean(
        [[*(own.f1, own.precision, own.recall), near] for own, near in zip(main, found, strict=True)], axis=0
    ).tolist()
    return {"pages": float(len(pages)), "f1": f1, "precision": precision, "recall": recall, "found": near}


def media_found(pages: Sequence[AnnotatedPage], parameters: Parameters) -> dict[str, float]:
    """Return how well the media in the main elements are those that the annotation lists; empty where none does.

    ``recall`` and ``precision`` are means over the pages, ``exact`` the share of pages with no other and none missing.
    """
    found = []
    for annotated in pages:
        wanted = _annotated_media(annotated)
        page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
        if not wanted or page is None:
            continue
        ranking = rank(page, parameters)
        end = page.ends[ranking.main] if len(ranking.elements) else ranking.main
        inside = [element for element in media_elements(page).tolist() if ranking.main <= element < end]
        shown = {page.absolute(page.object_urls[page.objects.index(element)]) for element in inside}
        hits = len(shown & wanted)
        found.append((hits / len(wanted), hits / max(len(shown), 1), float(shown == wanted)))
    if not found:
        return {}
    recall, precision, exact = np.mean(found, axis=0).tolist()
    return {"pages": float(len(found)), "recall": recall, "precision": precision, "exact": exact}


def _annotated_media(annotated: AnnotatedPage) -> frozenset[str]:
    """Return the addresses under ``media`` in the annotation beside a page; none where there is no such file."""
    beside = annotated.path.with_suffix(".json")
    return frozenset(json.loads(beside.read_text("utf-8")).get("media", ())) if beside.is_file() else frozenset()


def texts(pages: Sequence[AnnotatedPage], chosen: Mapping[str, Parameters], progress: Progress) -> dict[str, Texts]:
    """Return the texts of variants, made by the whole chain, by the variant's name."""
    with tempfile.TemporaryDirectory() as folder:
        extractors = {}
        for number, (name, parameters) in enumerate(chosen.items()):
            path = Path(folder) / f"{number}.json"
            model = {"format": FORMAT, "method": _METHOD, "name": name, "parameters": parameters.as_dict()}
            path.write_text(json.dumps(model), "utf-8")
            extractors[name] = evaluation.our_extractor(_METHOD, str(path))
        return {name: timed(pages, extractor, progress) for name, extractor in extractors.items()}


def timed(
    pages: Sequence[AnnotatedPage], extractor: Callable[[AnnotatedPage], evaluation.Prediction], progress: Progress
) -> Texts:
    """Score an extractor, and take the time of each page."""
    seconds = []

    def clocked(page: AnnotatedPage) -> evaluation.Prediction:
        start = time.process_time()
        prediction = extractor(page)
        seconds.append(time.process_time() - start)
        return prediction

    return Texts(evaluation.evaluate(pages, clocked, progress), seconds)


# The tables of DOM PageRank in plain text, corpus by corpus.

ON_PICTURES = ("text (paper)", "title", "text, media", "characters, title", "packaged", "packaged, without media")
"""Variants whose texts are compared on pages of pictures and videos."""
LIKE_THE_PAPERS = {"pairs": "a list of pictures of animals", "umi": "a diary in a blog"}
"""Pages written after the two that the paper shows, by their ids."""
_HELD_OUT = f"{DEFAULT_METHOD} (default), held out"
_PACKAGED = f"{DEFAULT_METHOD} (default)"


def of_corpus(pages: Sequence[AnnotatedPage], progress: Progress, peers: Sequence[str] = PEERS) -> tuple[str, str]:
    """Return the tables of one corpus: of main elements and media, and of texts.

    The default method has the gate's models, which were trained on no page of a page's domain, where the corpus is one
    of the gate's; else the packaged model, which may have been trained on the pages.
    """
    found = elements(pages, progress)
    ours = _ours(pages)
    pictures = [page for page in found if page.pictures]
    main = [f"Main element, {len(found)} pages with text and a reference text", _elements(found)]
    made_of_text: list[str] = []
    if pictures:
        head = f"{len(pictures)} with less than {FEW_WORDS} words and at least {MIN_MEDIA} pictures or videos"
        if len(pictures) < len(found):
            main += [f"Main element, {head}", _elements(pictures)]
        chosen = {name: parameters for name, parameters in variants().items() if name in ON_PICTURES}
        shown = [page.page for page in pictures]
        made = texts(shown, chosen, progress) | _timed(ours | _theirs(peers), shown, progress)
        made_of_text += [f"Text, {head}", _texts(made)]
    rows = {
        f"{name}, media {share:g}": media_found(pages, replace(parameters, media=share))
        for name, parameters in (("text", PAPER), ("packaged", packaged()))
        for share in MEDIA_SHARES
    }
    if any(rows.values()):
        main += ["Media in the main element, by their share of the weight", as_text(rows)]
    chosen = {"text (paper)": PAPER, "packaged": packaged()}
    made = texts(pages, chosen, progress) | _timed(ours, pages, progress)
    main += [_pages_like_the_papers(pages, made | _timed(_theirs(peers), pages, progress))] if _like(pages) else []
    if len(pictures) < len(pages):
        made_of_text += [f"Text, all {len(pages)} pages", _texts(made)]
    return "\n\n".join(main), "\n\n".join(made_of_text)


def _like(pages: Sequence[AnnotatedPage]) -> list[AnnotatedPage]:
    return [page for page in pages if page.id in LIKE_THE_PAPERS]


def _pages_like_the_papers(pages: Sequence[AnnotatedPage], made: Mapping[str, Texts]) -> str:
    """Return the texts that extractors make of pages like the paper's two, as its tables 1 and 2 show them."""
    parts = ["Pages like the paper's two: the extracted text"]
    for page in _like(pages):
        parts.append(f"{page.id}, {LIKE_THE_PAPERS[page.id]}")
        for name, own in made.items():
            (result,) = [result for result in own.results if result.page is page]
            text = " ".join(result.prediction.text.split())
            parts.append(f"{name} (F1 {result.words.f1:.3f}): {text or '(nothing)'}")
    return "\n".join(parts)


def _elements(found: Sequence[PageElements]) -> str:
    rows = {name: means(found, name) for name in variants()}
    return as_text(rows | {"best element there is": means(found, None)})


def _texts(made: dict[str, Texts]) -> str:
    return as_text({name: summary(own.results)[ALL] for name, own in made.items()})


def _timed(
    extractors: Mapping[str, evaluation.Extractor], pages: Sequence[AnnotatedPage], progress: Progress
) -> dict[str, Texts]:
    return {name: timed(pages, extractor, progress) for name, extractor in extractors.items()}


def _ours(pages: Sequence[AnnotatedPage]) -> dict[str, evaluation.Extractor]:
    kept = gate.held_out(pages)
    return {_PACKAGED: evaluation.our_extractor(DEFAULT_METHOD)} if kept is None else {_HELD_OUT: kept}


def _theirs(names: Sequence[str]) -> dict[str, evaluation.Extractor]:
    found = {}
    for name in names:
        try:
            found[name] = evaluation.peer_extractor(name)
        except ModuleNotFoundError:
            continue
    return found
