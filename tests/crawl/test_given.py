from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import attrs
import pytest

from scrapy_maincontent.crawl.given import Given
from scrapy_maincontent.crawl.items import fill
from scrapy_maincontent.crawl.settings import MaincontentSettings
from scrapy_maincontent.result import Extraction

DEFAULTS = MaincontentSettings()
TEXTS = MaincontentSettings(fields={"headline": "title", "articleBody": "text"})
FIRST, SECOND = (
    Extraction(url=f"https://pier.example/{name}", title=f"Pier {name}", text=f"Text of {name}.", method="tree")
    for name in ("first", "second")
)


@dataclasses.dataclass(frozen=True)
class Frozen:
    url: str
    headline: str | None = None
    articleBody: str | None = None  # noqa: N815


@attrs.define
class Strict:
    url: str
    articleBody: str = attrs.field(default="", validator=attrs.validators.instance_of(str))  # noqa: N815


def filled(item: Any, result: Extraction, given: Given, settings: MaincontentSettings = DEFAULTS) -> Any:
    return fill(given.take_back(item, result, settings), result, settings, given=given)[0]


def restarted(item: Any) -> Any:
    """Return the item as it comes out of a queue on disk."""
    return pickle.loads(pickle.dumps(item))


def test_a_copy_for_another_page_is_filled_from_that_page_also_after_a_restart() -> None:
    item = restarted(filled({"url": FIRST.url}, FIRST, Given()))
    item = filled({**item, "url": SECOND.url}, SECOND, Given())
    assert (item["headline"], item["articleBody"]) == (SECOND.title, SECOND.text)
    assert item["mainContent"]["url"] == SECOND.url


def test_what_the_spider_has_changed_stays_after_a_restart() -> None:
    item = restarted(filled({"url": FIRST.url, "section": "harbour"}, FIRST, Given()))
    item = filled({**item, "url": SECOND.url, "headline": "Own"}, SECOND, Given())
    assert (item["headline"], item["articleBody"], item["section"]) == ("Own", SECOND.text, "harbour")


def test_an_item_of_the_same_page_stays_as_it_is_after_a_restart() -> None:
    item = restarted(filled({"url": FIRST.url}, FIRST, Given()))
    assert filled(restarted(item), FIRST, Given()) == item
    assert Given().take_back(restarted(item), None, DEFAULTS) == item


def test_an_item_that_names_no_page_is_of_the_page_that_filled_it() -> None:
    item = restarted(filled({}, FIRST, Given()))
    assert filled(restarted(item), FIRST, Given()) == item
    assert filled(restarted(item), SECOND, Given())["articleBody"] == SECOND.text


@pytest.mark.parametrize("copied", [dict, restarted])
@pytest.mark.parametrize("fields", [{"headline": "title"}, {"headline": "title", "why": "language"}])
def test_a_headline_alone_is_known_again(copied: Any, fields: dict[str, str]) -> None:
    given, settings = Given(), MaincontentSettings(fields=fields)
    item = copied(filled({"url": FIRST.url}, FIRST, given, settings))
    assert filled({**item, "url": SECOND.url}, SECOND, given, settings)["headline"] == SECOND.title


def test_a_language_that_the_spider_has_found_too_stays() -> None:
    given, settings = Given(), MaincontentSettings(fields={"headline": "title", "inLanguage": "language"})
    filled({"url": FIRST.url}, dataclasses.replace(FIRST, language="de"), given, settings)
    item = filled({"url": SECOND.url, "inLanguage": "de"}, dataclasses.replace(SECOND, language="en"), given, settings)
    assert item["inLanguage"] == "de"


def test_a_page_with_the_same_text_is_another_page() -> None:
    given = Given()
    item = filled({"url": FIRST.url}, FIRST, given)
    copy = dataclasses.replace(FIRST, url="https://pier.example/copy", title="Another headline")
    filled({"url": copy.url}, copy, given)
    assert given.take_back(restarted(item), None, DEFAULTS) == item
    item = given.take_back({**restarted(item), "url": SECOND.url}, SECOND, DEFAULTS)
    assert {name: value for name, value in item.items() if value} == {"url": SECOND.url}


@pytest.mark.parametrize("kind", [Frozen, Strict])
def test_items_that_cannot_simply_be_emptied(kind: Any, caplog: pytest.LogCaptureFixture) -> None:
    given = Given()
    item = restarted(filled(kind(FIRST.url), FIRST, given, TEXTS))
    assert item.articleBody == FIRST.text
    evolved = dataclasses.replace if kind is Frozen else attrs.evolve
    assert filled(evolved(item, url=SECOND.url), SECOND, given, TEXTS).articleBody == SECOND.text
    assert not caplog.records


def test_a_reason_makes_way_for_a_text() -> None:
    item = {"url": FIRST.url, "mainContent": {"emptyReason": "unknown_page"}}
    assert filled(item, FIRST, Given())["mainContent"]["emptyReason"] is None
