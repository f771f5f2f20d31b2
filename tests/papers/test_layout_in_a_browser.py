"""Tsuruta et al. on real pages that Chromium lays out: the bundled site, and the standard library's documentation."""

import pydoc

import pytest
from edge_browser import needs_browser
from example_site import PROJECT

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import load_model
from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.papers.browser import renderer
from scrapy_maincontent.papers.tsuruta import BLOCK_LEVEL, CELL, boxes_of, candidates, main_nodes

pytestmark = pytest.mark.slow
FILES = sorted((PROJECT / "site").rglob("*.html"))[::3]
MODULES = ("json", "textwrap", "email.message", "statistics", "zipfile")
MODELS = ("layout", "layout-printed")


@pytest.fixture(scope="module")
def markups():
    """Pages as the browser has parsed them, stamped with their boxes."""
    found = {}
    with renderer() as browser:
        for file in FILES:
            markup = decode(file.read_bytes()).text
            found[file] = browser.render(markup, "https://site.example/page", PROJECT / "site")
        for name in MODULES:
            markup = pydoc.HTMLDoc().page(name, pydoc.HTMLDoc().document(pydoc.locate(name), name))
            found[name] = browser.render(markup, "https://docs.example/page")
    return found


@pytest.fixture(scope="module")
def pages(markups):
    """The same pages, read."""
    return [page for markup in markups.values() if (page := read_page(markup)) is not None and page.texts]


def score_by_hand(box, weights):
    """Formula 2, cell by cell: the sum of the weights of the cells whose centre lies in the box."""
    left, top, width, height = box
    if width <= 0 or height <= 0:
        return 0.0
    centres = [number * CELL + CELL / 2 for number in range(max(weights.shape))]
    return sum(
        weights[row, column]
        for row in range(weights.shape[0])
        if top <= centres[row] < top + height
        for column in range(weights.shape[1])
        if left <= centres[column] < left + width
    )


@needs_browser
@pytest.mark.parametrize("model", MODELS)
def test_the_main_node_has_the_highest_score_of_formula_2(pages, model):
    known = load_model("layout", None if model == "layout" else model).weights
    assert len(pages) >= 20
    for page in pages:
        boxes = boxes_of(page)
        larger = [
            element
            for element, tag in enumerate(page.tags)
            if tag in BLOCK_LEVEL and boxes[element][2] > CELL and boxes[element][3] > CELL
        ]
        assert candidates(page, boxes).tolist() == larger
        scores = {element: score_by_hand(boxes[element], known.weights) for element in larger}
        best = max(scores.values())
        chosen = main_nodes(page, boxes, known, several=False)[0]
        assert scores[chosen] == pytest.approx(best, abs=1e-5)
        inner = [element for element in larger if chosen < element < page.ends[chosen]]
        assert not [element for element in inner if scores[element] > best - 1e-9]


@needs_browser
@pytest.mark.parametrize("model", [None, "layout-printed"])
def test_most_laid_out_pages_have_a_text(markups, model):
    results = [
        extract(markup, "https://site.example/page", method="layout", model=model) for markup in markups.values()
    ]
    assert {result.method for result in results if result.text} == {"layout"}
    assert sum(bool(result.text) for result in results) >= 0.9 * len(results)
