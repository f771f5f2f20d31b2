from __future__ import annotations

import time

import pytest
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


@pytest.mark.parametrize(
    "body",
    [
        '<a href="/x">x</a>' * 250_000,
        '<div class="pagination"><a href="?p=2">2</a></div>' * 80_000,
        '<div class="breadcrumb"><a href="/">Home</a> &gt; x</div>' * 60_000,
        "".join(f'<p class="c{number}" id="i{number}"></p>' for number in range(150_000)) + '<a href="#i1">Top</a>',
        ("<div>" * 240 + '<a href="#a">One</a><p><a href="#b">Two</a></p>' + "</div>" * 240) * 400,
        ("<div>" * 200 + '<a rel="tag" href="/tag/x">X</a>' + "</div>" * 200) * 500,
        "<p>" + "roses " * 500_000 + '<a href="/p">Privacy</a> <a href="/t">Terms</a> ' * 20_000,
        '<ul class="pager"><a href="?p=2">' + "next " * 1_000_000 + "</a></ul>",
        '<a href="/x">text</a> ' * 100_000,
        'by <a href="/x">Ann</a> ' * 100_000,
        '<p class="byline">by <a href="/x">Ann</a>, 3 June 2024</p>' * 50_000,
        "<div>" * 200 + '<p>by <a href="/x">Ann</a></p><p>3 June 2024</p>' * 50_000,
        '<h4>By</h4><p><a href="/x">Ann</a></p><h5>Roses 2024</h5>' * 30_000,
    ],
    ids=[
        *("links", "marked", "trails", "names", "nested fragments", "nested tags", "long block", "long text"),
        *("one block", "names in one block", "lines", "nested lines", "headings"),
    ],
)
def test_hostile_sizes_take_bounded_time(read_page, body):
    page = read_page(body)
    start = time.process_time()
    regions = detect(page)
    assert time.process_time() - start < 5
    assert len(regions) <= MAX_REGIONS


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
