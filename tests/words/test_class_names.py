from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.words.class_names import (
    AUTHOR,
    COMMENT_MEANINGS,
    CRUMBS,
    DATE,
    ENTRY,
    FIRST_GROUP,
    FOOTER,
    ITEM,
    JOINED,
    MARKS,
    MAX_NAME,
    MEANINGS,
    NUMBERED_ITEM,
    PAGES,
    SHORT_TEXT,
    categories,
    classify_names,
    comment_areas,
    comment_keys,
    comment_meanings,
    comment_number,
    element_bits,
    element_tokens,
    name_parts,
    name_tokens,
    page_type_bits,
    page_type_words,
    read_names,
    text_tokens,
    tokens_below,
)


def group(name):
    return 1 << FIRST_GROUP + list(page_type_words()["classes"]).index(name)


def bits_of(names):
    """Return the bits of names that are read together, those of page types as `group`."""
    found, _ = classify_names({name: [0] for name in names})
    assert 0 not in found.values()
    return {name: found.get(name, 0) | sum(group_bits(classify_names({name: [0]})[1])) for name in names}


def group_bits(counts):
    return [1 << number for number, count in enumerate(counts, FIRST_GROUP) if count]


def test_elements_by_the_values_of_their_classes_and_ids():
    page = read_page(
        '<body id="pager"><p class="byline">a</p><div class="pager"><p class="byline" id="byline">b</p></div></body>'
    )
    found = page.names
    tags = {name: [page.tags[element] for element in elements] for name, elements in found.items()}
    assert tags == {"pager": ["body", "div"], "byline": ["p", "p", "p"]}
    assert found["byline"][1] == found["byline"][2], "class and id of one element"


def test_only_names_that_mean_something_are_kept():
    names = read_names(read_page('<p class="x">a</p><p class="c1 crumbs">b</p><p class="MyComments">c</p>'))
    assert names.meanings == {"c1 crumbs": CRUMBS}


def test_elements_of_page_types_are_counted():
    page = read_page('<p class="price">a</p><p class="x">b</p><p class="price">c</p><p id="old-price">d</p>')
    counts = read_names(page).groups
    assert counts[list(page_type_words()["classes"]).index("price")] == 3


def test_long_names_are_read_as_far_as_they_count():
    long = "w" * (MAX_NAME - 6) + " pager"
    page = read_page(f'<p class="{long}1">a</p><p class="{long}é">b</p><p class="w{long}">c</p>')
    assert read_names(page).meanings == {f"{long}1": PAGES, f"{long}é": PAGES}


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("nav breadcrumbs", CRUMBS),
        ("Pagination_list__x9Y", PAGES),
        ("page-nav", PAGES),
        ("entry_meta small", ENTRY),
        ("page nav", 0),
        ("page2nav", 0),
        ("homepage", 0),
        ("the-mega-subbreadcrumbs", CRUMBS),
    ],
)
def test_names_that_mark_navigation(name, bits):
    assert MEANINGS[name] & (CRUMBS | PAGES | ENTRY) == bits
    assert bits_of([name])[name] & MARKS == bits
    assert bits_of([name])[name] & MARKS == bits, "also when it is known"


def test_every_word_that_marks_an_element_is_found_among_others():
    for word in [word for word, bits in JOINED.items() if bits & MARKS]:
        for name in (word, f"{word}-x12", f"{word.title()} wide"):
            assert bits_of(["container", name, "col-md-6"])[name] & MARKS, name


def test_every_word_of_page_types_is_found_among_others():
    for word, bits in page_type_bits().items():
        for name in (word, f"js-{word}-2", f"wide col{word.title()}"):
            assert bits_of(["container", name, "md6"])[name] & bits == bits, name


@pytest.mark.parametrize(
    ("name", "words"),
    [("HTMLBody x", ["html", "body", "x"]), ("post-12_listItem", ["post", "list", "item"]), ("größe", ["gr", "e"])],
)
def test_names_are_cut_at_changes_of_case(name, words):
    assert name_parts(name) == words


def test_capitals_and_letters_of_other_languages_part_words_of_page_types():
    found = bits_of(["HTMLPrice", "éprice", "PRICE-tag", "unpriced"])
    assert [bool(says & group("price")) for says in found.values()] == [True, True, True, False]


def test_a_class_attribute_may_have_several_lines():
    found = bits_of(["wide\n  post-meta\n  grey", "post", "meta"])
    assert [bool(says & MARKS) for says in found.values()] == [True, False, False]
    assert [bool(says & group("post")) for says in found.values()] == [True, True, False]


def test_other_names_of_navigation_are_read_one_by_one():
    assert MEANINGS["site-footer"] & FOOTER
    assert not bits_of(["site-footer"])["site-footer"]


def test_more_names_than_are_kept_in_a_cache_are_all_read():
    hostile = {f"post-meta-{number}x" for number in range(20_000)}
    found, _ = classify_names({name: [0] for name in hostile})
    assert all(found[name] & ENTRY for name in hostile)


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("comment", ITEM),
        ("comment-42", ITEM | NUMBERED_ITEM),
        ("comment-author vcard", AUTHOR),
        ("commentDate", DATE),
        ("wide", 0),
        ("review comment", 0),
    ],
)
def test_names_of_comments_and_their_parts(name, bits):
    assert COMMENT_MEANINGS[name] == comment_meanings({"class": name}) == comment_meanings({"id": name}) == bits


@pytest.mark.parametrize(
    "name",
    [
        "comments",
        "post-comment-list wide",
        "Kommentare",
        "comentarios",
        "disqus_thread",
        "reacties",
        "yorumlar",
        "pinglun",
    ],
)
def test_names_of_areas_of_comments(name):
    page = read_page(f'<p class="story">a</p><div id="{name}"><p class="{name}">b</p></div>')
    assert comment_areas(page) == [page.tags.index("div"), page.tags.index("div") + 1]


@pytest.mark.parametrize(
    "name",
    [
        "no-comments",
        "noloaddisqus",
        "comments-enabled",
        "comment_open",
        "commentary",
        "comments-count",
        "commented-link",
        "commentlink",
        "moment",
    ],
)
def test_names_that_are_of_no_area_of_comments(name):
    assert comment_areas(read_page(f'<div id="{name}"><p class="{name}">b</p></div>')) == []


def test_microdata_names_a_comment_and_its_parts():
    assert comment_meanings({"itemprop": "Author"}) == AUTHOR
    assert comment_meanings({"itemtype": "https://schema.org/Comment"}) == ITEM


def test_a_reply_shares_a_name_with_the_comment_it_stands_in():
    assert comment_keys({"class": "comment even"}) & comment_keys({"class": "comment odd child"})
    assert comment_keys({"id": "comment-7"}) & comment_keys({"id": "comment-8"})
    assert not comment_keys({"class": "even"})
    assert comment_number({"id": "comment-42"}) == "42"


@pytest.mark.parametrize(
    ("attrs", "expected"),
    [
        ({"class": "entry-content"}, {"content", "card"}),
        ({"id": "siteFooter"}, {"footer"}),
        ({"class": "NAV_MENU"}, {"navigation"}),
        ({"role": "navigation"}, {"navigation"}),
        ({"class": "shadow-md"}, {"content"}),
        ({"class": "x12 y"}, set()),
        ({"style": "color:red"}, set()),
    ],
)
def test_categories_of_an_element(attrs, expected):
    bits = element_bits(attrs)
    assert {name for number, name in enumerate(categories()) if bits >> number & 1} == expected


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
def test_the_tokens_of_names(names, tokens):
    found = name_tokens(names)
    assert set(found) == tokens
    assert len(found) == len(tokens)


def test_the_end_of_a_very_long_class_attribute_is_not_read():
    filler = " ".join(f"p-{number}" for number in range(100))
    assert "w:story" in name_tokens(f"story {filler}")
    assert "w:story" not in name_tokens(f"{filler} story")


def test_the_tokens_of_an_element_are_its_tag_and_its_attributes():
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
def test_tokens_that_stand_for_all_below_an_element(tag, below):
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
def test_the_tokens_of_a_short_text(text, tokens):
    assert list(text_tokens(text)) == tokens


def test_long_texts_have_no_tokens():
    assert text_tokens("x" * SHORT_TEXT)
    assert text_tokens("x" * (SHORT_TEXT + 1)) == ()
    assert len(text_tokens("a b c d e f g h i j k l")) == 12
    assert text_tokens("a b c d e f g h i j k l m") == ()
