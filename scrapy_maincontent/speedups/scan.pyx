# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What one pass over bytes can tell: that a body is plain UTF-8, which stems class names have.

Bodies and names end with a NUL, as all `bytes` and `str` do: no look at the byte behind needs a check.
"""

from .python_api cimport bytes_of, utf8_of
from .utf8 cimport Bytes, character_size, find, is_ascii

cdef enum:
    TOGETHER = 64  # bytes that a compiler can look at at once
    BEGINNINGS = 1 << 14  # of stems: two letters of ASCII
    MOST_STEMS = 256


def utf_8_kind(bytes body not None):
    """Return 1 for ASCII and 2 for other valid UTF-8, 0 for anything else.

    0 is also returned where it begins with a byte order mark, or holds a NUL, an escape or HZ's "~{": there are
    other encodings to think of.
    """
    cdef Bytes at = <Bytes>bytes_of(body)
    cdef Bytes end = at + len(body)
    cdef int size
    if find(at, end, 0) != end or find(at, end, 0x1B) != end or has_tilde_brace(at, end):
        return 0
    at = after_ascii(at, end)
    if at == end:
        return 1
    if body.startswith(b"\xef\xbb\xbf"):
        return 0
    while at < end:
        size = character_size(at, end)
        if not size:
            return 0
        at = at + size if size > 1 else after_ascii(at, end)
    return 2


cdef bint has_tilde_brace(Bytes at, Bytes end) noexcept:
    at = find(at, end, c"~")
    while at < end and at[1] != c"{":
        at = find(at + 1, end, c"~")
    return at < end


cdef Bytes after_ascii(Bytes at, Bytes end) noexcept:
    while end - at >= TOGETHER and is_ascii(at, TOGETHER):
        at += TOGETHER
    while at < end and at[0] < 0x80:
        at += 1
    return at


cdef struct Stem:
    Bytes text
    Py_ssize_t size
    long long bits
    short following  # the number of another one that begins with the same two letters, and one; 0 for none


cdef class Stems:
    """Finds stems of lower-case ASCII in class names and ids, as `PythonStems` of page/stems.py does."""

    cdef list kept
    cdef Stem stems[MOST_STEMS]
    cdef short firsts[BEGINNINGS]  # by two letters, the number of the first stem that begins so, and one
    cdef unsigned char lowered[256]

    def __init__(self, list stems not None):
        cdef Stem* stem
        cdef int number = 0
        for number in range(256):
            self.lowered[number] = number + 32 if c"A" <= number <= c"Z" else number
        self.kept = [text.encode() for text, _ in stems[:MOST_STEMS]]
        for number in range(len(self.kept)):
            stem = &self.stems[number]
            stem.text, stem.size, stem.bits = <Bytes>bytes_of(self.kept[number]), len(self.kept[number]), stems[number][1]
            stem.following = self.firsts[beginning(stem.text[0], stem.text[1])]
            self.firsts[beginning(stem.text[0], stem.text[1])] = number + 1

    def read(self, list names not None):
        """Return the bits of all stems that each name has somewhere, in any case."""
        return [self.bits_of(name) for name in names]

    cdef long long bits_of(self, str name) except -1:
        cdef Py_ssize_t size
        cdef Bytes at
        cdef bytes others
        if name.isascii():
            at = <Bytes>utf8_of(name, &size)
        else:  # some become letters of ASCII
            others = name.lower().encode("utf-8", "surrogatepass")
            at, size = <Bytes>bytes_of(others), len(others)
        return self.found_in(at, at + size)

    cdef long long found_in(self, Bytes at, Bytes end) noexcept:
        cdef long long found = 0
        cdef short number
        cdef unsigned char letter = self.lowered[at[0]], after
        cdef const Stem* stem
        while at < end:
            after = self.lowered[at[1]]
            number = self.firsts[beginning(letter, after)]
            while number:
                stem = &self.stems[number - 1]
                if stem.size <= end - at and self.begins(at, stem):
                    found |= stem.bits
                number = stem.following
            letter = after
            at += 1
        return found

    cdef bint begins(self, Bytes at, const Stem* stem) noexcept:
        cdef Py_ssize_t index
        for index in range(2, stem.size):
            if self.lowered[at[index]] != stem.text[index]:
                return False
        return True


cdef inline int beginning(unsigned char letter, unsigned char after) noexcept:
    """Return the place of two letters in a table; 0, which no stem has, for others than ASCII's."""
    return 0 if (letter | after) & 0x80 else letter << 7 | after
