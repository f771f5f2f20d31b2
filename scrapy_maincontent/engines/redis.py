"""Crawls that share a queue in Redis, with scrapy-redis: requests are lent until they are done, items pushed as JSON.

`LeasedScheduler` is the scheduler, `LeasedQueue` its queue, `RedisItemsPipeline` the pipeline. A request leaves Redis
when it is done, not when it is handed out.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from itemadapter import ItemAdapter
from redis.exceptions import RedisError
from scrapy import signals
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.misc import load_object
from scrapy.utils.serialize import ScrapyJSONEncoder
from scrapy_redis.pipelines import RedisPipeline
from scrapy_redis.queue import Base
from scrapy_redis.scheduler import Scheduler

from ..settings import RESULT_KEY, MaincontentSettings

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Request
    from twisted.python.failure import Failure


logger = logging.getLogger(__name__)

MAX_LOANS = 5
"""Times that a request is lent; one that ended its borrower every time is set aside."""
LEASE_SETTING = "SCHEDULER_LEASE"
LEASE = 60.0
"""Seconds until what a vanished process held is lent to another one."""
RENEWALS = 3
"""Times that a living process renews its leases before they could run out."""
BEAT = 0.5
"""Seconds between two looks at Redis; the engine's own are 5 seconds apart, where a spider has nothing to do."""
CLOSE_REASON = "redis_unavailable"

ENQUEUED = "scheduler/enqueued/redis"
DEQUEUED = "scheduler/dequeued/redis"
RECLAIMED = "scheduler/reclaimed/redis"
SET_ASIDE = "scheduler/set_aside/redis"
UNSERIALIZABLE = "scheduler/unserializable"

# Japanese takes three bytes a character so, and six as an escape.
_to_json = ScrapyJSONEncoder(ensure_ascii=False).encode


class LeasedScheduler(Scheduler):  # type: ignore[misc]
    """Lends requests to this process until their callbacks and their items' pipelines are through.

    What a process held that was killed is lent again when the lease (``SCHEDULER_LEASE``, in seconds) has run out:
    every request is worked on at least once. A spider ends when nothing waits and nobody holds a request. The queue is
    kept when it closes, whatever ``SCHEDULER_PERSIST`` says; the other settings are scrapy-redis's.
    """

    queue: LeasedQueue
    df: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._held: dict[Request, Loan] = {}
        self._renewed = time.monotonic()
        self._out_of_reach = False
        self._beats = create_looping_call(self._beat)

    def open(self, spider: Spider) -> None:
        """Open the queue.

        Raises:
            RuntimeError: this version of Scrapy has no known list of the requests in progress.
        """
        self._crawler = spider.crawler
        self._lease = spider.settings.getfloat(LEASE_SETTING, LEASE)
        self._slot()
        # What did not reach Redis in a pipeline or in a middleware belongs to a request that is not done.
        for signal in (signals.item_error, signals.spider_error):
            self._crawler.signals.connect(self._failed, signal=signal)
        self.spider = spider
        key = self.queue_key % {"spider": spider.name}
        self.queue = LeasedQueue(server=self.server, spider=spider, key=key, serializer=self.serializer)
        self.df = self.df or load_object(self.dupefilter_cls).from_spider(spider)
        if self.flush_on_start:
            self.flush()
        logger.info("Requests that wait or are held: %d", len(self.queue), extra={"spider": spider})
        self._beats.start(BEAT, now=False)

    def enqueue_request(self, request: Request) -> bool:
        """Put a request into the queue; return False where it was queued before, or can't be stored."""
        if self._out_of_reach:
            return False
        try:
            data = self.queue.encode(request)
        except Exception:
            # Picklers raise anything. As with Scrapy's own queues, one request costs no other.
            logger.exception("Unable to serialize request: %s", request, extra={"spider": self.spider})
            self._count(UNSERIALIZABLE)
            return False
        fingerprint = "" if request.dont_filter else self.df.request_fingerprint(request)
        try:
            added = self.queue.push(data, request.priority, self.df.key, fingerprint)
        except RedisError as error:
            self._give_up(error)
            return False
        if added:
            self._count(ENQUEUED)
        else:
            self.df.log(request, self.spider)
        return added

    def next_request(self) -> Request | None:
        """Give back what is done and return the next request, if any."""
        while not self._out_of_reach:
            try:
                self._settle()
                loan = self.queue.lend(self._lease)
                if loan is None:
                    return None
                request = self._opened(loan)
            except RedisError as error:
                self._give_up(error)
                return None
            if request is not None:
                self._held[request] = loan
                self._count(RECLAIMED if loan.again else DEQUEUED)
                return request
        return None

    def has_pending_requests(self) -> bool:
        """Return True if requests wait, or some process holds one, which may bring more."""
        try:
            return not self._out_of_reach and len(self.queue) > 0
        except RedisError as error:
            self._give_up(error)
            return False

    def close(self, reason: str) -> None:  # noqa: ARG002 - Scrapy passes it
        """Give back what is done; what else is held comes back by itself."""
        self._beats.stop()
        try:
            if not self._out_of_reach:
                self._settle()
        except RedisError as error:
            logger.error("Not given back to Redis: %s", error, extra={"spider": self.spider})

    def _slot(self) -> Any:
        """Return the engine's slot, with the requests in progress."""
        # Scrapy has no public name for it.
        slot = getattr(self._crawler.engine, "_slot", None)
        if not hasattr(slot, "inprogress") or not hasattr(slot, "nextcall"):
            raise RuntimeError("LeasedScheduler does not work with this version of Scrapy")
        return slot

    def _beat(self) -> None:
        """Renew leases, also while the spider is closing, and wake the engine for what others have queued."""
        if self._out_of_reach:
            return
        try:
            self._settle()
            if self._held and time.monotonic() - self._renewed > self._lease / RENEWALS:
                self.queue.renew(self._held.values(), self._lease)
                self._renewed = time.monotonic()
        except RedisError as error:
            self._give_up(error)
        self._slot().nextcall.schedule()

    def _settle(self) -> None:
        """Give back what the engine is through with: callbacks, new requests, the pipelines of items."""
        done = self._held.keys() - self._slot().inprogress
        if done:
            self.queue.give_back([self._held[request] for request in done])
            for request in done:
                del self._held[request]

    def _opened(self, loan: Loan) -> Request | None:
        """Return a loan's request; None for one that was lent too often, or that cannot be read."""
        if loan.set_aside:
            logger.error(
                "Set aside, lent too often without being done: %.300r", loan.entry, extra={"spider": self.spider}
            )
        else:
            try:
                return self.queue.read(loan)
            except Exception:
                # Such as a callback that the spider no longer has: trying again would fail again.
                logger.exception("Set aside, cannot be read: %.300r", loan.entry, extra={"spider": self.spider})
                self.queue.set_aside(loan)
        self._count(SET_ASIDE)
        return None

    def _failed(self, failure: Failure) -> None:
        if isinstance(failure.value, RedisError):
            self._give_up(failure.value)

    def _give_up(self, error: BaseException) -> None:
        """Close the spider and give nothing back: links or items may not have reached Redis."""
        if not self._out_of_reach:
            self._out_of_reach = True
            logger.error(
                "Redis is out of reach, what is held comes back later: %s", error, extra={"spider": self.spider}
            )
            engine: Any = self._crawler.engine
            deferred_from_coro(engine.close_spider_async(reason=CLOSE_REASON))

    def _count(self, stat: str) -> None:
        self._crawler.stats.inc_value(stat)


# Members of both sorted sets are entries: a running number, so that no two are the same and those of one priority
# leave in the order they came, and the request. The clock is the server's: those of the crawlers may differ.
_NUMBER_LENGTH = 16

_PUSH = """
if ARGV[3] ~= '' and redis.call('SADD', KEYS[3], ARGV[3]) == 0 then return 0 end
local number = string.format('%016x', redis.call('INCR', KEYS[2]))
redis.call('ZADD', KEYS[1], ARGV[1], number .. ARGV[2])
return 1
"""
_LEND = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local late = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1)[1]
if late and redis.call('HINCRBY', KEYS[3], late, 1) >= tonumber(ARGV[2]) then
    redis.call('ZREM', KEYS[2], late)
    redis.call('HDEL', KEYS[3], late)
    redis.call('RPUSH', KEYS[4], late)
    return {late, 'set aside'}
end
local entry = late or redis.call('ZPOPMIN', KEYS[1])[1]
if not entry then return {} end
redis.call('ZADD', KEYS[2], now + ARGV[1], entry)
return {entry, late and 'again' or 'first'}
"""
_RENEW = """
local time = redis.call('TIME')
for number = 2, #ARGV do
    redis.call('ZADD', KEYS[1], 'XX', time[1] + time[2] / 1000000 + ARGV[1], ARGV[number])
end
"""


class Loan(NamedTuple):
    """An entry of the queue that was lent. ``again``: its lease had run out before; ``set_aside``: too often."""

    entry: bytes
    again: bool
    set_aside: bool


class LeasedQueue(Base):  # type: ignore[misc]
    """Requests by priority, those of one priority in the order they came; each is lent for some seconds.

    Beside the key of the queue there are ``…:leases`` (what is lent, by the time when it comes back), ``…:loans`` (how
    often that has happened), ``…:numbers``, and the list ``…:set_aside``. Needs Redis 5 or later.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._leases, self._loans, self._numbers, self._aside = (
            f"{self.key}:{name}" for name in ("leases", "loans", "numbers", "set_aside")
        )
        self._push, self._lend, self._renew = map(self.server.register_script, (_PUSH, _LEND, _RENEW))

    def __len__(self) -> int:
        """Return how many requests wait or are lent."""
        # One transaction: a request that moves between two questions would be counted by neither.
        with self.server.pipeline(transaction=True) as both:
            return sum(both.zcard(self.key).zcard(self._leases).execute())

    def encode(self, request: Request) -> bytes:
        """Return a request as the queue holds it: without a result, whose page it may have been copied from."""
        if RESULT_KEY in request.meta:
            request = request.replace(meta={name: value for name, value in request.meta.items() if name != RESULT_KEY})
        data: bytes = self._encode_request(request)
        return data

    def push(self, data: bytes, priority: int, seen: str, fingerprint: str = "") -> bool:
        """Add an encoded request, unless the set ``seen`` has its fingerprint; both or neither happens.

        Without a fingerprint it is always added.
        """
        return bool(self._push(keys=[self.key, self._numbers, seen], args=[-priority, data, fingerprint]))

    def lend(self, seconds: float) -> Loan | None:
        """Return a request whose lease has run out, or else the first that waits; ``None`` where there is neither."""
        keys = [self.key, self._leases, self._loans, self._aside]
        lent = self._lend(keys=keys, args=[seconds, MAX_LOANS])
        return Loan(lent[0], lent[1] == b"again", lent[1] == b"set aside") if lent else None

    def read(self, loan: Loan) -> Request:
        """Return the request of a loan. Raises what its serializer or its spider's lookup of callbacks raises."""
        request: Request = self._decode_request(loan.entry[_NUMBER_LENGTH:])
        return request

    def renew(self, loans: Iterable[Loan], seconds: float) -> None:
        """Let leases run from now; one that somebody has given back stays so."""
        self._renew(keys=[self._leases], args=[seconds, *(loan.entry for loan in loans)])

    def give_back(self, loans: Iterable[Loan]) -> None:
        """End leases whose requests are done."""
        entries = [loan.entry for loan in loans]
        with self.server.pipeline(transaction=True) as both:
            both.zrem(self._leases, *entries).hdel(self._loans, *entries).execute()

    def set_aside(self, loan: Loan) -> None:
        """End the lease of a request that nobody can read, and keep it in a list of its own."""
        with self.server.pipeline(transaction=True) as both:
            both.rpush(self._aside, loan.entry).zrem(self._leases, loan.entry).execute()

    def clear(self) -> None:
        """Delete the queue and all that belongs to it."""
        self.server.delete(self.key, self._leases, self._loans, self._numbers, self._aside)


class RedisItemsPipeline(RedisPipeline):  # type: ignore[misc]
    """scrapy-redis's pipeline, without the field ``MAINCONTENT_HTML_FIELD``.

    It pushes in the crawl's own thread, as the scheduler does, so that nothing of a request is under way when the
    scheduler gives it back. ``REDIS_ITEMS_KEY`` and ``REDIS_ITEMS_SERIALIZER`` are scrapy-redis's.
    """

    _crawler: Crawler
    _html_field: str

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Return the pipeline of a crawler."""
        pipeline: Self = super().from_crawler(crawler)
        pipeline._crawler = crawler
        pipeline._html_field = MaincontentSettings.from_crawler_settings(crawler.settings).html_field
        if not crawler.settings.get("REDIS_ITEMS_SERIALIZER"):
            pipeline.serialize = _to_json
        return pipeline

    def process_item(self, item: Any) -> Any:
        """Push the item and return it as it was.

        Raises:
            RedisError: Redis did not take it; `LeasedScheduler` then does not call the item's request done.
        """
        values = ItemAdapter(item).asdict()
        values.pop(self._html_field, None)
        self.server.rpush(self.item_key(item, self._crawler.spider), self.serialize(values))
        return item
