"""A queue in Redis that lends requests instead of giving them away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scrapy_redis.queue import Base

from .meta import RESULT_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy.http import Request

MAX_LOANS = 5
"""Times that a request is lent; one that ended its borrower every time is set aside."""

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
    """An entry of the queue that was lent. ``again``: its lease had run out before."""

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
        """Return the request of a loan; raises whatever its serializer or its spider has against it."""
        request: Request = self._decode_request(loan.entry[_NUMBER_LENGTH:])
        return request

    def renew(self, loans: Iterable[Loan], seconds: float) -> None:
        """Let leases run from now; one that somebody has given back stays so."""
        self._renew(keys=[self._leases], args=[seconds, *(loan.entry for loan in loans)])

    def give_back(self, loans: Iterable[Loan]) -> None:
        """End leases: their requests are done."""
        entries = [loan.entry for loan in loans]
        with self.server.pipeline(transaction=True) as both:
            both.zrem(self._leases, *entries).hdel(self._loans, *entries).execute()

    def set_aside(self, loan: Loan) -> None:
        """End the lease of a request that nobody can read, and keep it in a list of its own."""
        with self.server.pipeline(transaction=True) as both:
            both.rpush(self._aside, loan.entry).zrem(self._leases, loan.entry).execute()

    def clear(self) -> None:
        """Forget everything."""
        self.server.delete(self.key, self._leases, self._loans, self._numbers, self._aside)
