from __future__ import annotations

import pytest

from scrapy_maincontent.core.lines import line_kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("By Ilse Marrand, 14 March 2027", "byline"),
        ("By Corin Vey · Spring 2027 · Share", "byline"),
        ("Par Solène Marquais", "byline"),
        ("文＝汐見 花", "byline"),
        ("Posted on March 3rd, 2027 at 9:30 am", "dateline"),
        ("Aktualisiert am 3. März 2027 um 9:30 Uhr", "dateline"),
        ("（平成31年4月21日更新）", "dateline"),
        ("2027-03-14", "dateline"),
        ("2027年3月14日(日) 9時30分", "dateline"),
        ("Share this article", "share"),
        ("Facebook · Twitter · E-mail", "share"),
        ("この記事をシェアする", "share"),
        ("Bypass opens in spring", None),
        ("By the river stood a mill that nobody had used since the war ended.", None),
        ("On 3 March 2027 the bridge opened", None),
        ("12", None),
        ("42 km", None),
        ("Chapter 3", None),
        ("The share price fell", None),
        ("Post office", None),
        ("日曜日の市場", None),
        ("", None),
        ("·", None),
    ],
)
def test_short_lines_are_known_for_what_they_say(text, kind):
    assert line_kind(text) == kind


def test_a_long_text_is_no_line():
    assert line_kind("By Ilse Marrand " + "x" * 200) is None


@pytest.mark.parametrize(("text", "kind"), [("Share", "share"), ("By Ilse Marrand", None), ("12 March 2021", None)])
def test_only_share_lines_stand_in_prose(text, kind):
    assert line_kind(text, inside=True) == kind
