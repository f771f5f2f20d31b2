# A table of words and what each says, and characters of ASCII.

cdef enum:
    LONGEST_WORD = 64
    LEAST_ROOM = 16
    MIXED_BITS = 29
    NONE = -1

cdef uint64_t FIRST_HASH = 0xCBF29CE484222325ULL

cdef struct Seat:
    uint64_t hash
    const char* data
    Py_ssize_t size  # 0: the seat is free
    int64_t says


cdef class Words:
    """Words of at most `LONGEST_WORD` bytes in UTF-8, none of them empty; longer ones are never found."""

    cdef unsigned char* sieve  # most words that are not in the table are told without a look at a seat
    cdef Seat* seats
    cdef uint64_t last
    cdef Py_ssize_t longest
    cdef list texts  # keeps the bytes that are pointed at

    def __cinit__(self, dict words):
        cdef uint64_t room = LEAST_ROOM
        cdef bytes data
        while room < 2 * <uint64_t>len(words):
            room *= 2
        self.last = room - 1
        self.seats = <Seat*>PyMem_Calloc(room, sizeof(Seat))
        self.sieve = <unsigned char*>PyMem_Calloc(room, 1)
        if self.seats == NULL or self.sieve == NULL:
            raise MemoryError
        self.texts = []
        for word, says in words.items():
            data = word.encode()
            if not 0 < len(data) <= LONGEST_WORD:
                raise ValueError(f"{word!r} is no word for this table")
            self.texts.append(data)
            self.put(data, len(data), says)

    def __dealloc__(self):
        PyMem_Free(self.seats)
        PyMem_Free(self.sieve)

    cdef int put(self, const char* data, Py_ssize_t size, int64_t says) except -1:
        cdef uint64_t hash = hash_of(data, size), place = hash ^ hash >> MIXED_BITS
        self.sieve[place >> 3 & self.last] |= 1 << (place & 7)
        while self.seats[place & self.last].size:
            place += 1
        self.seats[place & self.last] = Seat(hash, data, size, says)
        self.longest = max(self.longest, size)
        return 0

    cdef const Seat* find(self, const char* data, Py_ssize_t size, uint64_t hash) noexcept:
        """Return the seat of a word with a hash, ``NULL`` where it is not in the table."""
        cdef uint64_t place = hash ^ hash >> MIXED_BITS
        cdef const Seat* seat
        if size > self.longest or not self.sieve[place >> 3 & self.last] >> (place & 7) & 1:
            return NULL
        while True:
            seat = &self.seats[place & self.last]
            if not seat.size:
                return NULL
            if seat.hash == hash and seat.size == size and not memcmp(seat.data, data, size):
                return seat
            place += 1


cdef uint64_t hash_of(const char* data, Py_ssize_t size) noexcept:
    cdef uint64_t hash = FIRST_HASH
    cdef Py_ssize_t index
    for index in range(size):
        hash = hashed(hash, data[index])
    return hash


cdef inline uint64_t hashed(uint64_t hash, char next) noexcept:
    """Return the hash of a text and one byte more."""
    return (hash ^ <unsigned char>next) * 0x100000001B3ULL


cdef const char* ascii_of(str text, Py_ssize_t* size) except? NULL:
    """Return a text in ASCII, ``NULL`` for any other, which may have lone surrogates, too."""
    cdef const char* data = utf8_of(text, size)
    if data == NULL:
        forget_error()
        return NULL
    return data if size[0] == length_of(text) else NULL


cdef inline bint is_upper(char code) noexcept:
    return c"A" <= code <= c"Z"


cdef inline bint is_lower(char code) noexcept:
    return c"a" <= code <= c"z"


cdef inline bint is_digit(char code) noexcept:
    return c"0" <= code <= c"9"


cdef inline char lowered(char code) noexcept:
    return code + 32 if is_upper(code) else code
