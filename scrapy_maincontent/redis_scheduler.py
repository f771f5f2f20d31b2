"""scrapy-redis's scheduler with leases: a request leaves Redis when it is done, not when it is handed out."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from redis.exceptions import RedisError
from scrapy import signals
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.misc import load_object
from scrapy_redis.scheduler import Scheduler

from .redis_queue import LeasedQueue, Loan

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.http import Request
    from twisted.python.failure import Failure

logger = logging.getLogger(__name__)

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
            RuntimeError: this Scrapy does not tell which requests are in progress.
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
        """Put a request into the queue; tell whether it is there: it may have been seen, or be nothing to store."""
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
        """Tell whether requests wait, or some process holds one, which may bring more."""
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
        """Return what the engine keeps of its work; Scrapy has no public name for it."""
        slot = getattr(self._crawler.engine, "_slot", None)
        if not hasattr(slot, "inprogress") or not hasattr(slot, "nextcall"):
            raise RuntimeError("LeasedScheduler does not work with this version of Scrapy")
        return slot

    def _beat(self) -> None:
        """Renew leases, also while the spider is closing, and have the engine ask what others have queued."""
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
                # Such as a callback that the spider no longer has: nobody's turn to try again.
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
