from __future__ import annotations

import json

import numpy as np
import pytest
from growth import FULL, UNHURRIED, check_linear
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_maincontent import navigation
from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import METHODS, PACKAGED_MODELS, ModelError, get, load_model
from scrapy_maincontent.page import Kind, Label
from scrapy_maincontent.papers.tree_features import BLOCK_FEATURES, feature_names
from scrapy_maincontent.papers.uda import APPLIED_RULES, Configuration, Order, load, placed, placed_outside

PROSE = (
    "The harbour board met on Tuesday to decide what becomes of the old crane. "
    "Members heard from the museum, which wants to keep it, and from the port, which needs the quay. "
)
PAGE = f"""<html><title>The old crane - Harbour News</title><body>
<header><a href="/">Harbour News</a><nav><ul><li><a href="/a">Home</a><li><a href="/b">Boats</a><li><a href="/c">Weather</a></ul></nav></header>
<main><article><h1>The old crane</h1>{"".join(f"<p>{PROSE} Paragraph {number}.</p>" for number in range(6))}</article></main>
<aside><h3>Most read</h3><ul><li><a href="/x">Ferry timetable changes again</a><li><a href="/y">Storm warning lifted</a></ul></aside>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a> © Harbour News</footer>"""


@pytest.fixture
def model_data():
    leaf = {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [1.0]}
    return {
        "format": 2,
        "method": "tree",
        "name": "all",
        "features": list(feature_names()),
        "tree": leaf,
        "blocks": None,
    }


def written(tmp_path, data):
    path = tmp_path / "model.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.fixture
def everything(tmp_path, model_data):
    """A model that takes every block, so that only navigation can put one out."""
    return str(written(tmp_path, model_data))


def test_an_article_is_separated_from_its_surroundings():
    result = extract(PAGE, "https://harbour.example/crane", method="tree")
    assert [block.text for block in result.text_blocks if block.label is Label.MAIN][-6:] == [
        f"{PROSE} Paragraph {number}.".replace("  ", " ") for number in range(6)
    ]
    for menu in ("Boats", "Most read", "Ferry", "Imprint"):
        assert menu not in result.text


def test_every_block_has_a_score_and_a_reason():
    result = extract(PAGE, "https://harbour.example/crane", method="tree")
    for block in result.text_blocks:
        assert 0 <= block.score <= 1
        assert block.reason.startswith(f"{result.model}: ")
        assert any(name in block.reason for name in feature_names())


def test_too_little_text_is_no_main_text():
    result = extract("<nav><a href=/>Home</a></nav><p>Hi.</p>", method="tree")
    assert (result.text, result.empty_reason) == ("", "no_main_text")


def test_a_model_of_ones_own_takes_the_place_of_the_packaged_one(everything):
    result = extract(PAGE, method="tree", model=everything)
    assert result.model == "all"
    assert {block.score for block in result.text_blocks} == {1.0}


@pytest.mark.parametrize(
    "change",
    [
        {"format": 99},
        {"method": "crf"},
        {"features": ["words"]},
        {"tree": {}},
        {"tree": None},
        {"name": None, "tree": []},
    ],
)
def test_another_model_is_refused(tmp_path, model_data, change):
    with pytest.raises(ModelError, match=r"model\.json"):
        load(written(tmp_path, model_data | change))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null"])
def test_a_damaged_model_file_is_refused(tmp_path, content):
    path = tmp_path / "broken.json"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"broken\.json"):
        load(path)


def test_a_missing_model_file_is_refused(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        load(tmp_path / "nowhere.json")


def test_methods_are_known_by_name():
    assert all(callable(get(name).label) for name in METHODS)
    with pytest.raises(ValueError, match="tree"):
        get("magic")


def test_a_model_is_read_once():
    assert load_model("tree") is load_model("tree")


# Regions, and what their places say, against what is selected.

FERRY_URL = "https://ferry.example/news/the-ferry-sails-again"
FERRY_SENTENCE = (
    "The ferry lay on the slip for two winters before the islanders paid for a new engine and a coat of paint. "
)
ARTICLE = (
    "<article><h1>The ferry sails again</h1>"
    + "".join(f"<p>{FERRY_SENTENCE * 3} Part {number}.</p>" for number in range(5))
    + "</article>"
)
CRUMBS = '<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/news/">News</a> &gt; Ferry</div>'
OTHER_CRUMBS = '<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/boats/">Boats</a> &gt; Ferry</div>'
HEADER = '<header><a href="/about">About us</a> <a href="/contact">Contact</a> <a href="/help">Help</a></header>'
FOOTER = '<footer><a href="/privacy">Privacy policy</a> <a href="/contact">Contact</a></footer>'
PAGER = (
    '<div class="pager"><a href="?page=1">1</a> <b>2</b> <a href="?page=3">3</a> <a href="?page=3">Next page</a></div>'
)
ENTRY_FOOT = '<p class="postinfo"><a href="#comments">3 comments</a></p>'
BACK = '<div><a href="#">Back to top</a></div>'
TALE = "<p>Fair weather is what the harbour office expects for the whole of the week, and a calm sea with it.</p>"
SPEECH = "<p>Everybody on the quay was asked what the boat had meant to them, and nobody had to think for long.</p>"


def markup(body):
    return f"<html><head><title>Boats of the sound</title></head><body>{body}</body></html>"


def findings(body):
    page = read_page(markup(body).encode(), FERRY_URL)
    return Findings(page, navigation.detect(page))


def block_of(result, line):
    (block,) = (block for block in result.text_blocks if block.text in line)
    return block


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (TALE + CRUMBS + ARTICLE + SPEECH + CRUMBS, "breadcrumb.III.outside"),
        (CRUMBS + ARTICLE + SPEECH + CRUMBS + TALE, "breadcrumb.III.outside"),
        (TALE + HEADER + ARTICLE + SPEECH, "site_info.II.above"),
        (ARTICLE + SPEECH + FOOTER + TALE, "site_info.IV.below"),
        (ARTICLE + SPEECH + BACK + TALE, "in_page.II.after"),
        (ARTICLE + BACK + SPEECH + BACK + TALE, "in_page.II.last"),
    ],
)
def test_text_beyond_a_region_is_put_out(body, rule, everything):
    result = extract(markup(body), FERRY_URL, method="tree", model=everything)
    beyond, within = block_of(result, TALE), block_of(result, SPEECH)
    assert (beyond.label, within.label) == (Label.OTHER, Label.MAIN)
    assert beyond.reason.startswith(f"placement: {rule}; all: ")
    assert result.text.count("Part") == 5


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (TALE + CRUMBS + ARTICLE, "breadcrumb.II.before"),
        (ARTICLE + PAGER + TALE, "paging.II.after"),
        (TALE + PAGER + ARTICLE + PAGER, "paging.III.outside"),
        (ARTICLE + ENTRY_FOOT + TALE, "blog_utility.II.after"),
        (TALE + OTHER_CRUMBS + CRUMBS + ARTICLE + CRUMBS, "breadcrumb.IV.outside"),
    ],
)
def test_other_rules_find_evidence_but_are_not_applied(body, rule, everything):
    assert rule in {evidence.rule for evidence in findings(body).evidence}
    result = extract(markup(body), FERRY_URL, method="tree", model=everything)
    assert block_of(result, TALE).label is Label.MAIN


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (CRUMBS + SPEECH + CRUMBS + ARTICLE, "breadcrumb.III.outside"),
        (ARTICLE + HEADER + SPEECH, "site_info.II.above"),
        (SPEECH + FOOTER + ARTICLE, "site_info.IV.below"),
        (SPEECH + BACK + ARTICLE, "in_page.II.after"),
    ],
)
def test_a_rule_that_would_take_most_of_the_text_is_not_applied(body, rule, everything):
    assert rule in {evidence.rule for evidence in findings(body).evidence}
    result = extract(markup(body), FERRY_URL, method="tree", model=everything)
    assert result.text.count("Part") == 5
    assert block_of(result, SPEECH).label is Label.MAIN


PARTS = (TALE, ARTICLE, CRUMBS, OTHER_CRUMBS, HEADER, FOOTER, PAGER, BACK)
PLACES = ((TALE, HEADER, CRUMBS), (CRUMBS, SPEECH), (ARTICLE,), (CRUMBS, SPEECH), (FOOTER, BACK, TALE), (TALE, BACK))
ORDERED = st.tuples(*(st.sampled_from(("", *parts)) for parts in PLACES))


@given(
    ORDERED | st.lists(st.sampled_from(PARTS), min_size=1, max_size=7),
    st.sets(st.integers(-9, 8), min_size=1, max_size=4),
)
@example((CRUMBS, ARTICLE, CRUMBS, SPEECH), {-1})
@example((SPEECH, CRUMBS, ARTICLE, CRUMBS), {1})
def test_no_evidence_against_selected_text_is_missed(parts, selected):
    found = findings("<p>Boats</p>" + "".join(parts))
    count = len(found.page.texts)
    main = np.zeros(count, bool)
    main[[number for number in selected if -count <= number < count]] = True
    said = {
        (evidence.rule, number)
        for evidence in found.evidence
        for number in range(*found.blocks[evidence.block].texts)
        if evidence.rule in APPLIED_RULES and main[number]
    }
    selected = np.flatnonzero(main).tolist()
    assert said == {(rule, number) for rule, numbers in placed(found, selected) for number in numbers}


def test_without_a_selection_nothing_is_said():
    found = findings(TALE + CRUMBS + ARTICLE)
    assert not list(placed(found, []))
    assert placed_outside(found, []) == {}


def test_rules_may_be_left_out():
    found = findings(CRUMBS + PAGER + ARTICLE + SPEECH + FOOTER + TALE)
    texts = found.page.texts
    by_rule = {}
    for number, rule in placed_outside(found, range(len(texts))).items():
        by_rule.setdefault(rule, []).append(number)
    assert by_rule.pop("site_info.IV.below") == [len(texts) - 1]
    assert by_rule
    without = placed_outside(found, range(len(texts)), ())
    assert without == {number: rule for rule, numbers in by_rule.items() for number in numbers}


def test_what_a_region_covers_is_put_out(everything):
    body = ARTICLE.replace("Part 2.</p>", f"Part 2.</p>{PAGER}") + SPEECH
    result = extract(markup(body), FERRY_URL, method="tree", model=everything)
    (region,) = result.regions
    out = [block for block in result.text_blocks if block.label is Label.OTHER]
    assert "".join(block.text for block in out) == "1 2 3 Next page"
    assert [block.reason for block in out] == [f"placement: {region.rule}; all: "]
    assert {block.score for block in result.text_blocks} == {1.0}


def test_a_page_of_navigation_alone_has_no_main_text(everything):
    """Each rule takes no more than half of the words, but together they may take all."""
    trail = '<ol class="breadcrumb"><li><a href="/">Home page of the mill</a></li><li><a href="/news/">News of the mill</a></li></ol>'
    pager = "".join(f'<a href="?page={number}">{number}</a> ' for number in range(1, 10))
    result = extract(
        f'<body>{trail}<div class="pager">{pager}</div></body>', FERRY_URL, method="tree", model=everything
    )
    assert [block.reason.startswith("placement: ") for block in result.text_blocks] == [True] * 3
    assert (result.text, result.empty_reason) == ("", "no_main_text")


def test_a_page_without_navigation_keeps_all_that_is_selected(everything):
    result = extract(markup(TALE + ARTICLE + SPEECH), FERRY_URL, method="tree", model=everything)
    assert {block.label for block in result.text_blocks} == {Label.MAIN}


# The paper's system, run as a user does: a page, and a model file that says how placement decides.

URL = "https://ferry.example/news/crossing"
MASTHEAD = ["Ferry Courier", "The harbour paper, printed each morning since the first steamer called here"]
TRAIL = ["Home", "News", "Crossing"]
STORY = ["Crossing resumes", "Short hours"]
LONG = ["Engines were replaced during nine weeks ashore.", "Captain Moor expects punctual sailings from Monday."]
OFFER = ["Subscribe now", "Ten issues free"]
BLOCKS_PAGE = f"""<html><body>
<div><p>{MASTHEAD[0]}</p><p>{MASTHEAD[1]}</p></div>
<ol class="breadcrumb"><li><a href="/">{TRAIL[0]}</a></li><li><a href="/news/">{TRAIL[1]}</a></li><li>{TRAIL[2]}</li></ol>
<div><h1>{STORY[0]}</h1><p>{STORY[1]}</p></div>
<div><p>{LONG[0]}</p><p>{LONG[1]}</p></div>
<div><p>{OFFER[0]}</p><p>{OFFER[1]}</p></div>
</body></html>"""
BLOCKS = [MASTHEAD, TRAIL, STORY, LONG, OFFER]
MASTHEAD_PLACE = "placement: breadcrumb.II.before"


def block_model(configuration):
    """Return a model whose tree calls blocks of more than ten words main."""
    return {
        "format": 2,
        "method": "tree",
        "name": "ten-words",
        "features": list(BLOCK_FEATURES),
        "tree": {
            "feature": [BLOCK_FEATURES.index("words"), -1, -1],
            "threshold": [10, 0, 0],
            "left": [1, 0, 0],
            "right": [2, 0, 0],
            "value": [0.5, 0.125, 0.875],
        },
        "blocks": configuration.as_dict(),
    }


@pytest.fixture
def model(tmp_path):
    def write(configuration=None, **change):
        path = tmp_path / "blocks.json"
        path.write_text(json.dumps(block_model(configuration or Configuration()) | change), "utf-8")
        return str(path)

    return write


def by_block(result):
    """Return label, score and reason of each of the page's blocks; its text blocks must agree on them."""
    said = {block.text: (block.label, block.score, block.reason) for block in result.text_blocks}
    assert list(said) == [text for texts in BLOCKS for text in texts]
    found = [{said[text] for text in texts} for texts in BLOCKS]
    assert {len(answers) for answers in found} == {1}
    return [answers.pop() for answers in found]


def test_placement_decides_its_blocks_and_the_tree_the_rest(model):
    assert by_block(extract(BLOCKS_PAGE, URL, method="tree", model=model())) == [
        (Label.OTHER, 0, MASTHEAD_PLACE),
        (Label.OTHER, 0, "placement: breadcrumb.region"),
        (Label.MAIN, 1, "placement: breadcrumb.II.heading"),
        (Label.MAIN, 0.875, "ten-words: words > 10"),
        (Label.OTHER, 0.125, "ten-words: words <= 10"),
    ]


def test_the_text_is_that_of_the_main_blocks(model):
    result = extract(BLOCKS_PAGE, URL, method="tree", model=model())
    assert result.text.split("\n\n") == STORY + LONG
    assert (result.model, result.empty_reason) == ("ten-words", None)


def test_the_prior_method_asks_the_tree_alone(model):
    answers = by_block(extract(BLOCKS_PAGE, URL, method="tree", model=model(Configuration(frozenset()))))
    assert [label == Label.MAIN for label, _, _ in answers] == [True, False, False, True, False]
    assert all(reason.startswith("ten-words: words ") for _, _, reason in answers)


def test_a_rule_that_is_left_out_leaves_its_block_to_the_tree(model):
    without = Configuration(without=frozenset({"breadcrumb.II.before"}))
    masthead, trail, *_ = by_block(extract(BLOCKS_PAGE, URL, method="tree", model=model(without)))
    assert masthead == (Label.MAIN, 0.875, "ten-words: words > 10")
    assert trail[2] == "placement: breadcrumb.region"


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.FIRST, (Label.MAIN, 1, "placement: breadcrumb.II.heading")),
        (Order.LAST, (Label.OTHER, 0, "placement: paging.II.after")),
    ],
)
def test_the_model_decides_which_rule_wins(model, order, expected):
    pager = '<div class="pager"><a href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=3">3</a></div>'
    page = BLOCKS_PAGE.replace("<ol class", f"{pager}<ol class")
    result = extract(page, URL, method="tree", model=model(Configuration(order=order)))
    assert {region.kind for region in result.regions} == {Kind.BREADCRUMB, Kind.PAGING}
    (story,) = {(block.label, block.score, block.reason) for block in result.text_blocks if block.text in STORY}
    assert story == expected


@pytest.mark.parametrize(
    ("printed", "reason"), [(False, "ten-words: words <= 10"), (True, "placement: site_info.region")]
)
def test_a_model_of_the_printed_detectors_finds_its_own_regions(model, printed, reason):
    page = BLOCKS_PAGE + '<p><a href="/privacy">Privacy policy</a></p>'
    result = extract(page, URL, method="tree", model=model(Configuration(printed=printed)))
    assert result.text_blocks[-1].reason == reason
    assert {region.kind for region in result.regions} == {Kind.BREADCRUMB}


def test_a_model_without_the_setting_is_one_of_the_products_detectors(model):
    kept = {name: value for name, value in Configuration().as_dict().items() if name != "printed"}
    result = extract(BLOCKS_PAGE, URL, method="tree", model=model(blocks=kept))
    assert result.text_blocks[0].reason == MASTHEAD_PLACE


def test_half_of_a_leaf_is_enough(model):
    leaf = {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [0.5]}
    result = extract(BLOCKS_PAGE, URL, method="tree", model=model(Configuration(frozenset()), tree=leaf))
    assert {(block.label, block.score) for block in result.text_blocks} == {(Label.MAIN, 0.5)}


def test_nothing_main_has_a_reason(model):
    result = extract(f"<p>{OFFER[0]}</p><p>{OFFER[1]}</p>", URL, method="tree", model=model())
    assert (result.text, result.empty_reason) == ("", "no_main_text")
    assert [block.reason for block in result.text_blocks] == ["ten-words: words <= 10"] * 2


def test_a_block_of_pictures_has_no_text_to_label(model):
    pictures = BLOCKS_PAGE.replace("<ol class", "<div><img src=/a.jpg></div><ol class")
    path = model()
    assert by_block(extract(pictures, URL, method="tree", model=path)) == by_block(
        extract(BLOCKS_PAGE, URL, method="tree", model=path)
    )


@pytest.mark.parametrize(
    "change",
    [
        {"blocks": {}},
        {"blocks": []},
        {"blocks": "all"},
        {"blocks": Configuration().as_dict() | {"kinds": ["category"]}},
        {"blocks": Configuration().as_dict() | {"without": ["paging.V"]}},
        {"blocks": Configuration().as_dict() | {"order": "loudest"}},
        {"blocks": Configuration().as_dict() | {"printed": "yes"}},
        {"blocks": None},
        {"features": list(BLOCK_FEATURES[:-1])},
    ],
)
def test_a_wrong_model_file_is_refused_by_name(model, change):
    with pytest.raises(ModelError, match=r"blocks\.json"):
        extract(BLOCKS_PAGE, URL, method="tree", model=model(**change))


WORDS = "<p>Some words of a story stand here, so that there is a block.</p>"
HOSTILE = {
    "trails": '<nav class="breadcrumb"><a href="/">Home</a> &gt; <a href="/a">A</a></nav><h1>T</h1>' + WORDS,
    "pagers": '<div class="pagination"><a rel="next" href="?page=2">Next</a></div>' + WORDS,
    "footers": '<footer><a href="/about">About us</a><a href="/privacy">Privacy policy</a></footer>' + WORDS,
    "entries": '<h2>T</h2><p>Words.</p><div class="entry-meta">by <a rel="author" href="/author/x">X</a></div>',
    "links to the top": '<h2 id="s">S</h2><p>Words.</p><a href="#top">Back to top</a>',
    "pictures": "<img src=a.jpg>",
    "cells": "<table><tr><td>x y z</td></tr></table>",
}


def extracted(name, n, model="uda"):
    return extract(HOSTILE[name] * (15 * n) + WORDS, URL, method="tree", model=model, limits=UNHURRIED)


@pytest.mark.parametrize("model", [model for model, method in PACKAGED_MODELS.items() if method == "tree"])
@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_grows_no_faster_than_the_page(name, model):
    check_linear(lambda n: n, lambda n: extracted(name, n, model))


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_floods_of_navigation_leave_text_or_none(name):
    result = extracted(name, FULL)
    assert result.text or result.empty_reason == "no_main_text"
