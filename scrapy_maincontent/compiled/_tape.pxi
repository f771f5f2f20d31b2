# A document as one run of bytes, in which the parser's events stand one behind the other. Made without any object of
# Python's, and read once by the `Filler`.
#
# A *record* begins at a multiple of 8. The start of an element is followed by its attributes, a text by its bytes.

cdef enum:
    TEXT = -1  # what a record is, if not the start of an element
    END = -2
    UNIT = 8
    RECENT = 512  # a power of two: names that are found by their address
    NOTHING = -1

ctypedef unsigned long long Word

cdef size_t MOST = 0x7FFFFFFF
"""Bytes of one record, so that a size fits in four bytes."""

cdef struct Record:
    int what  # the number of the tag, where an element starts
    unsigned int size  # of what follows; the number of the tag, where one ends

cdef struct Field:
    int name
    unsigned int size  # of the value, which follows, without its closing NUL

cdef struct Spellings:
    const unsigned char** known  # where the parser has a name; it keeps each as long as it works
    Py_ssize_t* starts  # in the tape's letters
    Py_ssize_t count
    Py_ssize_t known_room, start_room
    int recent[RECENT]  # numbers by the addresses of names; one above

cdef struct Tape:
    char* data
    size_t size
    size_t room
    Py_ssize_t last  # where the start of an element or a text begins that may be added to
    Py_ssize_t text
    Py_ssize_t depth
    Py_ssize_t starts, texts  # how many
    Spellings tags
    Spellings attributes
    char* letters  # of all names, each closed by a NUL
    size_t letter_size
    size_t letter_room
    bint quiet  # raw text that tells nothing
    bint failed  # there was no memory


cdef inline size_t padded(size_t size) noexcept nogil:
    return (size + UNIT - 1) & ~<size_t>(UNIT - 1)


cdef inline const Record* behind(const Record* record) noexcept nogil:
    """Return the record after this one."""
    cdef size_t size = 0 if record.what == END else record.size if record.what >= 0 else padded(record.size + 1)
    return <const Record*>(<const char*>(record + 1) + size)


cdef bint reserve(char** memory, size_t* room, size_t wanted) noexcept nogil:
    """Make room for so many bytes; tell whether there is."""
    cdef char* larger
    if wanted <= room[0]:
        return True
    wanted += wanted // 2 + 65536
    larger = <char*>realloc(memory[0], wanted)
    if larger == NULL:
        return False
    memory[0], room[0] = larger, wanted
    return True


cdef char* extend(Tape* tape, size_t size) noexcept nogil:
    """Return room for so many bytes, a multiple of the unit; NULL where there is none."""
    if tape.failed or size > MOST or not reserve(&tape.data, &tape.room, tape.size + size):
        tape.failed = True
        return NULL
    tape.size += size
    return tape.data + tape.size - size


cdef int number_of(Tape* tape, Spellings* names, const unsigned char* name) noexcept nogil:
    """Return the number of a name, known by its address. A name may have several."""
    cdef size_t where = (<size_t>name >> 3 ^ <size_t>name >> 12) & (RECENT - 1)
    cdef int number = names.recent[where] - 1
    cdef size_t size
    if number >= 0 and names.known[number] == name:
        return number
    number = <int>names.count
    size = strlen(<const char*>name) + 1
    if (
        size > MOST
        or names.count >= <Py_ssize_t>MOST
        or not reserve(<char**>&names.known, <size_t*>&names.known_room, (number + 1) * sizeof(const unsigned char*))
        or not reserve(<char**>&names.starts, <size_t*>&names.start_room, (number + 1) * sizeof(Py_ssize_t))
        or not reserve(&tape.letters, &tape.letter_room, tape.letter_size + size)
    ):
        tape.failed = True
        return 0
    memcpy(tape.letters + tape.letter_size, name, size)
    names.known[number], names.starts[number] = name, tape.letter_size
    tape.letter_size += size
    names.count += 1
    names.recent[where] = number + 1
    return number


cdef void add_start(Tape* tape, const unsigned char* name) noexcept nogil:
    cdef int number = number_of(tape, &tape.tags, name)
    cdef Record* record = <Record*>extend(tape, sizeof(Record))
    if record != NULL:
        record.what, record.size = number, 0
        tape.last = tape.size - sizeof(Record)
    tape.text = NOTHING
    tape.depth += 1
    tape.starts += 1


cdef void add_attribute(Tape* tape, const unsigned char* name, const unsigned char* value) noexcept nogil:
    """Add an attribute to the element that started last; NULL is an empty value."""
    cdef int number = number_of(tape, &tape.attributes, name)
    cdef size_t size = 0 if value == NULL else strlen(<const char*>value)
    cdef size_t whole = sizeof(Field) + padded(size + 1)
    cdef Field* place = <Field*>extend(tape, whole)
    cdef Record* record
    if place == NULL:
        return
    record = <Record*>(tape.data + tape.last)
    if whole > MOST - record.size:
        tape.failed = True
        return
    record.size += <unsigned int>whole
    place.name, place.size = number, <unsigned int>size
    (<Word*>(<char*>place + whole - UNIT))[0] = 0  # equal attributes are equal in all their bytes
    if size:
        memcpy(place + 1, value, size)


cdef void add_end(Tape* tape, const unsigned char* name) noexcept nogil:
    cdef int number = number_of(tape, &tape.tags, name)
    cdef Record* record
    if tape.depth:
        record = <Record*>extend(tape, sizeof(Record))
        if record != NULL:
            record.what, record.size = END, number
        tape.text = NOTHING
        tape.depth -= 1


cdef void add_text(Tape* tape, const unsigned char* text, size_t size) noexcept nogil:
    """Add a text, or go on with one that no tag has ended."""
    cdef Record* record
    cdef char* place
    cdef size_t before = 0
    if not size:
        return
    if tape.text == NOTHING:
        tape.text = tape.size
        tape.texts += 1
    else:
        before = (<Record*>(tape.data + tape.text)).size
        tape.size = tape.text
    if size > MOST - before or extend(tape, sizeof(Record) + padded(before + size + 1)) == NULL:
        tape.failed = True
        return
    record = <Record*>(tape.data + tape.text)
    record.what, record.size = TEXT, <unsigned int>(before + size)
    place = <char*>(record + 1) + before
    memcpy(place, text, size)
    place[size] = 0
