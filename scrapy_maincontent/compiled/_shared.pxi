# Elements of a page that have the same attributes, as half of them do, share one mapping.

cdef enum:
    SEATS = 1024  # a power of two
    LONGEST = 400  # bytes of attributes; longer ones are hardly ever the same

cdef struct Seat:
    const Record* start  # the element whose attributes these are
    PyObject* own  # borrowed from the page's list
    int seen

cdef struct Shared:
    Seat seats[SEATS]


cdef object shared_attributes(Shared* shared, const Record* start, Vocabulary names, int* seen):
    """Return an element's attributes; the caller keeps what is returned."""
    cdef Seat* seat
    if not start.size:
        return NO_ATTRIBUTES
    if start.size > LONGEST:
        return attributes_of(start, names, seen)
    seat = &shared.seats[mixed(<const Word*>(start + 1), start.size) & (SEATS - 1)]
    if seat.start != NULL and seat.start.size == start.size and not memcmp(seat.start + 1, start + 1, start.size):
        seen[0] |= seat.seen
        return <object>seat.own
    own = attributes_of(start, names, seen)
    seat.start, seat.own, seat.seen = start, <PyObject*>own, seen[0]
    return own


cdef Word mixed(const Word* words, size_t size) noexcept:
    """Return a number that depends on all bytes."""
    cdef Word found = size
    cdef size_t index
    for index in range(size // sizeof(Word)):
        found = (found ^ words[index]) * 0x9E3779B97F4A7C15ULL
        found ^= found >> 29
    return found ^ found >> 32
