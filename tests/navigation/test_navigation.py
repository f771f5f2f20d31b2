from __future__ import annotations

import gc
import pickle
import tomllib
from pathlib import Path

import pytest
from growth import FULL, check_linear
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.regions import Expected, score_regions
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.lab.corpus import Counts
from scrapy_maincontent.navigation import MAX_REGIONS, breadcrumbs, detect
from scrapy_maincontent.navigation.next_page import page_links
from scrapy_maincontent.page import Kind, Page
from scrapy_maincontent.page.flatten import flatten
from scrapy_maincontent.page.limits import Limits
from scrapy_maincontent.page.parser import parse
from scrapy_maincontent.words import phrases
from scrapy_maincontent.words.phrases import SENSES

PAGE = """
<a href="#main">Skip to content</a>
<div class="breadcrumb"><a href="/">Home</a> &gt; <a href="/news/">News</a> &gt; Roses</div>
<main id="main"><h1>Roses in June</h1><p class="entry-meta">by <a rel="author" href="/ann">Ann Reed</a></p>
<p>They bloom.</p></main>
<div class="pager"><a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a></div>
<footer><a href="/about">About us</a> <a href="/privacy">Privacy</a></footer>
"""


def test_a_page_with_regions_is_freed_without_the_collector(read_page):
    def pages():
        return sum(isinstance(held, Page) for held in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before, regions = pages(), detect(read_page(PAGE))
        assert pages() == before
    finally:
        gc.enable()
    assert (regions[1].text, regions[1].links[0][0]) == ("Home > News > Roses", "Home")


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


def test_regions_are_the_same_elsewhere_whether_their_xpaths_were_asked_for_or_not(read_page):
    regions = detect(read_page(PAGE))
    arrived = pickle.loads(pickle.dumps(regions))
    xpaths = [region.xpath for region in regions]
    assert arrived == regions == detect(read_page(PAGE))
    assert [region.xpath for region in arrived] == xpaths
    with pytest.raises(AttributeError, match=r"Region.*path"):
        regions[0].path  # noqa: B018


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


# Blog and news pages in twelve languages, marked by hand: ``data-region`` stands on the element of each region.

PAGES = sorted(Path(__file__).with_name("pages").glob("*.html"))
LANGUAGE_URL = "https://{}.example/a/page.html"
MARK = "data-region"
TELLING = ("class", "id")


def read(path):
    page = read_page(path.read_bytes(), LANGUAGE_URL.format(path.stem))
    marked = [element for element, own in enumerate(page.attrs) if MARK in own]
    return page, [Expected(page.attrs[element][MARK], page.text_in(element)) for element in marked]


def score(page, expected):
    counts = {str(kind): Counts() for kind in Kind}
    score_regions([(region.kind, region.text) for region in detect(page)], expected, counts)
    return counts


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_region_is_found_and_nothing_else(path):
    page, expected = read(path)
    found = {kind: (count.hits, count.wrong, count.missed) for kind, count in score(page, expected).items()}
    wanted = {str(kind): (sum(region.kind == kind for region in expected), 0, 0) for kind in Kind}
    assert found == wanted


def test_all_kinds_are_marked_in_every_language():
    kinds = {}
    for path in PAGES:
        _, expected = read(path)
        kinds.setdefault(path.stem.partition("-")[0], set()).update(region.kind for region in expected)
    assert {language: len(marked) for language, marked in kinds.items()} == dict.fromkeys(kinds, len(Kind))
    assert set(kinds) == {"de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "zh"}


# Navigation by its words alone, in twenty-nine languages: no class, no id, no role, no address that tells anything.

WORDINGS = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text("utf-8"))
LANGUAGES = sorted(WORDINGS)
MEANINGS = {
    "lead": phrases.LEAD,
    "home": phrases.HOME,
    "label": phrases.TRAIL_LABEL,
    "footer": phrases.LEGAL | phrases.ABOUT,
    "body": phrases.BODY,
    "top": phrases.TOP,
    "end": phrases.END,
    "contents": phrases.CONTENTS,
}
URL = "https://paper.example/a/b.html"
PROSE = "<p>" + "The river rose by the width of a hand. " * 20 + "</p>"


def each(list_name):
    return [(language, wording) for language in LANGUAGES for wording in WORDINGS[language][list_name]]


def link(number, text):
    return f'<a href="/{number}">{text}</a>'


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("list_name", MEANINGS)
def test_every_wording_says_what_it_is(language, list_name):
    wordings = WORDINGS[language][list_name]
    assert [wording for wording in wordings if not SENSES[wording] & MEANINGS[list_name]] == []


@pytest.mark.parametrize(("language", "lead"), each("lead"))
def test_trails_by_their_leading_words(find, language, lead):
    found = find("breadcrumb", f"<div>{lead} {link(1, 'A')} {link(2, 'B')} C</div>{PROSE}", URL)
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.step2", f"{lead} A B C")]


@pytest.mark.parametrize(("language", "home"), each("home"))
def test_trails_by_the_name_of_the_home_page(find, language, home):
    found = find("breadcrumb", f"<div>{link('start', home)} » {link(2, 'B')} » C</div>{PROSE}", URL)
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.step3", f"{home} » B » C")]


@pytest.mark.parametrize(("language", "label"), each("label"))
def test_trails_by_their_labels(find, language, label):
    found = find("breadcrumb", f'<nav aria-label="{label}">{link(1, "A")} {link(2, "B")}</nav>{PROSE}', URL)
    assert [(rule, text) for rule, _, text in found] == [("breadcrumb.labelled", "A B")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_footers_by_their_links(find, language):
    wordings = WORDINGS[language]["footer"]
    items = "".join(f"<li>{link(number, text)}</li>" for number, text in enumerate(wordings))
    menu = f"<ul><li>{link('m1', 'River')}</li><li>{link('m2', 'Boats')}</li><li>{link('m3', 'Mills')}</li></ul>"
    found = find("site_info", f"{menu}{PROSE * 5}<ul>{items}</ul>", URL)
    assert [(rule, place, text.split()) for rule, place, text in found] == [
        ("site_info.pair", "footer", " ".join(wordings).split())
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_two_neighbours_in_a_footer_are_enough(find, language):
    wordings = WORDINGS[language]["footer"]
    for number, text in enumerate(wordings[1:]):
        pair = f"{link(1, wordings[number])} | {link(2, text)}"
        assert len(find("site_info", f"{PROSE}<div>{pair}</div>", URL)) == 1, pair


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("list_name", "rule"), [("top", "step1"), ("body", "step2"), ("end", "step3")])
def test_links_within_the_page(find, language, list_name, rule):
    for wording in WORDINGS[language][list_name]:
        found = find("in_page", f'<a href="#x7">{wording}</a>{PROSE}', URL)
        assert found == [(f"in_page.{rule}", list_name, wording)]


@pytest.mark.parametrize(("language", "heading"), each("contents"))
def test_two_links_are_a_table_of_contents_below_its_heading(find, language, heading):
    sections = f"<h2>Alpha</h2>{PROSE}<h2>Beta</h2>{PROSE}"
    table = '<p><a href="#x1">Alpha</a></p><p><a href="#x2">Beta</a></p>'
    found = find("in_page", f"<div><p>{heading}</p>{table}</div>{sections}", URL)
    assert [(rule, subtype) for rule, subtype, _ in found] == [("in_page.step4", "contents")]
    assert find("in_page", f"<div><p>Omega</p>{table}</div>{sections}", URL) == []


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pl", "pt"])
def test_accents_may_be_left_out(language):
    plain = str.maketrans("áàâäãąçćéèêëęíîïłñńóôöõòśúûüùźż", "aaaaaacceeeeeiiilnnooooosuuuuzz")
    wordings = [
        wording for wording in WORDINGS[language]["footer"] if wording.lower() != wording.lower().translate(plain)
    ]
    assert wordings or language == "nl"
    assert [text for text in wordings if not SENSES[text.lower().translate(plain)] & MEANINGS["footer"]] == []
