# A document as one run of bytes, in which what a parser reports stands one behind the other. Made without any object of
# Python's, and read once by the `Filler`.
#
# A *record* begins at a multiple of 8. The start of an element is followed by its attributes, a text by its bytes.

cdef enum:
    TEXT = -1  # what a record is, if not the start of an element
    END = -2
    UNIT = 8
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

cdef struct Tape:
    char* data
    size_t size
    size_t room
    Py_ssize_t last  # where the start of an element or a text begins that may be added to
    Py_ssize_t text
    Spellings tags
    Spellings attributes
    bint failed  # there was no memory, or something that is left to others


cdef inline size_t padded(size_t size) noexcept nogil:
    return (size + UNIT - 1) & ~<size_t>(UNIT - 1)


cdef inline const Record* behind(const Record* record) noexcept nogil:
    """Return the record after this one."""
    cdef size_t size = 0 if record.what == END else record.size if record.what >= 0 else padded(record.size + 1)
    return <const Record*>(<const char*>(record + 1) + size)


cdef char* extend(Tape* tape, size_t size) noexcept nogil:
    """Return room for so many bytes, a multiple of the unit; NULL where there is none."""
    if tape.failed or size > MOST or not reserve(<void**>&tape.data, &tape.room, tape.size + size):
        tape.failed = True
        return NULL
    tape.size += size
    return tape.data + tape.size - size


cdef int number_of(Tape* tape, Spellings* names, const char* name, size_t size) noexcept nogil:
    """Return the number of a name."""
    cdef int number = spelled(names, name, size, hash_of(name, size))
    if number < 0:
        tape.failed = True
        return 0
    return number


cdef void add_start(Tape* tape, int number) noexcept nogil:
    cdef Record* record = <Record*>extend(tape, sizeof(Record))
    if record != NULL:
        record.what, record.size = number, 0
        tape.last = tape.size - sizeof(Record)
    tape.text = NOTHING


cdef void add_end(Tape* tape, int number) noexcept nogil:
    cdef Record* record = <Record*>extend(tape, sizeof(Record))
    if record != NULL:
        record.what, record.size = END, number
    tape.text = NOTHING


cdef char* begin_attribute(Tape* tape, int number, size_t most) noexcept nogil:
    """Return room for ``most`` bytes of an attribute's value, of the element that started last; NULL without memory."""
    cdef Field* field = <Field*>extend(tape, sizeof(Field) + padded(most + 1))
    if field == NULL:
        return NULL
    field.name = number
    return <char*>(field + 1)


cdef void end_attribute(Tape* tape, char* value, size_t size) noexcept nogil:
    """Keep an attribute's value, which has been written."""
    cdef Record* record = <Record*>(tape.data + tape.last)
    cdef size_t whole = sizeof(Field) + padded(size + 1)
    if whole > MOST - record.size:
        tape.failed = True
        return
    (<Field*>value - 1).size = <unsigned int>size
    memset(value + size, 0, padded(size + 1) - size)  # equal attributes are equal in all their bytes
    record.size += <unsigned int>whole
    tape.size = tape.last + sizeof(Record) + record.size


cdef void add_attribute(Tape* tape, int number, const char* value, size_t size) noexcept nogil:
    cdef char* place = begin_attribute(tape, number, size)
    if place != NULL:
        if size:  # an empty value may be NULL
            memcpy(place, value, size)
        end_attribute(tape, place, size)


cdef char* begin_text(Tape* tape, size_t most) noexcept nogil:
    """Return room for ``most`` more bytes of a text: of a new one, or of one that no tag has ended."""
    cdef Record* record
    cdef size_t before = 0
    if tape.text == NOTHING:
        tape.text = tape.size
    else:
        before = (<Record*>(tape.data + tape.text)).size
        tape.size = tape.text
    if most > MOST - before or extend(tape, sizeof(Record) + padded(before + most + 1)) == NULL:
        tape.failed = True
        return NULL
    record = <Record*>(tape.data + tape.text)
    record.what, record.size = TEXT, <unsigned int>before
    return <char*>(record + 1) + before


cdef void end_text(Tape* tape, size_t size) noexcept nogil:
    """Keep so many bytes that have been written."""
    cdef Record* record = <Record*>(tape.data + tape.text)
    record.size += <unsigned int>size
    (<char*>(record + 1))[record.size] = 0
    tape.size = tape.text + sizeof(Record) + padded(record.size + 1)


cdef void add_text(Tape* tape, const char* text, size_t size) noexcept nogil:
    """Add a text, or go on with one that no tag has ended."""
    cdef char* place = begin_text(tape, size) if size else NULL
    if place != NULL:
        memcpy(place, text, size)
        end_text(tape, size)
