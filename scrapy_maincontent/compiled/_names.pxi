# Names as the parser has them (UTF-8) -> the one str that stands for each, and what it means.
#
# A table is bounded, and lives as long as the module. Where it is full, a name without a meaning of its own makes room.

cdef enum:
    BUCKETS = 2048  # a power of two
    NEAR = 4  # buckets that a name may stand in
    LONGEST_NAME = 30

cdef struct Name:
    PyObject* text  # NULL: the bucket is free
    unsigned char size
    unsigned char meaning
    char data[LONGEST_NAME]

cdef struct Names:
    Name buckets[BUCKETS]
    Name other  # what finds no bucket
    unsigned char unknown  # the meaning of a name that was not taught


cdef Name* look_up(Names* names, const char* data) except NULL:
    """Return the entry of a name; it holds until the next call."""
    cdef size_t size = 0, where = 5381
    cdef Name* name
    cdef Name* room = &names.other
    cdef int step
    while data[size]:
        where = where * 33 ^ <unsigned char>data[size]
        size += 1
    if size <= LONGEST_NAME:
        for step in range(NEAR):
            name = &names.buckets[(where + step) & (BUCKETS - 1)]
            if name.text == NULL:
                room = name
                break
            if name.size == size and not memcmp(name.data, data, size):
                return name
            if name.meaning == names.unknown:
                room = name
    text = sys.intern(decoded(data, size, NULL))
    Py_INCREF(text)
    Py_XDECREF(room.text)
    room.text, room.meaning, room.size = <PyObject*>text, names.unknown, 0
    if room != &names.other:
        memcpy(room.data, data, size)
        room.size = <unsigned char>size
    return room


cdef int teach(Names* names, dict meanings, unsigned char unknown) except -1:
    """Enter names and what they mean into an empty table."""
    names.unknown = unknown
    for text, meaning in meanings.items():
        look_up(names, text.encode()).meaning = meaning
    return 0
