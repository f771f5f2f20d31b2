# core/name_reading.py: names in ASCII -> what they tell.

cdef enum:
    LONGEST_NAME = 256


cdef class Names:
    """``marking`` are joined words, ``inside`` words that count anywhere, ``groups`` single words; each with its bits."""

    cdef Words marking, inside, groups
    cdef const Seat* initials[128]

    def __cinit__(self, dict marking, dict inside, dict groups):
        cdef bytes data
        self.marking, self.inside, self.groups = Words(marking), Words(inside), Words(groups)
        for word in inside:
            data = word.encode()
            if not word.isascii() or self.initials[<int>data[0]] != NULL:
                raise ValueError(f"{word!r} begins like another word")
            self.initials[<int>data[0]] = self.inside.find(data, len(data), hash_of(data, len(data)))

    def tell(self, list names):
        """Return what those names tell that tell anything, and the names that are left to Python."""
        cdef Py_ssize_t number, size
        cdef const char* data
        cdef int64_t says
        cdef str name
        cdef dict found = {}
        cdef list left = []
        for number in range(len(names)):
            name = <str>list_item(names, number)
            data = ascii_of(name, &size)
            says = NONE if data == NULL or size > LONGEST_NAME else self.told(data, size)
            if says == NONE:
                left.append(name)
            elif says:
                found[name] = says
        return found, left

    cdef int64_t told(self, const char* data, Py_ssize_t size) noexcept:
        cdef char small[LONGEST_NAME]
        cdef Py_ssize_t index
        cdef bint capitals = False
        cdef int64_t says = 0
        cdef const Seat* inside
        for index in range(size):
            if <unsigned char>data[index] < 0x20:
                return NONE
            capitals |= is_upper(data[index])
            small[index] = lowered(data[index])
        for index in range(size):
            inside = self.initials[<int>small[index]]
            if inside != NULL and inside.size <= size - index and not memcmp(inside.data, small + index, inside.size):
                says |= inside.says
        if capitals:
            says |= self.grouped(data, small, size)
        return says | self.marked(data, small, size, not capitals)

    cdef int64_t grouped(self, const char* data, const char* small, Py_ssize_t size) noexcept:
        """Return the bits of words, cut at changes of case."""
        cdef Py_ssize_t index = 0, end
        cdef int64_t says = 0
        while index < size:
            end = part_end(data, index, size, True)
            if end > index:
                says |= said(self.groups, small + index, end - index, hash_of(small + index, end - index))
            index = max(end, index + 1)
        return says

    cdef int64_t marked(self, const char* data, const char* small, Py_ssize_t size, bint groups) noexcept:
        """Return the bits of words, and of two or three neighbouring ones joined, of one class name.

        With ``groups`` also those of single words. A joined word's hash goes on from that of the words before.
        """
        cdef char joined[LONGEST_NAME]
        cdef Py_ssize_t index = 0, end, letter, filled = 0, start
        cdef Py_ssize_t before = NONE, second_before = NONE  # where the words before begin
        cdef uint64_t word = 0, pair = 0, triple = 0
        cdef int64_t says = 0
        while index < size:
            if data[index] == c" ":
                before = second_before = NONE
            end = part_end(data, index, size, False)
            if end > index:
                triple, pair, word, start = pair, word, FIRST_HASH, filled
                for letter in range(index, end):
                    joined[filled] = small[letter]
                    filled += 1
                    word = hashed(word, small[letter])
                    pair = hashed(pair, small[letter])
                    triple = hashed(triple, small[letter])
                says |= said(self.marking, joined + start, filled - start, word)
                if groups:
                    says |= said(self.groups, joined + start, filled - start, word)
                if before != NONE:
                    says |= said(self.marking, joined + before, filled - before, pair)
                if second_before != NONE:
                    says |= said(self.marking, joined + second_before, filled - second_before, triple)
                second_before, before = before, start
            index = max(end, index + 1)
        return says


cdef inline int64_t said(Words words, const char* data, Py_ssize_t size, uint64_t hash) noexcept:
    """Return what a word says, 0 where it is not in a table."""
    cdef const Seat* seat = words.find(data, size, hash)
    return 0 if seat == NULL else seat.says


cdef Py_ssize_t part_end(const char* data, Py_ssize_t start, Py_ssize_t size, bint cased) noexcept:
    """Return where the word or number that begins at a place ends, the place itself where none begins.

    Capitals before a small letter: with ``cased`` the last of them begins a word, else all of them are one.
    """
    cdef Py_ssize_t end = start
    if is_digit(data[start]):
        while end < size and is_digit(data[end]):
            end += 1
        return end
    while end < size and is_upper(data[end]):
        end += 1
    if end > start + 1:
        return end - 1 if cased and end < size and is_lower(data[end]) else end
    while end < size and is_lower(data[end]):
        end += 1
    return end
