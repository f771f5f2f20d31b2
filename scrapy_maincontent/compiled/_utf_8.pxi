# Whether bytes are UTF-8 and nothing but.

cdef enum:
    TOGETHER = 64  # bytes that a compiler can look at at once
    HIGH_BIT = 0x80


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
