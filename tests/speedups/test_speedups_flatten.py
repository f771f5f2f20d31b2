from __future__ import annotations

import pickle

import pytest
from hostile import MARKUP, PAGES, built
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree, html
from parsel import Selector
from twins import PAGE, same

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page import Page, parser, reading
from scrapy_maincontent.page.encoding import decode
from scrapy_maincontent.page.flatten import fill, flatten
from scrapy_maincontent.page.limits import Limits, guard
from scrapy_maincontent.page.reading import read_markup, read_tree

pytestmark = built

MODULES = ("reader", "flatten", "scan")


def assert_same(markup, limits=None):
    limits = limits or Limits()
    guarded, cut = guard(markup, limits)
    events = parser.read(guarded)
    expected = fill(Page(truncated=cut), events, limits)
    assert reading.reader is not None
    for without in ((), ("reader",)):
        page = Page()
        with pytest.MonkeyPatch.context() as patch:
            for name in without:
                patch.setattr(reading, name, None)
            assert read_markup(markup, page, limits) == bool(events)
        assert same(page, expected)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_bundled_page_is_the_same_page(path):
    assert_same(decode(path.read_bytes()).utf_8())


def test_a_page_that_has_everything_is_the_same_page():
    for limits in (Limits(), Limits(max_depth=5), Limits(max_elements=20)):
        assert_same(PAGE, limits)


@given(MARKUP, st.integers(1, 12), st.integers(1, 30))
@example("a<b>b<i hidden>", 9, 3)
def test_hostile_markup_gives_the_same_page(markup, depth, elements):
    body = markup.encode()
    assert_same(body)
    assert_same(body, Limits(max_depth=depth))
    assert_same(body, Limits(max_elements=elements))


@pytest.mark.parametrize(
    "attributes",
    ["", "type", "type=''", "type=module", "type='application/ld+json'", "TYPE=' Application/LD+JSON '", "id=type"],
)
def test_scripts_of_any_type_give_the_same_page(attributes):
    assert_same(f"<head><script {attributes}>[]</script></head><p>a<script {attributes} async>{{}}</script>b".encode())


_VALUES = [
    "",
    " ",
    "a",
    " Next  canonical ",
    "og:Title",
    "data:x",
    "\u3000 é",
    "a.jpg 2x, b.jpg 400w",
    "application/ld+json",
]
_HEAD_ATTRIBUTES = ["name", "property", "itemprop", "content", "rel", "href", "type", "src", "srcset", "alt", "title"]
_ELEMENT = st.tuples(
    st.sampled_from(
        ["meta", "link", "base", "script", "title", "img", "picture", "source", "video", "/picture", "/title"]
    ),
    st.dictionaries(st.sampled_from(_HEAD_ATTRIBUTES), st.sampled_from(_VALUES), max_size=5),
)


@given(st.lists(_ELEMENT, max_size=12))
def test_heads_and_pictures_give_the_same_page(elements):
    tags = ("<" + " ".join([tag, *(f'{name}="{own[name]}"' for name in own)]) + ">[1]" for tag, own in elements)
    assert_same("".join(tags).encode())


@given(MARKUP)
def test_a_tree_made_elsewhere_gives_the_same_page(markup):
    root = Selector(markup).root
    if not isinstance(root.tag, str):
        return
    page = Page()
    read_tree(root, page, Limits())
    assert same(page, flatten(root, Page(), Limits()))


@pytest.mark.parametrize(
    "markup",
    [
        b"<html xmlns='http://www.w3.org/1999/xhtml'><body xml:lang='en'><p>a<b>c</b></p></body></html>",
        b"<!DOCTYPE html [<!ENTITY a 'text'>]><html><body><p>one &a; two</p></body></html>",
        b"<html><body><![CDATA[a < b]]><p>c<!-- d -->e<?f g?>h</p></body></html>",
    ],
)
def test_what_no_html_parser_makes_is_left_to_python(markup):
    root = etree.fromstring(markup, etree.XMLParser(resolve_entities=False))
    page = Page()
    read_tree(root, page, Limits())
    assert page == flatten(root, Page(), Limits())
    assert page.texts


def test_a_tree_is_left_as_it_was():
    root = html.fromstring("<div class=a><p>b<!-- c -->d</p>e</div>")
    before = etree.tostring(root)
    read_tree(root, Page(), Limits())
    assert etree.tostring(root) == before


def test_a_page_keeps_nothing_of_its_tree():
    page = Page()
    read_markup(b"<p class=a>one</p><p class=a>two</p>" * 50, page, Limits())
    parser.whole_tree(b"<i>" * 500)
    assert page.texts == ["one", "two"] * 50
    assert page.attrs[2:] == [{"class": "a"}] * 100


def test_attributes_are_a_sequence_of_mappings():
    page, other = Page(), Page()
    markup = b"<html><body class=a><p class=a>one</p><p id=b title=''>two</p><p>three</p>"
    read_markup(markup, page, Limits())
    read_markup(markup, other, Limits())
    everything = [{}, {"class": "a"}, {"class": "a"}, {"id": "b", "title": ""}, {}]
    assert len(page.attrs) == 5
    assert list(page.attrs) == page.attrs[:] == page.attrs == everything == page.attrs
    assert page.attrs == other.attrs != everything[1:]
    assert page.attrs[-2] is page.attrs[3]
    assert page.attrs[1:4:2] == [{"class": "a"}, {"id": "b", "title": ""}]
    for beyond in (5, -6):
        with pytest.raises(IndexError):
            page.attrs[beyond]
    assert pickle.loads(pickle.dumps(other.attrs)) == everything


def test_elements_by_class_and_id_are_a_mapping():
    page, expected = Page(), {"a": (0, 2), "b": (2,), "c d": (3,)}
    read_markup(b"<html class=a><body><p class=a id=b>one</p><p class='c d'>two</p>", page, Limits())
    names = page.names
    assert names == expected == names
    assert len(names) == 3
    assert list(names) == list(names.keys()) == ["a", "b", "c d"]
    assert list(names.values()) == list(expected.values())
    assert list(names.items()) == list(expected.items())
    assert (names["b"], names.get("b"), names.get("d"), names.get("d", ())) == ((2,), (2,), None, ())
    assert names["b"] is names["b"]  # whoever asks again and again pays once
    assert "b" in names
    assert "d" not in names
    with pytest.raises(KeyError):
        names["d"]
    assert pickle.loads(pickle.dumps(names)) == expected


def test_what_is_wrong_with_a_page_is_not_printed(capfd):
    for markup in (b"<p a=1 a=2 \x01>&nope; &#0;</i></p \xff", b"", b"<", b"<!--", b"\xf0\x9f"):
        read_markup(markup, Page(), Limits())
    assert capfd.readouterr() == ("", "")


def test_many_names_stay_apart():
    names = "".join(f"<x{number} y{number}=a>b</x{number}>" for number in range(3000))
    assert_same(names.encode() * 2)


@pytest.mark.parametrize("end", [0, 1])
def test_more_tags_than_are_read_at_once_give_the_same_page(end):
    many = b"<p>a</p>" * (parser.MAX_READ_TAGS // 2 + 1)
    assert_same(many + b"</body></html><div>late</div>" * end)


@pytest.mark.parametrize("markup", [b"<div>" * 3000 + b"deep", b"<b><i>" * 1500 + b"<p>deep", b"<ul><li>x" * 2100])
def test_where_the_parser_stops_python_reads_on(markup):
    assert_same(markup)


@given(MARKUP)
def test_an_extraction_is_the_same_by_both_ways(markup):
    page = markup.encode()
    here = extract(page, "https://paper.example/").as_dict()
    with pytest.MonkeyPatch.context() as patch:
        for name in MODULES:
            patch.setattr(reading, name, None)
        there = extract(page, "https://paper.example/").as_dict()
    assert {**here, "elapsed": 0} == {**there, "elapsed": 0}


@pytest.mark.parametrize("path", PAGES[::10], ids=lambda path: path.stem)
def test_a_bundled_page_is_extracted_the_same_by_both_ways(path, monkeypatch):
    formats = ("text", "markdown", "html")
    here = extract(path.read_bytes(), "https://paper.example/a", formats=formats)
    for name in MODULES:
        monkeypatch.setattr(reading, name, None)
    assert here == extract(path.read_bytes(), "https://paper.example/a", formats=formats)
