"""Names in Han, kana and Hangul: by family names and reporters' titles, without what stands beside them."""

from __future__ import annotations

import pytest

from scrapy_maincontent.words.wide_names import begins_with_surname, titled_name, without_beside


@pytest.mark.parametrize("name", ["佐藤花子", "佐藤 花子", "佐々木 一郎", "林小明", "王伟强", "歐陽文"])
def test_a_name_begins_with_a_family_name(name):
    assert begins_with_surname(name.split())


@pytest.mark.parametrize("text", ["林業", "山口県", "高橋", "東京本社", "田中さんに聞く", "Ann Reed", "花子 佐藤 様"])
def test_words_places_and_a_family_name_alone_are_no_names(text):
    assert not begins_with_surname(text.split())


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("佐藤花子＝ロンドン", "佐藤花子"),
        ("翻訳：鈴木次郎 文：佐藤花子", "佐藤花子"),
        ("佐藤花子", "佐藤花子"),
        ("القاهرة - كريم الشافعي", "كريم الشافعي"),
    ],
)
def test_a_place_and_who_helped_are_no_names(line, names):
    assert without_beside(line, {"翻訳"}) == names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("佐藤真由美記者", "佐藤真由美"),
        ("김하늘 기자", "김하늘"),
        ("本报记者 王小明 摄", None),
        ("本紙記者", None),
        ("인턴 기자", None),
        ("사진기자", None),
    ],
)
def test_whose_reporter_somebody_is_is_no_name(line, name):
    assert titled_name(line) == name
