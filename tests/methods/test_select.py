from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.features.measures import find_copies
from scrapy_maincontent.methods.selection import COPY_WORDS, best_expected_f, expected_words, without_copies


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


@given(st.lists(st.tuples(st.integers(1, 99), st.integers(1, 200)), min_size=1, max_size=12))
def test_the_knob_goes_from_precision_to_recall(blocks):
    scores = np.array([score / 100 for score, _ in blocks])
    words = np.array([float(count) for _, count in blocks])
    selections = [best_expected_f(scores, words, beta) for beta in (0.25, 0.5, 1, 2, 4)]
    for fewer, more in pairwise(selections):
        assert not (fewer & ~more).any()
    found = [(scores * words)[taken].sum() for taken in selections]
    precision = [right / words[taken].sum() for right, taken in zip(found, selections, strict=True)]
    assert found == sorted(found)
    assert precision == pytest.approx(sorted(precision, reverse=True))


def test_a_doubtful_block_is_taken_for_recall_and_left_out_for_precision():
    scores, words = np.array([0.95, 0.4]), np.array([100.0, 100.0])
    assert best_expected_f(scores, words, 0.25).tolist() == [True, False]
    assert best_expected_f(scores, words, 4).tolist() == [True, True]


LINES = [
    "Home of the north sea steamers",
    "News from the harbour and the quays",
    "Boats and ships and their many masters",
]
STORY = ["The mill stood idle for forty years.", "The village bought it in the spring."]


def kept(texts, scores):
    words = np.array([float(len(text.split())) for text in texts])
    return without_copies(find_copies(texts), np.array(scores), words).tolist()


def test_of_a_menu_that_stands_twice_the_likelier_one_counts():
    texts = [*LINES, *STORY, *LINES]
    assert kept(texts, [0.3, 0.3, 0.3, 1, 1, 0.2, 0.2, 0.2]) == [0.3, 0.3, 0.3, 1, 1, 0, 0, 0]
    assert kept(texts, [0.2, 0.2, 0.2, 1, 1, 0.3, 0.3, 0.3]) == [0, 0, 0, 1, 1, 0.3, 0.3, 0.3]


def test_of_three_copies_the_likeliest_one_counts():
    texts = [*STORY, LINES[0], *STORY, LINES[1], *STORY]
    assert kept(texts, [0.9, 0.9, 1, 0.5, 0.5, 1, 0.8, 0.8]) == [0.9, 0.9, 1, 0, 0, 1, 0, 0]
    assert kept(texts, [0.5, 0.5, 1, 0.8, 0.8, 1, 0.9, 0.9]) == [0, 0, 1, 0, 0, 1, 0.9, 0.9]


def test_of_two_equally_likely_copies_the_first_one_counts():
    assert kept([*STORY, LINES[0], *STORY], [0.5] * 5) == [0.5, 0.5, 0.5, 0, 0]


def test_a_sentence_that_is_repeated_stays():
    texts = [STORY[0], LINES[0], STORY[1], LINES[1], STORY[0], LINES[2]]
    assert kept(texts, [0.5] * 6) == [0.5] * 6


def test_short_lines_that_come_again_stay():
    texts = ["Reply", "Like this", *STORY, "Reply", "Like this"]
    assert kept(texts, [0.5] * 6) == [0.5] * 6
    assert max(len(text.split()) for text in ("Reply", "Like this")) < COPY_WORDS


def test_a_line_that_is_said_three_times_in_a_row_stays():
    assert kept([STORY[0]] * 3 + LINES, [0.5] * 6) == [0.5] * 6


def test_the_given_scores_are_left_alone():
    texts, scores = [*STORY, LINES[0], *STORY], np.full(5, 0.5)
    without_copies(find_copies(texts), scores, np.full(5, 7.0))
    assert scores.tolist() == [0.5] * 5
