"""What is known of sites: which texts stood on how many pages of a host, in a few kilobytes for each host.

`extract` recalls what is known of a page's host, and learns the page afterwards. A host has `SLOTS` places for pages,
filled in turn; a text has one bit for each place that it stood on. So the counts saturate, the page that was learnt
longest ago makes room and takes its counts along, and a page that is known is taken out of what is said about it.

In a corpus, where all pages are learnt before the first is extracted, memories of single pages are merged: then those
pages of a host are kept whose fingerprints are smallest, so that neither order nor shards change what is known.
"""

from __future__ import annotations

import struct
import weakref
from collections import OrderedDict
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import compress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self
from urllib.parse import urlsplit
from zlib import adler32, crc32

import numpy as np

from .features.measures import word_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from .features.measures import Floats, Ints
    from .page import Page

    Words64 = NDArray[np.uint64]


FORMAT = 1
"""Number of the format of `SiteMemory.to_bytes`; another one is refused."""
HOST_BYTES = 32_768
"""Bytes that a host may take."""
TOTAL_BYTES = 67_108_864
"""Bytes that all hosts may take: those of two thousand large ones, or of many more small ones."""
CORPUS_BYTES = 1 << 30
"""Bytes that all hosts of a corpus may take, where nothing else is asked for: 150,000 of the usual ones."""
FEWEST_BYTES = 4096
"""Bytes of the smallest bound that can be asked for."""
SLOTS = 64
"""Pages of a host that are known at a time."""
VERSIONS = 4
"""Bodies that are kept of each page: the same article comes back with another date, or at another address."""
FEWEST_WORDS = 2.0
"""Words of the shortest text that is learnt. With 1, 2 and 3 F1 is .0005 apart, and 3 takes the least memory."""
PAGE_TEXTS = 512
"""Texts of a page that are learnt: those with the smallest fingerprints, so that of every page they are the same."""
RARE = 2
"""Pages on which a text may stand that may still be an article's; the site's furniture stands on more."""
SAME = 0.8
"""Share of a page's expected words, and of its words, that copies have in common. With .6 F1 is .002 lower: pages
whose selection is furniture were taken for copies."""
COPIES = 0.5
"""Share of the known pages that may be copies of one page; where more have its main content, it is furniture."""

_ONE = np.uint64(1)
_TEXT_BYTES = 16
"""Of a text: its fingerprint and its bits."""
_SLOT_BYTES = 8 * VERSIONS
_HOST_OVERHEAD = 1024
"""Bytes that a host takes beside its arrays' contents: objects, their headers, its name."""
_LONGEST_HOST = 253
_NO_BODY = 0
_NO_CUT = (1 << 64) - 1
_MAGIC = b"SMEM"
_DIGEST_SIZE = 16
_HEADER = struct.Struct(f"<4sB{_DIGEST_SIZE}s")
_BOUNDS = struct.Struct("<QQQ")
_HOST = struct.Struct("<BBBIQ")
"""Length of the name, the slot for the next page, slots that are filled, texts, the cut."""
_CHUNK = 1 << 20
"""Bytes that are read at a time."""
_FILES_KEPT = 4


@dataclass(frozen=True, slots=True)
class Evidence:
    """Of the m text blocks of a page: on how many of the host's ``pages`` known other ones each stood (``counts``)."""

    pages: int
    counts: Ints


@dataclass(frozen=True, slots=True)
class Recalled:
    """What is known of a page before it is learnt.

    ``numbers`` (m) is of each text block the number of its text among the t that are learnt, -1 where it is too short.
    ``fingerprints`` (t, rising) and ``bits`` (t): the places of other pages on which each stood. ``words`` (m).
    ``pages`` is how many other pages are known, ``slot`` the page's own place, ``None`` for a page never seen.
    """

    host: str
    body: int
    fingerprints: Words64
    numbers: Ints
    words: Floats
    bits: Words64
    pages: int
    slot: int | None

    def evidence(self, scores: Floats) -> Evidence | None:
        """Return what the site's other pages say of each text block, ``None`` where none is known.

        ``scores`` (m, 0 to 1): how likely each block is main content. Where most of the expected words stand on other
        pages, but on few, the page is a copy or an overview of articles: then these texts are not held against it.
        """
        if not self.pages:
            return None
        copies = self._copies(scores)
        counts = _bit_counts(self.bits & ~np.uint64(sum(1 << slot for slot in copies)))
        rare = (counts > 0) & (counts <= RARE)
        if rare.any():
            expected, _ = self._learnt(scores, counts)
            if expected[rare[: len(expected)]].sum() >= SAME * expected.sum():
                counts[rare] = 0
        return Evidence(self.pages - len(copies), np.append(counts, 0)[self.numbers])

    def copied(self, scores: Floats) -> int | None:
        """Return the place of the page of which this one is a copy, ``None`` where there is none.

        Copies have most of their words and most of their expected main content in common, text on many pages aside.
        """
        if not self.bits.any():
            return None
        expected, words = self._learnt(scores, _bit_counts(self.bits))
        if not expected.any():
            return None
        slots = _flags(self.bits[: len(words)]).astype(np.float64)
        same = (expected @ slots >= SAME * expected.sum()) & (words @ slots >= SAME * words.sum())
        found = np.flatnonzero(same)
        return int(found[0]) if len(found) else None

    def _copies(self, scores: Floats) -> list[int]:
        """Return the slots of pages that have this one's main content, if they are not most pages.

        Memories that were merged may know an article by several copies.
        """
        if COPIES * self.pages < 1:
            return []
        expected, _ = self._learnt(scores, np.zeros(len(self.bits), np.intp))
        if not expected.any():
            return []
        held = expected @ _flags(self.bits[: len(expected)]).astype(np.float64)
        copies: list[int] = np.flatnonzero(held >= SAME * expected.sum()).tolist()
        return copies if len(copies) <= COPIES * self.pages else []

    def _learnt(self, scores: Floats, counts: Ints) -> tuple[Floats, Floats]:
        """Return of the texts that are learnt their expected words of main content, and their words.

        Both are 0 for texts that stood on many pages; ``counts`` (t) says on how many.
        """
        blocks = (self.numbers >= 0) & (self.numbers < PAGE_TEXTS)
        size = min(len(self.fingerprints), PAGE_TEXTS)
        few = counts[:size] <= RARE
        numbers, words = self.numbers[blocks], self.words[blocks]
        expected, everything = np.bincount(numbers, words * scores[blocks], size), np.bincount(numbers, words, size)
        return np.where(few, expected, 0.0), np.where(few, everything, 0.0)


class SiteMemory:
    """What is known of sites, for `extract`. It is bounded, and no part of it is a page's text.

    ``host_bytes`` bounds what is known of a host, ``total_bytes`` of all; hosts are forgotten that have not been asked
    for longest. One memory is for one thread at a time.

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
        self._hosts: OrderedDict[str, _Host] = OrderedDict()
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
        return _recalled(page.texts, host, self._hosts.get(host))

    def learn(self, recalled: Recalled, scores: Sequence[float]) -> None:
        """Learn a page that was recalled; its scores (m, 0 to 1) say how likely each text block is main content.

        A page that is known adds nothing. A copy of one that is known counts as the same page.
        """
        if recalled.slot is not None or not len(recalled.fingerprints):
            return
        host = self._hosts.setdefault(recalled.host, _Host())
        if host.slot_of(recalled.body) is not None:
            return  # learnt since it was recalled
        before = host.size if host.filled else 0
        copied = recalled.copied(np.asarray(scores)) if before else None
        host.learn(recalled.fingerprints[:PAGE_TEXTS], recalled.body, copied, self._most_texts)
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
                hosts[name] = hosts.get(name, _Host()).merged(host, self._most_texts)
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
        return (self.host_bytes - _HOST_OVERHEAD - SLOTS * _SLOT_BYTES) // _TEXT_BYTES

    def to_bytes(self) -> bytes:
        """Return all that is known as bytes, the same for the same memory; `from_bytes` reads them."""
        parts = [_BOUNDS.pack(self.host_bytes, self.total_bytes, len(self._hosts))]
        parts += [host.packed(name) for name, host in self._hosts.items()]
        content = b"".join(parts)
        return _HEADER.pack(_MAGIC, FORMAT, blake2b(content, digest_size=_DIGEST_SIZE).digest()) + content

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` returned.

        Raises:
            TypeError: it is no bytes.
            ValueError: it is damaged, of another format, or something else.
        """
        if not isinstance(data, bytes):
            raise TypeError(f"data is a {type(data).__name__}; it must be bytes")
        content = data[_HEADER.size :]
        _check_header(data[: _HEADER.size], [content])
        try:
            return cls._read(content)
        except struct.error as error:
            raise ValueError("the site memory is damaged") from error

    @classmethod
    def _read(cls, content: bytes) -> Self:
        host_bytes, total_bytes, count = _BOUNDS.unpack_from(content)
        memory, at = cls(host_bytes, total_bytes), _BOUNDS.size
        for _ in range(count):
            name, host, at = _Host.unpacked(content, at, memory._most_texts)
            if name in memory._hosts:
                raise ValueError("the site memory is damaged: it names a host twice")
            memory._hosts[name] = host
            memory._size += host.size
        if at != len(content) or memory._size > total_bytes:
            raise ValueError("the site memory is damaged: it has another length than it says")
        return memory


class SiteFile:
    """What is known of sites, from a file of `SiteMemory.to_bytes`: read host by host, and nothing is learnt.

    Raises:
        OSError: the file can't be read.
        ValueError: it is damaged, of another format, or something else.
    """

    def __init__(self, path: str) -> None:
        with ExitStack() as stack:
            self._file = file = stack.enter_context(Path(path).open("rb"))
            _check_header(file.read(_HEADER.size), iter(lambda: file.read(_CHUNK), b""))
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
        known = None
        if host in self._places:
            start, size = self._places[host]
            self._file.seek(start)
            _, known, _ = _Host.unpacked(self._file.read(size), 0, self._most_texts)
        return _recalled(page.texts, host, known)


def _places(file: BinaryIO) -> tuple[int, dict[str, tuple[int, int]]]:
    """Return the most texts of a host in a file of a memory, and where each host's bytes start and how many there are.

    Raises:
        ValueError: the file has another length than it says.
        struct.error: so has it.
    """
    end = file.seek(0, 2)
    at = file.seek(_HEADER.size) + _BOUNDS.size
    host_bytes, total_bytes, count = _BOUNDS.unpack(file.read(_BOUNDS.size))
    places: dict[str, tuple[int, int]] = {}
    for _ in range(count):
        file.seek(at)
        length, _, filled, texts, _ = _HOST.unpack(file.read(_HOST.size))
        size = _HOST.size + length + filled * _SLOT_BYTES + texts * _TEXT_BYTES
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


def host_of(url: str | None) -> str | None:
    """Return the host that an address names, in lower case; ``None`` where it names none."""
    try:
        host = urlsplit(url or "").hostname
        return host if host and len(host.encode()) <= _LONGEST_HOST else None
    except ValueError:
        return None


def _check_header(header: bytes, content: Iterable[bytes | memoryview]) -> None:
    """Raise ValueError if this is not the header of that content."""
    if len(header) < _HEADER.size:
        raise ValueError("the site memory is cut off")
    magic, version, digest = _HEADER.unpack(header)
    if magic != _MAGIC:
        raise ValueError("this is no site memory")
    if version != FORMAT:
        raise ValueError(f"the site memory is of format {version}; this version reads {FORMAT}")
    found = blake2b(digest_size=_DIGEST_SIZE)
    for chunk in content:
        found.update(chunk)
    if found.digest() != digest:
        raise ValueError("the site memory is damaged")


def _recalled(page_texts: Sequence[str], host: str, known: _Host | None) -> Recalled:
    words = word_counts(page_texts, np.fromiter(map(len, page_texts), np.intp, len(page_texts)))
    fingerprints, numbers, body = _fingerprints(page_texts, words >= FEWEST_WORDS)
    if known is None:
        return Recalled(host, body, fingerprints, numbers, words, np.zeros(len(fingerprints), np.uint64), 0, None)
    slot = known.slot_of(body)
    bits = known.bits_of(fingerprints)
    if slot is not None:
        bits &= ~(_ONE << np.uint64(slot))
    return Recalled(host, body, fingerprints, numbers, words, bits, known.filled - (slot is not None), slot)


@dataclass(slots=True)
class _Host:
    """What is known of a host.

    ``next`` is the slot that the next page will have, ``filled`` how many hold a page. ``bodies`` (filled x
    `VERSIONS`): fingerprints of each page's bodies, the newest first. ``texts`` (rising) are fingerprints of texts,
    ``bits`` the slots that each stood on. Merged memories know no page whose smallest fingerprint is ``cut`` or above.
    """

    next: int
    filled: int
    bodies: Words64
    texts: Words64
    bits: Words64
    cut: int

    def __init__(
        self,
        turn: int = 0,
        filled: int = 0,
        bodies: Words64 | None = None,
        texts: Words64 | None = None,
        bits: Words64 | None = None,
        cut: int = _NO_CUT,
    ) -> None:
        self.next, self.filled, self.cut = turn, filled, cut
        self.bodies = np.zeros((0, VERSIONS), np.uint64) if bodies is None else bodies
        self.texts = np.zeros(0, np.uint64) if texts is None else texts
        self.bits = np.zeros(0, np.uint64) if bits is None else bits

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return _HOST_OVERHEAD + self.bodies.nbytes + self.texts.nbytes + self.bits.nbytes

    def slot_of(self, body: int) -> int | None:
        """Return the slot of a page that is known, ``None`` for another one."""
        found = np.flatnonzero((self.bodies == np.uint64(body)).any(axis=1))
        return int(found[0]) if len(found) else None

    def bits_of(self, fingerprints: Words64) -> Words64:
        """Return the slots that these texts stood on; no bits for one that is not known."""
        if not len(self.texts):
            return np.zeros(len(fingerprints), np.uint64)
        places = np.minimum(self.texts.searchsorted(fingerprints), len(self.texts) - 1)
        return np.where(self.texts[places] == fingerprints, self.bits[places], np.uint64(0))

    def learn(self, fingerprints: Words64, body: int, copied: int | None, most_texts: int) -> None:
        """Learn a page's texts: at the slot of the page that it copies, or else at the next one."""
        slot = self._turn() if copied is None else copied
        self.bodies[slot] = np.append(np.uint64(body), self.bodies[slot, :-1])
        places = self.texts.searchsorted(fingerprints)
        known = np.zeros(len(fingerprints), bool)
        inside = places < len(self.texts)
        known[inside] = self.texts[places[inside]] == fingerprints[inside]
        bit = _ONE << np.uint64(slot)
        self.bits[places[known]] |= bit
        self.texts = np.insert(self.texts, places[~known], fingerprints[~known])
        self.bits = np.insert(self.bits, places[~known], bit)
        if len(self.texts) > most_texts:
            self._keep(self._worth_most(most_texts))

    def merged(self, other: _Host, most_texts: int) -> _Host:
        """Return what both know: the pages of the smallest fingerprints, as many as there is room for."""
        cut = min(self.cut, other.cut)
        bodies = np.concatenate((self.bodies, other.bodies))
        texts = np.union1d(self.texts, other.texts)
        stood = np.zeros((len(texts), len(bodies)), bool)
        stood[texts.searchsorted(self.texts), : self.filled] = _flags(self.bits)[:, : self.filled]
        stood[texts.searchsorted(other.texts), self.filled :] = _flags(other.bits)[:, : other.filled]
        # By its smallest fingerprint each page has its rank; of a page that both know the slots are one.
        pages = sorted((min(known), known, slots) for known, slots in _same_pages(bodies) if min(known) < cut)
        columns = [stood[:, slots].any(axis=1) for _, _, slots in pages]
        stands = np.stack(columns, axis=1) if columns else stood[:, :0]
        room = np.logical_or.accumulate(stands, axis=1).sum(axis=0) <= most_texts
        filled = min(int(room.sum()), SLOTS)
        if filled < len(pages):
            cut = pages[filled][0]
        kept = stands[:, :filled].any(axis=1)
        flags = np.zeros((int(kept.sum()), SLOTS), np.uint8)
        flags[:, :filled] = stands[kept, :filled]
        found = np.zeros((filled, VERSIONS), np.uint64)
        for slot, (_, known, _) in enumerate(pages[:filled]):
            versions = sorted({*known})[:VERSIONS]
            found[slot, : len(versions)] = versions
        bits = np.packbits(flags, axis=1, bitorder="little").view("<u8").astype(np.uint64).ravel()
        return _Host(filled % SLOTS, filled, found, texts[kept], bits, cut)

    def _turn(self) -> int:
        """Return the slot for a new page; the page that has it is forgotten, and with it what stood on it alone."""
        slot = self.next
        self.next = (slot + 1) % SLOTS
        if slot < self.filled:
            self.bits &= ~(_ONE << np.uint64(slot))
            self._keep(self.bits > 0)
            self.bodies[slot] = _NO_BODY
        else:
            self.filled += 1
            self.bodies = np.concatenate((self.bodies, np.zeros((1, VERSIONS), np.uint64)))
        return slot

    def _keep(self, kept: NDArray[np.generic]) -> None:
        self.texts, self.bits = self.texts[kept], self.bits[kept]

    def _worth_most(self, count: int) -> Ints:
        """Return the numbers of the texts that stood on most pages, of as many the ones seen last; in order."""
        turn = np.uint64(self.next)
        # The newest page's bit becomes the highest one.
        seen = self.bits if not turn else self.bits >> turn | self.bits << np.uint64(SLOTS) - turn
        return np.sort(np.lexsort((seen, _bit_counts(self.bits)))[-count:])

    def packed(self, name: str) -> bytes:
        """Return the host with its name as bytes; `unpacked` reads them."""
        encoded = name.encode()
        head = _HOST.pack(len(encoded), self.next, self.filled, len(self.texts), self.cut)
        arrays = (self.bodies, self.texts, self.bits)
        return b"".join((head, encoded, *(array.astype("<u8").tobytes() for array in arrays)))

    @classmethod
    def unpacked(cls, content: bytes, at: int, most_texts: int) -> tuple[str, Self, int]:
        """Return the name and the host that stand at a place among bytes, and where they end.

        Raises:
            ValueError: they are damaged.
            struct.error: they are cut off.
        """
        length, turn, filled, texts, cut = _HOST.unpack_from(content, at)
        start = at + _HOST.size
        at = start + length
        name = content[start:at].decode()
        arrays = []
        for size in (filled * VERSIONS, texts, texts):
            if at + 8 * size > len(content):
                raise ValueError("the site memory is cut off")
            arrays.append(np.frombuffer(content, "<u8", size, at).astype(np.uint64))
            at += 8 * size
        host = cls(turn, filled, arrays[0].reshape(filled, VERSIONS), arrays[1], arrays[2], cut)
        if host_of(f"//{name}") != name or texts > most_texts:
            raise ValueError("the site memory is damaged: it names a host that is none or too large")
        host.check()
        return name, host, at

    def check(self) -> None:
        """Raise ValueError if this can't be what was learnt of a host."""
        full = self.filled == SLOTS
        if not 0 < self.filled <= SLOTS or (self.next >= SLOTS if full else self.next != self.filled):
            raise ValueError("the site memory is damaged: a host's pages don't add up")
        unknown = 0 if full else (1 << SLOTS) - (1 << self.filled)
        rising = bool((self.texts[1:] > self.texts[:-1]).all())
        if not rising or (self.bits & np.uint64(unknown)).any() or not self.bits.all():
            raise ValueError("the site memory is damaged: a host's texts don't stand on its pages")


def _same_pages(bodies: Words64) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the fingerprints and the slots of each page; slots that have a fingerprint in common are one page's."""
    page_of: dict[int, tuple[list[int], list[int]]] = {}
    for slot, row in enumerate(bodies.tolist()):
        known, slots = [body for body in row if body != _NO_BODY], [slot]
        for page in {id(page_of[body]): page_of[body] for body in known if body in page_of}.values():
            known, slots = known + page[0], slots + page[1]
        page_of.update(dict.fromkeys(known, (known, slots)))
    yield from {id(page): page for page in page_of.values()}.values()


def _fingerprints(texts: Sequence[str], long: NDArray[np.bool_]) -> tuple[Words64, Ints, int]:
    """Return the distinct fingerprints (rising) of the long texts, each text's number among them, and the body's."""
    encoded = [text.encode("utf-8", "surrogatepass") for text in compress(texts, long.tolist())]
    found = np.fromiter(map(crc32, encoded), np.uint64, len(encoded)) << np.uint64(32)
    found |= np.fromiter(map(adler32, encoded), np.uint64, len(encoded))
    order = found.argsort(kind="stable")
    ordered = found[order]
    first = np.ones(len(ordered), bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    numbers, own = np.full(len(texts), -1, np.intp), np.empty(len(ordered), np.intp)
    own[order] = first.cumsum() - 1
    numbers[long] = own
    body = int.from_bytes(blake2b(found.astype("<u8").tobytes(), digest_size=8).digest(), "little")
    return ordered[first], numbers, body or 1  # 0 is `_NO_BODY`


def _bit_counts(bits: Words64) -> Ints:
    """Return how many bits each number has; NumPy has a function of its own from 2.0 on."""
    counts: Ints = _flags(bits).sum(axis=1, dtype=np.intp)
    return counts


def _flags(bits: Words64) -> NDArray[np.uint8]:
    """Return the bits of each number, the lowest first (numbers x `SLOTS`)."""
    return np.unpackbits(bits.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
