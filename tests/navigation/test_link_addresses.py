from __future__ import annotations

from urllib.parse import urljoin

import pytest

from scrapy_maincontent.navigation.addresses import Addresses, more_step, page_step
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
