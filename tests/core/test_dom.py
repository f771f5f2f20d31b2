from __future__ import annotations

import pytest
from parsel import Selector

from scrapy_maincontent.core.dom import parse, tree_of


@pytest.mark.parametrize(
    "markup", [b"", b"   ", b"<!-- only a comment -->", b"<?xml version='1.0'?>", b"<!DOCTYPE html>"]
)
def test_no_element_no_tree(markup):
    assert parse(markup) is None


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
