# Elements of a page that have the same attributes, as half of them do, share one mapping.

cdef enum:
    SEATS = 1024  # a power of two
    LONGEST = 200  # bytes of values; longer ones are hardly ever the same

cdef struct Seat:
    const xmlNode* node  # the element whose attributes these are
    PyObject* own  # borrowed from the page's list
    int seen

cdef struct Shared:
    Seat seats[SEATS]


cdef object shared_attributes(Shared* shared, const xmlNode* node, int* seen):
    """Return an element's attributes, as `own_attributes` does; the caller keeps what is returned."""
    cdef Seat* seat
    cdef int where
    if node.properties == NULL:
        return NO_ATTRIBUTES
    where = seat_of(node)
    if where < 0:
        return own_attributes(node, seen)
    seat = &shared.seats[where]
    if seat.node != NULL and same_attributes(seat.node, node):
        seen[0] |= seat.seen
        return <object>seat.own
    own = own_attributes(node, seen)
    seat.node, seat.own, seat.seen = node, <PyObject*>own, seen[0]
    return own


cdef int seat_of(const xmlNode* node) except -2:
    """Return where attributes sit, by their values; -1 where they are too long."""
    cdef size_t where = 5381, size = 0
    cdef const xmlAttr* attribute = node.properties
    cdef const unsigned char* at
    while attribute != NULL:
        at = <const unsigned char*>value_of(attribute)
        while at[0]:
            where = where * 33 ^ at[0]
            at += 1
            size += 1
            if size > LONGEST:
                return -1
        where = where * 33 ^ <unsigned char>attribute.name[0]
        attribute = attribute.next
    return where & (SEATS - 1)


cdef bint same_attributes(const xmlNode* node, const xmlNode* other) except -1:
    cdef const xmlAttr* one = node.properties
    cdef const xmlAttr* two = other.properties
    while one != NULL and two != NULL:
        if two.ns != NULL or strcmp(<const char*>one.name, <const char*>two.name):
            return False
        if strcmp(value_of(one), value_of(two)):
            return False
        one, two = one.next, two.next
    return one == two
