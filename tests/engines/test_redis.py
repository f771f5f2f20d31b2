"""The queue that lends requests, what its spiders know of sites, and their items, in a real Redis."""

from __future__ import annotations

import json
import pickle
import random
import time
from collections import namedtuple
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from scrapy import FormRequest, Request, Spider
from scrapy.http import HtmlResponse, JsonRequest
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler
from test_memory import in_crawl
from test_memory import through as teach
from test_site_memory import APPEAL, page

from scrapy_maincontent.crawl import duplicates
from scrapy_maincontent.crawl import memory as crawl_memory
from scrapy_maincontent.crawl.memory import Sharing, SiteVisits
from scrapy_maincontent.engines.redis import (
    MAX_LOANS,
    LeasedQueue,
    LeasedScheduler,
    RedisItemsPipeline,
    SharedSites,
    SharedTexts,
)
from scrapy_maincontent.extraction import extract
from scrapy_maincontent.known_host import Lesson

pytest.importorskip("scrapy_redis", reason="needs the extra redis")

pytestmark = pytest.mark.slow

LONG, SHORT = 3600.0, 0.05


class AnySpider(Spider):
    name = "any"
    attribute = print

    def parse_story(self, response):
        yield {"url": response.url}

    def parse_typed(self, page: HtmlResponse):
        pass

    def failed(self, failure):
        pass

    def forget(self, path):
        raise AssertionError("nobody calls it through the queue")

    def forget_all(self):
        raise AssertionError("nobody calls it through the queue")


def test_a_crawl_without_redis_says_so(caplog):
    filter_of_duplicates = {"DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter"}
    with pytest.raises(redis.exceptions.ConnectionError):
        LeasedScheduler.from_settings(Settings({"REDIS_URL": "redis://127.0.0.1:9/0", **filter_of_duplicates}))
    assert "Redis can't be reached, so the crawl does not begin: " in caplog.text
    assert "127.0.0.1:9" in caplog.records[-1].message


@pytest.fixture
def queue(redis_server):
    return LeasedQueue(redis_server.client, AnySpider(), "%(spider)s:requests")


def push(queue, *urls, priority=0, **kwargs):
    for url in urls:
        request = Request(f"http://quay.example/{url}", priority=priority, **kwargs)
        queue.push(queue.encode(request), priority, "any:seen")


def lend(queue, seconds=LONG):
    loan = queue.lend(seconds)
    return (loan, queue.read(loan).url.rpartition("/")[2]) if loan else (None, None)


def test_requests_leave_by_priority_and_then_in_the_order_they_came(queue):
    push(queue, "b", "a", "b")
    push(queue, "first", priority=5)
    push(queue, "last", priority=-5)
    assert [lend(queue)[1] for _ in range(6)] == ["first", "b", "a", "b", "last", None]


def test_what_the_set_of_seen_requests_has_is_not_added(queue, redis_server):
    data = queue.encode(Request("http://quay.example/a"))
    assert queue.push(data, 0, "any:seen", "print")
    assert not queue.push(data, 0, "any:seen", "print")
    assert len(queue) == 1
    assert redis_server.client.smembers("any:seen") == {b"print"}


def test_a_request_counts_until_it_is_given_back(queue):
    push(queue, "a", "b")
    loan, _ = lend(queue)
    assert len(queue) == 2
    queue.give_back([loan])
    assert len(queue) == 1


def test_what_is_not_given_back_in_time_is_lent_again_before_all_else(queue):
    push(queue, "a", "b")
    assert lend(queue, SHORT)[1] == "a"
    time.sleep(2 * SHORT)
    loan, name = lend(queue)
    assert (name, loan.again) == ("a", True)
    loan, name = lend(queue)
    assert (name, loan.again) == ("b", False)
    assert lend(queue) == (None, None)


def test_a_renewed_lease_runs_from_now(queue):
    push(queue, "a")
    loan, _ = lend(queue, SHORT)
    queue.renew([loan], LONG)
    time.sleep(2 * SHORT)
    assert lend(queue) == (None, None)


def test_renewing_does_not_bring_back_what_is_done(queue):
    push(queue, "a")
    loan, _ = lend(queue)
    queue.give_back([loan])
    queue.renew([loan], LONG)
    assert len(queue) == 0


def test_a_request_that_ends_its_borrowers_is_set_aside(queue, redis_server):
    push(queue, "a")
    for _ in range(MAX_LOANS):
        loan, name = lend(queue, SHORT)
        assert (name, loan.set_aside) == ("a", False)
        time.sleep(2 * SHORT)
    assert queue.lend(SHORT).set_aside
    assert len(queue) == 0
    assert redis_server.client.lrange("any:requests:set_aside", 0, -1) == [loan.entry]


def test_a_request_comes_back_as_it_was_and_without_a_result(queue):
    result = extract("<p>A page that is not to be stored.</p>")
    meta = {"maincontent": {"method": "tree"}, "maincontent_result": result, "depth": 3}
    request = Request("http://quay.example/a", AnySpider().parse_story, meta=meta, cb_kwargs={"part": 2}, priority=4)
    data = queue.encode(request)
    assert b"not to be stored" not in data
    assert request.meta["maincontent_result"] is result
    queue.push(data, 4, "any:seen")
    again = queue.read(queue.lend(LONG))
    assert again.meta == {"maincontent": {"method": "tree"}, "depth": 3}
    assert (again.url, again.priority, again.cb_kwargs) == (request.url, 4, {"part": 2})
    assert again.callback == queue.spider.parse_story


def test_callbacks_are_known_by_their_first_argument(queue):
    for name in ("parse", "parse_story", "parse_typed", "failed"):
        put(queue, f'{{{URL},"callback":"{name}"}}'.encode())
        assert queue.read(queue.lend(LONG)).callback == getattr(queue.spider, name)


@pytest.mark.parametrize("request_", [Request("file:///etc/passwd"), Request("http://quay.example", print)], ids=str)
def test_what_no_process_would_take_is_not_put_in(queue, request_):
    request_.callback = queue.spider.forget if request_.callback else None
    with pytest.raises(ValueError, match=r"no address of the web|no callback"):
        queue.encode(request_)


def test_clearing_leaves_no_key_behind(queue, redis_server):
    push(queue, "a", "b")
    lend(queue)
    queue.set_aside(lend(queue)[0])
    queue.clear()
    assert redis_server.client.keys("any:requests*") == []


def test_scripts_are_known_again_after_a_restart(queue, redis_server):
    push(queue, "a")
    redis_server.stop()
    redis_server.start()
    push(queue, "b")
    assert [lend(queue)[1] for _ in range(3)] == ["a", "b", None]


# What an entry holds: JSON, so that nobody who can write to Redis runs code in a spider.


class Touch:
    """An object whose pickle creates a file when it is read."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def put(queue, data):
    """Write an entry as anybody may who reaches Redis."""
    queue.server.zadd(queue.key, {b"0" * 16 + data: 0})


def through(queue, request):
    queue.push(queue.encode(request), request.priority, "any:seen")
    return queue.read(queue.lend(LONG))


def test_code_in_an_entry_is_not_run(queue, tmp_path):
    file = tmp_path / "run"
    put(queue, pickle.dumps({"url": "http://quay.example/", "meta": Touch(file)}))
    with pytest.raises(ValueError, match="no request"):
        queue.read(queue.lend(LONG))
    assert not file.exists()


def test_all_that_json_can_hold_comes_back(queue):
    spider = queue.spider
    meta = {
        "maincontent": {"method": "tree", "formats": ["text", "html"], "join": True},
        "depth": 3,
        "text": "港の灯 \ud800 \x00",
        "bytes": b"\x00\xff",
        "numbers": {1: "one", None: 2.5, b"key": True, "$bytes": "a name of its own"},
        "nested": [[{}], {"": None}],
    }
    request = Request(
        "http://quay.example/a?b=1",
        spider.parse_story,
        "PUT",
        headers={"X-Tide": ["high", b"\xff\xfe"], "Referer": "http://quay.example/"},
        body=bytes(range(256)),
        cookies=[{"name": "port", "value": "7", "secure": True}],
        meta=meta,
        encoding="cp1252",
        priority=-2,
        dont_filter=True,
        errback=spider.failed,
        flags=["seen"],
        cb_kwargs={"part": 2, "names": ["ebb"]},
    )
    again = through(queue, request)
    assert {name: getattr(again, name) for name in Request.attributes} == {
        name: getattr(request, name) for name in Request.attributes
    }
    assert type(again) is Request


def test_kinds_of_requests_come_back(queue):
    form = FormRequest("http://quay.example/", formdata={"a": "1"})
    asked = JsonRequest("http://quay.example/", data={"a": 1}, dumps_kwargs={"sort_keys": True})
    for request in (form, asked):
        again = through(queue, request)
        assert type(again) is type(request)
        assert (again.body, again.headers, again.method) == (request.body, request.headers, request.method)


def test_tuples_come_back_as_lists(queue):
    place = namedtuple("place", "x y")(1, 2)  # noqa: PYI024 - any tuple
    again = through(queue, Request("http://quay.example/", meta={"size": (3, (4,)), "place": place}))
    assert again.meta == {"size": [3, [4]], "place": [1, 2]}


@pytest.mark.parametrize(
    "value", [date(2024, 5, 1), {1, 2}, object(), {(1, 2): 3}, Request("http://quay.example/"), lambda: 1]
)
def test_what_json_cannot_hold_is_refused_with_its_type_and_place(queue, value):
    with pytest.raises(TypeError, match=r"meta\['a'\]\[1\] is a \w+, which JSON cannot hold"):
        queue.encode(Request("http://quay.example/", meta={"a": [0, value]}))


def test_a_request_without_extras_takes_few_bytes(queue):
    data = queue.encode(Request("http://quay.example/a", meta={"depth": 1}))
    assert json.loads(data) == {
        "url": "http://quay.example/a",
        "meta": {"depth": 1},
        "method": "GET",
        "encoding": "utf-8",
    }
    assert b" " not in data


URL = '"url":"http://quay.example/"'
NO_REQUESTS = {
    "empty": b"",
    "no JSON": b"\x80\x04N.",
    "cut off": b'{"url": "http://quay.exa',
    "no text": b"\xff\xfe\xfd",
    "a list": b"[]",
    "lists without an end": b"[" * 100_000,
    "digits without an end": b'{"url": ' + b"9" * 10_000 + b"}",
    "no address": b'{"method": "GET"}',
    "an address that is a number": b'{"url": 5}',
    "an address without a scheme": b'{"url": "quay"}',
    "no base64": f'{{{URL},"body":{{"$bytes":"%%%"}}}}'.encode(),
    "keys that are lists": f'{{{URL},"meta":{{"$dict":[[[],1]]}}}}'.encode(),
    "a dictionary that is none": f'{{{URL},"meta":{{"$dict":5}}}}'.encode(),
    "headers that are a list": f'{{{URL},"headers":["a"]}}'.encode(),
    "headers beyond Latin-1": f'{{{URL},"headers":{{"X":["港"]}}}}'.encode(),
    "a header that is a number": f'{{{URL},"headers":{{"X":5}}}}'.encode(),
    "a body that is text": f'{{{URL},"body":"a"}}'.encode(),
    "an unknown encoding": f'{{{URL},"encoding":"nope"}}'.encode(),
    "arguments without names": f'{{{URL},"cb_kwargs":{{"$dict":[[1,2]]}}}}'.encode(),
    "a priority that is text": f'{{{URL},"priority":"1"}}'.encode(),
    "no such callback": f'{{{URL},"callback":"parse_nothing"}}'.encode(),
    "a callback that is no method": f'{{{URL},"callback":"attribute"}}'.encode(),
    "a class as callback": f'{{{URL},"callback":"__class__"}}'.encode(),
    "a private method of Python": f'{{{URL},"callback":"__init__"}}'.encode(),
    "a method that is no callback": f'{{{URL},"callback":"forget","cb_kwargs":{{}}}}'.encode(),
    "a method without arguments": f'{{{URL},"errback":"forget_all"}}'.encode(),
    "a method of Scrapy": f'{{{URL},"callback":"closed"}}'.encode(),
    "a method of the class": f'{{{URL},"callback":"update_settings"}}'.encode(),
    "a file of this machine": b'{"url": "file:///etc/passwd"}',
    "a file in another spelling": b'{"url": " FILE:/etc/passwd"}',
    "an address that holds its page": b'{"url": "data:text/html,<p>x"}',
    "a bucket": b'{"url": "s3://bucket/key"}',
    "a module nobody has imported": f'{{{URL},"_class":"antigravity.Request"}}'.encode(),
    "a class that is no request": f'{{{URL},"_class":"subprocess.Popen"}}'.encode(),
    "a class that is a number": f'{{{URL},"_class":5}}'.encode(),
}


@pytest.mark.parametrize("entry", NO_REQUESTS.values(), ids=NO_REQUESTS)
def test_what_is_no_request_is_a_value_error(queue, entry):
    put(queue, entry)
    with pytest.raises(ValueError, match="no request"):
        queue.read(queue.lend(LONG))


# What spiders of a queue know of sites.

ISLE = "https://island.example"
SITES, BYTES = "any:requests:sites", "any:requests:sites:bytes"


@pytest.fixture
def visits(redis_server):
    """A function that returns what another spider of the queue knows."""

    impatient = redis.Redis.from_url(redis_server.url, retry=Retry(NoBackoff(), 0), socket_timeout=600)

    def new(**bounds):
        found = SiteVisits()
        found.sharing = Sharing(SharedSites(impatient, "any:requests", **bounds))
        return found

    return new


def test_spiders_share_the_texts_that_they_know(redis_server):
    impatient = redis_server.client
    texts = [duplicates.TextIndex(20_000_000, SharedTexts(impatient, "any:requests")) for _ in range(2)]
    drawn = random.Random(3)
    sketches = [drawn.randbytes(64) for _ in range(300)]
    for number, sketch in enumerate(sketches):
        assert texts[number % 2].settle(sketch, f"{ISLE}/{number}/{'x' * 150}") is None
    for number, sketch in enumerate(sketches):
        found = texts[1 - number % 2].settle(sketch, f"{ISLE}/copy")
        assert found == (f"{ISLE}/{number}/{'x' * 150}", 1.0)
    assert [len(each) for each in texts] == [300, 300]
    LeasedQueue(impatient, AnySpider(), "any:requests").clear()
    assert not redis_server.client.keys("any:requests:sketches*")


def test_places_may_part_the_strings_in_redis(redis_server):
    store = SharedTexts(redis_server.client, "any:requests")
    edge = SharedTexts.CHUNK - 3
    store.write([(edge, b"millstone"), (5, b"weir")])
    assert store.read([(edge, 9), (5, 4), (7, 4), (edge + 3, 6)]) == [b"millstone", b"weir", b"ir\0\0", b"lstone"]


def share(*all_visits):
    for each in all_visits:
        each.share(time.monotonic())


def test_a_spider_knows_what_another_one_has_learnt(visits):
    first, second = visits(), visits()
    for number in range(6):
        in_crawl(first, page(f"mill {number}"), f"{ISLE}/{number}")
    share(first)
    assert APPEAL not in in_crawl(second, page("kiln"), f"{ISLE}/kiln")
    assert APPEAL in in_crawl(second, page("kiln"), "https://mainland.example/kiln")


def test_many_lessons_are_shared_at_once_and_others_in_time(visits, redis_server):
    first, start = visits(), time.monotonic()
    for number in range(crawl_memory.UNSHARED):
        first.share(start)
        assert not redis_server.client.exists(SITES)
        teach(first.visit(f"{ISLE}/{number}"))
    first.share(start)
    assert visits().sharing.known("island.example").filled == crawl_memory.UNSHARED


@pytest.mark.parametrize("pages", [30, 150])
def test_what_is_kept_is_the_same_in_any_order_and_by_any_spiders(visits, redis_server, pages):
    kept = set()
    for seed in range(4):
        rng = random.Random(seed)
        spiders = [visits() for _ in range(3 + seed % 2)]
        for number in rng.sample(range(pages), pages):
            spider = rng.choice(spiders)
            learn_page(spider, number)
            if not rng.randrange(9):
                share(spider)
        share(*spiders)
        kept.add(redis_server.client.hget(SITES, "island.example"))
        redis_server.client.flushall()
    assert len(kept) == 1


def learn_page(spider, number):
    visit = spider.visit(f"{ISLE}/{number}")
    texts = sorted(random.Random(number).sample(range(1, 3000), 60))
    with visit:
        visit.lesson = Lesson(number + 1, texts, [9.0] * len(texts), [4.5] * len(texts)).to_bytes()


def test_redis_keeps_no_more_than_the_total(visits, redis_server):
    spider = visits(total_bytes=20_000)
    for number in range(100):
        teach(spider.visit(f"https://h{number}.example/"))
        share(spider)
    kept = redis_server.client.hgetall(SITES)
    assert 2 < len(kept) < 100
    assert b"h99.example" in kept
    assert b"h0.example" not in kept
    assert sum(map(len, kept.values())) == int(redis_server.client.get(BYTES)) <= 20_000


def test_without_redis_each_spider_goes_on_with_its_own(visits, redis_server, monkeypatch, caplog):
    monkeypatch.setattr(crawl_memory, "FLUSH", 0)
    spider = visits()
    redis_server.stop()
    for number in range(40):
        text = in_crawl(spider, page(f"mill {number}"), f"{ISLE}/{number}")
        assert (APPEAL in text) == (number == 0)
        share(spider)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    redis_server.start()
    share(spider)
    assert visits().sharing.known("island.example").filled == 40


@pytest.mark.parametrize("damaged", [b"", b"HMEM" + bytes(90), "a page"], ids=["nothing", "zeros", "text"])
def test_what_is_damaged_costs_itself_alone(visits, redis_server, damaged):
    redis_server.client.hset(SITES, "island.example", damaged)
    spider = visits()
    teach(spider.visit(ISLE))
    share(spider)
    assert visits().sharing.known("island.example").filled == 1


def test_a_host_under_another_name_is_not_taken(visits, redis_server):
    spider = visits()
    teach(spider.visit(ISLE))
    share(spider)
    redis_server.client.hset(SITES, "mainland.example", redis_server.client.hget(SITES, "island.example"))
    assert spider.sharing.known("mainland.example").filled == 0


def test_a_cleared_queue_leaves_nothing(visits, queue, redis_server):
    push(queue, "a")
    spider = visits()
    teach(spider.visit(ISLE))
    share(spider)
    queue.clear()
    assert redis_server.client.keys() == []


# Items in Redis: plain JSON, without their page.


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


def test_half_a_surrogate_pair_costs_no_item(pushed):
    assert json.loads(pushed({"headline": "港 \ud83c"})) == {"headline": "港 \ud83c"}


def test_another_serializer_may_be_chosen(pushed):
    assert pushed({"headline": "Ebb"}, REDIS_ITEMS_SERIALIZER="builtins.repr") == b"{'headline': 'Ebb'}"
