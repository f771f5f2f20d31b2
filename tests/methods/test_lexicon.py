from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from crf_pages import annotated_articles, article, page_of
from growth import check_linear
from package_root import ROOT

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods import crf_features
from scrapy_maincontent.methods.crf_features import PARTS, TOKEN_LEVELS, Lexicon
from scrapy_maincontent.training.crf import ABOVE, block_tokens, crf_rows

NESTED = (
    '<body class="story"><div class="story wide"><p class="story">One</p>Two<section class="wide"><p>Three</p></section>'
    '<p>Four</p></div><div class="wide"><ul class="story"><li><a href="/">Five</a></li><li id="story">Six</li></ul></div>'
    '<article class="new"><div><div class="new">Seven<p role="note">Eight</p>Nine</div></div></article><p>Ten</p></body>'
)
PAGES = [article(0), NESTED, article(1), "<p>Short</p>", article(5, 30), NESTED.replace("story", "wide")]


def weights_of(pages):
    """Return weights by level for most tokens of the pages, each its own."""
    weights = {level: {} for level in TOKEN_LEVELS}
    known = sorted({token for markup in pages for block in block_tokens(page_of(markup)) for token in block})
    for number, (level, token) in enumerate(known):
        if number % 7:
            weights[TOKEN_LEVELS[level]][token] = float(np.float16(np.sin(number) / 3))
    return weights


def lexicon_of(pages, bias=0.25):
    return Lexicon(weights_of(pages), bias)


def read(lexicon, page):
    return lexicon.read(page, measure(page).around())


def column(page, lexicon, part):
    found = read(lexicon, page_of(page))[:, PARTS.index(part)]
    return dict(zip(page_of(page).texts, found.tolist(), strict=True))


def only(level, token, weight=1.0, bias=0.0):
    return Lexicon({name: {token: weight} if name == level else {} for name in TOKEN_LEVELS}, bias)


def test_what_stands_above_counts_for_all_below():
    page = '<body><div class="story"><p>One</p><ul><li>Two</li></ul></div><p class="story">Three</p><p>Four</p></body>'
    assert column(page, only("above", "c:story", 2.0), "above") == {"One": 2, "Two": 2, "Three": 2, "Four": 0}


def test_a_name_that_stands_above_twice_counts_once():
    assert column(NESTED, only("above", "w:story"), "above")["One"] == 1
    above = column(
        '<div class="a"><div class="a"><p>In</p></div><p>Out</p></div><p>Far</p>', only("above", "w:a"), "above"
    )
    assert above == {"In": 1, "Out": 1, "Far": 0}


def test_the_own_element_its_parent_and_its_grandparent_count_apart():
    page = '<body><div class="x"><div class="x"><p>In</p></div></div><p class="x">Out</p></body>'
    assert column(page, only("own", "w:x"), "near") == {"In": 0, "Out": 1}
    assert column(page, only("parent", "w:x"), "near") == {"In": 1, "Out": 0}
    assert column(page, only("grandparent", "w:x"), "near") == {"In": 1, "Out": 0}
    assert column(page, only("grandparent", "t:html"), "near") == {"In": 0, "Out": 1}


def test_the_words_of_a_short_text_count():
    page = f"<p>Share this!</p><p>Shared</p><p>Share {'x' * 120}</p>"
    assert list(column(page, only("text", "share", -3.0), "text").values()) == [-3, 0, 0]


def test_the_bias_counts_once_for_every_block():
    found = read(only("own", "t:nothing", bias=-0.5), page_of(article()))
    assert found.sum(axis=1).tolist() == [-0.5] * len(found)


@pytest.mark.parametrize("markup", PAGES)
def test_what_is_read_is_the_sum_over_the_tokens_trained_on(markup):
    lexicon, weights, page = lexicon_of(PAGES), weights_of(PAGES), page_of(markup)
    sums = [sum(weights[TOKEN_LEVELS[level]].get(token, 0.0) for level, token in block) for block in block_tokens(page)]
    assert np.allclose(read(lexicon, page).sum(axis=1), np.array(sums) + 0.25, atol=1e-9)


def test_what_is_read_is_what_training_has_scored(tmp_path):
    pytest.importorskip("scipy", reason="training needs the extra train")
    from scrapy_maincontent.training.crf import LexiconWeights, TokenTable

    corpus = annotated_articles(tmp_path)
    table = TokenTable([crf_rows(page) for page in corpus])
    assert len({level for level, _ in table.tokens}) == len(TOKEN_LEVELS)
    numbers = np.random.default_rng(1).normal(size=len(table.tokens)).astype(np.float16)
    trained = LexiconWeights(numbers, -0.75)
    kept = table.tokens_by_level(trained)
    lexicon = Lexicon(
        {
            level: dict(zip(names, weights.astype(np.float64).tolist(), strict=True))
            for level, (names, weights) in kept.items()
        },
        trained.bias,
    )
    for place, page in enumerate(corpus):
        found = read(lexicon, page_of(page.html().decode()))
        assert np.ptp(found, axis=0).min() > 0
        assert np.allclose(found, table.scores(trained, place), atol=1e-9)


def test_a_token_above_a_block_is_trained_on_once():
    for block in block_tokens(page_of(NESTED)):
        above = [token for level, token in block if level == ABOVE]
        assert len(above) == len(set(above))


def read_all(lexicon, order):
    return {number: read(lexicon, page_of(PAGES[number])).tobytes() for number in order}


@pytest.mark.parametrize("remembered", [20_000, 3])
def test_pages_before_and_what_is_remembered_make_no_difference(monkeypatch, remembered):
    monkeypatch.setattr(crf_features, "REMEMBERED", remembered)
    alone = {number: read_all(lexicon_of(PAGES), [number])[number] for number in range(len(PAGES))}
    together = lexicon_of(PAGES)
    forwards, backwards = range(len(PAGES)), range(len(PAGES) - 1, -1, -1)
    assert read_all(together, forwards) == read_all(together, backwards) == alone


SCRIPT = "from test_lexicon import PAGES, lexicon_of, read_all; print(read_all(lexicon_of(PAGES), range(len(PAGES))))"


@pytest.mark.slow
def test_sums_are_the_same_however_a_process_hashes():
    """Floats added in another order may differ in their last bits."""
    here = Path(__file__).parent
    paths = os.pathsep.join([str(here), str(here.parent), str(ROOT)])
    said = set()
    for seed in ("1", "2", "3"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(run.stdout)
    assert len(said) == 1
    assert len(said.pop()) > 1000


FLOODS = {
    "nested": lambda n: (
        "".join(f'<div class="n{number % 2}{"x" * (number % 50)} story">' for number in range(2 * n)) + "End"
    ),
    "many names": lambda n: "".join(f'<p class="name-{number} story">Text</p>' for number in range(60 * n)),
    "long name": lambda n: "<div class='" + "a b " * (500 * n) + "'>" + "<p>Text</p>" * n,
}


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(name):
    lexicon, page = lexicon_of(PAGES), page_of(FLOODS[name](100))
    assert read(lexicon, page).shape == (len(page.texts), len(PARTS))
    check_linear(lambda n: page_of(FLOODS[name](n)), lambda page: read(lexicon, page))
