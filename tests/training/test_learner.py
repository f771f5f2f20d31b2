from __future__ import annotations

import pytest

from scrapy_maincontent.core.block_features import BLOCK_FEATURES
from scrapy_maincontent.core.configuration import Configuration
from scrapy_maincontent.core.features import feature_names
from scrapy_maincontent.core.page import Kind
from scrapy_maincontent.corpus import AnnotatedPage
from scrapy_maincontent.methods.tree import load
from scrapy_maincontent.training.fit import write_model
from scrapy_maincontent.training.learner import TREE, uda

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


@pytest.mark.parametrize("learner", [TREE, uda()], ids=["over text blocks", "the paper"])
def test_a_page_without_text_has_no_rows(page, learner):
    page.path.write_bytes(b"")
    assert learner.rows(page) is None
