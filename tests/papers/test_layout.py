from __future__ import annotations

import json

import numpy as np
import pytest

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.page import STAMP, without_stamps
from scrapy_maincontent.papers.tsuruta import (
    CELL,
    COLUMNS,
    FORMAT,
    ROWS,
    WeightMap,
    boxes_of,
    candidates,
    covered,
    link_lists,
    load,
    main_nodes,
    page_map,
)

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
def test_without_boxes_another_method_answers_and_is_named(fallback):
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


# Pages as a browser would have stamped them: written by hand, so that no browser is needed.

SENTENCE = "The mill stood idle for forty years before the village bought it and cleared its pond. "
ITEMS = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Home", "News", "Boats", "Tides", "Imprint"))


def at(box: str) -> str:
    """Return the stamp of an element with this box."""
    return f'{STAMP}="{box}"'


def drawn(*, headline: str = "above", hidden: str = "120 700 600 40") -> str:
    """Return a page of three columns: a menu at the left, an article in the middle, teasers at the right.

    The headline stands "above" the columns, or in the "article".
    """
    title = f"<h1 {at('120 60 720 40')}>The mill turns</h1>"
    return f"""<html {at("0 0 960 1000")}><title>The mill turns</title><body {at("0 0 960 1000")}>
<div id="head" {at("0 0 960 40")}><a href="/" {at("0 0 100 20")}>Mill Gazette</a></div>
{title if headline == "above" else ""}
<div id="columns" {at("0 120 960 800")}>
<ul id="menu" {at("0 120 100 800")}>{ITEMS}</ul>
<div id="article" {at("120 120 600 800")}>{title if headline == "article" else ""}
<p {at("120 130 600 80")}>{SENTENCE * 2}</p><img src="/mill.jpg" {at("120 220 600 200")}><p {at("120 430 600 200")}>{SENTENCE * 4}</p>
<ul id="see" {at("120 640 600 50")}><li {at("120 640 600 25")}><a href="/1">Another mill, another pond</a></li></ul>
<p id="folded" {at(hidden)}>A folded note on the price of flour.</p></div>
<div id="teasers" {at("740 120 220 800")}><p {at("740 120 220 60")}>A teaser for the boat race.</p></div>
</div><div id="foot" {at("0 940 960 60")}>Imprint and privacy</div></body></html>"""


BOXES = np.array(
    [
        [0, 0, 960, 800],
        [100, 40, 300, 200],
        [95, 31, 20, 20],
        [-50, -50, 100, 100],
        [900, 700, 200, 5000],
        [0, 900, 960, 300],
        [-1, -1, -1, -1],
        [5, 5, 4, 400],
    ]
)


def test_the_window_has_48_by_40_cells():
    assert (COLUMNS, ROWS) == (48, 40)


def test_a_cell_is_covered_by_the_box_that_its_centre_lies_in():
    centres = np.arange(200) * CELL + CELL // 2
    for (left, top, width, height), (low, high, first, last) in zip(BOXES, covered(BOXES, ROWS), strict=True):
        rows = [row for row in range(ROWS) if width > 0 and top <= centres[row] < top + height]
        columns = [column for column in range(COLUMNS) if width > 0 and left <= centres[column] < left + width]
        expected = {(row, column) for row in rows for column in columns}
        assert {(row, column) for row in range(low, high) for column in range(first, last)} == expected


def test_a_score_is_the_sum_of_the_weights_of_the_cells_covered():
    weights = np.random.default_rng(5).normal(size=(ROWS, COLUMNS))
    expected = [weights[low:high, first:last].sum() for low, high, first, last in covered(BOXES, ROWS)]
    assert np.allclose(WeightMap(weights).scores(BOXES), expected, atol=1e-5)


def test_what_lies_below_the_map_counts_nothing():
    known = WeightMap(np.ones((ROWS, COLUMNS)))
    assert known.scores(np.array([[0, 800, 960, 400]])).tolist() == [0]
    assert known.scores(np.array([[0, 780, 960, 4000]])).tolist() == [COLUMNS]


def test_a_pages_map_knows_the_main_node_and_what_stands_beside_it():
    page = read_page(drawn())
    main = next(element for element, attrs in enumerate(page.attrs) if attrs.get("id") == "article")
    found = page_map(page, boxes_of(page), main, ROWS)
    assert found[20, 20] == 1  # the article
    assert found[20, 1] == found[20, 40] == -1  # its siblings: menu and teasers
    assert found[1, 20] == found[3, 20] == -1  # siblings of the columns around it: the head, the headline
    assert found[5, 20] == 0  # between headline and columns
    assert found[20, 5] == 0  # between menu and article
