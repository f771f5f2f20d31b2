from __future__ import annotations

import sys

import numpy as np
import pytest
from core_pages import page_of
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.features.measures import (
    find_copies,
    measure,
    sentences_ended,
    text_figures,
    word_count,
    word_counts,
)


def test_the_linked_share_is_of_the_block_text():
    page = page_of("<p><a href=/a>four</a></p><p>four <a href=/b>\n   four  \n</a></p><p>none <a name=x>here</a></p>")
    assert measure(page).linked.tolist() == pytest.approx([1, 4 / 9, 0])


def test_totals_inside_elements():
    page = page_of("<div><p>one two</p><p>three</p></div><p>four</p>")
    measures = measure(page)
    words = measures.inside(measures.words_before)
    assert words[page.tags.index("div")] == 3
    assert words[0] == 4


def test_covering_elements_are_counted_by_group():
    page = page_of("<ul><li>a<ul><li>b</ul></ul><p>c")
    items = np.array([index for index, tag in enumerate(page.tags) if tag == "li"])
    paragraphs = np.array([page.tags.index("p")])
    covered = measure(page).covered(
        np.concatenate((items, paragraphs)), np.array([0] * len(items) + [1] * len(paragraphs)), 2
    )
    assert covered.tolist() == [[1, 0], [2, 0], [0, 1]]


def test_copies_are_counted_and_found():
    copies = find_copies(["Home", "News", "Home", "home", "News", "Home"])
    assert copies.times.tolist() == [3, 2, 3, 1, 2, 3]
    assert copies.before.tolist() == [0, 0, 1, 0, 1, 2]
    assert copies.earlier.tolist() == [-1, -1, 0, -1, 1, 2]


@given(st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), min_size=1))
def test_copies_are_those_of_a_search(texts):
    copies = find_copies(texts)
    for number, text in enumerate(texts):
        same = [other for other, earlier in enumerate(texts[:number]) if earlier == text]
        assert copies.times[number] == texts.count(text)
        assert copies.before[number] == len(same)
        assert copies.earlier[number] == (same[-1] if same else -1)


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


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ฝนตกหนักที่ท่าเรือ", 5.5),  # Thai, 11 consonants
        ("ຝົນຕົກ ໜັກ", 3),  # Lao
        ("မိုးရွာသည်။ 2024", 3),  # Burmese, with its full stop
        ("ភ្លៀង\u200bធ្លាក់។", 3),  # Khmer, with a blank without width
        ("ๆ", 0),
    ],
)
def test_scripts_without_word_spaces_count_by_their_consonants(text, words):
    assert word_count(text) == words
    assert counts([text, text]) == [words, words]


@given(
    st.lists(
        st.text(
            st.sampled_from(
                ["a", " ", "é", "語", "ก", "ี", "ញ", "្", "\u200b", "\u3000", "\n", "\x1b", "\x1f", "😀", "\ud800"]
            ),
            min_size=1,
        )
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
    texts = [chr(code) for end in (0x1100, 0x1200, 0x2E80, 0xA4D0, 0xAC00, 0xD7B0, 0xF900, 0xFB00, 0xFF00, 0xFFF0,
                                       0x0E01, 0x0E81, 0x1000, 0x1780)
             for code in (end - 1, end)]  # fmt: skip
    assert counts(texts) == [word_count(text) for text in texts]
    assert {0.5, 1} == set(counts(texts))


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("It rained.", True),
        ("“Did it rain?” ", True),
        ("It rained (a lot!).\xa0", True),
        ("雨が降った。」", True),
        ("क्या हुआ।", True),
        ("ماذا حدث؟", True),
        (".", True),
        ("It rained", False),
        ("It rained ...", False),
        ("It rained…", False),
        ("Rain: ", False),
        ("”", False),
    ],
)
def test_texts_that_end_a_sentence(text, ends):
    assert sentences_ended([text]).tolist() == [ends]


def test_figures_of_a_pages_texts():
    page = page_of(
        "<p>Add to Cart</p><p>It rained for a long time over all of the valley.</p><p>The mill stood still in the rain, "
        "as it had on each of the days before this one, and nobody came.</p><p>雨が<a href=/a>長い</a>時間降った。</p>"
        "<ul><li>On the hill the old church had lost a part of its roof.</li></ul>"
    )
    found = text_figures(page, {"add to cart": (0, 2), "it rained": (1,)}, 3)
    sizes = [len(text.encode()) for text in page.texts]
    assert found.lines == [1, 0, 1]
    assert found.size == sum(sizes)
    assert (found.prose, found.sentences) == (1, 3)
    assert found.sentences_size == sizes[1] + sizes[2] + sizes[4]
    assert found.together_size == sizes[1] + sizes[2]
    assert found.linked == 2
