"""What a crawl knows of its sites (``MAINCONTENT_SITE_MEMORY``): pages take their host's bytes along to a worker.

A crawl's `CrawlMemory` is in the crawl's own process: `SiteVisits`, which own the hosts, and the `MemoryFile` in
``JOBDIR``. A host's page number n is extracted with what was learnt of its first `seen_by` (n) pages,
no more and no less, however many workers there are and whichever is through first: what later pages taught waits.
Several processes may share what they learn (`share`): then a page sees, too, what others have taught by then.
"""

from __future__ import annotations

import logging
import struct
import threading
import time
from collections import OrderedDict, deque
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self, TypeVar
from weakref import WeakKeyDictionary

from scrapy.utils.job import job_dir

from ..files import read_regular, replace_file
from ..known_host import (
    HOST_BYTES,
    HOST_OVERHEAD,
    SLOTS,
    TOTAL_BYTES,
    KnownHost,
    Lesson,
    host_of,
    most_texts,
    sealed,
    unsealed,
)
from . import stats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from scrapy.crawler import Crawler

    from ..result import Learnt


logger = logging.getLogger(__name__)

T = TypeVar("T")

LAG = 16
"""The most pages of a host, the last ones, that are not seen by the next one: so many can be under way at a time, which
is as many as Scrapy has requests at a time unless it is told otherwise."""
EVERY = 8
"""Of a host's pages beyond the first `SLOTS` one of so many is learnt: it says what the others do, and learning takes
time in the crawl's own process."""
FLUSH = 60.0
"""Seconds after which what was learnt is written, and shared."""
UNSHARED = 16
"""Lessons of a host after which they are shared at once. `SLOTS` at most wait for a store that can't be reached."""
_TRIES = 5
"""Times that a host is merged anew, since another process was first."""
FILE = "maincontent.sites"
"""Name of the file in ``JOBDIR``."""
ASIDE = ".aside"
"""What is put behind that name where the file can't be read."""
MAX_FILE = 1024 * 1024 * 1024
"""Bytes of it that are read."""
FORMAT = 2
"""Number of the format of `SiteVisits.to_bytes`; another one is refused."""
_MAGIC = b"CMEM"
_SHARED_MAGIC = b"HMEM"
_OVERHEAD = HOST_OVERHEAD + 1024
"""Bytes that a host takes beside what is known of it and what waits."""
_VISITS = struct.Struct("<QQI")
"""Pages that came, pages that are learnt, lessons that wait."""
_WAITING = struct.Struct("<QI")
"""The page's number, bytes of its lesson."""
_MOST_UNDER_WAY = 1 << 16
_MOST_TEXTS = most_texts(HOST_BYTES)


_stores: WeakKeyDictionary[Crawler, Store] = WeakKeyDictionary()


class Store(Protocol):
    """Where several processes keep what they know of hosts. What can't be reached raises OSError."""

    def load(self, host: str) -> bytes:
        """Return the host's bytes, empty for an unknown host."""

    def swap(self, host: str, before: bytes, after: bytes) -> bool:
        """Store ``after`` for a host if ``before`` is what is stored (compare and swap); return whether it was."""


def share(crawler: Crawler, store: Store) -> None:
    """Let the memory of a crawl that is about to start share what it learns."""
    _stores[crawler] = store


class CrawlMemory:
    """A crawl's visits to its sites: counted in its stats, and kept in its ``JOBDIR``, where it has one."""

    def __init__(self, crawler: Crawler) -> None:
        """Read what an earlier run of the same job has kept."""
        self._crawler = crawler
        folder = job_dir(crawler.settings)
        self._file = None if folder is None else MemoryFile(Path(folder) / FILE)
        self._visits = SiteVisits() if self._file is None else self._file.read()
        if crawler in _stores:
            self._visits.sharing = Sharing(_stores[crawler])

    def visit(self, url: str | None) -> Visit | None:
        """Return the visit of a page, in the order in which pages come; ``None`` where its address names no host."""
        return self._visits.visit(url)

    def take(self, visit: Visit, learnt: Learnt) -> None:
        """Take what a page taught."""
        visit.lesson = learnt.lesson
        if learnt.known:
            self._crawler.stats.inc_value(stats.SITE_HITS)
        self._visits.share(time.monotonic() - FLUSH)
        if self._file is not None:
            self._file.flush(self._visits)

    def close(self) -> None:
        """Share and write what is known, and count it."""
        visits, counter = self._visits, self._crawler.stats
        visits.share(time.monotonic())
        if self._file is not None:
            self._file.close(visits)
        counter.set_value(stats.SITE_HOSTS, len(visits))
        counter.set_value(stats.SITE_PAGES, visits.pages)
        counter.set_value(stats.SITE_BYTES, visits.size)
        counter.set_value(stats.SITE_EVICTIONS, visits.evictions)


def seen_by(number: int) -> int:
    """Return how many of a host's first pages its page of that number (from 1) sees: half of them, then all but 16."""
    return max(number // 2, number - LAG)


def is_learnt(number: int) -> bool:
    """Return True if a host's page of that number (from 1) is learnt: the first ones, then one of `EVERY`."""
    return number <= SLOTS or number % EVERY == 0


class SiteVisits:
    """What is known of hosts, and their pages that are under way; for one thread.

    Hosts are forgotten that were not visited for longest, so that all take no more than ``total_bytes``.

    ``pages`` came, ``evictions`` hosts were forgotten, both in this run. ``sharing`` is with other processes.
    """

    sharing: Sharing | None = None

    def __init__(self, total_bytes: int = TOTAL_BYTES) -> None:
        self.total_bytes = total_bytes
        self.size = self.pages = self.evictions = 0
        self._hosts: OrderedDict[str, _Host] = OrderedDict()

    def __len__(self) -> int:
        """Return how many hosts are known."""
        return len(self._hosts)

    def visit(self, url: str | None) -> Visit | None:
        """Return the visit of a page, in the order in which pages come; ``None`` where its address names no host."""
        name = host_of(url)
        if name is None:
            return None
        host = self._hosts.get(name)
        if host is None:
            known = self.sharing.known(name) if self.sharing is not None else KnownHost()
            host = self._hosts[name] = _Host(name, known.packed(name))
        self._hosts.move_to_end(name)
        self.pages += 1
        host.arrived += 1
        visit = Visit(self, host)
        host.queue.append(visit)
        self.settle(host)
        return visit

    def settle(self, host: _Host) -> None:
        """Begin the visits whose turn has come, update the host's size, and drop hosts beyond ``total_bytes``."""
        host.settle()
        if self._hosts.get(host.name) is not host:
            return  # forgotten meanwhile
        size = host.size
        self.size += size - host.counted
        host.counted = size
        while self.size > self.total_bytes:
            _, dropped = self._hosts.popitem(last=False)
            self.size -= dropped.counted
            self.evictions += 1
            if self.sharing is not None:
                self.sharing.forget(dropped)

    def learn(self, host: _Host, number: int, lesson: bytes) -> None:
        """Store the lesson of the host's page of this number; an empty one teaches nothing."""
        host.lessons[number] = lesson
        if lesson and self.sharing is not None and is_learnt(number):
            self.sharing.add(host, lesson)
        self.settle(host)

    def share(self, until: float) -> None:
        """Share what was learnt of hosts before that time (`time.monotonic`), and of those with many lessons."""
        if self.sharing is not None:
            for host in self.sharing.due(until):
                shared = self.sharing.share(host)
                self.settle(host)
                if not shared:
                    return  # the store is away

    def parts(self) -> list[bytes]:
        """Return the memory as byte strings, which `sealed_parts` joins."""
        return [part for host in self._hosts.values() for part in host.parts()]

    def to_bytes(self) -> bytes:
        """Return the memory as bytes, without pages under way."""
        return sealed_parts(self.parts())

    @classmethod
    def from_bytes(cls, data: bytes, total_bytes: int = TOTAL_BYTES) -> Self:
        """Read what `to_bytes` returned.

        Raises:
            ValueError: it is damaged, of another format, or something else.
        """
        content, at, memory = unsealed(_MAGIC, FORMAT, data), 0, cls(total_bytes)
        try:
            while at < len(content):
                host, at = _Host.read(content, at)
                memory._hosts[host.name] = host
                memory.settle(host)
        except struct.error as error:
            raise ValueError("the site memory is cut off") from error
        memory.evictions = 0
        return memory


def sealed_parts(parts: Iterable[bytes]) -> bytes:
    """Return what `SiteVisits.from_bytes` reads. May be called in any thread."""
    return sealed(_MAGIC, FORMAT, b"".join(parts))


class Visit:
    """A page under way, as a context manager: leaving it ends the visit, whatever came of it.

    ``host`` is what it sees of its host, for `extraction.extract_in_crawl`, ``None`` until it is the page's turn;
    ``learns`` is whether it is to be learnt. ``lesson`` takes what the page taught.
    """

    def __init__(self, visits: SiteVisits, of: _Host) -> None:
        self.number, self.name = of.arrived, of.name
        self.sees, self.learns = seen_by(self.number), is_learnt(self.number)
        self.host: bytes | None = None
        self.lesson = b""
        self._visits, self._of = visits, of
        self._turn: Future[bytes] | None = None

    def turn(self) -> Future[bytes]:
        """Return a future of ``host`` for a page that has to wait for its turn."""
        self._turn = Future()
        return self._turn

    def begin(self, host: bytes) -> None:
        """Set what the page sees of its host, now that its turn has come."""
        self.host = host
        if self._turn is not None and self._turn.set_running_or_notify_cancel():
            self._turn.set_result(host)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._visits.learn(self._of, self.number, self.lesson)


@dataclass(slots=True, eq=False)
class _Host:
    """A host: what is known of it, and its pages that are under way.

    ``arrived`` pages came, ``back`` of them are through without a gap, ``learnt`` are part of ``known``. ``lessons``
    are those of later pages, by number; ``queue`` are visits that have not begun. ``counted`` is its size when it was
    last added to the memory's, ``packed`` what is known, as pages see it. ``unshared`` are lessons that other processes
    are to get.
    """

    name: str
    packed: bytes
    arrived: int = 0
    back: int = 0
    learnt: int = 0
    lessons: dict[int, bytes] = field(default_factory=dict)
    queue: deque[Visit] = field(default_factory=deque)
    counted: int = 0
    unshared: list[bytes] = field(default_factory=list)

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        waiting = sum(map(len, self.lessons.values())) + sum(map(len, self.unshared))
        return _OVERHEAD + len(self.packed) + waiting

    @property
    def known(self) -> KnownHost:
        """What is known of it; to be set anew, not to be changed."""
        return KnownHost.viewed(self.packed)

    @known.setter
    def known(self, known: KnownHost) -> None:
        self.packed = known.packed(self.name)

    def settle(self) -> None:
        """Begin the visits, in the order in which they came, all of whose pages are back."""
        while self.back + 1 in self.lessons:
            self.back += 1
        while self.queue and self.queue[0].sees <= self.back:
            visit = self.queue.popleft()
            while self.learnt < visit.sees:
                self.learnt += 1
                lesson = self.lessons.pop(self.learnt)
                if lesson and is_learnt(self.learnt):
                    known = self.known
                    known.learn(Lesson.from_bytes(lesson), _MOST_TEXTS)
                    self.known = known
            visit.begin(self.packed)

    def parts(self) -> list[bytes]:
        """Return it as bytes, in parts."""
        parts = [self.packed, _VISITS.pack(self.arrived, self.learnt, len(self.lessons))]
        for number, lesson in sorted(self.lessons.items()):
            parts += [_WAITING.pack(number, len(lesson)), lesson]
        return parts

    @classmethod
    def read(cls, content: bytes, at: int) -> tuple[Self, int]:
        """Return the host that stands at a place among bytes, and where it ends. Pages without a lesson taught none.

        Raises:
            ValueError: it is damaged.
            struct.error: it is cut off.
        """
        name, known, at = KnownHost.unpacked(content, at, _MOST_TEXTS)
        arrived, learnt, count = _VISITS.unpack_from(content, at)
        at += _VISITS.size
        if not 0 <= arrived - learnt <= _MOST_UNDER_WAY:
            raise ValueError("the site memory is damaged: a host's pages don't add up")
        lessons = dict.fromkeys(range(learnt + 1, arrived + 1), b"")
        for _ in range(count):
            number, length = _WAITING.unpack_from(content, at)
            at += _WAITING.size + length
            lesson = content[at - length : at]
            if number not in lessons or at > len(content):
                raise ValueError("the site memory is damaged: it tells of a page that never came")
            if lesson:
                Lesson.from_bytes(lesson)
            lessons[number] = lesson
        return cls(name, known.packed(name), arrived, arrived, learnt, lessons), at


class Sharing:
    """Hosts that several processes learn, in a store.

    Kept are memories of single pages, merged (`site_memory.merged`): so it is the same in whatever order pages come,
    and whoever learns them. While the store can't be reached, which is logged once, the crawl goes on with its own.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: OrderedDict[str, tuple[float, _Host]] = OrderedDict()
        self._resumes = 0.0
        self._away = False

    def known(self, name: str) -> KnownHost:
        """Return the host's record from the store, or an empty one."""
        loaded = self._reach(partial(self._load, name))
        return KnownHost() if loaded is None else loaded[1]

    def add(self, host: _Host, lesson: bytes) -> None:
        """Note a lesson that is to be shared."""
        self._waiting.setdefault(host.name, (time.monotonic(), host))
        host.unshared = [*host.unshared[1 - SLOTS :], lesson]
        if len(host.unshared) >= UNSHARED:
            self._waiting.move_to_end(host.name, last=False)

    def due(self, until: float) -> Iterator[_Host]:
        """Yield the hosts that have waited since then, or have many lessons, while the store can be reached."""
        while self._waiting and time.monotonic() >= self._resumes:
            since, host = next(iter(self._waiting.values()))
            if since > until and len(host.unshared) < UNSHARED:
                return
            yield host

    def share(self, host: _Host) -> bool:
        """Merge a host's lessons into the store, and its record there into this process's, if that can be reached."""
        self._waiting.pop(host.name, None)
        kept = self._reach(partial(self._merge, host)) if host.unshared else None
        if kept is not None:
            from ..site_memory import merged  # here: it loads NumPy

            host.known, host.unshared = merged(host.known, kept, _MOST_TEXTS), []
        elif host.unshared:
            self._waiting[host.name] = time.monotonic(), host
        return kept is not None

    def forget(self, host: _Host) -> None:
        """Share a host's waiting lessons, if the store can be reached, and drop them."""
        self.share(host)
        self._waiting.pop(host.name, None)

    def _merge(self, host: _Host) -> KnownHost | None:
        """Return what is kept of a host now, ``None`` where other processes were first every time."""
        from ..site_memory import merged

        for _ in range(_TRIES):
            before, kept = self._load(host.name)
            for lesson in host.unshared:
                page = KnownHost()
                page.learn(Lesson.from_bytes(lesson), _MOST_TEXTS)
                kept = merged(kept, page, _MOST_TEXTS)
            after = sealed(_SHARED_MAGIC, FORMAT, kept.packed(host.name))
            if after == before or self._store.swap(host.name, before, after):
                return kept
        return None

    def _load(self, name: str) -> tuple[bytes, KnownHost]:
        """Return what is kept of a host as bytes and as what they say; what is damaged says nothing."""
        kept = self._store.load(name)
        with suppress(ValueError, struct.error):
            found, host, _ = KnownHost.unpacked(unsealed(_SHARED_MAGIC, FORMAT, kept), 0, _MOST_TEXTS)
            if found == name:
                return kept, host
        return kept, KnownHost()

    def _reach(self, ask: Callable[[], T]) -> T | None:
        """Return what the store answers, ``None`` where it can't be reached, or could not be a moment ago."""
        if time.monotonic() < self._resumes:
            return None
        try:
            answer = ask()
        except OSError as error:
            if not self._away:
                logger.warning(
                    "What is known of sites (MAINCONTENT_SITE_MEMORY) is not shared for now, each process goes on with "
                    "its own: %s",
                    error,
                )
            self._resumes, self._away = time.monotonic() + FLUSH, True
            return None
        self._away = False
        return answer


class MemoryFile:
    """The file in which a crawl keeps its memory. It is replaced at once, and whatever goes wrong is logged alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written = time.monotonic()
        self._thread: threading.Thread | None = None

    def read(self) -> SiteVisits:
        """Return what was kept, an empty memory where there is none. A file that can't be read is put aside."""
        try:
            return SiteVisits.from_bytes(read_regular(self.path, MAX_FILE))
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            aside = self.path.with_name(self.path.name + ASIDE)
            logger.warning(
                "What was known of sites (MAINCONTENT_SITE_MEMORY) can't be read; the file is left aside as %s, and a "
                "new one is begun: %s",
                aside,
                error,
            )
            with suppress(OSError):
                self.path.replace(aside)
        return SiteVisits()

    def flush(self, memory: SiteVisits) -> None:
        """Write, in a thread, what is known, unless it was written less than `FLUSH` seconds ago."""
        if time.monotonic() - self._written < FLUSH or (self._thread is not None and self._thread.is_alive()):
            return
        self._written = time.monotonic()
        self._thread = threading.Thread(target=self._write, args=(memory.parts(),), name="maincontent-memory")
        self._thread.start()

    def close(self, memory: SiteVisits) -> None:
        """Write what is known, now."""
        if self._thread is not None:
            self._thread.join()
        self._write(memory.parts())

    def _write(self, parts: list[bytes]) -> None:
        try:
            replace_file(self.path, sealed_parts(parts))
        except OSError as error:
            logger.error("What is known of sites (MAINCONTENT_SITE_MEMORY) was not written to %s: %s", self.path, error)
