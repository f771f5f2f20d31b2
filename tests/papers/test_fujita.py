from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import count

import numpy as np
import pycrfsuite
import pytest
from growth import FULL, UNHURRIED, check_linear
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.lab.archive import write_archive
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.page import Label, Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.papers import fujita
from scrapy_maincontent.papers.fujita import (
    FEATURES,
    Tagger,
    Thresholds,
    blocks,
    label,
    load,
    second_evaluation,
    soft_evaluation,
)

PROSE = (
    "The harbour board met on Tuesday to decide what becomes of the old crane. "
    "Members heard from the museum, which wants to keep it, and from the port, which needs the quay."
)
PAGE = f"""<html><title>The old crane</title><body>
<div><a href="/">Harbour News</a> <a href="/login">Log in</a><ul><li><a href="/a">Home</a><li><a href="/b">Boats</a><li><a href="/c">Weather</a></ul></div>
<div><div><p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p><p>Now.</p></div></div>
<div><h3>Most read</h3><ul><li><a href="/x">Ferry timetable changes again</a><li><a href="/y">Storm warning lifted</a></ul></div>
<div><p>Subscribe to our newsletter</p></div>
<div><p><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p><p>Copyright Harbour News, all rights reserved</p></div>"""


@pytest.fixture(scope="module")
def crf(tmp_path_factory):
    """A CRF that calls a block main from ten words on, whatever stands around it."""
    trainer = pycrfsuite.Trainer(verbose=False)
    told = ["own_words>=1", "own_words>=8"]
    for labels in (["main", "other"], ["other", "main"], ["main", "main"], ["other", "other"]) * 10:
        trainer.append([[*told, "own_words>=12"] if name == "main" else told for name in labels], labels)
    path = tmp_path_factory.mktemp("crf") / "crf"
    trainer.train(str(path))
    return np.frombuffer(path.read_bytes(), np.uint8)


@pytest.fixture
def written(tmp_path, crf):
    """Write a model, each to a place of its own; its thresholds and anything else of it may be given."""
    numbers = count()

    def write(upper=70, lower=40, *, arrays=None, **changes):
        header = {
            "format": 1,
            "method": "fujita",
            "name": "ten",
            "features": FEATURES,
            "thresholds": {"upper": upper, "lower": lower, "as_printed": False},
        }
        path = tmp_path / str(next(numbers)) / "ten.npz"
        path.parent.mkdir()
        write_archive(path, header | changes, {"text": crf, "parent": crf} if arrays is None else arrays)
        return path

    return write


def main_texts(result):
    return [block.text for block in result.text_blocks if block.label is Label.MAIN]


def test_an_article_is_separated_from_its_surroundings():
    """Not from the menu: the packaged model leans to recall, and on so small a page a menu is not unlikely enough."""
    result = extract(PAGE, "https://harbour.example/crane", method="fujita")
    assert [text for text in main_texts(result) if text == PROSE] == [PROSE] * 4
    assert result.method == "fujita"
    for other in ("Ferry", "Subscribe", "Imprint", "Copyright"):
        assert other not in result.text


def test_a_short_line_among_prose_is_taken_by_the_second_evaluation(written):
    """Four of five blocks below a DIV are main, four of six with the DIV itself."""
    baseline = extract(PAGE, method="fujita", model=str(written(thresholds=None)))
    assert main_texts(baseline) == [PROSE] * 4
    proposed = extract(PAGE, method="fujita", model=str(written(upper=66)))
    assert main_texts(proposed) == [PROSE] * 4 + ["Now."]


def test_ties_follow_the_model(written):
    page = f"<body><div><p>{PROSE}</p><p>Now.</p><p>{PROSE}</p></div><p>Here.</p></body>"
    thresholds = {"upper": 50, "lower": 40}
    for as_printed, texts in ((False, [PROSE, "Now.", PROSE]), (True, [PROSE, PROSE])):
        path = written(thresholds=thresholds | {"as_printed": as_printed})
        assert main_texts(extract(page, method="fujita", model=str(path))) == texts


def test_a_block_with_text_may_lose_it_by_its_children(written):
    page = f"<body><div>{PROSE}<p>a</p><p>b</p><p>c</p></div></body>"
    model = load(written(lower=40))
    labels = label(read_page(page.encode()), model)
    assert labels.labels == [Label.OTHER] * 4
    assert labels.reasons[0] == "ten: main in the first evaluation, other in the second"
    assert labels.empty_reason == "no_main_text"
    assert label(read_page(page.encode()), load(written(lower=25))).labels[0] is Label.MAIN


def test_reasons_have_the_results_of_both_evaluations(written):
    result = extract(PAGE, method="fujita", model=str(written(upper=66)))
    reasons = {block.text: block.reason for block in result.text_blocks}
    assert reasons[PROSE] == "ten: main in both evaluations"
    assert reasons["Now."] == "ten: other in the first evaluation, main in the second"
    assert reasons["Boats"] == "ten: other in both evaluations"
    result = extract(PAGE, method="fujita", model=str(written(thresholds=None)))
    assert {block.reason for block in result.text_blocks} == {
        "ten: main in the first evaluation",
        "ten: other in the first evaluation",
    }


def test_scores_are_those_of_the_first_evaluation(written):
    scores = {}
    for thresholds in (None, {"upper": 10, "lower": 5, "as_printed": False}):
        result = extract(PAGE, method="fujita", model=str(written(thresholds=thresholds)))
        scores[str(thresholds)] = [block.score for block in result.text_blocks]
        assert all(0 <= block.score <= 1 for block in result.text_blocks)
        assert min(block.score for block in result.text_blocks if block.text == PROSE) > 0.5
    first, second = scores.values()
    assert first == second


def test_text_blocks_of_one_block_have_one_label(written):
    page = f"<body><div><h1>Crane</h1>{PROSE}<ul><li>a<li>b</ul></div></body>"
    labels = label(read_page(page.encode()), load(written()))
    assert labels.labels == [Label.MAIN] * 4
    assert len(set(labels.scores)) == len(set(labels.reasons)) == 1


def test_no_main_text(written):
    result = extract("<div><a href=/>Home</a></div><p>Hi.</p>", method="fujita", model=str(written()))
    assert (result.text, result.empty_reason) == ("", "no_main_text")


@pytest.mark.parametrize(
    "html", ["Text", "<p>Text", "<frameset><frame src=a></frameset>", "<td>Text", "<title>x</title>"]
)
def test_odd_documents_have_an_answer(html):
    result = extract(html, method="fujita")
    assert result.empty_reason in ("no_main_text", "no_text", None)


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 99},
        {"method": "crf"},
        {"features": {"words": [1]}},
        {"features": None},
        {"thresholds": {"upper": 0.7, "lower": 0.4}},
        {"thresholds": {"upper": 70}},
        {"thresholds": [70, 40]},
        {"arrays": {}},
        {"arrays": {"text": np.zeros(100, np.uint8), "parent": np.zeros(100, np.uint8)}},
    ],
)
def test_another_or_a_damaged_model_is_refused(written, changes):
    with pytest.raises(ModelError, match=r"ten\.npz"):
        load(written(**changes))


def test_a_model_of_another_method_is_refused(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text('{"format": 2, "method": "tree"}', "utf-8")
    with pytest.raises(ModelError, match=r"tree\.json is no model of method fujita"):
        load(path)
    with pytest.raises(ModelError, match="missing"):
        load(tmp_path / "nowhere.npz")


def test_the_packaged_model_is_read_once():
    model = load_model("fujita")
    assert model is load_model("fujita")
    assert model.name == "fujita-2"


FLOODS = {
    "deep": lambda n: "<div>" * (30 * n) + "Copyright 2008" + "</div>" * (30 * n),
    "many blocks": lambda n: "<p>Copyright 2008/10/01</p>" * (60 * n),
    "one parent": lambda n: "<div>" + "<p>a" * (60 * n),
    "digits": lambda n: f"<p>{'12:' * (400 * n)}</p>",
    "keywords": lambda n: f"<p>{'copyright ' * (100 * n)}</p>",
    "cells": lambda n: "<table>" * 200 + "<tr><td>x" * (30 * n),
}


def extracted(markup):
    return extract(markup, method="fujita", limits=UNHURRIED)


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    check_linear(FLOODS[name], extracted)


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
def test_hostile_pages_have_text_or_none(name):
    assert extracted(FLOODS[name](FULL)).empty_reason in (None, "no_main_text")


def drawn(html):
    """Return a page's blocks as (tag, number of the block around, own text)."""
    page = read_page(html.encode(), encoding="utf-8")
    found = blocks(page)
    texts = [[] for _ in found.elements]
    for text, block in zip(page.texts, found.block_of.tolist(), strict=True):
        texts[block].append(text)
    assert [bool(own) for own in texts] == found.has_text.tolist()
    return [
        (page.tags[element], parent, " | ".join(own))
        for element, parent, own in zip(found.elements.tolist(), found.parents.tolist(), texts, strict=True)
    ]


def test_figure_1_blocks_with_text_and_those_around_them():
    html = """<body><div><p>Header</p></div>
    <div><div>Story one</div><div><p>Story two</p><table><tr><td>Story three</table></div></div></body>"""
    assert drawn(html) == [
        ("body", -1, ""),
        ("div", 0, ""),
        ("p", 1, "Header"),
        ("div", 0, ""),
        ("div", 3, "Story one"),
        ("div", 3, ""),
        ("p", 5, "Story two"),
        ("td", 5, "Story three"),
    ]


def test_a_block_has_what_stands_in_no_deeper_one():
    html = "<body><div>Before <p>Inside</p> Behind <ul><li>One<li>Two</ul><h2>Title</h2></div></body>"
    assert drawn(html) == [
        ("body", -1, ""),
        ("div", 0, "Before | Behind | One | Two | Title"),
        ("p", 1, "Inside"),
    ]


def test_headings_lists_sections_and_header_cells_part_nothing():
    html = "<body><main><article><h1>Title</h1><section>Text</section></article></main><table><tr><th>Cell</table>"
    assert drawn(html) == [("body", -1, "Title | Text | Cell")]


def test_blocks_without_text_below_are_in_neither_sequence():
    html = "<body><div><div></div><p> </p></div><div><img src=a.png></div><p>Text</p></body>"
    assert drawn(html) == [("body", -1, ""), ("p", 0, "Text")]


def test_text_outside_of_all_four_belongs_to_the_root():
    page = Page()
    flatten(Selector("<root>Loose <div>Inside</div></root>", type="xml").root, page, Limits())
    found = blocks(page)
    assert [page.tags[element] for element in found.elements] == ["root", "div"]
    assert (found.parents.tolist(), found.block_of.tolist()) == ([-1, 0], [0, 1])


@pytest.fixture
def nested():
    html = "<body><div>a<p>b <a href=/>c</a></p><div><p>d</p><p>e<a>f</a></p></div></div><p>g</p></body>"
    page = read_page(html.encode(), encoding="utf-8")
    return page, blocks(page)


def test_figures_are_added_up_in_a_block_and_below(nested):
    page, found = nested
    letters = np.array([sum(map(str.isalpha, text)) for text in page.texts], np.float32)
    own = found.own(letters)
    assert own.tolist() == [0, 1, 2, 0, 1, 2, 1]
    assert found.whole(own).tolist() == [7, 6, 2, 3, 1, 2, 1]


def test_elements_count_where_they_stand(nested):
    page, found = nested
    links = np.array([number for number, tag in enumerate(page.tags) if tag == "a"], np.intp)
    assert found.own_elements(links).tolist() == [0, 0, 1, 0, 0, 1, 0]
    assert found.own_elements(links[:0]).tolist() == [0] * 7


def test_elements_in_blocks_without_text_are_not_counted():
    page = read_page(b"<body><div><a href=/><img src=a.png></a></div><p>Text</p></body>")
    found = blocks(page)
    links = np.array([page.tags.index("a")], np.intp)
    assert found.own_elements(links).sum() == 0


FAMILY = [-1, 0, 0, 0, 0]
"""The tree of figure 2: a parent and four children."""


def judge(first, upper, lower, *, parents=FAMILY, as_printed=False):
    second = second_evaluation(parents, [bool(result) for result in first], Thresholds(upper, lower, as_printed))
    return [int(result) for result in second]


def test_figure_2_above_parent_and_third_child_are_not_main():
    """Three of five are main: with an upper threshold of 0.6 or lower all become main."""
    first = [0, 1, 1, 0, 1]
    assert judge(first, 60, 40) == [1, 1, 1, 1, 1]
    assert judge(first, 50, 40) == [1, 1, 1, 1, 1]
    assert judge(first, 61, 40) == first


def test_figure_2_below_parent_and_second_child_are_main():
    """Two of five are main: below the lower threshold the parent is not, and the children stay.

    At 0.4 itself figure 2 has the parent fall as well; the text and the listing of figure 3 have not.
    """
    first = [1, 0, 1, 0, 0]
    assert judge(first, 60, 41) == [0, 0, 1, 0, 0]
    assert judge(first, 60, 40) == first


def test_a_tie_at_the_upper_threshold_is_decided_by_the_variant():
    first = [0, 1, 1, 0, 1]
    assert judge(first, 60, 40, as_printed=True) == first
    assert judge(first, 59, 40, as_printed=True) == [1, 1, 1, 1, 1]


def test_shares_are_compared_exactly():
    """7 of 10 is 0.7, which no binary fraction is."""
    parents = [-1, *[0] * 9]
    first = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]
    assert judge(first, 70, 10, parents=parents) == [1] * 10
    assert judge(first, 70, 10, parents=parents, as_printed=True) == first
    assert judge([1 - result for result in first], 90, 30, parents=parents)[0] == 0
    assert judge([1, 1, 1, *[0] * 7], 90, 30, parents=parents)[0] == 1


def test_children_are_judged_before_their_parents():
    """The inner parent becomes main by its own children, and carries the outer one over the threshold."""
    parents = [-1, 0, 1, 1, 0]
    first = [1, 0, 1, 1, 0]
    assert judge(first, 60, 10, parents=parents) == [1, 1, 1, 1, 1]
    assert judge([1, 0, 0, 0, 0], 60, 10, parents=parents) == [1, 0, 0, 0, 0]


def test_only_children_follow_their_parent_not_what_is_below_them():
    parents = [-1, 0, 0, 0, 3, 3, 3]
    assert judge([1, 1, 1, 0, 0, 0, 0], 75, 10, parents=parents) == [1, 1, 1, 1, 0, 0, 0]


def test_a_block_alone_keeps_its_label():
    for first in ([0], [1]):
        for as_printed in (False, True):
            assert judge(first, 70, 40, parents=[-1], as_printed=as_printed) == first


def test_nothing_to_judge():
    assert second_evaluation([], [], Thresholds(70, 40)) == []
    assert soft_evaluation([], [], Thresholds(70, 40, first=20)) == []


@pytest.mark.parametrize(
    ("scores", "thresholds", "expected"),
    [
        # A parent with two children: its share is the mean of the three, 0.5.
        ([0.2, 0.4, 0.9], Thresholds(50, 10, first=50), [True, True, True]),
        ([0.2, 0.4, 0.9], Thresholds(51, 10, first=50), [False, False, True]),
        ([0.2, 0.4, 0.9], Thresholds(51, 10, first=20), [True, True, True]),
        ([0.2, 0.4, 0.9], Thresholds(60, 51, first=20), [False, False, True]),
        ([0.2, 0.15, 0.05], Thresholds(50, 10, first=15), [True, True, False]),
    ],
)
def test_soft_votes(scores, thresholds, expected):
    assert soft_evaluation([-1, 0, 0], scores, thresholds) == expected


def test_soft_votes_climb_as_shares():
    """The inner block's share is 0.7, the outer one's the mean of 0.1 and 0.7."""
    assert soft_evaluation([-1, 0, 1], [0.1, 0.5, 0.9], Thresholds(40, 0, first=95)) == [True, True, True]
    assert soft_evaluation([-1, 0, 1], [0.1, 0.5, 0.9], Thresholds(41, 0, first=95)) == [False, True, True]


def test_a_models_soft_thresholds_are_used(written):
    soft = {"upper": 100, "lower": 0, "as_printed": False}
    all_of_it = extract(PAGE, method="fujita", model=str(written(thresholds=soft | {"first": 0})))
    assert {block.label for block in all_of_it.text_blocks} == {Label.MAIN}
    nothing = extract(PAGE, method="fujita", model=str(written(thresholds=soft | {"first": 100})))
    assert nothing.empty_reason == "no_main_text"


@pytest.mark.parametrize("threshold", [-1, 101, 0.7, True, None, "70"])
def test_thresholds_are_whole_per_cents(threshold):
    with pytest.raises(ValueError, match="whole number"):
        Thresholds(threshold, 40)
    with pytest.raises(ValueError, match="whole number"):
        Thresholds(70, threshold)
    if threshold is not None:
        with pytest.raises(ValueError, match="whole number"):
            Thresholds(70, 40, first=threshold)


def recursive(parents, first, thresholds):
    """Figure 3 word for word, in fractions; ``exists(R2(b))`` read as c."""
    upper, lower = Fraction(thresholds.upper, 100), Fraction(thresholds.lower, 100)
    second = {}

    def evaluate(block):
        children = [child for child, parent in enumerate(parents) if parent == block]
        for child in children:
            if child not in second:
                evaluate(child)
        ratio = Fraction(first[block] + sum(second[child] for child in children), len(children) + 1)
        if ratio > upper or (ratio == upper and not thresholds.as_printed):
            second[block] = True
            for child in children:
                second[child] = True
        elif ratio < lower:
            second[block] = False
        else:
            second[block] = first[block]

    for block, parent in enumerate(parents):
        if parent < 0:
            evaluate(block)
    return [second[block] for block in range(len(parents))]


@st.composite
def trees(draw):
    count = draw(st.integers(1, 14))
    parents = [-1] + [draw(st.integers(-1 if number % 5 == 0 else 0, number - 1)) for number in range(1, count)]
    return parents, draw(st.lists(st.booleans(), min_size=count, max_size=count))


@given(trees(), st.integers(1, 99), st.integers(1, 99), st.booleans())
def test_it_is_the_listing_of_figure_3(tree, upper, lower, as_printed):
    thresholds = Thresholds(upper, lower, as_printed)
    assert second_evaluation(*tree, thresholds) == recursive(*tree, thresholds)


@pytest.mark.parametrize(
    "parents_of",
    [lambda count: list(range(-1, count - 1)), lambda count: [-1, *[0] * (count - 1)]],
    ids=["a chain", "a star"],
)
def test_large_trees_take_no_recursion_and_no_more_work_than_their_size(parents_of):
    def judged(parents):
        return second_evaluation(parents, [number % 3 > 0 for number in range(len(parents))], Thresholds(70, 40))

    check_linear(lambda n: parents_of(150 * n), judged)
    assert len(judged(parents_of(150_000))) == 150_000


def trained(path, *sequences):
    trainer = pycrfsuite.Trainer(verbose=False)
    for items, labels in sequences:
        trainer.append(items, labels)
    trainer.train(str(path))
    return path.read_bytes()


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    long, short = ["long", "dots"], ["short"]
    sequences = [([short, long, long, short], ["other", "main", "main", "other"])] * 20
    return trained(tmp_path_factory.mktemp("crf") / "crf", *sequences, ([long, short], ["main", "other"]))


def test_labels_and_how_likely_they_are(content):
    tagged = Tagger(content).tag([["short"], ["long", "dots", "unheard of"], ["long"], ["short"]])
    assert tagged.main == [False, True, True, False]
    assert [score > 0.5 for score in tagged.scores] == tagged.main
    assert all(0 <= score <= 1 for score in tagged.scores)


def test_no_items_no_labels(content):
    tagged = Tagger(content).tag([])
    assert (tagged.main, tagged.scores) == ([], [])


def test_a_long_sequence_is_tagged_in_parts(content, monkeypatch):
    items = [["short"], ["long", "dots"], ["long"], ["short"]] * 5
    whole = Tagger(content).tag(items)
    monkeypatch.setattr(fujita, "LONGEST", 8)
    parts = Tagger(content).tag(items)
    assert parts.main == whole.main
    assert parts.scores[:8] == Tagger(content).tag(items[:8]).scores


@pytest.mark.parametrize("label", ["main", "other"])
def test_a_crf_that_knows_one_label_only(tmp_path, label):
    tagged = Tagger(trained(tmp_path / "crf", ([["a"], ["b"]], [label, label]))).tag([["a"], ["c"]])
    assert tagged.main == [label == "main"] * 2
    assert tagged.scores == [float(label == "main")] * 2


def test_other_labels_are_refused(tmp_path):
    with pytest.raises(ValueError, match="labels are maybe"):
        Tagger(trained(tmp_path / "crf", ([["a"]], ["maybe"])))


def test_a_crf_that_has_learnt_nothing_is_refused(tmp_path):
    with pytest.raises(ValueError, match="labels are none"):
        Tagger(trained(tmp_path / "crf"))


def test_what_is_no_whole_model_is_refused(content):
    """CRFsuite itself would read behind the end of what it is given."""
    for damaged in (b"", b"{}", content[:20], content[:100], content[:-1], content + b"\0", b"x" * len(content)):
        with pytest.raises(ValueError, match="its CRF is"):
            Tagger(damaged)


def test_threads_do_not_disturb_each_other(content):
    tagger = Tagger(content)
    sequences = [[["short"], *[["long"]] * count, ["short"]] for count in range(1, 40)]
    alone = [tagger.tag(sequence) for sequence in sequences]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(tagger.tag, sequences)) == alone
