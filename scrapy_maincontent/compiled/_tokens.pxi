# Tokens and their weights in a hash table, and core/tokens.py for names and words of ASCII.

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
            hash = hash_of_token(entry.kind, self.data + entry.start, entry.size)
            while self.seats[hash & (self.size - 1)].number:
                hash += 1
            self.seats[hash & (self.size - 1)] = Seat(<uint32_t>(hash >> MARK_BITS), <uint32_t>(number + 1))

    def __dealloc__(self):
        PyMem_Free(self.entries)
        PyMem_Free(self.seats)

    cdef Py_ssize_t find(self, int kind, const char* data, Py_ssize_t size) noexcept:
        """Return a token's number, `NOT_THERE` where it is not in the table."""
        cdef uint64_t hash = hash_of_token(kind, data, size)
        cdef uint32_t mark = <uint32_t>(hash >> MARK_BITS)
        cdef Seat* seat = &self.seats[hash & (self.size - 1)]
        cdef Weighed* entry
        while seat.number:
            if seat.mark == mark:
                entry = &self.entries[seat.number - 1]
                if entry.size == size and entry.kind == kind and not memcmp(self.data + entry.start, data, size):
                    return seat.number - 1
            hash += 1
            seat = &self.seats[hash & (self.size - 1)]
        return NOT_THERE


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


cdef uint64_t hash_of_token(int kind, const char* data, Py_ssize_t size) noexcept:
    cdef uint64_t hash = 0xCBF29CE484222325ULL ^ <uint64_t>kind
    cdef Py_ssize_t index
    for index in range(size):
        hash = (hash ^ <unsigned char>data[index]) * 0x100000001B3ULL
    return mixed(hash)


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


cdef bint is_ascii(const char* data, Py_ssize_t size) noexcept:
    cdef Py_ssize_t index
    cdef unsigned char all_bits = 0
    for index in range(size):
        all_bits |= <unsigned char>data[index]
    return all_bits < 0x80


cdef char lowered(char code) noexcept:
    return code + 32 if c"A" <= code <= c"Z" else code


cdef int hear_names(Tokens tokens, Heard heard, int kind, const char* data, Py_ssize_t size) except -1:
    """Hear the names of a class attribute or an id: ``kind`` for whole names, the next kind for their parts."""
    cdef char name[LONGEST_TOKEN]
    cdef Py_ssize_t index = 0, filled
    cdef bint in_digits
    while index < size:
        filled = 0
        in_digits = False
        while index < size and not is_blank(<unsigned char>data[index]):
            if c"0" <= data[index] <= c"9":
                if not in_digits:
                    name[filled] = c"0"
                    filled += 1
                in_digits = True
            else:
                name[filled] = lowered(data[index])
                filled += 1
                in_digits = False
            index += 1
        if filled:
            heard.add(tokens.find(kind, name, filled))
        index += 1
    return hear_parts(tokens, heard, kind + 1, data, size)


cdef int hear_parts(Tokens tokens, Heard heard, int kind, const char* data, Py_ssize_t size) except -1:
    """Hear the words in names: small letters with a capital before, or capitals up to one before a small letter."""
    cdef char part[LONGEST_TOKEN]
    cdef Py_ssize_t index = 0, start, place
    while index < size:
        start = index
        while index < size and c"A" <= data[index] <= c"Z":
            index += 1
        if index < size and c"a" <= data[index] <= c"z":
            if index - start > 1:
                index -= 1
            else:
                while index < size and c"a" <= data[index] <= c"z":
                    index += 1
        if index == start:
            index += 1
            continue
        for place in range(start, index):
            part[place - start] = lowered(data[place])
        heard.add(tokens.find(kind, part, index - start))
    return 0


cdef bint is_around(char code) noexcept:
    """Tell whether a character is taken off words; of those, the ones of ASCII."""
    return code != 0 and code in b".,;:!?()[]{}\"'|*-"


cdef int hear_words(Tokens tokens, Heard heard, const char* text, Py_ssize_t size) except -1:
    """Hear the words of a short text, unless they are too many."""
    cdef char word[LONGEST_TOKEN]
    cdef Py_ssize_t index = 0, words = 0, start, filled
    cdef bint plain, in_digits
    cdef char code
    while index < size:
        while index < size and is_blank(<unsigned char>text[index]):
            index += 1
        start, filled, plain, in_digits = index, 0, True, False
        while index < size and not is_blank(<unsigned char>text[index]):
            code = lowered(text[index])
            plain = plain and c"a" <= code <= c"z"
            if c"0" <= code <= c"9":
                if not in_digits:
                    word[filled] = c"0"
                    filled += 1
                in_digits = True
            else:
                word[filled] = code
                filled += 1
                in_digits = False
            index += 1
        words += filled > 0
        if words > MOST_WORDS:
            heard.clear()
            return 0
        if not plain:
            start = 0
            while start < filled and is_around(word[start]):
                start += 1
            while start < filled and is_around(word[filled - 1]):
                filled -= 1
            if start < filled:
                heard.add(tokens.find(OF_TEXT, word + start, filled - start))
        elif filled:
            heard.add(tokens.find(OF_TEXT, word, filled))
    return 0
