from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.features.text_blocks import text_features

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
