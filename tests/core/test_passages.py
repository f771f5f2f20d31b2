from __future__ import annotations

from core_pages import page_of

from scrapy_maincontent.facts.entries import passages

PAGE = "<body><p>One</p><p>two</p><ul><li>three</li><li>four</li></ul><p>five</p></body>"


def test_groups_are_written_as_in_the_text():
    page = page_of(PAGE)
    assert passages(page, [[0, 1], [2, 3]]) == ["One\n\ntwo", "- three\n- four"]


def test_a_group_with_a_gap():
    assert passages(page_of(PAGE), [[0, 4], [1]]) == ["One\n\nfive", "two"]


def test_a_group_within_an_item_has_no_mark_of_its_own():
    page = page_of("<ul><li><b>one</b><p>of them</p><ul><li>a<li>b</ul></li><li>two</li><li>three</li></ul><p>four</p>")
    assert passages(page, [[0, 1, 2, 3], [4]]) == ["one\n\nof them\n\n- a\n- b", "two"]
    assert passages(page, [[0], [4, 5]]) == ["one", "- two\n- three"]
    assert passages(page, [[0, 5]]) == ["- one\n\n- three"]


def test_an_empty_group():
    assert passages(page_of(PAGE), [[], [1]]) == ["", "two"]
