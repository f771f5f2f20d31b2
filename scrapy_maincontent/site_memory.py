"""What is known of sites: which texts stood on how many pages of a host, in a few kilobytes for each host.

`extract` recalls what is known of a page's host, and learns the page afterwards. A host has `SLOTS` places for pages,
filled in turn; a text has one bit for each place that it stood on. So the counts saturate, the page that was learnt
longest ago makes room and takes its counts along, and a page that is known is taken out of what is said about it.
"""

from __future__ import annotations

import struct
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from itertools import compress
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit
from zlib import adler32, crc32

import numpy as np

from .features.measures import word_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

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

_ONE = np.uint64(1)
_TEXT_BYTES = 16
"""Of a text: its fingerprint and its bits."""
_SLOT_BYTES = 8 * VERSIONS
_HOST_OVERHEAD = 1024
"""Bytes that a host takes beside its arrays' contents: objects, their headers, its name."""
_LONGEST_HOST = 253
_NO_BODY = 0
_MAGIC = b"SMEM"
_DIGEST_SIZE = 16
_HEADER = struct.Struct(f"<4sB{_DIGEST_SIZE}s")
_BOUNDS = struct.Struct("<QQQ")
_HOST = struct.Struct("<BBBI")
"""Length of the name, the slot for the next page, slots that are filled, texts."""


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
        counts = _bit_counts(self.bits)
        rare = (counts > 0) & (counts <= RARE)
        if rare.any():
            expected, _ = self._learnt(scores, counts)
            if expected[rare[: len(expected)]].sum() >= SAME * expected.sum():
                counts[rare] = 0
        return Evidence(self.pages, np.append(counts, 0)[self.numbers])

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
        words = word_counts(page.texts, np.fromiter(map(len, page.texts), np.intp, len(page.texts)))
        fingerprints, numbers, body = _fingerprints(page.texts, words >= FEWEST_WORDS)
        known = self._hosts.get(host)
        if known is None:
            bits = np.zeros(len(fingerprints), np.uint64)
            return Recalled(host, body, fingerprints, numbers, words, bits, 0, None)
        self._hosts.move_to_end(host)
        slot = known.slot_of(body)
        bits = known.bits_of(fingerprints)
        if slot is not None:
            bits &= ~(_ONE << np.uint64(slot))
        return Recalled(host, body, fingerprints, numbers, words, bits, known.filled - (slot is not None), slot)

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
        while self._size > self.total_bytes:
            _, dropped = self._hosts.popitem(last=False)
            self._size -= dropped.size

    @property
    def _most_texts(self) -> int:
        return (self.host_bytes - _HOST_OVERHEAD - SLOTS * _SLOT_BYTES) // _TEXT_BYTES

    def to_bytes(self) -> bytes:
        """Return all that is known as bytes, the same for the same memory; `from_bytes` reads them."""
        parts = [_BOUNDS.pack(self.host_bytes, self.total_bytes, len(self._hosts))]
        for name, host in self._hosts.items():
            encoded = name.encode()
            parts += [_HOST.pack(len(encoded), host.next, host.filled, len(host.texts)), encoded]
            parts += [array.astype("<u8").tobytes() for array in (host.bodies, host.texts, host.bits)]
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
        if len(data) < _HEADER.size:
            raise ValueError("the site memory is cut off")
        magic, version, digest = _HEADER.unpack_from(data)
        content = data[_HEADER.size :]
        if magic != _MAGIC:
            raise ValueError("this is no site memory")
        if version != FORMAT:
            raise ValueError(f"the site memory is of format {version}; this version reads {FORMAT}")
        if blake2b(content, digest_size=_DIGEST_SIZE).digest() != digest:
            raise ValueError("the site memory is damaged")
        try:
            return cls._read(content)
        except struct.error as error:
            raise ValueError("the site memory is damaged") from error

    @classmethod
    def _read(cls, content: bytes) -> Self:
        host_bytes, total_bytes, count = _BOUNDS.unpack_from(content)
        memory, at = cls(host_bytes, total_bytes), _BOUNDS.size
        for _ in range(count):
            length, turn, filled, texts = _HOST.unpack_from(content, at)
            start = at + _HOST.size
            at = start + length
            name, sizes = content[start:at].decode(), (filled * VERSIONS, texts, texts)
            arrays = []
            for size in sizes:
                if at + 8 * size > len(content):
                    raise ValueError("the site memory is cut off")
                arrays.append(np.frombuffer(content, "<u8", size, at).astype(np.uint64))
                at += 8 * size
            host = _Host(turn, filled, arrays[0].reshape(filled, VERSIONS), *arrays[1:])
            if name in memory._hosts or host_of(f"//{name}") != name or texts > memory._most_texts:
                raise ValueError("the site memory is damaged: it names a host twice, or one that is none or too large")
            host.check()
            memory._hosts[name] = host
            memory._size += host.size
        if at != len(content) or memory._size > total_bytes:
            raise ValueError("the site memory is damaged: it has another length than it says")
        return memory


def host_of(url: str | None) -> str | None:
    """Return the host that an address names, in lower case; ``None`` where it names none."""
    try:
        host = urlsplit(url or "").hostname
        return host if host and len(host.encode()) <= _LONGEST_HOST else None
    except ValueError:
        return None


@dataclass(slots=True)
class _Host:
    """What is known of a host.

    ``next`` is the slot that the next page will have, ``filled`` how many hold a page. ``bodies`` (filled x
    `VERSIONS`): fingerprints of each page's bodies, the newest first. ``texts`` (rising) are fingerprints of texts,
    ``bits`` the slots that each stood on.
    """

    next: int
    filled: int
    bodies: Words64
    texts: Words64
    bits: Words64

    def __init__(
        self,
        turn: int = 0,
        filled: int = 0,
        bodies: Words64 | None = None,
        texts: Words64 | None = None,
        bits: Words64 | None = None,
    ) -> None:
        self.next, self.filled = turn, filled
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

    def check(self) -> None:
        """Raise ValueError if this can't be what was learnt of a host."""
        full = self.filled == SLOTS
        if not 0 < self.filled <= SLOTS or (self.next >= SLOTS if full else self.next != self.filled):
            raise ValueError("the site memory is damaged: a host's pages don't add up")
        unknown = 0 if full else (1 << SLOTS) - (1 << self.filled)
        rising = bool((self.texts[1:] > self.texts[:-1]).all())
        if not rising or (self.bits & np.uint64(unknown)).any() or not self.bits.all():
            raise ValueError("the site memory is damaged: a host's texts don't stand on its pages")


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
