# How often a byte occurs.

cdef enum:
    COUNTED = 255  # bytes that a sum of one byte can count


cdef Py_ssize_t count_of(const unsigned char* at, const unsigned char* end, unsigned char byte) noexcept:
    """Return how often a byte occurs; in blocks, so that a compiler can count many at a time."""
    cdef Py_ssize_t total = 0
    cdef unsigned char found
    cdef int index, size
    while at < end:
        size = <int>min(end - at, <Py_ssize_t>COUNTED)
        found = 0
        for index in range(size):
            found += at[index] == byte
        total += found
        at += size
    return total
