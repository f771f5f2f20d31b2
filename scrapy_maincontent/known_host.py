"""What is known of one host: which texts stood on which of its pages, and what one page teaches (`Lesson`).

A crawl's own process has this alone; `site_memory` brings along what pages are looked up with.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from .features.measures import Floats, Ints

    Words64 = NDArray[np.uint64]


HOST_BYTES = 32_768
"""Bytes that a host may take."""
TOTAL_BYTES = 67_108_864
"""Bytes that all hosts may take: those of two thousand large ones, or of many more small ones."""
SLOTS = 64
"""Pages of a host that are known at a time."""
VERSIONS = 4
"""Bodies that are kept of each page: the same article comes back with another date, or at another address."""
RARE = 2
"""Pages on which a text may stand that may still be an article's; the site's furniture stands on more."""
SAME = 0.8
"""Share of a page's expected words, and of its words, that copies have in common. With .6 F1 is .002 lower: pages
whose selection is furniture were taken for copies."""
_ONE = np.uint64(1)
_TEXT_BYTES = 16
"""Of a text: its fingerprint and its bits."""
_SLOT_BYTES = 8 * VERSIONS
HOST_OVERHEAD = 1024
"""Bytes that a host takes beside its arrays' contents: objects, their headers, its name."""
_LONGEST_HOST = 253
_NO_BODY = 0
_NO_CUT = (1 << 64) - 1
_HOST = struct.Struct("<BBBIQ")
"""Length of the name, the slot for the next page, slots that are filled, texts, the cut."""
HEAD_BYTES = _HOST.size
_DIGEST_SIZE = 16
HEADER = struct.Struct(f"<4sB{_DIGEST_SIZE}s")
"""Magic, version and digest."""
_LESSON = struct.Struct("<QH")
"""The body, texts."""
_MOST_WORDS = (1 << 16) - 1
_SHARES = (1 << 8) - 1
"""Steps of an expected share of words."""
_BIT_COUNTS = getattr(np, "bitwise_count", None)
"""NumPy has it from 2.0 on, and it takes a tenth of the time."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learnt of a page.

    Its ``body``, and of each of its t texts the fingerprint (rising), the ``words``, and how many of them are expected
    to be main content.
    """

    body: int
    fingerprints: Words64
    words: Floats
    expected: Floats

    def to_bytes(self) -> bytes:
        """Return it in 11 bytes a text; the share of main content has 256 steps."""
        words = np.clip(self.words, 1, _MOST_WORDS)
        shares = np.rint(np.clip(self.expected / words, 0, 1) * _SHARES)
        arrays = self.fingerprints.astype("<u8"), words.astype("<u2"), shares.astype(np.uint8)
        return b"".join((_LESSON.pack(self.body, len(words)), *(array.tobytes() for array in arrays)))

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` returned.

        Raises:
            ValueError: it is damaged.
        """
        if len(data) < _LESSON.size:
            raise ValueError("what is to be learnt of a page is cut off")
        body, count = _LESSON.unpack_from(data)
        at = _LESSON.size
        if len(data) != at + 11 * count:
            raise ValueError("what is to be learnt of a page has another length than it says")
        fingerprints = np.frombuffer(data, "<u8", count, at).astype(np.uint64)
        if not (fingerprints[1:] > fingerprints[:-1]).all():
            raise ValueError("what is to be learnt of a page is damaged")
        words = np.frombuffer(data, "<u2", count, at + 8 * count).astype(np.float64)
        return cls(body, fingerprints, words, words * np.frombuffer(data, np.uint8, count, at + 10 * count) / _SHARES)


@dataclass(slots=True)
class KnownHost:
    """What is known of a host.

    ``next`` is the slot that the next page will have, ``filled`` how many hold a page. ``bodies`` (filled x
    `VERSIONS`): fingerprints of each page's bodies, the newest first. ``texts`` (rising) are fingerprints of texts,
    ``bits`` the slots that each stood on. Merged memories know no page whose smallest fingerprint is ``cut`` or above.
    Arrays are replaced, never written to: those of `unpacked` can't be.
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
        return HOST_OVERHEAD + self.bodies.nbytes + self.texts.nbytes + self.bits.nbytes

    def slot_of(self, body: int) -> int | None:
        """Return the slot of a page that is known, ``None`` for another one."""
        bodies: list[int] = self.bodies.ravel().tolist()
        return bodies.index(body) // VERSIONS if body in bodies else None

    def learn(self, lesson: Lesson, most_texts: int) -> None:
        """Learn a page that is not known: at the slot of the page that it copies, or else at the next one.

        So much is forgotten that no more than ``most_texts`` stay.
        """
        if self.slot_of(lesson.body) is not None:
            return
        texts, places = self.texts, self.texts.searchsorted(lesson.fingerprints)
        known = np.zeros(len(places), bool)
        inside = places < len(texts)
        known[inside] = texts[places[inside]] == lesson.fingerprints[inside]
        stood = np.zeros(len(places), np.uint64)
        stood[known] = self.bits[places[known]]
        copied = _copied(lesson, stood)
        slot = self.next if copied is None else copied
        bit = _ONE << np.uint64(slot)
        bits = self.bits.copy() if copied is not None or slot == self.filled else self.bits & ~bit
        bits[places[known]] |= bit
        self._enter(slot, lesson.body, again=copied is not None)
        new = lesson.fingerprints[~known]
        self._keep(np.concatenate((texts, new)), np.append(bits, np.full(len(new), bit)), most_texts)

    def _enter(self, slot: int, body: int, *, again: bool) -> None:
        """Note a page's body at its slot; the page that had it is forgotten, unless it is the same ``again``."""
        bodies = np.full(VERSIONS, _NO_BODY, np.uint64)
        bodies[0] = body
        if again:
            bodies[1:] = self.bodies[slot, :-1]
        else:
            self.next = (slot + 1) % SLOTS
            self.filled = max(self.filled, slot + 1)
        self.bodies = np.concatenate((self.bodies[:slot], bodies[None], self.bodies[slot + 1 :]))

    def _keep(self, texts: Words64, bits: Words64, most: int) -> None:
        """Take the texts that stood anywhere, in order; if too many, those on most pages, of as many the last ones."""
        kept = np.flatnonzero(bits)
        if len(kept) > most:
            turn, stood = np.uint64(self.next), bits[kept]
            # The newest page's bit becomes the highest one.
            seen = stood if not turn else stood >> turn | stood << np.uint64(SLOTS) - turn
            kept = kept[np.lexsort((seen, bit_counts(stood)))[-most:]]
        kept = kept[texts[kept].argsort(kind="stable")]
        self.texts, self.bits = texts[kept], bits[kept]

    def merged(self, other: KnownHost, most_texts: int) -> KnownHost:
        """Return what both know: the pages of the smallest fingerprints, as many as there is room for."""
        cut = min(self.cut, other.cut)
        bodies = np.concatenate((self.bodies, other.bodies))
        texts = np.union1d(self.texts, other.texts)
        stood = np.zeros((len(texts), len(bodies)), bool)
        stood[texts.searchsorted(self.texts), : self.filled] = flags(self.bits)[:, : self.filled]
        stood[texts.searchsorted(other.texts), self.filled :] = flags(other.bits)[:, : other.filled]
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
        bits = np.packbits(slots, axis=1, bitorder="little").view("<u8").astype(np.uint64).ravel()
        return KnownHost(filled % SLOTS, filled, found, texts[kept], bits, cut)

    def packed(self, name: str) -> bytes:
        """Return the host with its name as bytes; `unpacked` reads them."""
        encoded = name.encode()
        head = _HOST.pack(len(encoded), self.next, self.filled, len(self.texts), self.cut)
        arrays = (array.astype("<u8", copy=False).tobytes() for array in (self.bodies, self.texts, self.bits))
        return b"".join((head, encoded.ljust(_room(len(encoded)), b"\0"), *arrays))

    @classmethod
    def unpacked(cls, content: bytes, at: int, most_texts: int) -> tuple[str, Self, int]:
        """Return the name and the host that stand at a place among bytes, and where they end.

        Raises:
            ValueError: they are damaged.
            struct.error: they are cut off.
        """
        length, size = lengths(content[at : at + HEAD_BYTES])
        start, end = at + HEAD_BYTES, at + size
        if end > len(content):
            raise ValueError("the site memory is cut off")
        name = content[start : start + length].decode()
        host = cls.viewed(content[at:end])
        if host_of(f"//{name}") != name or len(host.texts) > most_texts:
            raise ValueError("the site memory is damaged: it names a host that is none or too large")
        host.check()
        return name, host, end

    @classmethod
    def viewed(cls, packed: bytes) -> Self:
        """Return the host that `packed` returned in a process that is trusted: nothing is copied or checked."""
        length, turn, filled, texts, cut = _HOST.unpack_from(packed)
        numbers = np.frombuffer(packed, "<u8", offset=HEAD_BYTES + _room(length)).astype(np.uint64, copy=False)
        bodies, end = filled * VERSIONS, filled * VERSIONS + texts
        return cls(turn, filled, numbers[:bodies].reshape(filled, VERSIONS), numbers[bodies:end], numbers[end:], cut)

    def check(self) -> None:
        """Raise ValueError if this can't be what was learnt of a host."""
        full = self.filled == SLOTS
        if self.filled > SLOTS or (self.next >= SLOTS if full else self.next != self.filled):
            raise ValueError("the site memory is damaged: a host's pages don't add up")
        unknown = 0 if full else (1 << SLOTS) - (1 << self.filled)
        rising = bool((self.texts[1:] > self.texts[:-1]).all())
        if not rising or (self.bits & np.uint64(unknown)).any() or not self.bits.all():
            raise ValueError("the site memory is damaged: a host's texts don't stand on its pages")


def lengths(head: bytes) -> tuple[int, int]:
    """Return the size of a host's name, which follows its first `HEAD_BYTES` bytes, and of the host in all.

    Raises:
        struct.error: they are cut off.
    """
    length, _, filled, texts, _ = _HOST.unpack(head)
    return length, HEAD_BYTES + _room(length) + filled * _SLOT_BYTES + texts * _TEXT_BYTES


def _room(length: int) -> int:
    """Return the bytes for a name of that length: numbers of eight bytes follow, at multiples of eight."""
    return length + -(HEAD_BYTES + length) % 8


def _same_pages(bodies: Words64) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the fingerprints and the slots of each page; slots that have a fingerprint in common are one page's."""
    page_of: dict[int, tuple[list[int], list[int]]] = {}
    for slot, row in enumerate(bodies.tolist()):
        known, slots = [body for body in row if body != _NO_BODY], [slot]
        for page in {id(page_of[body]): page_of[body] for body in known if body in page_of}.values():
            known, slots = known + page[0], slots + page[1]
        page_of.update(dict.fromkeys(known, (known, slots)))
    yield from {id(page): page for page in page_of.values()}.values()


def _copied(lesson: Lesson, stood: Words64) -> int | None:
    """Return the slot of the page of which a page is a copy, ``None`` where there is none.

    ``stood`` (t) are the slots on which the page's texts stood. Copies have most of their words and most of their
    expected main content in common, text on many pages aside.
    """
    counts = bit_counts(stood)
    few = counts <= RARE
    words, expected = SAME * lesson.words[few].sum(), SAME * lesson.expected[few].sum()
    shared = few & (counts > 0)
    if not expected or lesson.expected[shared].sum() < expected:
        return None
    slots = flags(stood[shared]).astype(np.float64)
    found = np.flatnonzero((lesson.expected[shared] @ slots >= expected) & (lesson.words[shared] @ slots >= words))
    return int(found[0]) if len(found) else None


def most_texts(host_bytes: int) -> int:
    """Return how many texts a host has room for."""
    return (host_bytes - HOST_OVERHEAD - SLOTS * _SLOT_BYTES) // _TEXT_BYTES


def host_of(url: str | None) -> str | None:
    """Return the host that an address names, in lower case; ``None`` where it names none."""
    try:
        host = urlsplit(url or "").hostname
        return host if host and len(host.encode()) <= _LONGEST_HOST else None
    except ValueError:
        return None


def bit_counts(bits: Words64) -> Ints:
    """Return how many bits each number has."""
    counts: Ints = _BIT_COUNTS(bits).astype(np.intp) if _BIT_COUNTS else flags(bits).sum(axis=1, dtype=np.intp)
    return counts


def flags(bits: Words64) -> NDArray[np.uint8]:
    """Return the bits of each number, the lowest first (numbers x `SLOTS`)."""
    return np.unpackbits(bits.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")


def sealed(magic: bytes, version: int, content: bytes) -> bytes:
    """Return a header of four bytes of magic, a version and a digest, and the content."""
    return HEADER.pack(magic, version, blake2b(content, digest_size=_DIGEST_SIZE).digest()) + content


def unsealed(magic: bytes, version: int, data: bytes) -> bytes:
    """Return the content of what `sealed` returned.

    Raises:
        ValueError: it is damaged, of another version, or something else.
    """
    content = data[HEADER.size :]
    check_header(magic, version, data[: HEADER.size], [content])
    return content


def check_header(magic: bytes, version: int, header: bytes, content: Iterable[bytes | memoryview]) -> None:
    """Raise ValueError if this is not the header of that content."""
    if len(header) < HEADER.size:
        raise ValueError("the site memory is cut off")
    found_magic, found_version, digest = HEADER.unpack(header)
    if found_magic != magic:
        raise ValueError("this is no site memory")
    if found_version != version:
        raise ValueError(f"the site memory is of format {found_version}; this version reads {version}")
    found = blake2b(digest_size=_DIGEST_SIZE)
    for chunk in content:
        found.update(chunk)
    if found.digest() != digest:
        raise ValueError("the site memory is damaged")
