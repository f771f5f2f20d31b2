from __future__ import annotations

import pickle

import pytest
from core_pages import page_of
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.page import (
    HEADINGS,
    STAMP,
    Kind,
    Page,
    Paths,
    Region,
    anchored,
    cached,
    has_boxes,
    headings,
    labelled,
    microdata,
    roles,
    tagged,
    visible,
    without_stamps,
)
from scrapy_maincontent.page.parser import parse
from scrapy_maincontent.papers.tsuruta import NO_BOX, boxes_of


def test_a_run_of_siblings_has_text_and_blocks():
    page = page_of("<ul><li>one<li>two<li>three</ul><p>four")
    items = [index for index, tag in enumerate(page.tags) if tag == "li"]
    assert page.text_in(items[0], items[1]) == "one two"
    assert page.blocks_in(items[1], items[2]) == (1, 3)


def test_an_inline_element_touches_the_block_it_stands_in():
    page = page_of("<p>a</p><p>b <i>c</i> d</p>")
    inline = page.tags.index("i")
    assert page.blocks_in(inline) == (1, 2)
    assert page.text_in(inline) == "c"


def test_an_empty_element_touches_nothing():
    page = page_of("<p>a</p><div></div><p>b</p>")
    start, end = page.blocks_in(page.tags.index("div"))
    assert start == end == 1
    assert page.text_in(page.tags.index("div")) == ""


def test_of_a_very_long_text_the_beginning_is_read():
    page = page_of(f"<div><p>{'<b>one</b> ' * 9000}</p>{'<p>two</p>' * 9}</div>")
    assert page.text_in(page.tags.index("div")) == " ".join(["one"] * 6667)
    assert page_of(f"<p>{'x' * 90_000}").text_in(1) == "x" * 20_000


def test_ancestors_come_from_the_inside_out():
    page = page_of("<div><ul><li>x</ul></div>")
    assert [page.tags[index] for index in page.ancestors(page.tags.index("li"))] == ["ul", "div", "body", "html"]


@pytest.mark.parametrize(
    ("base", "href", "expected"),
    [
        ("", "b", "https://paper.example/news/b"),
        ("", " ../c\n", "https://paper.example/c"),
        ("/x/", "?p=2", "https://paper.example/x/?p=2"),
        ("//cdn.example/y/", "z", "https://cdn.example/y/z"),
        ("", "http://[broken", "http://[broken"),
        ("", "/c", "https://paper.example/c"),
        ("", "?p=2", "https://paper.example/news/7?p=2"),
        ("", "#d", "https://paper.example/news/7#d"),
        ("//a.example", "b", "https://a.example/b"),
    ],
)
def test_addresses_become_absolute(base, href, expected):
    assert page_of(f'<base href="{base}"><p>x').absolute(href) == expected


def test_without_a_url_addresses_stay_as_they_are():
    assert page_of("<p>x", url=None).absolute("a/b") == "a/b"


@pytest.mark.parametrize(
    ("tags", "parents", "ends", "steps"),
    [
        ("html body p", [-1, 0, 1], [3, 3, 3], ["html", "body", "p"]),
        ("html body p div p", [-1, 0, 1, 1, 1], [5, 5, 3, 4, 5], ["html", "body", "p[1]", "div", "p[2]"]),
        ("html body p div p", [-1, 0, 1, 1, 3], [5, 5, 3, 5, 5], ["html", "body", "p", "div", "p"]),
        ("html o:p", [-1, 0], [2, 2], ["html", '*[name()="o:p"]']),
        ("html o:p o:p", [-1, 0, 0], [3, 2, 3], ["html", '*[name()="o:p"][1]', '*[name()="o:p"][2]']),
        ("html x-own p!", [-1, 0, 1], [3, 3, 3], ["html", "x-own", '*[name()="p!"]']),
        ('html p" p"\'', [-1, 0, 1], [3, 3, 3], ["html", "*[name()='p\"']", '*[name()=concat("p", \'"\', "\'")]']),
    ],
    ids=[
        *("alone", "siblings of one name", "of one name, not siblings", "a colon", "siblings with a colon"),
        *("a sign", "quotes"),
    ],
)
def test_a_step_is_numbered_among_siblings_of_its_name(tags, parents, ends, steps):
    paths = Paths(tags.split(), parents, ends)
    assert [paths.xpath(element).rpartition("/")[2] for element in reversed(range(len(steps)))] == steps[::-1]


@pytest.mark.parametrize(("element", "xpath"), [(0, "/html"), (1, "/html/body"), (3, "/html/body/p[2]")])
def test_an_xpath_leads_from_the_root_to_the_element(element, xpath):
    assert Paths(["html", "body", "p", "p"], [-1, 0, 1, 1], [4, 4, 3, 4]).xpath(element) == xpath


@pytest.mark.parametrize("elements", [range(7), [3, 6, 4], [5, 1, 5, 2], [6, 0, 3], []])
def test_xpaths_of_several_elements_are_those_of_each(elements):
    paths = Paths(["div", "ul", "li", "b", "li", "b", "p"], [-1, 0, 1, 2, 1, 4, 0], [7, 6, 4, 4, 6, 6, 7], "/html/body")
    assert list(paths.xpaths(elements)) == [paths.xpath(element) for element in elements]


def test_a_part_of_a_tree_is_located_in_the_whole():
    paths = Paths(["article", "p"], [-1, 0], [2, 2], "/html/body")
    assert paths.xpath(1) == "/html/body/article/p"


@pytest.mark.parametrize(("elements", "xpath"), [((2, 2), "/html/body/p[1]"), ((2, 3), "/html/body")])
def test_a_region_is_located_at_its_element_or_at_what_its_run_of_siblings_stands_in(elements, xpath):
    paths = Paths(["html", "body", "p", "p"], [-1, 0, 1, 1], [4, 4, 3, 4])
    values = {"subtype": "", "text": "", "links": (), "rule": "", "blocks": (0, 0), "elements": elements}
    region = Region.located(_paths=paths, kind=Kind.PAGING, **values)
    assert region.xpath == region.xpath == xpath
    with pytest.raises(AttributeError, match="'Region' object has no attribute 'nothing'"):
        region.nothing  # noqa: B018


def test_very_deep_elements_have_a_location():
    depth = 50_000
    paths = Paths(["div"] * depth, list(range(-1, depth - 1)), [depth] * depth)
    assert paths.xpath(100) == "/div" * 101
    assert paths.xpath(depth - 1) == f"(/div/descendant-or-self::*)[{depth}]"
    assert list(paths.xpaths([100, depth - 1])) == [paths.xpath(100), paths.xpath(depth - 1)]


def test_what_was_spelled_out_makes_no_difference_to_equality():
    paths, others = Paths(["p"], [-1], [1]), Paths(["p"], [-1], [1])
    assert paths.xpath(0) == "/p"
    assert paths == others


MARKUP = st.recursive(
    st.just("x"),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(
            ["div", "p", "section", "b", "o:p", "é", "p!", "b\"'(", "x²", "q", "qr", "q\x9c", "q\x9d", "\x9cq\x9dr"]
        ),
        st.lists(inner, max_size=4),
    ),
    max_leaves=20,
)


@given(MARKUP)
def test_every_xpath_finds_its_element(markup):
    body = f"<div>{markup}</div>"
    page, root = page_of(body), parse(body.encode())
    assert root is not None
    found = [root.getroottree().xpath(page.xpath(element)) for element in range(len(page.tags))]
    assert found == [[element] for element in root.iter("*")]


PAGE = (
    f'<html {STAMP}="0 0 960 1200"><body {STAMP}="0 0 960 1200" class="day">'
    f'<p {STAMP}="-20 40 300 18">Mill</p><p hidden {STAMP}="none">Not shown</p><p>Put in by the parser</p></body></html>'
)


def test_boxes_belong_to_their_elements():
    page = read_page(PAGE)
    boxes = dict(zip(page.tags, boxes_of(page).tolist(), strict=True))
    assert boxes["body"] == [0, 0, 960, 1200]
    assert boxes_of(page)[page.tags.index("p")].tolist() == [-20, 40, 300, 18]


def test_what_is_not_shown_and_what_has_no_stamp_have_no_box():
    page = read_page(PAGE)
    shown = [box[2:] != [-1, -1] for tag, box in zip(page.tags, boxes_of(page).tolist(), strict=True) if tag == "p"]
    assert shown == [True, False, False]


def test_a_page_without_stamps_has_no_boxes():
    assert has_boxes(read_page(PAGE))
    assert not has_boxes(read_page("<body><p>Mill</p></body>"))


@pytest.mark.parametrize("value", ["", "0 0 10", "0 0 -5 5", "1e9 0 5 5", "99999999 0 5 5", "0 0 5 5 5", "a b c d"])
def test_a_stamp_that_no_browser_wrote_is_no_box(value):
    page = read_page(f'<body {STAMP}="{value}"><p>Mill</p></body>')
    assert (boxes_of(page) == NO_BOX).all()


def test_stamps_are_cut_out_and_nothing_else():
    assert without_stamps(PAGE.encode()).decode() == (
        '<html><body class="day"><p>Mill</p><p hidden>Not shown</p><p>Put in by the parser</p></body></html>'
    )
    plain = b"<p>12 34 56 78</p>"
    assert without_stamps(plain) is plain


def test_headings_have_the_ranks_1_to_6():
    assert [*HEADINGS.items()] == [("h1", 1), ("h2", 2), ("h3", 3), ("h4", 4), ("h5", 5), ("h6", 6)]


def test_children_come_in_order_without_what_is_below_them():
    page = page_of("<ul><li>a<b>x</b></li><li>b</li></ul><p>c")
    items = [index for index, tag in enumerate(page.tags) if tag == "li"]
    assert [*page.children(page.tags.index("ul"))] == items
    assert [*page.children(items[1])] == []


def test_a_figure_has_its_first_caption():
    page = page_of("<figure><img src=/a.png><figcaption>A <b>mill</b></figcaption><figcaption>x</figcaption></figure>")
    assert page.figcaption(page.tags.index("figure")) == "A mill"
    page = page_of("<figure><img src=/a.png></figure><figcaption>x</figcaption>")
    assert page.figcaption(page.tags.index("figure")) == ""


def test_what_stages_ask_for_of_all_elements():
    page = page_of(
        "<h2>Mill <a href=/w>wheel</a></h2><div aria-label=x><p typeof=y>&nbsp;ab </p><i itemtype=z></i></div>"
        "<b itemprop=x role=y></b><s role></s>"
    )
    for _ in range(2):
        assert visible(page) == ([4, 5, 2], [0, 4, 9, 11], [0, 0, 5, 5])
        assert [page.tags[element] for element in headings(page)] == ["h2"]
        assert [page.tags[element] for element in labelled(page)] == ["div", "p", "i"]
        assert [page.tags[element] for element in microdata(page)] == ["i", "b"]
        assert [(page.tags[element], role) for element, role in roles(page).items()] == [("b", "y"), ("s", "")]


def test_elements_by_their_tags():
    markup = "<article><ul><li>a<ul id=Inner><li>b</ul></ul><pre>c</pre></article><pre class='Sub x'>d</pre>"
    pages = page_of(markup), read_page(markup)
    for page in pages:
        assert {tag: len(elements) for tag, elements in tagged(page).items()} == {"article": 1, "ul": 2, "pre": 2}
        assert all(page.tags[element] == tag for tag, elements in tagged(page).items() for element in elements)
    assert tagged(pages[0]) == tagged(pages[1])


@pytest.mark.parametrize(
    ("fragment", "tag"),
    [
        ("a", "p"),
        ("b", "a"),
        ("c", "b"),
        ("d", None),
        ("e", None),
        ("%61", "p"),
        ("x%79", "i"),
        ("%64", None),
        ("both", "s"),
    ],
)
def test_a_fragment_leads_to_the_first_element_of_that_id_or_name(fragment, tag):
    page = page_of(
        "<p id=a>x</p><a name=b>x</a><b class=c id=c>x</b><u class=d>x</u><p name=e>x</p><i id='x%79'>x</i>"
        "<s id=both>x</s><a name=both>x</a><a name=both>x</a>"
    )
    for _ in range(2):
        place = anchored(page, fragment)
        assert (None if place is None else page.tags[place]) == tag


@pytest.mark.parametrize("attribute", ["id", "name"])
def test_anchors_are_looked_for_in_the_first_100_000_elements(attribute):
    count = 100_001
    attrs = [{} for _ in range(99_999)] + [{attribute: "last"}, {attribute: "late"}]
    page = Page(tags=["a"] * count, attrs=attrs, names={"last": (99_999,), "late": (100_000,)})
    assert [anchored(page, name) for name in ("last", "late")] == [99_999, None]


def test_one_of_the_first_20_elements_has_a_stamp_where_there_are_boxes():
    stamped = {STAMP: "0 0 1 1"}
    assert has_boxes(Page(attrs=[*({} for _ in range(19)), stamped]))
    assert not has_boxes(Page(attrs=[*({} for _ in range(20)), stamped]))


def test_paths_are_the_same_when_they_were_pickled():
    paths = Paths(["html", "body", "p", "p"], [-1, 0, 1, 1], [4, 4, 3, 4], "/x")
    copy = pickle.loads(pickle.dumps(paths))
    assert copy.xpath(3) == paths.xpath(3) == "/x/html/body/p[2]"
    assert copy == paths
    with pytest.raises(AttributeError, match="'Paths' object has no attribute 'nothing'"):
        copy.nothing  # noqa: B018


def test_the_text_block_of_a_place_is_its_own_or_the_next() -> None:
    page = page_of("<div><p>The <b>mill</b></p><img src=a.png><p>stood</p></div>")
    places = {page.pieces[piece]: page.block_at(piece) for piece in range(len(page.pieces))}
    assert [places[text] for text in ("The ", "mill", "stood")] == [0, 0, 1]
    assert page.block_at(len(page.pieces)) == 2
    assert [page.first_block(page.tags.index(tag)) for tag in ("div", "b", "img")] == [0, 0, 1]


def test_what_a_function_has_made_of_a_page_is_made_once() -> None:
    made: list[Page] = []

    @cached
    def lengths(page: Page) -> list[int]:
        made.append(page)
        return [len(text) for text in page.texts]

    first, second = page_of("<p>The mill</p>"), page_of("<p>stood</p>")
    assert lengths(first) is lengths(first) == first.made["lengths"] == [8]
    assert lengths(second) == [5]
    assert [page is first for page in made] == [True, False]
    assert first == page_of("<p>The mill</p>")
