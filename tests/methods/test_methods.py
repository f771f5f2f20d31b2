from __future__ import annotations

import pytest

from scrapy_maincontent import methods, navigation
from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.page_type import page_type
from scrapy_maincontent.methods import leaning
from scrapy_maincontent.page import Label

URL = "https://mill.example/shop/flour/"
SAID = "Stone ground on Sundays and sent on Mondays, in bags of paper that can be used again."
CARDS = "".join(
    f'<li class="product"><a href="/shop/flour/{name}"><h3>{name.title()} flour</h3></a><p class="note">{SAID}</p>'
    f'<span class="price">£{number}.50</span><button>Add to basket</button></li>'
    for number, name in enumerate(("rye", "spelt", "wheat", "barley", "oat", "maize"), start=2)
)
SHOP = f"""<html><head><title>Flour | The Mill</title></head><body class="archive products">
<nav><a href="/">Home</a> <a href="/shop/">Shop</a> <a href="/cart">Cart</a></nav>
<h1>Flour</h1><p class="intro">All of our flours come from the same two stones.</p>
<div class="sort">6 products <select><option>Price, low to high</option></select></div>
<ul class="products">{CARDS}</ul>
<div class="help"><p>Bakers can order by the hundredweight.</p><a href="/trade">Trade orders</a></div>
<footer><a href="/terms">Terms and conditions</a> <a href="/privacy">Privacy policy</a></footer></body></html>"""


def test_services_and_categories_lean_to_recall_and_products_to_precision():
    for name in ("service", "collection"):
        assert leaning("crf", name, 1.0) > 1
    for name in ("article", "listing", "forum", "documentation"):
        assert leaning("crf", name, 1.0) == 1
    assert leaning("crf", "product", 1.0) < 1


def test_a_doubtful_type_leans_less():
    assert 1 < leaning("crf", "service", 0.5) < leaning("crf", "service", 0.9)
    assert 1 > leaning("crf", "product", 0.5) > leaning("crf", "product", 0.9)


def test_a_page_without_a_type_and_another_method_do_not_lean():
    assert leaning("crf", None, None) == 1
    assert leaning("tree", "service", 1.0) == 1


@pytest.mark.parametrize("balance", [0.5, 1.0])
def test_what_is_selected_leans_with_the_type(balance):
    page = read_page(SHOP, URL)
    regions = navigation.detect(page)
    lean = leaning("crf", *page_type(page, regions))
    assert lean > 1.3
    leant, plain = (
        methods.get("crf").label(page, regions, methods.load_model("crf"), used) for used in (balance * lean, balance)
    )
    assert [block.label for block in extract(SHOP, URL, balance=balance).text_blocks] == leant.labels
    assert leant.labels.count(Label.MAIN) > plain.labels.count(Label.MAIN)
