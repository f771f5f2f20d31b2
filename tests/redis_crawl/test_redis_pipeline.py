"""Items in Redis: plain JSON, without their page."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

pytest.importorskip("scrapy_redis", reason="needs the extra redis")

from scrapy import Spider
from scrapy.utils.test import get_crawler

from scrapy_maincontent.engines.redis import RedisItemsPipeline

pytestmark = pytest.mark.slow


@dataclass
class Story:
    url: str
    html: str
    mainContent: dict[str, object] = field(default_factory=dict)  # noqa: N815 - as the items have it


@pytest.fixture
def pushed(redis_server):
    """A function that pushes an item and returns what the list holds of it."""

    def push(item, **settings):
        crawler = get_crawler(settings_dict={"REDIS_URL": redis_server.url, **settings})
        crawler.spider = Spider("any")
        assert RedisItemsPipeline.from_crawler(crawler).process_item(item) is item
        return redis_server.client.lpop("any:items")

    return push


def test_a_page_does_not_travel_and_its_place_does(pushed):
    place = {"file": "any-0.warc.gz", "offset": 328, "length": 1593}
    story = Story("http://quay.example/", "<p>Ebb and flow</p>", {"warc": place})
    assert json.loads(pushed(story)) == {"url": story.url, "mainContent": {"warc": place}}
    assert story.html == "<p>Ebb and flow</p>"


def test_the_field_of_the_page_is_the_one_that_the_settings_name(pushed):
    item = {"url": "http://quay.example/", "body": "<p>Ebb</p>", "html": "kept"}
    line = pushed(item, MAINCONTENT_HTML_FIELD="body")
    assert json.loads(line) == {"url": "http://quay.example/", "html": "kept"}


def test_japanese_takes_three_bytes_a_character(pushed):
    assert pushed({"headline": "港の灯"}) == '{"headline": "港の灯"}'.encode()


def test_another_serializer_may_be_chosen(pushed):
    assert pushed({"headline": "Ebb"}, REDIS_ITEMS_SERIALIZER="builtins.repr") == b"{'headline': 'Ebb'}"
