# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# A document as one run of bytes, in which what a parser reports stands one behind the other: made without any Python
# object by the reader or from libxml2's tree, and read once by flatten. A header: it is compiled into both.
#
# A *record* begins at a multiple of 8. The start of an element is followed by its attributes, a text by its bytes.

from libc.stdint cimport uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memcmp, memcpy, memset

from .utf8 cimport Bytes

ctypedef unsigned long long Word

cdef enum:
    TEXT = -1  # what a record is, if not the start of an element
    END = -2
    UNIT = 8
    NOTHING = -1
    MAX_RECORD = 0x7FFFFFFF  # bytes of one record, so that a size fits in four bytes

# --- Names of tags or attributes on a tape: each spelling has one number.

cdef enum:
    HEADS = 512  # a power of two
    MAX_NAMES = 16384  # of one page
    MAX_CHAIN = 100  # names of one head, however they were chosen
    FIRST_HASH = 0x811C9DC5

cdef struct Spelling:
    Py_ssize_t start  # in the letters
    size_t size
    uint32_t hash
    int next  # one with the same head
    int behind  # how many have the same head, and a lower number
    Py_ssize_t place  # where the element starts on the tape that had this attribute last

cdef struct Spellings:
    Spelling* items
    Py_ssize_t count
    size_t room  # bytes
    unsigned char* letters  # of all names, each closed by a NUL
    size_t letter_size
    size_t letter_room
    int heads[HEADS]  # numbers and one


cdef inline bint reserve(void** memory, size_t* room, size_t wanted) noexcept nogil:
    """Make room for so many bytes; return whether there is."""
    cdef void* larger
    if wanted <= room[0]:
        return True
    wanted += wanted // 2 + 4096
    larger = realloc(memory[0], wanted)
    if larger == NULL:
        return False
    memory[0], room[0] = larger, wanted
    return True


cdef inline uint32_t hashed(uint32_t hash, unsigned char letter) noexcept nogil:
    """Return the hash of a name that goes on with a letter."""
    return (hash ^ letter) * <uint32_t>0x01000193


cdef inline uint32_t hash_of_name(Bytes name, size_t size) noexcept nogil:
    cdef uint32_t hash = FIRST_HASH
    cdef size_t index
    for index in range(size):
        hash = hashed(hash, name[index])
    return hash


cdef inline int head_of(uint32_t hash) noexcept nogil:
    return (hash ^ hash >> 16) & (HEADS - 1)


cdef inline Bytes letters_of(const Spellings* names, int number) noexcept nogil:
    return names.letters + names.items[number].start


cdef inline int known_number(const Spellings* names, Bytes name, size_t size, uint32_t hash) noexcept nogil:
    """Return the number of a name; `NOTHING` where it has none."""
    cdef int number = names.heads[head_of(hash)] - 1
    cdef const Spelling* item
    while number >= 0:
        item = &names.items[number]
        if item.hash == hash and item.size == size and not memcmp(names.letters + item.start, name, size):
            break
        number = item.next
    return number


cdef inline int spelled(Spellings* names, Bytes name, size_t size, uint32_t hash) noexcept nogil:
    """Return the number of a name, which may be new; `NOTHING` where there is no room for it."""
    cdef int number = known_number(names, name, size, hash)
    cdef int* head = &names.heads[head_of(hash)]
    cdef Spelling* item
    if number >= 0:
        return number
    number = <int>names.count
    if (
        number >= MAX_NAMES
        or (head[0] and names.items[head[0] - 1].behind + 1 >= MAX_CHAIN)
        or not reserve(<void**>&names.items, &names.room, (number + 1) * sizeof(Spelling))
        or not reserve(<void**>&names.letters, &names.letter_room, names.letter_size + size + 1)
    ):
        return NOTHING
    item = &names.items[number]
    item.start, item.size, item.hash, item.next = names.letter_size, size, hash, head[0] - 1
    item.behind = names.items[item.next].behind + 1 if head[0] else 0
    item.place = NOTHING
    memcpy(names.letters + item.start, name, size)
    names.letters[item.start + size] = 0
    names.letter_size += size + 1
    names.count += 1
    head[0] = number + 1
    return number


cdef inline bint begin_names(Spellings* names, const Spellings* known) noexcept nogil:
    """Begin with names that keep their numbers; return whether there is memory."""
    memcpy(names, known, sizeof(Spellings))
    names.items, names.room, names.letters, names.letter_room = NULL, 0, NULL, 0
    if not reserve(<void**>&names.items, &names.room, known.count * sizeof(Spelling)):
        return False
    memcpy(names.items, known.items, known.count * sizeof(Spelling))
    if not reserve(<void**>&names.letters, &names.letter_room, known.letter_size):
        return False
    memcpy(names.letters, known.letters, known.letter_size)
    return True


# --- Writing a tape.

cdef struct Record:
    int what  # the number of the tag, where an element starts
    unsigned int size  # of what follows; the number of the tag, where one ends

cdef struct Field:
    int name
    unsigned int size  # of the value, which follows, without its closing NUL

cdef struct Tape:
    unsigned char* data
    size_t size
    size_t room
    Py_ssize_t last  # where the start of an element or a text begins that may be added to
    Py_ssize_t text
    Spellings tags
    Spellings attributes
    bint failed  # there was no memory, or something that is left to others


cdef inline size_t padded(size_t size) noexcept nogil:
    return (size + UNIT - 1) & ~<size_t>(UNIT - 1)


cdef inline unsigned char* extend(Tape* tape, size_t size) noexcept nogil:
    """Return room for so many bytes, a multiple of the unit; NULL where there is none."""
    if tape.failed or size > <size_t>MAX_RECORD or not reserve(<void**>&tape.data, &tape.room, tape.size + size):
        tape.failed = True
        return NULL
    tape.size += size
    return tape.data + tape.size - size


cdef inline int number_of(Tape* tape, Spellings* names, Bytes name, size_t size, uint32_t hash) noexcept nogil:
    """Return the number of a name; where there is no room for it the tape has failed."""
    cdef int number = spelled(names, name, size, hash)
    if number < 0:
        tape.failed = True
    return number


cdef inline void add_start(Tape* tape, int number) noexcept nogil:
    cdef Record* record = <Record*>extend(tape, sizeof(Record))
    if record != NULL:
        record.what, record.size = number, 0
        tape.last = tape.size - sizeof(Record)
    tape.text = NOTHING


cdef inline void add_end(Tape* tape, int number) noexcept nogil:
    cdef Record* record = <Record*>extend(tape, sizeof(Record))
    if record != NULL:
        record.what, record.size = END, number
    tape.text = NOTHING


cdef inline unsigned char* begin_attribute(Tape* tape, int number, size_t most) noexcept nogil:
    """Return room for ``most`` bytes of an attribute's value, of the element that started last; NULL without memory."""
    cdef Field* field = <Field*>extend(tape, sizeof(Field) + padded(most + 1))
    if field == NULL:
        return NULL
    field.name = number
    return <unsigned char*>(field + 1)


cdef inline void end_attribute(Tape* tape, unsigned char* value, size_t size) noexcept nogil:
    """Keep an attribute's value, which has been written."""
    cdef Record* record = <Record*>(tape.data + tape.last)
    cdef size_t whole = sizeof(Field) + padded(size + 1)
    if whole > <size_t>MAX_RECORD - record.size:
        tape.failed = True
        return
    (<Field*>value - 1).size = <unsigned int>size
    memset(value + size, 0, padded(size + 1) - size)  # equal attributes are equal in all their bytes
    record.size += <unsigned int>whole
    tape.size = tape.last + sizeof(Record) + record.size


cdef inline void add_attribute(Tape* tape, int number, Bytes value, size_t size) noexcept nogil:
    cdef unsigned char* place = begin_attribute(tape, number, size)
    if place != NULL:
        if size:  # an empty value may be NULL
            memcpy(place, value, size)
        end_attribute(tape, place, size)


cdef inline unsigned char* begin_text(Tape* tape, size_t most) noexcept nogil:
    """Return room for ``most`` more bytes of a text: of a new one, or of one that no tag has ended."""
    cdef Record* record
    cdef size_t before = 0
    if tape.text == NOTHING:
        tape.text = tape.size
    else:
        before = (<Record*>(tape.data + tape.text)).size
        tape.size = tape.text
    if most > <size_t>MAX_RECORD - before or extend(tape, sizeof(Record) + padded(before + most + 1)) == NULL:
        tape.failed = True
        return NULL
    record = <Record*>(tape.data + tape.text)
    record.what, record.size = TEXT, <unsigned int>before
    return <unsigned char*>(record + 1) + before


cdef inline void end_text(Tape* tape, size_t size) noexcept nogil:
    """Keep so many bytes that have been written."""
    cdef Record* record = <Record*>(tape.data + tape.text)
    record.size += <unsigned int>size
    (<unsigned char*>(record + 1))[record.size] = 0
    tape.size = tape.text + sizeof(Record) + padded(record.size + 1)


cdef inline void add_text(Tape* tape, Bytes text, size_t size) noexcept nogil:
    """Add a text, or go on with one that no tag has ended."""
    cdef unsigned char* place = begin_text(tape, size) if size else NULL
    if place != NULL:
        memcpy(place, text, size)
        end_text(tape, size)


# --- Reading a tape.


cdef inline const Record* behind(const Record* record) noexcept nogil:
    """Return the record after this one."""
    cdef size_t size = 0 if record.what == END else record.size if record.what >= 0 else padded(record.size + 1)
    return <const Record*>(<Bytes>(record + 1) + size)


cdef inline Bytes value_in(const Field* field) noexcept nogil:
    return <Bytes>(field + 1)


cdef inline const Field* next_field(const Field* field) noexcept nogil:
    return <const Field*>(value_in(field) + padded(field.size + 1))


cdef inline const Field* first_field(const Record* start) noexcept nogil:
    return <const Field*>(start + 1)
