# Text as the parser has it (UTF-8) -> str, with its white space collapsed as core/whitespace.py does.

cdef enum:
    WIDE = -1  # an ideographic space: a character, not a gap, and left to Python


cdef inline int space(const unsigned char* at) noexcept:
    """Return how many bytes the white space at a place has, 0 where there is none; what `str.isspace` says."""
    cdef unsigned char first = at[0]
    if first < 0x80:
        return first == 0x20 or 0x09 <= first <= 0x0D or 0x1C <= first <= 0x1F
    if first == 0xC2:
        return 2 if at[1] == 0x85 or at[1] == 0xA0 else 0
    if first == 0xE1:
        return 3 if at[1] == 0x9A and at[2] == 0x80 else 0
    if first == 0xE2:
        if at[1] == 0x80:
            return 3 if at[2] <= 0x8A or at[2] == 0xA8 or at[2] == 0xA9 or at[2] == 0xAF else 0
        return 3 if at[1] == 0x81 and at[2] == 0x9F else 0
    if first == 0xE3:
        return WIDE if at[1] == 0x80 and at[2] == 0x80 else 0
    return 0


cdef bint is_space(const unsigned char* at) noexcept:
    """Tell whether a text is white space only; one that is empty is."""
    cdef int size
    while at[0]:
        size = space(at)
        if not size:
            return False
        at += 3 if size == WIDE else size
    return True


cdef Py_ssize_t visible_size(Py_ssize_t length, const unsigned char* at, Py_ssize_t size) noexcept:
    """Return how many of a text's characters are left without the white space around it; ``size`` is in bytes."""
    cdef const unsigned char* end = at + size
    cdef const unsigned char* last
    cdef int gap
    while length:
        gap = space(at)
        if not gap:
            break
        at += 3 if gap == WIDE else gap
        length -= 1
    while length:
        last = end - 1
        while last[0] & 0xC0 == 0x80:
            last -= 1
        if not space(last):
            break
        end = last
        length -= 1
    return length


cdef unsigned char may_part[256]  # bytes that white space begins with, and the closing NUL
for _byte in (0, *range(0x09, 0x0E), *range(0x1C, 0x21), 0xC2, 0xE1, 0xE2, 0xE3):
    may_part[_byte] = 1


cdef Py_ssize_t collapse_into(char* out, Py_ssize_t size, const unsigned char* at) noexcept:
    """Append a piece to ``size`` bytes of collapsed text, which may end with a blank; return the new size or `WIDE`."""
    cdef int gap
    while True:
        while not may_part[at[0]]:
            out[size] = at[0]
            size += 1
            at += 1
        if not at[0]:
            return size
        gap = space(at)
        if not gap:
            out[size] = at[0]
            size += 1
            at += 1
        elif gap == WIDE:
            return WIDE
        else:
            if size and out[size - 1] != c" ":
                out[size] = c" "
                size += 1
            at += gap


cdef class Scratch:
    """Memory for one text."""

    cdef char* memory
    cdef Py_ssize_t room

    def __dealloc__(self):
        PyMem_Free(self.memory)

    cdef char* room_for(self, Py_ssize_t size) except NULL:
        """Return room for ``size`` bytes, until the next call."""
        if self.memory == NULL or size > self.room:
            PyMem_Free(self.memory)
            self.room = 0
            self.memory = <char*>PyMem_Malloc(2 * size + 1)
            if self.memory == NULL:
                raise MemoryError
            self.room = 2 * size
        return self.memory
