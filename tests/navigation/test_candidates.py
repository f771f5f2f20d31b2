from __future__ import annotations

import pytest

from scrapy_maincontent.navigation.candidates import read_links
from scrapy_maincontent.words import phrases


def test_texts_are_on_one_line_and_the_same_when_they_come_again(read_page):
    links = (
        '<a href="/1">\n  Next \n page</a> <a href="/2"><b>Con</b><i>tact</i></a> <a href="/3"><img src="x.png"></a>'
    )
    page = read_page(f"{links} {links}")
    first, again = read_links(page, page.links), read_links(page, page.links)
    assert first.texts == ["Next page", "Con tact", ""] * 2
    assert [*first] == [*again]
    assert first.senses[0] & phrases.NEXT


def test_a_page_mixes_texts_that_are_known_and_new_ones(read_page):
    page = read_page('<a href="/1">Next</a> <a href="/2">Previous</a> <a href="/3">Vorwärts</a>')
    read_links(page, page.links[:1])
    links = read_links(page, page.links)
    says_first, says_second, _ = links.senses
    assert links.texts == ["Next", "Previous", "Vorwärts"]
    assert says_first & phrases.NEXT
    assert says_second & phrases.PREVIOUS


def test_long_texts_are_cut(read_page):
    page = read_page(f'<a href="/1">{"word " * 100}</a> <a href="/2">{"x" * 2000}<b>y</b></a>')
    links = read_links(page, page.links)
    assert [len(text) for text in links.texts] == [phrases.MAX_TEXT] * 2


@pytest.mark.parametrize(
    ("text", "odd"), [("12", True), ("Next »", True), ("(more)", True), ("Home", False), ("", False)]
)
def test_signs_and_numbers_are_told_from_words(text, odd):
    assert bool(phrases.SENSES[text] & phrases.ODD) == odd
