from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from scrapy_maincontent.words.lines import first_comments_heading, line_kind


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


@pytest.mark.parametrize(
    "heading",
    [
        "Comments",
        "COMMENTS (12)",
        "3 Comments:",
        "Leave a Reply",
        "Kommentare",
        "Commentaires (2)",
        "コメント(0)",
        "댓글 3",
    ],
)
def test_comments_are_known_by_their_heading(heading):
    assert first_comments_heading(["The mill", "3 votes", heading, "Comments"]) == 2


@pytest.mark.parametrize("text", ["The minister had no comment on that.", "Commentary", "Comment c'est fait", "12", ""])
def test_other_texts_are_no_heading_of_comments(text):
    assert first_comments_heading([text]) is None


def test_every_heading_of_comments_has_a_stem():
    words = tomllib.loads(resources.files("scrapy_maincontent.words").joinpath("lines.toml").read_text("utf-8"))
    comments = words["comments"]
    assert [
        line for line in comments["whole"] + comments["begins"] if not any(map(line.__contains__, comments["stems"]))
    ] == []
