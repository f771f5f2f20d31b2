"""The packaged models that are as their papers print them, each on sixty pages of the bundled site."""

import json

import pytest
from example_site import PROJECT

from scrapy_maincontent import extract
from scrapy_maincontent.methods import PACKAGED_MODELS, ModelError, load_model
from scrapy_maincontent.papers.fujita import Thresholds
from scrapy_maincontent.papers.pagerank import Parameters
from scrapy_maincontent.papers.shinnou.lines import FIGURES, TITLE_GAP

PRINTED = [name for name in PACKAGED_MODELS if name.endswith("-printed")]
WITHOUT_A_BROWSER = [name for name in PRINTED if name != "layout-printed"]
PAGES = sorted((PROJECT / "site").rglob("*.html"))[:60]


@pytest.mark.parametrize("name", WITHOUT_A_BROWSER)
def test_a_printed_model_answers_on_sixty_pages(name):
    method = PACKAGED_MODELS[name]
    results = [extract(page.read_bytes(), "https://site.example/", method=method, model=name) for page in PAGES]
    assert len(results) == 60
    assert {result.model for result in results if result.text} == {f"{name}-1"}
    assert {result.empty_reason for result in results if not result.text} <= {"no_main_text", "no_text"}
    assert sum(bool(result.text) for result in results) >= 50


def test_fujita_votes_by_labels_with_the_first_pair_of_table_1():
    assert load_model("fujita", "fujita-printed").thresholds == Thresholds(70, 40)


def test_lines_sees_the_thirteen_features_of_a_line_alone():
    model = load_model("lines", "lines-printed")
    assert model.sight.names == FIGURES[:13]
    assert set(model.weights) == {1.0}
    assert sum(state[0] == "N" for state in model.diagram.states) == TITLE_GAP == 10


def test_pagerank_has_the_parameters_of_the_papers_tables():
    assert load_model("pagerank", "pagerank-printed").parameters == Parameters(damping=0.5)


def test_layout_has_one_window_and_one_node():
    model = load_model("layout", "layout-printed")
    assert model.weights.weights.shape == (40, 48)
    assert (model.several, model.shown) == (False, True)


@pytest.mark.parametrize("name", PRINTED)
def test_a_printed_model_is_for_its_method_alone(name):
    with pytest.raises(ModelError, match=name):
        load_model("crf", name)


def test_the_names_travel_with_an_item():
    result = extract(PAGES[0].read_bytes(), method="fujita", model="fujita-printed")
    assert json.loads(json.dumps(result.as_dict()))["model"] == "fujita-printed-1"
