from __future__ import annotations

import pytest

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page.head import followable

WEB, FILE = "https://mill.example/wheel?page=2", "file:///mill/wheel.html"
PROSE = "<p>The mill stands by the river, and its wheel has turned since the spring of that year.</p>" * 6


@pytest.mark.parametrize(
    "address",
    ["https://mill.example/3", "http://mill.example:8080?page=3", "/3", "?page=3", "http://水.example/3", None],
)
def test_addresses_of_the_web_are_followed(address):
    assert followable(address, WEB) == followable(address, None) == address


@pytest.mark.parametrize(
    "address",
    [
        *("javascript:alert(1)", "data:text/html,x", "mailto:a@mill.example", "ftp://mill.example/3", "//[x]:y/3"),
        *("http://[::1/3", "http://\u2100/3", "http://mill.example:99999999/3", FILE),
    ],
)
def test_others_are_not(address):
    assert followable(address, WEB) is None


def test_a_file_leads_to_files():
    assert followable(FILE, FILE) == FILE
    assert followable(FILE, None) is None


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "http://[::1/3", "https://mill.example/3"]
)
def test_what_a_result_leads_to_can_be_followed(address):
    trail = f'<div class="breadcrumb"><a href="{address}">Mills</a> &gt; <a href="/m">Mill</a> &gt; Wheel</div>'
    result = extract(
        f'<link rel="next" href="{address}">{trail}<h1>Wheel</h1>{PROSE}<a rel="next" href="{address}">Next</a>', WEB
    )
    expected = address if address.startswith("https://mill") else None
    assert result.next_page == expected
    assert [crumb["url"] for crumb in result.breadcrumbs] == [expected, "https://mill.example/m", None]
