from __future__ import annotations

import numpy as np
import pytest
from crf_pages import article, page_of

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.crf_features import FEATURES, FIGURES, LIMIT, PARTS, POOLS, PageFeatures

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


def test_copies_are_counted_and_numbered():
    found = columns("<p>Here</p><p>There</p><p>Here</p><p>here</p><p>Here</p>")
    assert found["copies"].tolist() == [3, 1, 3, 1, 3]
    assert found["copy"].tolist() == [0, 0, 1, 0, 2]


def test_a_page_of_one_block():
    found = columns("<p>Alone</p>", [1.5])
    assert all(len(values) == 1 for values in found.values())
    assert [found[name][0] for name in POOLS if name.startswith("pool_")] == [1.5] * 10
    assert (found["score_before"][0], found["score_behind"][0]) == (-LIMIT, -LIMIT)
