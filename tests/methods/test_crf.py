from __future__ import annotations

import os
import subprocess
import sys
from importlib import resources
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from crf_pages import article, page_of, told
from growth import FULL, UNHURRIED, check_linear
from package_root import ROOT

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.lab.archive import write_archive
from scrapy_maincontent.methods import Context, ModelError, crf, load_model, read_archive
from scrapy_maincontent.methods.crf import ARTICLE, FORMAT, IS_ARTICLE, NO_ARTICLE, OTHER, label, load, pooled
from scrapy_maincontent.methods.selection import COPY, FEWEST_LIKES, NOTHING
from scrapy_maincontent.page import Label

URL = "https://mill.example/news/the-mill"
MODELS = resources.files("scrapy_maincontent") / "models"
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def packaged():
    return read_archive(MODELS / "crf.npz", "crf", FORMAT)


@pytest.fixture
def changed(packaged, tmp_path):
    """Write the packaged model with another header or other arrays, each to a place of its own."""
    numbers = count()

    def write(header=None, arrays=None, without=()):
        path = tmp_path / str(next(numbers)) / "changed.npz"
        path.parent.mkdir()
        kept = {name: array for name, array in packaged[1].items() if name not in without}
        write_archive(path, packaged[0] | (header or {}), kept | (arrays or {}))
        return path

    return write


def test_it_is_the_default():
    result = extract(article(), URL)
    assert (result.method, result.model) == ("crf", load_model("crf").name)


def test_an_article_is_separated_from_its_surroundings():
    result = extract(article(0, 6), URL, method="crf")
    paragraphs = [block.text for block in result.text_blocks if "Part" in block.text]
    assert paragraphs == [f"{' '.join(told())} Part {part}." for part in range(6)]
    assert all(paragraph in result.text for paragraph in paragraphs)
    for other in ("Home", "About us", "Most read", "Tide tables", "Imprint", "Privacy"):
        assert other not in result.text


def test_japanese_without_word_spaces():
    story = "村は水車小屋を買い取り、三年かけて直した。来月から見学できるようになる。入場は無料で、予約はいらない。"
    markup = f"""<html lang="ja"><title>水車小屋</title><body><ul class="menu"><li><a href="/">ホーム</a></li><li><a href="/n">新着</a></li></ul>
<div id="main"><h1>水車小屋</h1>{f"<p>{story}</p>" * 5}</div><div class="footer"><a href="/privacy">個人情報保護方針</a></div>"""
    text = extract(markup, "https://mura.example/news/1", method="crf").text
    assert text.count(story) == 5
    assert "個人情報保護方針" not in text
    assert "ホーム" not in text


def test_every_block_has_a_score_and_a_reason():
    result = extract(article(), URL, method="crf")
    assert {block.label for block in result.text_blocks} == {Label.MAIN, Label.OTHER}
    for block in result.text_blocks:
        assert 0 <= block.score <= 1
        assert f"{result.model}: " in block.reason
        assert not block.reason.endswith(": ")


def test_both_experts_judge_a_page_whose_type_is_in_doubt():
    page, model = page_of(article(0, FEWEST_LIKES - 1)), load_model("crf")
    scores = {share: label(page, model, Context(article=share)).scores for share in (0, NO_ARTICLE, 0.3, IS_ARTICLE, 1)}
    assert scores[0] == scores[NO_ARTICLE]
    assert scores[1] == scores[IS_ARTICLE]
    assert scores[0] != scores[1]
    for text, other, between, own in zip(page.texts, scores[0], scores[0.3], scores[1], strict=True):
        # What shares a page loses log odds only where its score would be selected.
        assert text == "Share this" or min(other, own) - 1e-4 <= between <= max(other, own) + 1e-4
    assert scores[0.3] not in (scores[0], scores[1])


def test_what_has_the_same_place_in_entries_is_scored_alike_on_pages_that_are_no_articles(monkeypatch):
    page, model = page_of(article(0, 6)), load_model("crf")
    paragraphs = [number for number, owner in enumerate(page.owners) if page.tags[owner] == "p"][:6]

    def spread(share):
        scores = [label(page, model, Context(article=share)).scores[number] for number in paragraphs]
        return max(scores) - min(scores)

    alike, of_articles = spread(0), spread(1)
    monkeypatch.setattr(crf, "LIKES_BELOW", 0.0)
    assert alike < spread(0)
    assert of_articles == spread(1)


def test_scores_are_pooled_by_their_log_odds():
    even = np.array([0.5, 0.8, 1.0, 0.0])
    assert pooled(even, even, 0.7).tolist() == pytest.approx([0.5, 0.8, 0.9999, 0.0001])
    assert pooled(np.array([0.8]), np.array([0.2]), 0.5).tolist() == pytest.approx([0.5])
    assert pooled(np.array([0.9]), np.array([0.5]), 0.5).tolist() == pytest.approx([0.75])


def test_too_little_text_is_no_main_text():
    result = extract("<nav><a href=/>Home</a></nav><h1>Hi.</h1>", URL, method="crf")
    assert (result.text, result.empty_reason) == ("", "no_main_text")
    assert {block.reason for block in result.text_blocks} == {f"{result.model}: {NOTHING}"}
    assert {block.label for block in result.text_blocks} == {Label.OTHER}


def test_an_article_that_stands_twice_is_taken_once():
    once = article(0, 4)
    start, end = once.index('<div id="main"'), once.index("<aside")
    twice = once[:end] + '<div class="mobile-only">' + once[start:end] + "</div>" + once[end:]
    result = extract(twice, URL, method="crf")
    assert result.text.count("Part 2.") == 1
    copies = [block for block in result.text_blocks if block.reason.endswith(COPY)]
    assert [block.label for block in copies if "Part" in block.text] == [Label.OTHER] * 4


def answers(result):
    return result.text, [(block.text, block.label, block.score, block.reason) for block in result.text_blocks]


def test_the_same_page_has_the_same_answer_whatever_came_before():
    alone = {}
    for number in range(4):
        load_model.cache_clear()
        alone[number] = answers(extract(article(number, 3 + number), URL, method="crf"))
    for number in (3, 0, 2, 1, 3, 3):
        assert answers(extract(article(number, 3 + number), URL, method="crf")) == alone[number]


SCRIPT = """
import sys
from crf_pages import article
from test_crf import URL, answers
from scrapy_maincontent import extract

sys.stdout.reconfigure(encoding="utf-8")
print([answers(extract(article(number), URL)) for number in range(3)])
"""


def test_the_same_page_has_the_same_answer_in_another_process():
    here = Path(__file__).parent
    said = {str([answers(extract(article(number), URL)) for number in range(3)])}
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={
                **os.environ,
                "PYTHONHASHSEED": seed,
                "PYTHONPATH": os.pathsep.join([str(here), str(here.parent), str(ROOT)]),
            },
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        said.add(run.stdout.strip())
    assert len(said) == 1


def test_the_knob_and_the_share_of_the_chain_are_the_models(changed):
    markup = article().replace("<aside", "<p>Perhaps the village opens a café beside it.</p><aside")
    lengths = [
        len(extract(markup, URL, model=str(changed({"betas": dict.fromkeys((ARTICLE, OTHER), beta)}))).text)
        for beta in (0.1, 1.0, 10.0)
    ]
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]
    scores = []
    for share in (0.0, 0.5, 1.0):
        blocks = extract(markup, URL, model=str(changed({"chain_share": share}))).text_blocks
        scores.append(np.array([block.score for block in blocks]))
    assert np.allclose((scores[0] + scores[2]) / 2, scores[1])
    assert not np.allclose(scores[0], scores[2])


@pytest.mark.parametrize(
    "change",
    [
        {"header": {"format": 99}},
        {"header": {"method": "fujita"}},
        {"header": {"features": ["score"]}},
        {"header": {"features": None}},
        {"header": {"betas": {ARTICLE: "high", OTHER: 1}}},
        {"header": {"betas": {ARTICLE: 1}}},
        {"header": {"betas": {ARTICLE: 1, OTHER: float("nan")}}},
        {"header": {"betas": {ARTICLE: 0, OTHER: 1}}},
        {"header": {"chain_share": 1.5}},
        {"header": {"bias": float("inf")}},
        {"header": {"bias": None}},
        {"without": ["other_leaves"]},
        {"without": ["own_tokens"]},
        {"arrays": {"article_chain": np.zeros((2, 2), np.float32)}},
        {"arrays": {"article_leaves": np.zeros(3, np.float32)}},
        {"arrays": {"other_threshold": np.zeros(3, np.float32)}},
        {"arrays": {"above_weights": np.ones(3, np.float16)}},
        {"arrays": {"text_tokens": np.frombuffer(b"\xff\xfe", np.uint8)}},
    ],
    ids=str,
)
def test_another_or_a_damaged_model_is_refused(changed, change):
    with pytest.raises(ModelError, match=r"changed\.npz"):
        load(changed(**change))


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("article_mask", lambda array: array * 0),
        ("article_leaves", lambda array: array[:, :2]),
        ("article_leaves", lambda array: array * np.nan),
        ("other_threshold", lambda array: array + np.inf),
        ("other_chain", lambda array: array * np.nan),
        ("article_transitions", lambda array: array - np.inf),
        ("above_weights", lambda array: array * np.float16(np.nan)),
    ],
)
def test_weights_that_are_no_numbers_and_trees_without_an_end_are_refused(packaged, changed, name, damage):
    with pytest.raises(ModelError, match=r"changed\.npz"):
        load(changed(arrays={name: damage(packaged[1][name])}))


@pytest.mark.parametrize("content", [b"", b"{", b"PK\x03\x04", b"\xff\xfe"])
def test_a_file_that_is_no_archive_is_refused(tmp_path, content):
    path = tmp_path / "broken.npz"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"broken\.npz"):
        load(path)
    with pytest.raises(ModelError, match="missing"):
        load(tmp_path / "nowhere.npz")


def test_a_model_without_words_is_one(changed):
    """A small corpus may teach nothing of one kind."""
    nothing = {"text_tokens": np.zeros(0, np.uint8), "text_weights": np.zeros(0, np.float16)}
    result = extract(article(), URL, model=str(changed(arrays=nothing)))
    assert "Part 1." in result.text


def test_a_model_is_read_once():
    assert load_model("crf") is load_model("crf")
    assert load_model("crf").name == load(MODELS / "crf.npz").name


def test_the_packaged_models_are_small():
    files = [file for file in MODELS.iterdir() if file.name.endswith((".npz", ".json"))]
    assert sum(len(file.read_bytes()) for file in files) < 3 * MEGABYTE


HOSTILE = {
    "many blocks": lambda n: "<p class='a b'>Some words of a story stand here.</p>" * (60 * n),
    "nested names": lambda n: (
        "".join(f"<div class='level-{number} story'>" for number in range(2 * n)) + "<p>End of it.</p>" * (n // 2)
    ),
    "nested blocks": lambda n: "".join(
        f"<div class='n{number % 7}'>Words {number} of a story." for number in range(2 * n)
    ),
    "copies": lambda n: (
        "<p>One and the same sentence stands here again.</p><p>And so does this one, over and over.</p>" * (20 * n)
    ),
    "names": lambda n: "".join(
        f"<p class='x{number}y' id='n-{number}'>Some text {number}</p>" for number in range(30 * n)
    ),
    "long name": lambda n: "<div class='" + "name " * (300 * n) + "'>" + "<p>Some text of a story</p>" * n,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_the_work_grows_no_faster_than_the_page(name):
    check_linear(HOSTILE[name], lambda markup: extract(markup, URL, method="crf", limits=UNHURRIED), 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_have_a_reason_for_every_block(name):
    result = extract(HOSTILE[name](FULL), URL, method="crf", limits=UNHURRIED)
    assert result.empty_reason in (None, "no_main_text")
    assert len(result.blocks.reasons) == len(result.blocks.texts) > 0
