from __future__ import annotations

from urllib.parse import urljoin

import pytest

from scrapy_maincontent.navigation.addresses import (
    Addresses,
    are_dated_texts,
    are_other_programs,
    are_other_texts,
    form_step,
    guessed_seeds,
    has_list_parameter,
    is_dated,
    is_page_fragment,
    is_top,
    leads_to_all,
    leads_to_comments,
    more_step,
    names_page,
    offset_step,
    page_form,
    page_step,
    segments,
)
from scrapy_maincontent.navigation.candidates import Candidates
from scrapy_maincontent.page import Page


@pytest.mark.parametrize(
    "url",
    [
        *("https://garden.example/", "https://garden.example/a/b.html", "https://garden.example/a?b=c&d=e"),
        *(
            "https://garden.example",
            "https://garden.example?",
            "https://garden.example/a?",
            "https://garden.example/a;b",
        ),
        *("HTTPS://Garden.example/A", "https://garden.example/a/../b", "https://garden.example/é", "/a/b", ""),
        *("https://garden.example/a;", "https://garden.example/a?b;c", "file:///a", "https://garden.example:80/a#b"),
    ],
)
@pytest.mark.parametrize("href", ["#x", "#", "#x/y?z", "#x#y"])
def test_places_on_the_page_have_the_addresses_that_any_resolver_gives(url, href):
    assert Addresses(Page(url=url)).absolute(href) == urljoin(url, href)


def test_a_whole_address_stays_as_it_is_written():
    for href in ("https://garden.example/a?#top", "http://rose.example/a;b//c?d=/e"):
        assert Addresses(Page(url="https://garden.example/")).absolute(href) == href


SITE = "https://blog.example"


@pytest.mark.parametrize(
    ("own", "other", "step"),
    [
        ("/roses/?page=2", "/roses/?page=3", 1),
        ("/roses/?page=10", "/roses/?page=9", -1),
        ("/roses/?start=20&by=name", "/roses/?start=40&by=name", 20),
        ("/roses/", "/roses/2/", 1),
        ("/roses/", "/roses/page/2/", 1),
        ("/roses.html", "/roses_2.html", 1),
        ("/roses/index.html", "/roses/index2.html", 1),
        ("/roses/1867", "/roses/1867?page=2", 1),
        ("/roses/page/3/", "/roses/", -2),
        ("/roses/page/2/", "/roses/page/12/", 10),
    ],
)
def test_how_many_pages_on(own, other, step):
    assert page_step(SITE + own, SITE + other) == step


@pytest.mark.parametrize(
    "other",
    ["/roses/bush/", "/roses/page/2/", "/lilies/", "/roses/climbing/best-of-2024/", "/"],
)
def test_other_pages_are_not_alike(other):
    assert page_step(SITE + "/roses/climbing/", SITE + other) is None


def test_another_site_is_not_alike():
    assert page_step(SITE + "/roses/", "https://shop.example/roses/2/") is None


def test_without_an_own_address_nothing_is_alike():
    assert page_step("", SITE + "/roses/2/") is None


ROSES = f"{SITE}/roses"


@pytest.mark.parametrize(
    ("own", "other", "is_more"),
    [
        *((ROSES, ROSES + more, True) for more in ("?page=2", "/page/2", "/2", "?offset=10")),
        *((ROSES, ROSES + other, False) for other in ("?page=3", "", "/page/3")),
        (f"{ROSES}?page=2", f"{ROSES}?page=3", True),
        (f"{ROSES}?page=2", f"{ROSES}?page=1", False),
        (f"{ROSES}-2.html", f"{ROSES}-3.html", True),
        (f"{ROSES}-2.html", f"{ROSES}-1.html", False),
        (f"{ROSES}?start=20", f"{ROSES}?start=40", True),
        (f"{ROSES}?start=20", f"{ROSES}?start=0", False),
        (ROSES, f"{SITE}/tulips?page=2", False),
    ],
)
def test_more_is_the_page_or_the_entries_that_come_next(own, other, is_more):
    assert more_step(own, other) is is_more


@pytest.mark.parametrize(
    ("own", "other", "step"),
    [
        ("/board/999", "/board/1000", 1),
        ("/board/1000", "/board/1001", None),
        ("/board/1001", "/board/999", -2),
        ("/board?p=1000", "/board?p=1001", 1),
        ("/board/1", "/board/1999999", None),
        ("/board?p=1", "/board?p=999999", 999998),
        ("/board?p=1", "/board?p=1999999", None),
        ("/roses/", "/roses/1/", 1),
        ("/roses/", "/roses/0/", None),
        ("/roses/3/", "/roses/", -2),
        ("/roses/1/", "/roses/", -1),
        ("/roses/", "/roses/", None),
        ("/roses?page=2#top", "/roses?page=3#top", 1),
        ("/" + "x" * 477 + "/2", "/" + "x" * 477 + "/3", 1),
        ("/" + "x" * 478 + "/2", "/" + "x" * 478 + "/3", None),
    ],
)
def test_bounds_of_a_step(own, other, step):
    assert page_step(SITE + own, SITE + other) == step


@pytest.mark.parametrize(("own", "step"), [("http://www.blog.example", 1), ("https://BLOG.example", 1), ("", None)])
def test_a_site_s_hosts_are_one_with_and_without_www(own, step):
    assert page_step(f"{own}/roses/", f"{SITE}/roses/2/") == step


@pytest.mark.parametrize(
    ("url", "path", "parameters", "number"),
    [
        ("/roses/page/2/", "/roses", set(), 2),
        ("/roses/page/2.html", "/roses", set(), 2),
        ("/roses/page/123456", "/roses/page/123456", set(), None),
        ("/roses/index.html?page=2&by=name", "/roses", {"by=name"}, 2),
        ("/roses?page=2&p=3", "/roses", {"p=3"}, 2),
        ("/roses/page/2?page=3", "/roses/page/2", set(), 3),
        ("/roses?tx_news[currentPage]=4;x", "/roses", {"x"}, 4),
        ("/roses;jsessionid=A1?x=1&&#top", "/roses", {"x=1"}, None),
        (f"/{'x' * 34}/page/2", f"/{'x' * 34}", set(), 2),
        ("/page/2/" + "x" * 40, "/page/2/" + "x" * 40, set(), None),
    ],
)
def test_an_address_without_its_pages_number(url, path, parameters, number):
    assert page_form(SITE + url) == ("blog.example" + path, frozenset(parameters), number)


@pytest.mark.parametrize(
    ("own", "other", "step"),
    [
        ("?page=2", "?page=5", 3),
        ("?page=5", "?page=2", -3),
        ("", "?page=2", 1),
        ("", "?page=1", 1),
        ("", "?page=0", None),
        ("?page=3", "", -2),
        ("?page=0", "", None),
        ("?page=1", "", -1),
        ("", "", None),
        ("?page=2&a=1", "?page=3&a=2", 1),
        ("?page=2&a=1&b=1", "?page=3&a=2", None),
        ("?a=1", "?page=2&a=1", 1),
        ("?a=1", "?page=2", None),
        ("?page=2", "?a=1", None),
        ("?page=2&a=1", "?a=1", -1),
        ("/page/2", "/mills/page/3", None),
    ],
)
def test_steps_by_the_numbers_that_addresses_name(own, other, step):
    assert form_step(f"{SITE}/roses{own}", f"{SITE}/roses{other}") == step


@pytest.mark.parametrize(
    ("own", "other", "entries"),
    [
        ("?start=20", "?start=40", 20),
        ("?start=20", "", -20),
        ("", "?offset=10&x=1", 10),
        ("", "?page=2", 0),
        ("/a?start=20", "/b?start=40", 0),
        ("?start=123456", "?start=20", 20),
    ],
)
def test_steps_by_entries(own, other, entries):
    assert offset_step(f"{SITE}/roses{own}", f"{SITE}/roses{other}") == entries


@pytest.mark.parametrize(
    ("url", "is_named"),
    [("/roses?page=2", True), ("/roses?x=1", True), ("/roses/index.html", True), ("/mills", False)],
)
def test_an_address_names_its_page_or_is_the_first_ones(url, is_named):
    assert names_page(ROSES, SITE + url) == is_named


@pytest.mark.parametrize(
    ("function", "url", "expected"),
    [
        (is_dated, "/2024/06/03/", True),
        (is_dated, "/2024", True),
        (is_dated, "/2024/x", False),
        (is_dated, "/?year=2024", True),
        (is_dated, "/?years=2024", False),
        (is_dated, "/mill#/2024", False),
        (is_page_fragment, "#page-2", True),
        (is_page_fragment, "#top", False),
        (leads_to_comments, "#comments", True),
        (leads_to_comments, "#mill", False),
        (leads_to_all, "?page=all", True),
        (leads_to_all, "/roses-all.html", True),
        (leads_to_all, "/allium", False),
        (has_list_parameter, "?a=12345", True),
        (has_list_parameter, "?a=123456", False),
        (has_list_parameter, "?after=x", True),
        (has_list_parameter, "#?after=x", False),
        (is_top, "", True),
        (is_top, "/index.html", True),
        (is_top, "/a", False),
        (is_top, "/?a", False),
    ],
)
def test_what_an_address_says_by_itself(function, url, expected):
    assert function(url if url.startswith("#") else SITE + url) is expected


@pytest.mark.parametrize(
    ("own", "other", "are_texts"),
    [
        ("/mills", "/weirs", True),
        ("/mills", "/weirs?x", False),
        ("/mills", "/", False),
        ("/", "/weirs", True),
        ("/", "/2", False),
        ("/", "/weirs2", False),
        ("/mills", "/mills/weir_2.html", False),
        ("/mills/1234", "/mills/1235", True),
        ("/mills/1234", "/mills/1234.html", False),
        ("/a/mill", "/b/mill", False),
        ("/mills/123", "/mills/124", False),
        ("/board/index1234.html", "/board/index1235.html", False),
        ("/mills", "/99", False),
    ],
)
def test_other_texts_end_in_other_words(own, other, are_texts):
    assert are_other_texts(SITE + own, SITE + other) == are_texts


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("/mills/2024/06/03", "/weirs/2024/06/03", True),
        ("/mills/2024/06/03", "/mills/2024/06/04", False),
        ("/mills/2024/06/03", "/weirs", False),
    ],
)
def test_texts_with_a_date_at_their_end(own, other, expected):
    assert are_dated_texts(SITE + own, SITE + other) == expected


@pytest.mark.parametrize(
    ("own", "other", "expected"),
    [
        ("/abs/1", "/step?id=x", True),
        ("/abs/1", "/step", False),
        ("/abs/1", "/step?page=2", False),
        ("/abs/1", "/abs?id=x", False),
        ("/abs.html", "/absent?id=x", False),
    ],
)
def test_other_programs(own, other, expected):
    assert are_other_programs(SITE + own, SITE + other) == expected


def test_hosts_and_sites():
    own = Addresses(Page(url="https://www.blog.example/a/b#c"))
    assert (own.own, own.own_path) == ("https://www.blog.example/a/b", ("a", "b"))
    for href, found in {
        "/x": (True, True, True),
        "https://blog.example/x": (False, True, True),
        "http://WWW.blog.example/x": (False, True, True),
        "https://shop.blog.example/x": (False, False, True),
        "https://rose.example/x": (False, False, False),
    }.items():
        assert (own.is_local(href), own.is_same_host(href), own.is_same_site(href)) == found
    nowhere = Addresses(Page())
    assert nowhere.is_local(SITE) and nowhere.is_same_host(SITE) and nowhere.is_same_site(SITE)  # noqa: PT018
    assert own.is_own("http://blog.example/a/b/#x")
    assert not own.is_own("http://blog.example/a")


@pytest.mark.parametrize(
    ("href", "fragment"),
    [("#x", "x"), ("#", ""), ("/a/b#x", "x"), ("/a/b/#x", "x"), ("/a#x", None), ("/a/b", None), ("", None)],
)
def test_places_on_the_page_itself(href, fragment):
    assert Addresses(Page(url=f"{SITE}/a/b")).fragment(href) == fragment


def test_a_path_has_at_most_20_segments_and_no_index_page():
    assert segments(f"{SITE}/a//b/Index.html?x#y") == ("a", "b")
    assert segments(SITE) == ()
    assert [len(segments(SITE + "/x" * count)) for count in (19, 20, 21, 30)] == [19, 20, 20, 20]


@pytest.mark.parametrize(
    ("own", "href", "is_guess"),
    [
        ("/roses", "/roses/page/2", True),
        ("/roses", "/roses/page/2/", True),
        ("/roses", "/roses?page=2", True),
        ("/roses", "?page=2", True),
        ("/roses?by=name", "?by=name&page=2", True),
        ("/roses?by=name", "/roses/page/2?by=name", True),
        ("/roses", "/roses/page/3", False),
        ("/roses", "/mills/page/2", False),
        ("/roses?page=3", "?page=4", True),
        ("/roses?page=3", "?page=2", False),
        ("/roses/3/page/3", "/roses/3/page/4", True),
        ("/roses/3/page/3", "/roses/4/page/3", False),
        ("/roses/13/page/3", "/roses/13/page/4", True),
    ],
)
def test_the_next_pages_address_is_guessed(own, href, is_guess):
    page = Page(url=SITE + own, tags=["a"], attrs=[{"href": href}], links=[0], parents=[-1], ends=[1])
    page.piece_starts, page.piece_ends = [0], [0]
    assert guessed_seeds(Candidates(page), Addresses(page)) == [0] * is_guess
    page.url = None
    assert guessed_seeds(Candidates(page), Addresses(page)) == []
