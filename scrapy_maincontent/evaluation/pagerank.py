"""DOM PageRank measured: which main element each of its variants finds, and the texts on pages of pictures and videos.

The paper has two pages and no figures. Here a page's truth says how good each of its elements would be as the main one,
so that a variant can be told from the best that one element can do.
"""

from __future__ import annotations

import json
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..extraction import read_page
from ..methods import load_model
from ..methods.pagerank import FORMAT, PageRankModel, Parameters, Reading, Unit
from ..training.pagerank_rows import Elements, is_of_pictures, main_elements
from . import run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..corpus.annotated import AnnotatedPage
    from ..progress import Progress
    from ..training.pagerank_rows import Element

NEAR = 0.9
"""Share of the best element's F1 from which on the main element counts as found."""
DAMPINGS = (0.3, 0.5, 0.7, 0.85, 0.95)
PAPER = Parameters()
_METHOD = "pagerank"


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

    results: list[run.PageResult]
    seconds: list[float]


def packaged() -> Parameters:
    """Return the parameters of the packaged model."""
    model = load_model(_METHOD)
    assert isinstance(model, PageRankModel)
    return model.parameters


def variants() -> dict[str, Parameters]:
    """Return the variants that are compared: what the paper names, and what it leaves open."""
    own = packaged()
    named = {
        "text (paper)": PAPER,
        "title": replace(PAPER, title=1.0),
        "title alone": replace(PAPER, title=1.0, trade_off=1.0),
        "description alone": replace(PAPER, title=1.0, trade_off=0.0),
        "text, title": replace(PAPER, title=0.5),
        "text, media": replace(PAPER, media=0.2),
        "media": replace(PAPER, media=1.0),
        "characters": replace(PAPER, unit=Unit.CHARACTER),
        "characters, title": replace(PAPER, unit=Unit.CHARACTER, title=0.5),
        "characters, media": replace(PAPER, unit=Unit.CHARACTER, media=0.2),
        "packaged": own,
        "packaged, without media": replace(own, media=0.0),
    }
    readings = {
        f"{name}, {reading}": replace(told, reading=reading)
        for name, told in (("text", PAPER), ("packaged", own))
        for reading in Reading
        if reading is not Reading.WALK
    }
    vertices = {
        "text, texts as vertices": replace(PAPER, text_vertices=True),
        "packaged, texts as vertices": replace(own, text_vertices=True),
    }
    dampings = {
        f"{name}, lambda {damping:g}": replace(told, damping=damping)
        for name, told in (("text", PAPER), ("packaged", own))
        for damping in DAMPINGS
        if damping != told.damping
    }
    return named | readings | vertices | dampings


def elements(pages: Sequence[AnnotatedPage], progress: Progress) -> list[PageElements]:
    """Return what the variants find on the pages that show text and have a reference text."""
    names = variants()
    found = []
    for annotated in progress(pages, "main elements"):
        page = read_page(annotated.html(), annotated.url, encoding=annotated.encoding)
        if page is None or not page.texts or not annotated.main_content.strip():
            continue
        truth = Elements(page, annotated)
        told = map(truth.of, main_elements(page, list(names.values())))
        by_name = dict(zip(names, told, strict=True))
        found.append(PageElements(annotated, by_name, truth.best(), is_of_pictures(page, annotated)))
    return found


def means(pages: Sequence[PageElements], name: str | None) -> dict[str, float]:
    """Return the mean figures of a variant's main elements, of the best elements there are for ``None``."""
    told = [page.best if name is None else page.found[name] for page in pages]
    found = [own.f1 >= NEAR * page.best.f1 for own, page in zip(told, pages, strict=True)]
    f1, precision, recall, near = np.mean(
        [[*(own.f1, own.precision, own.recall), near] for own, near in zip(told, found, strict=True)], axis=0
    ).tolist()
    return {"pages": float(len(pages)), "f1": f1, "precision": precision, "recall": recall, "found": near}


def texts(pages: Sequence[AnnotatedPage], chosen: Mapping[str, Parameters], progress: Progress) -> dict[str, Texts]:
    """Return the texts of variants, made by the whole chain, by the variant's name."""
    with tempfile.TemporaryDirectory() as folder:
        extractors = {}
        for number, (name, parameters) in enumerate(chosen.items()):
            path = Path(folder) / f"{number}.json"
            model = {"format": FORMAT, "method": _METHOD, "name": name, "parameters": parameters.as_dict()}
            path.write_text(json.dumps(model), "utf-8")
            extractors[name] = run.our_extractor(_METHOD, str(path))
        return {name: timed(pages, extractor, progress) for name, extractor in extractors.items()}


def timed(
    pages: Sequence[AnnotatedPage], extractor: Callable[[AnnotatedPage], run.Prediction], progress: Progress
) -> Texts:
    """Score an extractor, and take the time of each page."""
    seconds = []

    def clocked(page: AnnotatedPage) -> run.Prediction:
        start = time.process_time()
        prediction = extractor(page)
        seconds.append(time.process_time() - start)
        return prediction

    return Texts(run.evaluate(pages, clocked, progress), seconds)
