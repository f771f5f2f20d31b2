from __future__ import annotations

from urllib.parse import urljoin

import pytest

from scrapy_maincontent.navigation.addresses import Addresses
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
