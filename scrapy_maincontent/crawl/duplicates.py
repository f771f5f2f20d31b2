"""Texts that an earlier page had (``MAINCONTENT_DUPLICATES``): an index of sketches in a bounded block of bytes.

The sketch of a text (`facts.sketch`) is made in the worker. 21 bands of three bytes each lead to the texts that share
one; of these the most alike is taken. The bytes are this process's, a file in ``JOBDIR``, or several processes' in
Redis (`engines.redis.SharedTexts`). The oldest texts are forgotten first.
"""

from __future__ import annotations

import logging
import mmap
import struct
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from scrapy.utils.job import job_dir

from . import stats

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scrapy.crawler import Crawler

    Place = tuple[int, int]
    """An offset, and a number of bytes."""


logger = logging.getLogger(__name__)

THRESHOLD = 0.5
"""Likeness from which on a text is a duplicate; texts on one topic have some .1 in common."""
BANDS, BAND_BYTES = 21, 3
SKETCH_BYTES = 64
_SLOTS = 4
"""Texts that a bucket names; of more the oldest is left out."""
_BUCKETS_A_TEXT = 3 / 8
_ADDRESS_BYTES = 100
"""Bytes of an address, in the mean."""
_MOST_ADDRESS = 2000
_ROW = struct.Struct(f"<{SKETCH_BYTES}sQH")
"""A text: its sketch, where its address is, and how long that is."""
_BUCKET = struct.Struct(f"<{_SLOTS}I")
_COUNTS = struct.Struct("<QQ")
_HEAD = struct.Struct("<8sQ")
_MAGIC = b"MCTEXTS1"
BYTES_A_TEXT = _ROW.size + int(BANDS * _BUCKETS_A_TEXT * _BUCKET.size) + _ADDRESS_BYTES
_NUMBER_BITS, _TAG_BITS = 26, 6
"""A slot: a text's number, and bits of the band that name it, so that others are seldom read."""
_NUMBER = (1 << _NUMBER_BITS) - 1
MOST_TEXTS = _NUMBER - 1
_SPREAD = 0x9E3779B97F4A7C15
FILE = "maincontent.texts"
"""Name of the file in ``JOBDIR``."""


class Duplicate(NamedTuple):
    """The address of the first text, and how alike the two are, 0.5 to 1."""

    url: str
    likeness: float


class Store(Protocol):
    """A stretch of bytes that are zero at first, and two counters. What can't be reached raises OSError."""

    def read(self, places: Iterable[Place]) -> list[bytes]:
        """Return the bytes at each place."""

    def write(self, parts: Iterable[tuple[int, bytes]]) -> None:
        """Write bytes at offsets."""

    def counts(self) -> tuple[int, int]:
        """Return how many texts, and bytes of addresses, were ever added."""

    def reserve(self, length: int) -> tuple[int, int]:
        """Count a text and the bytes of its address; return the counts before."""


class OwnBytes:
    """A store of this process: memory that is taken as it is used, or a file, which a killed crawl leaves whole."""

    def __init__(self, size: int, path: Path | None = None) -> None:
        """Open the file; one of another size or format is begun anew.

        Raises:
            OSError: it can't be written.
        """
        self._at = _HEAD.size + _COUNTS.size
        size += self._at
        if path is None:
            self._map = mmap.mmap(-1, size)
            return
        head = _HEAD.pack(_MAGIC, size)
        with path.open("r+b" if path.is_file() else "w+b") as file:
            if file.read(_HEAD.size) != head or file.seek(0, 2) != size:
                file.truncate(0)
                file.truncate(size)
                file.seek(0)
                file.write(head)
                file.flush()
            self._map = mmap.mmap(file.fileno(), size)

    def read(self, places: Iterable[Place]) -> list[bytes]:
        """Return the bytes at each place."""
        at, content = self._at, self._map
        return [content[at + offset : at + offset + length] for offset, length in places]

    def write(self, parts: Iterable[tuple[int, bytes]]) -> None:
        """Write bytes at offsets."""
        for offset, content in parts:
            self._map[self._at + offset : self._at + offset + len(content)] = content

    def counts(self) -> tuple[int, int]:
        """Return how many texts, and bytes of addresses, were ever added."""
        texts, length = _COUNTS.unpack_from(self._map, _HEAD.size)
        return texts, length

    def reserve(self, length: int) -> tuple[int, int]:
        """Count a text and the bytes of its address; return the counts before."""
        texts, before = self.counts()
        _COUNTS.pack_into(self._map, _HEAD.size, texts + 1, before + length)
        return texts, before


class TextIndex:
    """An index that names the first of similar texts; ``max_bytes`` bound it, some 300 for each text."""

    def __init__(self, max_bytes: int, store: Store | None = None, path: Path | None = None) -> None:
        """Take a store's bytes, or as many of this process's own."""
        self.texts = max(min(max_bytes // BYTES_A_TEXT, MOST_TEXTS), 1)
        self._buckets = max(int(self.texts * _BUCKETS_A_TEXT), 1)
        self._ring = max(self.texts * _ADDRESS_BYTES, _MOST_ADDRESS)
        self._bands_at = self.texts * _ROW.size
        self._ring_at = self._bands_at + BANDS * self._buckets * _BUCKET.size
        self._store = store or OwnBytes(self._ring_at + self._ring, path)

    def __len__(self) -> int:
        """Return how many texts are known."""
        return min(self._store.counts()[0], self.texts)

    def settle(self, sketch: bytes, url: str) -> Duplicate | None:
        """Return the earlier text that is most like this one, or add this one and return None.

        A text is no duplicate of one from the same address.

        Raises:
            OSError: the store can't be reached.
        """
        bands = list(self._bands(sketch))
        slots = self._slots(bands)
        found = self._nearest(sketch, bands, slots)
        if found is None:
            self._add(sketch, url, bands, slots)
        return None if found is None or found.url == url else found

    def _bands(self, sketch: bytes) -> Iterator[Place]:
        """Yield, for each band, where its bucket is, and the tag of its slots."""
        for band in range(BANDS):
            key = int.from_bytes(sketch[band * BAND_BYTES : (band + 1) * BAND_BYTES]) * BANDS + band + 1
            spread = key * _SPREAD & (1 << 64) - 1
            bucket = band * self._buckets + (spread >> 32) % self._buckets
            yield self._bands_at + bucket * _BUCKET.size, spread >> 20 & (1 << _TAG_BITS) - 1

    def _slots(self, bands: list[Place]) -> list[tuple[int, ...]]:
        return [_BUCKET.unpack(bucket) for bucket in self._store.read((offset, _BUCKET.size) for offset, _ in bands)]

    def _nearest(self, sketch: bytes, bands: list[Place], slots: list[tuple[int, ...]]) -> Duplicate | None:
        numbers = {
            (slot & _NUMBER) - 1
            for (_, tag), bucket in zip(bands, slots, strict=True)
            for slot in bucket
            if slot and slot >> _NUMBER_BITS == tag
        }
        rows = self._store.read((number * _ROW.size, _ROW.size) for number in sorted(numbers))
        best: tuple[float, int, int] = (THRESHOLD, 0, 0)
        for row in rows:
            other, at, length = _ROW.unpack(row)
            alike = sum(map(int.__eq__, sketch, other)) / SKETCH_BYTES
            if length and alike >= best[0] and (alike > best[0] or not best[2]):
                best = alike, at, length
        alike, at, length = best
        if not length or self._store.counts()[1] - at > self._ring:
            return None  # of a forgotten text the address is written over
        address = b"".join(self._store.read(self._in_ring(at, length)))
        return Duplicate(address.decode("utf-8", "replace"), round(alike, 2))

    def _add(self, sketch: bytes, url: str, bands: list[Place], slots: list[tuple[int, ...]]) -> None:
        address = url.encode("utf-8", "replace")[:_MOST_ADDRESS]
        texts, at = self._store.reserve(len(address))
        number, begin = texts % self.texts, 0
        parts = [(number * _ROW.size, _ROW.pack(sketch, at, len(address)))]
        for offset, length in self._in_ring(at, len(address)):
            parts.append((offset, address[begin : begin + length]))
            begin += length
        for (offset, tag), bucket in zip(bands, slots, strict=True):
            # The free slot, or that of the oldest text.
            place = max(range(_SLOTS), key=lambda slot: self._age(bucket[slot], number))
            parts.append((offset + 4 * place, struct.pack("<I", tag << _NUMBER_BITS | number + 1)))
        self._store.write(parts)

    def _age(self, slot: int, number: int) -> int:
        return (number - (slot & _NUMBER) + 1) % self.texts if slot else self.texts

    def _in_ring(self, at: int, length: int) -> list[Place]:
        """Return where an address is: the ring's end may part it."""
        start = at % self._ring
        first = min(length, self._ring - start)
        places = [(self._ring_at + start, first)]
        return places if first == length else [*places, (self._ring_at, length - first)]


_stores: WeakKeyDictionary[Crawler, Store] = WeakKeyDictionary()


def share(crawler: Crawler, store: Store) -> None:
    """Let a crawl that is about to start know the texts of other processes."""
    _stores[crawler] = store


class Duplicates:
    """A crawl's texts: counted in its stats; kept in its ``JOBDIR``, where it has one, or shared with others."""

    def __init__(self, crawler: Crawler, max_bytes: int) -> None:
        """Open what an earlier run of the same job has kept."""
        self._stats = crawler.stats
        self._away = False
        folder, path, store = job_dir(crawler.settings), None, _stores.get(crawler)
        if folder is not None and store is None:
            path = Path(folder) / FILE
        try:
            self._index = TextIndex(max_bytes, store, path)
        except OSError as error:
            logger.warning(
                "MAINCONTENT_DUPLICATES: texts of earlier runs are not known, and this one's are kept in memory alone; "
                "%s can't be used: %s",
                path,
                error,
            )
            self._index = TextIndex(max_bytes)

    def settle(self, sketch: bytes | None, url: str | None) -> Duplicate | None:
        """Return the earlier text that a page's text repeats, and count it; None if it is new or too short."""
        if sketch is None or url is None:
            return None
        try:
            found = self._index.settle(sketch, url)
        except OSError as error:
            if not self._away:
                self._away = True
                logger.warning(
                    "MAINCONTENT_DUPLICATES finds none for now: what is known of texts can't be reached: %s", error
                )
            return None
        if found is not None:
            kind = "exact" if found.likeness == 1 else "near"
            self._stats.inc_value(stats.DUPLICATES.format(kind=kind))
        return found

    def close(self) -> None:
        """Count the texts that are known."""
        with suppress(OSError):
            self._stats.set_value(stats.KNOWN_TEXTS, len(self._index))
