# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What can be known of a body before it is read: that its markup is harmless, and that it is plain UTF-8.

`is_plainly_harmless` knows the tags, comments and texts that nearly all markup is made of, and leaves the rest to the
pattern of page/limits.py. A body ends with a NUL, as all `bytes` do: no look at the byte behind needs a check.
"""

from .python_api cimport bytes_of
from .utf8 cimport Bytes, character_size, count_of, find, is_ascii

from ..page.limits import RAW_TEXT

cdef enum:
    NO = -1
    SPACE = 1  # classes of bytes
    SLASH = 2
    CLOSE = 4
    EQUALS = 8
    LETTER = 16
    INITIAL = 32  # of a raw text element, in either case
    MAX_RAW_TEXTS = 16
    TOGETHER = 64  # bytes that a compiler can look at at once

cdef unsigned char classes[256]
for _class, _bytes in (
    (SPACE, b" \t\n\r\f\v"),
    (SLASH, b"/"),
    (CLOSE, b">"),
    (EQUALS, b"="),
    (LETTER, bytes([*range(65, 91), *range(97, 123)])),
    (INITIAL, b"".join(name[:1] + name[:1].upper() for name in RAW_TEXT)),
):
    for _byte in _bytes:
        classes[_byte] |= _class

if len(RAW_TEXT) > MAX_RAW_TEXTS:
    raise ImportError("more raw text elements than there is room for")
cdef int raw_text_count = len(RAW_TEXT)
cdef Bytes raw_texts[MAX_RAW_TEXTS]  # lower case, each closed by a NUL
for _number, _name in enumerate(RAW_TEXT):
    raw_texts[<int>_number] = <Bytes>bytes_of(_name)


def is_plainly_harmless(bytes markup not None, limits):
    """Return whether `page.limits.is_harmless` is sure to be true; it may be true as well where this is not."""
    cdef Bytes at = <Bytes>bytes_of(markup)
    cdef Bytes end = at + len(markup)
    cdef Py_ssize_t most = int(min(limits.max_attributes, len(markup)) // 2)
    if len(markup) > limits.max_elements and count_of(at, end, c"<") > limits.max_elements:
        return False
    at = find(at, end, c"<")
    while at < end:
        at = after_tag(at + 1, end, most)
        if at == NULL:
            return False
        at = find(at, end, c"<")
    return True


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


# --- Markup. Each function returns the place behind what it reads, NULL where Python is to look closer.


cdef inline bint of(unsigned char byte, int wanted) noexcept:
    return classes[byte] & wanted != 0


cdef Bytes after_tag(Bytes at, Bytes end, Py_ssize_t most) noexcept:
    """From behind a ``<`` to behind the tag, comment or the like that it begins, if it does."""
    if of(at[0], LETTER):
        return after_start_tag(at, end, most)
    if at[0] == c"/":
        return after_end_tag(at + 1, end)
    if at[0] == c"!" and at[1] == c"-" and at[2] == c"-":
        return after_comment(at + 3, end)
    if at[0] == c"!" or at[0] == c"?":
        return after_aside(at + 1, end)
    return at


cdef Bytes after_end_tag(Bytes at, Bytes end) noexcept:
    while at < end and at[0] != c">":
        if at[0] == c'"' or at[0] == c"'":
            return NULL
        at += 1
    return at


cdef Bytes after_comment(Bytes at, Bytes end) noexcept:
    """From behind the opening ``!--``; not every parser ends all comments at the same place."""
    if at[0] == c">" or (at[0] == c"-" and at[1] == c">"):
        return NULL
    at = find(at, end, c"-")
    while at < end:
        if at[1] == c"-" and at[2] == c">":
            return at
        if at[1] == c"-" and at[2] == c"!" and at[3] == c">":
            return NULL
        at = find(at + 1, end, c"-")
    return end


cdef Bytes after_aside(Bytes at, Bytes end) noexcept:
    """From behind the ``!`` or ``?``; what is quoted in it has no ``>``."""
    cdef unsigned char quote = 0  # an open one
    while at < end and (quote or at[0] != c">"):
        if at[0] == c">":
            return NULL
        if at[0] == quote:
            quote = 0
        elif not quote and (at[0] == c'"' or at[0] == c"'"):
            quote = at[0]
        at += 1
    return NULL if quote else at


cdef Bytes after_start_tag(Bytes at, Bytes end, Py_ssize_t most) noexcept:
    """From the first letter; behind a raw text element's tag, to where its text ends."""
    cdef int raw = raw_text_at(at) if of(at[0], INITIAL) else NO
    cdef Py_ssize_t count
    while at < end and not of(at[0], SPACE | SLASH | CLOSE):
        at += 1
    for count in range(most + 1):
        while at < end and of(at[0], SPACE | SLASH):
            at += 1
        if at == end or at[0] == c">":
            break
        at = after_attribute(at, end)
    else:
        return NULL
    if raw == NO:
        return at
    if at == end or (at - 1)[0] == c"/":
        return NULL
    at = find(at, end, c"<")
    while at < end and not (at[1] == c"/" and name_at(at + 2, raw)):
        at = find(at + 1, end, c"<")
    return at


cdef int raw_text_at(Bytes at) noexcept:
    """Return which raw text element's name stands here, `NO` where none does."""
    cdef int number, size
    for number in range(raw_text_count):
        size = name_at(at, number)
        if size and of(at[size], SPACE | SLASH | CLOSE):
            return number
    return NO


cdef int name_at(Bytes at, int number) noexcept:
    """Return how many bytes a raw text element's name has, 0 where it does not stand here."""
    cdef int size = 0
    while raw_texts[number][size]:
        if at[size] | 0x20 != raw_texts[number][size]:
            return 0
        size += 1
    return size


cdef Bytes after_attribute(Bytes at, Bytes end) noexcept:
    """From the first letter of a name, ``end`` being as good as a closing quote."""
    cdef Bytes behind_name
    at += 1
    while at < end and not of(at[0], SPACE | SLASH | CLOSE | EQUALS):
        at += 1
    behind_name = at
    while of(at[0], SPACE):
        at += 1
    if at[0] != c"=":
        return behind_name
    at += 1
    while of(at[0], SPACE):
        at += 1
    if at[0] == c'"' or at[0] == c"'":
        at = find(at + 1, end, at[0])
        return at + (at < end)
    while at < end and not of(at[0], SPACE | CLOSE):
        at += 1
    return at
