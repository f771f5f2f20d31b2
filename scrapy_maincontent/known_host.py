"""The memory of one host: which texts were on which of its pages, and what one page teaches (`Lesson`).

A crawl's own process has this alone, without NumPy; `site_memory` brings along what pages are looked up with.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import islice
from operator import lt
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Numbers = array[int] | memoryview
    """Unsigned numbers of 64 bits."""


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
_TEXT_BYTES = 16
"""Of a text: its fingerprint and its bits."""
_SLOT_BYTES = 8 * VERSIONS
HOST_OVERHEAD = 1024
"""Bytes that a host takes beside its arrays' contents: objects, their headers, its name."""
_LONGEST_HOST = 253
NO_BODY = 0
_NO_CUT = (1 << 64) - 1
_HOST = struct.Struct("<BBBIQ")
"""Length of the name, the slot for the next page, slots that are filled, texts, the cut."""
HEAD_BYTES = _HOST.size
_DIGEST_SIZE = 16
HEADER = struct.Struct(f"<4sB{_DIGEST_SIZE}s")
"""Magic, version and digest."""
_LESSON = struct.Struct("<QH")
"""The body, texts."""
MOST_WORDS = (1 << 16) - 1
"""Words of a text that are counted."""
SHARES = (1 << 8) - 1
"""Steps of an expected share of words."""
_ALL_SLOTS = (1 << SLOTS) - 1


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learnt of a page.

    Its ``body``, and of each of its t texts the fingerprint (rising), the ``words`` (1 or more), and how many of them
    are expected to be main content (no more than there are).
    """

    body: int
    fingerprints: Sequence[int]
    words: Sequence[float]
    expected: Sequence[float]

    def to_bytes(self) -> bytes:
        """Return it in 11 bytes a text; the share of main content has 256 steps."""
        words = [int(count) if count < MOST_WORDS else MOST_WORDS for count in self.words]
        shares = [round(SHARES * expected / count) for expected, count in zip(self.expected, self.words, strict=True)]
        arrays = _packed("Q", self.fingerprints), _packed("H", words), bytes(shares)
        return b"".join((_LESSON.pack(self.body, len(words)), *arrays))

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
        fingerprints = _unpacked("Q", data[at : at + 8 * count])
        if not _rising(fingerprints):
            raise ValueError("what is to be learnt of a page is damaged")
        words, shares = _unpacked("H", data[at + 8 * count : at + 10 * count]), data[at + 10 * count :]
        return cls(body, fingerprints, words, [a * b / SHARES for a, b in zip(words, shares, strict=True)])


@dataclass(slots=True)
class KnownHost:
    """What is known of a host.

    ``next`` is the slot that the next page will have, ``filled`` how many hold a page. ``bodies`` (filled x
    `VERSIONS`): fingerprints of each page's bodies, the newest first. ``texts`` (rising) are fingerprints of texts,
    ``bits`` the slots that each stood on. Merged memories know no page whose smallest fingerprint is ``cut`` or above.
    Numbers are replaced, never written to: those of `viewed` can't be.
    """

    next: int = 0
    filled: int = 0
    bodies: Numbers = field(default_factory=partial(array, "Q"))
    texts: Numbers = field(default_factory=partial(array, "Q"))
    bits: Numbers = field(default_factory=partial(array, "Q"))
    cut: int = _NO_CUT

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return HOST_OVERHEAD + 8 * (len(self.bodies) + len(self.texts) + len(self.bits))

    def slot_of(self, body: int) -> int | None:
        """Return the slot of a page that is known, ``None`` for another one."""
        bodies = self.bodies.tolist()
        return bodies.index(body) // VERSIONS if body in bodies else None

    def learn(self, lesson: Lesson, most_texts: int) -> None:
        """Learn a page that is not known: at the slot of the page that it copies, or else at the next one.

        So much is forgotten that no more than ``most_texts`` stay.
        """
        if self.slot_of(lesson.body) is not None:
            return
        texts, bits, own = _copy(self.texts), _copy(self.bits), lesson.fingerprints
        places = [bisect_left(texts, text) for text in own]
        stood = [bits[at] if texts[at : at + 1].count(text) else 0 for at, text in zip(places, own, strict=True)]
        copied = _copied(lesson, stood)
        slot = self.next if copied is None else copied
        bit = 1 << slot
        if copied is None and slot < self.filled:  # the page that was learnt longest ago makes room
            bits = _without(bits, bit)
        for at, text, known in zip(reversed(places), reversed(own), reversed(stood), strict=True):
            if known:
                bits[at] |= bit
            else:
                texts.insert(at, text)
                bits.insert(at, bit)
        self._enter(slot, lesson.body, again=copied is not None)
        self.texts, self.bits = texts, bits
        _forget(texts, bits, 0, len(texts))
        if len(texts) > most_texts:
            # Those stay that stand on most pages, of as many the last ones.
            ranked = iter(sorted({*bits}, key=self._rank))
            while (excess := len(texts) - most_texts) > 0:
                _forget(texts, bits, next(ranked), excess)

    def _enter(self, slot: int, body: int, *, again: bool) -> None:
        """Note a page's body at its slot; the page that had it is forgotten, unless it is the same ``again``."""
        bodies, at = self.bodies.tolist(), slot * VERSIONS
        before = bodies[at : at + VERSIONS - 1] if again else [NO_BODY] * (VERSIONS - 1)
        bodies[at : at + VERSIONS] = [body, *before]
        self.bodies = array("Q", bodies)
        if not again:
            self.next = (slot + 1) % SLOTS
            self.filled = max(self.filled, slot + 1)

    def _rank(self, slots: int) -> tuple[int, int]:
        """Return how many slots these are, and them as bits of which the newest page's is the highest."""
        return slots.bit_count(), (slots >> self.next | slots << SLOTS - self.next) & _ALL_SLOTS

    def packed(self, name: str) -> bytes:
        """Return the host with its name as bytes; `unpacked` reads them."""
        encoded = name.encode()
        head = _HOST.pack(len(encoded), self.next, self.filled, len(self.texts), self.cut)
        numbers = (_packed("Q", numbers) for numbers in (self.bodies, self.texts, self.bits))
        return b"".join((head, encoded.ljust(_room(len(encoded)), b"\0"), *numbers))

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
        behind = memoryview(packed)[HEAD_BYTES + _room(length) :]
        numbers = behind.cast("Q") if sys.byteorder == "little" else memoryview(_unpacked("Q", behind))
        bodies, end = filled * VERSIONS, filled * VERSIONS + texts
        return cls(turn, filled, numbers[:bodies], numbers[bodies:end], numbers[end:], cut)

    def check(self) -> None:
        """Raise ValueError if this can't be what was learnt of a host."""
        full = self.filled == SLOTS
        if self.filled > SLOTS or (self.next >= SLOTS if full else self.next != self.filled):
            raise ValueError("the site memory is damaged: a host's pages don't add up")
        unknown = 0 if full else _ALL_SLOTS & -(1 << self.filled)
        if not _rising(self.texts) or any(map(unknown.__and__, self.bits)) or not all(self.bits):
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


def _packed(code: str, numbers: Iterable[int]) -> bytes:
    """Return numbers as bytes, the lowest ones first."""
    made = array(code, numbers)
    if sys.byteorder == "big":
        made.byteswap()
    return made.tobytes()


def _unpacked(code: str, data: bytes | memoryview) -> array[int]:
    """Return the numbers that `_packed` returned as bytes."""
    numbers = array(code)
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _copy(numbers: Numbers) -> array[int]:
    return array("Q", numbers.tobytes())


def _without(bits: array[int], bit: int) -> array[int]:
    """Return numbers without one of their bits: all at once, as one large number."""
    kept = array("Q", [_ALL_SLOTS - bit]) * len(bits)
    both = int.from_bytes(bits.tobytes(), "little") & int.from_bytes(kept.tobytes(), "little")
    return array("Q", both.to_bytes(8 * len(bits), "little"))


def _forget(texts: array[int], bits: array[int], slots: int, most: int) -> None:
    """Forget the first texts that stood on just these slots, at most so many."""
    at = 0
    with suppress(ValueError):  # there is no further one
        for _ in range(most):
            at = bits.index(slots, at)
            del texts[at], bits[at]


def _rising(numbers: Numbers) -> bool:
    return all(map(lt, numbers, islice(numbers, 1, None)))


def _copied(lesson: Lesson, stood: Sequence[int]) -> int | None:
    """Return the slot of the page of which a page is a copy, ``None`` where there is none.

    ``stood`` (t) are the slots on which the page's texts stood. Copies have most of their words and most of their
    expected main content in common, text on many pages aside.
    """
    texts = zip(stood, lesson.words, lesson.expected, strict=True)
    few = [text for text in texts if text[0].bit_count() <= RARE]
    held = [text for text in few if text[0]]
    least_expected = SAME * sum([text[2] for text in few])
    if not least_expected or sum([text[2] for text in held]) < least_expected:
        return None
    least_words = SAME * sum([text[1] for text in few])
    shared: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for slots, words, expected in held:
        # No more than `RARE`: from the lowest bit to the highest.
        for slot in {(slots & -slots).bit_length() - 1, slots.bit_length() - 1}:
            shared[slot][0] += words
            shared[slot][1] += expected
    found = [slot for slot, (words, expected) in shared.items() if words >= least_words and expected >= least_expected]
    return min(found, default=None)


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
