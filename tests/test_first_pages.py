"""Texts of the pages that everybody tries first."""

from __future__ import annotations

import pytest
from first_pages import PAGES, FirstPage

from scrapy_maincontent import extract


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_the_text_has_all_of_the_body_in_order_and_nothing_beside_it(page: FirstPage) -> None:
    text = extract(page.html, page.url).text.replace("\t", " ")
    assert [part for part in page.has if part not in text] == []
    places = [text.index(part) for part in page.has]
    assert places == sorted(places)
    assert [part for part in page.lacks if part in text] == []
