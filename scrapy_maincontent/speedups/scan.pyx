# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What can be known of a body before it is read: that it is plain UTF-8.

A body ends with a NUL, as all `bytes` do: no look at the byte behind needs a check.
"""

from .python_api cimport bytes_of
from .utf8 cimport Bytes, character_size, find, is_ascii

cdef enum:
    TOGETHER = 64  # bytes that a compiler can look at at once


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
