"""Articles in several pages, joined by processes that share a queue in Redis."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("scrapy_redis", reason="needs the extra redis")

from redis_tools import LEASES, QUEUE, SharedCrawl, wait_for

sys.path.append(str(Path(__file__).parents[1] / "edge"))

from edge_join_site import ARTICLES, PAGES, Site, body_of, misplaced, serve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis_tools import RedisServer

pytestmark = pytest.mark.slow

ON = ("-s", "MAINCONTENT_JOIN_PAGES=True")
PATIENT = {"SCHEDULER_LEASE": "600"}
"""For spiders that live, which may come too late to renew short leases where the machine is busy."""
LATER = {path for page in ARTICLES for path in page.pages or () if path != page.path}
MILL = "/courier/local/tide-mill/"
LAST = f"{MILL}3/"


@pytest.fixture
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


@pytest.fixture
def shared(tmp_path: Path, redis_server: RedisServer, site: Site) -> Iterator[SharedCrawl]:
    with SharedCrawl(tmp_path, redis_server, site.url("/")) as running:
        yield running


def assert_whole(shared: SharedCrawl, site: Site, redis_server: RedisServer) -> None:
    """Check that every page but the later ones of articles has come, and every article whole."""
    items: dict[str, dict[str, Any]] = {item["url"].removeprefix(site.address): item for item in shared.items()}
    assert set(items) == set(PAGES) - LATER, shared.logs()
    assert [part for page in ARTICLES for part in misplaced(body_of(page), items[page.path]["articleBody"])] == []
    assert redis_server.client.zcard(QUEUE) == redis_server.client.zcard(LEASES) == 0


def test_the_process_that_has_an_article_fetches_all_of_it(
    shared: SharedCrawl, site: Site, redis_server: RedisServer
) -> None:
    for spider in shared.start(2, *ON, **PATIENT):
        assert spider.wait() == 0, spider.log
    assert_whole(shared, site, redis_server)
    assert set(shared.urls().values()) == {1}
    assert {path: site.visits[path] for path in LATER} == dict.fromkeys(LATER, 1)


def test_an_article_whose_process_is_killed_is_joined_by_another_one(
    shared: SharedCrawl, site: Site, redis_server: RedisServer
) -> None:
    site.hang(LAST, 60)
    (first,) = shared.start(1, *ON)
    wait_for(lambda: site.visits[LAST], "an article to be joined")
    first.send(signal.SIGKILL)
    first.wait()
    del site.faults[LAST]
    (second,) = shared.start(1, *ON, **PATIENT)
    assert second.wait() == 0, second.log
    assert_whole(shared, site, redis_server)
    # Other pages may come twice: they were done, and not yet given back, when the process was killed.
    assert shared.urls()[site.url(MILL)] == 1
    assert site.visits[LAST] == 2
