"""Training the model of page types on a corpus, and what its card says."""

from __future__ import annotations

import numpy as np
import pytest
from typed_pages import FOLDERS, PAGES, write_typed

from scrapy_maincontent import navigation
from scrapy_maincontent.corpus import digest, read_corpus
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts.page_type import load, page_type, softmax, use_page_types
from scrapy_maincontent.training.page_type import TYPES, Held, main, temperature

pytest.importorskip("sklearn", reason="training needs the extra train")


@pytest.fixture
def corpus(tmp_path):
    """Three types on six sites, and pages of a type that is not told apart."""
    return write_typed(tmp_path / "lamps", [*PAGES, "recipe"])


def test_a_model_of_a_corpus(corpus, tmp_path):
    more = write_typed(tmp_path / "more", ["article"], domains=1)
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    for file in (first, second):
        call = [
            str(corpus),
            str(more),
            "-o",
            str(file),
            "--name",
            "lamps-1",
            "--folds",
            "3",
            "--attribution",
            "By Ada.",
        ]
        assert main(call) == 0
    assert first.read_bytes() == second.read_bytes()
    assert first.with_suffix(".md").read_bytes() == second.with_suffix(".md").read_bytes()
    model = load(first)
    for name, html in PAGES.items():
        for url in (f"https://new.example/{FOLDERS[name]}/storm", None):
            page = read_page(html, url)
            with use_page_types(model):
                found = page_type(page, navigation.detect(page))
            assert found.name == name
            assert found.confidence > 0.5
    assert model.corpora == {digest(read_corpus(folder)) for folder in (corpus, more)}
    card = first.with_suffix(".md").read_text("utf-8")
    assert "on the 18 pages of lamps" in card
    assert "| the commonest type always | 0.333 |" in card
    assert "| forum | 6 | 1.00 | 1.00 | 1.00 |" in card
    assert "By Ada." in card


@pytest.mark.parametrize(
    ("types", "domains", "message"),
    [
        (["recipe"], 3, "no page has text and a type"),
        (["article"], 3, "all pages are of type article"),
        (["article", "forum"], 2, "5 folds of 2 domains"),
    ],
)
def test_a_corpus_that_is_not_enough_is_one_line(tmp_path, capsys, types, domains, message):
    folder = write_typed(tmp_path / "few", types, domains)
    assert main([str(folder), "-o", str(tmp_path / "few.json"), "--folds", "5" if domains == 2 else "3"]) == 1
    (line,) = [line for line in capsys.readouterr().err.splitlines() if "scrapy_maincontent" in line]
    assert message in line
    assert not (tmp_path / "few.json").exists()


def test_two_types_are_enough(tmp_path):
    folder = write_typed(tmp_path / "two", ["article", "forum"])
    assert main([str(folder), "-o", str(tmp_path / "two.json"), "--folds", "2"]) == 0
    model = load(tmp_path / "two.json")
    for name in ("article", "forum"):
        page = read_page(PAGES[name], "https://new.example/")
        with use_page_types(model):
            assert page_type(page, ()).name == name


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.7])
def test_the_temperature_undoes_what_scores_are_too_sure_of(factor):
    random = np.random.default_rng(3)
    scores = random.normal(0, 2, (6000, len(TYPES))).astype(np.float32)
    types = np.array([random.choice(len(TYPES), p=shares) for shares in softmax(scores.astype(np.float64))])
    assert temperature(scores * np.float32(factor), types) == pytest.approx(factor, rel=0.08)


HELD = Held("all", np.array([[0.9, 0.1], [0.6, 0.4], [0.2, 0.8], [0.3, 0.7]], np.float32), np.array([0, 1, 1, 1]))


def test_figures_of_held_out_pages():
    assert HELD.accuracy() == 0.75
    assert HELD.confusion().tolist() == [[1, 0], [1, 2]]
    assert HELD.by_type() == [(0.5, 1.0, pytest.approx(2 / 3), 1), (1.0, pytest.approx(2 / 3), pytest.approx(0.8), 3)]
    assert HELD.loss() == pytest.approx(-np.log([0.9, 0.4, 0.8, 0.7]).mean())


def test_reliability_counts_pages_by_their_confidence():
    bins = {(low, high): (pages, right) for low, high, pages, _, right in HELD.reliability()}
    assert bins == {(0.5, 0.6): (1, 0.0), (0.6, 0.7): (1, 1.0), (0.7, 0.8): (1, 1.0), (0.8, 0.9): (1, 1.0)}
    assert HELD.calibration_error() == pytest.approx((0.1 + 0.6 + 0.2 + 0.3) / 4)
