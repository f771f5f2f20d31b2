from __future__ import annotations

import json
from itertools import count
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.methods import ModelError, load_model
from scrapy_maincontent.methods._lines_diagram import BODY, CLASSES
from scrapy_maincontent.methods._lines_matrix import Sight, line_figures
from scrapy_maincontent.methods.lines import label, load, read_lines
from scrapy_maincontent.page import Label

PROSE = (
    "The harbour board met on Tuesday to decide what becomes of the old crane. "
    "Members heard from the museum, which wants to keep it, and from the port, which needs the quay."
)
SUBTITLE = "What it costs to keep the crane where it is"
PAGE = f"""<html><title>The old crane - Harbour News</title><body>
<ul><li><a href="/a">Home</a><li><a href="/b">Boats</a><li><a href="/c">Weather</a></ul>
<h1>What becomes of the old crane</h1>
<p>{PROSE}</p><p>{PROSE}</p><h2>{SUBTITLE}</h2><p>{PROSE}</p><p>{PROSE}</p>
<ul><li><a href="/x">Ferry timetable changes again</a><li><a href="/y">Storm warning lifted</a></ul>
<p><a href="/imprint">Imprint</a></p></body></html>"""
JAPANESE = (
    "港の起重機をどうするかについて、火曜日に開かれた会議で話し合いが行われた。博物館は残したいと言い、港は岸壁が必要だと言う。"
    "結論は来月に持ち越され、市民の意見を聞く場が設けられることになった。"
)


@pytest.fixture
def written(tmp_path):
    """Write a model that knows titles by their short lines and bodies by full ones; anything of it may be changed."""
    numbers = count()
    names = Sight(margin=True).names
    tree = {
        # a line of two columns or less; at the margin of the screen; without a link; wide
        "feature": [names.index("f12"), -1, names.index("margin"), -1, names.index("f4"), -1, -1],
        "threshold": [2, 0, 2.5, 0, 0.5, 0, 0],
        "left": [1, 0, 3, 0, 5, 0, 0],
        "right": [2, 0, 4, 0, 6, 0, 0],
        "value": [
            [1, 0, 0, 0, 0, 0],
            [0.5, 0, 0, 0, 0.5, 0],
            [1, 0, 0, 0, 0, 0],
            [0.1, 0.5, 0.4, 0, 0, 0],
            [1, 0, 0, 0, 0, 0],
            [0.1, 0, 0, 0.3, 0.3, 0.3],
            [0.9, 0, 0, 0, 0.1, 0],
        ],
    }

    def write(**changes):
        model = {
            "format": 1,
            "method": "lines",
            "name": "seven",
            "features": list(names),
            "classes": list(CLASSES),
            "sight": {"around": 0, "margin": True},
            "title_gap": 10,
            "weights": [1.0] * 6,
            "tree": tree,
        }
        path = tmp_path / str(next(numbers)) / "seven.json"
        path.parent.mkdir()
        path.write_text(json.dumps(model | changes), "utf-8")
        return path

    return write


def main_texts(result):
    return [block.text for block in result.text_blocks if block.label is Label.MAIN]


def test_an_article_is_told_from_what_surrounds_it():
    result = extract(PAGE, "https://harbour.example/crane", method="lines")
    assert main_texts(result) == [PROSE, PROSE, SUBTITLE, PROSE, PROSE]
    assert result.title == "What becomes of the old crane"
    assert (result.method, result.model) == ("lines", "lines-1")


def test_a_japanese_article_is_found():
    menu = '<ul><li><a href="/">ホーム</a><li><a href="/b">船</a><li><a href="/c">天気</a></ul>'
    page = f"<title>港の新聞</title>{menu}<h1>古い起重機のゆくえ</h1><p>{JAPANESE}</p><p>{JAPANESE}</p>{menu}"
    result = extract(page, method="lines")
    assert main_texts(result) == [JAPANESE, JAPANESE]
    assert result.title == "古い起重機のゆくえ"


def test_reasons_say_what_a_block_is_and_where(written):
    page = PAGE.replace("h1>", "h3>")  # a heading of the first rank is centred
    result = extract(page, method="lines", model=str(written()))
    reasons = {block.text: block.reason for block in result.text_blocks}
    assert reasons["What becomes of the old crane"] == "seven: title, line 5: f12 > 2, margin <= 2.5"
    assert reasons[SUBTITLE].startswith("seven: subtitle, line ")
    assert reasons[PROSE].startswith("seven: body, lines ")
    assert reasons["Boats"].startswith("seven: neither title nor body, line 2: ")


def test_scores_are_what_the_leaves_say_of_the_body(written):
    result = extract(PAGE, method="lines", model=str(written()))
    scores = {block.text: block.score for block in result.text_blocks}
    assert scores[PROSE] == pytest.approx(0.9, abs=0.01)
    assert scores["Boats"] == pytest.approx(0.1, abs=0.01)


def test_without_a_title_in_reach_the_body_is_not_found(written):
    """Eleven lines between the only line like a title and the body; the paper's limit is ten."""
    between = "".join(f'<p><a href="/{number}">Link</a></p>' for number in range(6))
    page = f"<h1>What becomes of the old crane</h1>{between}<p>{PROSE}</p>"
    near = extract(page, method="lines", model=str(written(title_gap=20)))
    far = extract(page, method="lines", model=str(written(title_gap=10)))
    assert near.title == "What becomes of the old crane"
    assert far.title != near.title


def test_weights_of_classes_move_the_best_path(written):
    page = f"<h1>Crane</h1><p>{PROSE}</p><p><a href=/a>One of these days, the board says</a></p><p>{PROSE}</p>"
    plain = main_texts(extract(page, method="lines", model=str(written())))
    bold = main_texts(extract(page, method="lines", model=str(written(weights=[1, 1, 1, 1, 20, 1]))))
    assert len(plain) == 2
    assert len(bold) == 3


def test_a_page_of_two_lines_has_no_main_text(written):
    result = extract("<p>Hi.</p>", method="lines", model=str(written()))
    assert (result.text, result.empty_reason) == ("", "no_main_text")
    labels = label(read_page(b"<p>Hi.</p>"), (), load(written()))
    assert labels.reasons == ["seven: too few lines for a title and a body"]


def test_the_title_of_the_other_methods_stays_where_the_lines_give_none():
    assert extract("<title>Crane</title><p>Hi.</p>", method="lines").title == "Crane"


@pytest.mark.parametrize(
    "changes",
    [
        {"format": 99},
        {"method": "tree"},
        {"features": ["f1"]},
        {"classes": ["N", "H"]},
        {"sight": {"around": -1, "margin": True}},
        {"sight": {"near": 1}},
        {"sight": None},
        {"title_gap": -1},
        {"title_gap": "far"},
        {"weights": [1, 1]},
        {"tree": {"feature": [-1], "threshold": [0], "left": [0], "right": [0], "value": [0.5]}},
        {"tree": {"feature": [0], "threshold": [0], "left": [0], "right": [0], "value": [[1, 0, 0, 0, 0, 0]]}},
        {"tree": {}},
    ],
)
def test_another_or_a_damaged_model_is_refused(written, changes):
    with pytest.raises(ModelError, match=r"seven\.json"):
        load(written(**changes))


def test_no_model_at_all(tmp_path):
    with pytest.raises(ModelError, match="nowhere"):
        load(tmp_path / "nowhere.json")
    (tmp_path / "text.json").write_text("no JSON", "utf-8")
    with pytest.raises(ModelError, match=r"text\.json is no model of method lines"):
        load(tmp_path / "text.json")


def test_the_packaged_model_is_read_once_and_is_small():
    model = load_model("lines")
    assert model is load_model("lines")
    assert model.name == "lines-1"
    assert len(model.tree.feature) < 2_000


@settings(max_examples=60)
@given(st.lists(st.text("ab .,*[]1・　。港_-+\u0301\ufeff\t", max_size=120), max_size=30))
def test_any_lines_have_an_answer(lines):
    found = read_lines(line_figures(lines), load_model("lines"))
    assert (found.classes is None) == (len(lines) < 3)
    assert found.shares.shape == (len(lines), len(CLASSES))
    if found.classes is not None:
        assert set(found.classes.tolist()) & set(BODY)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 30_000 + "Copyright 2008" + "</div>" * 30_000,
        "<p>a</p>" * 60_000,
        f"<p>{'long ' * 200_000}</p>",
        f"<p>{'x' * 500_000}</p>",
        f"<pre>{'x' * 10 + chr(10)}</pre>" * 30_000,
        "<table>" * 200 + "<tr><td>x" * 30_000,
        "<h1>Title</h1>" * 30_000,
        "<ul><li>" * 10_000 + "x",
    ],
    ids=["deep", "many blocks", "many words", "one word", "preformatted", "cells", "titles", "lists"],
)
def test_hostile_pages_end_in_time(html):
    start = process_time()
    result = extract(html.encode(), method="lines")
    assert result.empty_reason != "error"
    assert process_time() - start < 30
