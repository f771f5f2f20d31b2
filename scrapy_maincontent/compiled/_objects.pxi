# Pictures, videos and players: core/objects.py, over records.

cdef enum:
    MOST_SOURCES = 32

if _MAX_SOURCES >= MOST_SOURCES:
    raise ValueError("more sources than there is room for")

cdef Py_ssize_t MAX_SOURCES = _MAX_SOURCES
cdef list SOURCE_CODES = [_CODES[name] for name in SOURCE_ATTRIBUTES]
cdef list ALT_CODES = [_CODES[name] for name in ALT_ATTRIBUTES]

cdef struct Sources:  # an object, and the elements in it that may give its address
    const Record* starts[MOST_SOURCES]
    Py_ssize_t count


cdef int find_sources(Recording recording, const Record* start, const Record* end, Sources* sources) except -1:
    cdef const Record* record = behind(start)
    sources.starts[0], sources.count = start, 1
    while record != end and sources.count <= MAX_SOURCES:
        if record.what >= 0 and recording.tags.meanings[record.what] & SOURCE:
            sources.starts[sources.count] = record
            sources.count += 1
        record = behind(record)
    return 0


cdef str address_in(Recording recording, const Sources* sources):
    cdef str found = first_value(recording, sources, SOURCE_CODES)
    return found or largest([attributes_of(sources.starts[index], recording.attributes) for index in range(sources.count)])


cdef str first_value(Recording recording, const Sources* sources, list codes):
    """Return what core/objects.py's `_first_attribute` does."""
    cdef const Field* field
    cdef Py_ssize_t index
    cdef int code
    cdef str value
    for code in codes:
        for index in range(sources.count):
            field = field_by(sources.starts[index], recording.attributes, code)
            if field != NULL and field.size:
                value = text_of(field).strip()
                if value and not value.startswith("data:"):
                    return value
    return ""
