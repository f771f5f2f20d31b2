from __future__ import annotations

import json

import numpy as np
import pytest
from laid_out_pages import SENTENCE, drawn

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.methods.layout import (
    CELL,
    COLUMNS,
    FORMAT,
    ROWS,
    WeightMap,
    candidates,
    link_lists,
    load,
    main_nodes,
)
from scrapy_maincontent.page.boxes import STAMP, boxes_of, without_stamps

MIDDLE = np.full((ROWS, COLUMNS), -1.0)
MIDDLE[6:, 6:36] = 0.5


@pytest.fixture
def model(tmp_path):
    """A function that writes a model whose main content is in the middle of the window, and returns its path."""

    def write(**more: object) -> str:
        data = {
            "format": FORMAT,
            "method": "layout",
            "name": "middle",
            "cell": CELL,
            "several": False,
            "linked_share": None,
            "shown": False,
            "weights": MIDDLE.tolist(),
        }
        path = tmp_path / f"middle{len(list(tmp_path.iterdir()))}.json"
        path.write_text(json.dumps(data | more), "utf-8")
        return str(path)

    return write


def ids(page, elements):
    return [page.attrs[element].get("id", page.tags[element]) for element in elements]


def test_candidates_are_block_level_and_larger_than_a_cell():
    page = read_page(drawn())
    found = ids(page, candidates(page, boxes_of(page)).tolist())
    assert {"head", "menu", "article", "teasers", "foot", "body", "h1"} <= set(found)
    assert "a" not in found
    assert "html" not in found


def test_the_node_with_the_most_weight_is_main(model):
    result = extract(drawn(), method="layout", model=model())
    assert result.method == "layout"
    assert result.text.startswith(SENTENCE.strip())
    for other in ("Mill Gazette", "Tides", "boat race", "Imprint and privacy", "The mill turns"):
        assert other not in result.text
    reasons = {block.text[:12]: block.reason for block in result.text_blocks}
    assert reasons["The mill sto"] == "middle: in the main node"
    assert reasons["A teaser for"] == "middle: in no main node"


def test_the_best_node_is_the_innermost_of_several_with_its_score():
    page = read_page(
        drawn().replace('<div id="article"', f'<div id="around" {STAMP}="120 120 600 800"><div id="article"')
    )
    assert ids(page, main_nodes(page, boxes_of(page), WeightMap(MIDDLE), several=False)) == ["article"]


def test_a_headline_apart_from_the_body_is_kept_with_several_nodes(model):
    apart = extract(drawn(), method="layout", model=model(several=True))
    assert "The mill turns" in apart.text
    assert "Mill Gazette" not in apart.text
    inside = read_page(drawn(headline="article"))
    assert ids(inside, main_nodes(inside, boxes_of(inside), WeightMap(MIDDLE), several=True)) == ["article"]


def test_further_nodes_have_a_score_of_their_own():
    weights = MIDDLE.copy()
    weights[6:, 36:] = 0.1
    page = read_page(drawn(headline="article"))
    nodes = ids(page, main_nodes(page, boxes_of(page), WeightMap(weights), several=True))
    assert nodes == ["article", "teasers"]


def test_lists_of_links_are_taken_out_of_the_node(model):
    with_links = extract(drawn(), method="layout", model=model())
    assert "Another mill, another pond" in with_links.text
    without = extract(drawn(), method="layout", model=model(linked_share=5 / 6))
    assert "Another mill, another pond" not in without.text
    (block,) = [block for block in without.text_blocks if "another pond" in block.text]
    assert block.reason == "middle: in a main node, but in a list of links"


@pytest.mark.parametrize(("free", "removed"), [(11, True), (12, True), (13, False)])
def test_the_share_of_linked_text_counts_characters_without_blanks(free, removed):
    page = read_page(f"<body><div id=x><a href=/>{'l' * 30} {'l' * 30}</a> {'f' * free}</div><p>text</p></body>")
    assert ("x" in ids(page, link_lists(page).tolist())) == removed


def test_a_linked_sentence_in_a_paragraph_stays():
    page = read_page(f"<body><p>{SENTENCE}<a href=/>{SENTENCE}</a></p></body>")
    assert link_lists(page).tolist() == []


def test_what_the_browser_does_not_show_may_be_left_out(model):
    page = drawn(hidden="none")
    assert "price of flour" in extract(page, method="layout", model=model()).text
    assert "price of flour" not in extract(page, method="layout", model=model(shown=True)).text


def test_a_page_outside_of_the_window_has_no_main_node(model):
    page = f'<html {STAMP}="0 0 5 5"><body {STAMP}="0 0 5 5"><p {STAMP}="0 0 5 5">{SENTENCE * 5}</p></body></html>'
    assert extract(page, method="layout", model=model()).empty_reason == "no_main_text"


@pytest.mark.parametrize("fallback", ["crf", "tree"])
def test_without_boxes_another_method_answers_and_says_so(fallback):
    page = without_stamps(drawn().encode())
    result = extract(page, method="layout", fallback=fallback)
    assert (result.method, result.model) == (fallback, load_model(fallback).name)
    assert result == extract(page, method=fallback)


def test_only_methods_that_need_no_boxes_may_answer():
    with pytest.raises(ValueError, match="crf, tree"):
        extract(drawn(), method="layout", fallback="layout")


def test_the_packaged_model_finds_the_article():
    result = extract(drawn(), method="layout")
    assert result.model == "layout-1"
    assert SENTENCE.strip() in result.text
    assert "Tides" not in result.text


@pytest.mark.parametrize(
    "damage", [{"cell": 10}, {"format": FORMAT + 1}, {"method": "tree"}, {"weights": [[0.0]]}, {"weights": "none"}]
)
def test_a_model_for_something_else_is_refused(model, damage):
    with pytest.raises(ModelError):
        extract(drawn(), method="layout", model=model(**damage))


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff", b"{}"])
def test_a_damaged_model_is_refused(tmp_path, content):
    (tmp_path / "broken.json").write_bytes(content)
    with pytest.raises(ModelError, match=r"broken\.json"):
        load(tmp_path / "broken.json")
