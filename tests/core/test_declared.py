from __future__ import annotations

import json

import pytest

from scrapy_maincontent.page.head import product_description

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
