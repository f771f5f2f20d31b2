"""What crawls of the same sites know of addresses (``MAINCONTENT_STATE``): one file of SQLite, or a `Store` in Redis.

An address is an article that was emitted, a copy of one, a list, something that was left out, or it waits to be asked
for. Rows are written in the crawl's own thread, many in one transaction: a killed crawl goes on where the last one
ended, since an article counts as emitted only when its items are written.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import time
from contextlib import closing, suppress
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from scrapy.extensions.feedexport import FeedExporter, FileFeedStorage
from scrapy.utils.job import job_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

COMMIT = 1.0
"""Seconds after which what was written is committed."""
FORMAT = "1"
LENGTH = "length:"
"""What the state notes of files that items are written to, by their paths: bytes that hold what it says is there."""
FILE = "maincontent.state"
"""Name of the file in ``JOBDIR``, where ``MAINCONTENT_STATE`` names none."""
_REFUSED = (
    "{path} can't be used as the state of a crawl (MAINCONTENT_STATE, --state), or another one uses it; wait for it, "
    "or name another file: {error}"
)
_ASKED = 500
"""Addresses that are looked up at a time: SQLite bounds the values of a statement."""


class Status(IntEnum):
    """What an address is."""

    WAITING = 0
    """It is to be asked for."""
    ARTICLE = 1
    """An item was made of it."""
    COPY = 2
    """It shows what another address, ``of``, has: AMP, a print view, another spelling."""
    LIST = 3
    """A sitemap, feed or section."""
    LEFT_OUT = 4
    """It was asked for and left out; ``of`` is the reason."""


class Row(NamedTuple):
    """What is known of an address.

    ``listed`` are plain values: what lists say of a page that waits, and what a list has led to. ``text`` is the
    fingerprint of an article, ``day`` when it was published or since when a list was read, ``modified`` its last known
    change, ``run`` the last run that dealt with the address.
    """

    address: str
    site: str
    status: Status
    priority: int = 0
    listed: dict[str, Any] | None = None
    of: str | None = None
    text: str | None = None
    day: str | None = None
    modified: str | None = None
    language: str | None = None
    etag: str | None = None
    stamp: str | None = None
    run: int = 0

    def packed(self) -> tuple[Any, ...]:
        """Return the values as a database holds them."""
        held = None if self.listed is None else json.dumps(self.listed, ensure_ascii=False, separators=(",", ":"))
        return self._replace(status=int(self.status), listed=held)  # type: ignore[arg-type]

    @classmethod
    def unpacked(cls, values: Iterable[Any]) -> Row:
        """Return the row that `packed` has made values of."""
        row = cls(*values)
        listed: Any = row.listed
        return row._replace(status=Status(row.status), listed=None if listed is None else json.loads(listed))


class Store(Protocol):
    """Where rows are kept. ``shared``: other processes write to it, and requests wait in their queue, not here."""

    shared: bool
    run: int

    def get(self, addresses: Collection[str]) -> dict[str, Row]:
        """Return the rows of those addresses that are known."""

    def put(self, row: Row) -> None:
        """Keep a row in place of the one that its address has."""

    def waiting(self, site: str, most: int) -> list[Row]:
        """Return a site's rows that wait and that this run has not tried, those of the highest priority first."""

    def same_text(self, site: str, text: str) -> str | None:
        """Return the address of a site's article with this fingerprint."""

    def claim(self, address: str, by: str) -> bool:
        """Claim an article for a request; return False if the request for another address has claimed it."""

    def settle(self) -> None:
        """Commit from time to time what was stored."""

    def close(self, *, finished: bool) -> None:
        """Keep everything. ``finished``: the run is over; otherwise the next crawl goes on with it."""


_COLUMNS = ", ".join(Row._fields)
_PLACES = ", ".join("?" * len(Row._fields))
_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS addresses (
    address TEXT PRIMARY KEY, site TEXT, status INTEGER, priority INTEGER, listed TEXT, of TEXT, text TEXT, day TEXT,
    modified TEXT, language TEXT, etag TEXT, stamp TEXT, run INTEGER
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS waiting ON addresses (site, priority DESC) WHERE status = 0;
CREATE INDEX IF NOT EXISTS texts ON addresses (text) WHERE text IS NOT NULL;
"""


class State:
    """A `Store` in a file, or without a path in a temporary one that ends with the crawl.

    ``before_commit`` is called before each commit: items are to be in their files by then; if it returns False they
    can't be, and what was written is committed when the crawl ends. If it raises OSError they never will be: what was
    written since the last commit is forgotten, and the next crawl goes on from there.
    """

    shared = False

    def __init__(self, path: str = "") -> None:
        """Open the file.

        Raises:
            OSError: it can't be used, another crawl uses it, or it is something else.
        """
        self.before_commit: Callable[[], bool] | None = None
        self._is_lost = False
        self._claims: dict[str, str] = {}
        self._path = path
        try:
            self._database = sqlite3.connect(path, timeout=1, isolation_level=None)
            # No other process reads meanwhile; what is written is safe from a kill at once, and from a power cut soon.
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(_SCHEMA)
            self._database.execute("BEGIN IMMEDIATE")
            if self.about("format", FORMAT) != FORMAT:
                raise OSError(
                    f"{path} (MAINCONTENT_STATE, --state) is of another version of this package; name another file"
                )
            self.run = int(self.about("run", "0")) + (self.about("open", "0") == "0")
            self.unfinished = self.about("open", "0") == "1"
            if self.unfinished:
                self._database.execute("UPDATE addresses SET run = 0 WHERE status = 0")
            for name, value in (("format", FORMAT), ("run", str(self.run)), ("open", "1")):
                self.note(name, value)
            self.commit()
        except sqlite3.Error as error:
            raise OSError(_REFUSED.format(path=path, error=error)) from error

    def about(self, name: str, default: str) -> str:
        """Return what was noted under a name."""
        row = self._database.execute("SELECT value FROM about WHERE name = ?", [name]).fetchone()
        return default if row is None else str(row[0])

    def note(self, name: str, value: str) -> None:
        """Note something of the whole state, with the next commit."""
        self._database.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", [name, value])

    def noted(self, beginning: str) -> list[tuple[str, str]]:
        """Return what was noted under names that begin so, by the rest of the name."""
        rows = self._database.execute("SELECT name, value FROM about").fetchall()
        return [(name.removeprefix(beginning), str(value)) for name, value in rows if name.startswith(beginning)]

    def get(self, addresses: Collection[str]) -> dict[str, Row]:
        """Return the rows of those addresses that are known."""
        found, asked = {}, list(addresses)
        for first in range(0, len(asked), _ASKED):
            part = asked[first : first + _ASKED]
            query = f"SELECT {_COLUMNS} FROM addresses WHERE address IN ({', '.join('?' * len(part))})"  # noqa: S608
            found.update({values[0]: Row.unpacked(values) for values in self._database.execute(query, part)})
        return found

    def put(self, row: Row) -> None:
        """Keep a row in place of the one that its address has."""
        self._database.execute(f"INSERT OR REPLACE INTO addresses VALUES ({_PLACES})", row.packed())  # noqa: S608
        if row.status != Status.WAITING:
            self._claims.pop(row.address, None)

    def waiting(self, site: str, most: int) -> list[Row]:
        """Return a site's rows that wait and that this run has not tried, those of the highest priority first."""
        where = "status = 0 AND site = ? AND run != ? ORDER BY priority DESC LIMIT ?"
        query = f"SELECT {_COLUMNS} FROM addresses WHERE {where}"  # noqa: S608
        return [Row.unpacked(values) for values in self._database.execute(query, [site, self.run, most])]

    def reopen(self, sites: Collection[str], reason: str, column: str, least: str, most: str) -> None:
        """Set addresses back to waiting that were left out for a reason and whose ``column`` is within these bounds."""
        for first in range(0, len(sites), _ASKED):
            part = list(sites)[first : first + _ASKED]
            where = f"status = 4 AND of = ? AND {column} BETWEEN ? AND ? AND site IN ({', '.join('?' * len(part))})"
            query = f"UPDATE addresses SET status = 0, run = 0, of = NULL WHERE {where}"  # noqa: S608
            self._database.execute(query, [reason, least, most, *part])

    def same_text(self, site: str, text: str) -> str | None:
        """Return the address of a site's article with this fingerprint."""
        query = "SELECT address FROM addresses WHERE text = ? AND site = ? AND status = 1 LIMIT 1"
        row = self._database.execute(query, [text, site]).fetchone()
        return None if row is None else str(row[0])

    def claim(self, address: str, by: str) -> bool:
        """Claim an article for a request; return False if the request for another address has claimed it."""
        return self._claims.setdefault(address, by) == by

    def settle(self) -> None:
        """Commit what was written where the last commit is a while ago; called where no item is on its way to a file.

        A commit between an item and its row, or between the two the other way round, would lose or double it.
        """
        if time.monotonic() - self._committed > COMMIT:
            self.commit()

    def commit(self) -> None:
        """Commit what was written, and begin anew."""
        self._committed = time.monotonic()
        if self._is_written():
            self._database.execute("COMMIT")
            self._database.execute("BEGIN IMMEDIATE")

    def _is_written(self) -> bool:
        """Return True if all items are in their files."""
        try:
            return not self._is_lost and (self.before_commit is None or self.before_commit())
        except OSError as error:
            if not isinstance(error, BrokenPipeError):  # who reads has had enough, and knows it
                logger.warning("Items can't be written any more, and come again in the next crawl: %s", error)
            self._is_lost = True
            return False

    def close(self, *, finished: bool) -> None:
        """Keep everything. ``finished``: the run is over; otherwise the next crawl goes on with it."""
        self._is_written()
        if self._is_lost:  # as if it had been killed
            self._database.execute("ROLLBACK")
        else:
            if finished:
                self.note("open", "0")
            # Whatever is added to these files from now on is not a killed crawl's.
            self._database.execute("DELETE FROM about WHERE name BETWEEN ? AND ?", [LENGTH, LENGTH + "~"])
            self._database.execute("COMMIT")
        with suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._database.close()


def check(path: str) -> None:
    """Look whether a file, if it is there, is one that a crawl can use.

    Raises:
        OSError: it is something else, or another crawl uses it.
    """
    if Path(path).exists():
        try:
            with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=rw", uri=True, timeout=1)) as database:
                database.execute("SELECT value FROM about LIMIT 1").fetchall()
        except sqlite3.Error as error:
            if "no such table" not in str(error):
                raise OSError(_REFUSED.format(path=path, error=error)) from error


_stores: WeakKeyDictionary[Crawler, Store] = WeakKeyDictionary()


def share(crawler: Crawler, store: Store) -> None:
    """Let a crawl that is about to start keep what it knows in a store of its own kind."""
    _stores[crawler] = store


def store_of(crawler: Crawler, path: str | None) -> Store:
    """Return the store of a crawl, opened where nobody has: the file, that of its ``JOBDIR``, or a temporary one.

    Raises:
        OSError: the file can't be used.
    """
    if crawler not in _stores:
        folder = job_dir(crawler.settings)
        _stores[crawler] = State(path or ("" if folder is None else str(Path(folder) / FILE)))
    return _stores[crawler]


# The files of feeds, and what the state says is in them, agree, also after a kill.

FLUSHED = frozenset(("jsonlines", "jsonl", "jl", "csv"))
"""Formats of feeds whose items are in the file as soon as that is flushed."""


def flush(crawler: Crawler, state: State) -> bool:
    """Let feeds write what they hold back, and note their length; return whether every item is in its file then."""
    exporter = crawler.get_extension(FeedExporter)
    slots = getattr(exporter, "slots", ())
    for slot in slots:
        if (stream := getattr(slot.exporter, "stream", None)) is not None and not stream.closed:
            stream.flush()
        if slot.file is not None and not slot.file.closed:
            slot.file.flush()
        if isinstance(slot.storage, FileFeedStorage):
            path = Path(slot.storage.path).absolute()
            state.note(f"{LENGTH}{path}", str(path.stat().st_size if path.exists() else 0))
    return all(slot.format in FLUSHED for slot in slots)


def cut(state: State) -> None:
    """Take back what a killed crawl wrote after its last commit: these articles are asked for again."""
    for name, length in state.noted(LENGTH):
        path = Path(name)
        if path.is_file() and path.stat().st_size > int(length):
            logger.warning(
                "%s is cut to %s bytes, as far as a killed crawl is sure of it; the rest comes again", path, length
            )
            os.truncate(path, int(length))
