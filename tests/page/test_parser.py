from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector

from scrapy_maincontent.page.parser import MAX_READ_TAGS, parse, read, reads_tree, tree_of, walk, whole_tree


@pytest.mark.parametrize(
    "markup", [b"", b"   ", b"<!-- only a comment -->", b"<?xml version='1.0'?>", b"<!DOCTYPE html>"]
)
def test_no_element_no_tree(markup):
    assert parse(markup) is None
    assert read(markup) == []


def test_what_follows_a_premature_end_is_not_lost():
    root = parse(b"<html><body><p>one</p></body></html><script>x</script><p>two</p><p>three</p>")
    assert root is not None
    assert "".join(root.find("body").itertext()).replace("x", "") == "onetwothree"


def test_entities_of_a_document_type_are_not_expanded():
    root = parse(b'<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY x SYSTEM "file:///etc/hostname">]><p>&a; &x; &amp;</p>')
    assert root is not None
    text = "".join(root.itertext())
    assert "aaaa" not in text
    assert "&a;" in text
    assert text.strip().endswith("&")


def test_a_selector_gives_its_own_element_and_where_it_stands():
    selector = Selector("<html><body><div><p>a</p></div></body></html>")
    assert tree_of(selector)[1] == ""
    assert tree_of(selector.css("p")[0])[1] == "/html/body/div"


@pytest.mark.parametrize("expression", ["//p/text()", "//p/@class", "count(//p)"])
def test_a_selector_of_something_else_is_refused(expression):
    with pytest.raises(TypeError, match="selector"):
        tree_of(Selector("<p class=x>a</p>").xpath(expression)[0])


PARTS = [
    *("<div a=1>", "</div>", "<p>", "</p>", "<b><i>", "</b>", "<br/>", "<ul><li>", "<table><td>", "<option>", "<"),
    *("text ", "&lt;", "&#233; é 山", "\n", "<!-- c -->", "<script>a<b</script>", "<title>t &amp; u</title>"),
]


def joined(events):
    """Join texts that come in parts, and leave out what stands in no element."""
    found, depth = [], 0
    for event in events:
        if isinstance(event, str) and found and isinstance(found[-1], str) and depth > 0 and not is_name(found):
            found[-1] += event
        elif not isinstance(event, str) or depth > 0:
            found.append(dict(event) if event is not None and not isinstance(event, str) else event)
        depth += -1 if event is None else not isinstance(event, str)
    return found


def is_name(found):
    return len(found) > 1 and isinstance(found[-2], dict)


def test_events_are_in_document_order():
    html, body = [{}, "html"], [{}, "body"]
    assert joined(read(b'<p class="a b" id=c>One &amp; <br>two<!-- no --> three')) == [
        *html,
        *body,
        *[{"class": "a b", "id": "c"}, "p", "One & ", {}, "br", None, "two three", None],
        *[None, None],
    ]


@given(st.lists(st.sampled_from(PARTS)))
def test_events_are_those_of_the_tree(parts):
    markup = "".join(parts).encode()
    root = parse(markup)
    assert joined(read(markup)) == ([] if root is None else joined(walk(root)))


def test_pages_with_many_tags_are_read_too():
    paragraphs = MAX_READ_TAGS // 2
    assert read(b"<p>a</p>" * paragraphs)[:-2] == read(b"<p>a</p>" * (paragraphs + 1))[:-6]


@pytest.mark.parametrize("flood", [b"<div>" * 9000 + b"</i>" * 11_000, b"<div>" * 400_000 + b"</i>" * 400_000])
def test_end_tags_that_close_nothing_take_no_long_search(flood):
    """The search would take minutes."""
    assert read(flood)


def test_a_page_leaves_nothing_for_the_next_one():
    read(b"<p>first")
    assert "first" not in read(b"<p>second")


def test_a_walk_keeps_to_its_element():
    (div,) = Selector("<div>a<p>b</p>c</div>after").css("div")
    assert walk(div.root) == [{}, "div", "a", {}, "p", "b", None, "c", None]


@pytest.mark.parametrize(("tags", "by_tree"), [(20_000, False), (20_001, True)])
def test_pages_of_more_than_20_000_tags_are_read_by_way_of_a_tree(tags, by_tree):
    assert reads_tree(b"<p>" * tags) == by_tree


def test_what_is_nested_deeper_than_the_parser_reads_is_read_all_the_same():
    nest = b"<div>" * 3000 + b"deep" + b"</div>" * 3000 + b"<p>after"
    assert whole_tree(nest) is None
    root = parse(nest)
    assert root is not None
    assert "".join(root.itertext()) == "deepafter"
    shallow = whole_tree(b"<div><p>x</div>")
    assert shallow is not None
    assert "".join(shallow.itertext()) == "x"
    assert whole_tree(b"") is None
