"""A memory of sites: which texts were on how many pages of a host, in a few kilobytes for each host.

`extract` recalls what is known of a page's host, and learns the page afterwards. A host has `SLOTS` places for pages,
filled in turn; a text has one bit for each place that it stood on. So the counts saturate, the page that was learnt
longest ago makes room and takes its counts along, and a page that is known is taken out of what is said about it.

In a corpus, where all pages are learnt before the first is extracted, memories of single pages are merged: then those
pages of a host are kept whose fingerprints are smallest, so that neither order nor shards change what is known.
"""

from __future__ import annotations

import logging
import struct
import weakref
from array import array
from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self
from zlib import adler32, crc32

import numpy as np

from . import speedups
from .features.measures import measure
from .files import open_regular
from .known_host import (
    HEAD_BYTES,
    HEADER,
    HOST_BYTES,
    NO_BODY,
    RARE,
    SAME,
    SLOTS,
    TOTAL_BYTES,
    VERSIONS,
    KnownHost,
    Lesson,
    check_header,
    host_of,
    lengths,
    most_texts,
    sealed,
    unsealed,
)
from .page import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from .features.measures import Counts, Floats, Measures
    from .known_host import Numbers
    from .page import Page

    Words64 = NDArray[np.uint64]


logger = logging.getLogger(__name__)

FORMAT = 2
"""Number of the format of `SiteMemory.to_bytes`; another one is refused."""
CORPUS_BYTES = 1 << 30
"""Bytes that all hosts of a corpus may take, where nothing else is asked for: 150,000 of the usual ones."""
FEWEST_BYTES = 4096
"""Bytes of the smallest bound that can be asked for."""
FEWEST_WORDS = 2.0
"""Words of the shortest text that is learnt. With 1, 2 and 3 F1 is .0005 apart, and 3 takes the least memory."""
PAGE_TEXTS = 512
"""Texts of a page that are learnt: those with the smallest fingerprints, so that of every page they are the same."""
COPIES = 0.5
"""Share of the known pages that may be copies of one page; where more have its main content, it is furniture."""

_MAGIC = b"SMEM"
_BOUNDS = struct.Struct("<QQQ")
_CHUNK = 1 << 20
"""Bytes that are read at a time."""
_FILES_KEPT = 4
_HEADING_BIT = np.uint64(1 << 63)


@dataclass(frozen=True, slots=True)
class Evidence:
    """On how many of the ``pages`` other known pages of the host each text block was (``counts``, by number)."""

    pages: int
    counts: dict[int, int]


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is known of a page before it is learnt.

    Of each of the m text blocks ``fingerprints`` is its text's (0 where it is too short), and ``words`` how many it has
    (0 where it is not learnt). ``stood`` has the places of other pages on which a text stood, as bits, by the number of
    its block. ``pages`` is how many other pages are known, ``slot`` the page's own place, ``None`` for a page never
    seen. ``measures`` are the page's.
    """

    host: str
    body: int
    fingerprints: Words64
    words: Floats
    stood: dict[int, int]
    pages: int
    slot: int | None
    measures: Measures = field(compare=False)

    def evidence(self, scores: Floats) -> Evidence | None:
        """Return on how many of the site's other pages the text blocks stood, ``None`` if on none.

        ``scores`` (m, 0 to 1): how likely each block is main content. Where most of the expected words stand on other
        pages, but on few, the page is a copy or an overview of articles: then these texts are not held against it.
        """
        if not self.stood:
            return None
        # Few as a rule: numbers of Python's take less time than arrays.
        expected: list[float] = (scores * self.words).tolist()
        total, held = sum(expected), [expected[block] for block in self.stood]
        copies = self._copies(total, held)
        counts = {block: (places & ~copies).bit_count() for block, places in self.stood.items()}
        common = sum(expected[block] for block, count in counts.items() if count > RARE)
        rare = sum(expected[block] for block, count in counts.items() if 0 < count <= RARE)
        fewest = RARE + 1 if rare >= SAME * (total - common) else 1
        known = {block: count for block, count in counts.items() if count >= fewest}
        return Evidence(self.pages - copies.bit_count(), known) if known else None

    def lesson(self, scores: Sequence[float]) -> Lesson | None:
        """Return what is to be learnt of the page, ``None`` where it is known or has no text that is long enough."""
        if self.slot is not None:
            return None
        words_of: dict[int, float] = {}
        expected: dict[int, float] = {}
        for text, words, score in zip(self.fingerprints.tolist(), self.words.tolist(), scores, strict=True):
            if words:
                words_of[text] = words_of.get(text, 0.0) + words
                expected[text] = expected.get(text, 0.0) + words * score
        texts = sorted(words_of)
        found = ([*map(numbers.__getitem__, texts)] for numbers in (words_of, expected))
        return Lesson(self.body, texts, *found) if texts else None

    def _copies(self, total: float, held: list[float]) -> int:
        """Return the places, as bits, of pages that have this one's main content, if they are not most pages.

        Of the ``total`` expected words of main content ``held`` are those of the blocks in ``stood``. Memories that
        were merged may know an article by several copies.
        """
        if COPIES * self.pages < 1 or not 0 < SAME * total <= sum(held):
            return 0
        places = np.fromiter(self.stood.values(), np.uint64, len(held))
        found: list[int] = (np.array(held) @ _flags(places).astype(np.float64) >= SAME * total).nonzero()[0].tolist()
        return sum(1 << slot for slot in found) if len(found) <= COPIES * self.pages else 0


class SiteMemory:
    """A memory of sites, for `extract`. It is bounded, and holds no page's text.

    ``host_bytes`` bounds each host, ``total_bytes`` all of them; those not asked for longest are forgotten. One memory
    is for one thread at a time.

    Raises:
        TypeError: a bound is no int.
        ValueError: a bound is too small, or a host's is above the total.
    """

    def __init__(self, host_bytes: int = HOST_BYTES, total_bytes: int = TOTAL_BYTES) -> None:
        for bound in (host_bytes, total_bytes):
            if isinstance(bound, bool) or not isinstance(bound, int):
                raise TypeError(f"a bound of bytes is {bound!r}; it must be an int")
        if not FEWEST_BYTES <= host_bytes <= total_bytes < 1 << 63:
            raise ValueError(
                f"host_bytes is {host_bytes} and total_bytes {total_bytes}; they must be at least {FEWEST_BYTES},"
                " and a host's no more than the total"
            )
        self.host_bytes = host_bytes
        self.total_bytes = total_bytes
        self._hosts: OrderedDict[str, KnownHost] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        """Return how many hosts are known."""
        return len(self._hosts)

    @property
    def size(self) -> int:
        """Bytes that the known hosts take, at most ``total_bytes``."""
        return self._size

    def pages(self, host: str) -> int:
        """Return how many pages of a host are known, copies of one article counted once."""
        found = self._hosts.get(host.lower())
        return found.filled if found is not None else 0

    def recall(self, page: Page) -> Recalled | None:
        """Return what is known of a page and its host; ``None`` where its address names no host, or it has no text."""
        host = host_of(page.url)
        if host is None or not page.texts:
            return None
        if host in self._hosts:
            self._hosts.move_to_end(host)
        return _recalled(page, host, self._hosts.get(host) or KnownHost())

    def learn(self, recalled: Recalled, scores: Sequence[float]) -> None:
        """Learn a page that was recalled; its scores (m, 0 to 1) say how likely each text block is main content.

        A page that is known adds nothing. A copy of one that is known counts as the same page.
        """
        lesson = recalled.lesson(scores)
        if lesson is None:
            return
        host = self._hosts.setdefault(recalled.host, KnownHost())
        before = host.size if host.filled else 0
        host.learn(lesson, self._most_texts)
        self._hosts.move_to_end(recalled.host)
        self._size += host.size - before
        self._forget()

    def merge(self, others: Iterable[SiteMemory]) -> int:
        """Learn what other memories know; return how many hosts were forgotten for ``total_bytes``.

        A page that several know counts once. Of a host with too many pages or texts those pages stay whose
        fingerprints are smallest. So memories of single pages, and memories merged of such ones, give the same in any
        order and grouping, as long as no host is forgotten. Hosts are in the order of their names afterwards.

        Raises:
            ValueError: another one has another bound for a host.
        """
        hosts = dict(self._hosts)
        for other in others:
            if other.host_bytes != self.host_bytes:
                raise ValueError(f"a memory has {other.host_bytes} bytes for a host, the other {self.host_bytes}")
            for name, host in other._hosts.items():
                hosts[name] = merged(hosts.get(name, KnownHost()), host, self._most_texts)
        self._hosts = OrderedDict(sorted(hosts.items()))
        self._size = sum(host.size for host in hosts.values())
        self._forget()
        return len(hosts) - len(self._hosts)

    def _forget(self) -> None:
        """Forget hosts until the bound is kept."""
        while self._size > self.total_bytes:
            _, dropped = self._hosts.popitem(last=False)
            self._size -= dropped.size

    @property
    def _most_texts(self) -> int:
        return most_texts(self.host_bytes)

    def to_bytes(self) -> bytes:
        """Return all that is known as bytes, the same for the same memory; `from_bytes` reads them."""
        parts = [_BOUNDS.pack(self.host_bytes, self.total_bytes, len(self._hosts))]
        parts += [host.packed(name) for name, host in self._hosts.items()]
        return sealed(_MAGIC, FORMAT, b"".join(parts))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` returned.

        Raises:
            TypeError: it is no bytes.
            ValueError: it is damaged, of another format, or something else.
        """
        if not isinstance(data, bytes):
            raise TypeError(f"data is a {type(data).__name__}; it must be bytes")
        try:
            return cls._read(unsealed(_MAGIC, FORMAT, data))
        except struct.error as error:
            raise ValueError("the site memory is damaged") from error

    @classmethod
    def _read(cls, content: bytes) -> Self:
        host_bytes, total_bytes, count = _BOUNDS.unpack_from(content)
        memory, at = cls(host_bytes, total_bytes), _BOUNDS.size
        for _ in range(count):
            name, host, at = KnownHost.unpacked(content, at, memory._most_texts)
            if name in memory._hosts or not host.filled:
                raise ValueError("the site memory is damaged: it names a host twice, or one without pages")
            memory._hosts[name] = host
            memory._size += host.size
        if at != len(content) or memory._size > total_bytes:
            raise ValueError("the site memory is damaged: it has another length than it says")
        return memory


class SiteView(SiteMemory):
    """Another process's memory of one host, for one page, whose lesson is recorded for that process.

    ``lesson`` is that, as bytes, empty where it is nothing; ``known`` how many other pages of the host are known, and
    ``blocks`` how many of the page's text blocks stood on them.
    """

    def __init__(self, host: bytes, *, learns: bool = True) -> None:
        """``host`` is what `KnownHost.packed` returned; without ``learns`` the page is to teach nothing."""
        super().__init__()
        self._host, self._learns = KnownHost.viewed(host), learns
        self.lesson = b""
        self.known = self.blocks = 0

    def recall(self, page: Page) -> Recalled | None:
        """Return what is known of a page and its host."""
        if not page.texts:
            return None
        recalled = _recalled(page, "", self._host)
        self.known, self.blocks = recalled.pages, len(recalled.stood)
        return recalled

    def learn(self, recalled: Recalled, scores: Sequence[float]) -> None:
        """Note what is to be learnt of the page."""
        if self._learns:
            self.lesson = lesson_of(recalled, [*scores])


class SiteFile:
    """What is known of sites, from a file of `SiteMemory.to_bytes`: read host by host, and nothing is learnt.

    Raises:
        OSError: the file can't be read.
        ValueError: it is damaged, of another format, or something else.
    """

    def __init__(self, path: str) -> None:
        with ExitStack() as stack:
            self._file = file = stack.enter_context(open_regular(Path(path)))
            check_header(_MAGIC, FORMAT, file.read(HEADER.size), iter(lambda: file.read(_CHUNK), b""))
            try:
                self._most_texts, self._places = _places(file)
            except struct.error as error:
                raise ValueError("the site memory is damaged") from error
            weakref.finalize(self, stack.pop_all().close)

    def __len__(self) -> int:
        """Return how many hosts are known."""
        return len(self._places)

    def recall(self, page: Page) -> Recalled | None:
        """Return what is known of a page and its host; ``None`` where its address names no host, or it has no text."""
        host = host_of(page.url)
        if host is None or not page.texts:
            return None
        return _recalled(page, host, self._known(host) if host in self._places else KnownHost())

    def _known(self, host: str) -> KnownHost:
        """Return what the file knows of a host; nothing where that can't be read, as in a file that has changed."""
        start, size = self._places[host]
        try:
            self._file.seek(start)
            _, known, _ = KnownHost.unpacked(self._file.read(size), 0, self._most_texts)
        except (OSError, ValueError, struct.error) as error:
            logger.warning("What the site memory %s knows of %s can't be read: %s", self._file.name, host, error)
            return KnownHost()
        return known


def _places(file: BinaryIO) -> tuple[int, dict[str, tuple[int, int]]]:
    """Return the most texts of a host in a file of a memory, and where each host's bytes start and how many there are.

    Raises:
        ValueError: the file has another length than it says.
        struct.error: so has it.
    """
    end = file.seek(0, 2)
    at = file.seek(HEADER.size) + _BOUNDS.size
    host_bytes, total_bytes, count = _BOUNDS.unpack(file.read(_BOUNDS.size))
    places: dict[str, tuple[int, int]] = {}
    for _ in range(count):
        file.seek(at)
        length, size = lengths(file.read(HEAD_BYTES))
        places[file.read(length).decode()] = at, size
        at += size
    if at != end:
        raise ValueError("the site memory is damaged: it has another length than it says")
    return SiteMemory(host_bytes, total_bytes)._most_texts, places


@lru_cache(maxsize=_FILES_KEPT)
def open_sites(path: str) -> SiteFile:
    """Return what a file knows of sites; it is opened once per process.

    Raises:
        ValueError: it can't be read, is damaged, of another format, or something else.
    """
    try:
        return SiteFile(path)
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} can't be used as a site memory: {error}") from error


def _recalled(page: Page, host: str, known: KnownHost) -> Recalled:
    measures = measure(page)
    fingerprints, words, stood, long = look_up(page, measures, FEWEST_WORDS, known.texts, known.bits)
    body = int.from_bytes(blake2b(long, digest_size=8).digest(), "little") or 1  # 0 is `NO_BODY`
    if len(long) > 8 * PAGE_TEXTS:
        distinct = sorted({*np.frombuffer(long, "<u8").tolist()})
        if len(distinct) > PAGE_TEXTS:
            words[fingerprints >= distinct[PAGE_TEXTS]] = 0
    slot = known.slot_of(body)
    if slot is not None:
        own = 1 << slot
        stood = {block: places & ~own for block, places in stood.items() if places != own}
    return Recalled(host, body, fingerprints, words, stood, known.filled - (slot is not None), slot, measures)


def look_up(
    page: Page, measures: Measures, fewest_words: float, known: Numbers, known_bits: Numbers
) -> tuple[Words64, Counts, dict[int, int], bytes]:
    """Return each text's fingerprint and its words (m each), zeros for those of fewer words, and bits by text.

    At last come the fingerprints of all others as bytes, of each the lowest one first. The same text has another
    fingerprint as a heading: what a teaser repeats elsewhere is not this page's headline. ``known`` (t, rising) and
    ``known_bits`` (t) are fingerprints and their bits; of texts that are not known there are none.
    """
    count = len(page.texts)
    if measures.compact is not None:
        found, counted = np.zeros(count, np.uint64), np.zeros(count)
        return found, counted, *measures.compact.look_up(page.tags, fewest_words, known, known_bits, found, counted)
    words = measures.words.astype(np.float64)
    words[words < fewest_words] = 0
    encoded = (text.encode("utf-8", "surrogatepass") for text in page.texts)
    found = np.fromiter((crc32(text) << 32 | adler32(text) for text in encoded), np.uint64, count)
    headings = np.fromiter((page.tags[owner] in HEADINGS for owner in page.owners), np.bool_, count)
    found[headings] ^= _HEADING_BIT
    found[words == 0] = 0
    bits_of = dict(zip(known, known_bits, strict=True))
    stood = {block: bits_of[text] for block, text in enumerate(found.tolist()) if text in bits_of}
    return found, words, stood, found[words > 0].astype("<u8").tobytes()


def lesson_of(recalled: Recalled, scores: list[float]) -> bytes:
    """Return a page's lesson as bytes (`known_host.Lesson.to_bytes`), empty if there is none."""
    compiled = speedups.load("measures")
    if compiled is not None and recalled.slot is None:
        made: bytes = compiled.lesson(recalled.body, recalled.fingerprints, recalled.words, scores)
        return made
    found = recalled.lesson(scores)
    return b"" if found is None else found.to_bytes()


# Two memories in one: bits in columns, one for each page.


def merged(one: KnownHost, other: KnownHost, most_texts: int) -> KnownHost:
    """Return two records of a host as one: the pages with the smallest fingerprints, as many as fit."""
    cut = min(one.cut, other.cut)
    bodies = np.concatenate((_words64(one.bodies), _words64(other.bodies))).reshape(-1, VERSIONS)
    texts = np.union1d(_words64(one.texts), _words64(other.texts))
    stood = np.zeros((len(texts), len(bodies)), bool)
    stood[texts.searchsorted(_words64(one.texts)), : one.filled] = _flags(_words64(one.bits))[:, : one.filled]
    stood[texts.searchsorted(_words64(other.texts)), one.filled :] = _flags(_words64(other.bits))[:, : other.filled]
    # By its smallest fingerprint each page has its rank; of a page that both know the slots are one.
    pages = sorted((min(known), known, slots) for known, slots in _same_pages(bodies) if min(known) < cut)
    columns = [stood[:, slots].any(axis=1) for _, _, slots in pages]
    stands = np.stack(columns, axis=1) if columns else stood[:, :0]
    room = np.logical_or.accumulate(stands, axis=1).sum(axis=0) <= most_texts
    filled = min(int(room.sum()), SLOTS)
    if filled < len(pages):
        cut = pages[filled][0]
    kept = stands[:, :filled].any(axis=1)
    slots = np.zeros((int(kept.sum()), SLOTS), np.uint8)
    slots[:, :filled] = stands[kept, :filled]
    found = np.zeros((filled, VERSIONS), np.uint64)
    for slot, (_, known, _) in enumerate(pages[:filled]):
        versions = sorted({*known})[:VERSIONS]
        found[slot, : len(versions)] = versions
    bits = np.packbits(slots, axis=1, bitorder="little").view("<u8").astype(np.uint64)
    return KnownHost(filled % SLOTS, filled, _numbers(found), _numbers(texts[kept]), _numbers(bits), cut)


def _same_pages(bodies: Words64) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the fingerprints and the slots of each page; slots that have a fingerprint in common are one page's."""
    page_of: dict[int, tuple[list[int], list[int]]] = {}
    for slot, row in enumerate(bodies.tolist()):
        known, slots = [body for body in row if body != NO_BODY], [slot]
        for page in {id(page_of[body]): page_of[body] for body in known if body in page_of}.values():
            known, slots = known + page[0], slots + page[1]
        page_of.update(dict.fromkeys(known, (known, slots)))
    yield from {id(page): page for page in page_of.values()}.values()


def _numbers(words: Words64) -> Numbers:
    return array("Q", words.tobytes())


def _words64(numbers: Numbers) -> Words64:
    return np.array(numbers, np.uint64)


def _flags(bits: Words64) -> NDArray[np.uint8]:
    """Return the bits of each number, the lowest first (numbers x `SLOTS`)."""
    return np.unpackbits(bits.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
