# core/columns.py: a page's texts -> how much there is, and how many short ones say words of each group.

cdef class Lines:
    """Short texts that are looked for, each with the bits of its groups."""

    cdef Words words
    cdef int group_count

    def __cinit__(self, dict words, int group_count):
        if group_count > MOST_GROUPS:
            raise ValueError("too many groups")
        self.words, self.group_count = Words(words), group_count

    def amounts(self, list texts, Py_ssize_t longest, Py_ssize_t prose):
        """Return what core/columns.py's function does."""
        cdef Py_ssize_t number, size, length, everything = 0, long_texts = 0
        cdef Py_ssize_t counts[MOST_GROUPS]
        cdef int group
        cdef const char* data
        cdef const Seat* seat
        cdef char small[LONGEST_WORD]
        cdef str text
        memset(counts, 0, sizeof(counts))
        for number in range(len(texts)):
            text = <str>list_item(texts, number)
            data, length = utf8_of(text, &size), length_of(text)
            if data == NULL:
                forget_error()
                raise ValueError("a text has lone surrogates")
            everything += size
            long_texts += size >= prose
            if length > longest:
                continue
            if size > length:
                text = text.lower()
                data = utf8_of(text, &size)
            if data == NULL or size > LONGEST_WORD:
                forget_error()
                continue
            fill_lowered(small, data, size)
            seat = self.words.find(small, size, hash_of(small, size))
            if seat != NULL:
                for group in range(self.group_count):
                    counts[group] += seat.says >> group & 1
        return everything, long_texts, [counts[group] for group in range(self.group_count)]


cdef void fill_lowered(char* small, const char* data, Py_ssize_t size) noexcept:
    """Copy a text, in lower case where it is ASCII."""
    cdef Py_ssize_t index
    for index in range(size):
        small[index] = lowered(data[index])


def linked_size(list pieces, list linked):
    """Return what core/columns.py's function does."""
    cdef Py_ssize_t piece, size = 0
    for piece in range(len(pieces)):
        if <object>list_item(linked, piece):
            size += length_of(<str>list_item(pieces, piece))
    return size
