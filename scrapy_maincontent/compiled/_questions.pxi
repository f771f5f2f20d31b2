# Tokens that are looked for together, and what was found.

cdef class Questions:
    """Tokens that are looked for, together."""

    cdef Tokens tokens
    cdef Question* items
    cdef char* characters
    cdef Py_ssize_t count, room, filled, character_room

    def __cinit__(self, Tokens tokens):
        self.tokens = tokens

    def __dealloc__(self):
        PyMem_Free(self.items)
        PyMem_Free(self.characters)

    cdef char* space(self, Py_ssize_t size) except NULL:
        """Return room for the characters of the next token."""
        cdef char* characters
        if self.characters == NULL or self.filled + size > self.character_room:
            characters = <char*>PyMem_Realloc(self.characters, 2 * (self.filled + size) + 1)
            if characters == NULL:
                raise MemoryError
            self.characters, self.character_room = characters, 2 * (self.filled + size)
        return self.characters + self.filled

    cdef int ask(self, int kind, Py_ssize_t offset, Py_ssize_t size) except -1:
        """Look for a token whose characters stand at an offset in the room that `space` has given."""
        cdef Question* question
        cdef Question* items
        if self.count == self.room:
            items = <Question*>PyMem_Realloc(self.items, (2 * self.room + 256) * sizeof(Question))
            if items == NULL:
                raise MemoryError
            self.items, self.room = items, 2 * self.room + 256
        question = &self.items[self.count]
        question.start, question.size, question.kind = self.filled + offset, size, kind
        question.hash = hash_of_bytes(kind, self.characters + question.start, size)
        prefetch(&self.tokens.seats[question.hash & (self.tokens.size - 1)])
        self.count += 1
        self.filled = question.start + size
        return 0

    cdef int ask_bytes(self, int kind, bytes token) except -1:
        cdef const char* data = token
        memcpy(self.space(len(token)), data, len(token))
        return self.ask(kind, 0, len(token))

    cdef void answer(self) noexcept:
        self.tokens.answer(self.items, self.characters, self.count)

    cdef void clear(self) noexcept:
        self.count = self.filled = 0


cdef class Heard:
    """Numbers of tokens, each once, until `clear`."""

    cdef Py_ssize_t* numbers
    cdef uint32_t* stamps  # by token: the last round in which it was heard
    cdef Py_ssize_t count, room, tokens
    cdef uint32_t round

    def __cinit__(self, Py_ssize_t tokens):
        self.tokens = tokens
        self.stamps = <uint32_t*>PyMem_Calloc(tokens + 1, sizeof(uint32_t))
        if self.stamps == NULL:
            raise MemoryError
        self.round = 1

    def __dealloc__(self):
        PyMem_Free(self.stamps)
        PyMem_Free(self.numbers)

    cdef void clear(self) noexcept:
        self.count = 0
        self.round += 1
        if not self.round:
            memset(self.stamps, 0, self.tokens * sizeof(uint32_t))
            self.round = 1

    cdef int add(self, Py_ssize_t number) except -1:
        cdef Py_ssize_t* numbers
        if number == NOT_THERE or self.stamps[number] == self.round:
            return 0
        if self.count == self.room:
            numbers = <Py_ssize_t*>PyMem_Realloc(self.numbers, (2 * self.room + 64) * sizeof(Py_ssize_t))
            if numbers == NULL:
                raise MemoryError
            self.numbers, self.room = numbers, 2 * self.room + 64
        self.stamps[number] = self.round
        self.numbers[self.count] = number
        self.count += 1
        return 0
