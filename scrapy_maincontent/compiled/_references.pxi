# References to characters: `&amp;`, `&#38;`. https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state

cdef enum:
    REFERENCE_SEATS = 8192  # a power of two
    LONGEST_REFERENCE = 31
    LONGEST_OLD = 6
    LONGEST_REFERRED = 7  # bytes
    LAST_CODE = 0x10FFFF
    NO_CHARACTER = 0xFFFD

cdef struct Reference:
    char name[LONGEST_REFERENCE]
    unsigned char size
    char text[LONGEST_REFERRED]
    unsigned char text_size  # 0: the seat is free
    bint old  # may stand without its semicolon

cdef Reference references[REFERENCE_SEATS]
cdef uint32_t C1_CODES[32]  # what the codes mean that windows-1252 has signs for


cdef int learn_references() except -1:
    cdef Reference* seat
    cdef Py_ssize_t size
    for name, text in html5.items():
        spelling, referred = name.rstrip(";").encode(), text.encode()
        size = len(spelling)
        if size > LONGEST_REFERENCE or len(referred) > LONGEST_REFERRED or len(referred) > 2 * size:
            raise ValueError("a name that is longer than there is room for")
        seat = reference_seat(bytes_of(spelling), size)
        memcpy(seat.name, bytes_of(spelling), size)
        memcpy(seat.text, bytes_of(referred), len(referred))
        seat.size, seat.text_size = <unsigned char>size, <unsigned char>len(referred)
        if not name.endswith(";"):
            if size > LONGEST_OLD:
                raise ValueError("a name without semicolon that is too long")
            seat.old = True
    for place in range(32):
        try:
            C1_CODES[<int>place] = <uint32_t>ord(bytes([0x80 + place]).decode("cp1252"))
        except UnicodeDecodeError:
            C1_CODES[<int>place] = <uint32_t>(0x80 + <int>place)
    return 0


cdef Reference* reference_seat(const char* name, Py_ssize_t size) noexcept nogil:
    """Return where a name sits, or is to sit."""
    cdef uint32_t hash = hash_of(name, size)
    cdef size_t seat = (hash ^ hash >> 13) & (REFERENCE_SEATS - 1)
    cdef Reference* found
    while True:
        found = &references[seat]
        if not found.text_size or (found.size == size and not memcmp(found.name, name, size)):
            return found
        seat = (seat + 1) & (REFERENCE_SEATS - 1)


cdef const Reference* named(const char* at, const char* end, bint in_value) noexcept nogil:
    """Return the reference whose name stands behind an ampersand, NULL where none does."""
    cdef Py_ssize_t size = 0, length
    cdef const Reference* found
    cdef char next
    while size <= LONGEST_REFERENCE and at + size < end and is_letter_or_digit(at[size]):
        size += 1
    next = at[size] if at + size < end else 0
    if 0 < size <= LONGEST_REFERENCE and (next == c";" or not in_value or next != c"="):
        found = reference_seat(at, size)
        if found.text_size and (next == c";" or found.old):
            return found
    if in_value:
        return NULL
    for length in range(min(size - 1, <Py_ssize_t>LONGEST_OLD), 1, -1):
        found = reference_seat(at, length)
        if found.text_size and found.old:
            return found
    return NULL


cdef size_t decode_into(char* out, const char* at, const char* end, bint with_references, bint in_value) noexcept nogil:
    """Write a text as it is read: lines that end with a line feed, references as what they refer to.

    Return its size: at most twice that of the text.
    """
    cdef char* first = out
    cdef const Reference* reference
    while at < end:
        if at[0] == c"\r":
            at += 1
            if at == end or at[0] != c"\n":
                out[0] = c"\n"
                out += 1
            continue
        if at[0] == c"&" and with_references:
            if at + 1 < end and at[1] == c"#":
                out = decode_number(out, &at, end)
                continue
            reference = named(at + 1, end, in_value)
            if reference != NULL:
                memcpy(out, reference.text, reference.text_size)
                out += reference.text_size
                at += reference.size + 1
                if at < end and at[0] == c";":
                    at += 1
                continue
        out[0] = at[0]
        out += 1
        at += 1
    return out - first


cdef char* decode_number(char* out, const char** place, const char* end) noexcept nogil:
    """Write the character that a number refers to, or the ampersand where there is no number."""
    cdef const char* at = place[0] + 2
    cdef uint32_t code = 0, base = 10
    cdef int digit
    if at < end and at[0] | 0x20 == c"x":
        at, base = at + 1, 16
    if at == end or digit_of(at[0], base) < 0:
        out[0] = c"&"
        place[0] += 1
        return out + 1
    while at < end:
        digit = digit_of(at[0], base)
        if digit < 0:
            break
        code = min(code * base + digit, <uint32_t>LAST_CODE + 1)
        at += 1
    if at < end and at[0] == c";":
        at += 1
    place[0] = at
    if 0x80 <= code < 0xA0:
        code = C1_CODES[code - 0x80]
    elif code == 0 or 0xD800 <= code < 0xE000 or code > LAST_CODE:
        code = NO_CHARACTER
    return put_code(out, code)


cdef int digit_of(char digit, uint32_t base) noexcept nogil:
    if c"0" <= digit <= c"9":
        return digit - c"0"
    return (digit | 0x20) - c"a" + 10 if base == 16 and c"a" <= digit | 0x20 <= c"f" else -1


cdef char* put_code(char* out, uint32_t code) noexcept nogil:
    """Write a character in UTF-8; return where the next one goes."""
    cdef int shift = 0 if code < 0x80 else 6 if code < 0x800 else 12 if code < 0x10000 else 18
    cdef uint32_t lead = 0 if not shift else 0xC0 if shift == 6 else 0xE0 if shift == 12 else 0xF0
    out[0] = <char>(lead | code >> shift)
    out += 1
    while shift:
        shift -= 6
        out[0] = <char>(0x80 | (code >> shift & 0x3F))
        out += 1
    return out


learn_references()
