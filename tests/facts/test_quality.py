from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.facts.quality import FIGURES, expected_f1, load, packaged, quality, quality_features
from scrapy_maincontent.methods import Labels
from scrapy_maincontent.page import Label, Page

SITE = Path(__file__).parents[2] / "example_project" / "site"
MODEL = Path(__file__).parents[2] / "scrapy_maincontent" / "models" / "quality.json"

PROSE = (
    "The ferryman rows across at six and at nine, and in the hours between he tars the boat, feeds the goat and reads "
    "aloud to it from the paper of the day before. {} people crossed on Monday, and one of them paid in eggs."
)
MENU = '<nav><a href="/">Home</a> <a href="/boats">Boats</a> <a href="/contact">Contact</a></nav>'
FOOTER = '<footer><a href="/privacy">Privacy</a> <a href="/imprint">Imprint</a> &copy; The Ferry Post</footer>'
ARTICLE = f"""<html lang="en"><head><title>The ferryman's goat</title></head><body>{MENU}<article><h1>The ferryman's goat</h1>
{"".join(f"<p>{PROSE.format(number)}</p>" for number in range(12))}</article>{FOOTER}</body></html>"""
TEASERS = f"""<html lang="en"><head><title>The Ferry Post</title></head><body>{MENU}<div class="side"><a href="/all">All boats</a></div>
<div class="grid">{"".join(f'<div class="card"><a href="/{n}"><img src="{n}.png" alt=""><b>Boat {n}</b></a> <span>Read more</span></div>' for n in range(30))}</div>
<div class="boxes"><div><b>Weather</b> <a href="/w">Rain at nine</a></div><div><b>Goats</b> <a href="/g">For sale</a></div></div>{FOOTER}</body></html>"""


def labelled(scores, selected):
    return Labels([Label.MAIN if own else Label.OTHER for own in selected], list(scores), [""] * len(scores))


def page(*sizes):
    return Page(texts=["x" * size for size in sizes])


def test_an_article_is_better_than_a_page_of_teasers():
    article, teasers = extract(ARTICLE), extract(TEASERS)
    assert "paid in eggs" in article.text
    assert article.quality > 0.9
    assert teasers.quality is None or teasers.quality < article.quality - 0.1


def test_quality_does_not_hang_on_where_a_page_is_from():
    assert extract(ARTICLE, "https://ferry.example/goat").quality == extract(ARTICLE.encode()).quality


@pytest.mark.parametrize("html", ["", "<body><img src=a.png></body>", b"\x00\x01" * 50, "<a href=/>Menu</a>"])
def test_an_empty_text_has_no_quality_but_a_reason(html):
    result = extract(html)
    assert result.empty_reason
    assert result.quality is None


def test_methods_without_calibration_have_no_quality():
    result = extract(ARTICLE, method="tree")
    assert result.text
    assert result.quality is None


def test_every_text_of_the_bundled_site_has_a_quality():
    for path in sorted(SITE.glob("magazine/**/*.html")):
        result = extract(path.read_bytes())
        assert (result.quality is None) == (not result.text), path
        assert result.quality is None or 0 < result.quality < 1, path


def test_the_quality_travels_with_the_result():
    result = extract(ARTICLE)
    assert pickle.loads(pickle.dumps(result)).quality == result.quality == extract(ARTICLE).quality
    assert json.loads(json.dumps(result.as_dict()))["quality"] == result.quality


def test_what_is_read_from_scores_and_selection():
    texts = page(10, 30, 20, 40).texts
    row = quality_features(texts, labelled([0.9, 0.1, 0.8, 0.05], [True, False, True, False]))
    found = dict(zip(FIGURES, row, strict=True))
    likely = 0.9 * 10 + 0.8 * 20
    assert expected_f1(row) == pytest.approx(2 * likely / (10 + 20 + likely + 0.1 * 30 + 0.05 * 40))
    assert found["gaps"] == pytest.approx(np.log(30 / (10 + 30 + 20)), abs=0.05)


def test_what_is_sure_and_has_no_gaps_is_bounded():
    row = quality_features(page(10, 30, 20).texts, labelled([1.0, 1.0, 0.0], [True, True, False]))
    assert row == pytest.approx((np.log(0.005), np.log(0.02)))
    assert expected_f1(row) == pytest.approx(0.995)


def test_nothing_selected_has_no_figures():
    assert quality_features(["x"], labelled([0.9], [False])) is None
    assert quality_features([], labelled([], [])) is None


BLOCKS = st.lists(
    st.tuples(st.integers(1, 500), st.floats(0, 1, allow_nan=False), st.booleans()), min_size=1, max_size=40
)


@given(BLOCKS)
def test_quality_is_a_share_whatever_was_selected(blocks):
    sizes, scores, selected = zip(*blocks, strict=True)
    found = quality(page(*sizes), labelled(scores, selected), "crf")
    assert found is None if not any(selected) else 0 <= found <= 1


@given(BLOCKS, st.floats(0, 1))
def test_surer_scores_never_lower_the_quality(blocks, step):
    sizes, scores, selected = zip(*blocks, strict=True)
    surer = [
        score + step * (1 - score) if own else score * (1 - step) for score, own in zip(scores, selected, strict=True)
    ]
    if any(selected):
        before = quality(page(*sizes), labelled(scores, selected), "crf")
        assert quality(page(*sizes), labelled(surer, selected), "crf") >= before


def test_the_packaged_model_is_small_and_read_once():
    assert MODEL.stat().st_size < 2_000
    assert packaged() is packaged()


def changed(tmp_path, change):
    file = tmp_path / "quality.json"
    file.write_text(json.dumps(json.loads(MODEL.read_text("utf-8")) | change), "utf-8")
    return file


def test_another_model_takes_the_packaged_ones_place(tmp_path):
    model = load(changed(tmp_path, {"weights": [0, 0], "bias": 0.0, "method": "tree"}))
    labels = labelled([0.9, 0.2], [True, False])
    assert quality(page(9, 9), labels, "tree", model) == 0.5
    assert quality(page(9, 9), labels, "crf", model) is None


def test_the_quality_is_a_logistic_function_with_three_digits(tmp_path):
    for odds, expected in ((3, 0.75), (2, 0.667), (1 / 7, 0.125), (1e300, 1.0)):
        model = load(changed(tmp_path, {"weights": [0, 0], "bias": float(np.log(odds))}))
        assert quality(page(9), labelled([0.9], [True]), "crf", model) == expected


def test_figures_beyond_the_training_pages_are_cut_off():
    model = packaged()
    far, farther = (
        [mean + times * scale for mean, scale in zip(model.mean, model.scale, strict=True)] for times in (4, 100)
    )
    assert 0 < model.expected(far) == model.expected(farther) < 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 0}, "another version"),
        ({"features": ["links"]}, "another version"),
        ({"weights": [1.0]}, "wrong lengths"),
        ({"scale": [1.0, 0.0]}, "above 0"),
        ({"scale": [1.0, float("nan")]}, "above 0"),
        ({"bias": None}, "no model of quality"),
        ({"bias": 10**400}, "no model of quality"),
        ({"bias": float("nan")}, "too large"),
        ({"mean": [0.0, float("inf")]}, "too large"),
        ({"weights": [1e308, -1e308]}, "too large"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(tmp_path, change, message):
    with pytest.raises(ValueError, match=message):
        load(changed(tmp_path, change))


@pytest.mark.parametrize("text", ["quality: good", "[]", "{}"])
def test_a_file_that_is_no_model_is_refused(tmp_path, text):
    (tmp_path / "quality.json").write_text(text, "utf-8")
    with pytest.raises(ValueError, match="no model of quality"):
        load(tmp_path / "quality.json")


def test_figures_are_cut_off_at_three_standard_deviations():
    model = packaged()

    def expected(times):
        return model.expected([mean + times * scale for mean, scale in zip(model.mean, model.scale, strict=True)])

    for sign in (1, -1):
        assert expected(2.9 * sign) != expected(3 * sign) == expected(3.1 * sign)
