from __future__ import annotations

import json

import numpy as np
import pytest
from crf_pages import page_of
from growth import check_linear

from scrapy_maincontent.extraction import extract
from scrapy_maincontent.features.measures import measure
from scrapy_maincontent.methods.selection import DOUBT, UNDECLARED, with_doubt

DESCRIPTION = [
    "This kettle holds two litres and stands on three short legs, so that the flame reaches all of its broad base.",
    "Its enamel is fired twice over steel, and the lid has a steam vent that whistles when the water is ready.",
    "The handle stays cool for a quarter of an hour, and the spout pours without a drip even when it is full.",
]
REVIEWS = [
    "I bought this for my sister, who makes tea all day, and she has not put it down since the day it came.",
    "The first one arrived with a dent in the lid; a second one came within the week and has been fine so far.",
    "We have had ours for two winters now and the bottom is as bright as it was when we took it from the box.",
    "My neighbour has the larger one, and I wish I had known of it before, since we are five at breakfast here.",
]
EVEN = 0.5


def shop(declared, described=DESCRIPTION):
    script = json.dumps({"@type": "Product", "name": "Kettle", "description": declared})
    return (
        f"<html><head><title>Kettle - The Pan Shop</title><script type='Application/LD+JSON'>{script}</script></head>"
        f"<body><main><h1>Kettle</h1><div>{''.join(f'<p>{text}</p>' for text in described)}</div><div class='comment'>"
        f"{''.join(f'<div><p>{text}</p></div>' for text in REVIEWS)}</div></main></body></html>"
    )


def judged(markup):
    """Return what is made of blocks that are all as likely as not."""
    page = page_of(markup)
    scores, doubted = with_doubt(page, np.full(len(page.texts), EVEN), measure(page))
    return dict(zip(page.texts, scores.tolist(), strict=True)), doubted


def test_reviews_are_doubted_where_the_description_is_declared():
    scores, doubted = judged(shop(" ".join(DESCRIPTION)))
    assert [scores[text] for text in DESCRIPTION] == [EVEN] * 3
    assert [scores[text] for text in REVIEWS] == pytest.approx([1 / (1 + np.exp(DOUBT))] * 4)
    assert doubted.sum() == len(REVIEWS)


def test_a_reader_gets_the_description_and_learns_why_the_reviews_are_out():
    known, unknown = extract(shop(" ".join(DESCRIPTION))), extract(shop("A kettle."))
    assert all(text in known.text and text in unknown.text for text in DESCRIPTION)
    assert sum(text in known.text for text in REVIEWS) < sum(text in unknown.text for text in REVIEWS)
    out = [block.reason for block in known.text_blocks if block.text in REVIEWS and block.text not in known.text]
    assert out == [f"{known.model}: {UNDECLARED}"] * len(out)


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        (DESCRIPTION[0], "a teaser"),
        ("Sold by the dozen to cooks and inns in all of the country. " * 9, "not on the page"),
        ("", "nothing"),
        ("*/ - " * 200, "no word"),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_all_stays_as_it_is_where_the_description_tells_nothing(declared, why):
    scores, doubted = judged(shop(declared))
    assert set(scores.values()) == {EVEN}
    assert doubted is None


def test_the_work_grows_no_faster_than_page_and_description():
    def page_with(n):
        many = [f"{sentence} Size {number}." for number in range(2 * n) for sentence in DESCRIPTION]
        page = page_of(shop(" ".join(many), many))
        return page, np.full(len(page.texts), EVEN), measure(page)

    check_linear(page_with, lambda made: with_doubt(*made), 40)
