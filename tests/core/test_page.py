from __future__ import annotations

import pytest
from core_pages import page_of


def test_a_run_of_siblings_has_text_and_blocks():
    page = page_of("<ul><li>one<li>two<li>three</ul><p>four")
    items = [index for index, tag in enumerate(page.tags) if tag == "li"]
    assert page.text_in(items[0], items[1]) == "one two"
    assert page.blocks_in(items[1], items[2]) == (1, 3)


def test_an_inline_element_touches_the_block_it_stands_in():
    page = page_of("<p>a</p><p>b <i>c</i> d</p>")
    inline = page.tags.index("i")
    assert page.blocks_in(inline) == (1, 2)
    assert page.text_in(inline) == "c"


def test_an_empty_element_touches_nothing():
    page = page_of("<p>a</p><div></div><p>b</p>")
    start, end = page.blocks_in(page.tags.index("div"))
    assert start == end == 1
    assert page.text_in(page.tags.index("div")) == ""


def test_ancestors_come_from_the_inside_out():
    page = page_of("<div><ul><li>x</ul></div>")
    assert [page.tags[index] for index in page.ancestors(page.tags.index("li"))] == ["ul", "div", "body", "html"]


@pytest.mark.parametrize(
    ("base", "href", "expected"),
    [
        ("", "b", "https://paper.example/news/b"),
        ("", " ../c\n", "https://paper.example/c"),
        ("/x/", "?p=2", "https://paper.example/x/?p=2"),
        ("//cdn.example/y/", "z", "https://cdn.example/y/z"),
        ("", "http://[broken", "http://[broken"),
    ],
)
def test_addresses_become_absolute(base, href, expected):
    assert page_of(f'<base href="{base}"><p>x').absolute(href) == expected


def test_without_a_url_addresses_stay_as_they_are():
    assert page_of("<p>x", url=None).absolute("a/b") == "a/b"
