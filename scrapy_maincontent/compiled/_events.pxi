# What a tape holds: the attributes of an element, and what is below it.

cdef enum:  # what an attribute means here
    PLAIN = 0
    HREF = 1
    HIDDEN = 2
    STYLE = 4
    OPEN = 8
    CLASS = 16
    ID = 32

cdef Names attribute_names
teach(
    &attribute_names,
    {"href": HREF, "hidden": HIDDEN, "style": STYLE, "open": OPEN, "class": CLASS, "id": ID},
    PLAIN,
)


cdef class Vocabulary:
    """The names on a tape, by their numbers, and what each means."""

    cdef list texts
    cdef unsigned char* meanings

    def __dealloc__(self):
        PyMem_Free(self.meanings)


cdef Vocabulary vocabulary(const Tape* tape, const Spellings* spelled, Names* names):
    """Return the names of tags, or those of attributes."""
    cdef Vocabulary found = Vocabulary()
    cdef Py_ssize_t number
    cdef Name* name
    found.meanings = <unsigned char*>PyMem_Malloc(spelled.count + 1)
    if found.meanings == NULL:
        raise MemoryError
    found.texts = []
    for number in range(spelled.count):
        name = look_up(names, tape.letters + spelled.starts[number])
        found.texts.append(<str>name.text)
        found.meanings[number] = name.meaning
    return found


cdef inline const char* value_in(const Field* field) noexcept:
    return <const char*>(field + 1)


cdef inline const Field* next_field(const Field* field) noexcept:
    return <const Field*>(value_in(field) + padded(field.size + 1))


cdef inline const Field* first_field(const Record* start) noexcept:
    return <const Field*>(start + 1)


cdef dict attributes_of(const Record* start, Vocabulary names, int* seen):
    """Return an element's attributes; what they mean is added to ``seen``."""
    cdef dict own = {}
    cdef const Field* field = first_field(start)
    cdef const Record* end = behind(start)
    while <const void*>field != <const void*>end:
        seen[0] |= names.meanings[field.name]
        own[names.texts[field.name]] = decoded(value_in(field), field.size, NULL)
        field = next_field(field)
    return own


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


cdef list sources_between(const Record* record, const Record* stop, Vocabulary tags, Vocabulary names):
    """Return the attributes of the elements among some records that may give an address, as far as they count."""
    cdef list sources = []
    cdef int seen = 0
    while record != stop and len(sources) < MAX_SOURCES:
        if record.what >= 0 and tags.meanings[record.what] & SOURCE:
            sources.append(attributes_of(record, names, &seen))
        record = behind(record)
    return sources
