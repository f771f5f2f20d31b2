from __future__ import annotations

import json

import pytest
from crf_pages import page_of
from growth import check_linear

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.shops import (
    FEWEST_OFFERS,
    LONGEST_OFFER,
    MOST_LETTERS,
    other_offers,
    reviews,
)
from scrapy_maincontent.page.head import MOST_REVIEWS, one_product

URL = "https://shop.example/kettle"
OFFERED = {"@type": "Offer", "price": "29"}
SAID = "It boils in no time at all, and the whistle wakes the whole house."
HEADLINE = "<h1>Kettle</h1><p>Holds two litres and fits every hob. Made of one piece of steel.</p>"


def shop(body, *, head="", **own):
    declared = {"@type": "Product", "name": "Kettle"} | own
    return f"<title>Kettle</title><script type=application/ld+json>{json.dumps(declared)}</script>{head}<body>{body}"


def cards(count=FEWEST_OFFERS, price="$ 12.50", link="/pot/", tag="li", more=""):
    offer = "<{tag}><a href='{link}{n}'>Pot {n}</a><div><p>{price}</p></div><p>{more}</p></{tag}>"
    return "".join(offer.format(tag=tag, link=link, n=n, price=price, more=more) for n in range(count))


def texts(page, numbers):
    return [page.texts[number] for number in numbers]


def offers_on(markup, url=URL):
    page = page_of(markup, url)
    return texts(page, other_offers(page, one_product(page.json_ld), measure(page).words))


def reviews_on(markup):
    page = page_of(markup)
    return texts(page, reviews(page, one_product(page.json_ld), range(len(page.texts))))


@pytest.mark.parametrize("price", ["$ 12.50", "12,50 €", "€12", "USD 12", "149 kr", "49 zł", "₹499", "1,200円", "R$ 5"])
def test_offers_beside_the_declared_product_are_others(price):
    found = offers_on(shop(f"{HEADLINE}<ul>{cards(price=price)}</ul>"))
    assert found == ["Pot 0", price, "Pot 1", price, "Pot 2", price]


def test_all_text_of_an_offer_belongs_to_it():
    assert "Fits every hob." in offers_on(shop(f"{HEADLINE}<ul>{cards(more='Fits every hob.')}</ul>"))


@pytest.mark.parametrize(
    "offers",
    [
        cards(FEWEST_OFFERS - 1),
        cards(price="12 litres"),
        cards(price="Krone 12"),
        cards(link="#pot-"),
        cards(link="?size="),
        cards(link=f"{URL}?size="),
        cards(more="steel " * LONGEST_OFFER),
        cards(more="鋼" * 2 * LONGEST_OFFER),
        cards(1, tag="p") + cards(1, tag="div") + cards(1),
    ],
    ids=["two", "no price", "no sign", "same page", "variants", "absolute", "long", "long and Japanese", "unlike"],
)
def test_what_is_no_list_of_offers_stays(offers):
    assert offers_on(shop(f"{HEADLINE}<ul>{offers}</ul>")) == []


def test_without_the_one_product_a_list_of_offers_is_the_text():
    listed = f"<h1>Pots</h1><ul>{cards()}</ul>"
    assert offers_on(listed) == []
    several = '<script type=application/ld+json>{"@type": "Product", "name": "Pan"}</script>'
    assert offers_on(shop(listed, head=several)) == []


def test_parts_around_the_headline_are_the_products_own():
    own = f"<section>{HEADLINE}<b>$ 29</b><a href=/terms>Terms</a></section>"
    assert offers_on(shop(f"<div>{own}{cards(2, tag='section')}</div>")) == []


@pytest.mark.parametrize("url", [URL, None])
def test_scripts_lead_nowhere_and_the_pages_address_may_be_unknown(url):
    assert offers_on(shop(f"{HEADLINE}<ul>{cards(link='javascript:pot')}</ul>"), url) == []
    assert offers_on(shop(f"{HEADLINE}<ul>{cards()}</ul>"), url) != []
    offers_on(shop(f"{HEADLINE}<ul>{cards(link='http://[')}</ul>"), url)  # can't be read, does not raise


@pytest.mark.parametrize("text", [SAID, SAID[:40], f"{SAID} Ada, 4 May", SAID.upper().replace(",", " -")])
def test_declared_reviews_are_known_by_their_letters(text):
    page = shop(f"{HEADLINE}<p>{text}</p>", review=[{"@type": "Review", "reviewBody": SAID}])
    assert reviews_on(page) == [text]


def test_other_prose_is_no_declared_review():
    declared = [{"reviewBody": "Good."}, {"reviewBody": SAID}]
    assert (
        reviews_on(shop(f"{HEADLINE}<p>Good.</p><p>A good kettle boils fast, and whistles.</p>", review=declared)) == []
    )


def test_a_review_that_is_cut_by_the_bound_matches_no_other_text():
    declared = [{"reviewBody": "a" * (MOST_LETTERS - 3)}, {"reviewBody": "bcdefghijklmnopqrstuvwxyz"}]
    assert reviews_on(shop(f"{HEADLINE}<p>bc {SAID}</p>", review=declared)) == []


@pytest.mark.parametrize(
    "name", ["product-reviews", "customerReviews", "Kundenbewertungen", "rezensionen", "resenas", "recensioni"]
)
def test_areas_named_for_reviews_are_so_where_the_product_is_offered(name):
    body = f"{HEADLINE}<div class={name}><p>{SAID}</p></div>"
    assert reviews_on(shop(body, offers=OFFERED)) == [SAID]
    assert reviews_on(f"<meta property=og:type content=product><body>{body}") == [SAID]
    assert reviews_on(shop(body)) == []
    assert reviews_on(body) == []


@pytest.mark.parametrize("name", ["preview", "reader"])
def test_other_names_say_nothing(name):
    assert reviews_on(shop(f"{HEADLINE}<div class={name}><p>{SAID}</p></div>", offers=OFFERED)) == []


def test_an_area_around_the_headline_is_no_area_of_reviews():
    assert reviews_on(shop(f"<div class=review-page>{HEADLINE}<p>{SAID}</p></div>", offers=OFFERED)) == []


def test_reviews_by_microdata_are_those_of_the_product_they_stand_in():
    review = f"<div itemprop=review itemscope><p>{SAID}</p></div>"
    item = "<div itemscope itemtype='https://schema.org/{}'>{}{}</div>"
    assert reviews_on(item.format("Product", HEADLINE, review)) == [SAID]
    assert reviews_on(item.format("Movie", HEADLINE, review)) == []
    assert reviews_on(item.format("Product", HEADLINE, "") + review) == []


def test_a_marked_review_around_the_headline_is_the_page_itself():
    review = f"<div itemprop=review itemscope>{HEADLINE}<p>{SAID}</p></div>"
    assert reviews_on(f"<div itemscope itemtype='https://schema.org/Product'>{review}</div>") == []


def test_a_reader_of_a_shop_gets_the_product_and_learns_why_the_rest_is_out():
    described = "".join(
        f"<p>Holds {n} litres, whistles, and fits every hob that we could find in {n} kitchens.</p>"
        for n in range(2, 9)
    )
    said = f"<div class=box><p>{SAID}</p></div>"
    body = f"<main><h1>Kettle</h1>{described}{said}<ul>{cards(4, more='A pot for every day and hob.')}</ul></main>"
    declared = {"offers": OFFERED, "review": [{"reviewBody": SAID}]}
    result = extract(shop(body, **declared), URL, method="crf")
    assert "we could find" in result.text
    why = {block.text: block.reason for block in result.text_blocks}
    assert SAID not in result.text
    assert why[SAID].endswith("it is what customers write of the product")
    assert why["A pot for every day and hob."].endswith("than the one that the page declares")


def test_the_work_grows_no_faster_than_the_page():
    def page_with(n):
        said = [{"@type": "Review", "reviewBody": f"{SAID} {number}"} for number in range(2 * MOST_REVIEWS)]
        nested = "<div><div class=reviews itemprop=review>" * 5 + "<p>$ 5</p>" + "</div></div>" * 5
        page = page_of(shop(cards(n) + nested * n, review=said, offers=OFFERED), URL)
        return page, one_product(page.json_ld), measure(page).words

    check_linear(page_with, lambda made: (other_offers(*made), reviews(*made[:2], range(100))), 200)
