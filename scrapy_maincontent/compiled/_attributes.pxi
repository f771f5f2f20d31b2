# The attributes of a tag: core/limits.py's patterns for a plain one and for any other.

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
