"""Crawls that share a queue in Redis, with scrapy-redis: requests are lent until they are done, items pushed as JSON.

`LeasedScheduler` is the scheduler, `LeasedQueue` its queue, `RedisItemsPipeline` the pipeline. A request leaves Redis
when it is done, not when it is handed out. `SharedSites` is what the spiders of a queue know of sites. What Redis holds
is data and never code, unless ``SCHEDULER_UNSAFE_PICKLE`` is set.
"""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from itemadapter import ItemAdapter
from redis.exceptions import RedisError
from scrapy import Request, signals
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.misc import load_object
from scrapy.utils.request import request_from_dict
from scrapy.utils.serialize import ScrapyJSONEncoder
from scrapy_redis import picklecompat
from scrapy_redis.pipelines import RedisPipeline
from scrapy_redis.queue import Base
from scrapy_redis.scheduler import Scheduler

from ..crawl import duplicates, state
from ..crawl.memory import share
from ..crawl.settings import BOOLEAN, SECONDS, MaincontentSettings, parse_setting, without_result
from ..known_host import TOTAL_BYTES
from .redis_entries import JsonRequests, check_address, check_callback, check_entry
from .redis_state import SharedState, keys_of_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Self

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure


logger = logging.getLogger(__name__)

MAX_LOANS = 5
"""Times that a request is lent; one that ended its borrower every time is set aside."""
LEASE_SETTING = "SCHEDULER_LEASE"
LEASE = 60.0
"""Seconds until what a vanished process held is lent to another one."""
PICKLE_SETTING = "SCHEDULER_UNSAFE_PICKLE"
"""True: requests are pickled, and whoever can write to Redis runs code in every spider."""
SERIALIZER_SETTING = "SCHEDULER_SERIALIZER"
PICKLERS = frozenset({"pickle", "_pickle", "cloudpickle", "dill", "scrapy_redis.picklecompat"})
"""Modules that ``SCHEDULER_SERIALIZER`` may name only where ``SCHEDULER_UNSAFE_PICKLE`` is set."""
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

KEPT = (
    "Kept in this process's memory alone, and lost if it is killed: %s (%s). Plain values in meta and cb_kwargs can be "
    "queued. Others are not logged, they are counted in %s"
)
LOST = (
    "Requests that were in this process's memory alone, and are lost: %d. Those of plain values would be in the queue"
)


class LeasedScheduler(Scheduler):  # type: ignore[misc]
    """Lends requests to this process until their callbacks and their items' pipelines are through.

    What a process held that was killed is lent again when the lease (``SCHEDULER_LEASE``, in seconds) has run out:
    every request is worked on at least once. A spider ends when nothing waits and nobody holds a request. The queue is
    kept when it closes, whatever ``SCHEDULER_PERSIST`` says; the other settings are scrapy-redis's. A request that
    JSON cannot hold stays in this process's memory, as Scrapy's own scheduler has it.
    """

    queue: LeasedQueue
    df: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._held: dict[Request, Loan] = {}
        self._own: list[tuple[int, int, Request]] = []
        self._own_numbers = count()
        self._renewed = time.monotonic()
        self._out_of_reach = False
        self._beats = create_looping_call(self._beat)

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """Return the scheduler of a crawl.

        Raises:
            RedisError: Redis does not answer. Scrapy logs it amid tracebacks, so that a line is logged here as well.
        """
        try:
            return cast("Self", super().from_settings(settings))
        except RedisError as error:
            logger.error("Redis can't be reached, so the crawl does not begin: %s", error)
            raise

    def open(self, spider: Spider) -> None:
        """Open the queue.

        Raises:
            RuntimeError: this version of Scrapy has no known list of the requests in progress.
            ValueError: a setting is not allowed.
        """
        self._crawler = spider.crawler
        self._lease = parse_setting(LEASE_SETTING, SECONDS, spider.settings.get(LEASE_SETTING, LEASE))
        unsafe = parse_setting(PICKLE_SETTING, BOOLEAN, spider.settings.get(PICKLE_SETTING, False))
        serializer = self._serializer(unsafe)
        self._slot()
        # What did not reach Redis in a pipeline or in a middleware belongs to a request that is not done.
        for signal in (signals.item_error, signals.spider_error):
            self._crawler.signals.connect(self._failed, signal=signal)
        self.spider = spider
        key = self.queue_key % {"spider": spider.name}
        self.queue = LeasedQueue(server=self.server, spider=spider, key=key, serializer=serializer)
        share(self._crawler, SharedSites(self.server, key))
        state.share(self._crawler, SharedState(self.server, key))
        duplicates.share(self._crawler, SharedTexts(self.server, key))
        self.df = self.df or load_object(self.dupefilter_cls).from_spider(spider)
        if self.flush_on_start:
            self.flush()
        logger.info("Requests that wait or are held: %d", len(self.queue), extra={"spider": spider})
        self._beats.start(BEAT, now=False)

    def enqueue_request(self, request: Request) -> bool:
        """Put a request into the queue, or keep it where JSON cannot hold it; return False where it was seen before."""
        if self._out_of_reach:
            return False
        try:
            data = self.queue.encode(request)
        except Exception as error:  # picklers raise anything, and one request costs no other
            data, reason = None, error
        try:
            if data is None:
                added = self._keep(request, reason)
            else:
                fingerprint = "" if request.dont_filter else self.df.request_fingerprint(request)
                added = self.queue.push(data, request.priority, self.df.key, fingerprint)
        except RedisError as error:
            self._give_up(error)
            return False
        if not added:
            self.df.log(request, self.spider)
        elif data is not None:
            self._count(ENQUEUED)
        return added

    def next_request(self) -> Request | None:
        """Give back what is done and return the next request, if any."""
        while not self._out_of_reach:
            try:
                self._settle()
                if self._own:
                    return heappop(self._own)[-1]
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
            return not self._out_of_reach and (bool(self._own) or len(self.queue) > 0)
        except RedisError as error:
            self._give_up(error)
            return False

    def close(self, reason: str) -> None:  # noqa: ARG002 - Scrapy passes it
        """Give back what is done; what else is held comes back by itself."""
        self._beats.stop()
        if self._own:
            logger.error(LOST, len(self._own), extra={"spider": self.spider})
        try:
            if not self._out_of_reach:
                self._settle()
        except RedisError as error:
            logger.error(
                "Requests were not given back to Redis; they come again when their leases end (%s): %s",
                LEASE_SETTING,
                error,
                extra={"spider": self.spider},
            )

    def _serializer(self, unsafe: bool) -> Any:
        """Return what requests are written and read with.

        Raises:
            ValueError: a pickling module is chosen, and not what that means.
        """
        chosen = getattr(self.serializer, "__name__", "")
        if chosen in PICKLERS and not unsafe:
            raise ValueError(
                f"{SERIALIZER_SETTING} is {chosen!r}, which runs what an entry of the queue says; it must be a module"
                f" that reads data only, unless {PICKLE_SETTING} is True"
            )
        return self.serializer or (picklecompat if unsafe else JsonRequests)

    def _keep(self, request: Request, reason: Exception) -> bool:
        """Keep a request in memory, unless it was seen before; return whether it is kept."""
        if not request.dont_filter and self.df.request_seen(request):
            return False
        if not self._crawler.stats.get_value(UNSERIALIZABLE):
            logger.warning(KEPT, request, reason, UNSERIALIZABLE, extra={"spider": self.spider})
        self._count(UNSERIALIZABLE)
        heappush(self._own, (-request.priority, next(self._own_numbers), without_result(request)))
        return True

    def _slot(self) -> Any:
        """Return the engine's slot, with the requests in progress."""
        # Scrapy has no public name for it.
        slot = getattr(self._crawler.engine, "_slot", None)
        if not hasattr(slot, "inprogress") or not hasattr(slot, "nextcall"):
            raise RuntimeError(
                "LeasedScheduler (SCHEDULER) does not work with this version of Scrapy, whose engine does not show the "
                "requests in progress: install one that docs/howto/redis.md names"
            )
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
                "Set aside, lent %d times without being done, as if it killed each process: %.300r "
                "(kept in <spider>:requests:set_aside)",
                MAX_LOANS,
                loan.entry,
                extra={"spider": self.spider},
            )
        else:
            try:
                return self.queue.read(loan)
            except ValueError as error:
                # Such as a callback that the spider no longer has: trying again would fail again.
                logger.error(
                    "Set aside, %s: %.300r (kept in <spider>:requests:set_aside)",
                    error,
                    loan.entry,
                    extra={"spider": self.spider},
                )
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
                "Redis (REDIS_URL) is out of reach: the spider ends, and what it holds is lent again later: %s",
                error,
                extra={"spider": self.spider},
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

    def __init__(self, server: Any, spider: Spider, key: str, serializer: Any = None) -> None:
        super().__init__(server, spider, key, serializer or JsonRequests)
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
        """Return a request as the queue holds it: without a result, whose page it may have been copied from.

        Raises:
            TypeError: the request has something that JSON cannot hold.
            ValueError: its callback is no method of the spider for responses, or its address is not of the web.
        """
        check_address(request)
        for function in filter(None, (request.callback, request.errback)):
            check_callback(getattr(function, "__name__", ""), self.spider)
        data: bytes = self._encode_request(without_result(request))
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
        """Return the request of a loan.

        Raises:
            ValueError: the entry is no request, or has a callback that the spider has not.
        """
        try:
            values = self.serializer.loads(loan.entry[_NUMBER_LENGTH:])
            check_entry(values, self.spider)
            request = request_from_dict(values, spider=self.spider)
            check_address(request)
            return request
        except Exception as error:  # whatever serializers and the classes of requests raise
            raise ValueError(f"no request of this spider ({error!r})") from error

    def renew(self, loans: Iterable[Loan], seconds: float) -> None:
        """Restart leases from now, except those that were given back."""
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
        own = self.key, self._leases, self._loans, self._numbers, self._aside
        sketches = f"{self.key}:sketches"
        kept = *_keys_of_sites(self.key), *keys_of_state(self.key), *self.server.scan_iter(f"{sketches}:*")
        self.server.delete(*own, sketches, *kept)


# Hosts by name, their names by when they were written, and how many bytes all take.
_SWAP = """
local kept = redis.call('HGET', KEYS[1], ARGV[1]) or ''
if kept ~= ARGV[2] then return 0 end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('ZADD', KEYS[2], time[1] + time[2] / 1000000, ARGV[1])
local bytes = redis.call('INCRBY', KEYS[3], #ARGV[3] - #kept)
while bytes > tonumber(ARGV[4]) do
    local oldest = redis.call('ZPOPMIN', KEYS[2])[1]
    if not oldest then break end
    bytes = redis.call('DECRBY', KEYS[3], redis.call('HSTRLEN', KEYS[1], oldest))
    redis.call('HDEL', KEYS[1], oldest)
end
return 1
"""


class SharedSites:
    """What the spiders of a queue know of sites: a `crawl.memory.Store` in Redis, in keys beside the queue's.

    All hosts take no more than ``total_bytes``; those are dropped that nothing was learnt of for longest.
    """

    def __init__(self, server: Any, key: str, total_bytes: int = TOTAL_BYTES) -> None:
        self._server, self._keys, self._total = server, _keys_of_sites(key), total_bytes
        self._swap = server.register_script(_SWAP)

    def load(self, host: str) -> bytes:
        """Return the host's bytes, empty for an unknown host."""
        with _as_os_error():
            return self._server.hget(self._keys[0], host) or b""

    def swap(self, host: str, before: bytes, after: bytes) -> bool:
        """Store ``after`` for a host if ``before`` is what is stored (compare and swap); return whether it was."""
        with _as_os_error():
            return bool(self._swap(keys=self._keys, args=[host, before, after, self._total]))


def _keys_of_sites(key: str) -> list[str]:
    return [f"{key}:sites{name}" for name in ("", ":times", ":bytes")]


class SharedTexts:
    """What the spiders of a queue know of texts: a `crawl.duplicates.Store` in Redis, in strings of `CHUNK` bytes.

    The spiders have to agree on ``MAINCONTENT_DUPLICATES_MAX_BYTES``. Two that add a text at once both have it first.
    """

    CHUNK = 1 << 22

    def __init__(self, server: Any, key: str) -> None:
        self._server, self._key = server, f"{key}:sketches"

    def read(self, places: Iterable[tuple[int, int]]) -> list[bytes]:
        """Return the bytes at each place; what was never written is zero."""
        places = list(places)
        with _as_os_error(), self._server.pipeline(transaction=False) as reads:
            for place in places:
                for key, start, length in self._parts(*place):
                    reads.getrange(key, start, start + length - 1)
            found = iter(reads.execute())
        return [b"".join(next(found).ljust(part[2], b"\0") for part in self._parts(*place)) for place in places]

    def write(self, parts: Iterable[tuple[int, bytes]]) -> None:
        """Write bytes at offsets."""
        with _as_os_error(), self._server.pipeline(transaction=False) as writes:
            for offset, content in parts:
                done = 0
                for key, start, length in self._parts(offset, len(content)):
                    writes.setrange(key, start, content[done : done + length])
                    done += length
            writes.execute()

    def counts(self) -> tuple[int, int]:
        """Return how many texts, and bytes of addresses, were ever added."""
        with _as_os_error():
            texts, length = self._server.hmget(self._key, "texts", "bytes")
        return int(texts or 0), int(length or 0)

    def reserve(self, length: int) -> tuple[int, int]:
        """Count a text and the bytes of its address; return the counts before."""
        with _as_os_error(), self._server.pipeline(transaction=True) as both:
            texts, after = both.hincrby(self._key, "texts", 1).hincrby(self._key, "bytes", length).execute()
        return texts - 1, after - length

    def _parts(self, offset: int, length: int) -> Iterator[tuple[str, int, int]]:
        """Yield the strings that a place is in: the key, where it begins, and how many bytes."""
        while length:
            chunk, start = divmod(offset, self.CHUNK)
            part = min(length, self.CHUNK - start)
            yield f"{self._key}:{chunk}", start, part
            offset, length = offset + part, length - part


@contextmanager
def _as_os_error() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise OSError(str(error)) from error


# Japanese takes three bytes a character so, and six as an escape.
_short_json = ScrapyJSONEncoder(ensure_ascii=False).encode
_escaped_json = ScrapyJSONEncoder().encode


def _to_json(values: Any) -> bytes:
    try:
        return _short_json(values).encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return _escaped_json(values).encode()


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
