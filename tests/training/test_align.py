from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.corpus.annotated import AnnotatedPage, Marks
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.training.align import align, matched_shares, targets, tokens

BODY = "the ferry between the two islands returned on monday after nine weeks in the yard with new engines"


def test_blocks_of_the_reference_match_and_others_do_not():
    blocks = [
        "Home News Sport",
        BODY,
        "Read more about ferries here",
        "its captain said that the crossing takes forty minutes",
    ]
    assert matched_shares(blocks, f"{BODY}\n\n{blocks[3]}") == [0, 1, 0, 1]


def test_a_block_that_is_partly_in_the_reference_has_its_share():
    (share,) = matched_shares([f"{BODY} share this article with all your friends today please do"], BODY)
    assert share == pytest.approx(18 / 28)


def test_a_block_that_stands_elsewhere_in_the_reference_gets_a_second_chance():
    first, second = "alpha beta gamma delta epsilon zeta", "one two three four five six seven eight"
    assert matched_shares([second, first], f"{first} {second}") == [1, 1]


def test_a_repeated_block_is_matched_once():
    block = "one two three four five six seven eight"
    assert sorted(matched_shares([block, block], block)) == [0, 1]


def test_japanese_is_matched_by_characters():
    assert tokens("鎌倉のDM 3通") == ["鎌", "倉", "の", "dm", "3", "通"]
    assert matched_shares(["鎌倉の海は静かだった。", "関連記事"], "鎌倉の海は静かだった。") == [1, 0]


def test_nothing_matches_nothing():
    assert matched_shares(["a b c", ""], "") == [0, 0]
    assert matched_shares([], "a b c") == []


@given(st.lists(st.sampled_from("abcdef"), max_size=60), st.lists(st.sampled_from("abcdef"), max_size=60))
def test_an_alignment_increases_on_both_sides_and_pairs_equal_tokens(left, right):
    pairs = align(left, right)
    assert all(left[a] == right[b] for a, b in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


PAGE = f"<body><p>News</p><p>{BODY}</p><p>News</p></body>"


@pytest.mark.parametrize(
    ("marks", "expected"),
    [(None, [1, 1, 0]), (Marks(("/html/body/p[2]", "/html/body/p[3]")), [0, 1, 1])],
    ids=["aligned", "marked"],
)
def test_targets_come_from_marks_where_there_are_any_and_from_the_text_else(tmp_path, marks, expected):
    page = read_page(PAGE)
    annotated = AnnotatedPage("1", "", tmp_path, None, "", "", "", f"News {BODY}", marks=marks)
    assert targets(page, annotated) == expected
