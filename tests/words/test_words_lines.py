from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from scrapy_maincontent.words.lines import PRICE, comments_headings, is_action, is_empty, line_kind, name_in, split_date


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("By Ilse Marrand, 14 March 2027", "byline"),
        ("By Corin Vey · Spring 2027 · Share", "byline"),
        ("By Mira Olsen and Jan Pohl, 22 November 2026", "byline"),
        ("Par Solène Marquais et Odile Renn, le 22 novembre 2026", "byline"),
        ("Von Ilse Marrand und Corin Vey, 22. November 2026", "byline"),
        ("Por Lucía Paz y Ana Ruiz Mora, 22 de noviembre de 2026", "byline"),
        ("By the end of 22 November 2026 the council had decided on it", None),
        ("By the end of the year, 30 people had come to see the mill", None),
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
    texts = ["The mill", "3 votes", heading, "Comments on the mill and on its wheel", "Comments"]
    assert list(comments_headings(texts, 20)) == [2, 4]


@pytest.mark.parametrize("text", ["The minister had no comment on that.", "Commentary", "Comment c'est fait", "12", ""])
def test_other_texts_are_no_heading_of_comments(text):
    assert list(comments_headings([text], 100)) == []


def test_every_heading_of_comments_has_a_stem():
    words = tomllib.loads(resources.files("scrapy_maincontent.words").joinpath("lines.toml").read_text("utf-8"))
    comments = words["comments"]
    assert [
        line for line in comments["whole"] + comments["begins"] if not any(map(line.__contains__, comments["stems"]))
    ] == []


@pytest.mark.parametrize(
    ("text", "name", "date"),
    [
        ("March 8, 2027 at 7:41 pm", None, "March 8, 2027 at 7:41 pm"),
        ("Odile says: March 8, 2027", "Odile", "March 8, 2027"),
        ("Posted by Ann Reed at 2027/03/09 21:14", "Ann Reed", "2027/03/09 21:14"),
        ("Grete schreibt am 8. März 2027", "Grete", "8. März 2027"),
        ("Ann, 3 weeks ago", "Ann", "3 weeks ago"),
        ("il y a 3 jours", None, "il y a 3 jours"),
        ("3日前", None, "3日前"),
        ("6mo", None, "6mo"),
        ("April May 3, 2024", "April", "May 3, 2024"),
        ("Jan | 5 April 2024 at 10:12", "Jan", "5 April 2024 at 10:12"),
        ("April 3, 2024, updated May 5, 2024", None, "April 3, 2024, updated May 5, 2024"),
        ("Sunday May 3, 2024", None, "Sunday May 3, 2024"),
        ("mar 5 mayo 2024", None, "mar 5 mayo 2024"),
    ],
)
def test_a_line_of_a_comment_is_split_at_its_date(text, name, date):
    before, found = split_date(text)
    assert (name_in(before), found) == (name, date)


@pytest.mark.parametrize("text", ["Ann", "We came in 2027 and found the mill open.", "12 likes", "Sift it twice", ""])
def test_a_line_without_a_date_is_not_split(text):
    assert split_date(text) is None


@pytest.mark.parametrize("text", ["Reply", "3 Likes", "Antworten", "返信", "Reply to Ann Reed", "12"])
def test_lines_to_click_on(text):
    assert is_action(text)


@pytest.mark.parametrize("text", ["Sift it twice.", "Ann", "Reply by post, please, we have no telephone at the mill."])
def test_lines_to_read(text):
    assert not is_action(text)


def test_a_line_of_nothing_but_such_words_is_empty():
    assert is_empty("says:")
    assert not is_empty("says Ann")


@pytest.mark.parametrize(
    "line", ["$5", "from € 1,299", "12 zł", "100 рублей", "100 руб.", "9.99€", "USD 12", "1,000円（税込）", "99元"]
)
def test_a_sum_of_money_is_a_price(line):
    assert PRICE.search(line)


@pytest.mark.parametrize(
    "line", ["Windows 10 kräver", "5 рубашек", "2023元旦", "3元素", "5 kräftige", "Top 10", "Backkr 5"]
)
def test_other_numbers_are_no_price(line):
    assert not PRICE.search(line)


@pytest.mark.parametrize(
    "line",
    [
        "السبت، 03 أبريل 2021 12:34 م",
        "۱۴ فروردین ۱۴۰۰ ساعت ۱۲:۳۴",
        "প্রকাশ: ০৩ এপ্রিল ২০২১, ১২:৩৪ পিএম",
        "३ अप्रैल २०२१",
        "วันเสาร์ที่ 3 เมษายน พ.ศ. 2564",
        "2021 m. balandžio 3 d.",
        "2021. gada 3. aprīlis",
        "2021.04.03 (토) 오후 1:00",
        "最新更新：2021/04/03 12:34",
    ],
)
def test_lines_of_days_in_any_digits_and_calendar(line: str) -> None:
    assert line_kind(line) == "dateline"


@pytest.mark.parametrize("line", ["1400 просмотров", "۱۴۰۰ بازدید", "2564 ครั้ง", "1400"])
def test_a_number_beside_other_words_is_no_year(line: str) -> None:
    assert line_kind(line) != "dateline"
