"""Spiders for news sites that share a queue in Redis, and what they know of addresses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from edge_tools import wait_until
from news_site import Site
from package_root import ROOT

from scrapy_maincontent.crawl.state import Row, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis_tools import RedisServer

pytest.importorskip("scrapy_redis", reason="needs the extra redis")

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
ITEMS, SEEN = "news:items", "news:dupefilter"


@pytest.fixture
def spider(tmp_path: Path, redis_server: RedisServer) -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    started: list[subprocess.Popen[bytes]] = []

    def start(site: str) -> subprocess.Popen[bytes]:
        paths = [str(ROOT), str(HERE), str(HERE.parent)]
        with (tmp_path / f"log{len(started)}").open("w") as log:
            command = [sys.executable, str(HERE / "shared_news.py"), redis_server.url, site]
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
            started.append(subprocess.Popen(command, env=environment, stderr=log, start_new_session=True))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def addresses(redis_server: RedisServer) -> list[str]:
    return sorted(json.loads(item)["url"] for item in redis_server.client.lrange(ITEMS, 0, -1))


def test_two_spiders_find_each_article_once_and_later_what_is_new(
    redis_server: RedisServer, spider: Callable[[str], subprocess.Popen[bytes]]
) -> None:
    with Site() as site:
        for process in [spider(site.url), spider(site.url)]:
            assert process.wait() == 0
        assert addresses(redis_server) == sorted(site.wanted())
        redis_server.client.delete(ITEMS, SEEN)
        new, changed = site.add(10), site.change(100, 203)
        for process in [spider(site.url), spider(site.url)]:
            assert process.wait() == 0
        assert addresses(redis_server) == sorted(new + changed)
        items = [json.loads(item) for item in redis_server.client.lrange(ITEMS, 0, -1)]
        assert sorted(item["url"] for item in items if item["changed"]) == sorted(changed)


def test_a_spider_is_killed_and_nothing_is_lost(
    redis_server: RedisServer, spider: Callable[[str], subprocess.Popen[bytes]]
) -> None:
    with Site(150, delay=0.05) as site:
        killed, other = spider(site.url), spider(site.url)
        wait_until(lambda: redis_server.client.llen(ITEMS) >= 30, "articles")
        os.killpg(killed.pid, signal.SIGKILL)
        assert other.wait() == 0
        assert set(addresses(redis_server)) == site.wanted()


def test_rows_texts_and_claims(redis_server: RedisServer) -> None:
    from scrapy_maincontent.engines.redis_state import SharedState

    state = SharedState(redis_server.client, "news:requests")
    row = Row("http://courier.example/a", "courier.example", Status.ARTICLE, listed={"title": "港"}, text="1f")
    assert state.get([]) == state.get([row.address]) == {}
    state.put(row)
    assert state.get([row.address, "http://courier.example/b"]) == {row.address: row}
    assert state.same_text("courier.example", "1f") == row.address
    assert state.same_text("other.example", "1f") is None
    assert state.claim("a", "x")
    assert state.claim("a", "x")
    assert not state.claim("a", "y")
    assert state.waiting("courier.example", 9) == []
