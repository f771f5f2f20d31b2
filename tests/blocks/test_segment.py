"""Distances are written as the tags that are counted: ``1 / 3`` for each tag of depth 3, the root's depth being 1."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from core_pages import page_of
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from scrapy_maincontent.blocks.segment import content_elements, distances, segment, threshold
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.page import Block
from scrapy_maincontent.page.parser import parse

if TYPE_CHECKING:
    from scrapy_maincontent.page import Page


IMAGE = "<img src=/x.png>"


def distances_of(page: Page) -> list[float]:
    measures = measure(page)
    return distances(page, measures, content_elements(page, measures)).tolist()


def blocks_of(page: Page) -> list[list[str]]:
    return [page.texts[slice(*block.texts)] for block in segment(page, measure(page))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("<p>a</p><p>b</p>", [2 / 3], id="siblings"),
        pytest.param("<div><p>a</p></div><div><p>b</p></div>", [2 / 4 + 2 / 3], id="cousins"),
        pytest.param("<div><p>a</p><p>b</p></div><p>c</p>", [2 / 4, 1 / 4 + 1 / 3 + 1 / 3], id="near and far"),
        pytest.param("<div>a<p>b</p></div>", [1 / 4], id="into an inner element"),
        pytest.param("<div>a<p>b</p>c</div>", [1 / 4, 1 / 4], id="text goes on behind an inner element"),
        pytest.param("<div>a<ul><li>b</ul>c</div>", [1 / 4 + 1 / 5, 1 / 5 + 1 / 4], id="behind two inner elements"),
        pytest.param("<p>a<br>b</p>", [0], id="a line break"),
        pytest.param("<p><a href=/x>a</a></p><p><b>b</b></p>", [2 / 3], id="inline tags around a text"),
        pytest.param("<p>only</p>", [], id="a single text"),
    ],
)
def test_every_tag_between_two_texts_counts_by_its_depth(body, expected):
    assert distances_of(page_of(body)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(f"<p>a</p><div>{IMAGE}</div>", [1 / 3 + 1 / 3 + 1 / 4], id="a picture behind a text"),
        pytest.param(f"<p>a</p>{IMAGE}{IMAGE}<p>b</p>", [2 / 3, 2 / 3, 2 / 3], id="pictures in a row"),
        pytest.param(f"<p>a</p><p>b {IMAGE} c</p>", [2 / 3 + 1 / 4, 1 / 4], id="a picture in a text comes before it"),
        pytest.param(f"<p>a</p><a href=/x>{IMAGE}</a>", [2 / 3 + 1 / 4], id="inline tags around a picture"),
        pytest.param(
            f"<p>a</p><picture><source srcset=/x.webp>{IMAGE}</picture><p>b</p>",
            [2 / 3, 2 / 3],
            id="a picture element is one",
        ),
    ],
)
def test_objects_are_content_elements(body, expected):
    assert distances_of(page_of(body)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("<p>a</p><hr><p>b</p>", [2 / 3 + 2 / 3], id="a rule"),
        pytest.param("<p>a</p><div><div></div></div><p>b</p>", [2 / 3 + 2 / 3 + 2 / 4], id="nested spacers"),
        pytest.param("<hr><p>a</p><p>b</p><hr>", [2 / 3], id="rules at both ends"),
        pytest.param(f"<p>a</p><hr>{IMAGE}", [2 / 3 + 2 / 3], id="a rule behind the last text"),
        pytest.param(f"{IMAGE}<hr><p>a</p>", [2 / 3 + 2 / 3], id="a rule behind a picture"),
        pytest.param("<p>a <i></i> b</p><p>c</p>", [2 / 3], id="an icon in a sentence"),
        pytest.param("<p>a</p><p>\n&nbsp;</p><p>b</p>", [2 / 3 + 2 / 3], id="a blank paragraph"),
        pytest.param("<div>a<hr></div><div>b</div>", [2 / 3 + 2 / 4], id="a rule at the end of an element"),
    ],
)
def test_elements_without_content_add_both_their_tags(body, expected):
    assert distances_of(page_of(body)) == pytest.approx(expected)


BLOCKS = frozenset(["html", "body", "div", "p", "ul", "li", "hr"])


class Walk:
    """The content elements of a tree, found tag by tag, and what stands empty before each.

    What comes while a text is open waits: only then is it known whether the text goes on behind it.
    """

    def __init__(self, root: etree._Element) -> None:
        self.found: list[etree._Element] = []
        self.empty: dict[int, list[etree._Element]] = {}
        self._text = ""
        self._waiting: list[etree._Element] = []
        self._owners = [root]
        for event, element in etree.iterwalk(root, events=("start", "end")):
            getattr(self, event)(element)
        self._end_text()

    def start(self, element: etree._Element) -> None:
        if element.tag in BLOCKS or element.tag == "br":
            self._end_text()
        if element.tag in BLOCKS:
            self._owners.append(element)
        if element.tag == "img" or (element.tag != "br" and is_empty(element)):
            self._waiting.append(element)
            if not self._text:
                self._place_waiting()
        self._add_text(element.text)

    def end(self, element: etree._Element) -> None:
        if element.tag in BLOCKS:
            self._end_text()
            self._owners.pop()
        self._add_text(element.tail)

    def _add_text(self, text: str | None) -> None:
        if text and (self._text or text.strip()):
            self._waiting = [element for element in self._waiting if element.tag == "img"]
            self._place_waiting()
            self._text += text

    def _end_text(self) -> None:
        if self._text:
            self.found.append(self._owners[-1])
            self._text = ""
        self._place_waiting()

    def _place_waiting(self) -> None:
        for element in self._waiting:
            if element.tag == "img":
                self.found.append(element)
            else:
                self.empty.setdefault(len(self.found), []).append(element)
        self._waiting = []


def is_empty(element: etree._Element) -> bool:
    return not "".join(element.itertext()).strip() and not list(element.iter("img"))


def slow_distances(root: etree._Element) -> list[float]:
    """Look up in the tree what is between neighbours, tag by tag."""
    walk = Walk(root)
    return [
        distance_in_tree(first, second) + sum(2 / depth(element) for element in walk.empty.get(number, []))
        for number, (first, second) in enumerate(pairwise(walk.found), start=1)
    ]


def depth(element: etree._Element) -> int:
    return 1 + len(list(element.iterancestors()))


def distance_in_tree(first: etree._Element, second: etree._Element) -> float:
    above = {first, *first.iterancestors()} ^ {second, *second.iterancestors()}
    return sum(1 / depth(element) for element in above)


LEAVES = st.sampled_from(["word", "more words", " ", "<hr>", "<br>", IMAGE, "<i></i>"])
TAGS = st.sampled_from(["div", "p", "ul", "li", "a", "b"])
MARKUP = st.recursive(
    LEAVES,
    lambda inner: st.builds(lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>", TAGS, st.lists(inner, max_size=4)),
    max_leaves=25,
)
BODIES = st.lists(MARKUP, max_size=4).map(lambda parts: "<p>first</p>" + "".join(parts))


@given(BODIES)
def test_distances_are_those_of_a_walk_through_the_tags(body):
    root = parse(body.encode())
    assert root is not None
    assert distances_of(page_of(body)) == pytest.approx(slow_distances(root))


@given(BODIES, st.floats(0, 3))
def test_each_text_and_object_is_in_one_block(body, deviations):
    page = page_of(body)
    measures = measure(page)
    blocks = segment(page, measures, deviations)
    assert [number for block in blocks for number in range(*block.texts)] == list(range(len(page.texts)))
    assert [number for block in blocks for number in range(*block.objects)] == list(range(len(page.objects)))
    assert all(block.texts[0] < block.texts[1] or block.objects[0] < block.objects[1] for block in blocks)
    assert len(segment(page, measures, deviations + 1)) <= len(blocks)


@pytest.mark.parametrize(
    ("between", "deviations", "expected"),
    [([1, 1, 4], 0, 2), ([1, 1, 4], 0.5, 2 + 0.5 * 2**0.5), ([2, 2], 3, 2), ([], 0.5, 0)],
)
def test_the_threshold_follows_from_mean_and_deviation(between, deviations, expected):
    assert threshold(np.array(between, float), deviations) == pytest.approx(expected)


def test_equal_distances_are_no_borders():
    assert blocks_of(page_of("<p>a</p><p>b</p><p>c</p>")) == [["a", "b", "c"]]


def test_the_widest_gap_is_a_border():
    page = page_of("<div><p>a</p><p>b</p></div><div><p>c</p><p>d</p></div>")
    assert blocks_of(page) == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize(("single", "double", "count"), [(2, 9, 1), (0, 11, 11)])
def test_a_border_is_a_standard_deviation_above_the_mean(single, double, count):
    """Ten wide gaps are .949 standard deviations above the mean beside 9 narrow ones, and 1.049 beside 11."""
    body = "<div><p>a</p></div>" * single + "<div><p>a</p><p>b</p></div>" * double
    assert len(blocks_of(page_of(body))) == count


def test_a_page_of_one_text_is_one_block():
    page = page_of("<p>only</p>")
    assert segment(page, measure(page)) == [Block((0, 1), (0, 0))]


def test_hidden_text_is_in_a_block_like_any_other():
    page = page_of("<div><p>a</p><p>b</p></div><div hidden><p>c</p><p>d</p></div>")
    assert page.hidden == [False, False, True, True]
    assert blocks_of(page) == [["a", "b"], ["c", "d"]]


PARTS = {
    "header": "<header><ul><li>Home</li><li>Boats</li><li>Ropes</li></ul></header>",
    "article": "<article><h1>The lamp</h1><p>It was lit.</p><p>Ships came in.</p><p>They stayed.</p></article>",
    "side": "<aside><h2>Also</h2><ul><li>Oil</li><li>Wicks</li></ul></aside>",
    "footer": "<footer><p>Contact</p><p>Privacy</p></footer>",
}


def test_borders_fall_between_the_parts_of_a_page():
    page = page_of("".join(PARTS.values()))
    blocks = blocks_of(page)
    assert ["Home", "Boats", "Ropes"] in blocks
    assert ["The lamp", "It was lit.", "Ships came in.", "They stayed."] in blocks
    assert ["Contact", "Privacy"] in blocks
    assert sum(blocks, []) == page.texts  # noqa: RUF017  a handful of lists


def test_a_border_near_the_root_is_wider():
    high = page_of("<div><p>a</p></div><div><p>b</p></div>")
    low = page_of(f"{'<div>' * 9}<div><p>a</p></div><div><p>b</p></div>{'</div>' * 9}")
    assert distances_of(high)[0] > distances_of(low)[0]
