from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.papers.pagerank import PAPER, elements, means, packaged, texts, variants
from scrapy_maincontent.corpus import read_corpus
from scrapy_maincontent.methods.pagerank import Reading
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
    assert {parameters.reading for parameters in named.values()} == set(Reading)
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


def test_the_chain_makes_texts_of_the_elements_that_were_found(pages, found):
    made = texts(pages, {"paper": PAPER}, silent)["paper"]
    assert len(made.results) == len(made.seconds) == len(pages)
    for page, result in zip(found, made.results, strict=True):
        assert result.words.recall == pytest.approx(page.found["text (paper)"].recall, abs=0.2)
