"""Blog and news pages in twelve languages, marked by hand: ``data-region`` stands on the element of each region."""

from __future__ import annotations

from pathlib import Path

import pytest

from scrapy_maincontent.corpus.metrics import Counts
from scrapy_maincontent.evaluation.regions import Expected, score_regions
from scrapy_maincontent.extraction import read_page
from scrapy_maincontent.navigation import detect
from scrapy_maincontent.page import Kind

PAGES = sorted(Path(__file__).with_name("pages").glob("*.html"))
URL = "https://{}.example/a/page.html"
MARK = "data-region"
TELLING = ("class", "id")


def read(path):
    page = read_page(path.read_bytes(), URL.format(path.stem))
    marked = [element for element, own in enumerate(page.attrs) if MARK in own]
    return page, [Expected(page.attrs[element][MARK], page.text_in(element)) for element in marked]


def score(page, expected):
    counts = {str(kind): Counts() for kind in Kind}
    score_regions([(region.kind, region.text) for region in detect(page)], expected, counts)
    return counts


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_region_is_found_and_nothing_else(path):
    page, expected = read(path)
    found = {kind: (count.hits, count.wrong, count.missed) for kind, count in score(page, expected).items()}
    wanted = {str(kind): (sum(region.kind == kind for region in expected), 0, 0) for kind in Kind}
    assert found == wanted


def test_all_kinds_are_marked_in_every_language():
    kinds = {}
    for path in PAGES:
        _, expected = read(path)
        kinds.setdefault(path.stem.partition("-")[0], set()).update(region.kind for region in expected)
    assert {language: len(marked) for language, marked in kinds.items()} == dict.fromkeys(kinds, len(Kind))
    assert set(kinds) == {"de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "zh"}
