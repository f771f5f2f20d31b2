"""Three spider processes and one queue, in a real Redis: every page, whatever is killed or restarted meanwhile."""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from edge_join_site import ARTICLES, PAGES, Site, body_of, misplaced, serve
from redis_tools import CONCURRENT, ITEMS, LEASES, QUEUE, SharedCrawl, wait_for

from scrapy_maincontent.crawl.memory import Sharing
from scrapy_maincontent.engines import redis
from scrapy_maincontent.engines.redis_state import keys_of_state
from scrapy_maincontent.known_host import host_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis_tools import RedisServer, SpiderProcess


pytest.importorskip("scrapy_redis", reason="needs the extra redis")

pytestmark = pytest.mark.slow

SPIDERS = 3
MIDDLE, LATER = 25, 50
"""Items after which something happens, of 160."""
IN_FLIGHT = 40
"""Requests that one spider may hold: those being downloaded, and those whose items are on their way."""
ONE_BY_ONE = ("-s", "CONCURRENT_REQUESTS=1")
"""For a crawl that no spider can be through with before a late one has begun."""

PATIENT = {"SCHEDULER_LEASE": "600"}
"""For spiders that live: on a busy machine one may come too late to renew the tests' short leases."""
small = pytest.mark.parametrize("size", [40])


def finish(spiders: list[SpiderProcess]) -> list[SpiderProcess]:
    for spider in spiders:
        assert spider.wait() == 0, spider.log
        assert spider.reason == "finished", spider.log
        assert "Traceback" not in spider.log, spider.log
        assert "Deprecat" not in spider.log, spider.log
    return spiders


def assert_every_page(crawl: SharedCrawl, pages: set[str], redis_server: RedisServer, *, once: bool = False) -> None:
    urls = crawl.urls()
    assert set(urls) == pages, crawl.logs()
    assert not once or set(urls.values()) == {1}
    assert all("and that made" in item["articleBody"] for item in crawl.items())
    assert redis_server.client.zcard(QUEUE) == redis_server.client.zcard(LEASES) == 0


def test_three_processes_take_every_page_once(crawl, pages, redis_server):
    finish(crawl.start(SPIDERS, *ONE_BY_ONE, workers=1, **PATIENT))
    assert_every_page(crawl, pages, redis_server, once=True)
    assert all(spider.stat("item_scraped_count") for spider in crawl.spiders)
    assert crawl.total("scheduler/enqueued/redis") == crawl.total("scheduler/dequeued/redis")


def test_a_killed_worker_costs_no_page(crawl, pages, redis_server):
    spiders = crawl.start(SPIDERS, workers=1, **PATIENT)
    crawl.until(MIDDLE)
    workers = [worker for spider in spiders for worker in spider.workers()]
    assert workers
    for worker in workers:
        os.kill(worker, signal.SIGSTOP)
    wait_for(lambda: redis_server.client.zcard(LEASES) >= SPIDERS * CONCURRENT, "requests behind the stopped workers")
    time.sleep(1)  # by now they hold a page
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    for spider in spiders:
        assert spider.wait() == 0, spider.log
    assert_every_page(crawl, pages, redis_server)
    assert crawl.total("maincontent/worker_restarts") >= len(workers)
    assert crawl.total("maincontent/errors") == 0


def test_stopped_spiders_finish_what_they_hold(crawl, pages, redis_server):
    """One while the others go on, then the others."""
    first, *others = crawl.start(SPIDERS, **PATIENT)
    crawl.until(MIDDLE)
    assert_ends(signal.SIGTERM, [first])
    crawl.until(LATER)
    assert_ends(signal.SIGTERM, others)
    assert redis_server.client.zcard(LEASES) == 0
    assert redis_server.client.zcard(QUEUE) > 0
    finish(crawl.start(1, **PATIENT))
    assert_every_page(crawl, pages, redis_server, once=True)
    assert crawl.total("scheduler/reclaimed/redis") == 0


def assert_ends(how: signal.Signals, spiders: list[SpiderProcess]) -> None:
    for spider in spiders:
        spider.send(how)
    for spider in spiders:
        assert spider.wait() == 0
        assert spider.reason == "shutdown", spider.log


def test_what_a_killed_spider_held_goes_to_the_others(crawl, pages, redis_server):
    first, *others = crawl.start(SPIDERS)
    crawl.until(MIDDLE)
    wait_for(lambda: redis_server.client.zcard(LEASES) > SPIDERS, "requests that are held")
    first.kill()
    finish(others)
    assert crawl.total("scheduler/reclaimed/redis") <= IN_FLIGHT
    assert_every_page(crawl, pages, redis_server)


def test_what_all_spiders_held_goes_to_a_new_one(crawl, pages, redis_server):
    spiders = crawl.start(2)
    crawl.until(MIDDLE)
    wait_for(lambda: redis_server.client.zcard(LEASES) > SPIDERS, "requests that are held")
    for spider in spiders:
        spider.kill()
    held = redis_server.client.zcard(LEASES)
    assert 0 < held <= IN_FLIGHT * len(spiders)
    (last,) = finish(crawl.start(1, **PATIENT))
    assert last.stat("scheduler/reclaimed/redis") == held
    assert_every_page(crawl, pages, redis_server)


def test_redis_may_be_restarted(crawl, pages, redis_server):
    spiders = crawl.start(SPIDERS)
    for items, how in ((MIDDLE, signal.SIGTERM), (LATER, signal.SIGKILL)):
        crawl.until(items)
        redis_server.stop(how)
        time.sleep(0.5)
        redis_server.start()
    finish(spiders)
    assert_every_page(crawl, pages, redis_server)


def test_without_redis_spiders_end_and_nothing_counts_as_done(crawl, pages, redis_server):
    spiders = crawl.start(1, SCRAPY_SETTINGS_MODULE="impatient_settings")
    crawl.until(MIDDLE)
    redis_server.stop()
    for spider in spiders:
        spider.wait()
        assert spider.reason == "redis_unavailable", spider.log
    redis_server.start()
    finish(crawl.start(1))
    assert_every_page(crawl, pages, redis_server)


class TestWhatRedisHolds:
    """Neither pages nor results are in it: sizes, in bytes."""

    REQUEST = 1000
    ITEM = 2200

    def test_requests_and_items_are_small(self, crawl, redis_server):
        (spider,) = crawl.start(1, "-s", "CLOSESPIDER_ITEMCOUNT=40")
        assert spider.wait() == 0, spider.log
        entries = redis_server.client.zrange(QUEUE, 0, -1)
        assert len(entries) > 10
        assert max(map(len, entries)) < self.REQUEST
        lines = redis_server.client.lrange(ITEMS, 0, -1)
        assert max(map(len, lines)) < self.ITEM
        assert not any(b"<p>" in held or b"<html" in held for held in entries + lines)

    def test_a_copied_meta_takes_no_result_along(self, redis_server, generated_site, spider_process):
        path = str(Path(__file__).with_name("copying_spider.py"))
        options = ("-a", f"url={generated_site.url}", "-s", "CLOSESPIDER_ITEMCOUNT=40", "-s", "MAINCONTENT_WORKERS=0")
        spider = spider_process("runspider", path, *options)
        assert spider.wait() == 0, spider.log
        entries = redis_server.client.zrange("copying:requests", 0, -1)
        requests = [json.loads(entry[16:]) for entry in entries]
        assert len(requests) > 10
        assert all(request["meta"]["origin"] for request in requests)
        assert not any("maincontent_result" in request["meta"] for request in requests)
        assert not any(b"Extraction" in entry or b"and that made" in entry for entry in entries)
        assert max(map(len, entries)) < self.REQUEST

    def test_a_request_that_cannot_be_stored_stays_in_memory(self, redis_server, generated_site, spider_process):
        path = str(Path(__file__).with_name("copying_spider.py"))
        options = ("-a", f"url={generated_site.url}", "-a", "unstorable=yes", "-s", "CLOSESPIDER_ITEMCOUNT=40")
        spider = spider_process("runspider", path, *options, "-s", "MAINCONTENT_WORKERS=0")
        assert spider.wait() == 0, spider.log
        kept, items = spider.stat("scheduler/unserializable"), redis_server.client.lrange("copying:items", 0, -1)
        assert spider.log.count("meta['page'][0] is a Selector, which JSON cannot hold") == 1
        assert kept > 1
        assert len(items) >= 40
        assert sum(json.loads(item)["url"].endswith("/story/2") for item in items) > 1
        lost = re.search(r"memory alone, and are lost: (\d+)", spider.log)
        assert lost is None or int(lost[1]) < kept

    @small
    def test_a_request_is_lent_until_its_items_are_through(self, redis_server, generated_site, spider_process):
        path = str(Path(__file__).with_name("watching_spider.py"))
        spider = spider_process("runspider", path, "-a", f"url={generated_site.url}", "-s", "MAINCONTENT_WORKERS=0")
        assert spider.wait() == 0, spider.log
        assert "lent during the pipeline: 1" in spider.log
        assert redis_server.client.zcard("watching:requests:leases") == 0


class Touch:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


@small
def test_what_is_no_request_is_set_aside_and_never_run(crawl, pages, redis_server, tmp_path):
    file = tmp_path / "run"
    foreign = {
        b"",
        b"short",
        b"0" * 16 + b"no JSON",
        b"0" * 16 + pickle.dumps(Touch(file)),
        b"0" * 16 + b'{"url": "http://quay.example/", "callback": "nobody"}',
    }
    redis_server.client.zadd(QUEUE, dict.fromkeys(foreign, 0))
    redis_server.client.zadd(LEASES, {b"f" * 16 + b"[": 0})
    (spider,) = finish(crawl.start(1, **PATIENT))
    assert spider.stat("scheduler/set_aside/redis") == len(foreign) + 1
    assert set(redis_server.client.lrange(f"{QUEUE}:set_aside", 0, -1)) == foreign | {b"f" * 16 + b"["}
    assert spider.log.count("Set aside, no request of this spider") == len(foreign) + 1
    assert not file.exists()
    assert_every_page(crawl, pages, redis_server, once=True)


@small
def test_requests_whose_values_make_no_sense_cost_themselves_alone(crawl, pages, redis_server, generated_site):
    url = generated_site.url
    foreign = [
        {"url": url, "meta": {"depth": "deep", "download_timeout": [], "download_slot": {}, "proxy": 5}},
        {"url": url, "meta": {"maincontent": "what"}, "cookies": [5], "flags": [{}]},
        {"url": url, "method": "\r\nX: 1", "headers": {"": ["\r\n"]}},
        {"url": url, "cb_kwargs": {"unknown": 1}},
        {"url": "nothing://quay.example/"},
    ]
    entries = {f"{number:016x}{json.dumps(request)}": 0 for number, request in enumerate(foreign)}
    redis_server.client.zadd(QUEUE, entries)
    (spider,) = crawl.start(1, **PATIENT)
    assert spider.wait() == 0, spider.log
    assert spider.reason == "finished", spider.log
    assert pages <= set(crawl.urls()), spider.log
    assert redis_server.client.zcard(QUEUE) == redis_server.client.zcard(LEASES) == 0


@small
def test_spiders_share_what_they_know_of_sites(crawl, pages, redis_server, generated_site):
    finish(crawl.start(2, *ONE_BY_ONE, **PATIENT))
    assert_every_page(crawl, pages, redis_server, once=True)
    kept = Sharing(redis.SharedSites(redis_server.client, QUEUE)).known(host_of(generated_site.url))
    assert kept.filled == len(pages)


@small
def test_pickles_are_written_and_read_where_the_setting_says_so(crawl, pages, redis_server):
    unsafe = ("-s", f"{redis.PICKLE_SETTING}=True")
    (first,) = crawl.start(1, *unsafe, "-s", "CLOSESPIDER_ITEMCOUNT=10", **PATIENT)
    assert first.wait() == 0, first.log
    entries = redis_server.client.zrange(QUEUE, 0, -1)
    moved = {page.replace("/story/", "/moved/") for page in pages}
    assert {pickle.loads(entry[16:])["url"] for entry in entries} <= pages | moved
    assert entries
    finish(crawl.start(1, *unsafe, **PATIENT))
    assert_every_page(crawl, pages, redis_server)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("SCHEDULER_SERIALIZER=pickle", "SCHEDULER_SERIALIZER is 'pickle', which runs what an entry of the queue says"),
        ("SCHEDULER_SERIALIZER=scrapy_redis.picklecompat", "unless SCHEDULER_UNSAFE_PICKLE is True"),
        ("SCHEDULER_UNSAFE_PICKLE=maybe", "SCHEDULER_UNSAFE_PICKLE is 'maybe'; it must be True or False"),
        ("SCHEDULER_LEASE=-1", "SCHEDULER_LEASE is '-1'; it must be a number of seconds above 0"),
    ],
)
def test_a_crawl_does_not_start_with_a_wrong_setting(setting, message, redis_server, generated_site, spider_process):
    path = str(Path(__file__).with_name("copying_spider.py"))
    spider = spider_process("runspider", path, "-a", f"url={generated_site.url}", "-s", setting)
    assert spider.wait() != 0 or "Spider closed" not in spider.log
    assert message in spider.log
    assert not generated_site.asked
    assert redis_server.client.keys() == []


@small
def test_items_are_moved_into_a_file_once_each(crawl, pages, redis_server, generated_site, tmp_path):
    from example_project.shared_items import move

    finish(crawl.start(1, **PATIENT))
    file = tmp_path / "items.jsonl"
    first = redis_server.client.lrange(ITEMS, 0, 9)
    assert move(redis_server.client, file) == len(pages)
    asked = sum(generated_site.asked.values())
    finish(crawl.start(1, **PATIENT))
    assert sum(generated_site.asked.values()) == asked, "a finished crawl has nothing more to do"
    file.write_bytes(file.read_bytes() + b'{"url": "cut')
    redis_server.client.rpush(
        ITEMS, *first, b"no JSON", b"\xff", b"[]", b'{"url": 5}', b'{"url":\n"http://quay.example/"}'
    )
    assert move(redis_server.client, file) == 0
    assert file.read_bytes().count(b"\n") == len(pages)
    assert redis_server.client.llen(ITEMS) == 0


# Articles in several pages, joined by processes that share a queue in Redis.

ON = ("-s", "MAINCONTENT_JOIN_PAGES=True")
LATER_PAGES = {path for page in ARTICLES for path in page.pages or () if path != page.path}
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
    assert set(items) == set(PAGES) - LATER_PAGES, shared.logs()
    assert [part for page in ARTICLES for part in misplaced(body_of(page), items[page.path]["articleBody"])] == []
    assert redis_server.client.zcard(QUEUE) == redis_server.client.zcard(LEASES) == 0


def test_the_process_that_has_an_article_fetches_all_of_it(
    shared: SharedCrawl, site: Site, redis_server: RedisServer
) -> None:
    for spider in shared.start(2, *ON, **PATIENT):
        assert spider.wait() == 0, spider.log
    assert_whole(shared, site, redis_server)
    assert set(shared.urls().values()) == {1}
    assert {path: site.visits[path] for path in LATER_PAGES} == dict.fromkeys(LATER_PAGES, 1)


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


# The reference names what the scheduler has.

DOCS = Path(__file__).parents[2] / "docs"


def names(page, heading):
    text = (DOCS / page).read_text("utf-8").partition(f"\n{heading}\n")[2]
    return re.findall(r"^\| `([^`]+)`", re.split(r"\n#+ ", text, maxsplit=1)[0], re.MULTILINE)


def test_every_stat_is_documented_and_nothing_else():
    stats = {value for value in vars(redis).values() if str(value).startswith("scheduler/")}
    assert set(names("reference/stats.md", "## A shared queue")) == stats


def test_the_settings_are_documented_with_their_defaults():
    assert names("reference/settings.md", "## A shared queue") == [redis.LEASE_SETTING, redis.PICKLE_SETTING]
    assert f"| `{redis.LEASE}` |" in (DOCS / "reference/settings.md").read_text("utf-8")


def test_the_how_to_names_every_key_and_how_often_a_request_is_lent(redis_server):
    from scrapy import Spider

    queue = redis.LeasedQueue(redis_server.client, Spider("any"), "<spider>:requests")
    keys = {queue.key, *(value for value in vars(queue).values() if str(value).startswith("<spider>"))}
    keys |= {*vars(redis.SharedSites(redis_server.client, queue.key))["_keys"]}
    keys |= {f"{queue.key}:sketches", *keys_of_state(queue.key)}
    assert keys | {"<spider>:dupefilter", "<spider>:items"} == set(names("howto/redis.md", "## What is in Redis"))
    assert redis.MAX_LOANS == 5
