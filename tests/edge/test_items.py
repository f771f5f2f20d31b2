from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import attrs
import pydantic
import pytest
import scrapy
from itemadapter import ItemAdapter
from pydantic import v1 as pydantic_v1

from scrapy_maincontent.items import Outcome, fill
from scrapy_maincontent.result import Extraction
from scrapy_maincontent.settings import MaincontentSettings

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


def test_a_frozen_item_that_cannot_be_copied_goes_on_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    @dataclasses.dataclass(frozen=True)
    class Closed:
        articleBody: str = dataclasses.field(default="", init=False)  # noqa: N815

    assert fill(Closed(), RESULT, DEFAULTS) == (Closed(), Outcome.REFUSED)
    assert "Closed does not accept a value for 'articleBody'" in caplog.text


def test_filled_items_can_be_pickled() -> None:
    filled, _ = fill(FrozenSlotsItem(), RESULT, DEFAULTS)
    assert pickle.loads(pickle.dumps(filled)) == filled
