from __future__ import annotations

import pytest
from growth import steps

from scrapy_maincontent.core.tokens import SHORT_TEXT, element_tokens, name_tokens, text_tokens, tokens_below


@pytest.mark.parametrize(
    ("names", "tokens"),
    [
        ("story", {"c:story", "w:story"}),
        ("entry-content", {"c:entry-content", "w:entry", "w:content"}),
        ("mainText HTMLBody", {"c:maintext", "w:main", "w:text", "c:htmlbody", "w:html", "w:body"}),
        ("post-12345 post-9", {"c:post-0", "w:post"}),
        ("  nav\n\tnav ", {"c:nav", "w:nav"}),
        ("本文", {"c:本文"}),
        ("", set()),
    ],
)
def test_names_are_taken_apart(names, tokens):
    found = name_tokens(names)
    assert set(found) == tokens
    assert len(found) == len(tokens)


def test_the_end_of_a_very_long_class_attribute_is_not_read():
    filler = " ".join(f"p-{number}" for number in range(100))
    assert "w:story" in name_tokens(f"story {filler}")
    assert "w:story" not in name_tokens(f"{filler} story")


def test_an_element_is_its_tag_and_what_its_attributes_say():
    attrs = {"class": "story", "id": "Body", "role": "MAIN", "itemprop": "articleBody", "style": "color: red"}
    assert set(element_tokens("div", attrs)) == {
        "t:div",
        "c:story",
        "w:story",
        "ic:body",
        "iw:body",
        "r:main",
        "p:articlebody",
    }
    assert element_tokens("p", {}) == ("t:p",)


@pytest.mark.parametrize(
    ("tag", "below"), [("article", {"t:article", "c:x", "w:x"}), ("div", {"c:x", "w:x"}), ("a", set()), ("span", set())]
)
def test_what_an_element_says_of_all_below_it(tag, below):
    assert set(tokens_below(tag, element_tokens(tag, {"class": "x"}))) == below


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Share this", ["share", "this"]),
        ("Share, SHARE: share!", ["share"]),
        ("Posted on 14 March 2027", ["posted", "on", "0", "march"]),
        ("続きを読む", ["続きを読む"]),
        ("» Next – »", ["next"]),
        ("Home", ["home"]),
        ("", []),
        ("· · ·", []),
    ],
)
def test_the_words_of_a_short_text(text, tokens):
    assert list(text_tokens(text)) == tokens


def test_long_texts_have_no_tokens():
    assert text_tokens("x" * SHORT_TEXT)
    assert text_tokens("x" * (SHORT_TEXT + 1)) == ()
    assert len(text_tokens("a b c d e f g h i j k l")) == 12
    assert text_tokens("a b c d e f g h i j k l m") == ()


@pytest.mark.parametrize("part", ["AA", "aB", "- ", "99"])
def test_the_work_for_hostile_names_is_bounded(part):
    few, many = (
        steps(lambda name=part * count: (name_tokens.__wrapped__(name), text_tokens(name)))
        for count in (5_000, 500_000)
    )
    assert many <= few
