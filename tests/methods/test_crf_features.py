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
from scrapy_maincontent.lab.training.crf import ABOVE, block_tokens, crf_rows
from scrapy_maincontent.methods import crf_features
from scrapy_maincontent.methods.crf_features import (
    FEATURES,
    FIGURES,
    LIMIT,
    LONGEST,
    PARTS,
    POOLS,
    TOKEN_LEVELS,
    Lexicon,
    PageFeatures,
)

PAGE = """<body><div class="story"><h2>One</h2><p class="x">two words</p><p>three words here</p></div>
<ul><li>one</li><li class="x">four words stand here</li></ul><h2>Two</h2><p class="x">five words stand just here</p></body>"""
WORDS = [1, 2, 3, 1, 4, 1, 5]
SCORES = [0.5, -1.0, 2.0, 1.5, -3.0, 0.25, 4.0]


def seen(markup):
    page = page_of(markup)
    return PageFeatures.of(page, measure(page))


def columns(markup, scores=None):
    """Return the columns by name; ``scores`` are what the lexicon says of each block, by the words of its text."""
    found = seen(markup)
    linear = np.zeros((len(found.measures.words), len(PARTS)))
    if scores is not None:
        linear[:, PARTS.index("text")] = scores
    return dict(zip(FEATURES, found.features(linear).T, strict=True))


def mean(*blocks):
    """Return the mean score of blocks of `PAGE`, weighed by their words."""
    return pytest.approx(sum(WORDS[b] * SCORES[b] for b in blocks) / sum(WORDS[b] for b in blocks), abs=1e-5)


def test_every_feature_has_its_column():
    page = page_of(article())
    matrix = PageFeatures.of(page, measure(page)).features(np.zeros((len(page.texts), len(PARTS))))
    assert (matrix.shape, matrix.dtype) == ((len(page.texts), len(FEATURES)), np.float32)
    assert FEATURES == FIGURES + POOLS
    assert len(set(FEATURES)) == len(FEATURES)
    assert np.isfinite(matrix).all()


def test_the_lexicon_moves_the_pools_alone():
    found = seen(PAGE)
    random = np.random.default_rng(1)
    first, second = (found.features(random.normal(size=(len(WORDS), len(PARTS)))) for _ in range(2))
    changed = (first != second).any(axis=0)
    assert {name for name, moved in zip(FEATURES, changed, strict=True) if moved} <= set(POOLS)
    assert not changed[: len(FIGURES)].any()


def test_the_parts_of_the_lexicon_and_their_sum():
    linear = np.array([[1.0, 2.0, -0.5]] * len(WORDS))
    linear[3] = [5, 5, 5]
    found = dict(zip(FEATURES, seen(PAGE).features(linear).T, strict=True))
    assert [found[f"names_{part}"][0] for part in PARTS] == [1, 2, -0.5]
    assert found["score"].tolist() == [2.5, 2.5, 2.5, LIMIT, 2.5, 2.5, 2.5]


def test_neighbours():
    found = columns(PAGE, SCORES)
    assert found["score_before"].tolist() == [-LIMIT, *SCORES[:-1]]
    assert found["score_behind"].tolist() == [*SCORES[1:], -LIMIT]
    assert found["score_window"][0] == mean(0, 1, 2, 3)
    assert found["score_window"][3] == mean(*range(7))
    assert found["score_window"][6] == mean(3, 4, 5, 6)
    assert found["score_rank"].tolist() == pytest.approx([rank / 7 for rank in (3, 1, 5, 4, 0, 2, 6)])


def test_pools_of_what_belongs_together():
    found = columns(PAGE, SCORES)
    for block, together in {1: (1, 2), 2: (1, 2), 3: (3, 4), 5: (5,), 6: (6,)}.items():
        assert found["pool_path"][block] == mean(*together)
    for block, together in {0: (0, 5), 1: (1, 6), 2: (2,), 4: (4,)}.items():
        assert found["pool_look"][block] == mean(*together)
    for block, together in {0: range(5), 4: range(5), 5: (5, 6), 6: (5, 6)}.items():
        assert found["pool_section"][block] == mean(*together)


def test_pools_of_what_stands_around():
    found = columns(PAGE, SCORES)
    for block, together in {0: (0, 1, 2), 2: (0, 1, 2), 3: (3, 4), 6: range(7)}.items():
        assert found["pool_up1"][block] == mean(*together)
    assert found["pool_up2"][1] == mean(*range(7))
    assert {value for name in ("pool_page", "pool_up6") for value in found[name].tolist()} == {found["pool_page"][0]}
    assert found["pool_page"][0] == mean(*range(7))
    assert set(found["pool_best"].tolist()) == {4.0}


def test_a_block_weighs_its_words_but_not_too_many():
    page = f"<body><p>{'word ' * 400}</p><p>{'word ' * 40}</p><p>-</p></body>"
    assert columns(page, [1, 0, 0])["pool_page"][0] == pytest.approx(40 / 81)


PROSE = """<body><div><p>One sentence.</p><p>Another one here!</p><p>cut ...</p></div><ul><li>one</li><li>two</li></ul></body>"""


def test_prose_around_a_text():
    found = columns(PROSE)
    assert found["sentence"].tolist() == [1, 1, 0, 0, 0]
    assert found["up1_sentence"].tolist() == pytest.approx([5 / 7] * 3 + [0, 0])
    assert found["up2_sentence"].tolist() == pytest.approx([5 / 9] * 5)
    assert found["window_sentence"].tolist() == pytest.approx([5 / 8, 5 / 9, 5 / 9, 5 / 9, 3 / 7])
    assert found["length"].tolist() == [2, 3, 2, 1, 1]
    assert found["up1_length"].tolist() == pytest.approx([17 / 7] * 3 + [1, 1])
    assert found["window_length"][4] == pytest.approx(15 / 7)


def test_a_very_long_text_counts_as_a_long_one():
    assert columns(f"<p>{'word ' * 400}</p>")["length"].tolist() == [LONGEST]


COMMENTED = """<body class="single comments-open"><p>A story.</p><p class="comments-count">2 comments</p>
<div id="comments"><h3>Comments</h3><ul class="comment-list"><li class="comment">Well said.</li></ul></div>
<div class="commentary"><p>The view of our editor.</p></div><div class="Kommentare">Gut.</div></body>"""


def test_texts_in_elements_named_for_comments():
    assert columns(COMMENTED)["commented"].tolist() == [0, 0, 1, 1, 0, 1]


def test_a_comment_in_code_is_no_area_of_comments():
    code = '<pre>mill(4) <span class="hljs-comment"># turns the wheel</span> <i class="fa-comment">now</i></pre>'
    page = f'<body><p>One.</p>{code}<div class="comments">Well said.</div><p>Two.</p></body>'
    assert columns(page)["commented"].tolist() == [0, 0, 1, 0]


def test_copies_are_counted_and_numbered():
    found = columns("<p>Here</p><p>There</p><p>Here</p><p>here</p><p>Here</p>")
    assert found["copies"].tolist() == [3, 1, 3, 1, 3]
    assert found["copy"].tolist() == [0, 0, 1, 0, 2]


def test_a_page_of_one_block():
    found = columns("<p>Alone</p>", [1.5])
    assert all(len(values) == 1 for values in found.values())
    assert [found[name][0] for name in POOLS if name.startswith("pool_")] == [1.5] * 10
    assert (found["score_before"][0], found["score_behind"][0]) == (-LIMIT, -LIMIT)


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
    from scrapy_maincontent.lab.training.crf import LexiconWeights, TokenTable

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


SCRIPT = (
    "from test_crf_features import PAGES, lexicon_of, read_all; print(read_all(lexicon_of(PAGES), range(len(PAGES))))"
)


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
