from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.features.measures import word_count, word_counts

BLANKS = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]


def counts(texts):
    return word_counts(texts, np.array([len(text) for text in texts])).tolist()


@pytest.mark.parametrize(
    ("text", "words"),
    [("one two  three", 3), ("été là", 2), ("鎌倉の海", 2), ("Tokyo 東京 2026年", 3.5), ("한국어", 1.5), ("—", 1)],
)
def test_wide_scripts_count_by_characters(text, words):
    assert word_count(text) == words
    assert counts([text]) == [words]


@given(
    st.lists(
        st.text(st.sampled_from(["a", " ", "é", "語", "\u3000", "\n", "\x1b", "\x1f", "😀", "\ud800"]), min_size=1)
    )
    .map(lambda texts: [text for text in texts if text])
    .filter(bool)
)
def test_texts_are_counted_together_as_alone(texts):
    assert counts(texts) == [word_count(text) for text in texts]


@given(st.lists(st.text(st.characters(max_codepoint=127), min_size=1), min_size=1))
def test_texts_of_ascii_are_counted_together_as_alone(texts):
    assert counts(texts) == [word_count(text) for text in texts]


def test_words_end_at_every_blank():
    texts = [f"a{blank}b" for blank in BLANKS]
    assert counts(texts) == [word_count(text) for text in texts]
    assert counts([text for text in texts if text.isascii()]) == [2] * 10


def test_the_ends_of_wide_scripts():
    texts = [chr(code) for end in (0x1100, 0x1200, 0x2E80, 0xA4D0, 0xAC00, 0xD7B0, 0xF900, 0xFB00, 0xFF00, 0xFFF0)
             for code in (end - 1, end)]  # fmt: skip
    assert counts(texts) == [word_count(text) for text in texts]
    assert {0.5, 1} == set(counts(texts))
