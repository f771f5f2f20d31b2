from __future__ import annotations

import numpy as np
import pytest
from parsel import Selector

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.methods.fujita import blocks
from scrapy_maincontent.page import Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits


def drawn(html):
    """Return a page's blocks as (tag, number of the block around, own text)."""
    page = read_page(html.encode(), encoding="utf-8")
    found = blocks(page)
    texts = [[] for _ in found.elements]
    for text, block in zip(page.texts, found.block_of.tolist(), strict=True):
        texts[block].append(text)
    assert [bool(own) for own in texts] == found.has_text.tolist()
    return [
        (page.tags[element], parent, " | ".join(own))
        for element, parent, own in zip(found.elements.tolist(), found.parents.tolist(), texts, strict=True)
    ]


def test_figure_1_blocks_with_text_and_those_around_them():
    html = """<body><div><p>Header</p></div>
    <div><div>Story one</div><div><p>Story two</p><table><tr><td>Story three</table></div></div></body>"""
    assert drawn(html) == [
        ("body", -1, ""),
        ("div", 0, ""),
        ("p", 1, "Header"),
        ("div", 0, ""),
        ("div", 3, "Story one"),
        ("div", 3, ""),
        ("p", 5, "Story two"),
        ("td", 5, "Story three"),
    ]


def test_a_block_has_what_stands_in_no_deeper_one():
    html = "<body><div>Before <p>Inside</p> Behind <ul><li>One<li>Two</ul><h2>Title</h2></div></body>"
    assert drawn(html) == [
        ("body", -1, ""),
        ("div", 0, "Before | Behind | One | Two | Title"),
        ("p", 1, "Inside"),
    ]


def test_headings_lists_sections_and_header_cells_part_nothing():
    html = "<body><main><article><h1>Title</h1><section>Text</section></article></main><table><tr><th>Cell</table>"
    assert drawn(html) == [("body", -1, "Title | Text | Cell")]


def test_blocks_without_text_below_are_in_neither_sequence():
    html = "<body><div><div></div><p> </p></div><div><img src=a.png></div><p>Text</p></body>"
    assert drawn(html) == [("body", -1, ""), ("p", 0, "Text")]


def test_text_outside_of_all_four_belongs_to_the_root():
    page = Page()
    flatten(Selector("<root>Loose <div>Inside</div></root>", type="xml").root, page, Limits())
    found = blocks(page)
    assert [page.tags[element] for element in found.elements] == ["root", "div"]
    assert (found.parents.tolist(), found.block_of.tolist()) == ([-1, 0], [0, 1])


@pytest.fixture
def nested():
    html = "<body><div>a<p>b <a href=/>c</a></p><div><p>d</p><p>e<a>f</a></p></div></div><p>g</p></body>"
    page = read_page(html.encode(), encoding="utf-8")
    return page, blocks(page)


def test_figures_are_added_up_in_a_block_and_below(nested):
    page, found = nested
    letters = np.array([sum(map(str.isalpha, text)) for text in page.texts], np.float32)
    own = found.own(letters)
    assert own.tolist() == [0, 1, 2, 0, 1, 2, 1]
    assert found.whole(own).tolist() == [7, 6, 2, 3, 1, 2, 1]


def test_elements_count_where_they_stand(nested):
    page, found = nested
    links = np.array([number for number, tag in enumerate(page.tags) if tag == "a"], np.intp)
    assert found.own_elements(links).tolist() == [0, 0, 1, 0, 0, 1, 0]
    assert found.own_elements(links[:0]).tolist() == [0] * 7


def test_elements_in_blocks_without_text_are_not_counted():
    page = read_page(b"<body><div><a href=/><img src=a.png></a></div><p>Text</p></body>")
    found = blocks(page)
    links = np.array([page.tags.index("a")], np.intp)
    assert found.own_elements(links).sum() == 0
