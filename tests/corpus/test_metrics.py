from __future__ import annotations

import pytest

from scrapy_maincontent.corpus.metrics import character_score, same_title, snippet_share, units, word_score


def test_words_are_compared_as_multisets():
    score = word_score("The cat, the cat!", "the cat sat")
    assert (score.precision, score.recall) == (0.5, pytest.approx(2 / 3))
    assert score.f1 == pytest.approx(4 / 7)


@pytest.mark.parametrize(("predicted", "expected", "f1"), [("", "", 1), ("a", "", 0), ("", "a", 0), ("A b", "b a", 1)])
def test_empty_texts(predicted, expected, f1):
    assert word_score(predicted, expected).f1 == f1


def test_white_space_does_not_count_between_characters():
    assert character_score("鎌倉の海は\n静か", "鎌倉の 海は静か").f1 == 1
    assert character_score("鎌倉の海は静か", "東京の空は青い").f1 == 0
    assert character_score("海", "海").f1 == 1


def test_snippets():
    assert snippet_share("One TWO three", ["two", "four"]) == 0.5
    assert snippet_share("x", []) is None


def test_titles_fold_white_space_and_case():
    assert same_title(" The  Mill\n", "the mill")
    assert not same_title(None, "the mill")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Ferry, at 9:30!", ["the", "ferry", "at", "9", "30"]),
        ("渡し船は9時30分", ["渡", "し", "船", "は", "9", "時", "30", "分"]),
        ("カタカナ ab", ["カ", "タ", "カ", "ナ", "ab"]),
        ("여객선 운항", ["여객선", "운항"]),
        ("เรือ", ["เ", "ร", "อ"]),
        ("...", []),
    ],
)
def test_units_are_words_or_single_characters(text, found):
    assert [unit for unit in units(text) if unit.isalnum()] == found
