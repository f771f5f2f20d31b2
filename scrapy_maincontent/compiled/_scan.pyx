# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The scan of core/limits.py once more: what its pattern for harmless markup matches, byte by byte; and the check that
a body is plain UTF-8.

Each function of the scan stands for a part of the pattern, and returns where that part ends, `NO` where it does not match. As the
pattern never goes back, neither do they.
"""

from libc.string cimport memchr

from ..core.limits import RAW_TEXT

cdef extern from "Python.h":
    const char* bytes_of "PyBytes_AsString"(bytes) except NULL

cdef enum:
    NO = -1
    SPACE = 1  # classes of bytes
    SLASH = 2
    CLOSE = 4
    EQUALS = 8
    LETTER = 16
    INITIAL = 32  # of a raw text element, in either case
    MAX_RAW_TEXTS = 16

cdef unsigned char classes[256]
cdef const unsigned char* raw_texts[MAX_RAW_TEXTS]  # lower case
cdef int raw_text_sizes[MAX_RAW_TEXTS]
cdef int raw_text_count = len(RAW_TEXT)
cdef tuple _names = tuple(RAW_TEXT)  # keeps the bytes that are pointed at


cdef int prepare() except -1:
    cdef int number
    if raw_text_count > MAX_RAW_TEXTS:
        raise ValueError("more raw text elements than there is room for")
    for byte in b" \t\n\r\f\v":
        classes[byte] |= SPACE
    for byte in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ":
        classes[byte] |= LETTER
    classes[b"/"[0]] |= SLASH
    classes[b">"[0]] |= CLOSE
    classes[b"="[0]] |= EQUALS
    for number in range(raw_text_count):
        raw_texts[number], raw_text_sizes[number] = <const unsigned char*>bytes_of(_names[number]), len(_names[number])
        classes[raw_texts[number][0]] |= INITIAL
        classes[raw_texts[number][0] ^ 0x20] |= INITIAL
    return 0


prepare()

ctypedef const unsigned char* Bytes


cdef inline bint of(unsigned char byte, int wanted) noexcept:
    return classes[byte] & wanted != 0


cdef inline Bytes find(Bytes at, Bytes end, int byte) noexcept:
    """Return where a byte is next, ``end`` where it is not."""
    cdef Bytes found = NULL
    if at < end:
        found = <Bytes>memchr(at, byte, end - at)
    return end if found == NULL else found


cdef bint is_harmless_markup(Bytes at, Bytes end, Py_ssize_t half) noexcept:
    """Tell whether the whole pattern matches all there is."""
    while True:
        at = find(at, end, c"<")
        if at == end:
            return True
        at += 1
        if at == end:
            return True
        if of(at[0], LETTER):
            at = after_start_tag(at, end, half)
        elif at[0] == c"/":
            at = after_end_tag(at + 1, end)
        elif at[0] == c"!":
            at = after_comment(at + 3, end) if is_comment(at, end) else after_aside(at + 1, end)
        elif at[0] == c"?":
            at = after_aside(at + 1, end)
        if at == NULL:
            return False


cdef Bytes after_end_tag(Bytes at, Bytes end) noexcept:
    cdef Bytes name = at
    while at < end and at[0] != c">":
        if at[0] == c'"' or at[0] == c"'":
            at = name
            while at < end and not of(at[0], SPACE | SLASH | CLOSE):
                at += 1
            return NULL if not of(name[0], LETTER) or has_quote(name, at) else after_end_attributes(at, end)
        at += 1
    return at + 1 if at < end else end


cdef bint is_comment(Bytes at, Bytes end) noexcept:
    return end - at >= 3 and at[1] == c"-" and at[2] == c"-"


cdef Bytes after_comment(Bytes at, Bytes end) noexcept:
    """From behind the opening ``!--``."""
    cdef Bytes first = at
    if at < end and at[0] == c"-":
        first = at + 1
    if first < end and first[0] == c">":
        return NULL
    while True:
        at = find(at, end, c"-")
        if at == end:
            return end
        if end - at >= 3 and at[1] == c"-":
            if at[2] == c">":
                return at + 3
            if at[2] == c"!" and end - at >= 4 and at[3] == c">":
                return NULL
        at += 1


cdef Bytes after_aside(Bytes at, Bytes end) noexcept:
    """From behind the ``!`` or ``?``."""
    cdef unsigned char quote
    while at < end and at[0] != c">":
        quote = at[0]
        at += 1
        if quote == c'"' or quote == c"'":
            while at < end and at[0] != quote:
                if at[0] == c">":
                    return NULL
                at += 1
            if at == end:
                return NULL
            at += 1
    return at + 1 if at < end else end


cdef Bytes after_start_tag(Bytes at, Bytes end, Py_ssize_t half) noexcept:
    """From the first letter; behind a raw text element's tag, to where its text ends."""
    cdef int raw = raw_text_at(at, end) if of(at[0], INITIAL) else NO
    cdef bint is_empty
    while at < end and not of(at[0], SPACE | SLASH | CLOSE):
        at += 1
    at = after_attributes(at, end, half, &is_empty)
    if raw == NO or at == NULL or is_empty:
        return at
    if (at - 1)[0] == c">" and (at - 2)[0] == c"/":
        return NULL
    while True:
        at = find(at, end, c"<")
        if at == end or (end - at > raw_text_sizes[raw] + 1 and at[1] == c"/" and is_name(at + 2, raw)):
            return at
        at += 1


cdef int raw_text_at(Bytes at, Bytes end) noexcept:
    """Return which raw text element's name stands here, `NO` where none does."""
    cdef int number, size
    for number in range(raw_text_count):
        size = raw_text_sizes[number]
        if end - at > size and of(at[size], SPACE | SLASH | CLOSE) and is_name(at, number):
            return number
    return NO


cdef bint is_name(Bytes at, int number) noexcept:
    cdef int index
    for index in range(raw_text_sizes[number]):
        if at[index] | 0x20 != raw_texts[number][index]:
            return False
    return True


include "_attributes.pxi"
include "_utf_8.pxi"
include "_counting.pxi"


def is_harmless(bytes markup not None, limits):
    """Tell whether no tag has more attributes, and there are no more tags, than `Limits` allow.

    What `page.limits.is_harmless` tells.
    """
    cdef Bytes at = <Bytes>bytes_of(markup)
    cdef Bytes end = at + len(markup)
    cdef Py_ssize_t half = int(min(limits.max_attributes, len(markup)) // 2)
    return count_of(at, end, c"<") <= limits.max_elements and is_harmless_markup(at, end, half)
