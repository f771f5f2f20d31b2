# Tokens and their weights in a hash table.

cdef enum:  # what a token is of, by its prefix
    OF_TAG = 0
    OF_CLASS = 1
    OF_CLASS_PART = 2
    OF_ID = 3
    OF_ID_PART = 4
    OF_ROLE = 5
    OF_ITEM = 6
    OF_TEXT = 7
    OF_NOTHING = 8
    NOT_THERE = -1
    MARK_BITS = 32
    LONGEST_TOKEN = 200  # characters of names that are read

cdef struct Seat:
    uint32_t mark  # of the token that sits here
    uint32_t number  # its number and one, 0 for a free seat

cdef struct Weighed:
    float weights[4]
    uint32_t start  # in the table's text
    uint32_t size
    int kind


cdef struct Question:
    # A token that is looked for.
    uint64_t hash
    Py_ssize_t number  # the answer
    uint32_t start  # of its characters
    uint32_t size
    int kind


cdef class Tokens:
    """A table of tokens; each has a number, and up to four weights (numbers of 16 bits)."""

    cdef Weighed* entries
    cdef Seat* seats
    cdef Py_ssize_t count, size
    cdef bytes text
    cdef const char* data

    def __cinit__(self, list tokens, list levels, bint of_text):
        """``levels`` are mappings from tokens to weights; tokens of elements have a prefix, those of texts have none."""
        cdef Py_ssize_t number, place, start = 0
        cdef uint64_t hash
        cdef Weighed* entry
        cdef list encoded = [token.encode("utf-8", "surrogatepass") for token in tokens]
        self.text = b"".join(encoded)
        self.data = self.text
        self.count = len(tokens)
        self.size = room_for(self.count)
        self.entries = <Weighed*>PyMem_Calloc(self.count + 1, sizeof(Weighed))
        self.seats = <Seat*>PyMem_Calloc(self.size, sizeof(Seat))
        if self.entries == NULL or self.seats == NULL:
            raise MemoryError
        for number in range(self.count):
            entry = &self.entries[number]
            entry.start, entry.size, entry.kind = start, len(<bytes>encoded[number]), OF_TEXT
            start += entry.size
            if not of_text:
                take_prefix(entry, self.data)
            for place in range(len(levels)):
                entry.weights[place] = (<dict>levels[place]).get(tokens[number], 0.0)
            hash = hash_of_bytes(entry.kind, self.data + entry.start, entry.size)
            while self.seats[hash & (self.size - 1)].number:
                hash = next_seat(hash)
            self.seats[hash & (self.size - 1)] = Seat(<uint32_t>(hash >> MARK_BITS), <uint32_t>(number + 1))

    def __dealloc__(self):
        PyMem_Free(self.entries)
        PyMem_Free(self.seats)

    cdef void answer(self, Question* questions, const char* characters, Py_ssize_t count) noexcept:
        """Find the numbers of tokens: in rounds, so that the memory of all is on its way at once."""
        cdef Py_ssize_t index
        cdef Question* question
        cdef Seat* seat
        for index in range(count):
            question = &questions[index]
            seat = &self.seats[question.hash & (self.size - 1)]
            while seat.number and seat.mark != <uint32_t>(question.hash >> MARK_BITS):
                question.hash = next_seat(question.hash)
                seat = &self.seats[question.hash & (self.size - 1)]
            question.number = <Py_ssize_t>seat.number - 1
            if seat.number:
                prefetch(&self.entries[question.number])
        for index in range(count):
            if questions[index].number != NOT_THERE:
                prefetch(self.data + self.entries[questions[index].number].start)
        for index in range(count):
            question = &questions[index]
            while question.number != NOT_THERE and not self.is_token(question, characters + question.start):
                question.hash = next_seat(question.hash)
                question.number = <Py_ssize_t>self.seats[question.hash & (self.size - 1)].number - 1

    cdef bint is_token(self, const Question* question, const char* characters) noexcept:
        cdef Weighed* entry = &self.entries[question.number]
        return (
            entry.size == question.size
            and entry.kind == question.kind
            and not memcmp(self.data + entry.start, characters, question.size)
        )


cdef void take_prefix(Weighed* entry, const char* data) noexcept:
    """Tell the kind of an element's token by its prefix, and take that off."""
    cdef const char* prefix = data + entry.start
    cdef int size = 0
    entry.kind = OF_NOTHING
    if entry.size >= 2 and prefix[1] == c":":
        size = 2
        if prefix[0] == c"t":
            entry.kind = OF_TAG
        elif prefix[0] == c"c":
            entry.kind = OF_CLASS
        elif prefix[0] == c"w":
            entry.kind = OF_CLASS_PART
        elif prefix[0] == c"r":
            entry.kind = OF_ROLE
        elif prefix[0] == c"p":
            entry.kind = OF_ITEM
    elif entry.size >= 3 and prefix[0] == c"i" and prefix[2] == c":":
        size = 3
        if prefix[1] == c"c":
            entry.kind = OF_ID
        elif prefix[1] == c"w":
            entry.kind = OF_ID_PART
    entry.start += size
    entry.size -= size


cdef uint64_t next_seat(uint64_t hash) noexcept:
    """Return a hash with the same mark, for the next seat."""
    return (hash & 0xFFFFFFFF00000000ULL) | <uint32_t>(hash + 1)
