# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""What can be known of a body before it is read: that its markup is harmless, and that it is plain UTF-8.

`is_harmless` matches what the pattern for harmless markup in page/limits.py matches, byte by byte. Each of its
functions stands for a part of the pattern, and returns where that part ends, NULL where it does not match. As the
pattern never goes back, neither do they.
"""

from .python_api cimport bytes_of
from .utf8 cimport Bytes, count_of, find

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

cdef enum:
    TOGETHER = 64  # bytes that a compiler can look at at once
    HIGH_BIT = 0x80


def is_harmless(bytes markup not None, limits):
    """Return whether no tag has more attributes, and there are no more tags, than `Limits` allow, at a glance.

    The same as `page.limits.is_harmless`.
    """
    cdef Bytes at = <Bytes>bytes_of(markup)
    cdef Bytes end = at + len(markup)
    cdef Py_ssize_t half = int(min(limits.max_attributes, len(markup)) // 2)
    if len(markup) > limits.max_elements and count_of(at, end, c"<") > limits.max_elements:
        return False
    return is_harmless_markup(at, end, half)


def utf_8_kind(bytes body not None):
    """Return 1 for ASCII and 2 for other valid UTF-8, 0 for anything else.

    0 is also returned where it begins with a byte order mark, or holds a NUL, an escape or HZ's "~{": there are
    other encodings to think of.
    """
    cdef Bytes at = <Bytes>bytes_of(body)
    cdef Bytes end = at + len(body)
    cdef Bytes first = at
    cdef int size
    if find(at, end, 0) != end or find(at, end, 0x1B) != end or has_tilde_brace(at, end):
        return 0
    at = after_ascii(at, end)
    if at == end:
        return 1
    if at == first and end - at >= 3 and at[0] == 0xEF and at[1] == 0xBB and at[2] == 0xBF:
        return 0
    while at < end:
        if at[0] < 0x80:
            at = after_ascii(at, end)
        else:
            size = character(at, end)
            if not size:
                return 0
            at += size
    return 2


# --- The scan, tag by tag.


cdef inline bint of(unsigned char byte, int wanted) noexcept:
    return classes[byte] & wanted != 0


cdef bint is_harmless_markup(Bytes at, Bytes end, Py_ssize_t half) noexcept:
    """Return whether the whole pattern matches all there is."""
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
            if not of(name[0], LETTER) or has_quote(name, at):
                return NULL
            return after_end_attributes(at, end)
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


# --- The attributes of a tag: patterns for a plain one and for any other.


cdef Bytes after_attributes(Bytes at, Bytes end, Py_ssize_t half, bint* is_empty) noexcept:
    """From behind a tag's name to behind its ``>``; ``is_empty`` is set where ``/>`` ends it."""
    cdef Py_ssize_t count = 0
    cdef Bytes next_one = at
    cdef Bytes behind_last
    is_empty[0] = False
    while count < half and next_one != NULL:
        at = next_one
        next_one = after_plain_attribute(at, end)
        count += 1
    if next_one != NULL:
        at = next_one
    if at < end and at[0] == c">":
        return at + 1
    count = 0
    while count < half:
        next_one = after_attribute(at, end)
        if next_one == NULL:
            break
        at = next_one
        count += 1
    behind_last = at
    while at < end and of(at[0], SPACE | SLASH):
        at += 1
    if at == end:
        return end
    is_empty[0] = at > behind_last and (at - 1)[0] == c"/"
    return at + 1 if at[0] == c">" else NULL


cdef Bytes after_plain_attribute(Bytes at, Bytes end) noexcept:
    """An attribute as most are: white space, a name, and a value in double quotes."""
    cdef Bytes first = at
    while at < end and of(at[0], SPACE):
        at += 1
    if at == first:
        return NULL
    first = at
    while at < end and not of(at[0], SPACE | SLASH | CLOSE | EQUALS):
        at += 1
    if at == first or end - at < 2 or at[0] != c"=" or at[1] != c'"':
        return NULL
    at = find(at + 2, end, c'"')
    if at == end:
        return NULL
    return at + 1


cdef Bytes after_attribute(Bytes at, Bytes end) noexcept:
    """Any other attribute, ``end`` being as good as a closing quote."""
    cdef Bytes behind_name
    cdef unsigned char quote
    while at < end and of(at[0], SPACE | SLASH):
        at += 1
    if at == end or at[0] == c">":
        return NULL
    at += 1
    while at < end and not of(at[0], SPACE | SLASH | CLOSE | EQUALS):
        at += 1
    behind_name = at
    while at < end and of(at[0], SPACE):
        at += 1
    if at == end or at[0] != c"=":
        return behind_name
    at += 1
    while at < end and of(at[0], SPACE):
        at += 1
    if at == end:
        return end
    quote = at[0]
    if quote == c'"' or quote == c"'":
        at = find(at + 1, end, quote)
        return at if at == end else at + 1
    while at < end and not of(at[0], SPACE | CLOSE):
        at += 1
    return at


cdef Bytes after_end_attributes(Bytes at, Bytes end) noexcept:
    """The attributes of an end tag, to behind its ``>``: plain ones that leave no doubt where it ends."""
    cdef Bytes behind_one = at
    cdef Bytes behind_name
    while behind_one != NULL:
        at = behind_one
        behind_one = after_plain_attribute(at, end)
        if behind_one != NULL:
            behind_name = find(at, end, c"=")
            if find(behind_name, behind_one, c">") != behind_one or has_quote(at, behind_name):
                return NULL
    while at < end and of(at[0], SPACE):
        at += 1
    return at + 1 if at < end and at[0] == c">" else NULL


cdef bint has_quote(Bytes at, Bytes end) noexcept:
    return find(at, end, c'"') != end or find(at, end, c"'") != end


# --- UTF-8.


cdef bint has_tilde_brace(Bytes at, Bytes end) noexcept:
    at = find(at, end, c"~")
    while at < end:
        at += 1
        if at < end and at[0] == c"{":
            return True
        at = find(at, end, c"~")
    return False


cdef Bytes after_ascii(Bytes at, Bytes end) noexcept:
    cdef unsigned char bits
    cdef int index
    while end - at >= TOGETHER:
        bits = 0
        for index in range(TOGETHER):
            bits |= at[index]
        if bits & HIGH_BIT:
            break
        at += TOGETHER
    while at < end and at[0] < HIGH_BIT:
        at += 1
    return at


cdef int character(Bytes at, Bytes end) noexcept:
    """Return how many bytes the character has that begins with a high bit; 0 where it is none (Unicode, table 3-7)."""
    cdef unsigned char lead = at[0]
    cdef unsigned char low = 0x80, high = 0xBF
    cdef int size, index
    if lead < 0xC2 or lead > 0xF4:
        return 0
    size = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    if end - at < size:
        return 0
    if lead == 0xE0:
        low = 0xA0
    elif lead == 0xED:
        high = 0x9F
    elif lead == 0xF0:
        low = 0x90
    elif lead == 0xF4:
        high = 0x8F
    if at[1] < low or at[1] > high:
        return 0
    for index in range(2, size):
        if at[index] & 0xC0 != 0x80:
            return 0
    return size
