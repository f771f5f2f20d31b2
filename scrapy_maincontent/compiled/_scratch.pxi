# What reading a page with the lexicon needs beside the weights.

cdef Py_ssize_t MOST_NAMES = MAX_NAMES, SHORTEST_LONG = SHORT_TEXT + 1, MOST_WORDS = MANY_WORDS

if max(MAX_NAMES, SHORT_TEXT) > LONGEST_TOKEN:
    raise ImportError("the buffers are too small")

cdef enum:  # of a tag; above these bits, the number of its token and one
    IS_QUIET = 1
    IS_PLAIN = 2
    TAG_BITS = 2
    MOST_ELEMENTS = 0x7FFFFFFF
    TOGETHER = 4096  # tokens that are looked for at once

cdef struct Said:
    Py_ssize_t same_as  # an element with the same tag and names
    Py_ssize_t flags
    Py_ssize_t start  # of its tokens that speak of what stands below, and until they are weighed, of all its tokens
    Py_ssize_t count
    double own
    double parent
    double grandparent


cdef class Scratch:
    """What reading a page needs of memory as large as the lexicon; one page at a time."""

    cdef Heard names, words
    cdef Questions of_names, of_words
    cdef uint32_t* open_until  # by token: its outermost open element ends there
    cdef Py_ssize_t* below
    cdef Py_ssize_t filled, room

    def __cinit__(self, Tokens elements, Tokens texts):
        self.names, self.words = Heard(elements.count), Heard(texts.count)
        self.of_names, self.of_words = Questions(elements), Questions(texts)
        self.open_until = <uint32_t*>PyMem_Calloc(elements.count + 1, sizeof(uint32_t))
        if self.open_until == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.below)
        PyMem_Free(self.open_until)

    cdef int add_below(self, Py_ssize_t number) except -1:
        cdef Py_ssize_t* below
        if self.filled == self.room:
            below = <Py_ssize_t*>PyMem_Realloc(self.below, (2 * self.room + 1024) * sizeof(Py_ssize_t))
            if below == NULL:
                raise MemoryError
            self.below, self.room = below, 2 * self.room + 1024
        self.below[self.filled] = number
        self.filled += 1
        return 0


cdef Room elements_around(const Py_ssize_t* owners, Py_ssize_t m, const Py_ssize_t* parents, Py_ssize_t n):
    """Mark the elements that text blocks stand in: their own, and all above those."""
    cdef Room around = Room(n, sizeof(Py_ssize_t))
    cdef Py_ssize_t* marks = around.sizes()
    cdef Py_ssize_t index, element
    for index in range(m):
        element = owners[index]
        while not marks[element]:
            marks[element] = 1
            element = parents[element]
    return around


cdef const char* ascii_of(str text, Py_ssize_t* size) except? NULL:
    """Return a text of ASCII, NULL for another one."""
    cdef const char* data
    try:
        data = utf8_of(text, size)
    except UnicodeEncodeError:
        return NULL
    return data if is_ascii(data, size[0]) else NULL
