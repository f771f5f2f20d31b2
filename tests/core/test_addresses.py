from __future__ import annotations

import pytest
from core_pages import page_of

from scrapy_maincontent.page.head import MAX_ADDRESS, Addresses, base_address


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("8", "https://paper.example/news/8"),
        ("/about?x=1#y", "https://paper.example/about?x=1#y"),
        ("//other.example/a", "https://other.example/a"),
        ("http://other.example/a b", "http://other.example/a b"),
        ("#note", "https://paper.example/news/7#note"),
        ("mailto:desk@paper.example", "mailto:desk@paper.example"),
    ],
)
def test_links_are_absolute(href, expected):
    assert Addresses(page_of("<p>x")).link(href) == expected


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        " JavaScript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "vbscript:x",
        "data:text/html,x",
        "blob:x",
        "x" * (MAX_ADDRESS + 1),
    ],
)
def test_scripts_and_what_cannot_be_read_are_no_links(href):
    assert Addresses(page_of("<p>x")).link(href) is None
    assert Addresses(page_of("<p>x", url=None)).link(href) is None


def test_an_address_that_cannot_be_read_is_no_link():
    assert Addresses(page_of("<p>x")).link("http://[") is None


def test_what_only_looks_like_a_script_is_a_relative_address():
    assert Addresses(page_of("<p>x")).link("\u3000javascript:x") == "https://paper.example/news/\u3000javascript:x"
    assert Addresses(page_of("<p>x", url=None)).link("\u3000javascript:x") is None


def test_a_base_that_is_a_script_makes_no_scripts():
    link = Addresses(page_of('<base href="javascript:alert(1)//"><p>x', url=None)).link("#x")
    assert link is None or not link.startswith("javascript:")


def test_a_page_without_address_keeps_relative_links():
    assert Addresses(page_of("<p>x", url=None)).link("a/b.html") == "a/b.html"


def test_mail_is_no_picture():
    assert Addresses(page_of("<p>x")).image("mailto:desk@paper.example") is None


@pytest.mark.parametrize(
    ("url", "base"),
    [
        (None, None),
        ("https://mill.example/a?b=c", "https://mill.example/a?b=c"),
        ("https://mill.example/a?" + "b=c&" * 1000, "https://mill.example/a"),
        ("https://mill.example/" + "a/" * 1000, None),
        ("http://[", None),
        ("http://\u2100/", None),
    ],
)
def test_an_address_that_is_very_long_or_none_does_not_become_a_part_of_others(url, base):
    assert base_address(url) == base


@pytest.mark.parametrize(
    ("href", "expected"), [("/mill/", "https://paper.example/mill/8"), ("/m" * 300, "https://paper.example/news/8")]
)
def test_a_very_long_base_counts_as_none(href, expected):
    page = page_of(f'<base href="{href}"><p>Mill</p>', url="https://paper.example/news/7")
    assert Addresses(page).link("8") == expected
