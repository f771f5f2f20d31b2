# Texts in ASCII -> their words, where one of them is known; addresses -> whether they have a known segment.

cdef enum:  # what a text is, as core/columns.py numbers it
    PLAIN = 0
    ODD = 1
    TELLING = 2


cdef class Known:
    """Words that texts and addresses are searched for."""

    cdef Words words

    def __cinit__(self, words):
        self.words = Words({word: 1 for word in words if len(word.encode()) <= LONGEST_WORD})

    def worded(self, list texts):
        """Return what core/columns.py's function does; texts are of ASCII."""
        cdef Py_ssize_t size
        cdef const char* data
        cdef str text
        cdef list found = []
        for text in texts:
            data = ascii_of(text, &size)
            if data == NULL:
                raise ValueError("a text is not of ASCII")
            if self.has_word(data, size):
                found.append((text, words_of(data, size)))
        return found

    def spelled(self, list texts, Py_ssize_t most):
        """Return what core/columns.py's function does."""
        cdef Py_ssize_t number, size
        cdef const char* data
        cdef str text
        cdef list lines = [], kinds = [], worded = []
        for number in range(len(texts)):
            text = <str>list_item(texts, number)
            data = ascii_of(text, &size)
            if data == NULL or size > most or not is_line(data, size):
                text = " ".join(text.split())[:most]
                data = ascii_of(text, &size)
            lines.append(text)
            if data == NULL:
                kinds.append(TELLING)
            elif self.has_word(data, size):
                kinds.append(TELLING)
                worded.append((text, words_of(data, size)))
            else:
                kinds.append(ODD if size and not is_framed(data, size) else PLAIN)
        return lines, kinds, worded

    cdef bint has_word(self, const char* data, Py_ssize_t size) noexcept:
        cdef char word[LONGEST_WORD]
        cdef Py_ssize_t index = 0, end, filled
        while index < size:
            end = run_end(data, index, size)
            if index < end and (is_digit(data[index]) or end <= index + self.words.longest):
                filled = fill_word(word, data, index, end)
                if self.words.find(word, filled, hash_of(word, filled)) != NULL:
                    return True
            index = max(end, index + 1)
        return False

    def with_segment(self, list addresses):
        """Return what core/columns.py's function does."""
        cdef Py_ssize_t place, size
        cdef const char* data
        cdef str address
        cdef list found = []
        for place in range(len(addresses)):
            address = <str>list_item(addresses, place)
            data = utf8_of(address, &size)
            if data == NULL:
                forget_error()
                address = address.encode("utf-8", "replace").decode()
                data = utf8_of(address, &size)
            if self.has_segment(data, size):
                found.append(place)
        return found

    cdef bint has_segment(self, const char* data, Py_ssize_t size) noexcept:
        cdef Py_ssize_t index, start = 0
        cdef uint64_t hash = FIRST_HASH
        for index in range(size):
            if data[index] != c"/":
                hash = hashed(hash, data[index])
                continue
            if self.words.find(data + start, index - start, hash) != NULL:
                return True
            start, hash = index + 1, FIRST_HASH
        return False


cdef bint is_line(const char* data, Py_ssize_t size) noexcept:
    """Tell whether a text is as ``" ".join(text.split())`` makes it."""
    cdef Py_ssize_t index
    cdef bint blank = True
    for index in range(size):
        if data[index] == c" ":
            if blank:
                return False
            blank = True
        elif is_blank(data[index]):
            return False
        else:
            blank = False
    return not size or not blank


cdef bint is_framed(const char* data, Py_ssize_t size) noexcept:
    """Tell whether a text begins with a letter or a digit and ends with a letter."""
    return is_lower(lowered(data[size - 1])) and (is_lower(lowered(data[0])) or is_digit(data[0]))


cdef Py_ssize_t run_end(const char* data, Py_ssize_t start, Py_ssize_t size) noexcept:
    """Return where a run of letters or of digits ends, the place itself where none begins."""
    cdef Py_ssize_t end = start
    while end < size and is_digit(data[end]):
        end += 1
    if end == start:
        while end < size and is_lower(lowered(data[end])):
            end += 1
    return end


cdef Py_ssize_t fill_word(char* word, const char* data, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Spell a run as a word, a number as "#"; return its size."""
    cdef Py_ssize_t index
    if is_digit(data[start]):
        word[0] = c"#"
        return 1
    for index in range(start, end):
        word[index - start] = lowered(data[index])
    return end - start


cdef list words_of(const char* data, Py_ssize_t size):
    cdef Py_ssize_t index = 0, end
    cdef list words = []
    while index < size:
        end = run_end(data, index, size)
        if end > index:
            words.append("#" if is_digit(data[index]) else decoded(data + index, end - index, NULL).lower())
        index = max(end, index + 1)
    return words
