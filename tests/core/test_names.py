from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.words import class_names
from scrapy_maincontent.words.class_names import MAX_NAME, MEANINGS, read_names, words_in
from scrapy_maincontent.words.class_vocabulary import (
    COMMENTED,
    CRUMBS,
    ENTRY,
    FIRST_GROUP,
    FOOTER,
    JOINED,
    MARKS,
    NUMBERED,
    PAGES,
    grouped,
    page_type_words,
)


def group(name):
    return 1 << FIRST_GROUP + list(page_type_words()["classes"]).index(name)


@pytest.fixture
def telling(monkeypatch):
    """What names tell, by name, those of page types as `group`; no name is known from another test."""
    monkeypatch.setattr(class_names, "_TELLING", {})

    def read(names):
        found, _ = class_names.tell({name: [0] for name in names})
        assert 0 not in found.values()
        return {name: found.get(name, 0) | sum(group_bits(class_names.tell({name: [0]})[1])) for name in names}

    return read


def group_bits(counts):
    return [1 << number for number, count in enumerate(counts, FIRST_GROUP) if count]


def test_elements_by_the_values_of_their_classes_and_ids():
    page = read_page(
        '<body id="pager"><p class="byline">a</p><div class="pager"><p class="byline" id="byline">b</p></div></body>'
    )
    found = read_names(page).elements
    tags = {name: [page.tags[element] for element in elements] for name, elements in found.items()}
    assert tags == {"pager": ["body", "div"], "byline": ["p", "p", "p"]}
    assert found["byline"][1] == found["byline"][2], "class and id of one element"


def test_only_names_that_tell_something_are_kept():
    names = read_names(read_page('<p class="x">a</p><p class="c1 wide">b</p><p class="MyComments">c</p>'))
    assert names.tells == {"c1 wide": NUMBERED, "MyComments": COMMENTED}
    assert names.elements.keys() == names.tells.keys()


def test_elements_of_page_types_are_counted():
    page = read_page('<p class="price">a</p><p class="x">b</p><p class="price">c</p><p id="old-price">d</p>')
    counts = read_names(page).groups
    assert counts[list(page_type_words()["classes"]).index("price")] == 3


def test_long_names_are_cut_and_then_the_same():
    long = "w" * (MAX_NAME - 6) + " pager"
    page = read_page(f'<p class="{long}1">a</p><p class="{long}">b</p><p class="{long}2">c</p>')
    names = read_names(page)
    assert {name: len(elements) for name, elements in names.elements.items()} == {long: 3}
    assert names.elements[long] == sorted(names.elements[long])
    assert names.tells == {long: PAGES}


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
def test_names_that_mark_navigation(name, bits, telling):
    assert MEANINGS[name] & (CRUMBS | PAGES | ENTRY) == bits
    assert telling([name])[name] & MARKS == bits
    assert telling([name])[name] & MARKS == bits, "also when it is known"


def test_every_word_that_marks_an_element_is_found_among_others(telling):
    for word in [word for word, bits in JOINED.items() if bits & MARKS]:
        for name in (word, f"{word}-x12", f"{word.title()} wide"):
            assert telling(["container", name, "col-md-6"])[name] & MARKS, name


def test_every_word_of_page_types_is_found_among_others(telling):
    for word, bits in grouped().items():
        for name in (word, f"js-{word}-2", f"wide col{word.title()}"):
            assert telling(["container", name, "md6"])[name] & bits == bits, name


@pytest.mark.parametrize(
    ("name", "words"),
    [("HTMLBody x", ["html", "body", "x"]), ("post-12_listItem", ["post", "list", "item"]), ("größe", ["gr", "e"])],
)
def test_names_are_cut_at_changes_of_case(name, words):
    assert words_in(name) == words


def test_capitals_and_letters_of_other_languages_part_words_of_page_types(telling):
    found = telling(["HTMLPrice", "éprice", "PRICE-tag", "unpriced"])
    assert [bool(says & group("price")) for says in found.values()] == [True, True, True, False]


def test_a_class_attribute_may_have_several_lines(telling):
    found = telling(["wide\n  post-meta\n  grey", "post", "meta"])
    assert [bool(says & MARKS) for says in found.values()] == [True, False, False]
    assert [bool(says & group("post")) for says in found.values()] == [True, True, False]


def test_other_names_of_navigation_are_read_one_by_one(telling):
    assert MEANINGS["site-footer"] & FOOTER
    assert not telling(["site-footer"])["site-footer"]


def test_no_more_names_are_remembered_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(class_names, "_TELLING", {})
    hostile = {f"post-meta-{number}x" for number in range(20_000)}
    found, _ = class_names.tell({name: [0] for name in hostile})
    assert all(found[name] & ENTRY for name in hostile)
    assert len(class_names._TELLING) <= 10_000
