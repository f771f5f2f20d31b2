from __future__ import annotations

import pytest

from scrapy_maincontent.navigation.candidates import (
    Candidates,
    Found,
    Widening,
    in_sentence,
    labels_before,
    outermost,
    read_links,
)
from scrapy_maincontent.page import Kind, visible
from scrapy_maincontent.words import phrases


def test_texts_are_on_one_line_and_the_same_when_they_come_again(read_page):
    links = (
        '<a href="/1">\n  Next \n page</a> <a href="/2"><b>Con</b><i>tact</i></a> <a href="/3"><img src="x.png"></a>'
    )
    page = read_page(f"{links} {links}")
    first, again = read_links(page, page.links), read_links(page, page.links)
    assert first.texts == ["Next page", "Con tact", ""] * 2
    assert [*first] == [*again]
    assert first.senses[0] & phrases.NEXT


def test_a_page_mixes_texts_that_are_known_and_new_ones(read_page):
    page = read_page('<a href="/1">Next</a> <a href="/2">Previous</a> <a href="/3">Vorwärts</a>')
    read_links(page, page.links[:1])
    links = read_links(page, page.links)
    says_first, says_second, _ = links.senses
    assert links.texts == ["Next", "Previous", "Vorwärts"]
    assert says_first & phrases.NEXT
    assert says_second & phrases.PREVIOUS


def test_long_texts_are_cut(read_page):
    page = read_page(f'<a href="/1">{"word " * 100}</a> <a href="/2">{"x" * 2000}<b>y</b></a>')
    links = read_links(page, page.links)
    assert [len(text) for text in links.texts] == [phrases.MAX_TEXT] * 2


@pytest.mark.parametrize(
    ("text", "odd"), [("12", True), ("Next »", True), ("(more)", True), ("Home", False), ("", False)]
)
def test_signs_and_numbers_are_told_from_words(text, odd):
    assert bool(phrases.SENSES[text] & phrases.ODD) == odd


def test_6000_links_are_looked_at_half_of_them_from_the_end(read_page):
    page = read_page("<a href=/x>x</a>" * 6001)
    assert Candidates(page).elements == page.links[:3000] + page.links[3001:]
    page = read_page("<a href=/x>x</a>" * 6000)
    assert Candidates(page).elements == page.links


@pytest.mark.parametrize(
    ("markup", "label"),
    [
        (f"{'x' * 60}<a href=/1>a</a>", "x" * 60),
        (f"{'x' * 61}<a href=/1>a</a>", None),
        ("<b> By </b><i>&nbsp;</i><a href=/1>a</a>", "By"),
        ("<b>By</b><i>&nbsp;</i><i>&nbsp;</i><a href=/1>a</a>", None),
        ("<i>&nbsp;</i><a href=/1>a</a>", None),
        ("<a href=/1>a</a>", None),
    ],
)
def test_the_label_of_a_link_stands_right_before_it(read_page, markup, label):
    page = read_page(markup)
    assert labels_before(page, page.links, visible(page)[0]) == ({} if label is None else {0: label})


def test_a_link_is_no_label(read_page):
    page = read_page("<p>By <a href=/1>Ann</a><a href=/2>Bo</a>")
    assert labels_before(page, page.links, visible(page)[0]) == {0: "By"}


def test_addresses_relations_and_places_of_links(read_page):
    page = read_page(f"<a href=' /1 ' rel='NEXT {'x' * 200}'>a</a><a href='/{'y' * 2000}'>b</a><a href='#c'>c</a>")
    links = read_links(page, page.links)
    assert links.hrefs == ["/1", "/" + "y" * 1999, "#c"]
    assert links[0].rel == ("next " + "x" * 200)[: phrases.MAX_TEXT]
    assert [link.rel for link in links][1:] == ["", ""]
    assert links.fragments == [2]
    assert links[2] == (page.links[2], "#c", "c", links.senses[2], "")
    assert len(links) == 3


@pytest.mark.parametrize(
    ("markup", "text", "is_next"),
    [
        ("<a href=/1><img src=/i.png alt='Next  page'></a>", "Next page", True),
        ("<a href=/1 aria-label='Next page'></a>", "Next page", True),
        ("<a href=/1 aria-label='Next page'><b>2</b></a>", "2", True),
        ("<a href=/1 title='Next page'>2</a>", "2", True),
        ("<a href=/1 aria-label=Page title='Next page'>2</a>", "2", False),
        ("<a href=/1 title='Next page'>Previous</a>", "Previous", False),
        ("<a href=/1></a><img src=/i.png alt=Next>", "", False),
        ("<img src=/i.png alt=Next><a href=/1></a>", "", False),
    ],
)
def test_a_link_means_what_its_text_picture_or_label_says(read_page, markup, text, is_next):
    page = read_page(markup)
    links = read_links(page, page.links)
    assert links.texts == [text]
    assert links.with_senses(phrases.NEXT) == [0] * is_next


def element(page, name):
    return next(number for number, own in enumerate(page.attrs) if own.get("id") == name)


@pytest.mark.parametrize(
    ("markup", "has_one"),
    [
        ("<p>Otters eat.", False),
        ("<p>Otters dive.", True),
        ("<p>Otters dive", False),
        ("<p>Otters <a href=/d>dive</a>.", False),
        ("<p>x" * 39 + "<p>Otters dive.", True),
        ("<p>x" * 40 + "<p>Otters dive.", False),
        ("<p>" + "<b>x</b>" * 39 + "<a href=/d>dive</a>.", False),
        ("<p>" + "<b>x</b>" * 40 + "<a href=/d>dive</a>.", True),
    ],
)
def test_a_sentence_has_twelve_characters_and_no_link(read_page, markup, has_one):
    page = read_page(f"<div id=here>{markup}</div>")
    assert Candidates(page).has_sentence(element(page, "here")) == has_one


def test_characters_of_an_element_and_beside_a_link(read_page):
    page = read_page("<div id=here>By <a href=/a>Ann</a> now<p id=last>End</div><a href=/e></a>")
    candidates = Candidates(page)
    assert candidates.size(element(page, "here")) == (11, 8)
    assert candidates.size(page.links[0], element(page, "last")) == (9, 6)
    assert [candidates.beside(0), candidates.beside(1)] == [5, 0]


def test_links_are_covered_by_the_smallest_element_or_run_of_siblings(read_page):
    items = "<li><a href=/1>a</a><li><a href=/2>b</a><li><a href=/3>c</a>"
    page = read_page(f"<ul>{items}</ul><p>x")
    candidates, (first, second, third) = Candidates(page), [page.parents[link] for link in page.links]
    assert candidates.covering([1]) == (page.links[1], page.links[1])
    assert candidates.covering(range(1, 3)) == (second, third)
    assert candidates.covering(range(3)) == (page.parents[first], page.parents[first])
    assert [candidates.inside(first), candidates.inside(first, second)] == [range(1), range(2)]


@pytest.mark.parametrize(("before", "is_within"), [(9, True), (10, False)])
def test_ten_headings_of_an_element_are_looked_at(read_page, before, is_within):
    page = read_page(f"<div id=here>{'<h4>x</h4>' * before}<h3>Mills</h3></div><h1>Other</h1>")
    found = Candidates(page).headings
    assert found.within(element(page, "here"), 3) == is_within
    assert found.within(element(page, "here"))
    assert not found.within(element(page, "here"), 2)
    assert len(found.inside(element(page, "here"))) == 10


def test_headings_are_compared_without_case_and_answers_count_as_the_same(read_page):
    page = read_page(f"<h1>Mills</h1><h2>Re: mills</h2><h3>Weirs</h3><h2>{'x' * 201}</h2><h2>{'x' * 200}</h2>")
    found = Candidates(page)
    assert [*found.headings.texts] == ["mills", "weirs", "x" * 200]
    assert found.headings.new == list(found.headings.texts.values())
    assert [page.tags[heading] for heading in found.headings.headlines] == ["h1"]
    assert found.own_names == {"mills", "x" * 200}


@pytest.mark.parametrize("prefix", ["", "http://mill.example", "//mill.example", "HTTP://mill.example"])
def test_home_is_known_by_its_address(read_page, prefix):
    page = read_page(f"<a href='{prefix}/'>Mill</a> <a href='{prefix}/x'>x</a>", "http://mill.example/a")
    assert Candidates(page).tops == ({0} if prefix != "HTTP://mill.example" else set())
    assert Candidates(page).homes == set()


@pytest.mark.parametrize(
    ("attribute", "sort"),
    [
        ("itemtype=https://schema.org/BreadcrumbList", "trails"),
        ("typeof=BreadcrumbList", "trails"),
        ("aria-label=breadcrumb", "trails"),
        ("itemtype=http://data-vocabulary.org/Breadcrumb", "trail_items"),
        ("aria-label=pagination", "page_lists"),
    ],
)
def test_elements_are_marked_by_label_and_type(read_page, attribute, sort):
    holder = f"<div {attribute}><a href=/1>a</a></div>"
    page = read_page(holder * 2001 + f"<div {attribute}>no link</div>")
    marks = Candidates(page).marks
    found = {name: len(getattr(marks, name)) for name in ("trails", "trail_items", "page_lists")}
    assert found == {"trails": 0, "trail_items": 0, "page_lists": 0} | {sort: 2000}


def test_found_regions_do_not_overlap(read_page):
    page = read_page("<div><p>a</p><p>b</p></div><p>c</p>")
    div, a, b, c = range(page.tags.index("div"), page.tags.index("div") + 4)
    found = [Found(Kind.PAGING, "", *run, "") for run in ((b, b), (c, c), (div, div), (a, b))]
    assert [(region.first, region.last) for region in outermost(found, page)] == [(div, div), (c, c)]


@pytest.mark.parametrize(
    ("beside", "most", "outer"),
    [
        ("", 0, "div"),
        ("of 9", 3, "ul"),
        ("of 9", 4, "div"),
        ("<h2>Mill</h2>", 9, "div"),
        ("<a href=/3>no</a>", 9, "ul"),
        ("<p>Otters dive.", 30, "ul"),
        ("<p>Otters swim", 30, "div"),
    ],
)
def test_what_an_element_is_widened_to(read_page, beside, most, outer):
    page = read_page(f"<div><ul><li><a href=/1>1</a><li><a href=/2>2</a></ul>{beside}</div>")
    candidates = Candidates(page)
    flags = [link.text != "no" for link in candidates.links]
    found = Widening(candidates, flags, most).around(page.links[0])
    assert page.tags[found] == outer
    assert Widening(candidates, flags, most).allows(range(2))


def test_widening_stops_at_headings_where_it_is_asked_to(read_page):
    page = read_page("<div><h2>Mill</h2><ul><li><a href=/1>1</a></ul></div>")
    around = Widening(Candidates(page), [True], 9, past_headings=False).around(page.links[0])
    assert page.tags[around] == "ul"


@pytest.mark.parametrize(
    ("markup", "is_in_one"),
    [
        ("see <a href=/a>it</a> at once.", False),  # eleven characters outside the link
        ("see <a href=/a>it</a> at night.", True),
        (f"<a href=/a>it</a> {'x' * 40}", False),
        (f"<a href=/a>it</a> {'x' * 41}", True),
        (f"<a href=/a>{'y' * 50}</a> {'x' * 50}", False),
        (f"<a href=/a>{'y' * 50}</a> {'x' * 51}", True),
        ("© 2024 Mill, see <a href=/a>terms</a> here.", False),
        (f"{'x' * 299} © 2024, see <a href=/a>terms</a>.", True),
        ("<b>x</b>" * 59 + "<i>©</i> by the <a href=/a>mill</a>.", False),
        ("<b>x</b>" * 60 + "<i>©</i> by the <a href=/a>mill</a>.", True),
    ],
)
def test_a_link_in_a_sentence_is_none_of_a_list(read_page, markup, is_in_one):
    page = read_page(f"<p>{markup}</p>")
    assert in_sentence(Candidates(page), page.links[0]) == is_in_one


def test_a_link_behind_all_text_is_in_no_sentence(read_page):
    page = read_page("<p>Otters dive here.</p><a href=/a></a>")
    assert not in_sentence(Candidates(page), page.links[0])


def test_a_heading_right_behind_an_element_is_not_in_it(read_page):
    page = read_page("<div id=here><h2>Mill</h2></div><h1>Weir</h1>")
    found = Candidates(page).headings
    assert [page.tags[heading] for heading in found.inside(element(page, "here"))] == ["h2"]
    assert not found.within(element(page, "here"), 1)
