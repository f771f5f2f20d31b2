from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.papers.pagerank import (
    LIKE_THE_PAPERS,
    PAPER,
    Reading,
    Variant,
    elements,
    means,
    media_found,
    of_corpus,
    packaged,
    texts,
    variants,
)
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus import read_corpus
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.papers.pagerank import rank
from scrapy_maincontent.progress import silent

PICTURES = Path(__file__).parents[1] / "pages" / "pictures"


@pytest.fixture(scope="module")
def pages():
    return read_corpus(PICTURES)


@pytest.fixture(scope="module")
def found(pages):
    return elements(pages, silent)


def test_the_bundled_pages_are_pages_of_pictures(pages, found):
    assert len(found) == len(pages) >= 10
    assert all(page.pictures for page in found)


def test_variants_cover_what_the_paper_names_and_leaves_open():
    named = variants()
    assert named["text (paper)"] == PAPER
    assert named["packaged"] == packaged()
    assert {own.reading for own in named.values() if isinstance(own, Variant)} == set(Reading)
    assert len(set(named.values())) == len(named)


def test_no_variant_is_better_than_the_best_element(found):
    best = means(found, None)
    assert best["found"] == 1
    for name in variants():
        own = means(found, name)
        assert 0 <= own["f1"] <= best["f1"]
        assert 0 <= own["found"] <= 1


def test_weights_change_what_is_found(found):
    assert means(found, "text, media") != means(found, "text (paper)")
    assert means(found, "title") != means(found, "text (paper)")


def test_media_in_the_main_element_are_compared_with_the_annotated_ones(pages):
    shares = {share: media_found(pages, replace(PAPER, media=share)) for share in (0.0, 0.5)}
    assert {own["pages"] for own in shares.values()} == {len(pages)}
    assert all(0 <= own["exact"] <= own["recall"] <= 1 for own in shares.values())
    for measure in ("recall", "precision", "exact"):
        assert shares[0.5][measure] > shares[0.0][measure]


def test_media_of_a_gallery(tmp_path):
    """The main element is the wall; one of its pictures is not annotated, and an annotated one stands elsewhere."""
    wall = "".join(f'<p><img src="/{number}.jpg"></p>' for number in range(4))
    (tmp_path / "a.html").write_text(f'<body><p><img src="/9.jpg"></p><div>{wall}</div></body>', "utf-8")
    media = [f"https://quay.example/{number}.jpg" for number in (0, 1, 2, 9)]
    (tmp_path / "a.json").write_text(json.dumps({"media": media}), "utf-8")
    url = "https://quay.example/"
    page = AnnotatedPage("a", url, tmp_path / "a.html", "utf-8", "article", "quay.example", "", "Six boats")
    assert media_found([page], PAPER)["recall"] == 0
    found = media_found([page], replace(PAPER, media=1.0))
    assert found == {"pages": 1, "recall": 0.75, "precision": 0.75, "exact": 0}
    (tmp_path / "a.json").unlink()
    assert media_found([page], PAPER) == {}


def test_texts_of_the_pages_like_the_papers(pages):
    main, text = of_corpus([page for page in pages if page.id in LIKE_THE_PAPERS], silent, ())
    for part in ("Media in the main element", "pairs, a list", "umi, a diary", "crf (default) (F1 "):
        assert part in main
    assert "1. Close enough not to breathe" in main.partition("Pages like")[2]
    assert text.startswith("Text, 2 with less than")


def test_the_chain_makes_texts_of_the_elements_that_were_found(pages, found):
    made = texts(pages, {"paper": PAPER}, silent)["paper"]
    assert len(made.results) == len(made.seconds) == len(pages)
    for page, result in zip(found, made.results, strict=True):
        assert result.words.recall == pytest.approx(page.found["text (paper)"].recall, abs=0.2)


PAGE = """<html><body><ul id="menu"><li><a href="/a">Home</a></li><li><a href="/b">Boats</a></li></ul>
<div id="text"><h1>Sailings</h1><p>The ferry sails again.</p><p>Engines were replaced.</p></div><p>Imprint</p></body></html>"""


@pytest.mark.parametrize("reading", Reading)
def test_every_reading_solves_its_equation(reading):
    page = read_page(PAGE)
    tree, found = Variant(damping=0.6, reading=reading).importance(page)
    number = {element: place for place, element in enumerate(tree.elements.tolist())}
    adjacency = np.zeros((len(number), len(number)))
    for element, place in number.items():
        if page.parents[element] >= 0:
            above = number[page.parents[element]]
            adjacency[place, above] = adjacency[above, place] = 1
    weights = np.bincount([number[owner] for owner in page.owners], minlength=len(number)) / len(page.owners)
    degrees = adjacency.sum(axis=0)
    spread = {
        Reading.WALK: adjacency / degrees,
        Reading.AVERAGE: adjacency / degrees[:, None],
        Reading.SYMMETRIC: adjacency / np.sqrt(degrees[:, None] * degrees),
    }
    if reading is Reading.LAPLACIAN:
        expected = np.linalg.solve(np.eye(len(number)) + 0.6 * (np.diag(degrees) - adjacency), weights)
    else:
        expected = np.linalg.solve(np.eye(len(number)) - 0.6 * spread[reading], 0.4 * weights)
    assert found == pytest.approx(expected, abs=2e-4)


def test_texts_as_vertices():
    page = read_page("<html><body><div>One<br>Two<br>Three</div><p>Four</p></body></html>")
    assert page.tags[Variant().main_element(page)] == "body"
    assert page.tags[Variant(text_vertices=True).main_element(page)] == "div"


def test_the_packages_reading_is_that_of_the_method():
    page = read_page(PAGE)
    assert Variant(media=0.3).main_element(page) == rank(page, replace(PAPER, media=0.3)).main
