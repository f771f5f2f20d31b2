from __future__ import annotations

from math import exp, log

import pytest

from scrapy_maincontent.corpus.metrics import Reference, units


def measured(text, reference):
    return pytest.approx(Reference(reference).measure(text))


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


def test_bleu_by_hand():
    """Of a b c d e the reference has a b c, b c and d e: 5 units, 3 bigrams, 1 trigram, no 4-gram but one of a b c d."""
    text, reference = "a b c d e", "a b c d x e"
    precisions = 5 / 5, 3 / 4, 2 / 3, 1 / 2
    bleu = exp(sum(log(value) for value in precisions) / 4)
    assert measured(text, reference) == (bleu, 3 / 5)


def test_what_is_there_twice_counts_as_often_as_the_reference_has_it():
    bleu, rouge = Reference("a b c d").measure("a b c d a b c d")
    assert rouge == 1
    assert bleu == pytest.approx(exp(sum(map(log, (4 / 8, 3 / 7, 2 / 6, 1 / 5))) / 4))


def test_brevity_costs_no_bleu():
    """BP = 1: recall is ROUGE's matter."""
    assert measured("a b c d", "a b c d e f g h") == (1, 3 / 7)


def test_the_same_text():
    assert measured("One two three four five.", "one two three four FIVE") == (1, 1)
    assert measured("今日は晴れ", "今日は 晴れ。") == (1, 1)


def test_nothing_in_common_and_nothing_at_all():
    assert measured("a b c d", "e f g h") == (0, 0)
    assert measured("", "e f g h") == (0, 0)
    assert measured("a b", "") == (0, 0)


def test_texts_shorter_than_four_units():
    assert measured("a b", "a b c") == (1, 1 / 2)
    assert measured("a", "a") == (1, 1)
