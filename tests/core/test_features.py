from __future__ import annotations

import numpy as np
from core_pages import page_of
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.features.text_blocks import feature_names, features
from scrapy_maincontent.page import Kind, Region

ARTICLE = """<html><title>Ferry returns</title><body><nav class="main-nav"><a href="/">Home</a> <a href="/n">News</a></nav>
<article class="articleBody"><h1>Ferry returns</h1>
<p>The ferry between the two islands returned on Monday, after nine weeks in the yard, with new engines and paint.</p>
<p>Its captain said that the crossing takes, as before, forty minutes, and that the timetable stays what it was.</p>
</article><div id="comments"><p>First! 日本語。</p></div><footer><p>© The Paper</p></footer>"""


def column(page, name, regions=()):
    return features(page, regions, measure(page))[:, feature_names().index(name)].tolist()


def test_one_row_for_each_text_block():
    page = page_of(ARTICLE)
    matrix = features(page, (), measure(page))
    assert matrix.shape == (len(page.texts), len(feature_names()))
    assert matrix.dtype == np.float32
    assert np.isfinite(matrix).all()


def test_the_central_node_is_where_the_long_text_is():
    page = page_of(ARTICLE)
    inside = column(page, "in_deep")
    assert [text for text, mark in zip(page.texts, inside, strict=True) if mark] == page.texts[1:4]


def test_containers_and_class_words():
    page = page_of(ARTICLE)
    assert column(page, "in_nav") == [1, 0, 0, 0, 0, 0]
    assert column(page, "in_footer") == [0, 0, 0, 0, 0, 1]
    assert column(page, "class_comment") == [0, 0, 0, 0, 1, 0]
    assert column(page, "own_comment") == [0, 0, 0, 0, 1, 0]


def test_the_figures_of_the_paper():
    page = page_of("<p>One. Two! 三つ。</p><p><a href='/x'>own</a> <a href='https://other.example/'>other</a></p>")
    assert column(page, "sentences") == [3, 0]
    assert column(page, "bytes") == [len("One. Two! 三つ。".encode()), 9]
    assert column(page, "links") == [0, 2]
    assert column(page, "own_links") == [0, 1]


def test_regions_are_counted_by_kind():
    page = page_of("<p>a</p><p>b</p><p>c</p>")
    region = Region(Kind.PAGING, "pages", "b", "/html/body/p[2]", (), "paging.step1", (1, 2), (3, 3))
    assert column(page, "region_paging", [region]) == [0, 1, 0]
    assert column(page, "region_in_page", [region]) == [0, 0, 0]


@given(
    st.lists(st.sampled_from(["<p>", "<div class=a>", "</div>", "text ", "<br>", "<a href=/x>l</a>", "語。", "<li>"]))
)
def test_any_page_gives_finite_numbers(parts):
    page = page_of("<p>x</p>" + "".join(parts))
    assert np.isfinite(features(page, (), measure(page))).all()
