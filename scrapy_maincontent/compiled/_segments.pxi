# core/columns.py: addresses -> those that have a known segment, a sign, an end, or are known themselves.

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


def with_sign(list texts, str sign):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t place
    cdef uint32_t code = ord(sign)
    cdef list found = []
    for place in range(len(texts)):
        if find_character(<str>list_item(texts, place), code, 0, SSIZE_MAX, 1) >= 0:
            found.append(place)
    return found


def with_end(list texts, tuple ends):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t place
    cdef str text
    cdef list found = []
    for place in range(len(texts)):
        text = <str>list_item(texts, place)
        for end in ends:
            if ends_with(text, <str>end, 0, SSIZE_MAX, 1) > 0:
                found.append(place)
                break
    return found


def among(list texts, frozenset wanted):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t place, size, least = SSIZE_MAX, most = 0
    cdef str text
    cdef list found = []
    for text in wanted:
        least, most = min(least, length_of(text)), max(most, length_of(text))
    for place in range(len(texts)):
        text = <str>list_item(texts, place)
        size = length_of(text)
        if least <= size <= most and text in wanted:
            found.append(place)
    return found
