# core/phrases.py: texts in ASCII -> what they say.

cdef enum:
    LONGEST_TEXT = 256  # characters of a text that is read
    LONGEST_RUNS = 2 * LONGEST_TEXT  # its words and numbers, parted by blanks
    MAX_INNER_TOKENS = 8
    LEFT = -1

cdef struct Phrase:
    const char* data  # its words and numbers, parted by blanks
    Py_ssize_t size
    int64_t says
    bint before  # whether others may stand there
    bint after
    bint last  # of those with the same first word

cdef struct Tokens:
    char data[LONGEST_RUNS]
    Py_ssize_t size
    Py_ssize_t starts[MAX_INNER_TOKENS]
    uint64_t hashes[MAX_INNER_TOKENS]
    Py_ssize_t ends[MAX_INNER_TOKENS]
    Py_ssize_t count
    uint64_t hash  # of all of them


cdef class Phrases:
    """``exact`` are whole texts; ``spaced`` are tuples of words, whether others may stand before and after, and bits."""

    cdef Words exact, firsts
    cdef Phrase* phrases
    cdef list texts  # keeps the bytes that are pointed at
    cdef int64_t odd

    def __cinit__(self, dict exact, list spaced, int64_t odd):
        cdef Py_ssize_t number
        cdef Phrase* phrase
        cdef dict firsts = {}
        spaced = sorted(spaced, key=first_word)
        self.texts, self.odd = [" ".join(tokens).encode() for tokens, *_ in spaced], odd
        self.phrases = <Phrase*>PyMem_Calloc(len(spaced) + 1, sizeof(Phrase))
        if self.phrases == NULL:
            raise MemoryError
        for number, (tokens, before, after, says) in enumerate(spaced):
            phrase = &self.phrases[number]
            phrase[0] = Phrase(<const char*><bytes>self.texts[number], len(self.texts[number]), says, before, after, True)
            if firsts.setdefault(tokens[0], number) != number:
                self.phrases[number - 1].last = False
        self.exact, self.firsts = Words(exact), Words(firsts)

    def __dealloc__(self):
        PyMem_Free(self.phrases)

    def says(self, str text):
        """Return what core/phrases.py's function does, `LEFT` for a text that is not of ASCII."""
        return self.said(text)

    def read(self, texts):
        """Return what core/phrases.py's function does."""
        return [self.said(text) for text in texts]

    cdef int64_t said(self, str text) noexcept:
        cdef Py_ssize_t size
        cdef const char* data = ascii_of(text, &size)
        return LEFT if data == NULL or size > LONGEST_TEXT else self.told(data, size)

    def links(self, list elements, list pieces, list starts, list ends, sizes):
        """Return what core/phrases.py's function does."""
        cdef Py_ssize_t position, element, start, end, size, most, longest, longest_raw, count = len(elements)
        cdef int64_t bits
        cdef char line[LONGEST_TEXT]
        cdef const char* data
        cdef str text
        cdef list texts = new_list(count), says = new_list(count)
        most, longest, longest_raw = sizes
        if longest > LONGEST_TEXT:
            raise ValueError("texts as long as that are not read")
        for position in range(count):
            element = as_size(<object>list_item(elements, position))
            start, end = as_size(<object>list_item(starts, element)), as_size(<object>list_item(ends, element))
            end = min(end, start + most)
            text = None
            data = NULL
            if end - start == 1:
                text = <str>list_item(pieces, start)
                data = ascii_of(text, &size)
            if data == NULL or size > longest or not is_line(data, size):
                size = fill_line(line, pieces, start, end, longest, longest_raw)
                if size >= 0:
                    data = line
                    text = decoded(data, size, NULL)
                else:
                    text = python_line(pieces[start:end], longest, longest_raw)
                    data = ascii_of(text, &size)
            bits = LEFT if data == NULL else self.told(data, size)
            if bits != LEFT and size and not is_framed(data, size):
                bits |= self.odd
            Py_INCREF(text)
            set_item(texts, position, <PyObject*>text)
            set_item(says, position, new_int(bits))
        return texts, says

    cdef int64_t told(self, const char* data, Py_ssize_t size) noexcept:
        """Return what a text says."""
        cdef Tokens tokens
        cdef Py_ssize_t number
        cdef const Seat* seat
        cdef int64_t says = 0
        read_tokens(&tokens, data, size)
        seat = self.exact.find(tokens.data, tokens.size, tokens.hash)
        if seat != NULL:
            says = seat.says
        for number in range(tokens.count if tokens.count <= MAX_INNER_TOKENS else 1):
            seat = self.firsts.find(
                tokens.data + tokens.starts[number], tokens.ends[number] - tokens.starts[number], tokens.hashes[number]
            )
            if seat != NULL:
                says |= self.said_from(&tokens, tokens.starts[number], &self.phrases[seat.says])
        return says

    cdef int64_t said_from(self, const Tokens* tokens, Py_ssize_t start, const Phrase* phrase) noexcept:
        """Return what the phrases say that begin at a word; ``phrase`` is the first with that word."""
        cdef Py_ssize_t left = tokens.size - start
        cdef int64_t says = 0
        while True:
            if (
                (start == 0 or phrase.before)
                and (phrase.size == left or (phrase.size < left and phrase.after and tokens.data[start + phrase.size] == c" "))
                and not memcmp(phrase.data, tokens.data + start, phrase.size)
            ):
                says |= phrase.says
            if phrase.last:
                return says
            phrase += 1


cdef Py_ssize_t fill_line(
    char* line, list pieces, Py_ssize_t start, Py_ssize_t end, Py_ssize_t longest, Py_ssize_t longest_raw
) except? -2:
    """Put pieces on one line; return how long it is, -1 where they are not of ASCII."""
    cdef Py_ssize_t piece, size, index, filled = 0, raw = end - start - 1
    cdef const char* data
    cdef bint blank = False
    for piece in range(start, end):
        raw += length_of(<str>list_item(pieces, piece))
    for piece in range(start, end):
        data = ascii_of(<str>list_item(pieces, piece), &size)
        if data == NULL:
            return -1
        for index in range(min(size, longest) if raw > longest_raw else size):
            if is_blank(data[index]):
                blank = filled > 0
                continue
            if filled == longest:
                return filled
            if blank:
                line[filled] = c" "
                filled += 1
                blank = False
                if filled == longest:
                    return filled
            line[filled] = data[index]
            filled += 1
        blank = filled > 0
    return filled


cdef str python_line(list pieces, Py_ssize_t longest, Py_ssize_t longest_raw):
    """Put pieces on one line."""
    text = " ".join(pieces)
    if len(text) > longest_raw:
        text = " ".join([piece[:longest] for piece in pieces])
    return " ".join(text.split())[:longest]


def first_word(spaced):
    """Return the first word of a phrase."""
    return spaced[0][0]


cdef int read_tokens(Tokens* tokens, const char* data, Py_ssize_t size) noexcept:
    """Read the words and numbers of a text."""
    cdef Py_ssize_t index = 0, end
    cdef uint64_t hash
    tokens.size = tokens.count = 0
    tokens.hash = FIRST_HASH
    while index < size:
        end = run_end(data, index, size)
        if end == index:
            index += 1
            continue
        if tokens.count:
            put_letter(tokens, c" ")
        if tokens.count < MAX_INNER_TOKENS:
            tokens.starts[tokens.count] = tokens.size
        hash = FIRST_HASH
        if is_digit(data[index]):
            index = end - 1
            hash = hashed(hash, put_letter(tokens, c"#"))
            index = end
        while index < end:
            hash = hashed(hash, put_letter(tokens, lowered(data[index])))
            index += 1
        if tokens.count < MAX_INNER_TOKENS:
            tokens.hashes[tokens.count], tokens.ends[tokens.count] = hash, tokens.size
        tokens.count += 1
    return 0


cdef inline char put_letter(Tokens* tokens, char letter) noexcept:
    tokens.data[tokens.size] = letter
    tokens.hash = hashed(tokens.hash, letter)
    tokens.size += 1
    return letter


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
