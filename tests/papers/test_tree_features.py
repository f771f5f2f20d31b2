from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from core_pages import page_of, parsed
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.blocks import Findings
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.page import Kind, Region
from scrapy_maincontent.papers.tree_features import (
    BLOCK_FEATURES,
    block_features,
    feature_names,
    features,
    text_features,
)

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


URL = "https://ferry.example/crossings/7"


def figures(name, body, url=URL):
    page = page_of(body, url)
    return text_features(page, measure(page))[name].tolist()


def test_every_text_block_has_every_figure():
    page = page_of("<h1>Ferry</h1><p>It sails.</p><ul><li><a href='/t'>Times</a></ul>")
    columns = text_features(page, measure(page))
    assert set(columns) == {"words", "bytes", "sentences", "links", "own_links"}
    assert {len(values) for values in columns.values()} == {3}


def test_bytes_are_those_of_utf_8():
    assert figures("bytes", "<p>ferry</p><p>fähre</p><p>渡し船</p>") == [5, 6, 9]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("The ferry sails. Is it late? No!", 3, id="three ends"),
        pytest.param("Wait ... it sails?! Yes.", 3, id="a run of marks is one end"),
        pytest.param('"It sails." he said.', 2, id="behind a closing quotation mark"),
        pytest.param("(It sails.) It returns.", 2, id="behind a closing bracket"),
        pytest.param("A ticket is 3.50 at ferry.example today", 0, id="a point within a word ends nothing"),
        pytest.param("Timetable and fares", 0, id="a label"),
        pytest.param("渡し船が戻った。船長は喜んだ。", 2, id="no blank behind a Japanese full stop"),
        pytest.param("出航しますか？はい！", 2, id="wide marks"),
        pytest.param("「出航する。」と船長は言った。", 2, id="Japanese quotation"),
        pytest.param("渡し船が戻った", 0, id="a Japanese label"),
        pytest.param("渡し船は「Moor」。It sails.", 2, id="both scripts"),
    ],
)
def test_sentences(text, count):
    assert figures("sentences", f"<p>{text}</p>") == [count]


def test_a_text_of_nothing_but_marks_is_one_end():
    assert figures("sentences", f"<p>{'.' * 4000}</p><p>{'.' * 4000}x</p>") == [1, 0]


def test_of_a_very_long_text_the_beginning_is_counted():
    assert figures("sentences", f"<p>{'It sails. ' * 2000}</p>") == [500]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("The ferry sails again", 4, id="words between blanks"),
        pytest.param("Die Fähre fährt", 3, id="words with accents"),
        pytest.param("渡船再開", 2, id="two characters of a script without blanks are a word"),
        pytest.param("ひらがな", 2, id="kana"),
        pytest.param("渡船 Moor 号", 2.5, id="both scripts"),
    ],
)
def test_words_and_what_stands_in_for_morphemes(text, count):
    assert figures("words", f"<p>{text}</p>") == [count]


def test_links_count_in_the_block_where_they_start():
    body = "<p><a href=/a>a</a> and <a href=/b>b</a></p><p>none <a>no address</a></p><a href=/c><p>c</p><p>d</p></a>"
    assert figures("links", body) == [2, 0, 1, 0]


def test_a_link_behind_the_last_text_belongs_to_no_block():
    body = "<p>text</p><p><a href=/a><img src=/a.png></a></p>"
    assert figures("links", body) == figures("own_links", body) == [0]


@pytest.mark.parametrize(
    ("href", "own"),
    [
        pytest.param("/fares", 1, id="from the root"),
        pytest.param("fares.html", 1, id="beside the page"),
        pytest.param("?page=2", 1, id="with another query"),
        pytest.param("#top", 1, id="within the page"),
        pytest.param("https://ferry.example/fares", 1, id="the own host"),
        pytest.param("http://ferry.example/fares", 1, id="the own host, not encrypted"),
        pytest.param("//ferry.example/fares", 1, id="the own host without a scheme"),
        pytest.param("https://tickets.ferry.example/", 1, id="below the own host"),
        pytest.param("https://weather.example/", 0, id="another host"),
        pytest.param(" HTTPS://Ferry.Example/fares", 1, id="the own host, oddly written"),
        pytest.param("//weather.example/", 0, id="another host without a scheme"),
        pytest.param("https://oldferry.example/", 0, id="a host whose name ends alike"),
        pytest.param("https://weather.example/?from=ferry.example", 0, id="the own host in the query of another"),
        pytest.param("mailto:desk@ferry.example", 0, id="mail"),
    ],
)
def test_links_to_the_own_site(href, own):
    assert figures("own_links", f"<p><a href='{href}'>there</a></p>") == [own]
    assert figures("links", f"<p><a href='{href}'>there</a></p>") == [1]


def test_www_is_the_same_site():
    body = "<p><a href=https://ferry.example/>ferry</a></p><p><a href=https://www.ferry.example/>ferry</a></p>"
    assert figures("own_links", body, url="https://www.ferry.example/fares") == [1, 1]


def test_of_a_page_without_an_address_only_relative_links_are_its_own():
    body = "<p><a href=/fares>fares</a></p><p><a href=https://ferry.example/>ferry</a></p>"
    assert figures("own_links", body, url=None) == [1, 0]


def test_an_address_that_cannot_be_read_has_no_host():
    body = "<p><a href=/fares>fares</a></p><p><a href=https://ferry.example/>ferry</a></p>"
    assert figures("own_links", body, url="http://[ferry") == [1, 0]


TWO_BLOCKS = """<div><p>One ends. Two ends.</p><p>Three ends. <a href=/x>own</a></p><p>船。</p></div>
<div><p>Contact us</p><p><a href=/c>Form</a></p><p><a href=https://map.example/>Map</a></p></div>"""


def drawn(drawing, *kinds):
    """Return the findings of a drawn page; region n is of the n-th kind."""
    page, _, regions = parsed(drawing)
    return Findings(page, [replace(region, kind=Kind(kind)) for region, kind in zip(regions, kinds, strict=True)])


def block_column(findings, name):
    return block_features(findings)[:, BLOCK_FEATURES.index(name)].tolist()


@pytest.fixture(scope="module")
def two_blocks():
    findings = Findings(page_of(TWO_BLOCKS, "https://ferry.example/"), [])
    assert [block.texts for block in findings.blocks] == [(0, 3), (3, 6)]
    return findings


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bytes", [len("One ends. Two ends.Three ends. own船。".encode()), len("Contact usFormMap")]),
        ("sentences", [4, 0]),
        ("words", [4 + 3 + 1, 4]),
        ("links", [1, 2]),
        ("own_links", [1, 1]),
    ],
)
def test_a_block_has_the_sum_of_its_texts(two_blocks, name, expected):
    assert block_column(two_blocks, name) == expected


def test_words_per_sentence_take_a_label_for_one_sentence(two_blocks):
    assert block_column(two_blocks, "words_per_sentence") == [8 / 4, 4]


def test_one_row_a_block_one_column_a_name(two_blocks):
    matrix = block_features(two_blocks)
    assert matrix.shape == (2, len(BLOCK_FEATURES))
    assert matrix.dtype == np.float32


def test_every_kind_has_its_two_columns():
    assert len(set(BLOCK_FEATURES)) == len(BLOCK_FEATURES)
    assert [name for name in BLOCK_FEATURES if name.startswith(("before_", "behind_"))] == [
        f"{place}_{kind}" for kind in Kind for place in ("before", "behind")
    ]


def test_navigation_before_and_behind_a_block():
    findings = drawn("a [0 1 0] b [1 2 1] c", "paging", "paging")
    assert [bool(block.regions) for block in findings.blocks] == [False, True, False, True, False]
    assert block_column(findings, "before_paging") == [0, 0, 1, 1, 2]
    assert block_column(findings, "behind_paging") == [2, 1, 1, 0, 0]


def test_each_kind_is_counted_by_itself():
    findings = drawn("a [0 1 0] b [1 2 1] c", "breadcrumb", "in_page")
    assert block_column(findings, "before_breadcrumb") == [0, 0, 1, 1, 1]
    assert block_column(findings, "behind_breadcrumb") == [1, 0, 0, 0, 0]
    assert block_column(findings, "behind_in_page") == [1, 1, 1, 0, 0]
    assert block_column(findings, "before_paging") == block_column(findings, "behind_site_info") == [0] * 5


def test_a_block_of_pictures_has_a_place_and_no_text():
    findings = drawn("a [0 1 0] *", "paging")
    assert findings.blocks[-1].objects == (0, 1)
    *figures, before, behind = (
        block_column(findings, name)[-1]
        for name in (*BLOCK_FEATURES[: BLOCK_FEATURES.index("own_links") + 1], "before_paging", "behind_paging")
    )
    assert figures == [0] * 6
    assert (before, behind) == (1, 0)


def test_a_page_of_one_block():
    assert block_features(Findings(page_of("<p>It sails.</p>"), [])).tolist() == [[9, 1, 2, 2, 0, 0, *[0] * 10]]
