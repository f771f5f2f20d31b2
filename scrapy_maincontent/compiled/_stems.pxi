# Words that count wherever they stand in a name or a text: those in ASCII.

cdef enum:
    MOST_STEMS = 16
    BEGINNINGS = 4096
    LEAST_STEM = 3
    LONGEST_SHORT = 200  # characters of a text that is searched


cdef class Stems:
    """A few words, each with its bits."""

    cdef list plain  # keeps the bytes that are pointed at
    cdef list words
    cdef Seat seats[MOST_STEMS]
    cdef unsigned char beginnings[BEGINNINGS]  # whether one of them may begin with three letters, by `beginning`
    cdef int count

    def __cinit__(self, dict words):
        cdef int number
        cdef const char* data
        self.words = list(words)
        self.plain = [word.encode() for word in words if word.isascii()]
        self.count = len(self.plain)
        if self.count > MOST_STEMS:
            raise ValueError("too many words that count inside others")
        for number in range(self.count):
            data = self.plain[number]
            if len(self.plain[number]) < LEAST_STEM:
                raise ValueError("a word is too short to count inside others")
            self.seats[number] = Seat(0, data, len(self.plain[number]), words[self.plain[number].decode()])
            self.beginnings[beginning(<uint32_t>data[0] << 16 | <uint32_t>data[1] << 8 | <uint32_t>data[2])] = True

    def places(self, list texts, Py_ssize_t longest):
        """Return what core/columns.py's function does."""
        cdef char small[LONGEST_SHORT]
        cdef Py_ssize_t place, size
        cdef const char* data
        cdef list found = [], others = []
        if longest > LONGEST_SHORT:
            raise ValueError("texts as long as that are not searched")
        for place in range(len(texts)):
            if length_of(<str>list_item(texts, place)) > longest:
                continue
            data = ascii_of(<str>list_item(texts, place), &size)
            if data == NULL:
                others.append(place)
                continue
            fill_lowered(small, data, size)
            if self.said(small, size):
                found.append(place)
        return sorted(found + having(texts, others, self.words)) if others else found

    cdef int64_t said(self, const char* small, Py_ssize_t size) noexcept:
        """Return what the words say that stand in a text in lower case."""
        cdef Py_ssize_t index, left
        cdef uint32_t letters = 0
        cdef int64_t says = 0
        cdef int number
        for index in range(size):
            letters = letters << 8 | <unsigned char>small[index]
            if not self.beginnings[beginning(letters)] or index < LEAST_STEM - 1:
                continue
            left = size - index - 1 + LEAST_STEM
            for number in range(self.count):
                if self.seats[number].size <= left and not memcmp(
                    self.seats[number].data, small + size - left, self.seats[number].size
                ):
                    says |= self.seats[number].says
        return says


cdef list having(list texts, list places, list words):
    """Do what core/columns.py's function does."""
    everything = "\n".join([texts[place] for place in places]).lower()
    there = [word for word in words if word in everything]
    return [place for place in places if any([word in texts[place].lower() for word in there])] if there else []


cdef inline uint32_t beginning(uint32_t letters) noexcept:
    """Return the place of the last three of some letters in a table."""
    return ((letters & 0xFFFFFF) * <uint32_t>0x9E3779B1) >> 20
