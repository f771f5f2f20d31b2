from __future__ import annotations

import dataclasses
import json

from scrapy_maincontent.items import field_values
from scrapy_maincontent.page import Kind, PagingType, Paths, Region
from scrapy_maincontent.result import EmptyReason, Extraction, MediaTable, Medium
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
    breadcrumbs=({"name": "Home", "url": "https://courier.example/", "source": "json-ld"},),
    next_page="https://courier.example/2",
    paging_type=PagingType.ARTICLE,
    page_numbers={"current": 1, "last": 3, "links": {"2": "https://courier.example/2"}},
    regions=(REGION,),
    page_type="article",
    page_type_confidence=0.9,
    method="tree",
    model="tree-1",
    encoding="utf-8",
    media_table=MediaTable(
        [
            Medium("video", "https://courier.example/ferry.mp4", "", "", 1),
            Medium("image", "https://courier.example/ferry.jpg", "The ferry", "At nine.", 2),
            Medium("image", "https://courier.example/quay.jpg", "", "", None),
        ],
        Paths(["html", "video", "img"], [-1, 0, 0], [3, 2, 3]),
    ),
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
        "mainImage": {"url": "https://courier.example/ferry.jpg"},
        "mainContent": {
            "nextPage": "https://courier.example/2",
            "previousPage": None,
            "morePage": None,
            "pagingType": "article",
            "pageNumber": 1,
            "pageCount": 3,
            "pageType": "article",
            "pageTypeConfidence": 0.9,
            "quality": None,
            "emptyReason": None,
            "truncated": False,
            "method": "tree",
            "model": "tree-1",
            "encoding": "utf-8",
            "breadcrumbsSource": "json-ld",
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


def test_media_by_kind_and_with_everything_on_request() -> None:
    chosen = {"images": "images", "videos": "videos", "audios": "audios", "media": "media"}
    values = field_values(RESULT, MaincontentSettings(fields=chosen))
    assert values["images"] == [
        {"url": "https://courier.example/ferry.jpg"},
        {"url": "https://courier.example/quay.jpg"},
    ]
    assert values["videos"] == [{"url": "https://courier.example/ferry.mp4"}]
    assert values["audios"] == []
    assert values["media"][1] == {
        "kind": "image",
        "url": "https://courier.example/ferry.jpg",
        "alt": "The ferry",
        "caption": "At nine.",
        "xpath": "/html/img",
    }
    assert json.loads(json.dumps(values)) == values


def test_a_page_without_pictures_has_no_main_image() -> None:
    assert field_values(SKIPPED, DEFAULTS)["mainImage"] is None


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
