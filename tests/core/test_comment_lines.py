from __future__ import annotations

import pytest

from scrapy_maincontent.words.lines import is_action, is_empty, name_in, split_date


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
    ],
)
def test_lines_with_a_date(text, name, date):
    before, found = split_date(text)
    assert (name_in(before), found) == (name, date)


@pytest.mark.parametrize("text", ["Ann", "We came in 2027 and found the mill open.", "12 likes", "Sift it twice", ""])
def test_lines_without_one(text):
    assert split_date(text) is None


@pytest.mark.parametrize("text", ["Reply", "3 Likes", "Antworten", "返信", "Reply to Ann Reed", "12"])
def test_lines_to_click_on(text):
    assert is_action(text)


@pytest.mark.parametrize("text", ["Sift it twice.", "Ann", "Reply by post, please, we have no telephone at the mill."])
def test_lines_to_read(text):
    assert not is_action(text)


def test_what_is_left_of_a_line():
    assert is_empty("says:")
    assert not is_empty("says Ann")
