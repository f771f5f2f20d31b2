"""Entries and comments in items, where ``MAINCONTENT_FIELDS`` asks for them."""

from __future__ import annotations

from scrapy_maincontent.items import field_values
from scrapy_maincontent.result import Extraction
from scrapy_maincontent.settings import MaincontentSettings

ENTRY = {"title": "The wheel turns", "url": None, "text": "It turns again."}
COMMENT = {"author": "Odile", "date": None, "text": "It does."}
RESULT = Extraction(method="crf", entries=(ENTRY,), comments=(COMMENT,))


def test_they_are_fields_on_request():
    chosen = MaincontentSettings(fields={"posts": "entries", "replies": "comments"})
    assert field_values(RESULT, chosen) == {"posts": [ENTRY], "replies": [COMMENT]}


def test_items_do_not_share_them():
    chosen = MaincontentSettings(fields={"replies": "comments"})
    first, second = field_values(RESULT, chosen), field_values(RESULT, chosen)
    first["replies"][0]["author"] = "Wim"
    assert second["replies"] == [COMMENT]


def test_they_are_not_there_unasked():
    assert not {"entries", "comments"} & field_values(RESULT, MaincontentSettings()).keys()
