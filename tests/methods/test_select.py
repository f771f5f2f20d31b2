from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.methods._select import best_expected_f, expected_words


def expected_f1(selected, scores, words):
    taken = np.array(selected, bool)
    return 2 * (scores * words)[taken].sum() / (words[taken].sum() + (scores * words).sum())


@given(st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 200)), min_size=1, max_size=7))
def test_no_other_selection_expects_more(blocks):
    scores = np.array([score for score, _ in blocks], np.float32)
    words = np.array([count for _, count in blocks], np.float32)
    ours = expected_f1(best_expected_f(scores, words), scores, words)
    best = max(expected_f1(choice, scores, words) for choice in product([0, 1], repeat=len(blocks)) if any(choice))
    assert ours >= best - 1e-4


def test_a_likely_long_block_is_taken_without_the_unlikely_rest():
    scores, words = np.array([0.05, 0.9, 0.1], np.float32), np.array([30, 200, 10], np.float32)
    assert best_expected_f(scores, words).tolist() == [False, True, False]
    assert expected_words(scores, words) == np.float32(182.5)
