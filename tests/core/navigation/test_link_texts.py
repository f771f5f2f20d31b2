from __future__ import annotations

import pytest

from scrapy_maincontent.core.navigation import _link_texts, _words
from scrapy_maincontent.core.navigation._link_texts import read_texts, senses_of


@pytest.fixture(autouse=True)
def _unseen(monkeypatch):
    monkeypatch.setattr(_link_texts, "_READ", {})


def test_texts_are_on_one_line_and_the_same_when_they_come_again(read_page):
    links = (
        '<a href="/1">\n  Next \n page</a> <a href="/2"><b>Con</b><i>tact</i></a> <a href="/3"><img src="x.png"></a>'
    )
    page = read_page(f"{links} {links}")
    first, again = read_texts(page, page.links), read_texts(page, page.links)
    assert [text for text, _ in first] == ["Next page", "Con tact", ""] * 2
    assert first == again
    assert first[0][1] & _words.NEXT


def test_a_page_mixes_texts_that_are_known_and_new_ones(read_page):
    page = read_page('<a href="/1">Next</a> <a href="/2">Previous</a>')
    read_texts(page, page.links[:1])
    (first, says_first), (second, says_second) = read_texts(page, page.links)
    assert (first, second) == ("Next", "Previous")
    assert says_first & _words.NEXT
    assert says_second & _words.PREVIOUS


def test_long_texts_are_cut_and_not_remembered_whole(read_page):
    page = read_page(f'<a href="/1">{"word " * 100}</a> <a href="/2">{"x" * 2000}<b>y</b></a>')
    texts = [text for text, _ in read_texts(page, page.links)]
    assert [len(text) for text in texts] == [_words.MAX_TEXT] * 2
    assert max(map(len, _link_texts._READ), default=0) <= 200


@pytest.mark.parametrize(
    ("text", "odd"), [("12", True), ("Next »", True), ("(more)", True), ("Home", False), ("", False)]
)
def test_signs_and_numbers_are_told_from_words(text, odd):
    assert bool(senses_of(text) & _words.ODD) == odd
