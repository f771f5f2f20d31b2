"""The pages of pictures and videos that were written for this project: their main text given, and found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scrapy_maincontent.extraction import extract, read_page
from scrapy_maincontent.facts.media import media

PAGES = Path(__file__).parents[1] / "pages" / "pictures"
NAMES = sorted(path.stem for path in PAGES.glob("*.html"))


def told(name: str):
    return json.loads((PAGES / f"{name}.json").read_text("utf-8"))


def test_every_page_has_media():
    assert len(NAMES) >= 10
    assert all(told(name)["media"] for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_where_the_main_text_is_known_the_media_are_right(name):
    fields = told(name)
    page = read_page((PAGES / f"{name}.html").read_bytes(), fields["url"])
    lines = fields["main_content"].split("\n")
    main = [text in lines or "".join(text.split()) in "".join(fields["main_content"].split()) for text in page.texts]
    assert [row.url for row in media(page, main, fields["type"])] == fields["media"]


@pytest.mark.parametrize("name", NAMES)
def test_where_the_main_text_is_found_none_is_missing(name):
    fields = told(name)
    found = extract((PAGES / f"{name}.html").read_bytes(), fields["url"]).media
    assert {medium["url"] for medium in found} >= set(fields["media"])
