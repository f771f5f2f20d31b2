"""Explanations are right: paths lead to the leaf, parts add up, words exist for every name."""

from __future__ import annotations

import json
import tomllib
from importlib import import_module
from typing import TYPE_CHECKING

import numpy as np
import pytest
from documented_rules import TABLES, WORDS, documented
from inspector_pages import ARTICLE, URL, data_of
from rule_names import rule_names

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.blocks.placement import RULES
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.facts import advertisements, comments
from scrapy_maincontent.features.text_blocks import BLOCK_FEATURES, feature_names, features
from scrapy_maincontent.inspector import inspect_html
from scrapy_maincontent.inspector.why import attribute, feature_words, rule_words
from scrapy_maincontent.methods import load_model
from scrapy_maincontent.methods.crf_features import FEATURES
from scrapy_maincontent.methods.selection import LEADS, SIBLINGS
from scrapy_maincontent.methods.trees import Boosted
from scrapy_maincontent.methods.wholes import WHOLE
from scrapy_maincontent.page import Kind

if TYPE_CHECKING:
    from pathlib import Path

LEAVES = np.array([[1.0, 2.0, 4.0, 0.0], [0.5, -0.5, 0.0, 0.0]])
"""Of two trees. The first asks for feature 0, then on its right for feature 1; the second for feature 1 alone."""
PACKED = {
    "feature": np.array([0, 1, 1]),
    "threshold": np.array([0.0, 5.0, 1.0], np.float32),
    "tree": np.array([0, 0, 1]),
    "mask": np.array([0b1110, 0b1101, 0b1110], np.uint32) | np.uint32(0xFFFFFFF0),
    "leaves": LEAVES,
}


def test_parts_of_two_trees_by_hand() -> None:
    boosted = Boosted(PACKED, 2)
    matrix = np.array([[-1, 0], [1, 0], [1, 9], [1, 9]], np.float32)
    found = attribute(boosted, matrix)
    assert found.log_odds.tolist() == [1.5, 2.5, 3.5, 3.5]
    assert found.base == 2.75
    # The first tree's mean is 11/4 and that of its right side 10/3; the second's is 0.
    right = 10 / 3 - 11 / 4
    expected = [[1 - 11 / 4, 0.5], [right, 2 - 10 / 3 + 0.5], [right, 4 - 10 / 3 - 0.5], [right, 4 - 10 / 3 - 0.5]]
    assert np.allclose(found.parts, expected)


def test_parts_of_the_packaged_model_add_up_to_its_log_odds() -> None:
    page = read_page(ARTICLE, URL)
    assert page is not None
    model = load_model("crf").expert(1.0)
    matrix = np.ascontiguousarray(model.scorer.score(page, Findings(page, ()).measures).features)
    found = attribute(model.parts.boosted, matrix)
    assert np.allclose(found.log_odds, model.parts.boosted.log_odds(matrix))
    assert np.allclose(found.parts.sum(axis=1), found.log_odds - found.base)
    same = (matrix == matrix[0]).all(axis=0)
    assert same.any()
    assert np.abs(found.parts[:, same]).max() < 1e-9


def test_scores_are_mixed_from_trees_and_chain() -> None:
    counted = "<p>It is the highest number since the sluices were opened, says the warden of the marsh.</p>"
    surely = ARTICLE.replace("<head>", '<head><meta property="og:type" content="article">').replace(
        "<p>The next", counted * 20 + "<p>The next"
    )
    surely = surely.replace("footer>", "div>")  # what a page's markup says comes on top
    (view,) = data_of(inspect_html(surely, URL))["views"]
    why = view["why"]
    mixed = [
        why["share"] * chain + (1 - why["share"]) * tree for chain, tree in zip(why["chain"], why["trees"], strict=True)
    ]
    assert np.allclose(np.array(view["scores"]) / 1000, mixed, atol=0.002)


def test_the_trees_questions_lead_to_its_leaf() -> None:
    (view,) = data_of(inspect_html(ARTICLE, URL, method="tree"))["views"]
    page, why, tree = read_page(ARTICLE, URL), view["why"], load_model("tree").tree
    assert page is not None
    from scrapy_maincontent.extraction import extract

    regions = extract(ARTICLE, URL, method="tree").regions
    matrix = features(page, regions, Findings(page, regions).measures)
    assert why["leaf"] == tree.leaves(matrix).tolist()
    for row, (leaf, values) in enumerate(zip(why["leaf"], why["values"], strict=True)):
        path = why["paths"][str(leaf)]
        assert len(path) == len(values) > 0
        for (number, threshold, above), value in zip(path, values, strict=True):
            name = why["features"][number][0]
            assert value == pytest.approx(float(matrix[row, feature_names().index(name)]), rel=1e-3)
            assert (value > threshold) == bool(above)


def test_uda_has_the_path_of_the_block() -> None:
    (view,) = data_of(inspect_html(ARTICLE, URL, method="tree", model="uda"))["views"]
    assert {name for name, _ in view["why"]["features"]} <= set(BLOCK_FEATURES)
    assert len(view["why"]["leaf"]) == len(view["labels"])
    assert set(view["why"]["applied"]) == set(RULES)


def test_the_cut_is_the_lowest_score_taken() -> None:
    (view,) = data_of(inspect_html(ARTICLE, URL))["views"]
    leads = [view["wordings"][reason].startswith((LEADS, WHOLE)) for reason in view["reasons"]]
    blocks = zip(view["scores"], view["labels"], leads, strict=True)
    assert view["cut"] <= min(score for score, label, with_next in blocks if label == "1" and not with_next)
    assert all(
        score <= view["cut"] or label == "1" or "; " in view["wordings"][reason]
        for score, label, reason in zip(view["scores"], view["labels"], view["reasons"], strict=True)
    )


def test_a_text_that_its_siblings_brought_in_is_below_the_cut() -> None:
    ridden = "The {} has a frame of steel, wheels that take rough tracks well, and brakes that stop it on wet ground at once. "
    parts = "".join(
        f"<h2>{bike}</h2><p>{ridden.format(bike) * (1 + number % 3)}</p><p>Pros:</p><ul><li>Good brakes</li></ul>"
        "<p>Cons:</p><ul><li>Loud hub</li></ul>"
        for number, bike in enumerate(("Atlas", "Birch", "Comet", "Delta", "Ember"))
    )
    markup = f"<html><head><title>The best bikes</title></head><body><article><h1>The best bikes</h1>{parts}</article>"
    (view,) = data_of(inspect_html(markup, "https://bikes.example/best-bikes"))["views"]
    brought = [
        score
        for score, label, reason in zip(view["scores"], view["labels"], view["reasons"], strict=True)
        if label == "1" and view["wordings"][reason].startswith(SIBLINGS)
    ]
    assert brought
    assert max(brought) < view["cut"]


def test_what_navigation_puts_out_was_taken_before(tmp_path: Path) -> None:
    leaf = {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [1.0]}
    model = {"format": 2, "blocks": None, "method": "tree", "name": "all", "features": feature_names(), "tree": leaf}
    (path := tmp_path / "all.json").write_text(json.dumps(model), "utf-8")
    data = data_of(inspect_html(ARTICLE, URL, method="tree", model=str(path)))
    (view,) = data["views"]
    assert set(view["scores"]) == {1000}
    assert (set(view["labels"]), view["cut"]) == ({"0", "1"}, 1000)
    out = {
        view["wordings"][reason] for reason, label in zip(view["reasons"], view["labels"], strict=True) if label == "0"
    }
    assert {reason.rpartition("; ")[2] for reason in out} == {"all: "}
    assert all(data["rules"][reason.removeprefix("placement: ").partition("; ")[0]] for reason in out)


@pytest.mark.parametrize("name", sorted({*FEATURES, *feature_names(), *BLOCK_FEATURES}))
def test_every_feature_has_words(name: str) -> None:
    assert feature_words(name) != name


@pytest.mark.parametrize("table", TABLES)
def test_rules_mean_what_the_documentation_says(table: str) -> None:
    """Where they do not, tests/inspector/documented_rules.py takes over what it says."""
    assert tomllib.loads(WORDS.read_text("utf-8"))[table] == documented(table)


def test_every_rule_has_words() -> None:
    navigation = {
        rule for kind in Kind for rule in rule_names(import_module(f"scrapy_maincontent.navigation.{kind}"), kind)
    }
    assert [rule for rule in sorted(navigation | set(RULES)) if not rule_words(rule)] == []
    assert rule_words("no.such.rule") == ""


def test_every_other_cause_has_words() -> None:
    assert all(map(rule_words, (advertisements.REASON, comments.REASON)))
