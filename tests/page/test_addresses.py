from __future__ import annotations

import pytest

from scrapy_maincontent.page.addresses import bare_host, host_of, origin, site_of


@pytest.mark.parametrize(
    ("url", "of_origin", "host", "bare", "site"),
    [
        (
            "https://www.Mill.example/weir?a=1#b",
            "https://www.Mill.example",
            "www.mill.example",
            "mill.example",
            "mill.example",
        ),
        (
            "http://news.mill.example:8080/",
            "http://news.mill.example:8080",
            "news.mill.example",
            "news.mill.example:8080",
            "mill.example",
        ),
        (
            "https://ann:pw@mill.example",
            "https://ann:pw@mill.example",
            "mill.example",
            "ann:pw@mill.example",
            "mill.example",
        ),
        ("https://水車.example/川", "https://水車.example", "水車.example", "水車.example", "水車.example"),
        ("/weir", "", "", "", ""),
        ("mailto:ann@mill.example", "", "", "", ""),
        ("https://[::1", "https://[::1", "", "[::1", "["),
    ],
)
def test_what_an_address_is_made_of(url: str, of_origin: str, host: str, bare: str, site: str) -> None:
    assert (origin(url), host_of(url), bare_host(url), site_of(url)) == (of_origin, host, bare, site)
