from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.words.names import (
    MAX_NAME,
    MAX_NAMES,
    first_name_first,
    is_full_name,
    is_of_helper,
    is_personal,
    key,
    names_in,
)


@pytest.mark.parametrize(
    "line",
    [
        "Ann Reed",
        "By Ann Reed",
        "BY: Ann Reed",
        "Von Ann Reed",
        "Par Ann Reed",
        "Por Ann Reed",
        "di Ann Reed",
        "Автор: Ann Reed",
        "Author Ann Reed",
        "文＝Ann Reed",
        "Written by Ann Reed | The Valley Paper",
        "By Ann Reed, staff writer",
        "Ann Reed, Korrespondentin",
        "Ann Reed (Berlin)",
        "Ann Reed - Science",
        "Ann Reed ann.reed@valley.example",
        "Ann Reed https://valley.example/ann",
        "Ann Reed in Berlin",
        "Ann Reed for The Valley Paper",
        "Ann Reed Ann Reed",
        "Ann Reed, valley.com",
        "Ann Reed is a reporter at large",
        "Ann Reed, MD",
        "Ann Reed, Ph.D., RDN",
        "Ann Reed, Former Consultant",
        "Ann Reed. Data publikacji",
        "© Valley Press, Ann Reed",
        "~ Ann Reed",
        "Ann Reed »",
        "More about Ann Reed",
        "Ann Reed // Manager",
    ],
)
def test_what_stands_around_a_name_goes(line: str) -> None:
    assert names_in(line) == ("Ann Reed",)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("By Ann Reed and Ben Holm", ("Ann Reed", "Ben Holm")),
        ("Von Ann Reed, Ben Holm und Cora Lind", ("Ann Reed", "Ben Holm", "Cora Lind")),
        ("Ann Reed et Ben Holm", ("Ann Reed", "Ben Holm")),
        ("Ana Silva e João Costa", ("Ana Silva", "João Costa")),
        ("Ann Reed / Ben Holm", ("Ann Reed", "Ben Holm")),
        ("山田太郎、鈴木花子", ("山田太郎", "鈴木花子")),
        ("Ann Reed, Ann Reed", ("Ann Reed",)),
        ("Ann Reed, dpa", ("Ann Reed",)),
        ("Ann Reed and AFP", ("Ann Reed", "AFP")),
        ("Huber & Sons Ltd", ("Huber & Sons Ltd",)),
    ],
)
def test_several_names(line: str, names: tuple[str, ...]) -> None:
    assert names_in(line) == names


@pytest.mark.parametrize(
    "name",
    [
        "José Ortega y Gasset",
        "João Costa e Silva",
        "Von der Leyen",
        "Di Maria",
        "Byron Katie",
        "Martin L. King Jr.",
        "Reuters",
        "dpa",
        "The Associated Press",
        "valley.example",
        "Redaktion Talblatt",
        "ИА «Долина»",
        "Science editor",
    ],
)
def test_what_is_part_of_a_name_stays(name: str) -> None:
    assert names_in(name) == (name,)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ann Reed und Ben Holm, Nairobi", ("Ann Reed", "Ben Holm")),
        ("Ann Reed, Nairobi", ("Ann Reed",)),
        ("Ann Reed, Reuters", ("Ann Reed",)),
        ("Ann Reed, AP", ("Ann Reed",)),
        ("Reed, Holm", ("Reed", "Holm")),
        ("Ann Reed, Ben Holm", ("Ann Reed", "Ben Holm")),
    ],
)
def test_a_word_behind_a_full_name_is_a_place_where_the_line_is_shown(line: str, names: tuple[str, ...]) -> None:
    assert names_in(line, shown=True) == names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("松岡大地記者", "松岡大地"),
        ("구현모 기자", "구현모"),
        ("记者：王小明", "王小明"),
        ("作者 王小明", "王小明"),
        ("王小明 文字大小", "王小明"),
    ],
)
def test_names_in_scripts_without_capitals(line: str, name: str) -> None:
    assert names_in(line) == (name,)
    assert is_full_name(name)


@pytest.mark.parametrize(
    "line",
    [
        *("", "admin", "https://valley.example/ann", "ann@valley.example", "12345", "...", "x" * 90),
        *(
            "Home » Services",
            "Shop › Tents",
            "作者：",
            "Авторизация",
            "Rss",
            "Автор",
            "Reporter",
            "Staff Writer",
            "©Valley Inc.",
            "记者：春天来了，河水上涨，人们怎么办？",
        ),
    ],
)
def test_what_is_no_name(line: str) -> None:
    assert names_in(line) == ()


@pytest.mark.parametrize(
    "line", ["By Reed", "Ann Reed", "Staff Reporter", "Ann Ann", "Unknown Author", "Von Reed", "Photo Reed"]
)
def test_two_words_have_the_names_that_they_have_in_a_longer_line(line: str) -> None:
    assert names_in(line) == names_in(f"{line} |")


def test_full_names_and_their_keys() -> None:
    assert is_full_name("Ann B. Reed")
    assert not any(map(is_full_name, ("", "ssi", "dpa", "Ann", "one of the many who write here", "ann reed")))
    assert key("Ann-Marie O’Reed") == "annmarieoreed"


@given(
    st.text(max_size=500) | st.lists(st.sampled_from(["By ", "and", " ", ",", "Ann", "(", "@", "|", "\n"])).map("".join)
)
def test_any_line_gives_few_short_names(line: str) -> None:
    found = names_in(line)
    assert len(found) <= MAX_NAMES
    assert all(1 < len(name) <= MAX_NAME for name in found)


@pytest.mark.parametrize(
    "line",
    [
        "ByAnn Reed",
        "By Ann Reed in",
        "By Ann Reed Special to the Valley Paper",
        "Ann Reed of the Valley Paper",
        "Ann Reed @annreed",
        "More articles by Ann Reed",
        "Alle Artikel von Ann Reed",
        "Ann Reed's Author Page",
        "Ann Reed Contributor",
        "Ann Reed/Follow",
        "Ann Reed／Valley Paper",
    ],
)
def test_what_is_glued_to_a_name_is_cut_off(line):
    assert names_in(line, shown=True)[0].startswith("Ann Reed")
    assert len(names_in(line, shown=True)[0]) <= len("Ann Reed/Follow")


@pytest.mark.parametrize(
    "line",
    [
        "Ann Reed@annreed",
        "Ann Reed Senior Writer",
        "Ann Reed KXRV Senior Health Reporter",
        "Ann Reed Education correspondent",
        "Ann Reed Editor-in-Chief",
        "Ann Reed Health & Food Expert",
        "Ann Reed, Food & Wine Editor",
        "Ann Reed Political editor, Valley News",
        "Ann Reed, The Valley Clarion",
        "Ann Reed, Special to the Clarion",
        "Ann Reed, AP Science Writer",
        "Ann Reed, The Canadian Press",
        "Ann Reed, RD, LD",
        "Ann Reed/AP",
        "Story by Ann Reed Photographs by Ben Holm",
        "By Ann Reed. Photos by Ben Holm",
        "By Ann Reed Illustration by Ben Holm",
        "Recipe by Ann Reed",
        "As told to Ann Reed",
        "Ann Reed, Bloomberg News (TNS)",
        "Ann Reed, University of Westhaven",
        "Ann Reed, Professor of Law, Westhaven University",
        "Ann Reed, Meteorologist",
        "Ann Reed View Bio",
        "Ann Reed Executive Digital Editor and Master Gardener",
        "Ann Reed 12 Comments",
        "Ann Reed 2 hours ago",
        '["Ann Reed"]',
    ],
)
def test_a_role_a_paper_an_account_and_helpers_behind_a_name_are_cut_off(line):
    assert names_in(line, shown=True) == names_in(line) == ("Ann Reed",)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("ANN REED and BEN HOLM Staff writers", ("ANN REED", "BEN HOLM")),
        ("Ann Reed/Ben Holm", ("Ann Reed", "Ben Holm")),
        ("['Ann Reed', 'Ben Holm']", ("Ann Reed", "Ben Holm")),
        ("By ANN REED, BEN HOLM and EVA LIND Associated Press", ("ANN REED", "BEN HOLM", "EVA LIND")),
        ("Ann Reed, Ben Holm and Eva Lind The Associated Press", ("Ann Reed", "Ben Holm", "Eva Lind")),
        ("Ann Reed, Ben Holm and Eva Lind, Associated Press writers", ("Ann Reed", "Ben Holm", "Eva Lind")),
        ("Westhaven University", ("Westhaven University",)),
        ("Mary Ann Reed Senior Reporter", ("Mary Ann Reed",)),
        ("Travel Editor", ("Travel Editor",)),
        ("The Valley Editor", ("The Valley Editor",)),
        ("dpa/AFP", ("dpa/AFP",)),
        ("Valley Travel Expert", ("Valley Travel Expert",)),
        ("Daily Valley Reporter", ("Daily Valley Reporter",)),
        ("Ann Reed Post", ("Ann Reed Post",)),
    ],
)
def test_what_may_be_of_a_name_or_is_an_office_alone_stays(line, names):
    assert names_in(line) == names


@pytest.mark.parametrize(
    "line",
    [
        "Follow",
        "Read bio",
        "More",
        "Photos by Ann Reed",
        "Sponsored by Acme",
        "by",
        "von",
        "Profil anzeigen",
        "フォロー",
    ],
)
def test_controls_and_helpers_are_no_authors(line):
    assert names_in(line, shown=True) == ()


@pytest.mark.parametrize(
    ("line", "turned"),
    [
        ("Okafor, Mara", "Mara Okafor"),
        ("Okafor, Mara; Reed, Ann B.", "Mara Okafor; Ann B. Reed"),
        ("Ann Reed, Ben Holm", "Ann Reed, Ben Holm"),
        ("Reuters, Berlin", "Reuters, Berlin"),
        ("Acme, Inc", "Acme, Inc"),
        ("Reed, MD", "Reed, MD"),
        ("Ann Reed", "Ann Reed"),
    ],
)
def test_a_family_name_before_a_comma(line, turned):
    assert first_name_first(line) == turned


def test_the_form_of_a_name_that_stands_alone():
    for name in ("Ann Reed", "Jan van der Berg", "Anne-Marie O'Neill", "Иван Петров", "J. R. Holm"):
        assert is_personal(name), name
    for name in (
        "Ann",
        "Share Article",
        "Senior Editor",
        "river life",
        "The Very Long Name Of Something",
        "5 Min Read",
    ):
        assert not is_personal(name), name
    assert is_of_helper("May 3 | Edited by ")
    assert not is_of_helper("By ")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("ავტორი: თეკლა ბარამიძე", "თეკლა ბარამიძე"),
        ("مرسلة بواسطة رنا الحداد", "رنا الحداد"),
        ("เขียนโดย สมชาย ใจดี", "สมชาย ใจดี"),
        ("Imeandikwa na Asha Juma", "Asha Juma"),
        ("发布者：王小明", "王小明"),
    ],
)
def test_words_before_names_of_more_languages(line: str, name: str) -> None:
    assert names_in(line) == (name,)
    assert is_full_name(name)


def test_a_label_of_a_day_is_no_name() -> None:
    assert [*names_in("发表于"), *names_in("작성일"), *names_in("更新日")] == []


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("取材・文／佐藤花子", ("佐藤花子",)),
        ("ライター：佐藤花子", ("佐藤花子",)),
        ("佐藤花子：ジャーナリスト", ("佐藤花子",)),
        ("【ロンドン＝佐藤花子】", ("佐藤花子",)),
        ("佐藤花子 Hanako Sato", ("佐藤花子",)),
        ("編集部 佐藤花子", ("佐藤花子",)),
        ("佐藤 花子、山田一郎", ("佐藤 花子", "山田一郎")),
        ("文丨王小明", ("王小明",)),
        ("王小明/文", ("王小明",)),
        ("记者：王小明 李红", ("王小明", "李红")),
        ("本报记者王小明北京报道", ("王小明",)),
        ("中央社 記者王小明台北3日電", ("王小明",)),
        ("作者：王小明 责任编辑：李文红", ("王小明",)),
        ("오지훈·배수현 기자", ("오지훈", "배수현")),
        ("서울=오지훈 선임기자", ("오지훈",)),
        ("오지훈 문화전문기자", ("오지훈",)),
        ("القاهرة - كريم الشافعي", ("كريم الشافعي",)),
        ("كتب/ كريم الشافعي", ("كريم الشافعي",)),
        ("dpa/Merle Aschenbach", ("Merle Aschenbach",)),
        ("Ylva Nordenstam/TT", ("Ylva Nordenstam",)),
        ("Elif Karataş / ANKARA", ("Elif Karataş",)),
        ("Aus Kiew berichten Merle Aschenbach und Tjark Melzer", ("Merle Aschenbach", "Tjark Melzer")),
        ("Подготовила Аглая Перова", ("Аглая Перова",)),
        ("Interview: Merle Aschenbach", ("Merle Aschenbach",)),
        ("Text: Merle Aschenbach Foto: Tjark Melzer", ("Merle Aschenbach",)),
    ],
)
def test_a_name_without_the_job_place_or_agency_beside_it(line: str, names: tuple[str, ...]) -> None:
    assert names_in(line, shown=True) == names


@pytest.mark.parametrize("line", ["古い地図三千枚、図書館が公開へ", "社会", "石川県", "図書館", "高知市", "地図展"])
def test_words_in_han_are_no_persons(line: str) -> None:
    assert not is_personal(line)


@pytest.mark.parametrize("line", ["佐藤花子", "佐藤 花子", "小野寺葵", "林小明", "歐陽小明", "高橋みどり"])
def test_names_in_han_are_known_by_the_family_name(line: str) -> None:
    assert is_personal(line)


@pytest.mark.parametrize("line", ["Foto: REUTERS/Ann Reed", "Photo: Reuters/Ann Reed", "Bild: dpa/Ann Reed"])
def test_who_took_a_picture_for_an_agency_is_no_author(line):
    assert names_in(line, shown=True) == ()
