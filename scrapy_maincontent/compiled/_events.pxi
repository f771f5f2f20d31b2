# What a tape holds: the attributes of an element, and what is below it.

cdef enum:  # the attributes that are looked at here, in the order of `_NAMES`
    HREF = 1
    HIDDEN = 2
    STYLE = 3
    OPEN = 4
    CLASS = 5
    ID = 6
    LANG = 7
    NAME = 8
    PROPERTY = 9
    ITEMPROP = 10
    CONTENT = 11
    REL = 12
    TYPE = 13
    HIDING_STYLE = 63  # beside them: a style that hides

_NAMES = "href hidden style open class id lang name property itemprop content rel type".split()
_CODES = {name: code for code, name in enumerate(dict.fromkeys([*_NAMES, *SOURCE_ATTRIBUTES, *ALT_ATTRIBUTES, *LABELS]), 1)}

cdef Names attribute_names
teach(&attribute_names, _CODES, 0)


cdef class Vocabulary:
    """The names on a tape, by their numbers, and what each means."""

    cdef list kept
    cdef PyObject** texts
    cdef unsigned char* meanings

    def __dealloc__(self):
        PyMem_Free(self.texts)
        PyMem_Free(self.meanings)


cdef Vocabulary vocabulary(const Spellings* spelled, Names* names):
    """Return the names of tags, or those of attributes."""
    cdef Vocabulary found = Vocabulary()
    cdef Py_ssize_t number
    cdef Name* name
    found.meanings = <unsigned char*>PyMem_Malloc(spelled.count + 1)
    found.texts = <PyObject**>PyMem_Malloc((spelled.count + 1) * sizeof(PyObject*))
    if found.meanings == NULL or found.texts == NULL:
        raise MemoryError
    found.kept = []
    for number in range(spelled.count):
        name = look_up(names, letters_of(spelled, number))
        found.kept.append(<str>name.text)
        found.texts[number], found.meanings[number] = name.text, name.meaning
    return found


cdef class Recording:
    """A tape, which is freed with this object, and the names on it."""

    cdef Tape tape
    cdef Vocabulary tags, attributes

    def __cinit__(self):
        memset(&self.tape, 0, sizeof(Tape))
        self.tape.text = NOTHING

    def __dealloc__(self):
        free(self.tape.tags.items)
        free(self.tape.tags.letters)
        free(self.tape.attributes.items)
        free(self.tape.attributes.letters)
        free(self.tape.data)

    cdef int learn(self) except -1:
        """Read the names."""
        self.tags = vocabulary(&self.tape.tags, &tag_names)
        self.attributes = vocabulary(&self.tape.attributes, &attribute_names)
        return 0


cdef inline const char* value_in(const Field* field) noexcept nogil:
    return <const char*>(field + 1)


cdef inline const Field* next_field(const Field* field) noexcept nogil:
    return <const Field*>(value_in(field) + padded(field.size + 1))


cdef inline const Field* first_field(const Record* start) noexcept nogil:
    return <const Field*>(start + 1)


cdef inline str text_of(const Field* field):
    return decoded(value_in(field), field.size, NULL)


cdef dict attributes_of(const Record* start, Vocabulary names):
    """Return all attributes of an element."""
    cdef dict own = {}
    cdef const Field* field = first_field(start)
    cdef const void* end = behind(start)
    while field != end:
        own[<object>names.texts[field.name]] = text_of(field)
        field = next_field(field)
    return own


cdef const Field* field_by(const Record* start, Vocabulary names, int code) noexcept:
    """Return the attribute of this meaning, NULL where there is none."""
    cdef const Field* field = first_field(start)
    cdef const void* end = behind(start)
    while field != end:
        if names.meanings[field.name] == code:
            return field
        field = next_field(field)
    return NULL


cdef str value_by(const Record* start, Vocabulary names, int code):
    """Return an attribute's value by its meaning, "" where there is none."""
    cdef const Field* field = field_by(start, names, code)
    return "" if field == NULL else text_of(field)


cdef const Record* end_of(const Record* start, const Record* stop) noexcept:
    """Return the end of an element that starts here, ``stop`` where it has none."""
    cdef const Record* record = behind(start)
    cdef Py_ssize_t depth = 1
    while record != stop:
        if record.what == END:
            depth -= 1
            if not depth:
                break
        elif record.what >= 0:
            depth += 1
        record = behind(record)
    return record


cdef list texts_between(const Record* record, const Record* stop):
    """Return the texts among some records."""
    cdef list texts = []
    while record != stop:
        if record.what == TEXT:
            texts.append(decoded(<const char*>(record + 1), record.size, NULL))
        record = behind(record)
    return texts
