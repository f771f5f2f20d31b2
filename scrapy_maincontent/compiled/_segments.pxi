# core/columns.py: addresses -> whether they have a known segment.

cdef class Segments:
    """Segments that addresses are searched for."""

    cdef Words words

    def __cinit__(self, words):
        self.words = Words({word: 1 for word in words if len(word.encode()) <= LONGEST_WORD})

    def places(self, list addresses):
        """Return what core/columns.py's function does."""
        cdef Py_ssize_t place, size
        cdef const char* data
        cdef str address
        cdef list found = []
        for place in range(len(addresses)):
            address = <str>list_item(addresses, place)
            data = utf8_of(address, &size)
            if data == NULL:
                forget_error()
                address = address.encode("utf-8", "replace").decode()
                data = utf8_of(address, &size)
            if self.is_in(data, size):
                found.append(place)
        return found

    cdef bint is_in(self, const char* data, Py_ssize_t size) noexcept:
        cdef Py_ssize_t index, start = 0
        cdef uint64_t hash = FIRST_HASH
        for index in range(size):
            if data[index] != c"/":
                hash = hashed(hash, data[index])
                continue
            if self.words.find(data + start, index - start, hash) != NULL:
                return True
            start, hash = index + 1, FIRST_HASH
        return False
