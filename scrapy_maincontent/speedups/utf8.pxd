# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# Bytes of text in UTF-8. A header: everything here is compiled into each module that asks for it.

from libc.stdint cimport uint32_t
from libc.string cimport memchr

ctypedef const unsigned char* Bytes

cdef enum:
    MAX_COUNT = 255  # bytes that a sum of one byte can count


cdef inline Bytes find(Bytes at, Bytes end, int byte) noexcept nogil:
    """Return where a byte is next, ``end`` where it is not."""
    cdef Bytes found = NULL
    if at < end:
        found = <Bytes>memchr(at, byte, end - at)
    return end if found == NULL else found


cdef inline Py_ssize_t count_of(Bytes at, Bytes end, unsigned char byte) noexcept nogil:
    """Return how often a byte occurs; in blocks, so that a compiler can count many at a time."""
    cdef Py_ssize_t total = 0
    cdef unsigned char found
    cdef int index, size
    while at < end:
        size = <int>min(end - at, <Py_ssize_t>MAX_COUNT)
        found = 0
        for index in range(size):
            found += at[index] == byte
        total += found
        at += size
    return total


cdef inline bint is_ascii(Bytes text, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t index
    cdef unsigned char all_bits = 0
    for index in range(size):
        all_bits |= text[index]
    return all_bits < 0x80


cdef inline Bytes next_code(Bytes at, uint32_t* code) noexcept nogil:
    """Read one character of valid UTF-8 (surrogates may pass); return where the next one begins."""
    cdef uint32_t first = at[0]
    if first < 0x80:
        code[0] = first
        return at + 1
    if first < 0xE0:
        code[0] = (first & 0x1F) << 6 | (at[1] & 0x3F)
        return at + 2
    if first < 0xF0:
        code[0] = (first & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)
        return at + 3
    code[0] = (first & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 | (at[3] & 0x3F)
    return at + 4


cdef inline int character_size(Bytes at, Bytes end) noexcept nogil:
    """Return how many bytes the character has that stands here; 0 where it is none (Unicode, table 3-7)."""
    return 1 if at[0] < 0x80 else wide_size(at, end)


cdef inline int wide_size(Bytes at, Bytes end) noexcept nogil:
    cdef unsigned char lead = at[0]
    cdef int size = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    cdef int index
    cdef uint32_t code
    if lead < 0xC2 or lead > 0xF4 or end - at < size:
        return 0
    for index in range(1, size):
        if at[index] & 0xC0 != 0x80:
            return 0
    next_code(at, &code)
    if (size == 3 and (code < 0x800 or 0xD800 <= code < 0xE000)) or (size == 4 and not 0x10000 <= code < 0x110000):
        return 0
    return size


cdef inline bint is_blank(uint32_t code) noexcept nogil:
    """Return whether a character is white space to ``str.split()`` and ``str.strip()``."""
    if code < 0x80:
        return 9 <= code <= 13 or 28 <= code <= 32
    if code < 0x1680:
        return code == 0x85 or code == 0xA0
    return (
        code == 0x1680
        or 0x2000 <= code <= 0x200A
        or code == 0x2028
        or code == 0x2029
        or code == 0x202F
        or code == 0x205F
        or code == 0x3000
    )
