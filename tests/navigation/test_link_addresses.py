from __future__ import annotations

from urllib.parse import urljoin

import pytest

from scrapy_maincontent.navigation.addresses import Addresses, page_step
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
