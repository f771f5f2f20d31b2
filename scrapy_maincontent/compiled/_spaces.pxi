# Which characters are blanks, and which belong to scripts without word spaces.

cdef bint is_blank(uint32_t code) noexcept:
    """Tell what ``str.split()`` splits at, and ``str.strip()`` takes off."""
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


cdef bint is_wide(uint32_t code) noexcept:
    """Tell whether a character is one of those that core/word_counts.py counts as parts of words."""
    if code < 0x1100:
        return False
    return (
        code <= 0x11FF
        or 0x2E80 <= code <= 0xA4CF
        or 0xAC00 <= code <= 0xD7AF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF00 <= code <= 0xFFEF
    )


cdef const unsigned char* next_code(const unsigned char* at, uint32_t* code) noexcept:
    """Read one character of UTF-8 that Python has written; return where the next one begins."""
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
