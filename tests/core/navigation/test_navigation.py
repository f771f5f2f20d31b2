from __future__ import annotations

import pytest
from growth import FULL, check_linear
from hypothesis import given
from hypothesis import strategies as st

from scrapy_maincontent.navigation import MAX_REGIONS, breadcrumbs, detect
from scrapy_maincontent.navigation.next_page import page_links
from scrapy_maincontent.page import Kind, Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse

PAGE = """
<a href="#main">Skip to content</a>
<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/news/">News</a> &gt; Roses</div>
<main id="main"><h1>Roses in June</h1><p class="entry-meta">by <a rel="author" href="/ann">Ann Reed</a></p>
<p>They bloom.</p></main>
<div class="pager"><a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a></div>
<footer><a href="/about">About us</a> <a href="/privacy">Privacy</a></footer>
"""


def test_all_kinds_in_document_order(read_page):
    regions = detect(read_page(PAGE))
    assert [region.kind for region in regions] == [
        *(Kind.IN_PAGE, Kind.BREADCRUMB, Kind.BLOG_UTILITY, Kind.PAGING, Kind.SITE_INFO),
    ]


def test_a_region_tells_where_it_is(read_page):
    page = read_page(PAGE)
    region = next(region for region in detect(page) if region.kind == Kind.SITE_INFO)
    assert region.xpath == "/html/body/footer"
    assert page.texts[region.blocks[0] : region.blocks[1]] == ["About us Privacy"]
    assert page.tags[region.elements[0]] == "footer"
    assert region.links == (
        ("About us", "https://shop.example/about"),
        ("Privacy", "https://shop.example/privacy"),
    )


def test_without_an_address_links_stay_as_written(read_page):
    regions = detect(read_page(PAGE, None))
    assert regions[-1].links[0] == ("About us", "/about")


@pytest.mark.parametrize("body", ["", "<p>Roses bloom.</p>", '<a href="">x</a>', '<a href="http://[">x</a>'])
def test_pages_without_navigation(read_page, body):
    page = read_page(body)
    assert detect(page) == ()
    assert breadcrumbs(page, ()) == ()
    assert page_links(page, ()) == (None, None, None)


FLOODS = {
    "links": lambda n: '<a href="/x">x</a>' * (250 * n),
    "marked": lambda n: '<div class="pagination"><a href="?p=2">2</a></div>' * (80 * n),
    "trails": lambda n: '<div class="breadcrumb"><a href="/">Home</a> &gt; x</div>' * (60 * n),
    "names": lambda n: (
        "".join(f'<p class="c{number}" id="i{number}"></p>' for number in range(150 * n)) + '<a href="#i1">Top</a>'
    ),
    "nested fragments": lambda n: (
        ("<div>" * 240 + '<a href="#a">One</a><p><a href="#b">Two</a></p>' + "</div>" * 240) * (n * 2 // 5)
    ),
    "nested tags": lambda n: ("<div>" * 200 + '<a rel="tag" href="/tag/x">X</a>' + "</div>" * 200) * (n // 2),
    "long block": lambda n: (
        "<p>" + "roses " * (500 * n) + '<a href="/p">Privacy</a> <a href="/t">Terms</a> ' * (20 * n)
    ),
    "long text": lambda n: '<ul class="pager"><a href="?p=2">' + "next " * (1000 * n) + "</a></ul>",
    "one block": lambda n: '<a href="/x">text</a> ' * (100 * n),
    "names in one block": lambda n: 'by <a href="/x">Ann</a> ' * (100 * n),
    "lines": lambda n: '<p class="byline">by <a href="/x">Ann</a>, 3 June 2024</p>' * (50 * n),
    "nested lines": lambda n: "<div>" * 200 + '<p>by <a href="/x">Ann</a></p><p>3 June 2024</p>' * (50 * n),
    "headings": lambda n: '<h4>By</h4><p><a href="/x">Ann</a></p><h5>Roses 2024</h5>' * (30 * n),
}


@pytest.mark.parametrize("name", FLOODS)
def test_the_work_grows_no_faster_than_the_page(read_page, name):
    check_linear(lambda n: read_page(FLOODS[name](n)), detect)


@pytest.mark.slow
@pytest.mark.parametrize("name", FLOODS)
def test_hostile_sizes_have_bounded_regions(read_page, name):
    assert len(detect(read_page(FLOODS[name](FULL)))) <= MAX_REGIONS


_TAGS = st.sampled_from(["a", "div", "ul", "li", "nav", "p", "h2", "footer", "img"])
_WORDS = st.sampled_from(["Next", "»", "Home", "Privacy", "次へ", "2", "5 comments", "Top", "", ">"])
_NAMES = st.sampled_from(["breadcrumb", "pager", "entry-meta", "toc", "footer", ""])
_HREFS = st.sampled_from(["/", "#", "#a", "?p=2", "/tag/a", "http://[", "//", "javascript:", ""])


@st.composite
def _markup(draw):
    parts = []
    for tag, word, name, href in draw(st.lists(st.tuples(_TAGS, _WORDS, _NAMES, _HREFS), max_size=25)):
        closed = draw(st.booleans())
        parts.append(f'<{tag} class="{name}" href="{href}" alt="{word}">{word}' + (f"</{tag}>" if closed else ""))
    return "".join(parts)


@given(_markup())
def test_any_markup_gives_consistent_regions(markup):
    root = parse(f"<body>{markup}</body>".encode())
    assert root is not None
    page = flatten(root, Page(url="https://shop.example/a"), Limits())
    regions = detect(page)
    breadcrumbs(page, regions)
    page_links(page, regions)
    for region in regions:
        first, last = region.elements
        assert first <= last < len(page.tags)
        assert page.parents[first] == page.parents[last]
        assert region.links
