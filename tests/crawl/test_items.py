from __future__ import annotations

import dataclasses
import json
import pickle
from typing import Any

import attrs
import pydantic
import pytest
import scrapy
from itemadapter import ItemAdapter
from pydantic import v1 as pydantic_v1

from scrapy_maincontent.crawl.items import Outcome, adapted, field_values, fill, page_url
from scrapy_maincontent.crawl.settings import MaincontentSettings
from scrapy_maincontent.page import Kind, PagingType, Region
from scrapy_maincontent.page.paths import Paths
from scrapy_maincontent.result import EmptyReason, Extraction, MediaTable, Medium

BODY = "The ferry leaves at nine."
RESULT = Extraction(
    text=BODY,
    title="The ferry",
    method="tree",
)
SKIPPED = Extraction(empty_reason="too_large")
DEFAULTS = MaincontentSettings()


class ScrapyItem(scrapy.Item):
    url = scrapy.Field()
    articleBody = scrapy.Field()  # noqa: N815


@dataclasses.dataclass
class DataItem:
    url: str = ""
    articleBody: str | None = None  # noqa: N815


@dataclasses.dataclass(slots=True)
class SlotsItem:
    url: str = ""
    articleBody: str | None = None  # noqa: N815


@dataclasses.dataclass(frozen=True)
class FrozenItem:
    url: str = ""
    articleBody: str | None = None  # noqa: N815


@dataclasses.dataclass(frozen=True, slots=True)
class FrozenSlotsItem:
    url: str = ""
    articleBody: str | None = None  # noqa: N815


@attrs.define
class AttrsItem:
    url: str = ""
    articleBody: str | None = None  # noqa: N815


@attrs.frozen
class FrozenAttrsItem:
    url: str = ""
    articleBody: str | None = None  # noqa: N815


@attrs.define
class FrozenFieldItem:
    url: str = ""
    articleBody: str | None = attrs.field(default=None, on_setattr=attrs.setters.frozen)  # noqa: N815


class PydanticItem(pydantic.BaseModel):
    url: str = ""
    articleBody: str | None = None  # noqa: N815


class FrozenPydanticItem(pydantic.BaseModel, frozen=True):
    url: str = ""
    articleBody: str | None = None  # noqa: N815


class FrozenPydanticFieldItem(pydantic.BaseModel):
    url: str = ""
    articleBody: str | None = pydantic.Field(default=None, frozen=True)  # noqa: N815


class FirstPydanticItem(pydantic_v1.BaseModel):
    url: str = ""
    articleBody: str | None = None  # noqa: N815


class FrozenFirstPydanticItem(pydantic_v1.BaseModel, allow_mutation=False):
    url: str = ""
    articleBody: str | None = None  # noqa: N815


MUTABLE = [dict, ScrapyItem, DataItem, SlotsItem, AttrsItem, PydanticItem, FirstPydanticItem]
FROZEN = [
    FrozenItem,
    FrozenSlotsItem,
    FrozenAttrsItem,
    FrozenFieldItem,
    FrozenPydanticItem,
    FrozenPydanticFieldItem,
    FrozenFirstPydanticItem,
]


@pytest.mark.parametrize("kind", MUTABLE + FROZEN)
def test_every_kind_of_item_gets_the_body(kind: Any) -> None:
    item = kind(url="https://courier.example/1")
    filled, outcome = fill(item, RESULT, DEFAULTS)
    assert type(filled) is kind
    assert ItemAdapter(filled)["articleBody"] == BODY
    assert ItemAdapter(filled)["url"] == "https://courier.example/1"
    assert outcome == Outcome.FILLED
    assert (filled is item) == (kind in MUTABLE)


@pytest.mark.parametrize("kind", MUTABLE + FROZEN)
def test_a_body_of_the_spider_stays(kind: Any) -> None:
    item = kind(url="https://courier.example/1", articleBody="Mine.")
    filled, _ = fill(item, RESULT, DEFAULTS)
    assert ItemAdapter(filled)["articleBody"] == "Mine."


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"link": "a", "URL": "b"}, "b"),
        ({"url": None, "link": "", "href": ["a"], "canonicalUrl": "b"}, "a"),
        ({"url": "a", "link": "b"}, "a"),
        ({"url": ["a", "a"]}, "a"),
        (DataItem(url="a"), "a"),
        (ScrapyItem(), None),
        ({"image_url": "a", "author_url": "b", "title": "c"}, None),
        ({1: "a"}, None),
    ],
)
def test_the_page_that_an_item_is_about(item: Any, expected: str | None) -> None:
    assert page_url(adapted(item)) == expected


@pytest.mark.parametrize("free", [None, "", [], {}])
def test_an_empty_field_is_free(free: Any) -> None:
    filled, _ = fill({"articleBody": free}, RESULT, DEFAULTS)
    assert filled["articleBody"] == BODY


@pytest.mark.parametrize("own", [0, False, "0", ["x"]])
def test_any_other_value_is_the_spiders(own: Any) -> None:
    filled, _ = fill({"articleBody": own}, RESULT, DEFAULTS)
    assert filled["articleBody"] == own


def test_a_page_without_an_extraction_says_why_and_keeps_the_columns() -> None:
    filled, outcome = fill({"url": "x"}, SKIPPED, DEFAULTS)
    assert filled == {
        "url": "x",
        "headline": None,
        "articleBody": "",
        "breadcrumbs": [],
        "mainImage": None,
        "authors": [],
        "datePublished": None,
        "dateModified": None,
        "inLanguage": None,
        "description": None,
        "canonicalUrl": None,
        "section": None,
        "keywords": [],
        "isAccessibleForFree": None,
        "mainContent": {"emptyReason": "too_large"},
    }
    assert outcome == Outcome.FILLED


def test_a_typed_item_is_not_given_empty_values() -> None:
    item = DataItem(url="x")
    assert fill(item, SKIPPED, DEFAULTS) == (DataItem(url="x"), Outcome.NO_VALUE)


def test_an_item_that_declares_no_field_goes_on_as_it_is() -> None:
    class Price(scrapy.Item):
        amount = scrapy.Field()

    assert fill(Price(amount=3), RESULT, DEFAULTS) == (Price(amount=3), Outcome.NO_FIELD)


def test_an_item_that_is_complete_goes_on_as_it_is() -> None:
    item = DataItem(articleBody="Mine.")
    assert fill(item, RESULT, DEFAULTS) == (DataItem(articleBody="Mine."), Outcome.COMPLETE)


def test_attributes_with_another_name_in_the_constructor() -> None:
    @attrs.frozen
    class Private:
        _body: str | None = None

    filled, _ = fill(Private(), RESULT, MaincontentSettings(fields={"_body": "text"}))
    assert filled == Private(body=BODY)


def test_a_field_that_was_never_set_is_free() -> None:
    @dataclasses.dataclass(slots=True)
    class Late:
        articleBody: str = dataclasses.field(init=False)  # noqa: N815

    filled, _ = fill(Late(), RESULT, DEFAULTS)
    assert filled.articleBody == BODY


def test_a_value_that_an_item_does_not_accept_costs_only_its_field(caplog: pytest.LogCaptureFixture) -> None:
    class Strict(pydantic.BaseModel, validate_assignment=True):
        headline: str | None = None
        articleBody: int | None = None  # noqa: N815

    filled, outcome = fill(Strict(), RESULT, DEFAULTS)
    assert filled == Strict(headline="The ferry")
    assert outcome == Outcome.FILLED
    assert "Strict does not accept a value for 'articleBody'" in caplog.text


def test_a_field_that_is_refused_is_logged_once_and_briefly(caplog: pytest.LogCaptureFixture) -> None:
    def refuse(item: Any, field: Any, value: Any) -> None:
        if value is not None:
            raise ValueError(f"{field.name}: {value!r}")

    @attrs.define
    class Choosy:
        headline: str | None = attrs.field(default=None, validator=refuse)
        articleBody: str | None = attrs.field(default=None, validator=refuse)  # noqa: N815

    long = dataclasses.replace(RESULT, text="word " * 1000)
    assert [fill(Choosy(), long, DEFAULTS)[1] for _ in range(3)] == [Outcome.REFUSED] * 3
    lines = [each.getMessage() for each in caplog.records]
    assert len(lines) == 2
    assert max(map(len, lines)) < 350


def test_a_frozen_item_that_cannot_be_copied_goes_on_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    @dataclasses.dataclass(frozen=True)
    class Closed:
        articleBody: str = dataclasses.field(default="", init=False)  # noqa: N815

    assert fill(Closed(), RESULT, DEFAULTS) == (Closed(), Outcome.REFUSED)
    assert "Closed does not accept a value for 'articleBody'" in caplog.text


def test_filled_items_can_be_pickled() -> None:
    filled, _ = fill(FrozenSlotsItem(), RESULT, DEFAULTS)
    assert pickle.loads(pickle.dumps(filled)) == filled


PAGE_BODY = "The ferry leaves at nine."
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
PAGE = Extraction(
    text=PAGE_BODY,
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
    authors=({"name": "Ilse Marrand", "url": None},),
    date_published="2027-03-14T09:00:00+01:00",
    language="en-GB",
    description="A ferry.",
    canonical_url="https://courier.example/ferry",
    site_name="The Courier",
    keywords=("ferry", "harbour"),
    section="Harbour",
    is_accessible_for_free=True,
    is_teaser=False,
    sources={"authors": "json-ld", "language": "html"},
    media_table=MediaTable(
        [
            Medium("video", "https://courier.example/ferry.mp4", "", "", 1),
            Medium("image", "https://courier.example/ferry.jpg", "The ferry", "At nine.", 2),
            Medium("image", "https://courier.example/quay.jpg", "", "", None),
        ],
        Paths(["html", "video", "img"], [-1, 0, 0], [3, 2, 3]),
    ),
)
SKIPPED_PAGE = Extraction(empty_reason="too_large")


def test_everything_in_a_dict_is_plain_json() -> None:
    values = field_values(PAGE, DEFAULTS)
    assert json.loads(json.dumps(values)) == values
    assert values == {
        "headline": "The ferry",
        "articleBody": PAGE_BODY,
        "breadcrumbs": [{"name": "Home", "url": "https://courier.example/"}],
        "mainImage": {"url": "https://courier.example/ferry.jpg"},
        "authors": [{"name": "Ilse Marrand", "url": None}],
        "datePublished": "2027-03-14T09:00:00+01:00",
        "dateModified": None,
        "inLanguage": "en-GB",
        "description": "A ferry.",
        "canonicalUrl": "https://courier.example/ferry",
        "section": "Harbour",
        "keywords": ["ferry", "harbour"],
        "isAccessibleForFree": True,
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
            "teaser": False,
            "truncated": False,
            "method": "tree",
            "model": "tree-1",
            "encoding": "utf-8",
            "siteName": "The Courier",
            "keywords": ["ferry", "harbour"],
            "sources": {"authors": "json-ld", "language": "html"},
            "breadcrumbsSource": "json-ld",
            "matchedBy": None,
            "url": None,
            "filled": {},
            "regions": [{"kind": "paging", "subtype": "numbers", "xpath": "/html/body/div", "rule": "paging.step2"}],
        },
    }


def test_regions_with_their_texts_and_links_on_request() -> None:
    values = field_values(PAGE, MaincontentSettings(region_content=True))
    (region,) = values["mainContent"]["regions"]
    assert region["text"] == "1 2"
    assert region["links"] == [{"text": "2", "url": "https://courier.example/2"}]


def test_fields_are_renamed_and_chosen() -> None:
    settings = MaincontentSettings(fields={"main_text": "text", "next": "next_page", "areas": "regions"})
    values = field_values(PAGE, settings)
    assert list(values) == ["main_text", "next", "areas"]
    assert values["main_text"] == PAGE_BODY
    assert values["next"] == "https://courier.example/2"
    assert values["areas"][0]["rule"] == "paging.step2"


def test_metadata_that_the_spider_knows_stays_the_spiders() -> None:
    filled, _ = fill({"datePublished": "2027-03-15", "authors": [], "inLanguage": ""}, PAGE, DEFAULTS)
    assert filled["datePublished"] == "2027-03-15"
    assert filled["authors"] == [{"name": "Ilse Marrand", "url": None}]
    assert filled["inLanguage"] == "en-GB"


def test_metadata_under_other_names() -> None:
    chosen = {"site": "site_name", "tags": "keywords", "from": "sources", "who": "authors"}
    values = field_values(PAGE, MaincontentSettings(fields=chosen))
    assert (values["site"], values["tags"], values["from"]["language"]) == ("The Courier", ["ferry", "harbour"], "html")
    values["who"][0]["name"] = "Another"
    assert PAGE.authors[0]["name"] == "Ilse Marrand"


def test_media_by_kind_and_with_everything_on_request() -> None:
    chosen = {"images": "images", "videos": "videos", "audios": "audios", "media": "media"}
    values = field_values(PAGE, MaincontentSettings(fields=chosen))
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
    assert field_values(SKIPPED_PAGE, DEFAULTS)["mainImage"] is None


def test_formats_have_fields_of_their_own() -> None:
    result = dataclasses.replace(PAGE, html=f"<p>{PAGE_BODY}</p>", markdown=PAGE_BODY)
    values = field_values(result, DEFAULTS)
    assert values["articleBodyHtml"] == f"<p>{PAGE_BODY}</p>"
    assert values["articleBodyMarkdown"] == PAGE_BODY
    assert "articleBodyHtml" not in field_values(PAGE, DEFAULTS)


def test_a_format_of_the_settings_is_a_column_of_every_dict() -> None:
    values = field_values(SKIPPED_PAGE, MaincontentSettings(formats=("text", "html")))
    assert values["articleBodyHtml"] is None
    assert "articleBodyMarkdown" not in values


def test_items_of_one_page_share_nothing() -> None:
    first = field_values(PAGE, DEFAULTS)
    second = field_values(PAGE, DEFAULTS)
    first["mainContent"]["regions"].clear()
    first["breadcrumbs"][0]["name"] = "changed"
    assert second["mainContent"]["regions"]
    assert second["breadcrumbs"] == [{"name": "Home", "url": "https://courier.example/"}]
    assert PAGE.breadcrumbs[0]["name"] == "Home"


def test_reasons_are_plain_text() -> None:
    result = Extraction(method="tree", empty_reason=EmptyReason.NO_TEXT)
    values = field_values(result, MaincontentSettings(fields={"why": "empty_reason", "rest": "main_content"}))
    assert type(values["why"]) is type(values["rest"]["emptyReason"]) is str


# Entries and comments in items, where ``MAINCONTENT_FIELDS`` asks for them.

ENTRY = {"title": "The wheel turns", "url": None, "text": "It turns again."}
COMMENT = {"author": "Odile", "date": None, "text": "It does."}
ENTRIES_PAGE = Extraction(method="crf", entries=(ENTRY,), comments=(COMMENT,))


def test_they_are_fields_on_request():
    chosen = MaincontentSettings(fields={"posts": "entries", "replies": "comments"})
    assert field_values(ENTRIES_PAGE, chosen) == {"posts": [ENTRY], "replies": [COMMENT]}


def test_items_do_not_share_them():
    chosen = MaincontentSettings(fields={"replies": "comments"})
    first, second = field_values(ENTRIES_PAGE, chosen), field_values(ENTRIES_PAGE, chosen)
    first["replies"][0]["author"] = "Wim"
    assert second["replies"] == [COMMENT]


def test_they_are_not_there_unasked():
    assert not {"entries", "comments"} & field_values(ENTRIES_PAGE, MaincontentSettings()).keys()
