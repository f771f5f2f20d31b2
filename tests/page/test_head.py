from __future__ import annotations

import json
from urllib.parse import urljoin

import pytest
from core_pages import page_of
from growth import check_linear
from hypothesis import example, given
from hypothesis import strategies as st

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.page import Joiner, Page
from scrapy_maincontent.page.head import (
    MAX_ADDRESS,
    Addresses,
    base_address,
    bound_base,
    followable,
    objects,
    one_product,
    parsed,
    product_description,
)


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("8", "https://paper.example/news/8"),
        ("/about?x=1#y", "https://paper.example/about?x=1#y"),
        ("//other.example/a", "https://other.example/a"),
        ("http://other.example/a b", "http://other.example/a b"),
        ("https:////other.example/a", "https://other.example/a"),
        ("\n///other.example/a", "https://other.example/a"),
        ("/go?to=http:///a", "https://paper.example/go?to=http:///a"),
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


KETTLE = {"@context": "https://schema.org", "@type": "Product", "name": "Kettle", "description": "Holds two litres."}


def found(*values):
    return product_description([json.dumps(value) for value in values])


def test_a_products_description_is_found_wherever_it_stands():
    assert found(KETTLE) == "Holds two litres."
    assert found([{"@type": "WebSite", "description": "Pots and pans"}, KETTLE]) == "Holds two litres."
    assert found({"@graph": [{"@type": "WebPage", "mainEntity": KETTLE}]}) == "Holds two litres."
    assert found(KETTLE | {"@type": ["Thing", "Product"]}) == "Holds two litres."


def test_the_same_product_twice_is_one_product():
    assert found({"@type": "ProductGroup", "description": "Holds two litres.", "hasVariant": [KETTLE]}, KETTLE)


def test_several_products_are_a_list():
    assert found(KETTLE, KETTLE | {"description": "Holds three litres."}) is None


def test_what_is_no_product_declares_none():
    assert found({"@type": "Organization", "name": "Product Makers", "description": "We make kettles."}) is None
    assert found(KETTLE | {"description": ["Holds", "two"]}) is None
    assert found() is None


@pytest.mark.parametrize(
    "written", ["<p>Holds <b>two</b> litres.</p>", "&lt;p&gt;Holds two&amp;nbsp;litres.&lt;/p&gt;"]
)
def test_markup_is_taken_out_of_a_description(written):
    assert found(KETTLE | {"description": written}) == "Holds two litres."


def test_line_breaks_in_strings_are_read_though_json_knows_none():
    assert product_description(['{"@type": "Product", "description": "Holds\ntwo litres."}']) == "Holds two litres."


@pytest.mark.parametrize(
    "script",
    [
        '{"@type": "Product", "description": ',
        "Product",
        '["Product"]',
        "[" * 200_000 + '"Product"',
        '{"@type": "Product"}',
    ],
    ids=["cut", "no json", "a list", "deep", "without one"],
)
def test_bad_json_declares_nothing(script):
    assert product_description([script]) is None
    assert product_description([script, json.dumps(KETTLE)]) == "Holds two litres."


@pytest.mark.parametrize(("others", "found"), [(19, "Holds two litres."), (20, None)])
def test_20_types_of_an_object_are_read(others, found):
    assert product_description([json.dumps(KETTLE | {"@type": [{"@type": "x"}] * others + ["Product"]})]) == found


@pytest.mark.parametrize("count", [19_998, 19_999, 20_000])
def test_20_000_values_of_a_script_are_read(count):
    assert sum(1 for _ in objects(f"[{','.join(['{}'] * count)}]")) == min(count, 19_999)


SITE = "https://mill.example/"


def long_address(length, start=SITE):
    return start + "a" * (length - len(start))


def test_an_address_of_4096_characters_is_kept_and_a_longer_one_is_not():
    addresses = Addresses(page_of("<p>x", url=SITE))
    for make in (addresses.link, addresses.image):
        assert make(long_address(4096)) == long_address(4096)
        assert make(long_address(4097)) is None
        assert make("a" * (4096 - len(SITE))) == long_address(4096)
        assert make("a" * (4097 - len(SITE))) is None


def test_others_are_joined_to_an_address_of_2000_characters_and_to_no_longer_one():
    assert base_address(long_address(2000)) == long_address(2000)
    assert base_address(long_address(2001)) is None
    assert base_address(long_address(2000) + "?b") == long_address(2000)
    assert base_address(long_address(2001) + "?b") is None


def test_a_base_of_500_characters_counts_and_a_longer_one_does_not():
    for length, folder in ((500, long_address(499) + "/"), (501, "https://paper.example/news/")):
        page = page_of(f'<base href="{long_address(length - 1)}/"><p>Mill', url="https://paper.example/news/7")
        assert Addresses(page).link("8") == folder + "8"


def test_50_scripts_of_json_ld_are_read_and_none_that_is_longer_than_500_000_characters():
    script = '<script type="application/ld+json">{}</script>'
    assert len(page_of(script.format("{}") * 51 + "<p>x").json_ld) == 50
    for length in (500_000, 500_001):
        page = page_of(script.format(" " * (length - 2) + "{}") + "<p>x")
        assert len(page.json_ld) == (length == 500_000)


BASES = (
    *("https://m.example/a/b.html?x#y", "https://m.example", "http://m:80/", "https://m.example/a//b", "x://m/a", ""),
    *("https://m.example/a/b;c", "https://m/a;b/c", "https://m/?q", "http://u@m/a", "HTTPS://M/a", "https://m/./a/.."),
)


@given(st.sampled_from(BASES), st.text(alphabet="ab//..??##:;=&@%-_~+,!$'()*[ é\\", max_size=9))
@example("https://m.example/a/b.html", "?page=2")
@example("https://m.example/a/b.html", "a+b/c")
@example("https://m.example/a?b#c", "#d/e?f")
@example("https://m.example/a?", "#d")
@example("x://m/a", "https://m.example:80/a//b/../c?d#e")
@example("https://m.example/", "https://m.example/a?")
@example("https://m.example/", "https://m.example/a;")
def test_addresses_are_joined_as_the_standard_library_does(base: str, address: str) -> None:
    try:
        joined = urljoin(base, address).strip()
    except ValueError:
        joined = None
    assert Joiner(base)(address) == joined


@pytest.mark.parametrize(("links", "base"), [(0, True), (32_000, True), (32_001, False)])
def test_a_base_adds_16_000_000_characters_to_all_addresses(links, base):
    page = Page(
        url="https://paper.example/7", base_href=long_address(500 - len("https://paper.example/7")), links=[0] * links
    )
    bound_base(page)
    assert (page.base_href != "") == base
    page = Page(url=long_address(500), links=[0] * links)
    bound_base(page)
    assert (page.url is not None) == base


def the_product(*values):
    return one_product([json.dumps(value) for value in values])


def test_one_product_is_declared_with_what_it_costs_and_what_customers_say():
    offered = KETTLE | {"offers": {"@type": "Offer", "price": "29"}, "review": {"reviewBody": "<p>Boils fast.</p>"}}
    assert the_product(offered) == (True, ["Boils fast."])
    assert the_product({"@graph": [{"@type": "WebSite"}, offered]}) == (True, ["Boils fast."])
    assert the_product(KETTLE) == (False, [])


def test_reviews_of_a_product_are_read_and_no_others():
    assert the_product(KETTLE | {"review": [{"reviewBody": "Fast."}, {"reviewBody": 5}, "Slow."]}).reviews == ["Fast."]
    assert the_product(KETTLE, {"@type": "Book", "review": {"reviewBody": "Dull."}}).reviews == []


def test_variants_of_one_product_are_one():
    red, blue = KETTLE | {"name": "Red kettle"}, KETTLE | {"name": "Blue kettle"}
    assert the_product({"@type": "ProductGroup", "name": "Kettle", "hasVariant": [red, blue]}) is not None
    assert the_product(red, blue) is None
    assert the_product(KETTLE, KETTLE) is not None


@pytest.mark.parametrize("name", [None, 5, ["Kettle"]])
def test_a_product_without_a_name_is_none(name):
    assert the_product(KETTLE | {"name": name}) is None


WRITTEN = """{"@type": "NewsArticle", "headline": "It's here", "author": {"name": "Ann Reed"}}"""


@pytest.mark.parametrize(
    "script",
    [
        WRITTEN,
        f"//<![CDATA[\n{WRITTEN};\n//]]>",
        f"/*<![CDATA[*/ {WRITTEN} /*]]>*/",
        f"<!-- {WRITTEN} -->",
        f"\ufeff{WRITTEN}",
        WRITTEN.replace("}}", "},}"),
        WRITTEN.replace("It's", "It\\'s"),
        WRITTEN.replace("It's", "It\\x27s"),
        WRITTEN.replace('"', "&quot;"),
        WRITTEN.replace(', "author"', ', // who wrote it\n /* by hand */ "author"'),
    ],
)
def test_json_ld_is_read_as_people_write_it(script):
    assert parsed(script) == {"@type": "NewsArticle", "headline": "It's here", "author": {"name": "Ann Reed"}}


def test_strings_of_json_ld_stay_as_they_are():
    assert parsed('{"a": "// no comment /* none */ , }",}') == {"a": "// no comment /* none */ , }"}
    assert parsed('{"a": "one\ntwo\tthree", "b": "C:\\\\x"}') == {"a": "one\ntwo\tthree", "b": "C:\\x"}
    assert parsed('{"a": "she said "no" and left", "b": 1}') == {"a": 'she said "no" and left', "b": 1}


def test_several_values_in_one_script_are_all_read_and_what_is_none_is_none():
    assert parsed('{"a": 1}{"b": 2}') == parsed('{"a": 1},\n{"b": 2};') == [{"a": 1}, {"b": 2}]
    assert [parsed(script) for script in ("", "nothing", '{"a"', "[" * 5000)] == [None] * 4


def test_the_work_of_repairing_json_ld_grows_no_faster_than_the_script():
    for unit in ('"a\\\'": "b", ', '"a "b" c", ', "/* x */ ", '" , " ', "\\"):
        check_linear(lambda n, unit=unit: "{" + unit * n + "}", parsed)


def test_every_meta_element_of_a_name_and_the_other_languages_are_kept():
    page = page_of(
        """<html><head><meta name=author content="Ann Reed"><meta name=author content="Ben Holm"><meta name=author>
        <link rel=alternate hreflang=de href=/de><link rel=canonical href=/en></head><p>x"""
    )
    assert page.metas["author"] == "Ann Reed"
    assert page.more_metas == [("author", "Ben Holm")]
    assert page.alternates == [("alternate", "de", "/de")]
