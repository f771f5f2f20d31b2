# Elements of a page that have the same attributes, as half of them do, share one mapping, and what it says.

cdef enum:
    SEATS = 1024  # a power of two
    LONGEST = 400  # bytes of attributes; longer ones are hardly ever the same

cdef struct Look:
    const Record* start  # the element whose attributes these are
    PyObject* own  # borrowed from what the page has
    Py_ssize_t of_class  # the number of its class's value, `NOWHERE` where it has none
    Py_ssize_t of_id
    Word seen  # a bit for each meaning that an attribute has

cdef struct Shared:
    Look seats[SEATS]
    Look other  # of an element with long attributes


cdef Look* seat_of(Shared* shared, const Record* start) noexcept:
    """Return where attributes sit; there they are, or are to be read."""
    cdef Look* look
    if start.size > LONGEST:
        look = &shared.other
        look.start = NULL
        return look
    look = &shared.seats[mixed(<const Word*>(start + 1), start.size) & (SEATS - 1)]
    if look.start != NULL and (look.start.size != start.size or memcmp(look.start + 1, start + 1, start.size)):
        look.start = NULL
    return look


cdef Word mixed(const Word* words, size_t size) noexcept:
    """Return a number that depends on all bytes."""
    cdef Word found = size
    cdef size_t index
    for index in range(size // sizeof(Word)):
        found = (found ^ words[index]) * 0x9E3779B97F4A7C15ULL
        found ^= found >> 29
    return found ^ found >> 32


cdef Word meanings_of(const Record* start, Vocabulary names) except? 0:
    """Return a bit for each meaning that an attribute has."""
    cdef Word seen = 0
    cdef const Field* field = first_field(start)
    cdef const void* end = behind(start)
    while field != end:
        seen |= <Word>1 << names.meanings[field.name]
        if names.meanings[field.name] == STYLE and may_hide(field) and style_hides(text_of(field)[:STYLE_PREFIX]):
            seen |= <Word>1 << HIDING_STYLE
        field = next_field(field)
    return seen


cdef bint may_hide(const Field* style) noexcept:
    """Tell whether a style has one of the words that hide, or letters of which no one knows what they are alike to."""
    cdef const unsigned char* at = <const unsigned char*>value_in(style)
    cdef unsigned char letter
    while at[0]:
        letter = at[0] | 0x20
        if (
            at[0] >= 0x80
            or (letter == c"n" and (at[1] | 0x20) == c"o" and (at[2] | 0x20) == c"n" and (at[3] | 0x20) == c"e")
            or (letter == c"h" and (at[1] | 0x20) == c"i" and (at[2] | 0x20) == c"d" and (at[3] | 0x20) == c"d")
        ):
            return True
        at += 1
    return False


cdef inline bint has(Word seen, int code) noexcept:
    return seen >> code & 1
