# core/name_reading.py: names in ASCII -> what they tell.

cdef enum:
    LONGEST_NAME = 200
    MOST_GROUPS = 40


cdef class Names:
    """``marking`` are joined words, ``inside`` words that count anywhere, ``groups`` single words; each with its bits.

    ``bits`` are those that are told of each name, that of a name with a number, the first of a group of page types, and
    how many groups there are.
    """

    cdef Words marking, groups
    cdef Stems inside
    cdef int64_t told_bits, numbered
    cdef int first_group, group_count

    def __cinit__(self, dict marking, dict inside, dict groups, tuple bits):
        self.told_bits, self.numbered, self.first_group, self.group_count = bits
        self.marking, self.groups, self.inside = Words(marking), Words(groups), Stems(inside)
        if self.group_count > MOST_GROUPS:
            raise ValueError("too many groups")

    def tell(self, dict names):
        """Return what core/name_reading.py's function does, and the names that are left to Python."""
        cdef Py_ssize_t at = 0, size, count
        cdef PyObject* key
        cdef PyObject* elements
        cdef const char* data
        cdef int64_t says
        cdef int group
        cdef Py_ssize_t counts[MOST_GROUPS]
        cdef dict told = {}
        cdef list left = []
        memset(counts, 0, sizeof(counts))
        while next_item(names, &at, &key, &elements):
            data = ascii_of(<str>key, &size)
            says = NONE if data == NULL or size > LONGEST_NAME else self.told(data, size)
            if says == NONE:
                left.append(<object>key)
                continue
            if says & self.told_bits:
                told[<object>key] = says & self.told_bits
            says >>= self.first_group
            if says:
                count = len(<object>elements)
                for group in range(self.group_count):
                    if says >> group & 1:
                        counts[group] += count
        return told, [counts[group] for group in range(self.group_count)], left

    cdef int64_t told(self, const char* data, Py_ssize_t size) noexcept:
        cdef char small[LONGEST_NAME]
        cdef Py_ssize_t index
        cdef bint capitals = False
        cdef int64_t says = self.numbered if size > 1 and is_digit(data[1]) else 0
        for index in range(size):
            if <unsigned char>data[index] < 0x20:
                return NONE
            capitals |= is_upper(data[index])
            small[index] = lowered(data[index])
        says |= self.inside.said(small, size)
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
