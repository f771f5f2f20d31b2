from __future__ import annotations

import dataclasses
import json

from scrapy_maincontent import Extraction, Kind, Region
from scrapy_maincontent.core.result import EmptyReason
from scrapy_maincontent.item_fields import field_values
from scrapy_maincontent.settings import MaincontentSettings

BODY = "The ferry leaves at nine."
REGION = Region(
    Kind.PAGING,
    "numbers",
    "1 2",
    "/html/body/div",
    (("2", "https://courier.example/2"),),
    "paging.step2",
    (3, 4),
    (9, 9),
)
RESULT = Extraction(
    text=BODY,
    title="The ferry",
    breadcrumbs=({"name": "Home", "url": "https://courier.example/"},),
    next_page="https://courier.example/2",
    regions=(REGION,),
    page_type="article",
    page_type_confidence=0.9,
    method="tree",
    model="tree-1",
    encoding="utf-8",
)
SKIPPED = Extraction(empty_reason="too_large")
DEFAULTS = MaincontentSettings()


def test_everything_in_a_dict_is_plain_json() -> None:
    values = field_values(RESULT, DEFAULTS)
    assert json.loads(json.dumps(values)) == values
    assert values == {
        "headline": "The ferry",
        "articleBody": BODY,
        "breadcrumbs": [{"name": "Home", "url": "https://courier.example/"}],
        "mainContent": {
            "nextPage": "https://courier.example/2",
            "previousPage": None,
            "pageType": "article",
            "pageTypeConfidence": 0.9,
            "quality": None,
            "emptyReason": None,
            "truncated": False,
            "method": "tree",
            "model": "tree-1",
            "encoding": "utf-8",
            "regions": [{"kind": "paging", "subtype": "numbers", "xpath": "/html/body/div", "rule": "paging.step2"}],
        },
    }


def test_regions_with_their_texts_and_links_on_request() -> None:
    values = field_values(RESULT, MaincontentSettings(region_content=True))
    (region,) = values["mainContent"]["regions"]
    assert region["text"] == "1 2"
    assert region["links"] == [{"text": "2", "url": "https://courier.example/2"}]


def test_fields_are_renamed_and_chosen() -> None:
    settings = MaincontentSettings(fields={"main_text": "text", "next": "next_page", "areas": "regions"})
    values = field_values(RESULT, settings)
    assert list(values) == ["main_text", "next", "areas"]
    assert values["main_text"] == BODY
    assert values["next"] == "https://courier.example/2"
    assert values["areas"][0]["rule"] == "paging.step2"


def test_formats_have_fields_of_their_own() -> None:
    result = dataclasses.replace(RESULT, html=f"<p>{BODY}</p>", markdown=BODY)
    values = field_values(result, DEFAULTS)
    assert values["articleBodyHtml"] == f"<p>{BODY}</p>"
    assert values["articleBodyMarkdown"] == BODY
    assert "articleBodyHtml" not in field_values(RESULT, DEFAULTS)


def test_a_format_of_the_settings_is_a_column_of_every_dict() -> None:
    values = field_values(SKIPPED, MaincontentSettings(formats=("text", "html")))
    assert values["articleBodyHtml"] is None
    assert "articleBodyMarkdown" not in values


def test_items_of_one_page_share_nothing() -> None:
    first = field_values(RESULT, DEFAULTS)
    second = field_values(RESULT, DEFAULTS)
    first["mainContent"]["regions"].clear()
    first["breadcrumbs"][0]["name"] = "changed"
    assert second["mainContent"]["regions"]
    assert second["breadcrumbs"] == [{"name": "Home", "url": "https://courier.example/"}]
    assert RESULT.breadcrumbs[0]["name"] == "Home"


def test_reasons_are_plain_text() -> None:
    result = Extraction(method="tree", empty_reason=EmptyReason.NO_TEXT)
    values = field_values(result, MaincontentSettings(fields={"why": "empty_reason", "rest": "main_content"}))
    assert type(values["why"]) is type(values["rest"]["emptyReason"]) is str
