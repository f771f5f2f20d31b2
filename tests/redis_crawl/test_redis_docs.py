"""The reference names what the scheduler has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("scrapy_redis", reason="needs the extra redis")

from scrapy_maincontent.engines import redis

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[2] / "docs"


def names(page, heading):
    text = (DOCS / page).read_text("utf-8").partition(f"\n{heading}\n")[2]
    return re.findall(r"^\| `([^`]+)`", re.split(r"\n#+ ", text, maxsplit=1)[0], re.MULTILINE)


def test_every_stat_is_documented_and_nothing_else():
    stats = {value for value in vars(redis).values() if str(value).startswith("scheduler/")}
    assert set(names("reference/stats.md", "## A shared queue")) == stats


def test_the_setting_is_documented_with_its_default():
    assert names("reference/settings.md", "## A shared queue") == [redis.LEASE_SETTING]
    assert f"| `{redis.LEASE}` |" in (DOCS / "reference/settings.md").read_text("utf-8")


def test_the_how_to_names_every_key_and_how_often_a_request_is_lent(redis_server):
    from scrapy import Spider

    queue = redis.LeasedQueue(redis_server.client, Spider("any"), "<spider>:requests")
    keys = {queue.key, *(value for value in vars(queue).values() if str(value).startswith("<spider>"))}
    assert keys | {"<spider>:dupefilter", "<spider>:items"} == set(names("howto/redis.md", "## What is in Redis"))
    assert redis.MAX_LOANS == 5
