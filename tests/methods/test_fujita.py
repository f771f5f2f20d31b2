from __future__ import annotations

from itertools import count

import numpy as np
import pycrfsuite
import pytest
from growth import FULL, UNHURRIED, check_linear

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.methods.fujita import FEATURES, label, load
from scrapy_maincontent.methods.model_files import write_archive
from scrapy_maincontent.page import Label

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


def test_an_article_is_told_from_what_surrounds_it():
    result = extract(PAGE, "https://harbour.example/crane", method="fujita")
    assert main_texts(result)[:4] == [PROSE] * 4
    assert result.method == "fujita"
    for menu in ("Boats", "Weather", "Ferry", "Subscribe", "Imprint"):
        assert menu not in result.text


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
    labels = label(read_page(page.encode()), (), model)
    assert labels.labels == [Label.OTHER] * 4
    assert labels.reasons[0] == "ten: main in the first evaluation, other in the second"
    assert labels.empty_reason == "no_main_text"
    assert label(read_page(page.encode()), (), load(written(lower=25))).labels[0] is Label.MAIN


def test_reasons_say_what_both_evaluations_say(written):
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
    labels = label(read_page(page.encode()), (), load(written()))
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
    assert model.name == "fujita-1"


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
