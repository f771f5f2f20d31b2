from __future__ import annotations

from dataclasses import replace

import pytest

from scrapy_maincontent.cli import PAPERS
from scrapy_maincontent.lab.corpus import Split
from scrapy_maincontent.lab.corpus.annotated import AnnotatedPage
from scrapy_maincontent.lab.training import learner as learners
from scrapy_maincontent.lab.training.learner import CRF, TREE, Learner, fujita, page_weights, shinnou, uda
from scrapy_maincontent.lab.training.tree import write_model
from scrapy_maincontent.methods import METHODS
from scrapy_maincontent.page import Kind
from scrapy_maincontent.papers import fujita as fujita_method
from scrapy_maincontent.papers.fujita import Thresholds
from scrapy_maincontent.papers.tree_features import BLOCK_FEATURES, feature_names
from scrapy_maincontent.papers.uda import Configuration, load
from scrapy_maincontent.progress import silent

pytest.importorskip("sklearn", reason="training needs the extra train")

TEXT = "Engines were replaced during nine weeks ashore."


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(f"<div><p>Ferry Courier</p><p>Founded here</p></div><div><h1>Sailings</h1><p>{TEXT}</p></div>")
    return AnnotatedPage("1", "https://ferry.example/", path, None, "article", "ferry.example", "", TEXT)


@pytest.mark.parametrize(
    ("learner", "features", "configuration"),
    [
        pytest.param(TREE, feature_names(), None, id="over text blocks"),
        pytest.param(uda(), BLOCK_FEATURES, Configuration(), id="the paper"),
        pytest.param(
            uda(Configuration(frozenset({Kind.PAGING}))),
            BLOCK_FEATURES,
            Configuration(frozenset({Kind.PAGING})),
            id="the paper with paging alone",
        ),
    ],
)
def test_a_learner_makes_a_model_that_the_method_reads(page, tmp_path, learner, features, configuration):
    path = tmp_path / "model.json"
    write_model(learner.fit([learner.rows(page), None], "learnt", 0), path)
    model = load(path)
    assert (model.name, model.configuration) == ("learnt", configuration)
    assert model.tree.feature_names == tuple(features)


@pytest.mark.parametrize("thresholds", [Thresholds(upper=70, lower=40), None])
def test_the_learner_of_fujita(page, tmp_path, thresholds):
    learner = fujita(thresholds)
    path = tmp_path / f"model{learner.suffix}"
    model = learner.fit([learner.rows(page), None], "learnt", 0)
    learner.write(model, path)
    loaded = fujita_method.load(path)
    assert (loaded.name, loaded.thresholds) == ("learnt", thresholds)
    assert ("baseline" in learner.about(model)) == (thresholds is None)


def test_pages_of_a_small_corpus_count_more_often(page):
    large, small = [page] * 27, [page]
    assert [rows.times for rows in fujita().read([large, small], silent)] == [1] * 27 + [3]


def test_pages_of_a_small_corpus_weigh_more(page):
    weights = page_weights([[page] * 32, [page]])
    assert set(weights[:-1]) == {1}
    assert weights[-1] == pytest.approx(32 ** (1 / 3))


def test_a_splits_pages_weigh_by_what_it_is_trained_on(page, tmp_path):
    """The second corpus is the larger one of what is left of both."""
    learner = Learner(lambda annotated: annotated.id, lambda rows, name, seed: {"rows": rows}, lambda *row: row)
    written = []
    learner = replace(learner, write=lambda model, path: written.append((path.name, model["rows"])))
    corpora = [[replace(page, id=name) for name in names] for names in ("abcdefgh", "xy")]
    splits = [Split("one", (0,), (1, 8, 9)), Split("two", (8, 9), (0, 1))]
    assert [path.name for _, path in learner.split_models(corpora, splits, tmp_path, silent)] == [
        "one.json",
        "two.json",
    ]
    assert written == [
        ("one.json", [("b", pytest.approx(2 ** (1 / 3))), ("x", 1), ("y", 1)]),
        ("two.json", [("a", 1), ("b", 1)]),
    ]


def test_every_method_and_every_paper_has_a_learner():
    assert {name: learner.method for name, learner in learners.METHODS.items()} == {name: name for name in METHODS}
    assert set(learners.PAPERS) == set(PAPERS)
    suffixes = {name: learner.suffix for name, learner in learners.METHODS.items()}
    assert suffixes == {
        "crf": ".npz",
        "tree": ".json",
        "fujita": ".npz",
        "lines": ".json",
        "pagerank": ".json",
        "layout": ".json",
    }


@pytest.mark.parametrize(
    "learner", [CRF, TREE, uda(), fujita(), shinnou()], ids=["crf", "over text blocks", "uda", "fujita", "shinnou"]
)
def test_a_page_without_text_has_no_rows(page, learner):
    page.path.write_bytes(b"")
    assert learner.rows(page) is None
