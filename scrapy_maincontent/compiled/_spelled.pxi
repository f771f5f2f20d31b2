# core/tokens.py: names in ASCII and words in UTF-8 -> the tokens to look for.

cdef char lowered(char code) noexcept:
    return code + 32 if c"A" <= code <= c"Z" else code


cdef int ask_names(Questions questions, int kind, const char* data, Py_ssize_t size) except -1:
    """Ask for the names of a class attribute or an id: ``kind`` for whole names, the next kind for their parts."""
    cdef char* name
    cdef Py_ssize_t index = 0, filled
    while index < size:
        name, filled = questions.space(size), 0
        while index < size and not is_blank(<unsigned char>data[index]):
            filled = put(name, filled, data[index], index and is_digit(data[index - 1]))
            index += 1
        if filled:
            questions.ask(kind, 0, filled)
        index += 1
    return ask_parts(questions, kind + 1, data, size)


cdef Py_ssize_t put(char* token, Py_ssize_t filled, char code, bint after_digit) noexcept:
    """Put a character at the end of a token, lower-cased, digits made 0; return the token's size."""
    if not is_digit(code):
        token[filled] = lowered(code)
    elif after_digit:
        return filled
    else:
        token[filled] = c"0"
    return filled + 1


cdef bint is_digit(char code) noexcept:
    return c"0" <= code <= c"9"


cdef int ask_parts(Questions questions, int kind, const char* data, Py_ssize_t size) except -1:
    """Ask for the words in names: small letters with a capital before, or capitals up to one before a small letter."""
    cdef char* part
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
        part = questions.space(index - start)
        for place in range(start, index):
            part[place - start] = lowered(data[place])
        questions.ask(kind, 0, index - start)
    return 0


cdef list TAKEN_OFF = [character.encode() for character in AROUND_WORDS]
cdef bint IS_AROUND[128]
for _character in AROUND_WORDS:
    if _character.isascii():
        IS_AROUND[<int>ord(_character)] = True


cdef Py_ssize_t around_at(const char* at, Py_ssize_t size) except -1:
    """Return the bytes of the character that begins here, if it is one that is taken off words, otherwise 0."""
    if <unsigned char>at[0] < 0x80:
        return IS_AROUND[at[0]]
    for character in TAKEN_OFF:
        if len(<bytes>character) <= size and not memcmp(at, <const char*><bytes>character, len(<bytes>character)):
            return len(<bytes>character)
    return 0


cdef int ask_word(Questions questions, const char* word, Py_ssize_t size) except -1:
    """Ask for a word that `space` has room for, without what stands around it."""
    cdef Py_ssize_t start = 0, last, step
    while start < size:
        step = around_at(word + start, size - start)
        if not step:
            break
        start += step
    while start < size:
        last = size - 1
        while last > start and <unsigned char>word[last] & 0xC0 == 0x80:
            last -= 1
        if not around_at(word + last, size - last):
            break
        size = last
    return questions.ask(OF_TEXT, start, size - start) if start < size else 0


cdef int ask_words(Questions questions, const unsigned char* text, Py_ssize_t size) except -1:
    """Ask for the words of a short text in UTF-8, unless they are too many; its letters beyond ASCII are small."""
    cdef const unsigned char* end = text + size
    cdef const unsigned char* after
    cdef Py_ssize_t words = 0, filled, asked = questions.count
    cdef uint32_t code = 0
    cdef bint after_digit
    cdef char* word
    while text < end:
        word, filled, after_digit = questions.space(size), 0, False
        while text < end:
            after = next_code(text, &code)
            if is_blank(code):
                text = after
                break
            if code < 0x80:
                filled = put(word, filled, <char>code, after_digit)
                after_digit = is_digit(<char>code)
                text = after
                continue
            after_digit = False
            while text < after:
                word[filled] = <char>text[0]
                filled += 1
                text += 1
        words += filled > 0
        if words > MOST_WORDS:
            questions.count = asked
            return 0
        if filled:
            ask_word(questions, word, filled)
    return 0
