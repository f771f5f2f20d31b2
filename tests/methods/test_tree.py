from __future__ import annotations

import json

import pytest

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.text_blocks import feature_names
from scrapy_maincontent.methods import METHODS, ModelError, get, load_model
from scrapy_maincontent.methods.tree import load
from scrapy_maincontent.page import Label

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


def test_an_article_is_told_from_what_surrounds_it():
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


def test_a_model_of_ones_own_takes_the_place_of_the_packaged_one(tmp_path, model_data):
    result = extract(PAGE, method="tree", model=str(written(tmp_path, model_data)))
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
