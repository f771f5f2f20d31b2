from __future__ import annotations

import pytest

from scrapy_maincontent.words.normalise import folded, key, letters, lowered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann O'Neil-Reed", "annoneilreed"),
        ("snake_case 2.0", "snakecase20"),
        ("STRASSE Straße", "strassestrasse"),
        ("Ο ΔΡΌΜΟΣ", "οδρόμοσ"),
        ("川辺・水車 「新聞」", "川辺水車新聞"),
        ("नदी", "नद"),
        ("¶ — *", ""),
    ],
)
def test_a_key_is_the_letters_and_digits_without_case(text: str, expected: str) -> None:
    assert key(text) == expected


def test_texts_of_one_key_differ_in_signs_alone() -> None:
    assert key("Mill & Weir: a history") == key("MILL  WEIR — A HISTORY")
    assert key("Mill") != key("Mil")


def test_words_keep_their_borders() -> None:
    assert letters("  The mill, at the (lower) weir! ") == "the mill at the lower weir"
    assert letters("水車、川") == "水車 川"


def test_all_signs_stay_where_only_the_case_goes() -> None:
    assert lowered("ＮＥＸＴ » Σ") == "next » σ"
    assert lowered("ΔΡΟΜΟΣ") == "δρομοσ"


def test_capitals_of_turkish_and_of_other_languages_agree() -> None:
    assert folded("İLGİLİ") == folded("ilgili") == folded("ILGILI")
    assert folded("AYRICA") == folded("ayrıca")
