"""What the spiders of a queue in Redis know of addresses: a `crawl.state.Store` in hashes beside the queue."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..crawl.state import Row, Status

if TYPE_CHECKING:
    from collections.abc import Collection

RUN = 1
"""Runs are not told apart: what a crawl has asked for, its filter of duplicates knows."""


class SharedState:
    """Rows as JSON by address, addresses by fingerprints of texts, and which request makes an article.

    A claim stays: where the spider that made it is killed, its request comes back, and may make the article.
    """

    shared = True
    run = RUN

    def __init__(self, server: Any, key: str) -> None:
        self._server = server
        self._rows, self._texts, self._claims = keys_of_state(key)

    def get(self, addresses: Collection[str]) -> dict[str, Row]:
        """Return the rows of those addresses that are known."""
        asked = list(addresses)
        found = self._server.hmget(self._rows, asked) if asked else []
        return {
            url: Row.unpacked([url, *json.loads(packed)])
            for url, packed in zip(asked, found, strict=True)
            if packed is not None
        }

    def put(self, row: Row) -> None:
        """Keep a row in place of the one that its address has."""
        with self._server.pipeline(transaction=True) as both:
            both.hset(self._rows, row.address, json.dumps(row.packed()[1:], ensure_ascii=False))
            if row.status == Status.ARTICLE and row.text:
                both.hset(self._texts, f"{row.site} {row.text}", row.address)
            both.execute()

    def waiting(self, site: str, most: int) -> list[Row]:  # noqa: ARG002 - requests wait in the queue
        """Return nothing."""
        return []

    def same_text(self, site: str, text: str) -> str | None:
        """Return the address of a site's article with this fingerprint."""
        found = self._server.hget(self._texts, f"{site} {text}")
        return None if found is None else found.decode()

    def claim(self, address: str, by: str) -> bool:
        """Claim an article for a request; return False if the request for another address has claimed it."""
        if self._server.hsetnx(self._claims, address, by):
            return True
        return bool(self._server.hget(self._claims, address) == by.encode())

    def settle(self) -> None:
        """Do nothing: each row is in Redis already."""

    def close(self, *, finished: bool) -> None:
        """Do nothing: each row is in Redis already."""


def keys_of_state(key: str) -> list[str]:
    """Return the keys in Redis beside that of a queue."""
    return [f"{key}:{name}" for name in ("articles", "texts", "claims")]
